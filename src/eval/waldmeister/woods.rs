//! The trees one player scores, cut into connected groups, so that what a single tree more or less does to the largest
//! groups can be told without looking at the whole board again.

use crate::games::waldmeister::{Board, CELLS, Cell, TREES, cells, lowest_group};

/// Three sets of trees, by colour or by height, and their groups.
pub(super) struct Woods<B: Board> {
    sets: [B; 3],
    /// All groups of all three sets.
    groups: [B; TREES],
    sizes: [u8; TREES],
    /// The number of the group that each tree belongs to.
    group_of: [u8; CELLS],
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
    pub(super) fn new(sets: [B; 3]) -> Self {
        let mut woods = Self {
            sets,
            groups: [B::NONE; TREES],
            sizes: [0; TREES],
            group_of: [0; CELLS],
            leaders: [Leader::default(); 3],
            points: 0,
        };
        let mut next = 0;
        for (set, leader) in sets.into_iter().zip(&mut woods.leaders) {
            let mut rest = set;
            while rest != B::NONE {
                let group = lowest_group(rest);
                let size = group.count() as i32;
                rest = rest & !group;
                woods.groups[next] = group;
                woods.sizes[next] = size as u8;
                cells(group).for_each(|cell| woods.group_of[cell.index()] = next as u8);
                if size > leader.size {
                    *leader = Leader { group: next, size, runner_up: leader.size };
                } else {
                    leader.runner_up = leader.runner_up.max(size);
                }
                next += 1;
            }
            woods.points += leader.size;
        }
        woods
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

    /// The trees in all groups that one of the cells belongs to.
    fn joined_by(&self, mut cells: B) -> i32 {
        let mut trees = 0;
        while cells != B::NONE {
            let group = self.group_at(Cell::lowest_of(cells));
            trees += i32::from(self.sizes[group]);
            cells = cells & !self.groups[group];
        }
        trees
    }

    /// The points if a tree joins a set on a cell with these neighbours.
    pub(super) fn points_with(&self, set: usize, around: B) -> i32 {
        let joined = 1 + self.joined_by(around & self.sets[set]);
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
            trees: self.sets[set] & !group,
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
        // Most groups stay in one piece, as a tree with a single neighbour always leaves them.
        let whole = (rest & around).count() <= 1;
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
    /// The trees of the set in other groups.
    trees: B,
    /// What is left of the group the tree stood in.
    pieces: [Piece<B>; 3],
    /// The size of the largest group now.
    largest: i32,
    /// The points for the other two sets.
    rest: i32,
}

impl<B: Board> Thinned<'_, B> {
    /// The points if the tree joins the set again on a cell with these neighbours.
    pub(super) fn points_with(&self, around: B) -> i32 {
        let touched = |piece: &Piece<B>| if around & piece.cells == B::NONE { 0 } else { piece.size };
        let pieces: i32 = self.pieces.iter().map(touched).sum();
        let joined = 1 + pieces + self.woods.joined_by(around & self.trees);
        self.rest + joined.max(self.largest)
    }
}
