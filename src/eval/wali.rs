//! How good a Wali position is.
//!
//! The weights are a logistic regression of game results on the terms, over positions of self-play.

use super::{Evaluate, Term};
use crate::game::{Game, Player};
use crate::games::wali::{EDGES, Lines, Phase, Rules, Wali, WaliMove, exact_threes};

/// Having the move.
const TEMPO: i32 = 10;

/// Weights of the drop phase. Everything is worth less here, as there is so much time to change it.
mod drop {
    /// A stone on the board.
    pub(super) const STONE: i32 = 70;
    /// A stone in hand for which there is a cell.
    pub(super) const STONE_IN_HAND: i32 = 15;
    /// A cell to drop on: who has more of them places the last stones.
    pub(super) const CELL: i32 = 13;
    /// A side of a stone where the board ends: nothing can ever come from there.
    pub(super) const EDGE: i32 = -13;
    /// An empty cell that waits for a third stone.
    pub(super) const OPEN_THREE: i32 = 5;
}

/// Weights of the move phase.
mod step {
    /// A stone: what the game is about.
    pub(super) const STONE: i32 = 100;
    /// A side of a stone where the board ends: one way less to step, one line less to stand in.
    pub(super) const EDGE: i32 = -26;
    /// An empty cell that waits for a third stone: tomorrow's capture.
    pub(super) const OPEN_THREE: i32 = 9;
    /// A step that captures right now: the opponent can stop one, hardly two.
    pub(super) const CAPTURE_READY: i32 = 33;
    /// A stone in an exact three: it need only step out and in again, and may be safe from capture.
    pub(super) const IN_THREE: i32 = 6;
    /// A step. Who runs out of them loses, but long before that they say little that stones and edges do not.
    pub(super) const STEP: i32 = 1;
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl<R: Rules> Wali<R> {
    fn edge_sides(&self, player: Player) -> i32 {
        EDGES.iter().map(|edge| count(self.stones(player) & edge)).sum()
    }

    fn open_threes(&self, player: Player) -> i32 {
        count(Lines::of(self.stones(player)).made_by_newcomer() & self.empty())
    }

    fn drop_terms(&self, mut visit: impl FnMut(Term)) {
        use drop::{CELL, EDGE, OPEN_THREE, STONE, STONE_IN_HAND};
        let cells = |player| count(self.droppable(player));
        visit(Term::for_both("stones", |player| count(self.stones(player)) * STONE));
        visit(Term::for_both("stones in hand", |player| {
            i32::from(self.hand(player)).min(cells(player)) * STONE_IN_HAND
        }));
        visit(Term::for_both("cells to drop on", |player| cells(player) * CELL));
        visit(Term::for_both("edges", |player| self.edge_sides(player) * EDGE));
        visit(Term::for_both("open threes", |player| self.open_threes(player) * OPEN_THREE));
    }

    fn step_terms(&self, mut visit: impl FnMut(Term)) {
        use step::{CAPTURE_READY, EDGE, IN_THREE, OPEN_THREE, STEP, STONE};
        let (mut captures, mut steps) = ([0; 2], [0; 2]);
        for player in Player::BOTH {
            for way in self.steps(player) {
                captures[player.index()] += count(way.capturing);
                steps[player.index()] += count(way.capturing | way.quiet);
            }
        }
        visit(Term::for_both("stones", |player| count(self.stones(player)) * STONE));
        visit(Term::for_both("edges", |player| self.edge_sides(player) * EDGE));
        visit(Term::for_both("open threes", |player| self.open_threes(player) * OPEN_THREE));
        visit(Term::for_both("captures ready", |player| captures[player.index()] * CAPTURE_READY));
        visit(Term::for_both("stones in threes", |player| count(exact_threes(self.stones(player))) * IN_THREE));
        visit(Term::for_both("steps", |player| steps[player.index()] * STEP));
    }
}

impl<R: Rules> Evaluate for Wali<R> {
    const QUIET_SWING: i32 = 70;

    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        match self.phase() {
            Phase::Drop => self.drop_terms(&mut visit),
            Phase::Move => self.step_terms(&mut visit),
        }
        visit(Term::for_both("the move", |player| if player == self.to_move() { TEMPO } else { 0 }));
    }

    fn for_each_forcing(&self, visit: impl FnMut(WaliMove)) {
        if self.phase() == Phase::Move {
            self.for_each_capture(visit);
        }
    }

    fn promise(&self, m: WaliMove) -> i32 {
        match m {
            // Every capture takes one stone; take one that leaves the fewest threes to complete.
            WaliMove::Capture { taken, .. } => {
                let enemy = self.stones(self.to_move().opponent());
                let remaining = Lines::of(enemy & !taken.bit()).made_by_newcomer() & self.empty();
                step::STONE - count(remaining)
            }
            _ => 0,
        }
    }
}
