//! The moves still to be searched at every node of the line, best first: the sooner the best one comes, the smaller the tree.

use crate::game::GameMove;
use std::cmp::Reverse;

/// A move and its place in the order: moves of larger rank are searched first.
#[derive(Clone, Copy)]
struct Ranked<M> {
    m: M,
    rank: i32,
    /// What the game thinks of it, or the evaluation of the child once that is known.
    score: i32,
}

/// The move from the transposition table comes before all others.
const TT_MOVE: i32 = i32::MAX;
/// A move that another thread is searching comes after all others; its rank is this plus its index in the order.
const DEFERRED: i32 = i32::MIN;
/// No other rank is as low as this.
const DEFERRED_END: i32 = DEFERRED + (1 << 20);

/// The moves of every node from the root to here in one stack, so that nothing is allocated.
pub(super) struct MoveStack<M> {
    moves: Vec<Ranked<M>>,
}

impl<M: GameMove> MoveStack<M> {
    pub(super) fn new() -> Self {
        // Room for most lines of most games; should it not suffice it grows, once.
        Self { moves: Vec::with_capacity(1 << 15) }
    }

    /// Adds a move, ranked by its score.
    pub(super) fn push(&mut self, m: M, score: i32) {
        self.moves.push(Ranked { m, rank: score, score });
    }

    /// Adds a move of this rank to those from `start` on, of which only the best matter. Gives the least rank that another
    /// one needs to be among the `count` best.
    pub(super) fn push_best(&mut self, start: usize, count: usize, m: M, rank: i32, least: i32) -> i32 {
        if rank < least {
            return least;
        }
        self.moves.push(Ranked { m, rank, score: 0 });
        // Selected once in a while, as that takes a time that grows with the moves that are there.
        if self.moves.len() - start < 2 * count {
            return least;
        }
        self.keep_best(start, count);
        self.moves[start..].last().map_or(least, |worst| worst.rank + 1)
    }

    /// Adds a move that comes before all others.
    pub(super) fn push_first(&mut self, m: M) {
        self.moves.push(Ranked { m, rank: TT_MOVE, score: 0 });
    }

    /// Removes the moves from `rest` on that are among those from `start` to there already.
    pub(super) fn remove_known(&mut self, start: usize, rest: usize) {
        let (known, found) = (start..rest, rest..self.moves.len());
        for place in found.rev() {
            let m = self.moves[place].m;
            if self.moves[known.clone()].iter().any(|ranked| ranked.m == m) {
                self.moves.swap_remove(place);
            }
        }
    }

    /// Makes the move with these bits the first from `start` on; false if it is not there, or if there are none.
    pub(super) fn put_first(&mut self, start: usize, bits: u32) -> bool {
        if bits == 0 {
            return false;
        }
        let found = self.moves[start..].iter_mut().find(|ranked| ranked.m.to_bits() == bits);
        found.map(|ranked| ranked.rank = TT_MOVE).is_some()
    }

    /// Scores the moves from `start` on anew.
    pub(super) fn rescore(&mut self, start: usize, score: impl Fn(M) -> i32) {
        for ranked in &mut self.moves[start..] {
            ranked.score = score(ranked.m);
        }
    }

    /// Ranks the moves from `start` on by move and score.
    pub(super) fn rank(&mut self, start: usize, rank: impl Fn(M, i32) -> i32) {
        for ranked in &mut self.moves[start..] {
            ranked.rank = rank(ranked.m, ranked.score);
        }
    }

    /// Adds to the ranks of the moves from `start` on.
    pub(super) fn raise(&mut self, start: usize, bonus: impl Fn(M) -> i32) {
        for ranked in &mut self.moves[start..] {
            ranked.rank += bonus(ranked.m);
        }
    }

    /// Removes the moves from `start` on with a score below `least`; gives the best score removed.
    pub(super) fn prune_below(&mut self, start: usize, least: i32) -> Option<i32> {
        let mut pruned = None;
        let mut kept = start;
        for place in start..self.moves.len() {
            let score = self.moves[place].score;
            if score < least {
                pruned = pruned.max(Some(score));
            } else {
                self.moves.swap(kept, place);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        pruned
    }

    /// Removes all moves from `start` on but the `count` best, at least one; if any are removed, the worst that is left comes last.
    pub(super) fn keep_best(&mut self, start: usize, count: usize) {
        let moves = &mut self.moves[start..];
        if moves.len() > count {
            moves.select_nth_unstable_by_key(count - 1, |ranked| Reverse(ranked.rank));
            self.moves.truncate(start + count);
        }
    }

    /// How many moves are on the stack.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Moves the best move from `next` on to `next` and gives it, or `None` if no move is left.
    pub(super) fn pick(&mut self, next: usize) -> Option<M> {
        let rest = &mut self.moves[next..];
        let mut best = 0;
        let mut rank = rest.first()?.rank;
        for (i, ranked) in rest.iter().enumerate() {
            if ranked.rank > rank {
                (best, rank) = (i, ranked.rank);
            }
        }
        rest.swap(0, best);
        Some(rest[0].m)
    }

    /// Puts a move behind all others, and remembers its index in the order; false if it was deferred before.
    pub(super) fn defer(&mut self, place: usize, index: usize) -> bool {
        let rank = &mut self.moves[place].rank;
        let is_new = *rank >= DEFERRED_END;
        if is_new {
            *rank = DEFERRED + index as i32;
        }
        is_new
    }

    /// Removes the moves from `start` on that were not deferred.
    pub(super) fn keep_deferred(&mut self, start: usize) {
        let mut kept = start;
        for place in start..self.moves.len() {
            if self.deferred_index(place).is_some() {
                self.moves.swap(kept, place);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// The index that a deferred move had in the order.
    pub(super) fn deferred_index(&self, place: usize) -> Option<usize> {
        let rank = self.moves[place].rank;
        (rank < DEFERRED_END).then(|| (rank - DEFERRED) as usize)
    }

    /// Removes all moves from `start` on.
    pub(super) fn truncate(&mut self, start: usize) {
        self.moves.truncate(start);
    }

    /// The moves in a range of places, in the order they were searched.
    pub(super) fn searched(&self, start: usize, end: usize) -> impl Iterator<Item = M> + '_ {
        self.moves[start..end].iter().map(|ranked| ranked.m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::differo::{Differo, DifferoMove};

    /// As many moves as there are scores.
    fn stack(scores: &[i32]) -> (MoveStack<DifferoMove>, Vec<DifferoMove>) {
        let moves = Differo::start().legal_moves();
        let mut stack = MoveStack::new();
        moves.iter().zip(scores).for_each(|(&m, &score)| stack.push(m, score));
        (stack, moves)
    }

    #[test]
    fn moves_with_a_low_score_are_pruned() {
        let (mut stack, moves) = stack(&[5, -7, 3, 8, -2, 3]);
        assert_eq!(stack.prune_below(1, 3), Some(-2), "the better of the two that are gone");
        let left = (0..).map_while(|next| stack.pick(next)).collect::<Vec<_>>();
        assert_eq!(left[..2], [moves[3], moves[0]]);
        assert_eq!(left.len(), 4);
        assert!(left.contains(&moves[2]) && left.contains(&moves[5]));
        assert_eq!(stack.prune_below(0, 3), None, "nothing is left to prune");
    }

    #[test]
    fn a_move_that_was_searched_first_does_not_come_again() {
        let (mut stack, moves) = stack(&[4, 9]);
        stack.push_first(moves[2]);
        stack.push_first(moves[3]);
        for (&m, score) in moves[1..5].iter().zip([1, 8, 2, 3]) {
            stack.push(m, score);
        }
        stack.remove_known(2, 4);
        let left: Vec<_> = (2..).map_while(|next| stack.pick(next)).collect();
        assert_eq!(left, [moves[2], moves[3], moves[4], moves[1]], "those below are another node's");
        assert_eq!(stack.len(), 6);
    }

    #[test]
    fn moves_that_were_deferred_outlive_late_move_pruning() {
        let (mut stack, moves) = stack(&[9, 1, 8, 7, 2]);
        assert_eq!(stack.pick(0), Some(moves[0]));
        assert!(stack.defer(0, 0));
        assert_eq!(stack.pick(0), Some(moves[2]));
        stack.keep_deferred(1);
        assert_eq!((stack.pick(1), stack.len()), (Some(moves[0]), 2));
        assert_eq!(stack.deferred_index(1), Some(0));
    }

    #[test]
    fn a_move_before_the_start_stays_whatever_its_score() {
        let (mut stack, moves) = stack(&[-7, 1]);
        assert_eq!(stack.prune_below(1, 3), Some(1));
        assert_eq!((stack.pick(0), stack.pick(1)), (Some(moves[0]), None));
    }
}
