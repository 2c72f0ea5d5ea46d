//! The table of weights with the least log loss: logistic regression by stochastic gradient descent, from the present table on,
//! and the hidden layer over it if there is one, from nothing.
//!
//! Adagrad: the step of an entry shrinks with what it has moved before, so that rare entries learn from few positions.

use super::layer::Layer;
use super::sample::Sample;
use crate::eval::{Evaluate, Tunable, WeightTable};
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
/// Weight decay, towards where the entries started.
const DECAY: f32 = 0.0005;
/// Adagrad: what every entry is taken to have moved before, squared.
const RESISTANCE: f32 = 0.03;
/// One position in so many, those of the first games, is kept aside as the validation set.
const KEPT_ASIDE: usize = 20;

/// The table found.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    /// What the file is to hold.
    pub(super) file: Vec<u8>,
    pub(super) entries_seen: usize,
    /// The log loss of the old evaluation and of the new one.
    pub(super) loss_before: f64,
    pub(super) loss_after: f64,
}

impl Descent {
    /// Fits a table to the samples. The same samples and seed give the same table.
    pub(super) fn new<G: Tunable>(samples: &[Sample<G>], table: &WeightTable<G>, seed: u64) -> Self {
        let twins: Vec<u32> = (0..table.entries).map(|entry| (table.twin)(entry) as u32).collect();
        let lessons: Vec<_> = samples.iter().map(|sample| Lesson::new(sample, table, &twins)).collect();
        let (aside, rest) = lessons.split_at(lessons.len() / KEPT_ASIDE);
        let mut order: Vec<_> = rest.iter().collect();
        let mut rng = StdRng::seed_from_u64(seed);
        let mut learner = Learner::new(table, &mut rng);
        for round in 0..ROUNDS {
            order.shuffle(&mut rng);
            let done = round as f32 / (ROUNDS - 1) as f32;
            let step = FIRST_STEP * (1.0 - done * (1.0 - LAST_ROUND));
            for lesson in &order {
                learner.learn(lesson, step);
            }
        }
        Self {
            file: learner.file(table, &twins),
            entries_seen: learner.moved.iter().filter(|&&moved| moved > 0.0).count(),
            loss_before: loss(aside, |lesson| lesson.evaluation),
            loss_after: loss(aside, |lesson| learner.value(lesson)),
        }
    }
}

/// A position to learn from.
struct Lesson<'a, G> {
    position: &'a G,
    /// What stands for the entries that speak of it.
    entries: Vec<u32>,
    /// The log odds that the evaluation gives the player to move at present.
    evaluation: f32,
    /// The chance that is to be learnt.
    target: f32,
}

impl<'a, G: Evaluate> Lesson<'a, G> {
    fn new(sample: &'a Sample<G>, table: &WeightTable<G>, twins: &[u32]) -> Self {
        let mut entries = Vec::new();
        (table.for_each_entry)(&sample.position, &mut |entry| entries.push(twins[entry]));
        let evaluation = sample.position.evaluate() as f32 / table.points;
        Self { position: &sample.position, entries, evaluation, target: target(sample, table) }
    }
}

/// The weights while they are fitted.
struct Learner<G> {
    /// Logarithms of odds, at first and now.
    start: Vec<f32>,
    weights: Vec<f32>,
    /// The sum of the squared gradients of each.
    moved: Vec<f32>,
    layer: Option<Layer<G>>,
}

impl<G: Clone> Learner<G> {
    fn new(table: &WeightTable<G>, rng: &mut StdRng) -> Self {
        let start: Vec<_> = (0..table.entries).map(|entry| (table.weight)(entry) as f32 / table.points).collect();
        let layer = table.hidden.clone().map(|shape| Layer::new(shape, rng));
        Self { weights: start.clone(), start, moved: vec![0.0; table.entries], layer }
    }

    /// The sum of the entries alone.
    fn sum(&self, entries: &[u32]) -> f32 {
        entries.iter().map(|&entry| self.weights[entry as usize]).sum()
    }

    fn value(&self, lesson: &Lesson<'_, G>) -> f32 {
        let together = self.layer.as_ref().map_or(0.0, |layer| layer.value(&layer.look(lesson.position)));
        self.sum(&lesson.entries) + together
    }

    fn learn(&mut self, lesson: &Lesson<'_, G>, step: f32) {
        let Lesson { entries, target, .. } = lesson;
        let sum = self.sum(entries);
        let pull = if let Some(layer) = &mut self.layer {
            let views = layer.look(lesson.position);
            let pull = target - chance(sum + layer.value(&views));
            layer.learn(&views, pull, step);
            pull
        } else {
            target - chance(sum)
        };
        for entry in entries.iter().map(|&entry| entry as usize) {
            let pull = pull - DECAY * (self.weights[entry] - self.start[entry]);
            self.moved[entry] += pull * pull;
            self.weights[entry] += step * pull / (RESISTANCE + self.moved[entry]).sqrt();
        }
    }

    /// What the file is to hold, within what its bytes can.
    fn file(&self, table: &WeightTable<G>, twins: &[u32]) -> Vec<u8> {
        let most = (1 << (8 * table.bytes - 1)) - 1;
        let mut file = Vec::with_capacity(table.file_size());
        for twin in twins.iter().map(|&twin| twin as usize) {
            let points = ((self.weights[twin] * table.points).round() as i32).clamp(-most, most);
            file.extend(points.to_le_bytes().into_iter().take(table.bytes));
        }
        file.extend(self.layer.iter().flat_map(|layer| layer.file(table.points)));
        file
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

/// The mean log loss of what gives the log odds, in nats a position.
fn loss<G>(lessons: &[Lesson<'_, G>], odds: impl Fn(&Lesson<'_, G>) -> f32) -> f64 {
    let one = |lesson: &Lesson<'_, G>| {
        let chance = f64::from(chance(odds(lesson))).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(lesson.target);
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    };
    lessons.iter().map(one).sum::<f64>() / lessons.len().max(1) as f64
}
