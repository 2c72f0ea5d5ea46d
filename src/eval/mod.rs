//! How good is a position? One file or folder a game; weights have names and reasons.

mod differo;
mod waldmeister;
mod wali;
mod weights;

pub use weights::{Tabular, Tunable};

use crate::game::{Game, Player};
use crate::games::any::{AnyGame, with_history};

/// One reason to like a position, as many points for each player as it is worth.
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

/// How many moves of a position are searched, the most promising first, in a game that has too many.
#[derive(Clone, Copy, Debug)]
pub struct Breadth {
    /// At the root.
    pub root: usize,
    /// One ply from the leaves, two plies, and further away.
    pub by_depth: [usize; 3],
}

impl Breadth {
    /// The breadth of a node so far from the leaves, which is not one itself.
    pub(crate) fn at(self, depth: u32) -> usize {
        self.by_depth[(depth as usize).clamp(1, self.by_depth.len()) - 1]
    }
}

/// A game that a search can judge: all that is opinion rather than rule. A hundred points are about one unit of what the
/// game is fought for (a stone in Wali).
pub trait Evaluate: Game {
    /// How much the evaluation changes with one move that is not forcing, seldom exceeded.
    const QUIET_SWING: i32;

    /// How much more a move turns out to be worth, for every ply of a search, than the position after it looks at once;
    /// seldom exceeded, so that a move may be left out that looks worse. `None` where looks tell too little of that.
    const SLOW_GAIN: Option<i32> = None;

    /// How many moves to search where there are too many to search them all; `None` for all of them.
    const BREADTH: Option<Breadth> = None;

    /// Calls `visit` with every term of the static evaluation of a game that is not over. The sum over all terms stays
    /// within ±[`LIMIT`].
    fn for_each_term(&self, visit: impl FnMut(Term));

    /// Calls `visit` with the moves that change the balance at once, which a position must be searched for before its
    /// static evaluation means anything. A part of the legal moves; none if the game has no such moves.
    fn for_each_forcing(&self, visit: impl FnMut(Self::Move));

    /// Whether the player to move loses at once by doing nothing about it: no moment for a static evaluation.
    fn in_danger(&self) -> bool {
        false
    }

    /// A first guess at how good a legal move is, to try good moves first. Compared with other moves of the same position
    /// only; 0 for a move of which nothing can be said.
    fn promise(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Calls `visit` with every distinct move and what it promises.
    fn for_each_promise(&self, mut visit: impl FnMut(Self::Move, i32)) {
        self.for_each_distinct_move(|m| visit(m, self.promise(m)));
    }

    /// The static evaluation for the player to move: the sum of the terms.
    fn evaluate(&self) -> i32 {
        let mut balance = 0;
        self.for_each_term(|term| balance += term.p1 - term.p2);
        let value = if self.to_move() == Player::P1 { balance } else { -balance };
        value.clamp(-LIMIT, LIMIT)
    }
}

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
