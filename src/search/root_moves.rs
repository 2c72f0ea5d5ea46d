//! Root moves, and what the threads of a search tell each other about them, so that none repeats the work of another.

use super::value::{INFINITE, Value};
use crate::game::GameMove;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A candidate move and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    /// From the last search in which it was the best so far; other searches give only an upper bound.
    pub(super) value: Value,
    /// How deep that search was; 0 if there was none.
    pub(super) depth: u32,
    /// The principal variation, of which this move is the first.
    pub(super) pv: Vec<M>,
    pub(super) seldepth: usize,
}

impl<M> RootMove<M> {
    /// A move that has not been searched.
    pub(super) fn new(m: M) -> Self {
        Self { value: -INFINITE, depth: 0, pv: vec![m], seldepth: 0 }
    }

    /// A deeper search counts for more than a better value.
    fn merit(&self) -> (u32, Value) {
        (self.depth, self.value)
    }
}

/// What the threads of a search know of the root moves together.
pub(super) struct SharedRootMoves<M> {
    known: Mutex<Known<M>>,
}

struct Known<M> {
    /// The best move of the deepest search.
    best: Option<RootMove<M>>,
    /// The depth of the last search of every move, by its bits, and an upper bound of its value.
    upper_bounds: HashMap<u32, (u32, Value)>,
}

impl<M: GameMove> SharedRootMoves<M> {
    pub(super) fn new() -> Self {
        Self { known: Mutex::new(Known { best: None, upper_bounds: HashMap::new() }) }
    }

    fn lock(&self) -> MutexGuard<'_, Known<M>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes a new best move.
    pub(super) fn publish_best(&self, root_move: &RootMove<M>) {
        self.publish_upper_bound(root_move.pv[0], root_move.depth, root_move.value);
        let mut known = self.lock();
        if known.best.as_ref().is_none_or(|best| best.merit() < root_move.merit()) {
            known.best = Some(root_move.clone());
        }
    }

    /// Publishes that a search found a move to be worth no more than `bound`.
    pub(super) fn publish_upper_bound(&self, m: M, depth: u32, bound: Value) {
        self.lock().upper_bounds.insert(m.to_bits(), (depth, bound));
    }

    /// The best move that any thread has found, if it is better than another.
    pub(super) fn better_than(&self, other: &RootMove<M>) -> Option<RootMove<M>> {
        self.lock().best.as_ref().filter(|best| best.merit() > other.merit()).cloned()
    }

    /// The best move of an iteration that any thread has found, if it is worth more than `alpha`.
    pub(super) fn best_above(&self, alpha: Value, depth: u32) -> Option<RootMove<M>> {
        self.lock().best.as_ref().filter(|best| best.depth == depth && best.value > alpha).cloned()
    }

    /// Whether another thread has searched a move to just this depth and found it no better than `alpha`.
    pub(super) fn fails_low(&self, m: M, depth: u32, alpha: Value) -> bool {
        let known = self.lock();
        known.upper_bounds.get(&m.to_bits()).is_some_and(|&(searched, bound)| searched == depth && bound <= alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::differo::Differo;

    #[test]
    fn the_best_move_is_that_of_the_deepest_search() {
        let moves = Differo::start().legal_moves();
        let searched = |i: usize, depth, value| RootMove { value, depth, ..RootMove::new(moves[i]) };
        let shared = SharedRootMoves::new();
        shared.publish_best(&searched(0, 2, 30));
        shared.publish_best(&searched(1, 2, 20));
        assert_eq!(shared.best_above(10, 2).map(|best| best.pv), Some(vec![moves[0]]));
        assert!(shared.best_above(30, 2).is_none(), "not better than that");
        assert!(shared.best_above(10, 3).is_none(), "another iteration");
        shared.publish_best(&searched(2, 3, -50));
        assert_eq!(shared.better_than(&searched(1, 2, 20)).map(|best| best.pv), Some(vec![moves[2]]));
        assert!(shared.better_than(&searched(1, 3, -50)).is_none());
    }

    #[test]
    fn a_move_fails_low_by_a_search_just_as_deep() {
        let moves = Differo::start().legal_moves();
        let shared = SharedRootMoves::new();
        shared.publish_upper_bound(moves[0], 4, 10);
        assert!(shared.fails_low(moves[0], 4, 10));
        assert!(!shared.fails_low(moves[0], 4, 9), "it may be worth ten");
        assert!(!shared.fails_low(moves[0], 5, 10));
        assert!(!shared.fails_low(moves[1], 4, 10));
    }
}
