//! Which move? One search for all games: iterative deepening on any number of threads. Names no concrete game.

mod any;
mod busy;
mod control;
mod conviction;
mod findings;
mod level;
mod limits;
mod node;
mod order;
mod root;
mod table;
mod value;
mod worker;

pub use any::{SearchJob, SearchRequest, TextChoice, prepare};
pub use control::Control;
pub use level::{Level, greedy, random};
pub use limits::{GameClock, Limits};
pub use root::search;
pub use table::{OutOfMemory, Table};
pub use value::{Score, Value};

use crate::game::Game;
use std::time::Duration;

/// What to search.
#[derive(Clone, Debug)]
pub struct Task<G: Game> {
    /// The position; the game is not over.
    pub position: G,
    /// Hashes of the positions before it, the oldest first.
    pub history: Vec<u64>,
    /// The moves to choose from: some or all legal moves, at least one.
    pub candidates: Vec<G::Move>,
    /// When to end.
    pub limits: Limits,
    /// Time lost between the clock and us on every move.
    pub overhead: Duration,
    /// How many best moves to report, each with its line.
    pub lines: usize,
    /// How many threads to use.
    pub threads: usize,
    /// Search every move to the full depth and let stored values order the tree, not cut it. Then the search gives
    /// exactly what plain minimax does, slowly.
    pub exhaustive: bool,
}

/// What a search has found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// Plies searched in full.
    pub depth: u32,
    /// The deepest ply reached.
    pub deepest: usize,
    /// 1 for the best move, 2 for the second best and so on.
    pub rank: usize,
    /// What the line is worth to the player to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub table_full: u32,
    /// The line; its first move is the move in question.
    pub line: Vec<M>,
}

/// What a search recommends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move to play.
    pub best: M,
    /// The answer to expect.
    pub ponder: Option<M>,
}
