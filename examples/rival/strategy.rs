//! The ways to find a move, and when they have to be done.

use crate::adapter::{Judge, Rules, State, iterative_options};
use crate::two_ply::{OnBoard, TwoPly};
use clap::ValueEnum;
use minimax::{IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Strategy as _};
use std::fmt;
use std::time::Duration;
use tern::eval::Evaluate;
use tern::game::{Game, Player};
use tern::protocol::GoCommand;

/// How to find a move.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Strategy {
    /// Iterative deepening of the crate minimax
    Iterative,
    /// Monte-Carlo tree search of the crate minimax
    Mcts,
    /// Two plies of alpha-beta that see the score on the board and nothing else
    TwoPly,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Iterative => "iterative",
            Self::Mcts => "mcts",
            Self::TwoPly => "two-ply",
        })
    }
}

/// When to be done.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    pub(crate) depth: Option<u8>,
    pub(crate) time: Duration,
}

/// For a search whose end is left to us.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Nobody waits longer for a search by depth.
const LONGEST: Duration = Duration::from_secs(3600);
/// The clock is divided by this for every move.
const MOVES_AHEAD: u64 = 30;

impl Limit {
    pub(crate) fn new(go: &GoCommand, player: Player) -> Self {
        let millis = |ms: i64| Duration::from_millis(ms.max(1).unsigned_abs());
        let me = player.index();
        let clock = go.time[me].map(|left| {
            let moves = go.movestogo.map_or(MOVES_AHEAD, u64::from).clamp(1, MOVES_AHEAD) as i64 + 1;
            millis(left / moves + go.inc[me].unwrap_or(0) / 2)
        });
        let depth = go.depth.map(|depth| u8::try_from(depth).unwrap_or(u8::MAX).min(99));
        let unlimited = if depth.is_some() { LONGEST } else { DEFAULT_TIME };
        Self { depth, time: go.movetime.map(millis).or(clock).unwrap_or(unlimited) }
    }
}

/// Somebody who finds moves.
pub(crate) trait Mind<G: Game> {
    /// A move in a game that is not over. `None` if there was no time to find any.
    fn choose(&mut self, state: &State<G>, limit: Limit) -> Option<G::Move>;
}

impl Strategy {
    /// A mind of this kind, with so many mebibytes for a transposition table if it has one.
    pub(crate) fn mind<G: Evaluate + OnBoard>(self, megabytes: usize) -> Box<dyn Mind<G>> {
        match self {
            Self::Iterative => Box::new(IterativeSearch::new(Judge::new(), iterative_options(megabytes))),
            Self::Mcts => Box::new(MonteCarloTreeSearch::<Rules<G, false>>::new(mcts_options())),
            Self::TwoPly => Box::new(TwoPly),
        }
    }
}

/// One thread; and no child nodes before there is something to choose between them: a position of `WaldMeister` has a
/// thousand.
fn mcts_options() -> MCTSOptions {
    MCTSOptions::default().with_num_threads(1).with_max_rollout_depth(300).with_rollouts_before_expanding(10)
}

impl<G: Evaluate> Mind<G> for IterativeSearch<Judge<G>> {
    fn choose(&mut self, state: &State<G>, limit: Limit) -> Option<G::Move> {
        self.set_depth_or_timeout(limit.depth.unwrap_or(99), limit.time);
        self.choose_move(state)
    }
}

impl<G: Evaluate> Mind<G> for MonteCarloTreeSearch<Rules<G, false>> {
    fn choose(&mut self, state: &State<G>, limit: Limit) -> Option<G::Move> {
        self.set_timeout(limit.time);
        self.choose_move(state)
    }
}
