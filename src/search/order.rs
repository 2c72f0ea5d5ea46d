//! In which order moves are tried: the sooner the best one comes, the smaller the tree.

use super::value::MAX_PLY;
use crate::game::{GameMove, Player};
use std::cmp::Reverse;
use std::marker::PhantomData;

/// A move and how soon it is to be tried: larger is sooner.
#[derive(Clone, Copy)]
struct Ranked<M> {
    m: M,
    rank: i32,
    /// What it promises.
    promise: i32,
}

/// The best move of an earlier visit comes before everything.
const FROM_TABLE: i32 = i32::MAX;
/// And one that another thread is searching after everything; its rank is this and what its turn was.
const LAST: i32 = i32::MIN;
/// No other rank is as low as this.
const LAST_END: i32 = LAST + (1 << 20);
/// One point of what the evaluation promises, in points of history.
const PROMISE: i32 = 1024;
/// A move that refuted a sister position: after what promises much, before all other quiet moves.
const KILLER: i32 = 20_000;
/// History stays within this.
const HISTORY_LIMIT: i32 = 16_384;

/// The moves that are still to be tried at every node from the root to here, in one stack, so that nothing is allocated.
pub(super) struct MoveStack<M> {
    moves: Vec<Ranked<M>>,
}

impl<M: GameMove> MoveStack<M> {
    pub(super) fn new() -> Self {
        // Room for most lines of most games; should it not suffice it grows, once.
        Self { moves: Vec::with_capacity(1 << 15) }
    }

    /// Adds the moves that `generate` visits, ranked by what they promise; gives the place of the first.
    pub(super) fn push(&mut self, generate: impl FnOnce(&mut dyn FnMut(M, i32))) -> usize {
        let start = self.moves.len();
        generate(&mut |m, promise| self.moves.push(Ranked { m, rank: promise, promise }));
        start
    }

    /// Makes the move with these bits the first to be tried from `start` on; false if it is not there.
    pub(super) fn bring_forward(&mut self, start: usize, bits: u32) -> bool {
        let found = self.moves[start..].iter_mut().find(|ranked| ranked.m.to_bits() == bits);
        found.map(|ranked| ranked.rank = FROM_TABLE).is_some()
    }

    /// Has the moves from `start` on promise something better founded.
    pub(super) fn look_again(&mut self, start: usize, promise: impl Fn(M) -> i32) {
        for ranked in &mut self.moves[start..] {
            ranked.promise = promise(ranked.m);
        }
    }

    /// Ranks the moves from `start` on anew, by what they are and what they promise.
    pub(super) fn rank(&mut self, start: usize, rank: impl Fn(M, i32) -> i32) {
        for ranked in &mut self.moves[start..] {
            ranked.rank = rank(ranked.m, ranked.promise);
        }
    }

    /// Forgets the moves from `start` on that promise less than `least`; gives the most that one of them promised.
    pub(super) fn keep_promising(&mut self, start: usize, least: i32) -> Option<i32> {
        let mut broken = None;
        let mut kept = start;
        for place in start..self.moves.len() {
            let promise = self.moves[place].promise;
            if promise < least {
                broken = broken.max(Some(promise));
            } else {
                self.moves.swap(kept, place);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        broken
    }

    /// Forgets all moves from `start` on but the `count` best.
    pub(super) fn keep_best(&mut self, start: usize, count: usize) {
        let moves = &mut self.moves[start..];
        if moves.len() > count {
            moves.select_nth_unstable_by_key(count, |ranked| Reverse(ranked.rank));
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
        for i in 1..rest.len() {
            if rest[i].rank > rest[best].rank {
                best = i;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        Some(rest[0].m)
    }

    /// Puts a move whose turn it is behind all others; false if it was there before.
    pub(super) fn defer(&mut self, place: usize, turn: usize) -> bool {
        let rank = &mut self.moves[place].rank;
        let is_new = *rank >= LAST_END;
        if is_new {
            *rank = LAST + turn as i32;
        }
        is_new
    }

    /// After how many others a move would have been tried that was put behind them.
    pub(super) fn deferred_turn(&self, place: usize) -> Option<usize> {
        let rank = self.moves[place].rank;
        (rank < LAST_END).then(|| (rank - LAST) as usize)
    }

    /// Forgets all moves from `start` on.
    pub(super) fn truncate(&mut self, start: usize) {
        self.moves.truncate(start);
    }

    /// The moves in a range of places, in the order they were tried.
    pub(super) fn tried(&self, start: usize, end: usize) -> impl Iterator<Item = M> + '_ {
        self.moves[start..end].iter().map(|ranked| ranked.m)
    }
}

/// What the tree so far has taught about moves.
pub(super) struct Experience<M> {
    /// Two moves a ply that refuted another position there, as bits; 0 for none.
    killers: Vec<[u32; 2]>,
    /// For each player and slot, how often such moves were good.
    history: [Vec<i32>; 2],
    moves: PhantomData<M>,
}

impl<M: GameMove> Experience<M> {
    pub(super) fn new() -> Self {
        Self { killers: vec![[0; 2]; MAX_PLY + 1], history: [vec![0; M::SLOTS], vec![0; M::SLOTS]], moves: PhantomData }
    }

    /// The rank of a move at a ply of the tree.
    pub(super) fn rank(&self, player: Player, m: M, promise: i32, ply: usize) -> i32 {
        let killer = if self.killers[ply].contains(&m.to_bits()) { KILLER } else { 0 };
        let history = self.history[player.index()][m.slot()];
        promise * PROMISE + killer + history
    }

    /// Learns that `best` refuted a position searched `depth` deep, and that the moves tried before it did not.
    pub(super) fn learn(
        &mut self,
        player: Player,
        best: M,
        tried_before: impl Iterator<Item = M>,
        depth: u32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != best.to_bits() {
            *killers = [best.to_bits(), killers[0]];
        }
        let bonus = (depth * depth).min(1024) as i32;
        self.shift(player, best, bonus);
        for m in tried_before {
            self.shift(player, m, -bonus);
        }
    }

    /// Moves an entry towards the limit, the less the closer it is.
    fn shift(&mut self, player: Player, m: M, bonus: i32) {
        let entry = &mut self.history[player.index()][m.slot()];
        *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::differo::{Differo, DifferoMove};

    /// As many moves as there are promises.
    fn stack(promises: &[i32]) -> (MoveStack<DifferoMove>, Vec<DifferoMove>) {
        let moves = Differo::start().legal_moves();
        let mut stack = MoveStack::new();
        stack.push(|visit| moves.iter().zip(promises).for_each(|(&m, &promise)| visit(m, promise)));
        (stack, moves)
    }

    #[test]
    fn moves_that_promise_too_little_are_left_out() {
        let (mut stack, moves) = stack(&[5, -7, 3, 8, -2, 3]);
        assert_eq!(stack.keep_promising(1, 3), Some(-2), "the better of the two that are gone");
        let left = (0..).map_while(|next| stack.pick(next)).collect::<Vec<_>>();
        assert_eq!(left[..2], [moves[3], moves[0]]);
        assert_eq!(left.len(), 4);
        assert!(left.contains(&moves[2]) && left.contains(&moves[5]));
        assert_eq!(stack.keep_promising(0, 3), None, "nothing is left to leave out");
    }

    #[test]
    fn a_move_before_the_start_stays_whatever_it_promises() {
        let (mut stack, moves) = stack(&[-7, 1]);
        assert_eq!(stack.keep_promising(1, 3), Some(1));
        assert_eq!((stack.pick(0), stack.pick(1)), (Some(moves[0]), None));
    }
}
