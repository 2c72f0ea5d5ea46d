//! The endgame tablebase of `wali-total`: how every position with at most six stones ends, and how soon.
//!
//! Three stones or more always beat one or two, which cannot capture; only three against three may go either way. With the
//! winner of the former to move, the distance is an odd number of plies that fits half a byte; with the loser to move it is found
//! one ply further. Three against three takes six bits.

mod index;
#[cfg(feature = "cli")]
mod solver;
mod steps;

use crate::eval::TablebaseValue;
use index::{PLACES, index, ways_beside};
use steps::steps;

#[cfg(feature = "cli")]
pub(crate) use solver::tablebase;

/// The most stones on the board.
pub(super) const MOST: u32 = 6;

/// Written by `tern tune endgame`.
static FILE: &[u8; BYTES] = include_bytes!("../total.endgame");

/// Positions with so many stones against each other, as they are kept in the file.
#[derive(Clone, Copy)]
struct Class {
    many: usize,
    few: usize,
}

/// All classes, in the order of the file.
const CLASSES: [Class; 6] = [
    Class { many: 3, few: 1 },
    Class { many: 4, few: 1 },
    Class { many: 5, few: 1 },
    Class { many: 3, few: 2 },
    Class { many: 4, few: 2 },
    Class { many: 3, few: 3 },
];

/// The size of the file. The last byte is empty, so that there is one behind every other.
pub(crate) const BYTES: usize = Class { many: 0, few: 4 }.start() + 1;

impl Class {
    const fn positions(self) -> usize {
        PLACES[self.few] * ways_beside(self.few, self.many)
    }

    /// Bits for each position.
    const fn bits(self) -> usize {
        if self.few == 3 { 6 } else { 4 }
    }

    /// The byte of the file with which a class begins: behind the last if there is no such class.
    const fn start(self) -> usize {
        let (mut start, mut i) = (0, 0);
        while i < CLASSES.len() && !(CLASSES[i].many == self.many && CLASSES[i].few == self.few) {
            start += (CLASSES[i].positions() * CLASSES[i].bits()).div_ceil(8);
            i += 1;
        }
        start
    }

    /// The byte in which the code of a position begins, and the bit.
    const fn place(self, index: usize) -> (usize, usize) {
        let bit = index * self.bits();
        (self.start() + bit / 8, bit % 8)
    }

    fn code(self, index: usize) -> u32 {
        let (byte, bit) = self.place(index);
        let two_bytes = u16::from_le_bytes([FILE[byte], FILE[byte + 1]]);
        u32::from(two_bytes) >> bit & ((1 << self.bits()) - 1)
    }
}

/// How a position ends that has at most [`MOST`] stones. `None` if the game is over by their number.
pub(super) fn probe(own: u64, enemy: u64) -> Option<TablebaseValue> {
    match (own.count_ones(), enemy.count_ones()) {
        (3, 3) => {
            let code = Class { many: 3, few: 3 }.code(index(own, enemy));
            Some(match code.checked_sub(1) {
                None => TablebaseValue::Draw,
                Some(plies) if plies % 2 == 0 => TablebaseValue::Loss(plies),
                Some(plies) => TablebaseValue::Win(plies),
            })
        }
        (3.., 1 | 2) => Some(TablebaseValue::Win(plies_to_win(own, enemy))),
        (1 | 2, 3..) => {
            let after = steps(own, enemy).map(|step| plies_to_win(enemy, step.own) + 1);
            Some(TablebaseValue::Loss(after.max().unwrap_or(0)))
        }
        _ => None,
    }
}

/// How long three stones or more need to beat one or two, if it is their turn.
fn plies_to_win(many: u64, few: u64) -> u32 {
    let class = Class { many: many.count_ones() as usize, few: few.count_ones() as usize };
    2 * class.code(index(many, few)) + 1
}
