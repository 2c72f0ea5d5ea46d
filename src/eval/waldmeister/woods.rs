//! The trees one player scores, cut into connected groups, so that what a single tree more or less does to the largest
//! groups can be told without looking at the whole board again.

use crate::games::waldmeister::{Board, CELLS, Cell, TREES, cells, largest_group, lowest_group};

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
    /// The number after that of the set's last group.
    end: usize,
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
                    *leader = Leader { group: next, end: next, size, runner_up: leader.size };
                } else {
                    leader.runner_up = leader.runner_up.max(size);
                }
                next += 1;
            }
            leader.end = next;
            woods.points += leader.size;
        }
        woods
    }

    /// The points for these sets.
    pub(super) const fn points(&self) -> i32 {
        self.points
    }

    /// Each set and its largest groups, of which there may be several.
    pub(super) fn leading(&self) -> impl Iterator<Item = (B, impl Iterator<Item = B>)> {
        self.sets.into_iter().zip(&self.leaders).map(|(set, leader)| {
            let numbers = leader.group..leader.end;
            let as_large = numbers.filter(|&number| i32::from(self.sizes[number]) == leader.size);
            (set, as_large.map(|number| self.groups[number]))
        })
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
        let (left, leader) = (self.groups[number] & !tree.bit(), self.leaders[set]);
        let others = if number == leader.group { leader.runner_up } else { leader.size };
        let falls_apart = (around & left).count() > 1 && lowest_group(left) != left;
        Thinned {
            woods: self,
            trees: self.sets[set] & !tree.bit(),
            group: left,
            falls_apart,
            others: others.max(i32::from(self.sizes[number]) - 1),
            rest: self.points - leader.size,
        }
    }
}

/// A set that lost a tree.
pub(super) struct Thinned<'a, B: Board> {
    woods: &'a Woods<B>,
    /// The trees that are left in the set.
    trees: B,
    /// What is left of the group the tree stood in.
    group: B,
    /// Whether that is more than one group now.
    falls_apart: bool,
    /// The size of the largest group now, unless it falls apart.
    others: i32,
    /// The points for the other two sets.
    rest: i32,
}

impl<B: Board> Thinned<'_, B> {
    /// The points if the tree joins the set again on `cell`, which has these neighbours.
    pub(super) fn points_with(&self, cell: Cell<B>, around: B) -> i32 {
        if self.falls_apart {
            return self.rest + largest_group(self.trees | cell.bit()) as i32;
        }
        // The tree itself is no longer in its group.
        let again = i32::from(around & self.group != B::NONE);
        let joined = 1 + self.woods.joined_by(around & self.trees) - again;
        self.rest + joined.max(self.others)
    }
}
