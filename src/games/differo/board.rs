//! The Differo board: a hexagon of 61 cells in a `u64`, row by row from a1 on, and the three ways in which lines cross it.

use crate::game::Player;
use crate::notation::{CellError, letter_and_number};
use std::fmt;
use std::str::FromStr;

/// Rows of the board, and lines along each of the other axes.
pub(crate) const ROWS: u8 = 9;
/// The row across the middle, the longest.
const MIDDLE: u8 = ROWS / 2;
/// The row that is White's goal; Black's is row 0.
const TOP: u8 = ROWS - 1;

/// The first cell of every row.
const ROW_STARTS: [u8; ROWS as usize] = {
    let mut starts = [0; ROWS as usize];
    let mut row = 1;
    while row < ROWS {
        starts[row as usize] = starts[row as usize - 1] + width(row - 1);
        row += 1;
    }
    starts
};

/// The row of every cell.
const ROW_OF: [u8; Cell::COUNT] = {
    let mut rows = [0; Cell::COUNT];
    let mut cell = 0;
    let mut row = 0;
    while cell < Cell::COUNT {
        if row + 1 < ROWS && ROW_STARTS[row as usize + 1] as usize == cell {
            row += 1;
        }
        rows[cell] = row;
        cell += 1;
    }
    rows
};

/// How many cells there are in a row. The same holds for the lines along the other axes, counted the same way.
pub(crate) const fn width(row: u8) -> u8 {
    ROWS - row.abs_diff(MIDDLE)
}

/// One of the 61 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// How many cells there are.
    pub(crate) const COUNT: usize = 61;
    /// The first cell, a1.
    pub(crate) const FIRST: Self = Self(0);

    /// The cell in `row` with `number`, both counted from 0, or `None` off the board.
    pub const fn new(row: u8, number: u8) -> Option<Self> {
        if row < ROWS && number < ROWS && number + MIDDLE >= row && number <= row + MIDDLE {
            Some(Self(ROW_STARTS[row as usize] + number - Self::first_number(row)))
        } else {
            None
        }
    }

    /// All cells, from a1 on, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The next cell, or `None` after the last.
    pub(crate) const fn following(self) -> Option<Self> {
        if self.index() + 1 < Self::COUNT { Some(Self(self.0 + 1)) } else { None }
    }

    /// Rows a to i as 0 to 8.
    pub const fn row(self) -> u8 {
        ROW_OF[self.0 as usize]
    }

    /// Numbers 1 to 9 as 0 to 8.
    pub const fn number(self) -> u8 {
        self.0 - ROW_STARTS[self.row() as usize] + Self::first_number(self.row())
    }

    /// The number of the leftmost cell of a row.
    pub(crate) const fn first_number(row: u8) -> u8 {
        row.saturating_sub(MIDDLE)
    }

    /// The set of this cell alone.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// A number below [`COUNT`](Self::COUNT).
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let (row, number) = letter_and_number(text)?;
        Self::new(row, number).ok_or_else(|| CellError(text.into()))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", row_letter(self.row()), self.number() + 1)
    }
}

/// How a row is called.
pub(crate) const fn row_letter(row: u8) -> char {
    (b'a' + row) as char
}

/// The cells of a set, in ascending order.
pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = Cell(set.trailing_zeros() as u8);
            set &= set - 1;
            cell
        })
    })
}

/// The cells of a row, from the left.
pub(crate) fn row_cells(row: u8) -> impl Iterator<Item = Cell> {
    cells(in_row(row, u64::MAX))
}

/// The cells of a row whose bits are set in `pattern`, the leftmost cell being the lowest bit.
pub(crate) const fn in_row(row: u8, pattern: u64) -> u64 {
    (pattern & ((1 << width(row)) - 1)) << ROW_STARTS[row as usize]
}

/// The row a player has to reach, which the other one may not enter.
pub(crate) const fn goal_row(player: Player) -> u8 {
    match player {
        Player::P1 => TOP,
        Player::P2 => 0,
    }
}

/// The cells of [`goal_row`].
pub(crate) const fn goal(player: Player) -> u64 {
    in_row(goal_row(player), u64::MAX)
}

/// The board turned by half a turn, as it looks from the other side.
pub(crate) const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> (u64::BITS as usize - Cell::COUNT)
}

/// One of the three ways a line can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Along a row: the number changes.
    Across,
    /// Up and to the left: the row changes, the number stays.
    UpLeft,
    /// Up and to the right: row and number change together.
    UpRight,
}

impl Axis {
    pub(crate) const ALL: [Self; 3] = [Self::Across, Self::UpLeft, Self::UpRight];
}
