//! Counting move sequences.

use crate::check::failure::{Failure, Outcome, agree};
use crate::check::rollout;
use crate::check::subject::Subject;
use std::sync::atomic::AtomicBool;

const DEPTH: u32 = 2;

/// Every move with its count, and the sum, in both spellings of the command.
pub(super) fn perft(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let [start, _, end] = subject.stages();
    let engine = subject.engine()?;
    for (moves, command) in [(start, "perft"), (end, "go perft")] {
        let counts = rollout::after(kind, &moves).divide(DEPTH, &AtomicBool::new(false)).unwrap_or_default();
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        let mut ours: Vec<String> = counts.iter().map(|(m, count)| format!("{m}: {count}")).collect();
        engine.set_up(&moves)?;
        engine.send(&format!("{command} {DEPTH}"));
        let mut theirs = engine.hear_until("Nodes").map_err(|failure| failure.after(command))?;
        agree(command, &format!("Nodes searched: {total}"), &theirs.pop().unwrap_or_default())?;
        ours.sort_unstable();
        theirs.sort_unstable();
        if let Some(missing) = ours.iter().find(|line| theirs.binary_search(line).is_err()) {
            return Err(Failure::new(format!("{missing} after {command}"), "no such line"));
        }
    }
    Ok(String::new())
}
