//! How good a Wali position is.
//!
//! The weights are a logistic regression of game results on the terms, over positions of self-play, rounded.

mod weights;

use super::weights::Tunable;
use super::{Evaluate, Term};
use crate::game::{Game, Player};
use crate::games::wali::{
    CENTRE_COLUMNS, CENTRE_ROW, INNER_COLUMNS, INNER_ROWS, Lines, Phase, Rules, Wali, WaliMove, crowded, exact_threes,
    pairs_apart,
};
use weights::{CLASSIC, Drop, Places, Step, TOTAL, Weights};

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
    /// The weights that suit these rules, told apart by what makes captures worth something else.
    const WEIGHTS: &'static Weights = if R::THREES_PROTECT { &CLASSIC } else { &TOTAL };

    fn terms(&self, weights: &Weights, visit: impl FnMut(Term)) {
        match self.phase() {
            Phase::Drop => self.drop_terms(&weights.drop_stones, &weights.drop, visit),
            Phase::Move => self.step_terms(&weights.step_stones, &weights.step, visit),
        }
    }

    fn drop_terms(&self, stones: &Places, drop: &Drop, mut visit: impl FnMut(Term)) {
        let cells = |player| count(self.droppable(player));
        visit(Term::for_both("stones", |player| stones.value(self.stones(player))));
        visit(Term::for_both("stones in hand", |player| {
            i32::from(self.hand(player)).min(cells(player)) * drop.stone_in_hand
        }));
        visit(Term::for_both("cells to drop on", |player| cells(player) * drop.cell));
        visit(Term::for_both("open threes", |player| {
            let open = Lines::of(self.stones(player)).made_by_newcomer() & self.empty();
            count(open) * drop.open_three
        }));
        visit(Term::for_both("the move", |player| if player == self.to_move() { drop.tempo } else { 0 }));
    }

    fn step_terms(&self, stones: &Places, step: &Step, mut visit: impl FnMut(Term)) {
        let ready = Player::BOTH.map(|player| self.steps(player).map(|way| count(way.capturing)).sum::<i32>());
        visit(Term::for_both("stones", |player| stones.value(self.stones(player))));
        visit(Term::for_both("captures ready", |player| {
            let ready = ready[player.index()];
            let due = player == self.to_move() && ready > 0;
            ready * step.capture_ready + if due { step.capture_due } else { 0 }
        }));
        visit(Term::for_both("meeting places", |player| {
            let (two, three) = crowded(self.stones(player));
            count(two & self.empty()) * step.meeting_place + count(three & self.empty()) * step.busy_meeting_place
        }));
        visit(Term::for_both("stones apart", |player| pairs_apart(self.stones(player)) as i32 * step.apart));
        visit(Term::for_both("stones in threes", |player| count(exact_threes(self.stones(player))) * step.in_three));
        visit(Term::for_both("the move", |player| if player == self.to_move() { step.tempo } else { 0 }));
    }
}

impl<R: Rules> Evaluate for Wali<R> {
    const QUIET_SWING: i32 = 60;

    fn for_each_term(&self, visit: impl FnMut(Term)) {
        self.terms(Self::WEIGHTS, visit);
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
                Self::WEIGHTS.step_stones.value(taken.bit()) - 10 * count(remaining)
            }
            _ => 0,
        }
    }
}

impl<R: Rules> Tunable for Wali<R> {
    const CONSTANT: &'static str = if R::THREES_PROTECT { "CLASSIC" } else { "TOTAL" };

    fn weights() -> Vec<(&'static str, i32)> {
        Self::WEIGHTS.list()
    }

    fn slopes(&self) -> Vec<f64> {
        let slope = |index| {
            let mut balance = 0;
            self.terms(&Weights::unit(index), |term| balance += term.p1 - term.p2);
            f64::from(balance)
        };
        (0..Weights::COUNT).map(slope).collect()
    }
}
