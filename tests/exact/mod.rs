//! The score of a position by a search that leaves nothing out: what minimax would say.

use std::time::Duration;
use tern::eval::Evaluate;
use tern::search::{Control, Limits, Score, Table, Task, search};

/// The exact score of a game that is not over, so many plies deep.
pub(crate) fn score<G: Evaluate>(position: &G, depth: u32) -> Score {
    let task = Task {
        position: position.clone(),
        history: Vec::new(),
        candidates: position.legal_moves(),
        limits: Limits { depth: Some(depth), ..Limits::default() },
        overhead: Duration::ZERO,
        lines: 1,
        threads: 1,
        exhaustive: true,
    };
    let mut score = None;
    let table = Table::new(1).expect("a megabyte");
    search(&task, &table, &Control::new(false), &mut |report| score = Some(report.score));
    score.expect("a report")
}
