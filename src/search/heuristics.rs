//! Killer moves and the history heuristic: moves that were good elsewhere in the tree are tried first.

use super::value::MAX_PLY;
use crate::eval::rank;
use crate::game::{ByPlayer, GameMove, Player};
use std::marker::PhantomData;

/// A killer comes after moves of high score and before all other quiet moves.
const KILLER: i32 = 20_000;
/// History stays within this.
pub(super) const HISTORY_LIMIT: i32 = 16_384;

/// The killer and history heuristics: which moves were good elsewhere in the tree.
pub(super) struct Heuristics<M> {
    /// Two moves a ply that failed high in a sibling position, as bits; 0 for none.
    killers: Vec<[u32; 2]>,
    /// For each player and slot, how often such moves were good.
    history: ByPlayer<Vec<i32>>,
    moves: PhantomData<M>,
}

impl<M: GameMove> Heuristics<M> {
    pub(super) fn new() -> Self {
        Self { killers: vec![[0; 2]; MAX_PLY + 1], history: ByPlayer::new(|_| vec![0; M::SLOTS]), moves: PhantomData }
    }

    /// The killers of a ply, as bits; 0 for none.
    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// What was learnt of the moves of a player, by slot.
    pub(super) fn history(&self, player: Player) -> &[i32] {
        &self.history[player]
    }

    /// What a killer of a ply is ranked higher than its score and history alone would have it.
    pub(super) fn killer_bonus(&self, ply: usize, m: M) -> i32 {
        if self.killers[ply].contains(&m.to_bits()) { KILLER } else { 0 }
    }

    /// What gives the rank of a move with this score at a ply of the tree.
    pub(super) fn ranking(&self, player: Player, ply: usize) -> impl Fn(M, i32) -> i32 + '_ {
        let (killers, history) = (self.killers[ply], self.history[player].as_slice());
        move |m, score| {
            let killer = if killers.contains(&m.to_bits()) { KILLER } else { 0 };
            rank(score, history[m.slot()]) + killer
        }
    }

    /// `best` failed high in a position searched `depth` deep, and the moves searched before it did not.
    pub(super) fn update(
        &mut self,
        player: Player,
        best: M,
        searched_before: impl Iterator<Item = M>,
        depth: u32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != best.to_bits() {
            *killers = [best.to_bits(), killers[0]];
        }
        let bonus = (depth * depth).min(1024) as i32;
        self.adjust(player, best, bonus);
        for m in searched_before {
            self.adjust(player, m, -bonus);
        }
    }

    /// History gravity: an entry moves towards the limit, the less the closer it is.
    fn adjust(&mut self, player: Player, m: M, bonus: i32) {
        let entry = &mut self.history[player][m.slot()];
        *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
    }
}
