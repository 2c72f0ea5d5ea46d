//! tern at the table: finds moves and hints.

use super::thinking::ThinkingSign;
use crate::games::any::AnyGame;
use crate::search::{self, Control, Level, Limits, Score, SearchRequest, Table};
use crate::session::Options;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io;

/// What came to tern's mind.
pub(super) struct Thought {
    pub(super) best: String,
    /// What the move is worth to the player who makes it.
    pub(super) score: Option<Score>,
    /// The answer to expect.
    pub(super) answer: Option<String>,
}

pub(super) struct Thinker {
    table: Table,
    limits: Limits,
    rng: StdRng,
    /// Whether to choose at random among moves of equal worth.
    variety: bool,
}

impl Thinker {
    /// Thinks about a move until a limit binds. Seed 0 stands for a different one every time.
    pub(super) fn new(limits: Limits, seed: u64) -> io::Result<Self> {
        let table = Table::new(Options::default().hash);
        Ok(Self {
            table: table.map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?,
            limits,
            rng: if seed == 0 { rand::make_rng() } else { StdRng::seed_from_u64(seed) },
            variety: seed == 0,
        })
    }

    /// Finds a move in a game that is not over; only what completes a half move if one is pending.
    pub(super) fn think(&mut self, game: &AnyGame, level: Level) -> io::Result<Thought> {
        let limits = self.limits.clone();
        let request =
            SearchRequest { level, seed: self.rng.random(), variety: self.variety, ..SearchRequest::new(limits) };
        let mut score = None;
        let control = Control::new(false);
        let sign = ThinkingSign::show();
        let choice = search::run(game, &[], &request, &self.table, &control, &mut |info| {
            score = Some(info.score);
            sign.update(info.depth, info.nodes);
        })
        .map_err(io::Error::other)?;
        let choice = choice.ok_or_else(|| io::Error::other("the search found no move, which is a bug in tern"))?;
        Ok(Thought { best: choice.best, score, answer: choice.ponder })
    }
}
