//! How good a Wali position is: a table says what each part of the board has been worth in games of tern against itself, and a hidden
//! layer what they are worth together.

pub(crate) mod endgame;
mod entries;
mod lines;
mod ordering;
mod params;
mod shapes;

use super::hidden::{self, Layer, Row, UNITS};
use super::{Ahead, Evaluate, HiddenRows, LIMIT, TablebaseValue, Term, Tunable, WeightTable, Weights};
use crate::game::{Game, Player};
use crate::games::wali::{Phase, Rules, Wali, WaliMove};
use entries::{ENTRIES, Part, Thing, Things, twin};
use lines::{LAYER_ROWS, PARTS, VIEWS, for_each_row, parts, seen};
use std::sync::LazyLock;

/// Bytes of the table and of the hidden layer.
const FILE: usize = ENTRIES + hidden::file_size(LAYER_ROWS);

/// Weights in hundredths of a stone, each a signed byte, and the hidden layer. Written by `tern tune`.
static CLASSIC: &[u8; FILE] = include_bytes!("classic.weights");
static TOTAL: &[u8; FILE] = include_bytes!("total.weights");

/// The file that suits these rules, told apart by what makes captures worth something else.
const fn file<R: Rules>() -> &'static [u8; FILE] {
    if R::THREES_PROTECT { CLASSIC } else { TOTAL }
}

/// A lane for every unit in every view.
const LANES: usize = VIEWS * UNITS;

/// The hidden layer, and its rows as all views have them.
struct Hidden {
    layer: Layer<LANES>,
    rows: Box<[Row<LANES>]>,
}

impl Hidden {
    fn read(file: &'static [u8; FILE]) -> Self {
        let layer = Layer::read(file.split_at(ENTRIES).1, LAYER_ROWS);
        let views = |row| -> [usize; VIEWS] { std::array::from_fn(|view| seen(row, view)) };
        let rows = (0..LAYER_ROWS).map(|row| layer.row(&views(row))).collect();
        Self { layer, rows }
    }

    /// Read when it is first asked for.
    fn of<R: Rules>() -> &'static Self {
        static CLASSIC_HIDDEN: LazyLock<Hidden> = LazyLock::new(|| Hidden::read(CLASSIC));
        static TOTAL_HIDDEN: LazyLock<Hidden> = LazyLock::new(|| Hidden::read(TOTAL));
        if R::THREES_PROTECT { &CLASSIC_HIDDEN } else { &TOTAL_HIDDEN }
    }
}

fn weight<R: Rules>(entry: usize) -> i32 {
    i32::from(file::<R>()[entry] as i8)
}

/// What the table says.
#[inline]
fn table<R: Rules>(things: &Things, phase: Phase) -> i32 {
    let worth = |thing: Thing| weight::<R>(thing.entry(phase));
    let shapes = things.squares().map(worth).sum::<i32>()
        + things.rows().map(worth).sum::<i32>()
        + things.columns().map(worth).sum::<i32>();
    shapes + things.counts().iter().copied().map(worth).sum::<i32>()
}

impl<R: Rules> Evaluate for Wali<R> {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let mut sums = [None; Part::ALL.len()];
        for thing in Things::of(self).all() {
            *sums[thing.part as usize].get_or_insert(0) += weight::<R>(thing.entry(self.phase()));
        }
        for (part, sum) in Part::ALL.into_iter().zip(sums) {
            // Nothing is either player's alone here: all of it is what the player to move makes of the board.
            if let Some(sum) = sum {
                visit(Term::for_both(part.name(), |player| if player == self.to_move() { sum } else { 0 }));
            }
        }
        let together = self.evaluate() - table::<R>(&Things::of(self), self.phase());
        visit(Term::for_both("together", |player| if player == self.to_move() { together } else { 0 }));
    }

    const STAGES: usize = 5;

    fn stage(&self) -> usize {
        let in_hand = self.hand(Player::P1) + self.hand(Player::P2);
        let on_board = (self.stones(Player::P1) | self.stones(Player::P2)).count_ones();
        match (in_hand, on_board) {
            (13.., _) => 0,
            (1.., _) => 1,
            (0, 17..) => 2,
            (0, 11..) => 3,
            (0, _) => 4,
        }
    }

    fn probe_tablebase(&self) -> Option<TablebaseValue> {
        let (own, enemy) = (self.stones(self.to_move()), self.stones(self.to_move().opponent()));
        if R::THREES_PROTECT || self.phase() == Phase::Drop || (own | enemy).count_ones() > endgame::MOST {
            return None;
        }
        endgame::probe(own, enemy).map(|value| value.with_plies_left(self.plies_to_idle_draw()))
    }

    fn evaluate(&self) -> i32 {
        let Hidden { layer, rows } = Hidden::of::<R>();
        let phase = self.phase();
        let things = Things::of(self);
        let mut sums = layer.start();
        for row in things.layer_rows(phase) {
            sums.add(&rows[row]);
        }
        let value = table::<R>(&things, phase);
        (value + layer.points(&sums)).clamp(-LIMIT, LIMIT)
    }

    // Without the hidden layer: to order moves, the table alone is as good, and faster.
    fn look_ahead(&self) -> impl Fn(WaliMove) -> Ahead {
        |m| {
            let mut child = *self;
            child.play_unchecked(m);
            let value = table::<R>(&Things::of(&child), child.phase());
            Ahead { value: -value, key: child.table_key() }
        }
    }
}

impl<R: Rules> Tunable for Wali<R> {
    const WEIGHTS: Weights<Self> = Weights::Table(WeightTable {
        entries: ENTRIES,
        bytes: 1,
        hidden: Some(HiddenRows { rows: LAYER_ROWS, views: VIEWS, for_each_row, parts: PARTS, parts_of_rows: parts }),
        // A stone more comes out as about a hundred.
        points: 35.0,
        result_share: 0.2,
        for_each_entry: |position, visit| {
            Things::of(position).all().for_each(|thing| visit(thing.entry(position.phase())));
        },
        weight: weight::<R>,
        twin,
        is_quiet: |_| true,
    });
}
