//! Patterns, as Othello programs use them: the board cut into overlapping shapes, each with an index into a table.
//!
//! The index is a number of base 3 with a digit for each cell: 0 empty, 1 a stone of the player to move, 2 one of the opponent.
//! Shapes that are mirror images of each other on the board are of one kind and have the same indices.

use crate::games::wali::{COLUMNS, ROWS, rows};

const WIDTH: usize = COLUMNS as usize;
const HEIGHT: usize = ROWS as usize;

/// How many things can stand on a span: three cells of a row side by side.
const SPAN: usize = 27;
/// The same for a square of three by three cells, a row and a column.
pub(super) const SQUARE: usize = SPAN.pow(3);
pub(super) const ROW: usize = 3usize.pow(WIDTH as u32);
pub(super) const COLUMN: usize = 3usize.pow(HEIGHT as u32);

/// Kinds of squares: at the upper or lower rim, first those at the left or right rim and then those further in; the same
/// for squares in the middle of the height, which are mirror images of themselves.
pub(super) const SQUARE_KINDS: usize = 4;
/// Kinds of rows, and of columns: from the rim inwards.
pub(super) const ROW_KINDS: usize = 3;
pub(super) const COLUMN_KINDS: usize = 3;

/// The cells of the four spans of a row, from the rim inwards.
const SPANS: [[usize; 3]; 4] = [[0, 1, 2], [1, 2, 3], [4, 3, 2], [5, 4, 3]];
/// Bits for each span in a word that holds the numbers of all four.
const SPAN_LANE: usize = 16;
/// Bits for each column in a word that holds the numbers of all six.
const COLUMN_LANE: usize = 10;

/// What the stones of one player on a row add to the indices of shapes, as if all were digit 1. Indices share a word, each in
/// a lane of its own (SWAR).
#[derive(Clone, Copy)]
struct Digits {
    spans: u64,
    row: u64,
    columns: u64,
}

impl Digits {
    /// Of a row with these cells taken.
    const fn of(set: usize) -> Self {
        let mut digits = Self { spans: 0, row: 0, columns: 0 };
        let mut column = 0;
        while column < WIDTH {
            let stone = (set >> column & 1) as u64;
            digits.row += stone * 3u64.pow(column as u32);
            digits.columns += stone << (COLUMN_LANE * column);
            column += 1;
        }
        let mut i = 0;
        while i < 3 * SPANS.len() {
            let (span, place) = (i / 3, i % 3);
            let stone = (set >> SPANS[span][place] & 1) as u64;
            digits.spans += (stone * 3u64.pow(place as u32)) << (SPAN_LANE * span);
            i += 1;
        }
        digits
    }

    /// For every set of cells of a row.
    const fn table() -> [Self; 1 << WIDTH] {
        let mut table = [Self::of(0); 1 << WIDTH];
        let mut set = 0;
        while set < table.len() {
            table[set] = Self::of(set);
            set += 1;
        }
        table
    }
}

static DIGITS: [Digits; 1 << WIDTH] = Digits::table();

/// The rows of the squares: those at the lower rim, those at the upper rim as a mirror shows them, those in the middle.
const SQUARE_ROWS: [[usize; 3]; 3] = [[0, 1, 2], [4, 3, 2], [1, 2, 3]];

/// How many squares there are.
pub(super) const SQUARES: usize = SQUARE_ROWS.len() * SPANS.len();

/// Of what kind each square, row and column is.
pub(super) const KIND_OF_SQUARE: [usize; SQUARES] = [0, 1, 1, 0, 0, 1, 1, 0, 2, 3, 3, 2];
pub(super) const KIND_OF_ROW: [usize; HEIGHT] = [0, 1, 2, 1, 0];
pub(super) const KIND_OF_COLUMN: [usize; WIDTH] = [0, 1, 2, 2, 1, 0];

/// The numbers of all shapes of a board.
pub(super) struct Shapes {
    pub(super) squares: [usize; SQUARES],
    pub(super) rows: [usize; HEIGHT],
    pub(super) columns: [usize; WIDTH],
}

impl Shapes {
    /// Of a board with these stones of the player to move and of the opponent.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "saves a search one instruction in twenty")]
    pub(super) fn of(own: u64, enemy: u64) -> Self {
        let (own, enemy) = (rows(own), rows(enemy));
        let mut digits = [Digits { spans: 0, row: 0, columns: 0 }; HEIGHT];
        for (digits, (own, enemy)) in digits.iter_mut().zip(own.into_iter().zip(enemy)) {
            let (own, enemy) = (DIGITS[usize::from(own)], DIGITS[usize::from(enemy)]);
            digits.spans = own.spans + 2 * enemy.spans;
            digits.row = own.row + 2 * enemy.row;
            digits.columns = own.columns + 2 * enemy.columns;
        }
        let squares = SQUARE_ROWS
            .map(|[a, b, c]| digits[a].spans + SPAN as u64 * digits[b].spans + SPAN.pow(2) as u64 * digits[c].spans);
        let columns = digits.iter().rev().fold(0, |columns, row| 3 * columns + row.columns);
        Self {
            squares: std::array::from_fn(|i| lane(squares[i / SPANS.len()], SPAN_LANE, i % SPANS.len())),
            rows: digits.map(|row| row.row as usize),
            columns: std::array::from_fn(|column| lane(columns, COLUMN_LANE, column)),
        }
    }
}

/// One of the numbers that share a word.
#[inline]
fn lane(word: u64, bits: usize, index: usize) -> usize {
    (word >> (bits * index)) as usize % (1 << bits)
}

/// The number of the mirror image of a square that is in the middle of the height.
pub(super) fn square_upside_down(number: usize) -> usize {
    let (low, middle, high) = (number % SPAN, number / SPAN % SPAN, number / SPAN.pow(2));
    high + SPAN * middle + SPAN.pow(2) * low
}

/// The number of a line of so many cells read from its other end.
pub(super) fn line_reversed(mut number: usize, cells: usize) -> usize {
    let mut reversed = 0;
    for _ in 0..cells {
        reversed = 3 * reversed + number % 3;
        number /= 3;
    }
    reversed
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use std::array::from_fn;

    type Board = [[usize; WIDTH]; HEIGHT];

    /// Digits at random, and the same as two sets.
    fn board(rng: &mut StdRng) -> (Board, [u64; 2]) {
        let board: Board = from_fn(|_| from_fn(|_| rng.random_range(0..3)));
        let set = |digit| {
            let cells = (0..HEIGHT * WIDTH).map(|i| (i / WIDTH, i % WIDTH));
            cells
                .filter(|&(row, column)| board[row][column] == digit)
                .map(|(row, column)| 1 << (8 * row + column))
                .sum()
        };
        (board, [set(1), set(2)])
    }

    /// The number of the cells in this order.
    fn number(board: &Board, cells: impl DoubleEndedIterator<Item = (usize, usize)>) -> usize {
        cells.rev().fold(0, |number, (row, column)| 3 * number + board[row][column])
    }

    #[test]
    fn the_numbers_are_those_of_the_cells_one_by_one() {
        let seed = 20;
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..1000 {
            let (board, [own, enemy]) = board(&mut rng);
            let shapes = Shapes::of(own, enemy);
            let square =
                |rows: [usize; 3], columns: [usize; 3]| number(&board, (0..9).map(|i| (rows[i / 3], columns[i % 3])));
            for (i, &found) in shapes.squares.iter().enumerate() {
                assert_eq!(found, square(SQUARE_ROWS[i / 4], SPANS[i % 4]), "seed {seed}: square {i} of {board:?}");
            }
            for (row, &found) in shapes.rows.iter().enumerate() {
                assert_eq!(found, number(&board, (0..WIDTH).map(|column| (row, column))), "seed {seed}: {board:?}");
            }
            for (column, &found) in shapes.columns.iter().enumerate() {
                assert_eq!(found, number(&board, (0..HEIGHT).map(|row| (row, column))), "seed {seed}: {board:?}");
            }
        }
    }

    #[test]
    fn mirror_images_of_numbers() {
        assert_eq!(line_reversed(1 + 2 * 3, 5), 81 + 2 * 27);
        assert_eq!(square_upside_down(5 + 27 * 7 + 729 * 26), 26 + 27 * 7 + 729 * 5);
    }
}
