//! How good a Wali position is: a table says what each part of the board has been worth in games of tern against itself.

pub(crate) mod endgame;
mod entries;
mod ordering;
mod params;
mod shapes;

use super::{Evaluate, TablebaseValue, Term, Tunable, WeightTable, Weights};
use crate::game::{Game, Player};
use crate::games::wali::{Phase, Rules, Wali};
use entries::{ENTRIES, Part, for_each_entry_of, twin};

/// Weights in hundredths of a stone, each a signed byte. Written by `tern tune`.
static CLASSIC: &[u8; ENTRIES] = include_bytes!("classic.weights");
static TOTAL: &[u8; ENTRIES] = include_bytes!("total.weights");

/// The table that suits these rules, told apart by what makes captures worth something else.
const fn table<R: Rules>() -> &'static [u8; ENTRIES] {
    if R::THREES_PROTECT { CLASSIC } else { TOTAL }
}

fn weight<R: Rules>(entry: usize) -> i32 {
    i32::from(table::<R>()[entry] as i8)
}

impl<R: Rules> Evaluate for Wali<R> {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let mut sums = [None; Part::ALL.len()];
        for_each_entry_of(self, |part, entry| *sums[part as usize].get_or_insert(0) += weight::<R>(entry));
        for (part, sum) in Part::ALL.into_iter().zip(sums) {
            // Nothing is either player's alone here: all of it is what the player to move makes of the board.
            if let Some(sum) = sum {
                visit(Term::for_both(part.name(), |player| if player == self.to_move() { sum } else { 0 }));
            }
        }
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
        let mut value = 0;
        for_each_entry_of(self, |_, entry| value += weight::<R>(entry));
        value
    }
}

impl<R: Rules> Tunable for Wali<R> {
    const WEIGHTS: Weights<Self> = Weights::Table(WeightTable {
        entries: ENTRIES,
        bytes: 1,
        hidden: None,
        // A stone more comes out as about a hundred.
        points: 35.0,
        result_share: 0.2,
        for_each_entry: |position, visit| for_each_entry_of(position, |_, entry| visit(entry)),
        weight: weight::<R>,
        twin,
        is_quiet: |_| true,
    });
}
