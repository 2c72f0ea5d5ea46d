//! A `WaldMeister` position: trees, hands, who scores what, and how the game ends.

use super::board::{Board, CELLS, Cell, largest_group, whole_board};
use super::hand::Hand;
use super::moves::WaldMeisterMove;
use super::tree::{Colour, Height, Tree};
use crate::game::{ByPlayer, Game, Outcome, Player, Reason, hash_keys};
use std::cmp::Ordering;

/// What a player scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The largest group of each colour.
    Colours,
    /// The largest group of each height.
    Heights,
}

impl Goal {
    /// What the opponent scores.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Colours => Self::Heights,
            Self::Heights => Self::Colours,
        }
    }
}

/// A position of `WaldMeister`.
///
/// A cell with a tree never becomes empty again: the tree that slides away is replaced at once. So every move fills one
/// cell, a tree without an empty neighbour stands there for good, and the game is over after as many plies as there are
/// trees. The player to move always has a move until then: the trees never overfill the board (at worst, with side 6, the
/// last one takes the last cell), and as the board is connected, some empty cell has a tree for a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaldMeister<B: Board> {
    /// Where the trees of each height stand.
    heights: [B; 3],
    /// Where the trees of each colour stand.
    colours: [B; 3],
    empty: B,
    hands: ByPlayer<Hand>,
    pub(super) turn: Player,
    goal_of_p1: Goal,
    side: u8,
    hash: u64,
}

/// The trees of both players on the boards that take most.
pub(crate) const TREES: usize = 2 * Hand::MOST as usize * Tree::KINDS;

static TREE_KEYS: [[u64; CELLS]; Tree::KINDS] = [
    hash_keys(21),
    hash_keys(22),
    hash_keys(23),
    hash_keys(24),
    hash_keys(25),
    hash_keys(26),
    hash_keys(27),
    hash_keys(28),
    hash_keys(29),
];
/// Keys for the hand of p1: what is neither there nor on the board is in the hand of p2.
static HAND_KEYS: [u64; Tree::KINDS * (Hand::MOST as usize + 1)] = hash_keys(30);
static SIDE_KEYS: [u64; 12] = hash_keys(31);
const HEIGHTS_FOR_P1_KEY: u64 = hash_keys::<1>(32)[0];

fn tree_key<B: Board>(tree: Tree, cell: Cell<B>) -> u64 {
    TREE_KEYS[tree.index()][cell.index()]
}

fn hand_key(tree: Tree, count: u8) -> u64 {
    HAND_KEYS[tree.index() * (usize::from(Hand::MOST) + 1) + usize::from(count)]
}

/// How many trees of each kind a player starts with on a board of this side.
pub(super) const fn trees_of_a_kind(side: u8) -> u8 {
    let fair = side as u16 * side as u16 / 18;
    if fair < Hand::MOST as u16 { fair as u8 } else { Hand::MOST }
}

impl<B: Board> WaldMeister<B> {
    /// The start of the game on a board of this side, p1 scoring colours; `None` if the integer is not meant for it.
    pub fn start(side: u8) -> Option<Self> {
        B::SIDES.contains(&side).then(|| Self::new_game(side))
    }

    /// The same for a side that the integer is known to be meant for.
    pub(super) fn new_game(side: u8) -> Self {
        Self::assemble(side, [], ByPlayer::both(Hand::of_each(trees_of_a_kind(side))), Goal::Colours)
    }

    /// Puts a position together. Whose turn it is follows from the number of trees.
    pub(super) fn assemble(
        side: u8,
        trees: impl IntoIterator<Item = (Cell<B>, Tree)>,
        hands: ByPlayer<Hand>,
        goal_of_p1: Goal,
    ) -> Self {
        let none = [B::NONE; 3];
        let empty = whole_board(side);
        let turn = Player::P1;
        let mut position = Self { heights: none, colours: none, empty, hands, turn, goal_of_p1, side, hash: 0 };
        for (cell, tree) in trees {
            position.toggle(tree, cell.bit());
            position.empty = position.empty & !cell.bit();
            position.turn = position.turn.opponent();
        }
        position.hash = position.recompute_hash();
        position
    }

    /// Cells along an edge of the board.
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// All cells of the board, from a1 on, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell<B>> + use<B> {
        let side = self.side;
        (0..side).flat_map(move |row| (0..side).map(move |column| Cell::new(column, row)))
    }

    /// What a player scores.
    pub const fn goal(&self, player: Player) -> Goal {
        match player {
            Player::P1 => self.goal_of_p1,
            Player::P2 => self.goal_of_p1.other(),
        }
    }

    /// What a player can still plant.
    pub const fn hand(&self, player: Player) -> Hand {
        *self.hands.get(player)
    }

    /// The points of a player as things stand: the largest group of each colour, or of each height.
    pub fn points(&self, player: Player) -> u32 {
        self.groups(player).into_iter().map(largest_group).sum()
    }

    /// The cells without a tree.
    pub(crate) const fn empty(&self) -> B {
        self.empty
    }

    /// The cells with a tree.
    pub(crate) fn trees(&self) -> B {
        self.heights[0] | self.heights[1] | self.heights[2]
    }

    /// The trees of each colour.
    pub(crate) const fn colours(&self) -> [B; 3] {
        self.colours
    }

    /// The trees of each height.
    pub(crate) const fn heights(&self) -> [B; 3] {
        self.heights
    }

    /// The three sets of trees whose largest groups a player scores.
    pub(crate) const fn groups(&self, player: Player) -> [B; 3] {
        match self.goal(player) {
            Goal::Colours => self.colours,
            Goal::Heights => self.heights,
        }
    }

    /// The cells with a tree of one kind.
    pub(super) fn standing(&self, tree: Tree) -> B {
        self.heights[tree.height.index()] & self.colours[tree.colour.index()]
    }

    /// The tree on a cell that has one.
    pub(crate) fn tree_on(&self, cell: Cell<B>) -> Tree {
        let among = |sets: [B; 3]| {
            let holds = |set: B| set & cell.bit() != B::NONE;
            if holds(sets[2]) { 2 } else { usize::from(holds(sets[1])) }
        };
        Tree { height: Height::ALL[among(self.heights)], colour: Colour::ALL[among(self.colours)] }
    }

    /// The tree on a cell, if there is one.
    pub fn piece_at(&self, cell: Cell<B>) -> Option<Tree> {
        (self.trees() & cell.bit() != B::NONE).then(|| self.tree_on(cell))
    }

    /// The hash after a legal move, without playing it. Moves that lead to the same position agree: sliding any tree to a
    /// cell and planting the same kind where it stood is the same as planting that kind on the cell.
    pub fn hash_after(&self, m: WaldMeisterMove<B>) -> u64 {
        let (tree, board) = match m {
            WaldMeisterMove::First { cell, tree } => (tree, tree_key(tree, cell)),
            WaldMeisterMove::Slide { from, to, tree } => {
                let slid = self.tree_on(from);
                (tree, tree_key(slid, from) ^ tree_key(slid, to) ^ tree_key(tree, from))
            }
        };
        self.hash ^ board ^ self.hand_change(tree)
    }

    /// What planting a tree changes in the hash, the board left aside.
    fn hand_change(&self, tree: Tree) -> u64 {
        let count = self.hand(Player::P1).count(tree);
        match self.turn {
            Player::P1 => hand_key(tree, count) ^ hand_key(tree, count.saturating_sub(1)),
            Player::P2 => 0,
        }
    }

    /// The hash from scratch; `play` keeps it up to date. The trees tell whose turn it is and what p2 has in hand.
    fn recompute_hash(&self) -> u64 {
        let mut hash = SIDE_KEYS[usize::from(self.side)];
        if self.goal_of_p1 == Goal::Heights {
            hash ^= HEIGHTS_FOR_P1_KEY;
        }
        for cell in super::board::cells(self.trees()) {
            hash ^= tree_key(self.tree_on(cell), cell);
        }
        Tree::ALL.into_iter().fold(hash, |hash, tree| hash ^ hand_key(tree, self.hand(Player::P1).count(tree)))
    }

    /// Puts a tree on cells, or takes it away from them.
    fn toggle(&mut self, tree: Tree, cells: B) {
        let (height, colour) = (&mut self.heights[tree.height.index()], &mut self.colours[tree.colour.index()]);
        *height = *height ^ cells;
        *colour = *colour ^ cells;
    }
}

/// Tells moves that lead to the same position. Sliding a tree and planting its own kind where it stood adds that kind where
/// it went, whichever tree it was; all other moves differ.
#[derive(Default)]
pub(crate) struct Growth<B> {
    /// Where each kind was added by the moves so far.
    added: [B; Tree::KINDS],
}

impl<B: Board> Growth<B> {
    /// Whether a legal move leads elsewhere than those that were asked about before.
    pub(crate) fn is_new(&mut self, position: &WaldMeister<B>, m: WaldMeisterMove<B>) -> bool {
        let WaldMeisterMove::Slide { from, to, tree } = m else { return true };
        if position.tree_on(from) != tree {
            return true;
        }
        let added = &mut self.added[tree.index()];
        let is_new = *added & to.bit() == B::NONE;
        *added = *added | to.bit();
        is_new
    }
}

impl<B: Board> Game for WaldMeister<B> {
    type Move = WaldMeisterMove<B>;

    fn to_move(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if !Player::BOTH.iter().all(|&player| self.hand(player).is_empty()) {
            return None;
        }
        Some(match self.points(Player::P1).cmp(&self.points(Player::P2)) {
            Ordering::Greater => Outcome::win(Player::P1, Reason::Points),
            Ordering::Less => Outcome::win(Player::P2, Reason::Points),
            Ordering::Equal => Outcome::draw(Reason::Points),
        })
    }

    fn for_each_move(&self, visit: impl FnMut(WaldMeisterMove<B>)) {
        self.generate(visit);
    }

    fn move_from_bits(&self, bits: u32) -> Option<WaldMeisterMove<B>> {
        self.slide_from_bits(bits)
    }

    fn for_each_distinct_move(&self, mut visit: impl FnMut(WaldMeisterMove<B>)) {
        let mut growth = Growth::default();
        self.for_each_move(|m| {
            if growth.is_new(self, m) {
                visit(m);
            }
        });
    }

    fn plies_to_end(&self) -> Option<u32> {
        Some(self.hands.p1.total() + self.hands.p2.total())
    }

    fn count_moves(&self) -> u64 {
        self.count_legal()
    }

    fn play_unchecked(&mut self, m: WaldMeisterMove<B>) {
        self.hash = self.hash_after(m);
        let (tree, filled) = match m {
            WaldMeisterMove::First { cell, tree } => {
                self.toggle(tree, cell.bit());
                (tree, cell)
            }
            WaldMeisterMove::Slide { from, to, tree } => {
                self.toggle(self.tree_on(from), from.bit() | to.bit());
                self.toggle(tree, from.bit());
                (tree, to)
            }
        };
        self.empty = self.empty & !filled.bit();
        self.hands[self.turn] = self.hand(self.turn).without(tree);
        self.turn = self.turn.opponent();
        debug_assert_eq!(self.hash, self.recompute_hash(), "after {m}");
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn repetition_reach(&self) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::waldmeister::board::cells;

    #[test]
    fn trees_are_found_by_height_and_by_colour() {
        let forest: WaldMeister<u64> = "5/5/5/sl4/mgsd3 2 010111111 111101111 c".parse().unwrap();
        let names = |set: u64| cells(set).map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(forest.heights().map(names), ["b1 a2", "a1", ""]);
        assert_eq!(forest.colours().map(names), ["a2", "a1", "b1"]);
    }

    #[test]
    fn no_board_takes_more_trees_than_the_largest() {
        let small = u64::SIDES.filter_map(WaldMeister::<u64>::start).filter_map(|start| start.plies_to_end());
        let large = u128::SIDES.filter_map(WaldMeister::<u128>::start).filter_map(|start| start.plies_to_end());
        assert_eq!(small.chain(large).max(), Some(TREES as u32));
    }
}
