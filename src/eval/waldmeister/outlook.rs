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
}

/// The points for one player's sets after a slide, by the set that the planted tree belongs to.
type ByPlanted = [i32; 3];

impl<'a, B: Board> Outlook<'a, B> {
    pub(super) fn new(position: &'a WaldMeister<B>) -> Self {
        Self { position, colours: Woods::new(position.colours()), heights: Woods::new(position.heights()) }
    }

    /// The woods a player scores.
    pub(super) const fn woods(&self, player: Player) -> &Woods<B> {
        match self.position.goal(player) {
            Goal::Colours => &self.colours,
            Goal::Heights => &self.heights,
        }
    }

    /// Points for the player to move less those for the opponent, from those for colours and heights.
    fn balance(&self, colours: i32, heights: i32) -> i32 {
        match self.position.goal(self.position.to_move()) {
            Goal::Colours => colours - heights,
            Goal::Heights => heights - colours,
        }
    }

    /// How much the best move shifts the balance of points at once; 0 on the empty board.
    pub(super) fn best_gain(&self) -> i32 {
        let mut best = None;
        self.for_each_slide(|_, _, _, balance| best = best.max(Some(balance)));
        best.map_or(0, |best| best - self.balance(self.colours.points(), self.heights.points()))
    }

    /// Calls `visit` with every slide, every tree that can be planted, and the balance of points after both.
    fn for_each_slide(&self, mut visit: impl FnMut(Cell<B>, Cell<B>, Tree, i32)) {
        let hand = self.position.hand(self.position.to_move());
        let movable = self.position.trees() & neighbours(self.position.empty());
        for from in cells(movable) {
            let leaving = Leaving::new(self, from);
            for to in cells(self.position.slides_from(from)) {
                let (colours, heights) = leaving.points_after(to);
                for tree in hand.kinds() {
                    let balance = self.balance(colours[tree.colour.index()], heights[tree.height.index()]);
                    visit(from, to, tree, balance);
                }
            }
        }
    }
}

/// A tree that is about to slide, as one player's sets see it.
struct LeavingSet<'a, B: Board> {
    woods: &'a Woods<B>,
    /// The set it belongs to.
    set: usize,
    without: Thinned<'a, B>,
    /// What the points gain if a tree of each set is planted where it stands.
    gains: ByPlanted,
}

impl<'a, B: Board> LeavingSet<'a, B> {
    fn new(woods: &'a Woods<B>, set: usize, from: Cell<B>, around: B) -> Self {
        let gain = |planted| if planted == set { 0 } else { woods.points_with(planted, around) - woods.points() };
        Self { woods, set, without: woods.without(set, from, around), gains: [gain(0), gain(1), gain(2)] }
    }

    fn points_after(&self, around: B) -> ByPlanted {
        let slid = self.without.points_with(around);
        let mut points = self.gains.map(|gain| slid + gain);
        // A tree of the same set takes its place: the set has grown by the cell it slides to, and nothing else happened.
        points[self.set] = self.woods.points_with(self.set, around);
        points
    }
}

/// A tree that is about to slide.
struct Leaving<'a, B: Board> {
    colours: LeavingSet<'a, B>,
    heights: LeavingSet<'a, B>,
}

impl<'a, B: Board> Leaving<'a, B> {
    fn new(outlook: &'a Outlook<'_, B>, from: Cell<B>) -> Self {
        let tree = outlook.position.tree_on(from);
        let around = neighbours(from.bit());
        Self {
            colours: LeavingSet::new(&outlook.colours, tree.colour.index(), from, around),
            heights: LeavingSet::new(&outlook.heights, tree.height.index(), from, around),
        }
    }

    /// The points for colours and for heights once the tree has slid.
    fn points_after(&self, to: Cell<B>) -> (ByPlanted, ByPlanted) {
        let around = neighbours(to.bit());
        (self.colours.points_after(around), self.heights.points_after(around))
    }
}

impl<B: Board> WaldMeister<B> {
    /// Calls `visit` with every legal move and the points it leaves the player who makes it ahead of the other.
    ///
    /// Many times faster than playing the moves and counting.
    pub fn for_each_move_and_balance(&self, mut visit: impl FnMut(WaldMeisterMove<B>, i32)) {
        if self.trees() == B::NONE {
            // A single tree is a point for both.
            self.for_each_move(|m| visit(m, 0));
        } else {
            Outlook::new(self)
                .for_each_slide(|from, to, tree, balance| visit(WaldMeisterMove::Slide { from, to, tree }, balance));
        }
    }
}
