//! How games begin: after a few random moves, or as a file says.

use crate::games::any::{AnyGame, GameKind};
use crate::protocol::StartFrom;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use thiserror::Error;

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    from: StartFrom,
    pub(super) moves: Vec<String>,
}

/// Why an opening cannot be played.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The position text or a move is wrong.
    #[error("{0}")]
    Wrong(Box<dyn Error + Send + Sync>),
    /// Nothing is left to play.
    #[error("the game is over after the opening")]
    Over,
    /// No beginning with so many moves was found.
    #[error("no game was found that goes on after {0} random moves")]
    TooManyPlies(usize),
    /// A line of a file of openings is wrong.
    #[error("line {0}: {1}")]
    Line(usize, Box<OpeningError>),
    /// A file without openings.
    #[error("there are no openings in it")]
    Empty,
}

/// A game and the size of its board, for games that have several sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub(super) kind: GameKind,
    pub(super) board_size: Option<usize>,
}

impl Ground {
    /// Where a game begins if nothing else is said.
    fn start(self) -> StartFrom {
        match self.board_size {
            None => StartFrom::Startpos,
            // A position text carries its size: no engine needs to be told.
            Some(size) => StartFrom::Fen(AnyGame::start(self.kind, size).fen()),
        }
    }
}

impl Opening {
    /// Sets up the game and plays the moves.
    pub(super) fn begin(&self, kind: GameKind) -> Result<AnyGame, OpeningError> {
        let mut game = self.set_up(kind)?;
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game.play(&moves, false).map_err(|error| OpeningError::Wrong(Box::new(error)))?;
        if game.outcome().is_some() { Err(OpeningError::Over) } else { Ok(game) }
    }

    /// The game before the moves.
    pub(super) fn set_up(&self, kind: GameKind) -> Result<AnyGame, OpeningError> {
        match &self.from {
            StartFrom::Startpos => Ok(AnyGame::start(kind, crate::session::Options::default().board_size)),
            StartFrom::Fen(text) => AnyGame::from_fen(kind, text).map_err(|error| OpeningError::Wrong(Box::new(error))),
        }
    }

    /// Reads a position text, moves from the start, or both: `TEXT moves M…`.
    fn read(line: &str, ground: Ground) -> Self {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (before, after) = match words.iter().position(|word| *word == "moves") {
            Some(place) => (&words[..place], &words[place + 1..]),
            // Every position text begins with rows between slashes, and no move has a slash.
            None if words.first().is_some_and(|first| ["startpos", "fen"].contains(first) || first.contains('/')) => {
                (&words[..], &words[..0])
            }
            None => (&words[..0], &words[..]),
        };
        let from = match before {
            [] | ["startpos"] => ground.start(),
            ["fen", fields @ ..] | fields => StartFrom::Fen(fields.join(" ")),
        };
        Self { from, moves: after.iter().map(ToString::to_string).collect() }
    }
}

impl fmt::Display for Opening {
    /// As in the `position` command, up to and without the moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.from {
            StartFrom::Startpos => f.write_str("startpos"),
            StartFrom::Fen(text) => write!(f, "fen {text}"),
        }
    }
}

/// How often another opening is tried where one has been seen already, or is over.
const TRIES: usize = 100;

/// Openings of so many random moves, each different from the others as long as there are enough.
pub(super) fn random_openings(
    ground: Ground,
    plies: usize,
    seed: u64,
    count: usize,
) -> Result<Vec<Opening>, OpeningError> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut known = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    for _ in 0..count {
        let mut found = None;
        for _ in 0..TRIES {
            let Some((opening, fen)) = random_opening(ground, plies, &mut rng)? else { continue };
            found = Some(opening);
            if known.insert(fen) {
                break;
            }
        }
        openings.push(found.ok_or(OpeningError::TooManyPlies(plies))?);
    }
    Ok(openings)
}

/// An opening and the position text it leads to; `None` if the game is over by then.
fn random_opening(ground: Ground, plies: usize, rng: &mut StdRng) -> Result<Option<(Opening, String)>, OpeningError> {
    let mut opening = Opening { from: ground.start(), moves: Vec::new() };
    let mut game = opening.set_up(ground.kind)?;
    for _ in 0..plies {
        let moves = game.moves();
        let Some(choice) = moves.choose(rng) else { return Ok(None) };
        game.play(&[choice], false).map_err(|error| OpeningError::Wrong(Box::new(error)))?;
        opening.moves.push(choice.clone());
    }
    Ok(game.outcome().is_none().then(|| (opening, game.fen())))
}

/// The openings of a file: one a line, blank lines and lines that begin with `#` left aside.
pub(super) fn read_openings(text: &str, ground: Ground) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let opening = Opening::read(line, ground);
        opening.begin(ground.kind).map_err(|error| OpeningError::Line(i + 1, Box::new(error)))?;
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALI: Ground = Ground { kind: GameKind::Wali, board_size: None };

    #[test]
    fn random_openings_differ_and_can_be_repeated() {
        let openings = random_openings(WALI, 3, 7, 200).unwrap();
        assert_eq!(openings, random_openings(WALI, 3, 7, 200).unwrap());
        assert_ne!(openings, random_openings(WALI, 3, 8, 200).unwrap());
        let fens: HashSet<String> = openings.iter().map(|opening| opening.begin(WALI.kind).unwrap().fen()).collect();
        assert_eq!(fens.len(), 200);
        assert_eq!(random_openings(WALI, 0, 7, 2).unwrap().len(), 2, "used again where there are not enough");
    }

    #[test]
    fn files_hold_positions_or_moves() {
        let text = "# two of each\n\nc3 d4\nstartpos moves c3\n6/6/6/6/b5 w 12 11 - - 0\r\n6/6/6/6/b5 w 12 11 - - 0 moves c3\n";
        let openings = read_openings(text, WALI).unwrap();
        let shown: Vec<String> =
            openings.iter().map(|opening| format!("{opening} + {}", opening.moves.join(" "))).collect();
        let fen = "fen 6/6/6/6/b5 w 12 11 - - 0";
        assert_eq!(shown, ["startpos + c3 d4", "startpos + c3", &format!("{fen} + "), &format!("{fen} + c3")]);
    }

    #[test]
    fn mistakes_in_files_have_a_line() {
        for (text, message) in [
            ("", "there are no openings in it"),
            ("c3\n\nc3 c3", "line 3: illegal move 'c3': c3 is not empty"),
            ("6/6 w 12 12 - - 0", "line 1: board '6/6' has 2 rows, expected 5 separated by '/'"),
        ] {
            let error = read_openings(text, WALI).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
