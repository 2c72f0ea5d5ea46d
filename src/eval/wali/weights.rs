//! What the terms of Wali weigh, in hundredths of a stone. Written by `tern tune`.

use crate::eval::weights::weights;

weights! {
    /// What a stone is worth by where it stands: on the rim it has fewer ways to step and fewer lines to stand in.
    pub(super) struct Places {
        /// Anywhere.
        anywhere,
        /// Not in the first or last column.
        inner_column,
        /// In one of the two columns in the middle.
        centre_column,
        /// Not in the first or last row.
        inner_row,
        /// In the row in the middle.
        centre_row,
    }
}

weights! {
    /// Weights of the drop phase. Everything is worth less here, as there is so much time to change it.
    pub(super) struct Drop {
        /// A stone in hand for which there is a cell.
        stone_in_hand,
        /// A cell to drop on: who has more of them places the last stones.
        cell,
        /// An empty cell that waits for a third stone.
        open_three,
        /// Having the move.
        tempo,
    }
}

weights! {
    /// Weights of the move phase.
    pub(super) struct Step {
        /// A step that captures right now: the opponent can stop one, hardly two.
        capture_ready,
        /// Being to move when there is such a step.
        capture_due,
        /// An empty cell with two stones next to it: they can take turns in stepping there.
        meeting_place,
        /// The same with three or four.
        busy_meeting_place,
        /// Two stones in line with a cell between them: a third there is in their way more often than it makes a three.
        apart,
        /// A stone in an exact three: it need only step out and in again, and may be safe from capture.
        in_three,
        /// Having the move.
        tempo,
    }
}

/// All weights.
pub(super) struct Weights {
    pub(super) drop_stones: Places,
    pub(super) drop: Drop,
    pub(super) step_stones: Places,
    pub(super) step: Step,
}

impl Weights {
    pub(super) const COUNT: usize = 2 * Places::COUNT + Drop::COUNT + Step::COUNT;

    pub(super) fn list(&self) -> Vec<(&'static str, i32)> {
        [self.drop_stones.list(), self.drop.list(), self.step_stones.list(), self.step.list()].concat()
    }

    /// One of all weights is 1, the others are 0.
    pub(super) fn unit(index: usize) -> Self {
        let after = |earlier: usize| index.wrapping_sub(earlier);
        Self {
            drop_stones: Places::unit(index),
            drop: Drop::unit(after(Places::COUNT)),
            step_stones: Places::unit(after(Places::COUNT + Drop::COUNT)),
            step: Step::unit(after(2 * Places::COUNT + Drop::COUNT)),
        }
    }
}

/// For `wali`.
pub(super) const CLASSIC: Weights = Weights {
    drop_stones: Places { anywhere: 19, inner_column: 18, centre_column: -5, inner_row: 20, centre_row: -7 },
    drop: Drop { stone_in_hand: -5, cell: 17, open_three: 14, tempo: 15 },
    step_stones: Places { anywhere: 66, inner_column: 26, centre_column: 13, inner_row: 29, centre_row: 8 },
    step: Step {
        capture_ready: 26,
        capture_due: 61,
        meeting_place: 5,
        busy_meeting_place: 16,
        apart: -12,
        in_three: 0,
        tempo: 4,
    },
};

/// For `wali-total`.
pub(super) const TOTAL: Weights = Weights {
    drop_stones: Places { anywhere: 37, inner_column: 13, centre_column: -3, inner_row: 12, centre_row: -4 },
    drop: Drop { stone_in_hand: 8, cell: 13, open_three: 12, tempo: 17 },
    step_stones: Places { anywhere: 58, inner_column: 28, centre_column: 12, inner_row: 24, centre_row: 10 },
    step: Step {
        capture_ready: 28,
        capture_due: 20,
        meeting_place: 6,
        busy_meeting_place: 22,
        apart: -10,
        in_three: 4,
        tempo: 8,
    },
};
