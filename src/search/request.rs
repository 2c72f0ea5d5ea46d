//! What to search for, and how: one shape from the session down to the threads.

use super::{Level, Limits};
use crate::eval::SearchParams;
use std::time::Duration;

/// What to search for, and how.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// When to end.
    pub limits: Limits,
    /// How well to play.
    pub level: Level,
    /// Seeds the random choices.
    pub seed: u64,
    /// Whether a search at full strength tries moves of equal worth in an order that depends on the seed, so that games differ.
    pub variety: bool,
    /// How many best moves to report, each with its line.
    pub multipv: usize,
    /// How many threads to use.
    pub threads: usize,
    /// Time lost between the clock and us on every move.
    pub overhead: Duration,
    /// Time to keep on the clock for when the machine does not let us run.
    pub reserve: Duration,
    /// Search every move to the full depth and let the transposition table order moves, not cut them off. Then the search
    /// gives exactly what plain minimax does, slowly.
    pub exhaustive: bool,
    /// What to use instead of the parameters of the game.
    pub params: Option<SearchParams>,
}

impl SearchRequest {
    /// A search on one thread for the best move, which repeats itself exactly where no clock is involved.
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
            level: Level::Search,
            seed: 1,
            variety: false,
            multipv: 1,
            threads: 1,
            overhead: Duration::ZERO,
            reserve: Duration::ZERO,
            exhaustive: false,
            params: None,
        }
    }

    /// The same for a search that ends after so many plies.
    pub const fn to_depth(depth: u32) -> Self {
        Self::new(Limits::to_depth(depth))
    }

    /// The same for a search that ends after so many positions.
    pub const fn to_nodes(nodes: u64) -> Self {
        Self::new(Limits::to_nodes(nodes))
    }
}
