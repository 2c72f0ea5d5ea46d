//! The 27 lines of the Differo board: which cells they run through, and what tells one line from another.

use super::board::{Axis, Cell, ROWS, goal_row, width};
use super::moves::bits;
use crate::game::{ByPlayer, Player};

/// How many lines there are.
pub(crate) const LINES: usize = 3 * ROWS as usize;

/// Places of the longest line.
pub(crate) const PLACES: usize = ROWS as usize;

/// One of the 27 lines. Its places are counted from the left end of a row, from the lower end of any other line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line(u8);

impl Line {
    /// The first in the order of their indices, the lowest row.
    pub(crate) const FIRST: Self = Self(0);

    /// The next line, or `None` after the last.
    pub(crate) const fn following(self) -> Option<Self> {
        if self.index() + 1 < LINES { Some(Self(self.0 + 1)) } else { None }
    }

    /// All lines, in the order of their indices.
    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..LINES as u8).map(Self)
    }

    /// The lines of a set that has a bit for each.
    pub(crate) fn of(set: u32) -> impl Iterator<Item = Self> {
        bits(set).map(|line| Self(line as u8))
    }

    /// A number below [`LINES`].
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell at a place of the line.
    pub(crate) const fn cell(self, place: u32) -> Cell {
        CELLS_ON[self.index()][place as usize & 0xF]
    }

    /// The place at the other end than place 0.
    pub(crate) const fn last_place(self) -> u32 {
        self.shape().places.ilog2()
    }

    pub(crate) const fn shape(self) -> Shape {
        Shape::new(self.0 >= ROWS, self.0 % ROWS)
    }
}

/// What lines have in common if one is the other in a mirror held beside the board: as many cells, in the same rows.
/// Places are bits, place 0 the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Not a row.
    pub(crate) upright: bool,
    /// Rows from the bottom, other lines from the left. Either way the middle one is the longest.
    along: u8,
    /// All places of the line.
    pub(crate) places: u16,
    /// The places in the goal row of each player.
    pub(crate) goals: ByPlayer<u16>,
    /// The places that can hold a piece while the game goes on: those outside the two goal rows. Nobody enters the goal of
    /// the other player, and whoever enters their own has won.
    pub(crate) contested: u16,
}

impl Shape {
    /// The first in the order of [`following`](Self::following).
    pub(crate) const FIRST: Self = Self::new(false, 0);

    const fn new(upright: bool, along: u8) -> Self {
        let places = (1 << width(along)) - 1;
        let goals = ByPlayer {
            p1: Self::places_in_row(upright, along, goal_row(Player::P1)),
            p2: Self::places_in_row(upright, along, goal_row(Player::P2)),
        };
        Self { upright, along, places, goals, contested: places & !goals.p1 & !goals.p2 }
    }

    /// The next shape, or `None` after the last.
    pub(crate) const fn following(self) -> Option<Self> {
        match self {
            Self { upright, along, .. } if along + 1 < ROWS => Some(Self::new(upright, along + 1)),
            Self { upright: false, .. } => Some(Self::new(true, 0)),
            Self { upright: true, .. } => None,
        }
    }

    /// A number below two thirds of [`LINES`], in the order of [`following`](Self::following).
    pub(crate) const fn number(self) -> usize {
        self.upright as usize * ROWS as usize + self.along as usize
    }

    /// The shape of the same line once the board is turned by half a turn.
    pub(crate) const fn turned(self) -> Self {
        Self::new(self.upright, ROWS - 1 - self.along)
    }

    /// Places counted from the other end.
    pub(crate) const fn reversed(self, places: u16) -> u16 {
        places.reverse_bits() >> self.places.leading_zeros()
    }

    /// Equality where a trait cannot be called, in constants.
    pub(crate) const fn is(self, other: Self) -> bool {
        self.upright == other.upright && self.along == other.along
    }

    const fn places_in_row(upright: bool, along: u8, row: u8) -> u16 {
        let places = (1 << width(along)) - 1;
        if upright {
            places & ((1 << row) >> Cell::first_number(along))
        } else if row == along {
            places
        } else {
            0
        }
    }
}

/// Where a line passes through a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(crate) line: Line,
    /// The place of the cell on the line.
    pub(crate) place: u8,
}

impl Crossing {
    const fn of(cell: Cell, axis: Axis) -> Self {
        let (along, place) = match axis {
            Axis::Across => (cell.row(), cell.number()),
            Axis::UpLeft => (cell.number(), cell.row()),
            Axis::UpRight => (cell.row() + ROWS / 2 - cell.number(), cell.row()),
        };
        Self { line: Line(axis as u8 * ROWS + along), place: place - Cell::first_number(along) }
    }

    /// The three lines through a cell.
    pub(crate) const fn all_of(cell: Cell) -> [Self; 3] {
        [Self::of(cell, Axis::ALL[0]), Self::of(cell, Axis::ALL[1]), Self::of(cell, Axis::ALL[2])]
    }

    /// The places of two different cells on the line that joins them, if there is one.
    pub(crate) fn joining(a: Cell, b: Cell) -> Option<[Self; 2]> {
        let pairs = Self::all_of(a).into_iter().zip(Self::all_of(b));
        pairs.map(|(a, b)| [a, b]).find(|[a, b]| a.line == b.line && a.place != b.place)
    }
}

/// The cells of every line. Lines have at most nine; no place beyond the last is ever asked for.
static CELLS_ON: [[Cell; 16]; LINES] = {
    let mut cells = [[Cell::FIRST; 16]; LINES];
    let mut next = Some(Cell::FIRST);
    while let Some(cell) = next {
        let crossings = Crossing::all_of(cell);
        let mut axis = 0;
        while axis < crossings.len() {
            let Crossing { line, place } = crossings[axis];
            cells[line.index()][place as usize] = cell;
            axis += 1;
        }
        next = cell.following();
    }
    cells
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_numbered_in_their_order() {
        let shapes = std::iter::successors(Some(Shape::FIRST), |shape| shape.following());
        assert!(shapes.map(Shape::number).eq(0..LINES / 3 * 2));
    }
}
