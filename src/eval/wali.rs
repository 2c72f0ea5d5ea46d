//! How good a Wali position is.

use super::{Evaluate, Term};
use crate::game::{Game, Player};
use crate::games::wali::{Lines, Phase, Rules, Wali, WaliMove, exact_threes};

/// A stone: what the game is about.
const STONE: i32 = 100;
/// A stone in hand for which there is a cell: as good as on the board, a little less because the cell may go.
const STONE_IN_HAND: i32 = 90;
/// A stone more counts for more when few are left: this much is shared out by the stones of the other side.
const SCARCITY: i32 = 240;
/// A step that would capture: the opponent can stop one, hardly two.
const CAPTURE_READY: i32 = 22;
/// A step: who runs out of them loses, and is pushed around long before.
const STEP: i32 = 3;
/// A stone that cannot be taken because it stands in an exact three.
const SAFE_STONE: i32 = 6;
/// An empty cell that waits for a third stone: tomorrow's capture.
const OPEN_THREE: i32 = 5;
/// A cell that only the other side is barred from: room for a drop, and later a hole to step into.
const DROP_CELL: i32 = 4;
/// Having the move.
const TEMPO: i32 = 8;

impl<R: Rules> Wali<R> {
    fn stones_value(&self, player: Player) -> i32 {
        let stones = self.count(player) as i32;
        let in_hand = u32::from(self.hand(player)).min(self.droppable(player).count_ones()) as i32;
        stones * STONE + in_hand * STONE_IN_HAND
    }

    fn scarcity(&self, player: Player) -> i32 {
        let of_the_other = self.count(player.opponent()).max(1) as i32;
        SCARCITY / of_the_other
    }
}

impl<R: Rules> Evaluate for Wali<R> {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        visit(Term::for_both("stones", |player| self.stones_value(player)));
        visit(Term::for_both("open threes", |player| {
            let cells = Lines::of(self.stones(player)).made_by_newcomer() & self.empty();
            cells.count_ones() as i32 * OPEN_THREE
        }));
        match self.phase() {
            Phase::Drop => {
                visit(Term::for_both("room to drop", |player| self.droppable(player).count_ones() as i32 * DROP_CELL));
            }
            Phase::Move => {
                visit(Term::for_both("scarcity", |player| self.scarcity(player)));
                let (mut ready, mut steps) = ([0; 2], [0; 2]);
                for player in Player::BOTH {
                    for way in self.steps(player) {
                        ready[player.index()] += way.capturing.count_ones() as i32;
                        steps[player.index()] += (way.capturing | way.quiet).count_ones() as i32;
                    }
                }
                visit(Term::for_both("captures ready", |player| ready[player.index()] * CAPTURE_READY));
                visit(Term::for_both("steps", |player| steps[player.index()] * STEP));
                if R::THREES_PROTECT {
                    visit(Term::for_both("safe stones", |player| {
                        exact_threes(self.stones(player)).count_ones() as i32 * SAFE_STONE
                    }));
                }
            }
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
            // Take first what would capture next: a stone that is part of a line about to be completed.
            WaliMove::Capture { taken, .. } => {
                let enemy = self.stones(self.to_move().opponent());
                let remaining = Lines::of(enemy & !taken.bit()).made_by_newcomer() & self.empty();
                STONE - remaining.count_ones() as i32
            }
            _ => 0,
        }
    }
}
