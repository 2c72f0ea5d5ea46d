//! `WaldMeister`: moves that gain points come first, then moves that put trees beside their like.

use super::outlook::for_each_move_and_gain;
use crate::eval::MoveOrdering;
use crate::games::waldmeister::{Board, Growth, WaldMeister, WaldMeisterMove};

/// What a point gained counts for, in neighbours gained.
const POINT: i32 = 4;

impl<B: Board> MoveOrdering for WaldMeister<B> {
    fn for_each_forcing_move(&self, _visit: impl FnMut(WaldMeisterMove<B>)) {
        // Every move changes the balance, and what the best one gains is part of the evaluation.
    }

    fn for_each_scored_move(&self, mut visit: impl FnMut(WaldMeisterMove<B>, i32)) {
        let mut growth = Growth::default();
        for_each_move_and_gain(self, |m, balance, company| {
            if growth.is_new(self, m) {
                visit(m, POINT * balance + company);
            }
        });
    }
}
