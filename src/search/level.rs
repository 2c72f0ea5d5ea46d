//! How well to play, and the weaker levels: any legal move, or the best after a look one move ahead.

use super::{BestMove, Control, Info, Score, Value, value};
use crate::eval::Evaluate;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::cmp::Reverse;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// How well to play.
///
/// ```
/// use tern::search::Level;
///
/// assert_eq!("greedy".parse(), Ok(Level::Greedy));
/// assert_eq!(Level::Search.to_string(), "search");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Level {
    /// Any legal move.
    Random,
    /// The best move by the evaluation, one move ahead.
    Greedy,
    /// As well as possible.
    Search,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// What the level is called in options.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Plays any of the root moves.
pub(super) fn random<G: Evaluate>(
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
pub(super) fn greedy<G: Evaluate>(
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
fn value_after<G: Evaluate>(position: &G, m: G::Move) -> Value {
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
