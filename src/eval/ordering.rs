//! The order of moves: the sooner the best one is searched, the smaller the tree.

use crate::game::{Game, GameMove};

/// One point of a move's score, in points of history.
const SCORE: i32 = 1024;

/// The rank of a move in the order, from its score and its history.
pub(crate) const fn rank(score: i32, history: i32) -> i32 {
    score * SCORE + history
}

/// What a game knows of its moves before they are searched.
pub trait MoveOrdering: Game {
    /// Calls `visit` with the moves that change the balance at once, such as captures: quiescence search plays them out
    /// before a position is evaluated. A part of the legal moves; none if the game has no such moves.
    fn for_each_forcing_move(&self, visit: impl FnMut(Self::Move));

    /// A first guess at how good a legal move is. Compared with other moves of the same position only; 0 for a move of
    /// which nothing can be said.
    fn move_score(&self, _m: Self::Move) -> i32 {
        0
    }

    /// Calls `visit` with distinct moves and their `rank`s by what history says of their [slots](GameMove::slot), at least
    /// with those whose rank is not below what `visit` has given last.
    fn for_each_move_above(&self, history: &[i32], mut visit: impl FnMut(Self::Move, i32) -> i32) {
        self.for_each_scored_move(|m, score| {
            visit(m, rank(score, history[m.slot()]));
        });
    }

    /// Calls `visit` with every distinct move and its score.
    fn for_each_scored_move(&self, mut visit: impl FnMut(Self::Move, i32)) {
        self.for_each_distinct_move(|m| visit(m, self.move_score(m)));
    }
}
