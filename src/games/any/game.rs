//! A game in progress, whatever the game. Everything that works on any of them goes through [`with_history`], the one
//! dispatch over games.

use super::kind::GameKind;
use crate::game::{Outcome, Player};
use crate::games::differo::{Differo, DifferoMoveError, DifferoPositionError};
use crate::games::waldmeister::{AnyWaldMeister, WaldMeister, WaldMeisterMoveError, WaldMeisterPositionError};
use crate::games::wali::{Classic, Total, Wali, WaliMoveError, WaliPositionError};
use crate::history::{History, PlayError};
use crate::notation::{Awaits, Notation};
use crate::perft;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why a position text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// By Wali.
    #[error(transparent)]
    Wali(#[from] WaliPositionError),
    /// By Differo.
    #[error(transparent)]
    Differo(#[from] DifferoPositionError),
    /// By `WaldMeister`.
    #[error(transparent)]
    WaldMeister(#[from] WaldMeisterPositionError),
}

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// By Wali.
    #[error(transparent)]
    Wali(#[from] WaliMoveError),
    /// By Differo.
    #[error(transparent)]
    Differo(#[from] DifferoMoveError),
    /// By `WaldMeister`.
    #[error(transparent)]
    WaldMeister(#[from] WaldMeisterMoveError),
}

/// Why something could not be done with a game in progress.
pub type AnyPlayError = PlayError<MoveError>;

/// A game in progress, whatever the game.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Wali.
    Wali(History<Wali<Classic>>),
    /// Wali to the last stone.
    WaliTotal(History<Wali<Total>>),
    /// Differo.
    Differo(History<Differo>),
    /// `WaldMeister` on boards of side 5 to 8.
    WaldMeister(History<WaldMeister<u64>>),
    /// `WaldMeister` on boards of side 9 to 11.
    LargeWaldMeister(History<WaldMeister<u128>>),
}

/// Does something with the typed history of a game, whichever it is.
macro_rules! with_history {
    ($game:expr, $history:ident => $body:expr) => {
        match $game {
            $crate::games::any::AnyGame::Wali($history) => $body,
            $crate::games::any::AnyGame::WaliTotal($history) => $body,
            $crate::games::any::AnyGame::Differo($history) => $body,
            $crate::games::any::AnyGame::WaldMeister($history) => $body,
            $crate::games::any::AnyGame::LargeWaldMeister($history) => $body,
        }
    };
}
pub(crate) use with_history;

impl AnyGame {
    /// A new game; the board size matters to games that have several.
    pub fn start(kind: GameKind, board_size: usize) -> Self {
        match kind {
            GameKind::Wali => Self::Wali(History::new(Wali::start())),
            GameKind::WaliTotal => Self::WaliTotal(History::new(Wali::start())),
            GameKind::Differo => Self::Differo(History::new(Differo::start())),
            GameKind::WaldMeister => Self::waldmeister(AnyWaldMeister::start_near(board_size)),
        }
    }

    /// A game that begins with a position text.
    ///
    /// # Errors
    ///
    /// If it is not a position of the game.
    pub fn from_fen(kind: GameKind, text: &str) -> Result<Self, PositionError> {
        Ok(match kind {
            GameKind::Wali => Self::Wali(History::new(text.parse()?)),
            GameKind::WaliTotal => Self::WaliTotal(History::new(text.parse()?)),
            GameKind::Differo => Self::Differo(History::new(text.parse()?)),
            GameKind::WaldMeister => Self::waldmeister(AnyWaldMeister::parse(text)?),
        })
    }

    fn waldmeister(position: AnyWaldMeister) -> Self {
        match position {
            AnyWaldMeister::Small(position) => Self::WaldMeister(History::new(position)),
            AnyWaldMeister::Large(position) => Self::LargeWaldMeister(History::new(position)),
        }
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        match self {
            Self::Wali(_) => GameKind::Wali,
            Self::WaliTotal(_) => GameKind::WaliTotal,
            Self::Differo(_) => GameKind::Differo,
            Self::WaldMeister(_) | Self::LargeWaldMeister(_) => GameKind::WaldMeister,
        }
    }

    /// The position text.
    pub fn fen(&self) -> String {
        with_history!(self, history => history.position().to_string())
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Player {
        with_history!(self, history => history.to_move())
    }

    /// How the game ended, repetitions included.
    pub fn outcome(&self) -> Option<Outcome> {
        with_history!(self, history => history.outcome())
    }

    /// Every legal move; only the completions if a half move is pending.
    pub fn moves(&self) -> Vec<String> {
        with_history!(self, history => history.legal_moves().into_iter().map(|m| m.to_string()).collect())
    }

    /// What each player has reached.
    pub fn score(&self) -> [String; 2] {
        with_history!(self, history => history.position().score())
    }

    /// What the players are called.
    pub fn player_names(&self) -> [&'static str; 2] {
        fn names<G: Notation>(_: &History<G>) -> [&'static str; 2] {
            G::PLAYERS
        }
        with_history!(self, history => names(history))
    }

    /// The board for a person.
    pub fn draw(&self) -> String {
        with_history!(self, history => history.position().draw(history.last_move()))
    }

    /// What a pending half move waits for, and the words that complete it.
    pub fn pending(&self) -> Option<(Awaits, Vec<String>)> {
        with_history!(self, history => history.pending().map(|half| (half.awaits, half.words())))
    }

    /// Plays moves, all of them or none. The last may be half a move if `half_allowed`; then it becomes pending.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong; then nothing changes.
    pub fn play(&mut self, moves: &[&str], half_allowed: bool) -> Result<(), AnyPlayError> {
        with_history!(self, history => history.play_texts(moves, half_allowed).map_err(|error| error.map(Into::into)))
    }

    /// Completes the pending half move.
    ///
    /// # Errors
    ///
    /// If nothing of the kind is pending, or `word` does not complete it.
    pub fn complete(&mut self, awaits: Awaits, word: &str) -> Result<(), AnyPlayError> {
        with_history!(self, history => history.complete(awaits, word).map_err(|error| error.map(Into::into)))
    }

    /// Takes back the pending half move, or else so many whole moves.
    ///
    /// # Errors
    ///
    /// If fewer moves were played; then nothing changes.
    pub fn undo(&mut self, moves: u32) -> Result<(), AnyPlayError> {
        with_history!(self, history => history.take_back(moves).map_err(|error| error.map(Into::into)))
    }

    /// Perft for every move; `None` if `stop` was raised on the way.
    pub fn divide(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>> {
        with_history!(self, history => {
            let counts = perft::divide(history.position(), depth, stop)?;
            Some(counts.into_iter().map(|(m, count)| (m.to_string(), count)).collect())
        })
    }
}
