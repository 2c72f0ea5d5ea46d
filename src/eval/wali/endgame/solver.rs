//! Retrograde analysis: finds out how every endgame of `wali-total` ends, from the ends backwards, the shortest first.
//!
//! Whoever has fewer than three stones never captures, so that whoever captures here wins: every capture leads to one or two
//! stones against three or more.

use super::index::{COUNTS, SYMMETRIES, following, index, spread, turned, ways_beside};
use super::steps::steps;
use super::{BYTES, CLASSES, Class};
use crate::games::wali::{BOARD, cells, exact_threes, neighbours};

/// No game is longer than this.
const LONGEST: usize = 64;

/// The stones of the player to move, and of the other.
type Position = (u64, u64);

/// The endgames solved so far.
struct Solver {
    /// By the stones of the player to move and of the other: 0 if unknown or drawn, otherwise plies + 1. Wins take an odd number of
    /// plies, losses an even one.
    values: [[Vec<u8>; COUNTS]; COUNTS],
}

/// The whole tablebase as it is kept in its file.
pub(crate) fn tablebase() -> Vec<u8> {
    let mut solver = Solver { values: Default::default() };
    for class in CLASSES {
        solver.solve(class);
    }
    solver.file()
}

impl Solver {
    /// Solves a class, with either player to move. Captures lead to a class that was solved before.
    fn solve(&mut self, class: Class) {
        let Class { many, few } = class;
        self.values[many][few] = vec![0; class.positions()];
        self.values[few][many] = vec![0; class.positions()];
        let mut layers = vec![Vec::new(); LONGEST];
        for position in positions(many, few) {
            self.begin(position, &mut layers);
        }
        if many != few {
            for (own, enemy) in positions(many, few) {
                self.begin((enemy, own), &mut layers);
            }
        }
        for plies in 0..LONGEST - 1 {
            for position in std::mem::take(&mut layers[plies]) {
                if self.value(position) == 0 {
                    self.set(position, plies as u8 + 1);
                    self.spread(position, plies, &mut layers);
                }
            }
        }
    }

    fn value(&self, (own, enemy): Position) -> u8 {
        if own == 0 {
            // Nothing is left: lost.
            return 1;
        }
        self.values[own.count_ones() as usize][enemy.count_ones() as usize][index(own, enemy)]
    }

    /// Notes a value for a position and its mirror images, which may have places of their own.
    fn set(&mut self, (own, enemy): Position, value: u8) {
        let values = &mut self.values[own.count_ones() as usize][enemy.count_ones() as usize];
        for symmetry in 0..SYMMETRIES {
            values[index(turned(own, symmetry), turned(enemy, symmetry))] = value;
        }
    }

    /// Puts a position into its layer if it ends by a capture, or has ended as there is no step.
    fn begin(&self, (own, enemy): Position, layers: &mut [Vec<Position>]) {
        let (mut blocked, mut soonest) = (true, None);
        for step in steps(own, enemy) {
            blocked = false;
            if step.captures {
                // A value is one more than the plies to go after the capture.
                let plies = cells(enemy).map(|taken| self.value((enemy & !taken.bit(), step.own))).min();
                soonest = soonest.into_iter().chain(plies).min();
            }
        }
        if let Some(plies) = soonest.or(blocked.then_some(0)) {
            layers[usize::from(plies)].push((own, enemy));
        }
    }

    /// Looks at the positions from which a step without a capture leads to one that has just been solved.
    fn spread(&self, (own, enemy): Position, plies: usize, layers: &mut [Vec<Position>]) {
        let empty = BOARD & !own & !enemy;
        for to in cells(enemy & !exact_threes(enemy)) {
            for from in cells(neighbours(to.bit()) & empty) {
                let before = (enemy & !to.bit() | from.bit(), own);
                if self.value(before) == 0 && (plies.is_multiple_of(2) || self.is_lost(before)) {
                    layers[plies + 1].push(before);
                }
            }
        }
    }

    /// Whether every step leads to a position that is known to be won for the opponent.
    fn is_lost(&self, (own, enemy): Position) -> bool {
        steps(own, enemy).all(|step| {
            let value = if step.captures { 0 } else { self.value((enemy, step.own)) };
            value != 0 && value.is_multiple_of(2)
        })
    }

    fn file(&self) -> Vec<u8> {
        let mut file = vec![0; BYTES];
        for class in CLASSES {
            for (i, &value) in self.values[class.many][class.few].iter().enumerate() {
                // A win by more stones takes 1, 3, 5… plies; three against three needs all values.
                let code = if class.few == 3 { value } else { value / 2 - 1 };
                let (byte, bit) = class.place(i);
                let [low, high] = (u16::from(code) << bit).to_le_bytes();
                file[byte] |= low;
                file[byte + 1] |= high;
            }
        }
        file
    }
}

/// All positions in which the player to move has `many` stones and the other `few`, or its mirror images.
fn positions(many: usize, few: usize) -> impl Iterator<Item = Position> {
    // Of three against three the stones of the player to move stand in a place of their own, of others those of the opponent.
    let first = move |&set: &u64| (1..SYMMETRIES).all(|symmetry| turned(set, symmetry) >= set);
    sets(few).filter(first).flat_map(move |smaller| {
        let others = sets(many).filter(move |set| set & smaller == 0);
        others.map(move |larger| if many == few { (smaller, larger) } else { (larger, smaller) })
    })
}

/// All sets of so many cells.
fn sets(stones: usize) -> impl Iterator<Item = u64> {
    let first = (1u32 << stones) - 1;
    std::iter::successors(Some(first), |&set| Some(following(set))).take(ways_beside(0, stones)).map(spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_one_of_each_kind() {
        for class in CLASSES {
            assert_eq!(positions(class.many, class.few).count(), class.positions());
        }
    }
}
