//! How good a Differo position is: a table says what each line has been worth in games of tern against itself, and a hidden
//! layer what lines mean to each other.
//!
//! All that a line is good for by itself depends on nothing but the pieces on it and on whose move it is, so that a position costs one
//! look into the table for each of its lines, however much the table has learnt.

mod entries;
mod ordering;
mod params;

use super::hidden::{self, Layer, Row, UNITS};
use super::{Ahead, Evaluate, HiddenRows, LIMIT, Term, Tunable, WeightTable, Weights};
use crate::game::{Game, Player};
use crate::games::differo::{Differo, DifferoMove, LINES, STATES, State};
use entries::{PARTS, ROWS, for_each_row, mirrored, parts, row, turned, twin};
use std::sync::LazyLock;

/// Every state of a line with White to move, then with Black to move.
const ENTRIES: usize = 2 * STATES;

/// A word for every entry, and the hidden layer. Written by `tern tune`.
static WEIGHTS: &[u8; 2 * ENTRIES + hidden::file_size(ROWS)] = include_bytes!("lines.weights");

/// The hidden layer looks at the board and at its mirror image.
const VIEWS: usize = 2;

/// The hidden layer, and its rows by player to move. There is room for every number a row could have, so that none is out of range.
struct Hidden {
    layer: Layer<{ VIEWS * UNITS }>,
    rows: [Box<[Row<{ VIEWS * UNITS }>]>; 2],
}

/// Read when it is first asked for.
static HIDDEN: LazyLock<Hidden> = LazyLock::new(|| {
    let layer = Layer::read(WEIGHTS.split_at(2 * ENTRIES).1, ROWS);
    let rows = [|row| row, turned].map(|seen: fn(usize) -> usize| {
        let mut rows: Vec<_> = (0..ROWS).map(seen).map(|row| layer.row(&[row, mirrored(row)])).collect();
        rows.resize(1 << State::BITS, layer.row(&[0; VIEWS]));
        rows.into_boxed_slice()
    });
    Hidden { layer, rows }
});

/// What a line is worth by itself, by player and state.
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

/// What some lines are worth to the player to move, each by itself.
fn worth(to_move: Player, lines: &[State]) -> i32 {
    let worth = &WORTH[to_move.index()];
    lines.iter().map(|&state| i32::from(worth[usize::from(state)])).sum()
}

/// What the lines are worth together, beside what each is worth by itself.
fn worth_together(position: &Differo) -> i32 {
    let Hidden { layer, rows } = &*HIDDEN;
    let rows = &rows[position.to_move().index()];
    let mut sums = layer.start();
    for (line, &state) in position.states().iter().enumerate() {
        sums.add(&rows[usize::from(row(line, state))]);
    }
    layer.points(&sums)
}

impl Evaluate for Differo {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let names = ["rows", "lines up left", "lines up right"];
        for (name, lines) in names.into_iter().zip(self.states().chunks(OF_AN_AXIS)) {
            // Nothing is either player's alone here: all of it is what the player to move makes of the board.
            visit(Term::for_both(name, |player| if player == self.to_move() { worth(player, lines) } else { 0 }));
        }
        let together = worth_together(self);
        visit(Term::for_both("lines together", |player| if player == self.to_move() { together } else { 0 }));
    }

    fn wins_at_once(&self) -> bool {
        self.goal_lines(self.to_move()) != 0
    }

    fn is_threatened(&self) -> bool {
        self.goal_lines(self.to_move().opponent()) != 0
    }

    fn evaluate(&self) -> i32 {
        (worth(self.to_move(), self.states()) + worth_together(self)).clamp(-LIMIT, LIMIT)
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
        hidden: Some(HiddenRows { rows: ROWS, views: VIEWS, for_each_row, parts: PARTS, parts_of_rows: parts }),
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
