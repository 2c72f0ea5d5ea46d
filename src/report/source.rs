//! Where the games of a report come from: a record, a saved game, or the command line.

use super::args::ReportArguments;
use crate::game::{ByPlayer, GameResult};
use crate::games::any::AnyGame;
use crate::matches::{Ending, GameRecord, RecordReader, RecordedMove, check_game, result_text};
use crate::play;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A game that is to be reported on, legal from its first move to its last.
pub(super) struct PlayedGame {
    /// The game after its last move.
    pub(super) game: AnyGame,
    /// What else is known of it.
    pub(super) record: Option<GameRecord>,
}

impl PlayedGame {
    /// Its place in the record, from 1 on.
    pub(super) fn number(&self) -> usize {
        self.record.as_ref().map_or(1, |record| record.number)
    }

    /// Who played; the names of the sides if nobody says.
    pub(super) fn players(&self) -> ByPlayer<String> {
        let sides = self.game.player_names();
        let side = ByPlayer::new(|player| sides[player.index()].to_string());
        self.record.as_ref().map_or(side, |record| record.players.clone())
    }

    /// Who won, if that is known.
    pub(super) fn result(&self) -> Option<GameResult> {
        let by_rules = self.game.outcome().map(|outcome| outcome.result);
        by_rules.or_else(|| self.record.as_ref().map(|record| record.result))
    }

    /// Why it ended.
    pub(super) fn reason(&self) -> Option<String> {
        let by_rules = || self.game.outcome().map(|outcome| outcome.reason.to_string());
        self.record.as_ref().map(|record| record.ending.to_string()).or_else(by_rules)
    }

    /// The record of it, made up from the rules if there is none; `None` if the game is not over.
    pub(super) fn to_record(&self) -> Option<GameRecord> {
        if let Some(record) = &self.record {
            return Some(record.clone());
        }
        let mut start = self.game.clone();
        start.undo(self.game.played().len() as u32).ok()?;
        let outcome = self.game.outcome()?;
        Some(GameRecord {
            number: 1,
            game: self.game.kind(),
            players: self.players(),
            result: outcome.result,
            ending: Ending::Rules(outcome.reason),
            limits: ByPlayer::default(),
            setup: None,
            seed: 0,
            start: self.game.start_fen(),
            first: start.to_move(),
            opening: 0,
            moves: self.game.played().into_iter().map(|text| RecordedMove { text, remark: None }).collect(),
        })
    }
}

/// Where games come from. They can be read more than once, and no more than one is in memory.
pub(super) enum Source {
    /// A record, and perhaps the only game of it that is wanted.
    Record(PathBuf, Option<usize>),
    /// A single game.
    Game(Box<AnyGame>),
}

/// What a source holds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey {
    pub(super) games: usize,
    pub(super) moves: usize,
    /// The last game was not written to its end, and is left out.
    pub(super) cut_off: bool,
}

impl Source {
    /// The source that the arguments name.
    pub(super) fn new(arguments: &ReportArguments) -> io::Result<Self> {
        let Some(file) = &arguments.file else { return from_command_line(arguments) };
        if is_record(file).map_err(|error| named(file, error.kind(), &error))? {
            return Ok(Self::Record(file.clone(), arguments.number));
        }
        Ok(Self::Game(Box::new(play::read_saved(file)?)))
    }

    /// Visits all games in order, each checked against the rules.
    ///
    /// # Errors
    ///
    /// If the source is broken, or what `visit` says.
    pub(super) fn visit(&self, mut visit: impl FnMut(PlayedGame) -> io::Result<()>) -> io::Result<Survey> {
        let mut survey = Survey::default();
        let mut count = |game: PlayedGame| {
            survey.games += 1;
            survey.moves += game.game.played().len();
            visit(game)
        };
        match self {
            Self::Game(game) => count(PlayedGame { game: (**game).clone(), record: None })?,
            Self::Record(path, number) => survey.cut_off = visit_record(path, *number, &mut count)?,
        }
        Ok(survey)
    }

    /// Looks through all games before hours of work depend on them.
    pub(super) fn survey(&self) -> io::Result<Survey> {
        let survey = self.visit(|_| Ok(()))?;
        if survey.games > 0 {
            return Ok(survey);
        }
        let Self::Record(path, number) = self else { return Ok(survey) };
        let problem = match number {
            Some(number) => format!("there is no game {number} in it"),
            None => "there is no whole game in it".into(),
        };
        Err(named(path, io::ErrorKind::InvalidData, &problem))
    }
}

/// Visits the games of a record; true if the last was not written to its end.
pub(super) fn visit_record(
    path: &Path,
    wanted: Option<usize>,
    visit: &mut dyn FnMut(PlayedGame) -> io::Result<()>,
) -> io::Result<bool> {
    let file = File::open(path).map_err(|error| named(path, error.kind(), &error))?;
    let mut reader = RecordReader::new(BufReader::new(file));
    for record in reader.by_ref() {
        let record = record.map_err(|error| named(path, io::ErrorKind::InvalidData, &error))?;
        if wanted.is_some_and(|number| number != record.number) {
            continue;
        }
        let mut last = None;
        check_game(&record, |game, ply| last = (ply == record.moves.len()).then(|| game.clone())).map_err(|flaw| {
            named(path, io::ErrorKind::InvalidData, &format!("game {} is wrong: {flaw}", record.number))
        })?;
        // A game that was checked has been seen to its end.
        let Some(game) = last else { continue };
        visit(PlayedGame { game, record: Some(record) })?;
    }
    Ok(!reader.tail().is_empty())
}

fn from_command_line(arguments: &ReportArguments) -> io::Result<Source> {
    let invalid = |error: Box<dyn std::error::Error + Send + Sync>| io::Error::new(io::ErrorKind::InvalidInput, error);
    let mut game = arguments.board.start().map_err(|error| invalid(error.into()))?;
    let moves: Vec<&str> = arguments.moves.iter().flat_map(|moves| moves.split_whitespace()).collect();
    game.play(&moves, false).map_err(|error| invalid(error.into()))?;
    Ok(Source::Game(Box::new(game)))
}

/// Whether a file is a record, which begins with a bracket or a percent sign, and not a saved game, which begins with a command. A file that
/// is neither gets the error of the one it resembles.
fn is_record(path: &Path) -> io::Result<bool> {
    /// No saved game is larger.
    const LARGEST_SAVED: u64 = 16 << 20;
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut reader = BufReader::new(file);
    let first = reader.fill_buf()?.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    Ok(matches!(first, Some(b'[' | b'%')) || first.is_none() || size > LARGEST_SAVED)
}

/// Where the page goes, if nobody says: beside the games.
pub(super) fn page_path(arguments: &ReportArguments) -> PathBuf {
    let beside = || arguments.file.as_ref().map(|file| file.with_extension("html"));
    arguments.output.clone().or_else(beside).unwrap_or_else(|| "report.html".into())
}

/// A page of somebody else is not replaced.
pub(super) fn refuse_foreign(page: &Path) -> io::Result<()> {
    let foreign = std::fs::metadata(page).is_ok_and(|file| file.is_file() && file.len() > 0)
        && !std::fs::read(page).is_ok_and(|text| text.starts_with(super::html::BEGINNING.as_bytes()));
    if foreign {
        let problem = "it exists and is not a report of tern; choose another name";
        return Err(named(page, io::ErrorKind::AlreadyExists, &problem));
    }
    Ok(())
}

/// An error with the name of the file it is about.
pub(super) fn named(path: &Path, kind: io::ErrorKind, problem: &dyn Display) -> io::Error {
    io::Error::new(kind, format!("{}: {problem}", path.display()))
}

/// The result of a game as records write it; a star if it is not over.
pub(super) fn result_or_star(result: Option<GameResult>) -> String {
    result.map_or("*", result_text).into()
}
