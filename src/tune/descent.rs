//! The table of weights with the least log loss: logistic regression by stochastic gradient descent.
//!
//! Adagrad: the step of an entry shrinks with what it has moved before, so that rare entries learn from few positions.

use super::sample::Sample;
use crate::eval::{Tunable, WeightTable};
use crate::game::{Game, Player};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// How many times every position is used (epochs).
const ROUNDS: usize = 6;
/// The first learning rate, in log odds.
const FIRST_STEP: f32 = 0.2;
/// What part of it is left in the last round.
const LAST_ROUND: f32 = 0.1;
/// Weight decay.
const DECAY: f32 = 0.0005;
/// Adagrad: what every entry is taken to have moved before, squared.
const RESISTANCE: f32 = 0.03;
/// One position in so many, those of the first games, is kept aside as the validation set.
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

/// The table while it is fitted.
struct Learner<'a, G> {
    table: &'a WeightTable<G>,
    /// In log odds.
    weights: Vec<f32>,
    /// The sum of the squared gradients of each.
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
