//! The Wali board: 6 columns and 5 rows in a `u64`, eight bits to a row so that two guard columns stop every shift.

use crate::notation::{CellError, letter_and_number};
use std::fmt;
use std::str::FromStr;

pub(crate) const COLUMNS: u8 = 6;
pub(crate) const ROWS: u8 = 5;

/// Bits from one row to the next.
const STRIDE: u8 = 8;

/// All cells of the board.
pub(crate) const BOARD: u64 = 0x003F_3F3F_3F3F;

/// Columns b to e, and c and d; rows 2 to 4, and 3: the board from its rim inwards.
pub(crate) const INNER_COLUMNS: u64 = 0x1E_1E1E_1E1E;
pub(crate) const CENTRE_COLUMNS: u64 = 0x0C_0C0C_0C0C;
pub(crate) const INNER_ROWS: u64 = 0x3F3F_3F00;
pub(crate) const CENTRE_ROW: u64 = 0x3F_0000;

/// One of the 30 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// A number above that of every cell.
    pub(crate) const LIMIT: usize = (STRIDE * ROWS) as usize;

    /// The cell in `column` and `row`, both counted from 0, or `None` off the board.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < COLUMNS && row < ROWS { Some(Self(row * STRIDE + column)) } else { None }
    }

    /// All cells, from a1 on, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        cells(BOARD)
    }

    /// Columns a to f as 0 to 5.
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// Rows 1 to 5 as 0 to 4.
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// The set of this cell alone.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// A number below [`LIMIT`](Self::LIMIT).
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether `other` is one orthogonal step away.
    pub(crate) const fn is_next_to(self, other: Self) -> bool {
        neighbours(self.bit()) & other.bit() != 0
    }
}

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let (column, row) = letter_and_number(text)?;
        Self::new(column, row).ok_or_else(|| CellError(text.into()))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
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

/// A way to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    East,
    West,
    North,
    South,
}

impl Direction {
    pub(crate) const ALL: [Self; 4] = [Self::East, Self::West, Self::North, Self::South];

    /// Every cell of `set` moved one step. Cells may fall on a guard column: mask the result with something on the board.
    pub(crate) const fn shift(self, set: u64) -> u64 {
        match self {
            Self::East => set << 1,
            Self::West => set >> 1,
            Self::North => set << STRIDE,
            Self::South => set >> STRIDE,
        }
    }

    /// The cell from which a step this way leads to `cell`, which must exist.
    pub(crate) const fn origin(self, cell: Cell) -> Cell {
        Cell(match self {
            Self::East => cell.0 - 1,
            Self::West => cell.0 + 1,
            Self::North => cell.0 - STRIDE,
            Self::South => cell.0 + STRIDE,
        })
    }
}

/// The cells orthogonally next to a cell of `set`.
pub(crate) const fn neighbours(set: u64) -> u64 {
    ((set << 1) | (set >> 1) | (set << STRIDE) | (set >> STRIDE)) & BOARD
}

/// The cells of each row, from row 1 on, column a in the lowest bit.
pub(crate) const fn rows(set: u64) -> [u8; ROWS as usize] {
    let [rows @ .., _, _, _] = set.to_le_bytes();
    rows
}

/// The stones of `set` that stand in a run of exactly three, along their row or their column.
pub(crate) const fn exact_threes(set: u64) -> u64 {
    // The first cell of each run: a stone with two more behind it, none before and no fourth.
    let rows = set & (set >> 1) & (set >> 2) & !(set << 1) & !(set >> 3);
    let columns = set & (set >> STRIDE) & (set >> (2 * STRIDE)) & !(set << STRIDE) & !(set >> (3 * STRIDE));
    rows | (rows << 1) | (rows << 2) | columns | (columns << STRIDE) | (columns << (2 * STRIDE))
}

/// Where a stone that joins a set would stand in a run of exactly three, found for the whole board at once.
pub(crate) struct Lines {
    /// Joining at these cells makes exactly three along the row, counting both sides.
    across: u64,
    /// The same along the column.
    upright: u64,
    /// Exactly two stones follow this cell towards the east, west, north, south.
    two_ahead: [u64; 4],
}

impl Lines {
    pub(crate) const fn of(set: u64) -> Self {
        let east = Ahead::new(set >> 1, set >> 2, set >> 3);
        let west = Ahead::new(set << 1, set << 2, set << 3);
        let north = Ahead::new(set >> STRIDE, set >> (2 * STRIDE), set >> (3 * STRIDE));
        let south = Ahead::new(set << STRIDE, set << (2 * STRIDE), set << (3 * STRIDE));
        Self {
            across: Ahead::three_between(&east, &west),
            upright: Ahead::three_between(&north, &south),
            two_ahead: [east.exactly_two(), west.exactly_two(), north.exactly_two(), south.exactly_two()],
        }
    }

    /// The cells where a stone from elsewhere would make an exact three.
    pub(crate) const fn made_by_newcomer(&self) -> u64 {
        self.across | self.upright
    }

    /// The cells where a stone of the set that arrives by a step in `direction` makes an exact three. The stone left the
    /// cell behind it, so along its own way only what lies ahead counts; across its way both sides do.
    pub(crate) const fn made_by_step(&self, direction: Direction) -> u64 {
        let sideways = match direction {
            Direction::East | Direction::West => self.upright,
            Direction::North | Direction::South => self.across,
        };
        sideways | self.two_ahead[direction as usize]
    }
}

/// Cells with at least one, two, three stones in an unbroken run from their neighbour on, looking one way.
struct Ahead {
    one: u64,
    two: u64,
    three: u64,
}

impl Ahead {
    /// From the sets of cells that see a stone at distance one, two, three.
    const fn new(first: u64, second: u64, third: u64) -> Self {
        let two = first & second;
        Self { one: first, two, three: two & third }
    }

    const fn exactly_two(&self) -> u64 {
        self.two & !self.three
    }

    /// Cells where a stone would make three of the runs on its two sides.
    const fn three_between(&self, other: &Self) -> u64 {
        (self.exactly_two() & !other.one)
            | (other.exactly_two() & !self.one)
            | (self.one & !self.two & other.one & !other.two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// The cells of a drawing that are marked with `o`, row 5 on top.
    fn drawn(rows: [&str; 5]) -> u64 {
        let marked = |(row, line): (u8, &str)| {
            let columns = (0..COLUMNS).zip(line.bytes()).filter(|&(_, mark)| mark == b'o');
            columns.fold(0, |set, (column, _)| set | Cell::new(column, row).unwrap().bit())
        };
        (0..ROWS).zip(rows.into_iter().rev()).map(marked).sum()
    }

    /// How many stones stand in an unbroken run through a stone, counted one after the other.
    fn run(set: u64, stone: Cell, (dx, dy): (i32, i32)) -> usize {
        let stands = |n: i32| {
            let place = [i32::from(stone.column()) + n * dx, i32::from(stone.row()) + n * dy].map(u8::try_from);
            let [Ok(column), Ok(row)] = place else { return false };
            Cell::new(column, row).is_some_and(|cell| set & cell.bit() != 0)
        };
        1 + (1..6).take_while(|&n| stands(n)).count() + (1..6).take_while(|&n| stands(-n)).count()
    }

    fn stands_in_three(set: u64, stone: Cell) -> bool {
        run(set, stone, (1, 0)) == 3 || run(set, stone, (0, 1)) == 3
    }

    /// Sets of stones of all densities.
    fn random_sets() -> Vec<u64> {
        let mut rng = StdRng::seed_from_u64(6);
        let mut set = |density| Cell::all().filter(|_| rng.random_bool(density)).fold(0, |set, cell| set | cell.bit());
        (0..600).map(|i| set(0.2 + 0.1 * f64::from(i % 6))).collect()
    }

    #[test]
    fn threes_may_cross_in_any_of_their_stones() {
        for crossing in [
            ["o.....", "o.....", "ooo...", "......", "......"],
            [".o....", ".o....", "ooo...", "......", "......"],
            ["...o..", "...o..", ".ooo..", "......", "......"],
            ["......", "o.....", "ooo...", "o.....", "......"],
            ["......", ".o....", "ooo...", ".o....", "......"],
            ["......", "...o..", ".ooo..", "...o..", "......"],
            ["......", "......", "ooo...", "o.....", "o....."],
            ["......", "......", "ooo...", ".o....", ".o...."],
            ["......", "......", ".ooo..", "...o..", "...o.."],
        ] {
            assert_eq!(exact_threes(drawn(crossing)), drawn(crossing), "{crossing:?}");
        }
        let alone = ["ooo.oo", ".o....", ".o....", ".o....", "oooo.."];
        assert_eq!(exact_threes(drawn(alone)), drawn(["ooo...", "......", "......", "......", "......"]));
    }

    #[test]
    fn threes_are_runs_of_three() {
        for set in random_sets() {
            let threes = cells(set).filter(|&stone| stands_in_three(set, stone)).fold(0, |set, cell| set | cell.bit());
            assert_eq!(exact_threes(set), threes, "{set:#x}");
        }
    }

    #[test]
    fn lines_know_where_a_stone_makes_three() {
        for set in random_sets() {
            let lines = Lines::of(set);
            for cell in cells(BOARD & !set) {
                let makes_three = stands_in_three(set | cell.bit(), cell);
                assert_eq!(lines.made_by_newcomer() & cell.bit() != 0, makes_three, "{cell} joins {set:#x}");
            }
            for direction in Direction::ALL {
                for to in cells(direction.shift(set) & BOARD & !set) {
                    let stepped = set & !direction.origin(to).bit() | to.bit();
                    let makes_three = stands_in_three(stepped, to);
                    assert_eq!(lines.made_by_step(direction) & to.bit() != 0, makes_three, "{to} in {stepped:#x}");
                }
            }
        }
    }

    #[test]
    fn rows_are_counted_from_below() {
        let set = drawn(["o.....", ".o....", "..o...", "...o..", "....oo"]);
        assert_eq!(rows(set), [0b11_0000, 0b00_1000, 0b00_0100, 0b00_0010, 0b00_0001]);
    }
}
