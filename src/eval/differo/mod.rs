//! How good a Differo position is: a table says what each line has been worth in games of tern against itself.
//!
//! All that a line is good for depends on nothing but the pieces on it and on whose move it is, so that a position costs one
//! look into the table for each of its lines, however much the table has learnt.

mod entries;
mod ordering;
mod params;

use super::{Ahead, Evaluate, Term, Tunable, WeightTable, Weights};
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

/// What some lines are worth to the player to move.
fn worth(to_move: Player, lines: &[State]) -> i32 {
    let worth = &WORTH[to_move.index()];
    lines.iter().map(|&state| i32::from(worth[usize::from(state)])).sum()
}

impl Evaluate for Differo {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let names = ["rows", "lines up left", "lines up right"];
        for (name, lines) in names.into_iter().zip(self.states().chunks(OF_AN_AXIS)) {
            // Nothing is either player's alone here: all of it is what the player to move makes of the board.
            visit(Term::for_both(name, |player| if player == self.to_move() { worth(player, lines) } else { 0 }));
        }
    }

    fn is_threatened(&self) -> bool {
        self.moves_by_line(self.to_move().opponent()).any(|(_, moves)| moves.reach_goal())
    }

    fn evaluate(&self) -> i32 {
        worth(self.to_move(), self.states())
    }

    // A move changes five lines of 27.
    fn look_ahead(&self) -> impl Fn(DifferoMove) -> Ahead {
        let opponent = self.to_move().opponent();
        let before = worth(opponent, self.states());
        let table = &WORTH[opponent.index()];
        let worth_of = |state: State| i32::from(table[usize::from(state)]);
        move |m| {
            let mut value = before;
            self.for_each_change(m, |line, state| value += worth_of(state) - worth_of(self.states()[line.index()]));
            Ahead { value: -value, key: self.hash_after(m) }
        }
    }
}

impl Tunable for Differo {
    const WEIGHTS: Weights<Self> = Weights::Table(WeightTable {
        entries: ENTRIES,
        bytes: 2,
        points: 200.0,
        result_share: 0.2,
        for_each_entry: |position, visit| {
            let start = position.to_move().index() * STATES;
            position.states().iter().for_each(|&state| visit(start + usize::from(state)));
        },
        weight: |entry| i32::from(WORTH[entry / STATES][entry % STATES]),
        twin,
        is_quiet,
    });
}

fn is_quiet(position: &Differo) -> bool {
    let mut wins = false;
    position.for_each_goal_move(|_| wins = true);
    !wins && !position.is_threatened()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;

    #[test]
    fn looking_ahead_sees_what_playing_the_move_leads_to() {
        let seed = 27;
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..20 {
            let mut position = Differo::start();
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                for &m in &moves {
                    let mut child = position;
                    child.play_unchecked(m);
                    let expected = Ahead { value: -child.evaluate(), key: child.table_key() };
                    assert_eq!(position.look_ahead()(m), expected, "{m} in {position}");
                }
                position.play_unchecked(*moves.choose(&mut rng).unwrap());
            }
        }
    }
}
