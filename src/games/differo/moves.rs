//! Differo moves and their generation.

use super::board::Cell;
use super::lines::Line;
use super::position::Differo;
use super::states::{self, LineMoves};
use crate::game::{GameMove, Player};
use std::fmt;

/// What a player does in a turn of Differo: one piece goes along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DifferoMove {
    /// Where the piece stood.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

impl fmt::Display for DifferoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl GameMove for DifferoMove {
    const SLOTS: usize = Cell::COUNT * Cell::COUNT;

    // Not 0, because no move ends where it starts.
    fn to_bits(self) -> u32 {
        self.slot() as u32
    }

    fn slot(self) -> usize {
        self.from.index() * Cell::COUNT + self.to.index()
    }
}

/// The bits of a set, in ascending order.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

impl Differo {
    /// The moves of the player to move on some lines, a bit each.
    fn moves_on(&self, lines: u32) -> impl Iterator<Item = (Line, LineMoves)> {
        Line::of(lines).map(|line| (line, states::moves(self.states[line.index()], self.side)))
    }

    pub(super) fn generate(&self, mut visit: impl FnMut(DifferoMove)) {
        if self.winner_by_goal().is_some() {
            return;
        }
        for (line, moves) in self.moves_on(self.mobility.lines(self.side)) {
            for place in bits(moves.ahead()) {
                visit(DifferoMove { from: line.cell(place - moves.steps()), to: line.cell(place) });
            }
            for place in bits(moves.back()) {
                visit(DifferoMove { from: line.cell(place + moves.steps()), to: line.cell(place) });
            }
        }
    }

    /// How many moves [`generate`](Self::generate) would visit.
    pub(super) fn count_legal(&self) -> u64 {
        if self.winner_by_goal().is_some() {
            return 0;
        }
        self.moves_on(self.mobility.lines(self.side)).map(|(_, moves)| u64::from(moves.count())).sum()
    }

    /// Calls `visit` with every move of the player to move that wins at once.
    pub(crate) fn for_each_goal_move(&self, mut visit: impl FnMut(DifferoMove)) {
        for (line, moves) in self.moves_on(self.mobility.goal_lines(self.side)) {
            let (from, to) = match self.side {
                Player::P1 => (line.last_place() - moves.steps(), line.last_place()),
                Player::P2 => (moves.steps(), 0),
            };
            visit(DifferoMove { from: line.cell(from), to: line.cell(to) });
        }
    }
}
