//! The trees one player scores, cut into connected groups, so that what a single tree more or less does to the largest
//! groups can be told without looking at the whole board again.

use crate::games::waldmeister::{Board, CELLS, Cell, TREES, cells, lowest_group, neighbours};

/// Three sets of trees, by colour or by height, and their groups.
pub(super) struct Woods<B: Board> {
    sets: [B; 3],
    /// All groups of all three sets.
    groups: [B; TREES],
    /// The number of the group that each tree belongs to.
    group_of: [u8; CELLS],
    /// How many trees of each set stand in groups beside a cell.
    beside: [[u8; 3]; CELLS],
    leaders: [Leader; 3],
    points: i32,
}

/// The largest group of a set, the first of them if there are several.
#[derive(Clone, Copy, Default)]
struct Leader {
    group: usize,
    size: i32,
    /// The size of the largest group after it.
    runner_up: i32,
}

impl<B: Board> Woods<B> {
    /// The groups of these sets, on a board where trees can come to stand on `open` cells.
    pub(super) fn new(sets: [B; 3], open: B) -> Self {
        let mut woods = Self {
            sets,
            groups: [B::NONE; TREES],
            group_of: [0; CELLS],
            beside: [[0; 3]; CELLS],
            leaders: [Leader::default(); 3],
            points: 0,
        };
        let mut next = 0;
        for (number, set) in sets.into_iter().enumerate() {
            let mut rest = set;
            while rest != B::NONE {
                let group = lowest_group(rest);
                rest = rest & !group;
                woods.add(number, next, group, open);
                next += 1;
            }
            woods.points += woods.leaders[number].size;
        }
        woods
    }

    fn add(&mut self, set: usize, number: usize, group: B, open: B) {
        let size = group.count() as i32;
        self.groups[number] = group;
        cells(group).for_each(|cell| self.group_of[cell.index()] = number as u8);
        cells(neighbours(group) & open).for_each(|cell| self.beside[cell.index()][set] += size as u8);
        let leader = &mut self.leaders[set];
        if size > leader.size {
            *leader = Leader { group: number, size, runner_up: leader.size };
        } else {
            leader.runner_up = leader.runner_up.max(size);
        }
    }

    /// The points for these sets.
    pub(super) const fn points(&self) -> i32 {
        self.points
    }

    /// The three sets.
    pub(super) const fn sets(&self) -> [B; 3] {
        self.sets
    }

    fn group_at(&self, cell: Cell<B>) -> usize {
        usize::from(self.group_of[cell.index()])
    }

    /// The trees of a set in all groups beside an open cell.
    fn trees_beside(&self, set: usize, cell: Cell<B>) -> i32 {
        i32::from(self.beside[cell.index()][set])
    }

    /// The points if a tree joins a set on an open cell that holds none of it.
    pub(super) fn points_with(&self, set: usize, cell: Cell<B>) -> i32 {
        let joined = 1 + self.trees_beside(set, cell);
        self.points + (joined - self.leaders[set].size).max(0)
    }

    /// A set without one of its trees, which has these neighbours.
    pub(super) fn without(&self, set: usize, tree: Cell<B>, around: B) -> Thinned<'_, B> {
        let number = self.group_at(tree);
        let (group, leader) = (self.groups[number], self.leaders[set]);
        let others = if number == leader.group { leader.runner_up } else { leader.size };
        let pieces = pieces(group & !tree.bit(), around);
        Thinned {
            woods: self,
            set,
            group,
            pieces,
            largest: pieces.iter().fold(others, |largest, piece| largest.max(piece.size)),
            rest: self.points - leader.size,
        }
    }
}

/// A part of a group that lost a tree.
#[derive(Clone, Copy)]
struct Piece<B> {
    cells: B,
    size: i32,
}

/// The pieces of a group from which a tree with these neighbours was taken: each of them touches the tree, and six
/// neighbours in a ring leave room for three that do not touch each other.
fn pieces<B: Board>(group: B, around: B) -> [Piece<B>; 3] {
    let mut pieces = [Piece { cells: B::NONE, size: 0 }; 3];
    let mut rest = group;
    for piece in &mut pieces {
        // Most groups stay in one piece, as they do where the neighbours of the tree touch each other.
        let touching = rest & around;
        let whole = touching == B::NONE || lowest_group(touching) == touching;
        let cells = if whole { rest } else { lowest_group(rest) };
        *piece = Piece { cells, size: cells.count() as i32 };
        rest = rest & !cells;
        if rest == B::NONE {
            break;
        }
    }
    pieces
}

/// A set that lost a tree.
pub(super) struct Thinned<'a, B: Board> {
    woods: &'a Woods<B>,
    set: usize,
    /// The group the tree stood in, with it.
    group: B,
    /// What is left of that.
    pieces: [Piece<B>; 3],
    /// The size of the largest group now.
    largest: i32,
    /// The points for the other two sets.
    rest: i32,
}

impl<B: Board> Thinned<'_, B> {
    /// The points if the tree joins the set again on an open cell with these neighbours.
    pub(super) fn points_with(&self, cell: Cell<B>, around: B) -> i32 {
        let mut joined = 1 + self.woods.trees_beside(self.set, cell);
        if around & self.group != B::NONE {
            let touched = |piece: &Piece<B>| if around & piece.cells == B::NONE { 0 } else { piece.size };
            joined += self.pieces.iter().map(touched).sum::<i32>() - self.group.count() as i32;
        }
        self.rest + joined.max(self.largest)
    }
}
