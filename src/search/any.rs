//! A search of a game in progress, whatever the game: moves become texts here.

use super::{Choice, Control, Level, Limits, Report, Table, Task};
use crate::eval::Evaluate;
use crate::games::any::{AnyGame, AnyPlayError, with_history};
use crate::history::{History, PlayError};
use crate::notation::Notation;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::time::Duration;

/// What to search for, and how.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// When to end.
    pub limits: Limits,
    /// How well to play.
    pub level: Level,
    /// Seeds the choices of the weaker levels.
    pub seed: u64,
    /// Whether to choose at random among moves of equal worth.
    pub variety: bool,
    /// How many best lines to report.
    pub lines: usize,
    /// How many threads to use.
    pub threads: usize,
    /// Time lost on every move.
    pub overhead: Duration,
}

/// What a search recommends, in text.
pub type TextChoice = Option<Choice<String>>;

/// A search ready to run on a thread of its own.
pub type SearchJob = Box<dyn FnOnce(&Table, &Control, &mut dyn FnMut(Report<String>)) -> TextChoice + Send>;

/// Prepares a search among some moves, all if none are named. The game must not be over.
///
/// # Errors
///
/// If a move named is not legal.
pub fn prepare(game: &AnyGame, request: SearchRequest, among: &[&str]) -> Result<SearchJob, AnyPlayError> {
    with_history!(game, history => prepare_typed(history, request, among).map_err(|error| error.map(Into::into)))
}

fn prepare_typed<G: Notation + Evaluate>(
    history: &History<G>,
    request: SearchRequest,
    among: &[&str],
) -> Result<SearchJob, PlayError<G::MoveError>> {
    let SearchRequest { limits, level, seed, variety, lines, threads, overhead } = request;
    let mut rng = StdRng::seed_from_u64(seed);
    let mut candidates = history.moves_named(among)?;
    if variety {
        // Of moves that turn out equally good the search keeps the one it tried first.
        candidates.shuffle(&mut rng);
    }
    let task = Task {
        position: history.position().clone(),
        history: history.earlier_positions().map(G::hash).collect(),
        candidates,
        limits,
        overhead,
        lines,
        threads,
        exhaustive: false,
    };
    Ok(Box::new(move |table, control, report| {
        let mut report = |found| report(in_text(found));
        let choice = match level {
            Level::Random => super::random(&task, control, &mut rng, &mut report),
            Level::Greedy => super::greedy(&task, control, &mut rng, &mut report),
            Level::Search => super::search(&task, table, control, &mut report),
        };
        choice.map(|Choice { best, ponder }| Choice { best: best.to_string(), ponder: ponder.map(|m| m.to_string()) })
    }))
}

fn in_text<M: ToString>(report: Report<M>) -> Report<String> {
    let Report { depth, deepest, rank, score, nodes, elapsed, table_full, line } = report;
    let line = line.iter().map(ToString::to_string).collect();
    Report { depth, deepest, rank, score, nodes, elapsed, table_full, line }
}
