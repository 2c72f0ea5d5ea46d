//! How good is a position? One folder a game; weights have names and reasons.
//!
//! The folder of a game also holds what steers the search of it: the order of moves ([`MoveOrdering`]) and the margins of
//! pruning ([`Steering`]), each in a file of its own.
//!
//! ```
//! use tern::eval::{Evaluate, MoveOrdering};
//! use tern::games::wali::{Classic, Wali};
//!
//! let position: Wali<Classic> = "b4b/6/ww4/2w3/b5 w 0 0 - - 0".parse()?;
//! assert!(position.evaluate() > 0, "White is about to capture the last stones");
//! let mut captures = Vec::new();
//! position.for_each_forcing_move(|m| captures.push(m.to_string()));
//! assert!(captures.iter().all(|m| m.starts_with("c2c3x")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod differo;
pub(crate) mod hidden;
mod ordering;
pub(crate) mod params;
mod tablebase;
mod waldmeister;
mod wali;
pub mod wdl;
mod weights;

pub use ordering::MoveOrdering;
pub(crate) use ordering::rank;
pub use params::{MoveLimits, SearchParams, Steering};
pub use tablebase::TablebaseValue;
pub use waldmeister::{Features, Net};
#[cfg(feature = "cli")]
pub(crate) use wali::endgame as wali_endgame;
pub use weights::{HiddenRows, NetWeights, Tunable, WeightTable, Weights};

use crate::game::{Game, Player};
use crate::games::any::{AnyGame, with_history};

/// One term of the evaluation, in points for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// A word or two.
    pub name: &'static str,
    /// What p1 gets for it.
    pub p1: i32,
    /// What p2 gets for it.
    pub p2: i32,
}

impl Term {
    /// A term whose value for a player is computed by the same rule for both.
    pub(crate) fn for_both(name: &'static str, value: impl Fn(Player) -> i32) -> Self {
        Self { name, p1: value(Player::P1), p2: value(Player::P2) }
    }
}

/// The static evaluation of a game: opinion, not rule. A hundred points are about one unit of what the game is fought for
/// (a stone in Wali).
pub trait Evaluate: Game {
    /// Calls `visit` with every term of the static evaluation of a game that is not over. The sum over all terms stays
    /// within ±[`LIMIT`].
    fn for_each_term(&self, visit: impl FnMut(Term));

    /// Into how many stages the game is cut; what a score is worth depends on them.
    const STAGES: usize = 1;

    /// The stage the game is in, less than [`Self::STAGES`].
    fn stage(&self) -> usize {
        0
    }

    /// Whether the player to move has a move that wins at once, in games where that is seen without trying them.
    fn wins_at_once(&self) -> bool {
        false
    }

    /// Whether the player to move loses at once by doing nothing about it: then the static evaluation says little.
    fn is_threatened(&self) -> bool {
        false
    }

    /// How the game ends with perfect play, if it is not over and an endgame tablebase has the position.
    fn probe_tablebase(&self) -> Option<TablebaseValue> {
        None
    }

    /// The static evaluation for the player to move: the sum of the terms.
    fn evaluate(&self) -> i32 {
        let mut balance = 0;
        self.for_each_term(|term| balance += term.p1 - term.p2);
        let value = if self.to_move() == Player::P1 { balance } else { -balance };
        value.clamp(-LIMIT, LIMIT)
    }

    /// Gives what looks one legal move ahead, to order moves. Games for which that takes less than playing the move do better than
    /// this.
    fn look_ahead(&self) -> impl Fn(Self::Move) -> Ahead {
        |m| {
            let mut child = self.clone();
            child.play_unchecked(m);
            Ahead { value: -child.evaluate(), key: child.table_key() }
        }
    }
}

/// A position one move ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// Its static evaluation for the player who made the move, or the part of it that tells moves apart.
    pub value: i32,
    /// Its [`table_key`](Game::table_key).
    pub key: u64,
}

/// All that a search needs to know of a game.
pub trait Searchable: Evaluate + MoveOrdering + Steering {}

impl<G: Evaluate + MoveOrdering + Steering> Searchable for G {}

/// No static evaluation is larger than this, so that it cannot be mistaken for a proven win.
pub const LIMIT: i32 = 20_000;

/// The terms of the static evaluation of a game in progress, none if it is over.
pub fn terms(game: &AnyGame) -> Vec<Term> {
    let mut terms = Vec::new();
    if game.outcome().is_none() {
        with_history!(game, history => history.position().for_each_term(|term| terms.push(term)));
    }
    terms
}
