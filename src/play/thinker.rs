//! tern at the table: finds moves and hints.

use crate::games::any::AnyGame;
use crate::search::{self, Control, Level, Limits, Score, SearchRequest, Table};
use crate::session::Options;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io;
use std::time::Duration;

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
    move_time: Duration,
    rng: StdRng,
    /// Whether to choose at random among moves of equal worth.
    variety: bool,
}

impl Thinker {
    /// Thinks so long about a move. Seed 0 stands for a different one every time.
    pub(super) fn new(move_time: Duration, seed: u64) -> io::Result<Self> {
        let table = Table::new(Options::default().hash);
        Ok(Self {
            table: table.map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?,
            move_time,
            rng: if seed == 0 { rand::make_rng() } else { StdRng::seed_from_u64(seed) },
            variety: seed == 0,
        })
    }

    /// Finds a move in a game that is not over; only what completes a half move if one is pending.
    pub(super) fn think(&mut self, game: &AnyGame, level: Level) -> io::Result<Thought> {
        let request = SearchRequest {
            limits: Limits { move_time: Some(self.move_time), ..Limits::default() },
            level,
            seed: self.rng.random(),
            variety: self.variety,
            lines: 1,
            threads: 1,
            overhead: Duration::ZERO,
        };
        let search = search::prepare(game, request, &[]).map_err(io::Error::other)?;
        let mut score = None;
        let choice = search(&self.table, &Control::new(false), &mut |report| score = Some(report.score));
        let choice = choice.ok_or_else(|| io::Error::other("the search found no move, which is a bug in tern"))?;
        Ok(Thought { best: choice.best, score, answer: choice.ponder })
    }
}
