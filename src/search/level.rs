//! The weaker levels: any legal move, or the best after a look one move ahead.

use super::{Choice, Control, Report, Score, Task, Value, value};
use crate::eval::Evaluate;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::cmp::Reverse;

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Any legal move.
    Random,
    /// The best move to the eye, one move ahead.
    Greedy,
    /// As well as possible.
    Search,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Search];

    /// What the level is called in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Search => "search",
        }
    }
}

/// Plays any of the candidate moves.
pub fn random<G: Evaluate>(
    task: &Task<G>,
    control: &Control,
    rng: &mut impl Rng,
    report: &mut dyn FnMut(Report<G::Move>),
) -> Option<Choice<G::Move>> {
    let best = *task.candidates.choose(rng)?;
    report(brief(task, control, 1, value_after(&task.position, best), best));
    control.wait_for_release(task.limits.infinite);
    Some(Choice { best, ponder: None })
}

/// Plays the candidate that leads to the best position by the evaluation, any of them if there are several.
pub fn greedy<G: Evaluate>(
    task: &Task<G>,
    control: &Control,
    rng: &mut impl Rng,
    report: &mut dyn FnMut(Report<G::Move>),
) -> Option<Choice<G::Move>> {
    let mut moves: Vec<_> = task.candidates.iter().map(|&m| (value_after(&task.position, m), m)).collect();
    moves.shuffle(rng);
    moves.sort_by_key(|&(value, _)| Reverse(value));
    for (rank, &(value, m)) in moves.iter().enumerate().take(task.lines.max(1)) {
        report(brief(task, control, rank + 1, value, m));
    }
    control.wait_for_release(task.limits.infinite);
    moves.first().map(|&(_, best)| Choice { best, ponder: None })
}

/// The value of a move by a look at the position it leads to.
fn value_after<G: Evaluate>(position: &G, m: G::Move) -> Value {
    let mut next = position.clone();
    next.play_unchecked(m);
    match next.outcome() {
        Some(outcome) => value::of_outcome(outcome, position.to_move(), 1),
        None => -next.evaluate(),
    }
}

fn brief<G: Evaluate>(task: &Task<G>, control: &Control, rank: usize, value: Value, m: G::Move) -> Report<G::Move> {
    Report {
        depth: 1,
        deepest: 1,
        rank,
        score: Score::from(value),
        nodes: task.candidates.len() as u64,
        elapsed: control.elapsed(),
        table_full: 0,
        line: vec![m],
    }
}
