//! What the hidden layer sees: every row and column of the board by its place, and counts. The table shares what it knows of a line with
//! the other lines of its kind; here each has rows of its own, so that units can tell what lines mean to each other.

use super::entries::{Part, Things};
use super::shapes::{COLUMN, ROW, line_reversed};
use crate::games::wali::{COLUMNS, Phase, ROWS, Rules, Wali};

const WIDTH: usize = COLUMNS as usize;
const HEIGHT: usize = ROWS as usize;

/// The board, and what mirrors beside and below it show.
pub(super) const VIEWS: usize = 4;

/// Where the rows of columns and counts begin. One of the drop phase and one of the move phase share a place.
const COLUMNS_START: usize = HEIGHT * ROW;
const STONES_START: usize = COLUMNS_START + WIDTH * COLUMN;
const COUNTS_START: usize = STONES_START + Part::Stones.counts().pow(2);
const OF_A_PHASE: usize = COUNTS_START + Part::Cells.counts().pow(2);

/// How many rows every position has: those of all lines, of stones, and of what is counted next.
const ROWS_OF_A_POSITION: usize = HEIGHT + WIDTH + 2;

/// How many rows there are.
pub(super) const LAYER_ROWS: usize = 2 * OF_A_PHASE;

impl Things {
    /// The rows of the hidden layer for all that has one.
    #[inline]
    pub(super) fn layer_rows(&self, phase: Phase) -> [usize; ROWS_OF_A_POSITION] {
        let mut rows = [phase as usize * OF_A_PHASE; ROWS_OF_A_POSITION];
        for row in self.rows() {
            rows[row.place] += row.place * ROW + row.number;
        }
        for column in self.columns() {
            rows[HEIGHT + column.place] += COLUMNS_START + column.place * COLUMN + column.number;
        }
        rows[HEIGHT + WIDTH] += STONES_START + self.counts()[0].number;
        rows[HEIGHT + WIDTH + 1] += COUNTS_START + self.counts()[1].number;
        rows
    }
}

/// The row of the same thing in a view: in the mirror beside the board if the number is odd, in the one below it from two on.
pub(super) fn seen(row: usize, view: usize) -> usize {
    let (phase, row) = (row / OF_A_PHASE * OF_A_PHASE, row % OF_A_PHASE);
    let (beside, below) = (view % 2 == 1, view >= 2);
    let turned = |place: usize, count: usize, turn: bool| if turn { count - 1 - place } else { place };
    let read = |number: usize, cells: usize, turn: bool| if turn { line_reversed(number, cells) } else { number };
    let image = if row < COLUMNS_START {
        turned(row / ROW, HEIGHT, below) * ROW + read(row % ROW, WIDTH, beside)
    } else if row < STONES_START {
        let (place, number) = ((row - COLUMNS_START) / COLUMN, (row - COLUMNS_START) % COLUMN);
        COLUMNS_START + turned(place, WIDTH, beside) * COLUMN + read(number, HEIGHT, below)
    } else {
        row
    };
    phase + image
}

/// Calls `visit` with the row of everything on the board in a view, as the player to move sees it.
pub(super) fn for_each_row<R: Rules>(position: &Wali<R>, view: usize, visit: &mut dyn FnMut(usize)) {
    let phase = position.phase();
    Things::of(position).layer_rows(phase).into_iter().for_each(|row| visit(seen(row, view)));
}

/// What rows have in common: who stands on each cell of a line, or a count of either player.
const PARTS_OF_A_LINE: usize = 2 * WIDTH;
const LINES: usize = WIDTH + HEIGHT;
const LARGEST_COUNT: usize = 16;
const PARTS_OF_A_PHASE: usize = LINES * PARTS_OF_A_LINE + 4 * LARGEST_COUNT;
pub(super) const PARTS: usize = 2 * PARTS_OF_A_PHASE;

/// The parts of every row.
pub(super) fn parts() -> Vec<Vec<usize>> {
    let of_phase = |(phase, counted): (usize, Part)| {
        let shifted = move |part| part + phase * PARTS_OF_A_PHASE;
        (0..OF_A_PHASE).map(move |row| parts_of(row, counted).into_iter().map(shifted).collect())
    };
    [Part::Cells, Part::Captures].into_iter().enumerate().flat_map(of_phase).collect()
}

/// The parts of a row of the phase in which this is counted.
fn parts_of(row: usize, counted: Part) -> Vec<usize> {
    let counts = |number: usize, counts: usize, place: usize| {
        let start = LINES * PARTS_OF_A_LINE + place * 2 * LARGEST_COUNT;
        vec![start + (number / counts).min(LARGEST_COUNT - 1), start + LARGEST_COUNT + number % counts]
    };
    if row < COLUMNS_START {
        stones_of(row / ROW, row % ROW)
    } else if row < STONES_START {
        stones_of(HEIGHT + (row - COLUMNS_START) / COLUMN, (row - COLUMNS_START) % COLUMN)
    } else if row < COUNTS_START {
        counts(row - STONES_START, Part::Stones.counts(), 0)
    } else {
        counts(row - COUNTS_START, counted.counts(), 1)
    }
}

/// Who stands where on a line with this number.
fn stones_of(line: usize, number: usize) -> Vec<usize> {
    let digits = (0..WIDTH).map(|place| (place, number / 3usize.pow(place as u32) % 3));
    digits
        .filter(|&(_, digit)| digit != 0)
        .map(|(place, digit)| line * PARTS_OF_A_LINE + 2 * place + digit - 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::wali::{Classic, Wali};

    /// The rows of a position in a view, in no order.
    fn rows_of(text: &str, view: usize) -> Vec<usize> {
        let position: Wali<Classic> = text.parse().unwrap();
        let mut rows = Vec::new();
        for_each_row(&position, view, &mut |row| rows.push(row));
        rows.sort_unstable();
        rows
    }

    #[test]
    fn every_view_sees_what_a_mirror_shows() {
        for [board, beside, below] in [
            ["3b2/w5/2wb2/6/5w w 9 10 - - 0", "2b3/5w/2bw2/6/w5 w 9 10 - - 0", "5w/6/2wb2/w5/3b2 w 9 10 - - 0"],
            ["w1bb2/w5/2wb2/6/5w b 0 0 - - 7", "2bb1w/5w/2bw2/6/w5 b 0 0 - - 7", "5w/6/2wb2/w5/w1bb2 b 0 0 - - 7"],
        ] {
            assert_ne!(rows_of(board, 0), rows_of(beside, 0), "{board}");
            assert_eq!(rows_of(board, 1), rows_of(beside, 0), "{board}");
            assert_eq!(rows_of(board, 2), rows_of(below, 0), "{board}");
            assert_eq!(rows_of(board, 3), rows_of(below, 1), "{board}");
        }
    }

    #[test]
    fn every_row_is_a_row_in_every_view_and_seen_twice_itself() {
        for row in 0..LAYER_ROWS {
            for view in 0..VIEWS {
                assert!(seen(row, view) < LAYER_ROWS, "{row} in view {view}");
                assert_eq!(seen(seen(row, view), view), row, "in view {view}");
            }
        }
    }

    #[test]
    fn rows_share_parts_for_every_stone_and_for_both_counts() {
        let parts = parts();
        assert_eq!(parts.len(), LAYER_ROWS);
        assert!(parts.iter().flatten().all(|&part| part < PARTS));
        // An own stone on a1 and the opponent's on c1, and the same with nothing on c1.
        assert_eq!((parts[1 + 2 * 9].len(), parts[1].len()), (2, 1));
        assert!(parts[1 + 2 * 9].contains(&parts[1][0]));
        assert!(parts[0].is_empty(), "an empty row has nothing in common with others");
        // Three own stones in hand and two of the opponent's.
        assert_eq!(parts[STONES_START + 3 * Part::Stones.counts() + 2].len(), 2);
        assert_ne!(parts[1], parts[OF_A_PHASE + 1], "each phase has parts of its own");
    }
}
