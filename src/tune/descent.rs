//! The table of weights with the least log loss: logistic regression by stochastic gradient descent.
//!
//! Each position moves the few entries that speak of it a little towards what came of it, the less the more they have moved
//! before (Adagrad), so that rare entries learn from what little there is.

use super::sample::Sample;
use crate::eval::{Tunable, WeightTable};
use crate::game::{Game, Player};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// How often every position is looked at.
const ROUNDS: usize = 6;
/// How far an entry moves the first time, in the logarithm of odds.
const FIRST_STEP: f32 = 0.2;
/// What of that is left in the last round.
const LAST_ROUND: f32 = 0.1;
/// Entries are drawn towards 0 with this part of their size.
const DECAY: f32 = 0.0005;
/// What every entry is taken to have moved before.
const RESISTANCE: f32 = 0.03;
/// Of the positions one in so many, those of the first games, is kept aside to see how well the table does on other games.
const KEPT_ASIDE: usize = 20;
/// Points of the evaluation for odds of e to 1: a stone more comes out as about a hundred.
const POINTS: f32 = 35.0;

/// The table found.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    /// Signed bytes.
    pub(super) table: Vec<u8>,
    pub(super) entries_seen: usize,
    /// The log loss with the old table and with the new one.
    pub(super) loss_before: f64,
    pub(super) loss_after: f64,
}

impl Descent {
    /// Fits a table to the samples, from nothing. The same samples and seed give the same table.
    pub(super) fn new<G: Tunable>(samples: &[Sample<G>], table: &WeightTable<G>, seed: u64) -> Self {
        let (aside, rest) = samples.split_at(samples.len() / KEPT_ASIDE);
        let mut order: Vec<_> = rest.iter().collect();
        let mut rng = StdRng::seed_from_u64(seed);
        let entries = table.entries;
        let mut learner = Learner { table, weights: vec![0.0; entries], moved: vec![0.0; entries] };
        for round in 0..ROUNDS {
            order.shuffle(&mut rng);
            let done = round as f32 / (ROUNDS - 1) as f32;
            let step = FIRST_STEP * (1.0 - done * (1.0 - LAST_ROUND));
            for sample in &order {
                learner.learn(sample, step);
            }
        }
        let fitted: Vec<u8> = (0..entries).map(|entry| learner.byte((table.twin)(entry))).collect();
        Self {
            entries_seen: learner.moved.iter().filter(|&&moved| moved > 0.0).count(),
            loss_before: loss(aside, G::evaluate),
            loss_after: loss(aside, |position| {
                let mut value = 0;
                (table.for_each_entry)(position, &mut |entry| value += i32::from(fitted[entry] as i8));
                value
            }),
            table: fitted,
        }
    }
}

/// The table while it is learnt.
struct Learner<'a, G> {
    table: &'a WeightTable<G>,
    /// Logarithms of odds.
    weights: Vec<f32>,
    /// How far each was pulled so far, squares added up.
    moved: Vec<f32>,
}

impl<G: Game> Learner<'_, G> {
    fn learn(&mut self, sample: &Sample<G>, step: f32) {
        let WeightTable { for_each_entry, twin, .. } = *self.table;
        let mut value = 0.0;
        for_each_entry(&sample.position, &mut |entry| value += self.weights[twin(entry)]);
        let pull = result_for_mover(sample) as f32 - 1.0 / (1.0 + (-value).exp());
        for_each_entry(&sample.position, &mut |entry| {
            let entry = twin(entry);
            let pull = pull - DECAY * self.weights[entry];
            self.moved[entry] += pull * pull;
            self.weights[entry] += step * pull / (RESISTANCE + self.moved[entry]).sqrt();
        });
    }

    fn byte(&self, entry: usize) -> u8 {
        (self.weights[entry] * POINTS).round() as i8 as u8
    }
}

fn result_for_mover<G: Game>(sample: &Sample<G>) -> f64 {
    if sample.position.to_move() == Player::P1 { sample.result } else { 1.0 - sample.result }
}

/// The mean log loss, in nats a position.
fn loss<G: Game>(samples: &[Sample<G>], evaluate: impl Fn(&G) -> i32) -> f64 {
    let one = |sample: &Sample<G>| {
        let odds = f64::from(evaluate(&sample.position)) / f64::from(POINTS);
        let chance = (1.0 / (1.0 + (-odds).exp())).clamp(1e-9, 1.0 - 1e-9);
        let result = result_for_mover(sample);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}
