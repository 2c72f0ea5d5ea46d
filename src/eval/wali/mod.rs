//! How good a Wali position is: a table says what each part of the board has been worth in games of tern against itself.

mod entries;
mod shapes;

use super::{Evaluate, Tabular, Term};
use crate::game::Game;
use crate::games::wali::{CENTRE_COLUMNS, CENTRE_ROW, INNER_COLUMNS, INNER_ROWS, Lines, Phase, Rules, Wali, WaliMove};
use entries::{ENTRIES, Part, twin};

/// Weights in hundredths of a stone, each a signed byte. Written by `tern tune`.
static CLASSIC: &[u8; ENTRIES] = include_bytes!("classic.weights");
static TOTAL: &[u8; ENTRIES] = include_bytes!("total.weights");

impl<R: Rules> Wali<R> {
    /// The weights that suit these rules, told apart by what makes captures worth something else.
    const WEIGHTS: &'static [u8; ENTRIES] = if R::THREES_PROTECT { CLASSIC } else { TOTAL };

    fn weight(entry: usize) -> i32 {
        i32::from(Self::WEIGHTS[entry] as i8)
    }
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl<R: Rules> Evaluate for Wali<R> {
    const QUIET_SWING: i32 = 40;
    const SLOW_GAIN: Option<i32> = Some(10);

    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let mut sums = [None; Part::ALL.len()];
        self.for_each_part(|part, entry| *sums[part as usize].get_or_insert(0) += Self::weight(entry));
        for (part, sum) in Part::ALL.into_iter().zip(sums) {
            // Nothing is either player's alone here: all of it is what the player to move makes of the board.
            if let Some(sum) = sum {
                visit(Term::for_both(part.name(), |player| if player == self.to_move() { sum } else { 0 }));
            }
        }
    }

    fn for_each_forcing(&self, visit: impl FnMut(WaliMove)) {
        if self.phase() == Phase::Move {
            self.for_each_capture(visit);
        }
    }

    fn promise(&self, m: WaliMove) -> i32 {
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

    fn evaluate(&self) -> i32 {
        let mut value = 0;
        self.for_each_part(|_, entry| value += Self::weight(entry));
        value
    }
}

impl<R: Rules> Tabular for Wali<R> {
    const ENTRIES: usize = ENTRIES;
    const BYTES: usize = 1;
    // A stone more comes out as about a hundred.
    const POINTS: f32 = 35.0;
    const RESULT_SHARE: f32 = 1.0;

    fn for_each_entry(&self, mut visit: impl FnMut(usize)) {
        self.for_each_part(|_, entry| visit(entry));
    }

    fn weight(entry: usize) -> i32 {
        Self::weight(entry)
    }

    fn twin(entry: usize) -> usize {
        twin(entry)
    }
}
