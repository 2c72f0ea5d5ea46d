//! The table of weights: which of its entries apply to a position. The evaluation is their sum.

use super::shapes::{
    COLUMN, COLUMN_KINDS, KIND_OF_COLUMN, KIND_OF_ROW, KIND_OF_SQUARE, ROW, ROW_KINDS, SQUARE, SQUARE_KINDS, Shapes,
    line_reversed, square_upside_down,
};
use crate::game::{Game, Player};
use crate::games::wali::{COLUMNS, Phase, ROWS, Rules, STONES, Wali, neighbours};

/// A part of the table: what its entries are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What stands on a square of three by three cells: most of what a stone can do soon.
    Squares,
    /// What stands on a row, and on a column: lines longer than three.
    Rows,
    Columns,
    /// How many stones both players have, in hand or on the board.
    Stones,
    /// Drop phase: on how many cells both can still drop.
    Cells,
    /// Drop phase: how many of those have no other next to them, and so are there to stay.
    CellsApart,
    /// Move phase: how many captures both players threaten.
    Captures,
}

impl Part {
    pub(super) const ALL: [Self; 7] =
        [Self::Squares, Self::Rows, Self::Columns, Self::Stones, Self::Cells, Self::CellsApart, Self::Captures];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Stones => "stones",
            Self::Cells => "cells to drop on",
            Self::CellsApart => "cells apart",
            Self::Captures => "captures ready",
        }
    }

    const fn size(self) -> usize {
        match self {
            Self::Squares => SQUARE_KINDS * SQUARE,
            Self::Rows => ROW_KINDS * ROW,
            Self::Columns => COLUMN_KINDS * COLUMN,
            Self::Stones | Self::Cells | Self::CellsApart | Self::Captures => self.counts().pow(2),
        }
    }

    /// Of a part about two counts: how many are told apart for each, from 0 on.
    const fn counts(self) -> usize {
        match self {
            Self::Stones => STONES as usize + 1,
            Self::Cells => 16,
            Self::CellsApart => 10,
            Self::Captures => 6,
            Self::Squares | Self::Rows | Self::Columns => 0,
        }
    }

    /// The first entry of this part for a phase.
    const fn start(self) -> usize {
        STARTS[self as usize]
    }

    /// The entry for two counts, the own and the opponent's; large ones are all the same.
    #[inline]
    fn counted(self, own: u32, enemy: u32) -> usize {
        let largest = self.counts() - 1;
        self.start() + (own as usize).min(largest) * self.counts() + (enemy as usize).min(largest)
    }
}

/// Where the parts begin: one after the other.
const STARTS: [usize; Part::ALL.len()] = {
    let mut starts = [0; Part::ALL.len()];
    let mut part = 1;
    while part < starts.len() {
        starts[part] = starts[part - 1] + Part::ALL[part - 1].size();
        part += 1;
    }
    starts
};

/// Entries for each of the two phases.
const OF_A_PHASE: usize = Part::Captures.start() + Part::Captures.size();

/// How many entries there are.
pub(super) const ENTRIES: usize = 2 * OF_A_PHASE;

/// Calls `visit` with every entry that speaks of a position as the player to move sees it.
#[inline]
pub(super) fn for_each_entry_of<R: Rules>(position: &Wali<R>, mut visit: impl FnMut(Part, usize)) {
    let (me, you) = (position.to_move(), position.to_move().opponent());
    let phase = if position.phase() == Phase::Drop { 0 } else { OF_A_PHASE };
    let shapes = Shapes::of(position.stones(me), position.stones(you));
    for (number, kind) in shapes.squares.into_iter().zip(KIND_OF_SQUARE) {
        visit(Part::Squares, phase + Part::Squares.start() + kind * SQUARE + number);
    }
    for (number, kind) in shapes.rows.into_iter().zip(KIND_OF_ROW) {
        visit(Part::Rows, phase + Part::Rows.start() + kind * ROW + number);
    }
    for (number, kind) in shapes.columns.into_iter().zip(KIND_OF_COLUMN) {
        visit(Part::Columns, phase + Part::Columns.start() + kind * COLUMN + number);
    }
    let mut counted = |part: Part, count: &dyn Fn(Player) -> u32| {
        visit(part, phase + part.counted(count(me), count(you)));
    };
    match position.phase() {
        Phase::Drop => {
            let cells = [position.droppable(me), position.droppable(you)];
            let cells = |player| cells[usize::from(player == you)];
            counted(Part::Stones, &|player| u32::from(position.hand(player)));
            counted(Part::Cells, &|player| cells(player).count_ones());
            counted(Part::CellsApart, &|player| (cells(player) & !neighbours(cells(player))).count_ones());
        }
        Phase::Move => {
            counted(Part::Stones, &|player| position.count(player));
            counted(Part::Captures, &|player| position.steps(player).map(|way| way.capturing.count_ones()).sum());
        }
    }
}

/// The entry that stands for this one and its mirror image.
pub(super) fn twin(entry: usize) -> usize {
    let (phase, entry) = (entry / OF_A_PHASE * OF_A_PHASE, entry % OF_A_PHASE);
    let mirrored = |part: Part, size: usize, image: fn(usize) -> usize| {
        let number = entry - part.start();
        phase + part.start() + number / size * size + image(number % size).min(number % size)
    };
    if entry < Part::Squares.start() + SQUARE_KINDS / 2 * SQUARE || entry >= Part::Stones.start() {
        phase + entry
    } else if entry < Part::Rows.start() {
        mirrored(Part::Squares, SQUARE, square_upside_down)
    } else if entry < Part::Columns.start() {
        mirrored(Part::Rows, ROW, |number| line_reversed(number, COLUMNS.into()))
    } else {
        mirrored(Part::Columns, COLUMN, |number| line_reversed(number, ROWS.into()))
    }
}
