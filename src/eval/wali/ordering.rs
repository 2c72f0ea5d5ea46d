//! Wali: captures come first, and those of the stones that matter most before the others.

use crate::eval::MoveOrdering;
use crate::game::Game;
use crate::games::wali::{CENTRE_COLUMNS, CENTRE_ROW, INNER_COLUMNS, INNER_ROWS, Lines, Phase, Rules, Wali, WaliMove};

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl<R: Rules> MoveOrdering for Wali<R> {
    fn for_each_forcing_move(&self, visit: impl FnMut(WaliMove)) {
        if self.phase() == Phase::Move {
            self.for_each_capture(visit);
        }
    }

    fn move_score(&self, m: WaliMove) -> i32 {
        match m {
            // Every capture takes one stone; rather one that stands well, and in a line about to be completed.
            WaliMove::Capture { taken, .. } => {
                let enemy = self.stones(self.to_move().opponent());
                let remaining = Lines::of(enemy & !taken.bit()).made_by_newcomer() & self.empty();
                let inwards = [(INNER_COLUMNS, 26), (CENTRE_COLUMNS, 13), (INNER_ROWS, 29), (CENTRE_ROW, 8)];
                66 + inwards.map(|(cells, worth)| worth * count(taken.bit() & cells)).iter().sum::<i32>()
                    - 10 * count(remaining)
            }
            _ => 0,
        }
    }
}
