//! A node of the tree: how far it is to be searched, what a value means there, and what can be said without searching.

use super::table::{Bound, Entry};
use super::value::{self, INFINITE, Value};
use crate::game::{Game, scramble};

/// Tells entries of an exact search in the table from others.
const EXACT_KEY: u64 = scramble(0x51);

/// How much less deep to search a move that comes after `index` others: moves are well ordered, late ones seldom good.
pub(super) fn reduction(node: Node, index: usize) -> u32 {
    if node.exact || node.depth < 3 || index < 3 {
        return 0;
    }
    ((node.depth.ilog2() * index.ilog2() + 1) / 3).min(node.depth - 2)
}

/// What the static evaluation says of a position close to the leaves.
#[derive(Clone, Copy)]
pub(super) enum Prospect {
    /// Nothing: it must be searched.
    Open,
    /// So good that no quiet answer will change it; at least this.
    TooGood(Value),
    /// So bad that no quiet move will help; without forcing moves at most this.
    OnlyForcing(Value),
}

impl Prospect {
    /// The least that the position is worth without trying a move.
    pub(super) fn floor(self) -> Value {
        match self {
            Self::OnlyForcing(value) => value,
            _ => -INFINITE,
        }
    }
}

/// A node of the tree: how deep to search it, how far from the root it is, and the window that matters.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: u32,
    pub(super) ply: usize,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    /// Search every move of it to the full depth.
    pub(super) exact: bool,
}

impl Node {
    pub(super) fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The node after a move, seen by the other player.
    pub(super) fn child(self) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1, alpha: -self.beta, beta: -self.alpha, ..self }
    }

    /// The same with a window that only asks whether the move is better than `alpha`, searched less deep.
    pub(super) fn child_scout(self, reduction: u32) -> Self {
        Self { depth: self.depth - 1 - reduction, alpha: -self.alpha - 1, ..self.child() }
    }

    /// Where the table keeps what a search of this kind finds out about a position.
    pub(super) fn table_key<G: Game>(self, position: &G) -> u64 {
        position.table_key() ^ if self.exact { EXACT_KEY } else { 0 }
    }

    /// The stored value, if it settles this node.
    pub(super) fn settled_by(self, entry: Entry) -> Option<Value> {
        let value = value::from_table(entry.value, self.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.beta,
            Bound::Upper => value <= self.alpha,
        };
        (u32::from(entry.depth) >= self.depth && settles).then_some(value)
    }

    /// What a value found for this node says of the true one.
    pub(super) fn bound_of(self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
