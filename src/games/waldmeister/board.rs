//! The `WaldMeister` board: a rhombus of cells in an integer, one row after the other, and what can be done with sets of
//! cells: move them along the three lines, let trees slide, find connected groups.

use crate::notation::{CellError, letter_and_number};
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor, Not, RangeInclusive, Shl, Shr};
use std::str::FromStr;

/// The sides a board can have.
pub const SIDES: RangeInclusive<u8> = *u64::SIDES.start()..=*u128::SIDES.end();

/// A number above that of every cell of every board.
pub(crate) const CELLS: usize = Cell::<u128>::LIMIT;

/// An integer whose bits are the cells of a board: `u64` for sides up to 8, `u128` for those up to 11. All boards in the
/// same integer share one layout; a smaller one leaves the end of each row unused.
pub trait Board:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The sides of the boards that are kept in this integer.
    const SIDES: RangeInclusive<u8>;
    /// Bits from one row to the next: the largest side, so that the last column of a row touches the first of the next.
    const STRIDE: u32;
    /// No cell.
    const NONE: Self;
    /// The first cell of the first row.
    const FIRST: Self;
    /// All but the first column: what steps to the right may reach. Steps that wrap around from the last column may not.
    const NOT_FIRST_COLUMN: Self;
    /// All but the last column of the largest board: what steps to the left may reach.
    const NOT_LAST_COLUMN: Self;

    /// How many cells there are in the set.
    fn count(self) -> u32;
    /// The number of the lowest cell in a set that is not empty.
    fn lowest(self) -> u32;
    /// The set without its lowest cell. It must not be empty.
    #[must_use]
    fn without_lowest(self) -> Self;
}

impl Board for u64 {
    const SIDES: RangeInclusive<u8> = 5..=8;
    const STRIDE: u32 = 8;
    const NONE: Self = 0;
    const FIRST: Self = 1;
    const NOT_FIRST_COLUMN: Self = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_LAST_COLUMN: Self = 0x7F7F_7F7F_7F7F_7F7F;

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
}

impl Board for u128 {
    const SIDES: RangeInclusive<u8> = 9..=11;
    const STRIDE: u32 = 11;
    const NONE: Self = 0;
    const FIRST: Self = 1;
    const NOT_FIRST_COLUMN: Self = !first_column();
    const NOT_LAST_COLUMN: Self = !(first_column() << 10);

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }
}

const fn first_column() -> u128 {
    let mut column = 0;
    let mut bit = 0;
    while bit < u128::BITS {
        column |= 1 << bit;
        bit += 11;
    }
    column
}

/// All cells of the board with this side.
pub(super) fn whole_board<B: Board>(side: u8) -> B {
    (0..side)
        .flat_map(|row| (0..side).map(move |column| Cell::new(column, row)))
        .fold(B::NONE, |set, cell| set | cell.bit())
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell<B: Board>(u8, PhantomData<B>);

impl<B: Board> Cell<B> {
    /// A number above that of every cell of every board.
    pub(crate) const LIMIT: usize = (B::STRIDE * B::STRIDE) as usize;

    /// The cell in `column` and `row`, counted from 0; both must be below the board's side.
    pub(super) const fn new(column: u8, row: u8) -> Self {
        Self(row * B::STRIDE as u8 + column, PhantomData)
    }

    /// The cell with this [index](Self::index).
    pub(super) fn at(index: u32) -> Option<Self> {
        ((index as usize) < Self::LIMIT).then_some(Self(index as u8, PhantomData))
    }

    /// The first cell of a set that is not empty.
    pub(crate) fn lowest_of(set: B) -> Self {
        Self(set.lowest() as u8, PhantomData)
    }

    /// Letters a, b, … as 0, 1, …
    pub const fn column(self) -> u8 {
        self.0 % B::STRIDE as u8
    }

    /// Numbers 1, 2, … as 0, 1, …
    pub const fn row(self) -> u8 {
        self.0 / B::STRIDE as u8
    }

    /// Whether a line leads from this cell to another one.
    pub(super) const fn shares_line(self, other: Self) -> bool {
        let same_column = self.column() == other.column();
        let same_row = self.row() == other.row();
        let same_sum = self.column() + self.row() == other.column() + other.row();
        self.0 != other.0 && (same_column || same_row || same_sum)
    }

    /// The set of this cell alone.
    pub(crate) fn bit(self) -> B {
        B::FIRST << u32::from(self.0)
    }

    /// A number below [`LIMIT`](Self::LIMIT).
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl<B: Board> FromStr for Cell<B> {
    type Err = CellError;

    /// Reads a cell of the largest board that is kept in this integer.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let (column, row) = letter_and_number(text)?;
        let is_on_board = u32::from(column.max(row)) < B::STRIDE;
        is_on_board.then(|| Self::new(column, row)).ok_or_else(|| CellError(text.into()))
    }
}

impl<B: Board> fmt::Display for Cell<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

/// The cells of a set, in ascending order.
pub(crate) fn cells<B: Board>(mut set: B) -> impl Iterator<Item = Cell<B>> {
    std::iter::from_fn(move || {
        (set != B::NONE).then(|| {
            let cell = Cell::lowest_of(set);
            set = set.without_lowest();
            cell
        })
    })
}

/// A way along one of the three lines through a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// The next letter.
    East,
    /// The letter before.
    West,
    /// The next number.
    North,
    /// The number before.
    South,
    /// The next letter and the number before.
    SouthEast,
    /// The letter before and the next number.
    NorthWest,
}

impl Direction {
    pub(crate) const ALL: [Self; 6] =
        [Self::East, Self::West, Self::North, Self::South, Self::SouthEast, Self::NorthWest];

    /// How far the number of a cell changes in a step.
    const fn distance<B: Board>(self) -> u32 {
        match self {
            Self::East | Self::West => 1,
            Self::North | Self::South => B::STRIDE,
            Self::SouthEast | Self::NorthWest => B::STRIDE - 1,
        }
    }

    /// Whether a step leads to a cell of a higher number.
    const fn ascends(self) -> bool {
        matches!(self, Self::East | Self::North | Self::NorthWest)
    }

    /// The cells a step may reach without having wrapped around from the other side of the board.
    const fn landing<B: Board>(self) -> Option<B> {
        match self {
            Self::East | Self::SouthEast => Some(B::NOT_FIRST_COLUMN),
            Self::West | Self::NorthWest => Some(B::NOT_LAST_COLUMN),
            Self::North | Self::South => None,
        }
    }

    /// The cells of `targets` that a step may reach.
    fn landable<B: Board>(self, targets: B) -> B {
        self.landing().map_or(targets, |landing| targets & landing)
    }

    /// Every cell of `set` moved by some steps, edges not respected.
    fn shift<B: Board>(self, set: B, steps: u32) -> B {
        let distance = self.distance::<B>() * steps;
        if self.ascends() { set << distance } else { set >> distance }
    }

    /// Every cell of `set` moved one step, as far as that leads to `targets`.
    pub(super) fn step<B: Board>(self, set: B, targets: B) -> B {
        self.shift(set, 1) & self.landable(targets)
    }

    /// The cells of `empty` to which something in `set` can slide this way. Each is reached by one cell of `set` only, the
    /// nearest, so that their number is the number of slides.
    pub(super) fn reach<B: Board>(self, set: B, empty: B) -> B {
        // Doubling the distance each time: one, three, seven, fifteen steps.
        let mut reached = set;
        let mut open = self.landable(empty);
        let mut steps = 1;
        while steps < B::STRIDE {
            reached = reached | (open & self.shift(reached, steps));
            open = open & self.shift(open, steps);
            steps *= 2;
        }
        reached & empty
    }

    /// The cell that lies `steps` back from `cell`, which must exist.
    pub(super) const fn origin<B: Board>(self, cell: Cell<B>, steps: u32) -> Cell<B> {
        let distance = (self.distance::<B>() * steps) as u8;
        Cell(if self.ascends() { cell.0 - distance } else { cell.0 + distance }, PhantomData)
    }
}

/// The cells next to a cell of `set`. Some may be off the board: mask the result with something on it.
pub(crate) fn neighbours<B: Board>(set: B) -> B {
    let right = ((set << 1) | (set >> (B::STRIDE - 1))) & B::NOT_FIRST_COLUMN;
    let left = ((set >> 1) | (set << (B::STRIDE - 1))) & B::NOT_LAST_COLUMN;
    right | left | (set << B::STRIDE) | (set >> B::STRIDE)
}

/// The cells of `set` that are connected with its lowest cell. The set must not be empty.
pub(crate) fn lowest_group<B: Board>(set: B) -> B {
    let mut group = set & !set.without_lowest();
    loop {
        let grown = group | (neighbours(group) & set);
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// The size of the largest connected group in `set`.
pub(crate) fn largest_group<B: Board>(set: B) -> u32 {
    let (mut rest, mut remaining, mut largest) = (set, set.count(), 0);
    while remaining > largest {
        let group = lowest_group(rest);
        let size = group.count();
        largest = largest.max(size);
        remaining -= size;
        rest = rest & !group;
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// All cells one step from a cell, by counting.
    fn around<B: Board>(cell: Cell<B>, side: u8) -> B {
        let (x, y) = (i32::from(cell.column()), i32::from(cell.row()));
        let inside = |n: i32| (0..i32::from(side)).contains(&n);
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
            .into_iter()
            .filter(|&(dx, dy)| inside(x + dx) && inside(y + dy))
            .fold(B::NONE, |set, (dx, dy)| set | Cell::<B>::new((x + dx) as u8, (y + dy) as u8).bit())
    }

    fn check_neighbours<B: Board>() {
        for side in B::SIDES {
            let board = whole_board::<B>(side);
            assert_eq!(board.count(), u32::from(side) * u32::from(side));
            for cell in cells(board) {
                assert_eq!(neighbours(cell.bit()) & board, around(cell, side), "{cell}, side {side}");
                let steps = Direction::ALL.into_iter().fold(B::NONE, |set, way| set | way.step(cell.bit(), board));
                assert_eq!(steps, around(cell, side), "{cell}, side {side}");
            }
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        check_neighbours::<u64>();
        check_neighbours::<u128>();
    }

    /// What `reach` says, one step after the other.
    fn walk<B: Board>(way: Direction, cell: Cell<B>, empty: B) -> B {
        let mut front = way.step(cell.bit(), empty);
        let mut reached = front;
        while front != B::NONE {
            front = way.step(front, empty);
            reached = reached | front;
        }
        reached
    }

    fn check_reach<B: Board>() {
        for side in B::SIDES {
            let board = whole_board::<B>(side);
            for cell in cells(board) {
                for way in Direction::ALL {
                    let free = board & !cell.bit();
                    assert_eq!(way.reach(cell.bit(), free), walk(way, cell, free), "{cell} {way:?}, side {side}");
                }
            }
        }
    }

    #[test]
    fn slides_go_to_the_edge_and_no_further() {
        check_reach::<u64>();
        check_reach::<u128>();
    }

    /// The size of the largest group, by walking from cell to cell.
    fn largest_by_walking<B: Board>(set: B, side: u8) -> u32 {
        let mut rest: Vec<Cell<B>> = cells(set).collect();
        let mut largest = 0;
        while let Some(first) = rest.pop() {
            let (mut open, mut walked) = (vec![first], 0);
            while let Some(cell) = open.pop() {
                walked += 1;
                let (next, others) = rest.iter().partition(|other| around(cell, side) & other.bit() != B::NONE);
                rest = others;
                open.extend::<Vec<_>>(next);
            }
            largest = largest.max(walked);
        }
        largest
    }

    fn check_groups<B: Board>(rng: &mut StdRng) {
        for side in B::SIDES {
            for _ in 0..200 {
                let set = cells(whole_board::<B>(side)).filter(|_| rng.random_bool(0.4));
                let set = set.fold(B::NONE, |set, cell| set | cell.bit());
                assert_eq!(largest_group(set), largest_by_walking(set, side), "{set:?}, side {side}");
            }
        }
    }

    #[test]
    fn groups_are_what_a_walk_reaches() {
        let mut rng = StdRng::seed_from_u64(5);
        check_groups::<u64>(&mut rng);
        check_groups::<u128>(&mut rng);
        assert_eq!(largest_group(0_u64), 0);
    }
}
