//! Differo: moves into the goal come first, then moves towards it.

use crate::eval::MoveOrdering;
use crate::game::{Game, Player};
use crate::games::differo::{Differo, DifferoMove};

/// More than any number of rows.
const GOAL: i32 = 100;

impl MoveOrdering for Differo {
    fn for_each_forcing_move(&self, visit: impl FnMut(DifferoMove)) {
        self.for_each_goal_move(visit);
    }

    fn move_score(&self, m: DifferoMove) -> i32 {
        let up = i32::from(m.to.row()) - i32::from(m.from.row());
        let forward = if self.to_move() == Player::P1 { up } else { -up };
        if matches!(m.to.row(), 0 | 8) { GOAL } else { forward }
    }
}
