//! The record of a game, and how it is written: tags in brackets, then the moves with remarks in braces, as in PGN.

use super::heard::Opinion;
use super::seat::{Fault, FaultKind};
use crate::game::{GameResult, Player};
use crate::protocol::InfoScore;
use std::fmt::{self, Write};
use std::time::Duration;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its place in the match, from 1 on.
    pub number: usize,
    /// Which game it was: the name of a game that tern plays.
    pub game: String,
    /// Who played, p1 first.
    pub players: [String; 2],
    /// What limited the thinking of either.
    pub limits: [String; 2],
    /// The seed of the match.
    pub seed: u64,
    /// The position text it began with.
    pub start: String,
    /// Who made the first move.
    pub first: Player,
    /// How many of the moves were given before the engines took over.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<RecordedMove>,
    /// Who won.
    pub verdict: GameResult,
    /// Why it ended.
    pub ending: Ending,
}

/// A move, and what the engine thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move text.
    pub text: String,
    /// Nothing if it was part of the opening.
    pub remark: Option<Remark>,
}

/// What is remembered of the thinking behind a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What the engine thought of the position.
    pub opinion: Opinion,
    /// How long it thought, to the millisecond.
    pub time: Duration,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules: the word for the reason.
    Rules(String),
    /// It went on for too long.
    Length,
    /// An engine failed, and lost by it.
    Fault(Fault),
}

impl Ending {
    /// The word for a game that went on for too long.
    const LENGTH: &'static str = "length";

    /// The ending for a word in a record.
    pub(super) fn from_words(reason: &str, details: &str) -> Self {
        if reason == Self::LENGTH {
            return Self::Length;
        }
        match FaultKind::ALL.into_iter().find(|kind| kind.to_string() == reason) {
            Some(kind) => Self::Fault(Fault { kind, details: details.into() }),
            None => Self::Rules(reason.into()),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(reason) => f.write_str(reason),
            Self::Length => f.write_str(Self::LENGTH),
            Self::Fault(fault) => write!(f, "{}", fault.kind),
        }
    }
}

/// The result of a game as it is written: the points of the first and of the second player.
pub(super) const RESULTS: [(&str, GameResult); 3] =
    [("1-0", GameResult::Win(Player::P1)), ("0-1", GameResult::Win(Player::P2)), ("1/2-1/2", GameResult::Draw)];

/// The result in writing.
pub fn result_text(verdict: GameResult) -> &'static str {
    RESULTS.iter().find(|(_, other)| *other == verdict).map_or("*", |(text, _)| text)
}

/// What stands for moves of the opening in place of a remark.
pub(super) const OPENING: &str = "opening";

/// Lines of moves are broken here.
const WIDTH: usize = 100;

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.opinion.score {
            Some(InfoScore::Cp(points)) => write!(f, "{points:+}")?,
            Some(InfoScore::Mate(moves)) => write!(f, "#{moves}")?,
            None => f.write_char('-')?,
        }
        if let Some(depth) = self.opinion.depth {
            write!(f, "/{depth}")?;
        }
        write!(f, " {}ms", self.time.as_millis())
    }
}

impl fmt::Display for GameRecord {
    /// Writes the record with an empty line after it, so that records can follow each other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag =
            |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        let result = result_text(self.verdict);
        tag("Number", &self.number.to_string())?;
        tag("Game", &self.game)?;
        tag("P1", &self.players[0])?;
        tag("P2", &self.players[1])?;
        tag("Result", result)?;
        tag("Reason", &self.ending.to_string())?;
        if let Ending::Fault(fault) = &self.ending {
            tag("Fault", &fault.details)?;
        }
        tag("P1Limit", &self.limits[0])?;
        tag("P2Limit", &self.limits[1])?;
        tag("Seed", &self.seed.to_string())?;
        tag("Start", &self.start)?;
        writeln!(f)?;
        let mut column = 0;
        for word in self.words().iter().map(String::as_str).chain([result]) {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            }
            write!(f, "{}{word}", if column > 0 { " " } else { "" })?;
            column += length + 1;
        }
        write!(f, "\n\n")
    }
}

impl GameRecord {
    /// The moves with their numbers and remarks; each is kept on one line.
    fn words(&self) -> Vec<String> {
        // Who was to move is told even if nobody did.
        if self.moves.is_empty() && self.first == Player::P2 {
            return vec!["1...".into()];
        }
        let offset = self.first.index();
        let word = |(i, played): (usize, &RecordedMove)| {
            let ply = i + offset;
            let number = match ply % 2 {
                0 => format!("{}. ", ply / 2 + 1),
                _ if i == 0 => "1... ".into(),
                _ => String::new(),
            };
            let remark = played.remark.map_or_else(|| OPENING.into(), |remark| remark.to_string());
            format!("{number}{} {{{remark}}}", played.text)
        };
        self.moves.iter().enumerate().map(word).collect()
    }
}
