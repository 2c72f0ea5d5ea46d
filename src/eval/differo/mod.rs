//! How good a Differo position is: a table says what each line has been worth in games of tern against itself.
//!
//! All that a line is good for depends on nothing but the pieces on it and on whose move it is, so that a position costs one
//! look into the table for each of its lines, however much the table has learnt.

mod entries;

use super::{Evaluate, Tabular, Term};
use crate::game::{Game, Player};
use crate::games::differo::{Differo, DifferoMove, LINES, STATES, State};
use entries::twin;

/// Every state of a line with White to move, then with Black to move.
const ENTRIES: usize = 2 * STATES;

/// Signed words of two bytes, the lower first. Written by `tern tune`.
static WEIGHTS: &[u8; 2 * ENTRIES] = include_bytes!("lines.weights");

/// The same by player and state. There is room for every number a state could have, so that none has to be checked.
static WORTH: [[i16; 1 << State::BITS]; 2] = {
    let mut worth = [[0; 1 << State::BITS]; 2];
    let mut entry = 0;
    while entry < ENTRIES {
        worth[entry / STATES][entry % STATES] = i16::from_le_bytes([WEIGHTS[2 * entry], WEIGHTS[2 * entry + 1]]);
        entry += 1;
    }
    worth
};

/// Lines of an axis.
const OF_AN_AXIS: usize = LINES / 3;

impl Differo {
    /// What some lines are worth to the player to move.
    fn worth(&self, lines: &[State]) -> i32 {
        let worth = &WORTH[self.to_move().index()];
        lines.iter().map(|&state| i32::from(worth[usize::from(state)])).sum()
    }
}

impl Evaluate for Differo {
    const QUIET_SWING: i32 = 60;

    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let names = ["rows", "lines up left", "lines up right"];
        for (name, lines) in names.into_iter().zip(self.states().chunks(OF_AN_AXIS)) {
            // Nothing is either player's alone here: all of it is what the player to move makes of the board.
            visit(Term::for_both(name, |player| if player == self.to_move() { self.worth(lines) } else { 0 }));
        }
    }

    fn for_each_forcing(&self, visit: impl FnMut(DifferoMove)) {
        self.for_each_goal_move(visit);
    }

    fn in_danger(&self) -> bool {
        self.moves_by_line(self.to_move().opponent()).any(|(_, moves)| moves.reach_goal())
    }

    fn promise(&self, m: DifferoMove) -> i32 {
        let up = i32::from(m.to.row()) - i32::from(m.from.row());
        let onward = if self.to_move() == Player::P1 { up } else { -up };
        if matches!(m.to.row(), 0 | 8) { 100 } else { onward }
    }

    fn evaluate(&self) -> i32 {
        self.worth(self.states())
    }
}

impl Tabular for Differo {
    const ENTRIES: usize = ENTRIES;
    const BYTES: usize = 2;
    const POINTS: f32 = 200.0;
    const RESULT_SHARE: f32 = 0.2;

    fn for_each_entry(&self, mut visit: impl FnMut(usize)) {
        let start = self.to_move().index() * STATES;
        self.states().iter().for_each(|&state| visit(start + usize::from(state)));
    }

    fn weight(entry: usize) -> i32 {
        i32::from(WORTH[entry / STATES][entry % STATES])
    }

    fn twin(entry: usize) -> usize {
        twin(entry)
    }

    fn is_quiet(&self) -> bool {
        let mut wins = false;
        self.for_each_goal_move(|_| wins = true);
        !wins && !self.in_danger()
    }
}
