//! A node of the search tree: its depth and window, and how a value relates to them.

use super::transposition::{Bound, Entry};
use super::value::{self, INFINITE, Value};
use crate::game::{Game, scramble};

/// Tells entries of an exact search in the table from others.
const EXACT_KEY: u64 = scramble(0x51);

/// What the static evaluation decides close to the leaves.
#[derive(Clone, Copy)]
pub(super) enum StaticPruning {
    /// Nothing: the node must be searched.
    None,
    /// Reverse futility pruning (RFP): the node is worth at least this.
    ReverseFutility(Value),
    /// Futility pruning: only forcing moves are searched; without them the node is worth at most this.
    Futility(Value),
}

impl StaticPruning {
    /// Whether all moves are to be searched.
    pub(super) const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }

    /// What the moves that are left out may be worth.
    pub(super) fn floor(self) -> Value {
        match self {
            Self::Futility(value) => value,
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

    /// The same with a null window, which only asks whether the move is better than `alpha`, and a reduced depth.
    pub(super) fn child_null_window(self, reduction: u32) -> Self {
        Self { depth: self.depth - 1 - reduction, alpha: -self.alpha - 1, ..self.child() }
    }

    /// The key of a position in the transposition table.
    pub(super) fn table_key<G: Game>(self, position: &G) -> u64 {
        self.key_for(position.table_key())
    }

    /// The same where the key of the position is known; exact searches have keys of their own.
    pub(super) fn key_for(self, table_key: u64) -> u64 {
        table_key ^ if self.exact { EXACT_KEY } else { 0 }
    }

    /// The stored value, if it is deep enough and allows a cutoff here.
    pub(super) fn cutoff_by(self, entry: Entry) -> Option<Value> {
        let value = value::from_table(entry.value, self.ply);
        let cuts_off = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.beta,
            Bound::Upper => value <= self.alpha,
        };
        (u32::from(entry.depth) >= self.depth && cuts_off).then_some(value)
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
