//! How good a Differo position is: a table says what each line has been worth in games of tern against itself, and a hidden
//! layer what lines mean to each other.
//!
//! All that a line is good for by itself depends on nothing but the pieces on it and on whose move it is, so that a position costs one
//! look into the table for each of its lines, however much the table has learnt.

mod entries;
mod ordering;
mod params;

use super::hidden::{self, Row};
use super::{Ahead, Evaluate, LIMIT, Term, Tunable, WeightTable, Weights};
use crate::game::{Game, Player};
use crate::games::differo::{Differo, DifferoMove, LINES, STATES, State};
use entries::twin;
use std::sync::LazyLock;

/// Every state of a line with White to move, then with Black to move.
const ENTRIES: usize = 2 * STATES;

/// A row for every entry, and the weights of the hidden units. Written by `tern tune`.
static WEIGHTS: &[u8; hidden::file_size(ENTRIES)] = include_bytes!("lines.weights");

/// What the hidden units are worth.
static OUTPUT: Row = Row::read(WEIGHTS, ENTRIES);

/// The rows by player and state, read when they are first asked for. There is room for every number a state could have, so that none
/// is out of range.
static ROWS: LazyLock<[Box<[Row]>; 2]> = LazyLock::new(|| {
    [0, STATES].map(|first| {
        let mut rows: Vec<_> = (first..first + STATES).map(|entry| Row::read(WEIGHTS, entry)).collect();
        rows.resize(1 << State::BITS, Row::ZERO);
        rows.into_boxed_slice()
    })
});

/// What a line is worth by itself, by player and state.
static WORTH: [[i16; 1 << State::BITS]; 2] = {
    let mut worth = [[0; 1 << State::BITS]; 2];
    let mut entry = 0;
    while entry < ENTRIES {
        worth[entry / STATES][entry % STATES] = Row::read_weight(WEIGHTS, entry);
        entry += 1;
    }
    worth
};

/// Lines of an axis.
const OF_AN_AXIS: usize = LINES / 3;

/// What some lines are worth to the player to move, each by itself.
fn worth(to_move: Player, lines: &[State]) -> i32 {
    let worth = &WORTH[to_move.index()];
    lines.iter().map(|&state| i32::from(worth[usize::from(state)])).sum()
}

/// The rows of all lines, added up.
fn sum(position: &Differo) -> Row {
    let rows = &ROWS[position.to_move().index()];
    let mut sum = Row::ZERO;
    position.states().iter().for_each(|&state| sum.add(&rows[usize::from(state)]));
    sum
}

impl Evaluate for Differo {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let names = ["rows", "lines up left", "lines up right"];
        for (name, lines) in names.into_iter().zip(self.states().chunks(OF_AN_AXIS)) {
            // Nothing is either player's alone here: all of it is what the player to move makes of the board.
            visit(Term::for_both(name, |player| if player == self.to_move() { worth(player, lines) } else { 0 }));
        }
        let sum = sum(self);
        let together = sum.points(&OUTPUT) - i32::from(sum.weight());
        visit(Term::for_both("lines together", |player| if player == self.to_move() { together } else { 0 }));
    }

    fn wins_at_once(&self) -> bool {
        self.goal_lines(self.to_move()) != 0
    }

    fn is_threatened(&self) -> bool {
        self.goal_lines(self.to_move().opponent()) != 0
    }

    fn evaluate(&self) -> i32 {
        sum(self).points(&OUTPUT).clamp(-LIMIT, LIMIT)
    }

    // A move changes five lines of 27. Without the hidden layer: to order moves, the table alone is as good, and faster.
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
        hidden: true,
        points: 200.0,
        // How games end tells the hidden layer more than is good for it: it plays by far better without.
        result_share: 0.0,
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
    !position.wins_at_once() && !position.is_threatened()
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
                    let value = -worth(child.to_move(), child.states());
                    let expected = Ahead { value, key: child.table_key() };
                    assert_eq!(position.look_ahead()(m), expected, "{m} in {position}");
                }
                position.play_unchecked(*moves.choose(&mut rng).unwrap());
            }
        }
    }
}
