//! The file in which the games of a match are recorded, and from which a match that was interrupted is resumed.

use super::plan::Plan;
use super::reading::{RecordError, read_games};
use super::record::GameRecord;
use super::schedule::ScheduledGame;
use crate::token::Token;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a record cannot be used.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// It is not to be overwritten.
    #[error("{0} exists already: add --resume to go on with that match, or choose another name")]
    Exists(PathBuf),
    /// It cannot be opened, read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// It is not a record.
    #[error("{0}: {1}")]
    Record(PathBuf, RecordError),
    /// It is the record of another match.
    #[error("{path} is the record of another match: game {number} has {what} {found}, and here it would be {expected}")]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The game that shows it.
        number: usize,
        /// In what it differs.
        what: &'static str,
        /// What it is there.
        found: Token,
        /// What it is here.
        expected: Token,
    },
}

/// A record that grows.
pub(super) struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Begins a record in a file that does not exist yet.
    pub(super) fn create(path: &Path) -> Result<Self, ArchiveError> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveError::Exists(path.into()),
            _ => ArchiveError::Io(path.into(), error),
        })?;
        Ok(Self { path: path.into(), file })
    }

    /// Goes on with the record of the same match, and gives the games that are in it.
    pub(super) fn resume(path: &Path, plan: &Plan) -> Result<(Self, Vec<GameRecord>), ArchiveError> {
        let failed = |error| ArchiveError::Io(path.into(), error);
        let text = std::fs::read_to_string(path).map_err(failed)?;
        let (games, used) = read_games(&text).map_err(|error| ArchiveError::Record(path.into(), error))?;
        for game in &games {
            check(path, game, plan)?;
        }
        let file = File::options().append(true).open(path).map_err(failed)?;
        // A game of which only the beginning was written is played again.
        file.set_len(used as u64).map_err(failed)?;
        Ok((Self { path: path.into(), file }, games))
    }

    /// Writes a game.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), ArchiveError> {
        let text = game.to_string();
        self.file.write_all(text.as_bytes()).map_err(|error| ArchiveError::Io(self.path.clone(), error))
    }
}

/// Checks that a game is one of the match.
fn check(path: &Path, game: &GameRecord, plan: &Plan) -> Result<(), ArchiveError> {
    let differs = |what, found: &str, expected: &str| {
        let (found, expected) = (found.into(), expected.into());
        Err(ArchiveError::OtherMatch { path: path.into(), number: game.number, what, found, expected })
    };
    let scheduled = game.number.checked_sub(1).and_then(|place| plan.games.get(place));
    let Some(scheduled) = scheduled else {
        return differs("the number", &game.number.to_string(), &format!("1 to {}", plan.games.len()));
    };
    let name = |side: usize| plan.contestants[scheduled.players[side]].name.as_str();
    let limit = |side: usize| plan.contestants[scheduled.players[side]].limit.to_string();
    let opening: Vec<&str> = game.moves[..game.opening].iter().map(|played| played.text.as_str()).collect();
    for (what, found, expected) in [
        ("the game", game.game.as_str(), plan.ground.kind.name()),
        ("the seed", &game.seed.to_string(), &plan.seed.to_string()),
        ("as first player", &game.players[0], name(0)),
        ("as second player", &game.players[1], name(1)),
        ("the limit", &game.limits[0], &limit(0)),
        ("the limit", &game.limits[1], &limit(1)),
        ("the start", &game.start, &start(plan, scheduled)),
        ("the opening", &opening.join(" "), &plan.opening(scheduled).moves.join(" ")),
    ] {
        if found != expected {
            return differs(what, found, expected);
        }
    }
    Ok(())
}

fn start(plan: &Plan, scheduled: &ScheduledGame) -> String {
    // An opening that cannot be set up equals nothing.
    plan.opening(scheduled).set_up(plan.ground.kind).map_or_else(|error| error.to_string(), |game| game.fen())
}
