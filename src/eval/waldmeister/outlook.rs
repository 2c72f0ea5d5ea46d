//! What every legal move makes of the points, for all moves of a position at once: there are up to 1,400, and a slide and
//! a planting each change only one of a player's three sets.
//!
//! So a move is worth the sum of what the slide is worth and what the planting is worth. The one depends on the planted tree by
//! its likeness to the slid one alone, and the other not at all on where that went.

use super::woods::{Thinned, Woods};
use crate::game::{Game, Player};
use crate::games::waldmeister::{Board, Cell, Goal, Tree, WaldMeister, cells, neighbours};

/// The points of both players, now and after each move.
pub(super) struct Outlook<'a, B: Board> {
    position: &'a WaldMeister<B>,
    /// The trees that can slide.
    movable: B,
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
        let movable = position.trees() & neighbours(position.empty());
        let open = position.empty() | movable;
        let (colours, heights) = (Woods::new(position.colours(), open), Woods::new(position.heights(), open));
        Self { position, movable, colours, heights, sign }
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
        self.for_each_leaving(|leaving| best = best.max(leaving.slides().map(|to| leaving.best_balance(to)).max()));
        best.map_or(0, |best| best - self.sign * (self.colours.points() - self.heights.points()))
    }

    /// Calls `visit` with every tree that can slide.
    pub(super) fn for_each_leaving(&self, mut visit: impl FnMut(&Leaving<'_, B>)) {
        cells(self.movable).for_each(|from| visit(&Leaving::new(self, from)));
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
        let gain = |planted| if planted == set { 0 } else { woods.points_with(planted, from) - woods.points() };
        Self { woods, set, without: woods.without(set, from, around), gains: [gain(0), gain(1), gain(2)] }
    }

    /// The points once the tree stands on a cell with these neighbours: if it is replaced by a tree of another set, what
    /// that gains left aside, and if by one of its own.
    fn points_after(&self, to: Cell<B>, around: B) -> [i32; 2] {
        // With a tree of its own set in its place the set has grown by a cell, and nothing else happened.
        [self.without.points_with(to, around), self.woods.points_with(self.set, to)]
    }

    /// How many more neighbours of its set the tree has once it has slid.
    fn company(&self, left: B, reached: B) -> i32 {
        let set = self.woods.sets()[self.set];
        (reached & set).count() as i32 - (left & set).count() as i32
    }

    /// How many neighbours of its set a planted tree has, by its set; the tree that slides away is none of them.
    fn planted_company(&self, left: B) -> [i32; 3] {
        self.woods.sets().map(|set| (left & set).count() as i32)
    }
}

/// A tree that can be planted where another one slides away.
#[derive(Clone, Copy)]
pub(super) struct Planting {
    pub(super) tree: Tree,
    /// Whether it is of the same colour as the other, plus two if it is of the same height.
    pub(super) likeness: usize,
    /// What it adds to the score of a move.
    pub(super) score: i32,
}

/// How many likenesses there are.
pub(super) const LIKENESSES: usize = 4;

/// What a point counts for in the score of a move, in neighbours.
const POINT: i32 = 4;

/// A tree that is about to slide.
pub(super) struct Leaving<'a, B: Board> {
    outlook: &'a Outlook<'a, B>,
    pub(super) from: Cell<B>,
    /// The cells around it.
    left: B,
    colours: LeavingSet<'a, B>,
    heights: LeavingSet<'a, B>,
    /// The most that planting a tree gains by itself, by its likeness.
    best_gains: [i32; LIKENESSES],
}

/// Less than any balance, so that nobody chooses it, and far from overflow.
const IMPOSSIBLE: i32 = i32::MIN / 2;

impl<'a, B: Board> Leaving<'a, B> {
    fn new(outlook: &'a Outlook<'a, B>, from: Cell<B>) -> Self {
        let tree = outlook.position.tree_on(from);
        let left = neighbours(from.bit());
        let colours = LeavingSet::new(&outlook.colours, tree.colour.index(), from, left);
        let heights = LeavingSet::new(&outlook.heights, tree.height.index(), from, left);
        let mut leaving = Self { outlook, from, left, colours, heights, best_gains: [IMPOSSIBLE; LIKENESSES] };
        for tree in leaving.hand() {
            let best = leaving.likeness(tree);
            leaving.best_gains[best] = leaving.best_gains[best].max(leaving.gain(tree));
        }
        leaving
    }

    /// The cells where it can go.
    pub(super) fn slides(&self) -> impl Iterator<Item = Cell<B>> + use<'a, B> {
        cells(self.outlook.position.slides_from(self.from))
    }

    /// The kinds that can be planted.
    fn hand(&self) -> impl Iterator<Item = Tree> + use<'a, B> {
        let position = self.outlook.position;
        position.hand(position.to_move()).kinds()
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

    /// All that can be planted.
    pub(super) fn plantings(&self) -> impl Iterator<Item = Planting> {
        let (colours, heights) = (self.colours.planted_company(self.left), self.heights.planted_company(self.left));
        self.hand().map(move |tree| {
            let company = self.outlook.sign * (colours[tree.colour.index()] - heights[tree.height.index()]);
            Planting { tree, likeness: self.likeness(tree), score: POINT * self.gain(tree) + company }
        })
    }

    /// The balance of points after the slide, by the likeness of the planted tree, what that gains by itself left aside.
    fn balances(&self, to: Cell<B>, around: B) -> [i32; LIKENESSES] {
        let (colours, heights) = (self.colours.points_after(to, around), self.heights.points_after(to, around));
        std::array::from_fn(|likeness| self.outlook.sign * (colours[likeness & 1] - heights[likeness >> 1]))
    }

    /// The score of the slide, by the likeness of the planted tree: the balance of points, and then the neighbours that the
    /// trees of the move gain, those in the other player's sets counted against.
    pub(super) fn scores(&self, to: Cell<B>) -> [i32; LIKENESSES] {
        let around = neighbours(to.bit());
        let balances = self.balances(to, around);
        let reached = around & !self.from.bit();
        let company = self.colours.company(self.left, reached) - self.heights.company(self.left, reached);
        // A planted tree of the same set is one more neighbour if the other went no further than a step.
        let beside = i32::from(self.left & to.bit() != B::NONE);
        std::array::from_fn(|likeness| {
            let alike = beside * ((likeness & 1) as i32 - (likeness >> 1) as i32);
            POINT * balances[likeness] + self.outlook.sign * (company + alike)
        })
    }

    /// The balance of points after the slide and the best planting.
    fn best_balance(&self, to: Cell<B>) -> i32 {
        let balances = self.balances(to, neighbours(to.bit()));
        (0..LIKENESSES).map(|likeness| balances[likeness] + self.best_gains[likeness]).max().unwrap_or(IMPOSSIBLE)
    }
}
