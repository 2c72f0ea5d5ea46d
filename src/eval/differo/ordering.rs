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

    // A move that leaves the opponent a way into the goal loses as fast as can be: under threat only the others are searched.
    fn for_each_scored_move(&self, mut visit: impl FnMut(DifferoMove, i32)) {
        let threatened = self.goal_lines(self.to_move().opponent()) != 0;
        let (mut first, mut saved) = (None, false);
        self.for_each_distinct_move(|m| {
            first.get_or_insert(m);
            if !threatened || self.parries(m) {
                saved = true;
                visit(m, self.move_score(m));
            }
        });
        if let Some(m) = first.filter(|_| !saved) {
            visit(m, self.move_score(m));
        }
    }

    fn move_score(&self, m: DifferoMove) -> i32 {
        let up = i32::from(m.to.row()) - i32::from(m.from.row());
        let forward = if self.to_move() == Player::P1 { up } else { -up };
        if matches!(m.to.row(), 0 | 8) { GOAL } else { forward }
    }
}
