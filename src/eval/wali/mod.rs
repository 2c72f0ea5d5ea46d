//! How good a Wali position is.
//!
//! The weights are a logistic regression of game results on the terms, over positions of self-play, rounded.

use super::{Evaluate, Term};
use crate::game::{Game, Player};
use crate::games::wali::{
    CENTRE_COLUMNS, CENTRE_ROW, INNER_COLUMNS, INNER_ROWS, Lines, Phase, Rules, Wali, WaliMove, crowded, exact_threes,
    pairs_apart,
};

/// What a stone is worth, by where it stands: on the rim it has fewer ways to step and fewer lines to stand in.
struct Places {
    anywhere: i32,
    inner_column: i32,
    centre_column: i32,
    inner_row: i32,
    centre_row: i32,
}

/// Weights of the drop phase. Everything is worth less here, as there is so much time to change it.
mod drop {
    use super::Places;

    pub(super) const STONES: Places =
        Places { anywhere: 37, inner_column: 13, centre_column: -3, inner_row: 12, centre_row: -4 };
    /// A stone in hand for which there is a cell.
    pub(super) const STONE_IN_HAND: i32 = 8;
    /// A cell to drop on: who has more of them places the last stones.
    pub(super) const CELL: i32 = 13;
    /// An empty cell that waits for a third stone.
    pub(super) const OPEN_THREE: i32 = 12;
    /// Having the move.
    pub(super) const TEMPO: i32 = 17;
}

/// Weights of the move phase.
mod step {
    use super::Places;

    pub(super) const STONES: Places =
        Places { anywhere: 58, inner_column: 28, centre_column: 12, inner_row: 24, centre_row: 10 };
    /// A step that captures right now: the opponent can stop one, hardly two.
    pub(super) const CAPTURE_READY: i32 = 28;
    /// Being to move when there is such a step.
    pub(super) const CAPTURE_DUE: i32 = 20;
    /// An empty cell with two stones next to it: they can take turns in stepping there.
    pub(super) const MEETING_PLACE: i32 = 6;
    /// The same with three or four.
    pub(super) const BUSY_MEETING_PLACE: i32 = 22;
    /// Two stones in line with a cell between them: a third there is in their way more often than it makes a three.
    pub(super) const APART: i32 = -10;
    /// A stone in an exact three: it need only step out and in again, and may be safe from capture.
    pub(super) const IN_THREE: i32 = 4;
    /// Having the move.
    pub(super) const TEMPO: i32 = 8;
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl Places {
    fn value(&self, stones: u64) -> i32 {
        count(stones) * self.anywhere
            + count(stones & INNER_COLUMNS) * self.inner_column
            + count(stones & CENTRE_COLUMNS) * self.centre_column
            + count(stones & INNER_ROWS) * self.inner_row
            + count(stones & CENTRE_ROW) * self.centre_row
    }
}

impl<R: Rules> Wali<R> {
    fn drop_terms(&self, mut visit: impl FnMut(Term)) {
        let cells = |player| count(self.droppable(player));
        visit(Term::for_both("stones", |player| drop::STONES.value(self.stones(player))));
        visit(Term::for_both("stones in hand", |player| {
            i32::from(self.hand(player)).min(cells(player)) * drop::STONE_IN_HAND
        }));
        visit(Term::for_both("cells to drop on", |player| cells(player) * drop::CELL));
        visit(Term::for_both("open threes", |player| {
            let open = Lines::of(self.stones(player)).made_by_newcomer() & self.empty();
            count(open) * drop::OPEN_THREE
        }));
        visit(Term::for_both("the move", |player| if player == self.to_move() { drop::TEMPO } else { 0 }));
    }

    fn step_terms(&self, mut visit: impl FnMut(Term)) {
        let ready = Player::BOTH.map(|player| self.steps(player).map(|way| count(way.capturing)).sum::<i32>());
        visit(Term::for_both("stones", |player| step::STONES.value(self.stones(player))));
        visit(Term::for_both("captures ready", |player| {
            let ready = ready[player.index()];
            let due = player == self.to_move() && ready > 0;
            ready * step::CAPTURE_READY + if due { step::CAPTURE_DUE } else { 0 }
        }));
        visit(Term::for_both("meeting places", |player| {
            let (two, three) = crowded(self.stones(player));
            count(two & self.empty()) * step::MEETING_PLACE + count(three & self.empty()) * step::BUSY_MEETING_PLACE
        }));
        visit(Term::for_both("stones apart", |player| pairs_apart(self.stones(player)) as i32 * step::APART));
        visit(Term::for_both("stones in threes", |player| count(exact_threes(self.stones(player))) * step::IN_THREE));
        visit(Term::for_both("the move", |player| if player == self.to_move() { step::TEMPO } else { 0 }));
    }
}

impl<R: Rules> Evaluate for Wali<R> {
    const QUIET_SWING: i32 = 60;

    fn for_each_term(&self, visit: impl FnMut(Term)) {
        match self.phase() {
            Phase::Drop => self.drop_terms(visit),
            Phase::Move => self.step_terms(visit),
        }
    }

    fn for_each_forcing(&self, visit: impl FnMut(WaliMove)) {
        if self.phase() == Phase::Move {
            self.for_each_capture(visit);
        }
    }

    fn promise(&self, m: WaliMove) -> i32 {
        match m {
            // Every capture takes one stone; rather one that stands well, and in a line about to be completed.
            WaliMove::Capture { taken, .. } => {
                let enemy = self.stones(self.to_move().opponent());
                let remaining = Lines::of(enemy & !taken.bit()).made_by_newcomer() & self.empty();
                step::STONES.value(taken.bit()) - 10 * count(remaining)
            }
            _ => 0,
        }
    }
}
