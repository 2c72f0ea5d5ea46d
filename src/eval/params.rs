//! Search parameters that differ from game to game.

use crate::games::any::GameKind;

/// How many moves of a node late move pruning (LMP) leaves, in a game that has too many to search them all.
#[derive(Clone, Copy, Debug)]
pub struct MoveLimits {
    /// At the root.
    pub root: usize,
    /// One ply from the leaves, two plies, and further away.
    pub by_depth: [usize; 3],
}

impl MoveLimits {
    /// The limit of a node with this depth, which is at least 1.
    pub(crate) fn at(self, depth: u32) -> usize {
        self.by_depth[(depth as usize).clamp(1, self.by_depth.len()) - 1]
    }
}

/// The margins of pruning for a game, in points of its evaluation.
pub trait SearchParams {
    /// Which game it is: the table of levels has rows for each.
    const GAME: GameKind;

    /// For each ply of depth, the margin of futility pruning and reverse futility pruning (RFP): how much the evaluation
    /// changes with one quiet move, seldom exceeded.
    const FUTILITY_MARGIN: i32;

    /// For each ply of depth, the margin of futility pruning of single moves: how much better a move turns out than the
    /// evaluation of the child says, seldom exceeded. `None` where that evaluation tells too little.
    const CHILD_FUTILITY_MARGIN: Option<i32> = None;

    /// From this depth on moves are ordered by the evaluation of the child: it pays wherever the tree below is larger than that.
    const CHILD_EVALUATION_DEPTH: u32 = 2;

    /// Late move pruning (LMP); `None` to search all moves.
    const MOVE_LIMITS: Option<MoveLimits> = None;
}
