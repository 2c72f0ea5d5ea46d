//! What a search says, in the words of the protocol.

use super::value::{PROVEN, Value, WIN};
use std::time::Duration;

/// One line of what a search has found so far: the fields of an `info` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<M> {
    /// Plies searched in full.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// 1 for the best move, 2 for the second best and so on.
    pub multipv: usize,
    /// What the line is worth to the player to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Time since the start of the search.
    pub time: Duration,
    /// The principal variation; its first move is the move in question.
    pub pv: Vec<M>,
}

impl<M: ToString> Info<M> {
    /// The same with moves as texts.
    pub fn into_text(self) -> Info<String> {
        let Self { depth, seldepth, multipv, score, nodes, hashfull, time, pv } = self;
        let pv = pv.iter().map(ToString::to_string).collect();
        Info { depth, seldepth, multipv, score, nodes, hashfull, time, pv }
    }
}

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in points of the evaluation; a hundred are about one unit of what the game is fought for.
    Cp(i32),
    /// A proven end: won in so many own moves, or lost if negative. 0 if the game is over.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        let moves = (WIN - value.abs() + 1) / 2;
        match value {
            PROVEN.. => Self::Mate(moves),
            _ if value <= -PROVEN => Self::Mate(-moves),
            _ => Self::Cp(value),
        }
    }
}

/// What a search recommends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove<M> {
    /// The move to play.
    pub best: M,
    /// The answer to expect.
    pub ponder: Option<M>,
}

impl<M: ToString> BestMove<M> {
    /// The same with moves as texts.
    pub fn into_text(self) -> BestMove<String> {
        BestMove { best: self.best.to_string(), ponder: self.ponder.map(|m| m.to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::LIMIT;

    #[test]
    fn proven_values_are_told_in_own_moves() {
        assert_eq!(Score::from(WIN - 1), Score::Mate(1));
        assert_eq!(Score::from(WIN - 3), Score::Mate(2));
        assert_eq!(Score::from(2 - WIN), Score::Mate(-1));
        assert_eq!(Score::from(-WIN), Score::Mate(0));
        assert_eq!(Score::from(-250), Score::Cp(-250));
        assert_eq!(Score::from(LIMIT), Score::Cp(LIMIT));
    }
}
