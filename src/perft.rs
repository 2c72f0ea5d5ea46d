//! Counting move sequences: the usual proof that a move generator is right, and a measure of its speed.

use crate::game::Game;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of move sequences of length `depth`. A finished game has no moves; repetitions are not looked at.
///
/// `None` if `stop` was raised on the way.
pub fn perft<G: Game>(position: &G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let total = count(position, depth, stop);
    (!stop.load(Ordering::Relaxed)).then_some(total)
}

/// The same for every legal move by itself, in the order of generation.
pub fn divide<G: Game>(position: &G, depth: u32, stop: &AtomicBool) -> Option<Vec<(G::Move, u64)>> {
    let mut counts = Vec::new();
    if depth > 0 && position.outcome().is_none() {
        position.for_each_move(|m| counts.push((m, count_after(position, m, depth, stop))));
    }
    (!stop.load(Ordering::Relaxed)).then_some(counts)
}

fn count<G: Game>(position: &G, depth: u32, stop: &AtomicBool) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    if depth == 1 {
        return position.count_moves();
    }
    let mut total = 0;
    if !stop.load(Ordering::Relaxed) {
        position.for_each_move(|m| total += count_after(position, m, depth, stop));
    }
    total
}

fn count_after<G: Game>(position: &G, m: G::Move, depth: u32, stop: &AtomicBool) -> u64 {
    let mut next = position.clone();
    next.play_unchecked(m);
    count(&next, depth - 1, stop)
}
