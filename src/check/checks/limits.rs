//! Every kind of `go` that ends by itself gives a legal move, and in time.

use crate::check::failure::{Failure, Outcome, quoted};
use crate::check::rollout;
use crate::check::subject::{Subject, check_legal};
use std::time::Duration;

pub(super) fn depth(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "depth 2", None)
}

pub(super) fn nodes(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "nodes 500", None)
}

pub(super) fn move_time(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "movetime 50", Some(50))
}

pub(super) fn clocks(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "p1time 1000 p2time 1000 p1inc 10 p2inc 10", Some(1000))
}

pub(super) fn chess_clocks(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "wtime 1000 btime 1000 winc 10 binc 10", Some(1000))
}

/// One side's clock alone, whosever turn it is.
pub(super) fn one_clock(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "p1time 1000", Some(1000))?;
    answered(subject, "p2time 1000", Some(1000))
}

/// No time left, or less: move at once.
pub(super) fn empty_clock(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "p1time 0 p2time 0", Some(0))?;
    answered(subject, "p1time -50 p2time -50 p1inc 0 p2inc 0", Some(0))
}

pub(super) fn moves_to_go(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "p1time 1000 p2time 1000 movestogo 10", Some(1000))
}

pub(super) fn mate(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "mate 1", None)
}

/// The first to bind ends the search.
pub(super) fn several(subject: &mut Subject<'_>) -> Outcome {
    answered(subject, "depth 60 movetime 50", Some(50))?;
    answered(subject, "nodes 500 p1time 600000 p2time 600000", None)
}

/// Only the moves that were named are chosen from.
pub(super) fn search_moves(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let stages = subject.stages();
    let engine = subject.engine()?;
    for moves in stages {
        let legal = rollout::after(kind, &moves).moves();
        // The last and the middle one: hardly what an engine that ignores them would choose.
        let named = [legal.get(legal.len() / 2), legal.last()].map(|m| m.cloned().unwrap_or_default());
        engine.set_up(&moves)?;
        let answer = engine.go(&format!("depth 1 searchmoves {}", named.join(" ")))?;
        if !named.iter().any(|m| m == answer.best()) {
            return Err(Failure::new(format!("bestmove with one of {}", named.join(" ")), quoted(&answer.line)));
        }
    }
    Ok(String::new())
}

/// Searches in several positions. If the time is limited, in milliseconds, answers may be late by the latency allowed.
fn answered(subject: &mut Subject<'_>, limits: &str, allowed: Option<u64>) -> Outcome {
    let kind = subject.game;
    let latency = subject.arguments.latency();
    let stages = subject.stages();
    let engine = subject.engine()?;
    let mut slowest = Duration::ZERO;
    for moves in stages {
        let game = rollout::after(kind, &moves);
        engine.set_up(&moves)?;
        let answer = engine.go(limits)?;
        check_legal(&game, &answer).map_err(|failure| failure.after(&format!("go {limits}")))?;
        slowest = slowest.max(answer.elapsed);
    }
    let taken = format!("{} ms", slowest.as_millis());
    match allowed.map(|ms| Duration::from_millis(ms) + latency) {
        Some(allowed) if slowest > allowed => {
            Err(Failure::new(format!("an answer to go {limits} within {} ms", allowed.as_millis()), taken))
        }
        _ => Ok(format!("slowest {taken}")),
    }
}
