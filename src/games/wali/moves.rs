//! Wali moves and their generation.

use super::board::{Cell, Direction, Lines, cells};
use super::position::{Phase, Rules, Wali};
use crate::game::{GameMove, Player};
use std::fmt;

/// What a player does in a turn of Wali.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaliMove {
    /// Put a stone from hand on a cell.
    Drop(Cell),
    /// Step a stone to a neighbouring cell.
    Step {
        /// Where it stood.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// Step a stone into an exact three and take an enemy stone.
    Capture {
        /// Where the stone stood.
        from: Cell,
        /// Where it goes.
        to: Cell,
        /// The stone taken.
        taken: Cell,
    },
    /// Nothing can be dropped while the opponent still can.
    Pass,
}

impl fmt::Display for WaliMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop(cell) => write!(f, "{cell}"),
            Self::Step { from, to } => write!(f, "{from}{to}"),
            Self::Capture { from, to, taken } => write!(f, "{from}{to}x{taken}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl GameMove for WaliMove {
    const SLOTS: usize = Cell::LIMIT * Cell::LIMIT;

    fn to_bits(self) -> u32 {
        let pack = |kind: u32, a: Cell, b: Cell, c: Cell| {
            (kind << 18) | ((a.index() as u32) << 12) | ((b.index() as u32) << 6) | c.index() as u32
        };
        match self {
            Self::Drop(cell) => pack(1, cell, cell, cell),
            Self::Step { from, to } => pack(2, from, to, to),
            Self::Capture { from, to, taken } => pack(3, from, to, taken),
            Self::Pass => 4 << 18,
        }
    }

    fn slot(self) -> usize {
        match self {
            Self::Drop(cell) => cell.index() * Cell::LIMIT + cell.index(),
            Self::Step { from, to } | Self::Capture { from, to, .. } => from.index() * Cell::LIMIT + to.index(),
            // No stone steps from the first cell to itself, and passes have nothing to learn.
            Self::Pass => 0,
        }
    }
}

/// The steps of a player in one direction.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    pub(crate) direction: Direction,
    /// Destinations where the stone makes an exact three and something may be taken.
    pub(crate) capturing: u64,
    /// All other destinations.
    pub(crate) quiet: u64,
}

impl<R: Rules> Wali<R> {
    /// The steps `player` could make if it were their turn, by direction. Only for the move phase.
    pub(crate) fn steps(&self, player: Player) -> impl Iterator<Item = Steps> + use<R> {
        let own = self.stones(player);
        let empty = self.empty();
        let lines = Lines::of(own);
        let may_take = self.prey(player) != 0;
        let back = self.no_return[player];
        Direction::ALL.into_iter().map(move |direction| {
            let mut targets = direction.shift(own) & empty;
            if let Some(back) = back
                && targets & back.to.bit() != 0
                && direction.origin(back.to) == back.stone
            {
                targets &= !back.to.bit();
            }
            let capturing = if may_take { targets & lines.made_by_step(direction) } else { 0 };
            Steps { direction, capturing, quiet: targets & !capturing }
        })
    }

    /// Calls `visit` with every step that captures, once for each stone it may take.
    pub(crate) fn for_each_capture(&self, mut visit: impl FnMut(WaliMove)) {
        let prey = self.prey(self.side);
        for steps in self.steps(self.side) {
            for to in cells(steps.capturing) {
                let from = steps.direction.origin(to);
                for taken in cells(prey) {
                    visit(WaliMove::Capture { from, to, taken });
                }
            }
        }
    }

    pub(super) fn generate(&self, mut visit: impl FnMut(WaliMove)) {
        match self.phase() {
            Phase::Drop => {
                let targets = self.droppable(self.side);
                if targets == 0 {
                    visit(WaliMove::Pass);
                }
                for cell in cells(targets) {
                    visit(WaliMove::Drop(cell));
                }
            }
            Phase::Move => {
                self.for_each_capture(&mut visit);
                for steps in self.steps(self.side) {
                    for to in cells(steps.quiet) {
                        visit(WaliMove::Step { from: steps.direction.origin(to), to });
                    }
                }
            }
        }
    }

    /// How many moves [`generate`](Self::generate) would visit, from the sizes of sets alone.
    pub(super) fn count_legal(&self) -> u64 {
        match self.phase() {
            Phase::Drop => u64::from(self.droppable(self.side).count_ones().max(1)),
            Phase::Move => {
                let prey = self.prey(self.side).count_ones();
                self.steps(self.side)
                    .map(|steps| u64::from(steps.capturing.count_ones() * prey + steps.quiet.count_ones()))
                    .sum()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn drops_and_steps_have_slots_of_their_own() {
        let steps_from = |from: Cell| Cell::all().filter(move |&to| from.is_next_to(to)).map(move |to| (from, to));
        let steps = Cell::all().flat_map(steps_from).map(|(from, to)| WaliMove::Step { from, to });
        let moves: Vec<WaliMove> = Cell::all().map(WaliMove::Drop).chain(steps).collect();
        let slots: HashSet<usize> = moves.iter().map(|m| m.slot()).collect();
        assert_eq!((moves.len(), slots.len()), (30 + 98, 30 + 98));
        assert!(slots.iter().all(|&slot| slot < WaliMove::SLOTS));
    }
}
