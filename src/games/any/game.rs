//! A game in progress, whatever the game. Everything that works on any of them goes through [`with_history`], the one
//! dispatch over games.

use super::kind::GameKind;
use crate::game::{GameMove, Outcome, Player};
use crate::games::differo::{Differo, DifferoMoveError, DifferoPositionError};
use crate::games::waldmeister::{AnyWaldMeister, WaldMeister, WaldMeisterMoveError, WaldMeisterPositionError};
use crate::games::wali::{Classic, Total, Wali, WaliMoveError, WaliPositionError};
use crate::history::{History, PlayError};
use crate::notation::{Awaits, Notation, first_half};
use crate::perft;
use crate::picture::{Arrow, ArrowError, Picture, Point, Subject, View};
use std::collections::HashSet;
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
    /// The side of the board where nobody says otherwise, in games that have several.
    pub const USUAL_SIZE: usize = 8;

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

    /// The legal move that is stored as this number.
    pub fn move_of_bits(&self, bits: u32) -> Option<String> {
        with_history!(self, history => {
            let found = history.legal_moves().into_iter().find(|m| m.to_bits() == bits);
            found.map(|m| m.to_string())
        })
    }

    /// The first half of every legal move, each once; the whole move where moves have no halves.
    pub fn steps(&self) -> Vec<String> {
        let mut steps: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for m in self.moves() {
            let step = first_half(&m);
            if seen.insert(step.to_owned()) {
                steps.push(step.into());
            }
        }
        steps
    }

    /// The position text that was set up.
    pub fn start_fen(&self) -> String {
        with_history!(self, history => history.start().to_string())
    }

    /// The moves played since then.
    pub fn played(&self) -> Vec<String> {
        with_history!(self, history => history.moves().map(|m| m.to_string()).collect())
    }

    /// Every cell of the board and where its centre is.
    pub fn cells(&self) -> Vec<(String, Point)> {
        with_history!(self, history => Picture::cells(history.position()))
    }

    /// What stands where, in the letters of the position text.
    pub fn pieces(&self) -> Vec<(String, String)> {
        with_history!(self, history => Picture::pieces(history.position()))
    }

    /// What each player has in hand, and how many of each.
    pub fn hands(&self) -> [Vec<(String, u32)>; 2] {
        with_history!(self, history => Picture::hands(history.position()))
    }

    /// The board as one line of SVG, with the last move and the pending half move marked.
    ///
    /// # Errors
    ///
    /// If an arrow names a cell that the board does not have.
    pub fn svg(&self, arrows: &[Arrow], flip: bool) -> Result<String, ArrowError> {
        fn view<G: Picture>(history: &History<G>, arrows: &[Arrow], flip: bool) -> Result<String, ArrowError> {
            let pending = history.pending().map(|half| half.completions.iter().map(|(_, m)| *m).collect());
            let pending = pending.unwrap_or_default();
            history.position().svg(&View { last: history.last_move(), pending, arrows: arrows.to_vec(), flip })
        }
        with_history!(self, history => view(history, arrows, flip))
    }

    /// What a cell or a player counts on, as a group of SVG that lies over [`svg`](Self::svg); nothing if there is nothing to see.
    pub fn overlay(&self, subject: Subject<'_>, flip: bool) -> Option<String> {
        with_history!(self, history => history.position().overlay(subject, flip))
    }

    /// The whole moves that some texts stand for; a half move stands for all that completes it.
    ///
    /// # Errors
    ///
    /// If a text is no legal move, or does not complete the pending half move.
    pub fn moves_named(&self, texts: &[&str]) -> Result<Vec<String>, AnyPlayError> {
        with_history!(self, history => {
            let named = history.moves_named(texts).map_err(|error| error.map(Into::into))?;
            Ok(named.into_iter().map(|m| m.to_string()).collect())
        })
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

    /// The text of the pending half move.
    pub fn pending_text(&self) -> Option<&str> {
        with_history!(self, history => history.pending().map(|half| half.text.as_str()))
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
