//! The table of weights with the least log loss: logistic regression by stochastic gradient descent, from the present table on.
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
/// Entries are drawn back to where they started with this part of their distance.
const DECAY: f32 = 0.0005;
/// What every entry is taken to have moved before.
const RESISTANCE: f32 = 0.03;
/// Of the positions one in so many, those of the first games, is kept aside to see how well the table does on other games.
const KEPT_ASIDE: usize = 20;

/// The table found.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    /// What the file is to hold.
    pub(super) table: Vec<u8>,
    pub(super) entries_seen: usize,
    /// The log loss with the old table and with the new one.
    pub(super) loss_before: f64,
    pub(super) loss_after: f64,
}

impl Descent {
    /// Fits a table to the samples. The same samples and seed give the same table.
    pub(super) fn new<G: Tunable>(samples: &[Sample<G>], table: &WeightTable<G>, seed: u64) -> Self {
        let (aside, rest) = samples.split_at(samples.len() / KEPT_ASIDE);
        let mut order: Vec<_> = rest.iter().collect();
        let mut rng = StdRng::seed_from_u64(seed);
        let mut learner = Learner::new(table);
        for round in 0..ROUNDS {
            order.shuffle(&mut rng);
            let done = round as f32 / (ROUNDS - 1) as f32;
            let step = FIRST_STEP * (1.0 - done * (1.0 - LAST_ROUND));
            for sample in &order {
                learner.learn(sample, step);
            }
        }
        let fitted: Vec<_> = (0..table.entries).map(|entry| learner.points((table.twin)(entry))).collect();
        Self {
            entries_seen: learner.moved.iter().filter(|&&moved| moved > 0.0).count(),
            loss_before: loss(aside, table, table.weight),
            loss_after: loss(aside, table, |entry| fitted[entry]),
            table: fitted.iter().flat_map(|points| points.to_le_bytes().into_iter().take(table.bytes)).collect(),
        }
    }
}

/// The table while it is learnt.
struct Learner<'a, G> {
    table: &'a WeightTable<G>,
    /// Logarithms of odds, at first and now.
    start: Vec<f32>,
    weights: Vec<f32>,
    /// How far each was pulled so far, squares added up.
    moved: Vec<f32>,
}

impl<'a, G: Game> Learner<'a, G> {
    fn new(table: &'a WeightTable<G>) -> Self {
        let start: Vec<_> = (0..table.entries).map(|entry| (table.weight)(entry) as f32 / table.points).collect();
        Self { table, weights: start.clone(), start, moved: vec![0.0; table.entries] }
    }

    fn learn(&mut self, sample: &Sample<G>, step: f32) {
        let WeightTable { for_each_entry, twin, .. } = *self.table;
        let mut value = 0.0;
        for_each_entry(&sample.position, &mut |entry| value += self.weights[twin(entry)]);
        let pull = target(sample, self.table) - chance(value);
        for_each_entry(&sample.position, &mut |entry| {
            let entry = twin(entry);
            let pull = pull - DECAY * (self.weights[entry] - self.start[entry]);
            self.moved[entry] += pull * pull;
            self.weights[entry] += step * pull / (RESISTANCE + self.moved[entry]).sqrt();
        });
    }

    /// What an entry is worth, within what its bytes can hold.
    fn points(&self, entry: usize) -> i32 {
        let most = (1 << (8 * self.table.bytes - 1)) - 1;
        ((self.weights[entry] * self.table.points).round() as i32).clamp(-most, most)
    }
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// What the player to move can expect: part of it is how the game ended, part what a search said.
fn target<G: Game>(sample: &Sample<G>, table: &WeightTable<G>) -> f32 {
    let result = if sample.position.to_move() == Player::P1 { sample.result } else { 1.0 - sample.result };
    let searched = chance(sample.score as f32 / table.points);
    table.result_share * result as f32 + (1.0 - table.result_share) * searched
}

/// The mean log loss, in nats a position.
fn loss<G: Game>(samples: &[Sample<G>], table: &WeightTable<G>, weight: impl Fn(usize) -> i32) -> f64 {
    let one = |sample: &Sample<G>| {
        let mut value = 0;
        (table.for_each_entry)(&sample.position, &mut |entry| value += weight(entry));
        let chance = f64::from(chance(value as f32 / table.points)).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(target(sample, table));
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}
