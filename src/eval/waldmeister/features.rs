//! What the net sees of a set, that is of the trees of one colour or one height: a few counts, each of which picks a row of
//! weights.

use super::net::Net;
use crate::game::{Game, Player};
use crate::games::waldmeister::{Board, Goal, SIDES, TREES, Tree, WaldMeister, cells, lowest_group, neighbours};

/// How many counts are taken of a set.
pub(super) const COUNTS: usize = 14;

/// Trees in a set at most, on the boards that take most.
const SET: usize = TREES / 3;

/// How many values of each count are told apart; larger ones are all the same.
const VALUES: [usize; COUNTS] = [
    SET + 1,
    10,
    SET + 1,
    SET / 2 + 1,
    SET / 2 + 1,
    20,
    16,
    16,
    13,
    13,
    32,
    10,
    2 * (TREES + 1),
    (*SIDES.end() - *SIDES.start() + 1) as usize,
];

/// Where the rows of each count begin: one after the other.
const STARTS: [usize; COUNTS] = {
    let mut starts = [0; COUNTS];
    let mut count = 1;
    while count < COUNTS {
        starts[count] = starts[count - 1] + VALUES[count - 1];
        count += 1;
    }
    starts
};

/// How many rows there are.
pub(super) const ROWS: usize = STARTS[COUNTS - 1] + VALUES[COUNTS - 1];

/// The rows that speak of a set, one for each count.
pub(super) type SetFeatures = [u16; COUNTS];

/// All that the net is shown of a position.
#[derive(Clone, Debug)]
pub struct Features {
    /// The sets of the player to move, and those of the opponent.
    pub sets: [[SetFeatures; 3]; 2],
    /// How many trees are still to be planted.
    pub plies_to_come: usize,
    /// What the best move gains at once, late in the game; 0 before.
    pub gain: i32,
}

impl Features {
    /// The phase of the game.
    pub const fn phase(&self) -> usize {
        Net::phase(self.plies_to_come)
    }
}

/// What is the same for all sets of a position.
pub(super) struct Ground<'a, B: Board> {
    position: &'a WaldMeister<B>,
    /// Trees that can move.
    movable: B,
    /// Cells where a tree can still come to stand: empty ones, and those from which a tree can slide away.
    open: B,
    plies_to_come: usize,
}

impl<'a, B: Board> Ground<'a, B> {
    pub(super) fn new(position: &'a WaldMeister<B>, plies_to_come: usize) -> Self {
        let movable = position.trees() & neighbours(position.empty());
        Self { position, movable, open: position.empty() | movable, plies_to_come }
    }

    /// The features of the three sets that a player scores.
    pub(super) fn sets(&self, player: Player) -> [SetFeatures; 3] {
        let sets = self.position.groups(player);
        std::array::from_fn(|number| self.set(player, number, sets[number]))
    }

    fn set(&self, owner: Player, number: usize, set: B) -> SetFeatures {
        let groups = Groups::of(set);
        let around = groups.leading().map(|largest| self.around(set, largest)).max().unwrap_or_default();
        let goal = self.position.goal(owner);
        let held = |player| held(self.position, player, goal, number);
        let moves = usize::from(owner == self.position.to_move());
        let counts: [usize; COUNTS] = [
            groups.largest,
            groups.second,
            set.count() as usize - groups.largest,
            held(owner),
            held(owner.opponent()),
            around.empty,
            around.movable,
            around.replaceable,
            around.joinable,
            around.bridges,
            safest(set, self.movable),
            groups.count,
            2 * self.plies_to_come + moves,
            usize::from(self.position.side() - SIDES.start()),
        ];
        std::array::from_fn(|i| (STARTS[i] + counts[i].min(VALUES[i] - 1)) as u16)
    }

    fn around(&self, set: B, largest: B) -> Around {
        let beside = neighbours(largest);
        let bridges = beside & self.open;
        let others = set & !largest;
        Around {
            joinable: (neighbours(bridges) & others).count() as usize,
            bridges: (bridges & neighbours(others)).count() as usize,
            empty: (beside & self.position.empty()).count() as usize,
            replaceable: (beside & self.movable & !set).count() as usize,
            movable: (largest & self.movable).count() as usize,
        }
    }
}

/// What there is around a largest group. Of several groups the best counts, so that it does not matter how the board is held.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Around {
    /// Other trees of the set that one more would join to the group, on a cell where that can still be put.
    joinable: usize,
    /// Such cells.
    bridges: usize,
    /// Empty cells beside the group.
    empty: usize,
    /// Trees of other sets beside it that can move, and so be replaced.
    replaceable: usize,
    /// Trees of the group that can be taken away from it.
    movable: usize,
}

/// The connected groups of a set.
struct Groups<B> {
    count: usize,
    /// The size of the largest, and of the next.
    largest: usize,
    second: usize,
    /// All that may be the largest.
    candidates: [B; SET],
    candidate_count: usize,
}

impl<B: Board> Groups<B> {
    fn of(set: B) -> Self {
        // Most groups are single trees, which are found all at once.
        let single = set & !neighbours(set);
        let count = single.count() as usize;
        let (largest, second) = (count.min(1), usize::from(count > 1));
        let mut found = Self { count, largest, second, candidates: [B::NONE; SET], candidate_count: 0 };
        let mut rest = set & !single;
        if rest == B::NONE {
            cells(single).for_each(|tree| found.add_candidate(tree.bit()));
        }
        while rest != B::NONE {
            let group = lowest_group(rest);
            let size = group.count() as usize;
            rest = rest & !group;
            found.count += 1;
            found.add_candidate(group);
            if size > found.largest {
                (found.largest, found.second) = (size, found.largest);
            } else {
                found.second = found.second.max(size);
            }
        }
        found
    }

    fn add_candidate(&mut self, group: B) {
        if let Some(place) = self.candidates.get_mut(self.candidate_count) {
            *place = group;
            self.candidate_count += 1;
        }
    }

    /// All groups that are as large as the largest.
    fn leading(&self) -> impl Iterator<Item = B> {
        let candidates = self.candidates[..self.candidate_count].iter().copied();
        candidates.filter(|group| group.count() as usize == self.largest)
    }
}

/// How many trees of a set a player can still plant.
fn held<B: Board>(position: &WaldMeister<B>, player: Player, goal: Goal, set: usize) -> usize {
    let hand = position.hand(player);
    let kinds = match goal {
        Goal::Colours => [set, set + 3, set + 6],
        Goal::Heights => [3 * set, 3 * set + 1, 3 * set + 2],
    };
    kinds.map(|kind| usize::from(hand.count(Tree::ALL[kind]))).iter().sum()
}

/// The safest group of a set: trees that cannot move any more count two, trees of the set beside them one.
fn safest<B: Board>(set: B, movable: B) -> usize {
    let mut best = 0;
    let mut rest = set & !movable;
    while rest != B::NONE {
        let group = lowest_group(rest);
        rest = rest & !group;
        best = best.max(2 * group.count() + (neighbours(group) & set & movable).count());
    }
    best as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set from its rows, x for a tree, the first row at the top.
    fn set(rows: &str) -> u64 {
        let bits = rows.split_whitespace().rev().flat_map(str::chars).enumerate();
        bits.map(|(i, cell)| u64::from(cell == 'x') << i).sum()
    }

    /// Count, size of the largest and of the next, how many are as large as the largest.
    fn summary(rows: &str) -> [usize; 4] {
        let groups = Groups::of(set(rows));
        [groups.count, groups.largest, groups.second, groups.leading().count()]
    }

    #[test]
    fn groups_are_counted_whether_they_are_single_trees_or_larger() {
        assert_eq!(summary("........ ........"), [0, 0, 0, 0]);
        assert_eq!(summary("........ .x......"), [1, 1, 0, 1]);
        assert_eq!(summary("x.x..... .......x"), [3, 1, 1, 3]);
        assert_eq!(summary("xx...... ....x..x"), [3, 2, 1, 1]);
        assert_eq!(summary("xx..x..x ....x..."), [3, 2, 2, 2]);
        assert_eq!(summary("xxx..... ..x....x"), [2, 4, 1, 1]);
        assert_eq!(summary("x....... .x......"), [1, 2, 0, 1], "one letter on and one number down are neighbours");
        assert_eq!(summary(".x...... x......."), [2, 1, 1, 2], "one letter on and one number up are not");
    }
}
