//! What the threads of a search have found out about the moves at the root, so that none repeats what another has done.

use super::value::{INFINITE, Value};
use crate::game::GameMove;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A candidate move and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    /// From the last search that established it; moves that only proved not to be better have no value of their own.
    pub(super) value: Value,
    /// How deep that search was; 0 if there was none.
    pub(super) depth: u32,
    /// The move, and what follows.
    pub(super) line: Vec<M>,
    pub(super) deepest: usize,
}

impl<M> RootMove<M> {
    /// A move that has not been searched.
    pub(super) fn new(m: M) -> Self {
        Self { value: -INFINITE, depth: 0, line: vec![m], deepest: 0 }
    }

    /// The greater the better: a deeper search knows more.
    fn merit(&self) -> (u32, Value) {
        (self.depth, self.value)
    }
}

/// Shared by the threads of a search.
pub(super) struct Findings<M> {
    found: Mutex<Found<M>>,
}

struct Found<M> {
    /// The best move of the deepest search.
    best: Option<RootMove<M>>,
    /// Of every move, by its bits, the last search: its depth, and what the move is worth at most.
    limits: HashMap<u32, (u32, Value)>,
}

impl<M: GameMove> Findings<M> {
    pub(super) fn new() -> Self {
        Self { found: Mutex::new(Found { best: None, limits: HashMap::new() }) }
    }

    fn lock(&self) -> MutexGuard<'_, Found<M>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes known that a move was found to be the best so far.
    pub(super) fn establish(&self, root_move: &RootMove<M>) {
        self.limit(root_move.line[0], root_move.depth, root_move.value);
        let mut found = self.lock();
        if found.best.as_ref().is_none_or(|best| best.merit() < root_move.merit()) {
            found.best = Some(root_move.clone());
        }
    }

    /// Makes known that a search found a move to be worth no more than `limit`.
    pub(super) fn limit(&self, m: M, depth: u32, limit: Value) {
        self.lock().limits.insert(m.to_bits(), (depth, limit));
    }

    /// The best move that any thread has found, if it is better than another.
    pub(super) fn better_than(&self, other: &RootMove<M>) -> Option<RootMove<M>> {
        self.lock().best.as_ref().filter(|best| best.merit() > other.merit()).cloned()
    }

    /// The best move of an iteration that any thread has found, if it is worth more than `alpha`.
    pub(super) fn best_above(&self, alpha: Value, depth: u32) -> Option<RootMove<M>> {
        self.lock().best.as_ref().filter(|best| best.depth == depth && best.value > alpha).cloned()
    }

    /// Whether a search of just this depth found that a move is not worth more than `alpha`.
    pub(super) fn rules_out(&self, m: M, depth: u32, alpha: Value) -> bool {
        self.lock().limits.get(&m.to_bits()).is_some_and(|&(searched, limit)| searched == depth && limit <= alpha)
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
        let findings = Findings::new();
        findings.establish(&searched(0, 2, 30));
        findings.establish(&searched(1, 2, 20));
        assert_eq!(findings.best_above(10, 2).map(|best| best.line), Some(vec![moves[0]]));
        assert!(findings.best_above(30, 2).is_none(), "not better than that");
        assert!(findings.best_above(10, 3).is_none(), "another iteration");
        findings.establish(&searched(2, 3, -50));
        assert_eq!(findings.better_than(&searched(1, 2, 20)).map(|best| best.line), Some(vec![moves[2]]));
        assert!(findings.better_than(&searched(1, 3, -50)).is_none());
    }

    #[test]
    fn a_move_is_ruled_out_by_a_search_just_as_deep() {
        let moves = Differo::start().legal_moves();
        let findings = Findings::new();
        findings.limit(moves[0], 4, 10);
        assert!(findings.rules_out(moves[0], 4, 10));
        assert!(!findings.rules_out(moves[0], 4, 9), "it may be worth ten");
        assert!(!findings.rules_out(moves[0], 5, 10));
        assert!(!findings.rules_out(moves[1], 4, 10));
    }
}
