//! The record of a game, and how it is written: tags in brackets, then the moves with remarks in braces, as in PGN.

use super::limit::ThinkLimit;
use crate::game::{ByPlayer, GameResult, Player, Reason};
use crate::games::any::GameKind;
use crate::protocol::InfoScore;
use serde::Serialize;
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;
use strum::{Display, EnumString};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its place in the match, from 1 on.
    pub number: usize,
    /// Which game it was.
    pub game: GameKind,
    /// Who played.
    pub players: ByPlayer<String>,
    /// Who won.
    pub result: GameResult,
    /// Why it ended.
    pub ending: Ending,
    /// What limited the thinking of either.
    pub limits: ByPlayer<ThinkLimit>,
    /// What else the match was; records of earlier versions do not say.
    pub setup: Option<Setup>,
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
}

/// What the results of a match need to know of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameSummary {
    pub(super) number: usize,
    pub(super) result: GameResult,
    pub(super) ending: Ending,
    pub(super) plies: usize,
    /// Tells games apart by their start and their moves.
    pub(super) moves: u64,
}

/// What a match must have in common with another to be the same match, beyond names, limits, seed and openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The programs and their arguments; empty for the tern that played the match.
    pub commands: ByPlayer<Vec<String>>,
    /// The options that were set.
    pub options: ByPlayer<Vec<(String, String)>>,
    /// After so many moves a game is drawn.
    pub max_plies: u32,
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

/// What an engine thinks of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// How deep it has looked.
    pub depth: Option<u32>,
    /// The score for the player to move.
    pub score: Option<InfoScore>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules(Reason),
    /// It went on for too long.
    Length,
    /// A person gave it up.
    Resignation,
    /// An engine failed, and lost by it.
    Fault(Fault),
}

/// What an engine did wrong. It costs the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of mistake it was.
    pub kind: FaultKind,
    /// What exactly happened.
    pub details: String,
}

/// How an engine can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum FaultKind {
    /// It played a move that the rules do not allow.
    #[strum(serialize = "illegal move")]
    IllegalMove,
    /// It ended.
    Crash,
    /// It did not answer, even when it was told to stop.
    Hang,
    /// It answered too late.
    Time,
    /// It answered `go` with an error instead of a move.
    Error,
}

const LENGTH: &str = "length";
const RESIGNED: &str = "resignation";

impl Ending {
    /// The ending for the word of a record; `None` if there is no such ending.
    pub(super) fn from_words(reason: &str, details: &str) -> Option<Self> {
        if reason == LENGTH {
            return Some(Self::Length);
        }
        if reason == RESIGNED {
            return Some(Self::Resignation);
        }
        if let Ok(kind) = reason.parse() {
            return Some(Self::Fault(Fault { kind, details: details.into() }));
        }
        reason.parse().ok().map(Self::Rules)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(reason) => write!(f, "{reason}"),
            Self::Length => f.write_str(LENGTH),
            Self::Resignation => f.write_str(RESIGNED),
            Self::Fault(fault) => write!(f, "{}", fault.kind),
        }
    }
}

/// The result of a game as it is written: the points of the first and of the second player.
pub(super) const RESULTS: [(&str, GameResult); 3] =
    [("1-0", GameResult::Win(Player::P1)), ("0-1", GameResult::Win(Player::P2)), ("1/2-1/2", GameResult::Draw)];

/// The result in writing.
pub fn result_text(result: GameResult) -> &'static str {
    RESULTS.iter().find(|(_, other)| *other == result).map_or("*", |(text, _)| text)
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

/// Words as a shell would read them.
fn shell_words<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    // Only a null byte cannot be quoted, and no argument holds one.
    shlex::try_join(words).unwrap_or_default()
}

impl Setup {
    /// The command of a player in one line.
    pub(super) fn command_text(&self, player: Player) -> String {
        shell_words(self.commands[player].iter().map(String::as_str))
    }

    /// The options of a player in one line: `Hash=16 'Clear Hash'=''`.
    pub(super) fn options_text(&self, player: Player) -> String {
        let quote = |word: &str| shell_words([word]);
        let options = self.options[player].iter();
        options.map(|(name, value)| format!("{}={}", quote(name), quote(value))).collect::<Vec<_>>().join(" ")
    }
}

/// A tag on a line of its own. Quotation marks, backslashes and line ends have a backslash before them.
fn write_tag(f: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '\\' | '"' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            _ => f.write_char(c)?,
        }
    }
    f.write_str("\"]\n")
}

/// The first lines of a game's record: those that are known before it is played.
pub(super) fn write_head(f: &mut impl Write, number: usize, game: GameKind, players: ByPlayer<&str>) -> fmt::Result {
    write_tag(f, "Number", &number.to_string())?;
    write_tag(f, "Game", game.name())?;
    write_tag(f, "P1", players.p1)?;
    write_tag(f, "P2", players.p2)
}

impl fmt::Display for GameRecord {
    /// Writes the record with an empty line after it, so that records can follow each other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &[])
    }
}

impl GameRecord {
    /// The record with a note behind what the engine thought of each move. It is read like any other, without the notes.
    pub fn annotated(&self, notes: &[String]) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text, notes);
        text
    }

    fn write(&self, f: &mut impl Write, notes: &[String]) -> fmt::Result {
        let result = result_text(self.result);
        write_head(f, self.number, self.game, ByPlayer::new(|player| self.players[player].as_str()))?;
        write_tag(f, "Result", result)?;
        write_tag(f, "Reason", &self.ending.to_string())?;
        if let Ending::Fault(fault) = &self.ending {
            write_tag(f, "Fault", &fault.details)?;
        }
        write_tag(f, "P1Limit", &self.limits.p1.to_string())?;
        write_tag(f, "P2Limit", &self.limits.p2.to_string())?;
        if let Some(setup) = &self.setup {
            write_tag(f, "P1Command", &setup.command_text(Player::P1))?;
            write_tag(f, "P2Command", &setup.command_text(Player::P2))?;
            write_tag(f, "P1Options", &setup.options_text(Player::P1))?;
            write_tag(f, "P2Options", &setup.options_text(Player::P2))?;
            write_tag(f, "MaxPlies", &setup.max_plies.to_string())?;
        }
        write_tag(f, "Seed", &self.seed.to_string())?;
        write_tag(f, "Start", &self.start)?;
        writeln!(f)?;
        self.write_moves(f, result, notes)?;
        write!(f, "\n\n")
    }

    pub(super) fn summary(&self) -> GameSummary {
        let mut hasher = DefaultHasher::new();
        self.start.hash(&mut hasher);
        self.moves.iter().for_each(|played| played.text.hash(&mut hasher));
        GameSummary {
            number: self.number,
            result: self.result,
            ending: self.ending.clone(),
            plies: self.moves.len(),
            moves: hasher.finish(),
        }
    }

    fn write_moves(&self, f: &mut impl Write, result: &str, notes: &[String]) -> fmt::Result {
        let mut column = 0;
        for word in self.words(notes).iter().map(String::as_str).chain([result]) {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            }
            write!(f, "{}{word}", if column > 0 { " " } else { "" })?;
            column += length + 1;
        }
        Ok(())
    }

    /// The moves with their numbers and remarks; each is kept on one line.
    fn words(&self, notes: &[String]) -> Vec<String> {
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
            let remark = match played.remark {
                Some(remark) => Some(remark.to_string()),
                None if i < self.opening || notes.is_empty() => Some(OPENING.into()),
                None => None,
            };
            // Braces and line ends would end the note where it does not end.
            let note = notes.get(i).map(|note| note.replace(['{', '}', '\n', '\r'], " "));
            let comment = remark.into_iter().chain(note).collect::<Vec<_>>().join(" | ");
            format!("{number}{} {{{comment}}}", played.text)
        };
        self.moves.iter().enumerate().map(word).collect()
    }
}
