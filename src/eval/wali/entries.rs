//! The table of weights: which of its entries apply to a position. The evaluation is their sum.

use super::shapes::{
    COLUMN, COLUMN_KINDS, KIND_OF_COLUMN, KIND_OF_ROW, KIND_OF_SQUARE, ROW, ROW_KINDS, SQUARE, SQUARE_KINDS, Shapes,
    line_reversed, square_upside_down,
};
use crate::game::Game;
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
    pub(super) const fn counts(self) -> usize {
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

/// One thing on the board, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) part: Part,
    /// Which of the squares, rows or columns it is; 0 for counts.
    pub(super) place: usize,
    /// What stands there, or the own count times the number of counts, and the opponent's.
    pub(super) number: usize,
}

impl Thing {
    /// What a part about two counts says: the own one, and the opponent's. Large ones are all the same.
    #[inline]
    fn counted(part: Part, counts: [u32; 2]) -> Self {
        let [own, enemy] = counts.map(|count| (count as usize).min(part.counts() - 1));
        Self { part, place: 0, number: own * part.counts() + enemy }
    }

    /// The entry that speaks of it.
    #[inline]
    pub(super) const fn entry(self, phase: Phase) -> usize {
        let kind = match self.part {
            Part::Squares => KIND_OF_SQUARE[self.place] * SQUARE,
            Part::Rows => KIND_OF_ROW[self.place] * ROW,
            Part::Columns => KIND_OF_COLUMN[self.place] * COLUMN,
            Part::Stones | Part::Cells | Part::CellsApart | Part::Captures => 0,
        };
        phase as usize * OF_A_PHASE + self.part.start() + kind + self.number
    }
}

/// Everything on the board that the evaluation looks at.
pub(super) struct Things {
    shapes: Shapes,
    counts: [Thing; 3],
    /// How many of the counts there are.
    counted: usize,
}

impl Things {
    #[inline]
    pub(super) fn of<R: Rules>(position: &Wali<R>) -> Self {
        let players = [position.to_move(), position.to_move().opponent()];
        let shapes = Shapes::of(position.stones(players[0]), position.stones(players[1]));
        let stones;
        let (counts, counted) = match position.phase() {
            Phase::Drop => {
                let cells = players.map(|player| position.droppable(player));
                stones = players.map(|player| position.hand(player).into());
                let apart = cells.map(|set| (set & !neighbours(set)).count_ones());
                ([Thing::counted(Part::Cells, cells.map(u64::count_ones)), Thing::counted(Part::CellsApart, apart)], 3)
            }
            Phase::Move => {
                let captures = |player| position.steps(player).map(|way| way.capturing.count_ones()).sum();
                stones = players.map(|player| position.count(player));
                ([Thing::counted(Part::Captures, players.map(captures)); 2], 2)
            }
        };
        Self { shapes, counts: [Thing::counted(Part::Stones, stones), counts[0], counts[1]], counted }
    }

    #[inline]
    pub(super) fn squares(&self) -> impl Iterator<Item = Thing> {
        let thing = |(place, &number)| Thing { part: Part::Squares, place, number };
        self.shapes.squares.iter().enumerate().map(thing)
    }

    #[inline]
    pub(super) fn rows(&self) -> impl Iterator<Item = Thing> {
        self.shapes.rows.iter().enumerate().map(|(place, &number)| Thing { part: Part::Rows, place, number })
    }

    #[inline]
    pub(super) fn columns(&self) -> impl Iterator<Item = Thing> {
        self.shapes.columns.iter().enumerate().map(|(place, &number)| Thing { part: Part::Columns, place, number })
    }

    /// What is counted, stones first.
    #[inline]
    pub(super) fn counts(&self) -> &[Thing] {
        &self.counts[..self.counted]
    }

    /// All of them.
    #[inline]
    pub(super) fn all(&self) -> impl Iterator<Item = Thing> {
        self.squares().chain(self.rows()).chain(self.columns()).chain(self.counts().iter().copied())
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
