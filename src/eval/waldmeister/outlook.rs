//! What every legal move makes of the points, for all moves of a position at once: there are up to 1,400, and a slide and
//! a planting each change only one of a player's three sets.

use super::woods::{Thinned, Woods};
use crate::game::{Game, Player};
use crate::games::waldmeister::{Board, Cell, Goal, Tree, WaldMeister, WaldMeisterMove, cells, neighbours};

/// The points of both players, now and after each move.
pub(super) struct Outlook<'a, B: Board> {
    position: &'a WaldMeister<B>,
    colours: Woods<B>,
    heights: Woods<B>,
    /// What a point for colours is worth to the player to move: 1 or -1. A point for heights is worth the opposite.
    sign: i32,
}

impl<'a, B: Board> Outlook<'a, B> {
    pub(super) fn new(position: &'a WaldMeister<B>) -> Self {
        let sign = match position.goal(position.to_move()) {
            Goal::Colours => 1,
            Goal::Heights => -1,
        };
        Self { position, colours: Woods::new(position.colours()), heights: Woods::new(position.heights()), sign }
    }

    /// The woods a player scores.
    pub(super) const fn woods(&self, player: Player) -> &Woods<B> {
        match self.position.goal(player) {
            Goal::Colours => &self.colours,
            Goal::Heights => &self.heights,
        }
    }

    /// How much the best move shifts the balance of points at once; 0 on the empty board, and at the end of the game.
    pub(super) fn best_gain(&self) -> i32 {
        if self.position.hand(self.position.to_move()).is_empty() {
            return 0;
        }
        let mut best = None;
        self.for_each_slide(|leaving, to| best = best.max(Some(leaving.best_balance(to))));
        best.map_or(0, |best| best - self.sign * (self.colours.points() - self.heights.points()))
    }

    /// Calls `visit` with every tree that can slide and every cell where it can go.
    fn for_each_slide(&self, mut visit: impl FnMut(&Leaving<'_, B>, Cell<B>)) {
        let movable = self.position.trees() & neighbours(self.position.empty());
        for from in cells(movable) {
            let leaving = Leaving::new(self, from);
            cells(self.position.slides_from(from)).for_each(|to| visit(&leaving, to));
        }
    }
}

/// A tree that is about to slide, as the sets of one player see it.
struct LeavingSet<'a, B: Board> {
    woods: &'a Woods<B>,
    /// The set it belongs to.
    set: usize,
    without: Thinned<'a, B>,
    /// What the points gain if a tree of another set is planted where it stands; nothing for its own set.
    gains: [i32; 3],
}

impl<'a, B: Board> LeavingSet<'a, B> {
    fn new(woods: &'a Woods<B>, set: usize, from: Cell<B>, around: B) -> Self {
        let gain = |planted| if planted == set { 0 } else { woods.points_with(planted, around) - woods.points() };
        Self { woods, set, without: woods.without(set, from, around), gains: [gain(0), gain(1), gain(2)] }
    }

    /// The points once the tree stands where it has these neighbours: if it is replaced by a tree of another set, what
    /// that gains left aside, and if by one of its own.
    fn points_after(&self, around: B) -> [i32; 2] {
        // With a tree of its own set in its place the set has grown by a cell, and nothing else happened.
        [self.without.points_with(around), self.woods.points_with(self.set, around)]
    }

    /// How many more neighbours of their sets the two trees of a move have than the one had, by the set of the planted one.
    fn company(&self, left: B, to: B, reached: B) -> [i32; 3] {
        let sets = self.woods.sets();
        let count = |cells: B, set: B| (cells & set).count() as i32;
        let slid = count(reached, sets[self.set]) - count(left, sets[self.set]);
        let beside_slid = |planted| if planted == self.set { to } else { B::NONE };
        std::array::from_fn(|planted| slid + count(left, sets[planted] | beside_slid(planted)))
    }
}

/// A tree that is about to slide.
struct Leaving<'a, B: Board> {
    outlook: &'a Outlook<'a, B>,
    from: Cell<B>,
    colours: LeavingSet<'a, B>,
    heights: LeavingSet<'a, B>,
    /// The most that planting a tree gains by itself, by whether the tree is of the same colour as this one, plus two if
    /// it is of the same height.
    best_gains: [i32; 4],
    /// What can be planted, the likeness of it, and what that gains by itself.
    plantings: [(Tree, usize, i32); Tree::KINDS],
    planting_count: usize,
}

/// Less than any balance, so that nobody chooses it, and far from overflow.
const IMPOSSIBLE: i32 = i32::MIN / 2;

impl<'a, B: Board> Leaving<'a, B> {
    fn new(outlook: &'a Outlook<'_, B>, from: Cell<B>) -> Self {
        let position = outlook.position;
        let tree = position.tree_on(from);
        let around = neighbours(from.bit());
        let colours = LeavingSet::new(&outlook.colours, tree.colour.index(), from, around);
        let heights = LeavingSet::new(&outlook.heights, tree.height.index(), from, around);
        let plantings = [(tree, 0, 0); Tree::KINDS];
        let best_gains = [IMPOSSIBLE; 4];
        let mut leaving = Self { outlook, from, colours, heights, best_gains, plantings, planting_count: 0 };
        for tree in position.hand(position.to_move()).kinds() {
            let (likeness, gain) = (leaving.likeness(tree), leaving.gain(tree));
            leaving.best_gains[likeness] = leaving.best_gains[likeness].max(gain);
            leaving.plantings[leaving.planting_count] = (tree, likeness, gain);
            leaving.planting_count += 1;
        }
        leaving
    }

    fn plantings(&self) -> &[(Tree, usize, i32)] {
        &self.plantings[..self.planting_count]
    }

    /// Whether a tree is of the same colour, plus two if it is of the same height.
    fn likeness(&self, tree: Tree) -> usize {
        let same_colour = tree.colour.index() == self.colours.set;
        let same_height = tree.height.index() == self.heights.set;
        usize::from(same_colour) + 2 * usize::from(same_height)
    }

    /// What planting a tree gains by itself.
    fn gain(&self, tree: Tree) -> i32 {
        let gained = self.colours.gains[tree.colour.index()] - self.heights.gains[tree.height.index()];
        self.outlook.sign * gained
    }

    /// The balance of points after the slide, by the likeness of the planted tree, what that gains by itself left aside.
    fn balances(&self, to: Cell<B>) -> [i32; 4] {
        let around = neighbours(to.bit());
        let (colours, heights) = (self.colours.points_after(around), self.heights.points_after(around));
        std::array::from_fn(|likeness| self.outlook.sign * (colours[likeness & 1] - heights[likeness >> 1]))
    }

    /// The balance of points after the slide and the best planting.
    fn best_balance(&self, to: Cell<B>) -> i32 {
        let balances = self.balances(to);
        (0..4).map(|likeness| balances[likeness] + self.best_gains[likeness]).max().unwrap_or(IMPOSSIBLE)
    }
}

/// Calls `visit` with every legal move, the points it leaves the player who makes it ahead of the other, and the neighbours
/// that the trees of the move gain, those of the other player's sets counted against.
///
/// Many times faster than playing the moves and counting.
pub(super) fn for_each_move_and_gain<B: Board>(
    position: &WaldMeister<B>,
    mut visit: impl FnMut(WaldMeisterMove<B>, i32, i32),
) {
    if position.trees() == B::NONE {
        // A single tree is a point for both.
        position.for_each_move(|m| visit(m, 0, 0));
        return;
    }
    let outlook = Outlook::new(position);
    outlook.for_each_slide(|leaving, to| {
        let balances = leaving.balances(to);
        let from = leaving.from;
        let (left, reached) = (neighbours(from.bit()), neighbours(to.bit()) & !from.bit());
        let company = |leaving: &LeavingSet<'_, B>| leaving.company(left, to.bit(), reached);
        let (colours, heights) = (company(&leaving.colours), company(&leaving.heights));
        for &(tree, likeness, gain) in leaving.plantings() {
            let balance = balances[likeness] + gain;
            let company = colours[tree.colour.index()] - heights[tree.height.index()];
            visit(WaldMeisterMove::Slide { from, to, tree }, balance, outlook.sign * company);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::waldmeister::SIDES;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;

    fn check<B: Board>(position: &WaldMeister<B>) {
        let player = position.to_move();
        let mut seen = Vec::new();
        for_each_move_and_gain(position, |m, balance, _| {
            let mut next = *position;
            next.play_unchecked(m);
            let expected = next.points(player) as i32 - next.points(player.opponent()) as i32;
            assert_eq!(balance, expected, "{m} in {position}");
            seen.push(m.to_string());
        });
        seen.sort();
        let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort();
        assert_eq!(seen, moves, "every move once in {position}");
    }

    /// Plays a random game on a board of this side; false if the side is not one of these boards.
    fn random_game<B: Board>(side: u8, rng: &mut StdRng) -> bool {
        let Some(mut position) = WaldMeister::<B>::start(side) else { return false };
        while position.outcome().is_none() {
            check(&position);
            position.play_unchecked(*position.legal_moves().choose(rng).unwrap());
        }
        true
    }

    #[test]
    fn balances_are_those_of_the_moves_played() {
        let seed = 21;
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        for side in SIDES {
            assert!(random_game::<u64>(side, &mut rng) | random_game::<u128>(side, &mut rng), "side {side}");
        }
    }
}
