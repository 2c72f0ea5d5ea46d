//! `WaldMeister` moves and their generation.

use super::board::{Board, Cell, Direction, cells};
use super::position::WaldMeister;
use super::tree::Tree;
use crate::game::GameMove;
use std::fmt;

/// What a player does in a turn of `WaldMeister`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaldMeisterMove<B: Board> {
    /// The first move of the game: plant a tree on the empty board.
    First {
        /// Where.
        cell: Cell<B>,
        /// What is planted.
        tree: Tree,
    },
    /// Every other move: slide a tree, then plant one where it stood.
    Slide {
        /// Where the tree stood, and the new one is planted.
        from: Cell<B>,
        /// Where it slides to.
        to: Cell<B>,
        /// What is planted.
        tree: Tree,
    },
}

impl<B: Board> fmt::Display for WaldMeisterMove<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First { cell, tree } => write!(f, "{cell}+{tree}"),
            Self::Slide { from, to, tree } => write!(f, "{from}{to}+{tree}"),
        }
    }
}

impl<B: Board> GameMove for WaldMeisterMove<B> {
    const SLOTS: usize = Cell::<B>::LIMIT * Tree::KINDS;

    fn to_bits(self) -> u32 {
        let pack = |from: Cell<B>, to: Cell<B>, tree: Tree| {
            ((tree.index() as u32 + 1) << 14) | ((from.index() as u32) << 7) | to.index() as u32
        };
        match self {
            // Nothing slides from a cell to itself, so this is told apart from every slide.
            Self::First { cell, tree } => pack(cell, cell, tree),
            Self::Slide { from, to, tree } => pack(from, to, tree),
        }
    }

    fn slot(self) -> usize {
        // What grows where it is planted says more about the move than where the old tree made room for it.
        let (Self::First { cell, tree } | Self::Slide { from: cell, tree, .. }) = self;
        tree.index() * Cell::<B>::LIMIT + cell.index()
    }
}

impl<B: Board> WaldMeister<B> {
    /// Calls `visit` with the start and the end of every slide.
    pub(crate) fn for_each_slide(&self, mut visit: impl FnMut(Cell<B>, Cell<B>)) {
        let empty = self.empty();
        for direction in Direction::ALL {
            let mut front = direction.step(self.trees(), empty);
            let mut steps = 1;
            while front != B::NONE {
                for to in cells(front) {
                    visit(direction.origin(to, steps), to);
                }
                front = direction.step(front, empty);
                steps += 1;
            }
        }
    }

    /// The cells to which the tree on `from` can slide.
    pub(crate) fn slides_from(&self, from: Cell<B>) -> B {
        Direction::ALL.into_iter().fold(B::NONE, |set, direction| set | direction.reach(from.bit(), self.empty()))
    }

    /// The slide with these bits, if it is legal.
    pub(super) fn slide_from_bits(&self, bits: u32) -> Option<WaldMeisterMove<B>> {
        let tree = *Tree::ALL.get((bits >> 14).checked_sub(1)? as usize)?;
        let (from, to) = (Cell::at(bits >> 7 & 0x7F)?, Cell::at(bits & 0x7F)?);
        let is_legal = self.hand(self.turn).count(tree) > 0
            && self.trees() & from.bit() != B::NONE
            && self.slides_from(from) & to.bit() != B::NONE;
        is_legal.then_some(WaldMeisterMove::Slide { from, to, tree })
    }

    pub(crate) fn generate(&self, mut visit: impl FnMut(WaldMeisterMove<B>)) {
        let hand = self.hand(self.turn);
        if self.trees() == B::NONE {
            for cell in cells(self.empty()) {
                hand.kinds().for_each(|tree| visit(WaldMeisterMove::First { cell, tree }));
            }
        } else {
            self.for_each_slide(|from, to| {
                hand.kinds().for_each(|tree| visit(WaldMeisterMove::Slide { from, to, tree }));
            });
        }
    }

    /// How many moves [`generate`](Self::generate) would visit, from the sizes of sets alone.
    pub(super) fn count_legal(&self) -> u64 {
        let (trees, empty) = (self.trees(), self.empty());
        let slides: u32 = if trees == B::NONE {
            empty.count()
        } else {
            Direction::ALL.into_iter().map(|direction| direction.reach(trees, empty).count()).sum()
        };
        u64::from(slides * self.hand(self.turn).kinds_count())
    }
}
