//! How games begin: after a few random moves, or as a file says.

use crate::game::Game;
use crate::games::any::{AnyGame, GameKind, with_history};
use crate::history::History;
use crate::protocol::StartFrom;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::collections::HashSet;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) from: StartFrom,
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
    /// The file of openings is not at hand.
    #[error("the file of openings is not at hand")]
    Elsewhere,
    /// The match is being broken off.
    #[error("interrupted")]
    Interrupted,
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
            StartFrom::Startpos => Ok(AnyGame::start(kind, AnyGame::USUAL_SIZE)),
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

/// The openings of a match. Where there are not enough, they are used again in turn.
#[derive(Debug)]
pub(super) enum Openings {
    /// Those of a file; never empty.
    Listed(Vec<Opening>),
    /// Random ones, drawn when they are needed.
    Random(Box<Mutex<RandomOpenings>>),
    /// Those of a file that is not at hand: games that were played from them can still be counted.
    Elsewhere,
}

impl Openings {
    /// The opening with this number, from 0 on. Raising `stop` breaks off the drawing of random ones.
    pub(super) fn get(&self, place: usize, stop: &AtomicBool) -> Result<Opening, OpeningError> {
        match self {
            Self::Listed(openings) => Ok(openings[place % openings.len()].clone()),
            Self::Elsewhere => Err(OpeningError::Elsewhere),
            Self::Random(openings) => openings.lock().unwrap_or_else(PoisonError::into_inner).get(place, stop),
        }
    }
}

/// How often another opening is tried where one has been seen already, or is over.
const TRIES: usize = 100;

/// Openings of so many random moves, each different from the others. They follow from the seed, whoever draws them.
#[derive(Debug)]
pub(super) struct RandomOpenings {
    ground: Ground,
    plies: usize,
    rng: StdRng,
    known: HashSet<String>,
    drawn: Vec<Opening>,
    /// All openings there are have been drawn, or nearly all.
    exhausted: bool,
}

impl RandomOpenings {
    pub(super) fn new(ground: Ground, plies: usize, seed: u64) -> Self {
        let rng = StdRng::seed_from_u64(seed);
        Self { ground, plies, rng, known: HashSet::new(), drawn: Vec::new(), exhausted: false }
    }

    fn get(&mut self, place: usize, stop: &AtomicBool) -> Result<Opening, OpeningError> {
        while self.drawn.len() <= place && !self.exhausted {
            match self.draw(stop)? {
                Some(opening) => self.drawn.push(opening),
                None => self.exhausted = true,
            }
        }
        let count = self.drawn.len().max(1);
        self.drawn.get(place % count).cloned().ok_or(OpeningError::TooManyPlies(self.plies))
    }

    /// An opening that has not been drawn yet; `None` if none was found.
    fn draw(&mut self, stop: &AtomicBool) -> Result<Option<Opening>, OpeningError> {
        for _ in 0..TRIES {
            if stop.load(Ordering::Relaxed) {
                return Err(OpeningError::Interrupted);
            }
            let mut opening = Opening { from: self.ground.start(), moves: Vec::new() };
            let mut game = opening.set_up(self.ground.kind)?;
            opening.moves = with_history!(&mut game, history => play_random(history, self.plies, &mut self.rng));
            let goes_on = opening.moves.len() == self.plies && game.outcome().is_none();
            if goes_on && self.known.insert(game.fen()) {
                return Ok(Some(opening));
            }
        }
        Ok(None)
    }
}

/// Plays random moves, fewer if the game ends, and gives them as texts.
fn play_random<G: Game>(history: &mut History<G>, plies: usize, rng: &mut StdRng) -> Vec<String> {
    let mut moves = Vec::new();
    while moves.len() < plies {
        let Some(&choice) = history.legal_moves().choose(rng) else { break };
        history.play_unchecked(choice);
        moves.push(choice.to_string());
    }
    moves
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

/// The games that the openings of a file begin.
///
/// # Errors
///
/// If one of them cannot be played, or there is none.
pub(crate) fn openings_of(text: &str, kind: GameKind) -> Result<Vec<AnyGame>, OpeningError> {
    let openings = read_openings(text, Ground { kind, board_size: None })?;
    openings.iter().map(|opening| opening.begin(kind)).collect()
}

/// Games after so many random moves, different from each other as far as there are as many.
///
/// # Errors
///
/// If no game goes on after so many moves.
pub(crate) fn random_openings(
    kind: GameKind,
    plies: usize,
    seed: u64,
    count: usize,
) -> Result<Vec<AnyGame>, OpeningError> {
    let mut openings = RandomOpenings::new(Ground { kind, board_size: None }, plies, seed);
    (0..count).map(|place| openings.get(place, &AtomicBool::new(false))?.begin(kind)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALI: Ground = Ground { kind: GameKind::Wali, board_size: None };

    fn random(plies: usize, seed: u64, count: usize) -> Vec<Opening> {
        let mut openings = RandomOpenings::new(WALI, plies, seed);
        (0..count).map(|place| openings.get(place, &AtomicBool::new(false)).unwrap()).collect()
    }

    #[test]
    fn random_openings_differ_and_can_be_repeated() {
        let openings = random(3, 7, 200);
        assert_eq!(openings, random(3, 7, 200));
        assert_ne!(openings, random(3, 8, 200));
        let fens: HashSet<String> = openings.iter().map(|opening| opening.begin(WALI.kind).unwrap().fen()).collect();
        assert_eq!(fens.len(), 200);
        let mut any_order = RandomOpenings::new(WALI, 3, 7);
        assert_eq!(any_order.get(150, &AtomicBool::new(false)).unwrap(), openings[150]);
    }

    #[test]
    fn openings_are_used_again_in_turn_where_there_are_not_enough() {
        let first = random(1, 7, 100);
        let distinct = first.iter().map(|opening| &opening.moves).collect::<HashSet<_>>().len();
        assert!(distinct <= 30, "{distinct}");
        assert_eq!(first[distinct], first[0]);
        assert_eq!(random(0, 7, 2).len(), 2);
    }

    #[test]
    fn no_random_opening_ends_the_game() {
        // Many games of Differo end about here.
        let openings = random_openings(GameKind::Differo, 30, 7, 200).unwrap();
        assert_eq!(openings.len(), 200);
        assert!(openings.iter().all(|game| game.outcome().is_none()));
    }

    #[test]
    fn drawing_can_be_broken_off() {
        let mut openings = RandomOpenings::new(WALI, 4, 7);
        assert!(matches!(openings.get(1_000_000_000, &AtomicBool::new(true)), Err(OpeningError::Interrupted)));
    }

    #[test]
    fn files_hold_positions_or_moves() {
        let text = "# two of each\n\nc3 d4\nstartpos moves c3\n6/6/6/6/b5 w 12 11 - - 0\r\n6/6/6/6/b5 w 12 11 - - 0 moves c3\n";
        let openings = read_openings(text, WALI).unwrap();
        let shown: Vec<_> = openings.iter().map(|opening| (&opening.from, opening.moves.join(" "))).collect();
        let (start, fen) = (&StartFrom::Startpos, &StartFrom::Fen("6/6/6/6/b5 w 12 11 - - 0".into()));
        assert_eq!(shown, [(start, "c3 d4".into()), (start, "c3".into()), (fen, String::new()), (fen, "c3".into())]);
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

    #[test]
    fn listed_openings_are_used_in_turn() {
        let listed = read_openings("# a\n  # b\n \nc3\n\n  d4 c3\n", WALI).unwrap();
        let openings = Openings::Listed(listed);
        let moves = |place| openings.get(place, &AtomicBool::new(false)).unwrap().moves.join(" ");
        assert_eq!([moves(0), moves(1), moves(2), moves(5)], ["c3", "d4 c3", "c3", "d4 c3"]);
        let elsewhere = Openings::Elsewhere.get(0, &AtomicBool::new(false));
        assert!(matches!(elsewhere, Err(OpeningError::Elsewhere)));
    }

    #[test]
    fn a_position_may_be_called_by_its_name() {
        let position = "6/6/6/6/b5 w 12 11 - - 0";
        for (line, from, moves) in [
            ("startpos", "startpos", ""),
            ("startpos moves", "startpos", ""),
            ("moves c3 d4", "startpos", "c3 d4"),
            (&format!("fen {position}"), &format!("fen {position}"), ""),
            (&format!("fen {position} moves c3"), &format!("fen {position}"), "c3"),
        ] {
            let opening = Opening::read(line, WALI);
            assert_eq!((opening.from.to_string().as_str(), opening.moves.join(" ").as_str()), (from, moves), "{line}");
        }
    }

    #[test]
    fn games_begin_with_the_openings_of_a_file() {
        let games = openings_of("c3\nc3 d4\n", GameKind::Wali).unwrap();
        assert_eq!(games.iter().map(|game| game.played().join(" ")).collect::<Vec<_>>(), ["c3", "c3 d4"]);
        let over = read_openings("6/6/b1bb2/6/w4w w 0 0 - - 0", WALI).unwrap_err();
        assert_eq!(over.to_string(), "line 1: the game is over after the opening");
    }

    #[test]
    fn openings_that_nobody_can_play_are_not_found() {
        let mut openings = RandomOpenings::new(WALI, 100_000, 7);
        let error = openings.get(0, &AtomicBool::new(false)).unwrap_err();
        assert_eq!(error.to_string(), "no game was found that goes on after 100000 random moves");
        assert!(random(5, 7, 20).iter().all(|opening| opening.moves.len() == 5));
    }

    #[test]
    fn a_board_has_the_size_it_is_said_to_have() {
        let ground = Ground { kind: GameKind::WaldMeister, board_size: Some(5) };
        let StartFrom::Fen(start) = ground.start() else { panic!("a size is told by a position") };
        assert!(start.starts_with("5/5/5/5/5 "), "{start}");
    }
}
