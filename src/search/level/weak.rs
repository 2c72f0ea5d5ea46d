//! The levels without a search: any legal move, or the best after a look one move ahead.

use crate::eval::Evaluate;
use crate::search::{BestMove, Control, Info, Score, Value, value};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::cmp::Reverse;

/// Plays any of the root moves.
pub(in crate::search) fn random<G: Evaluate>(
    position: &G,
    root_moves: &[G::Move],
    control: &Control,
    rng: &mut impl Rng,
    report: &mut dyn FnMut(Info<G::Move>),
) -> Option<BestMove<G::Move>> {
    let best = *root_moves.choose(rng)?;
    report(info(root_moves, control, 1, value_after(position, best), best));
    Some(BestMove { best, ponder: None })
}

/// Plays the root move that leads to the best position by the evaluation, any of them if there are several.
pub(in crate::search) fn greedy<G: Evaluate>(
    position: &G,
    root_moves: &[G::Move],
    multipv: usize,
    control: &Control,
    rng: &mut impl Rng,
    report: &mut dyn FnMut(Info<G::Move>),
) -> Option<BestMove<G::Move>> {
    let mut moves: Vec<_> = root_moves.iter().map(|&m| (value_after(position, m), m)).collect();
    moves.shuffle(rng);
    moves.sort_by_key(|&(value, _)| Reverse(value));
    for (i, &(value, m)) in moves.iter().enumerate().take(multipv.max(1)) {
        report(info(root_moves, control, i + 1, value, m));
    }
    moves.first().map(|&(_, best)| BestMove { best, ponder: None })
}

/// The value of a move by a look at the position it leads to.
pub(super) fn value_after<G: Evaluate>(position: &G, m: G::Move) -> Value {
    let mut next = position.clone();
    next.play_unchecked(m);
    match next.outcome() {
        Some(outcome) => value::of_outcome(outcome, position.to_move(), 1),
        None => -next.evaluate(),
    }
}

fn info<M: Copy>(root_moves: &[M], control: &Control, multipv: usize, value: Value, m: M) -> Info<M> {
    Info {
        depth: 1,
        seldepth: 1,
        multipv,
        score: Score::from(value),
        nodes: root_moves.len() as u64,
        hashfull: 0,
        time: control.elapsed(),
        pv: vec![m],
    }
}
