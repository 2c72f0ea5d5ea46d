//! The net that best tells by how many points a game will be won: backpropagation, from random weights on.
//!
//! The target is TD(λ): what the searches said from the position on, ever less the later they come, and at last by how many
//! points the game was won.

use super::sample::PlayedGame;
use crate::eval::{Features, Net, NetWeights, Searchable};
use crate::game::Player;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// λ: the share of what comes later in the target; the rest is what the search of the position itself said.
const LAMBDA: f32 = 0.85;
/// How many times every position is used.
const EPOCHS: usize = 10;
/// The first learning rate, in points.
const FIRST_STEP: f32 = 0.05;
/// What part of it is left in the last epoch.
const LAST_EPOCH: f32 = 0.05;
/// Adagrad: what every weight is taken to have moved before, squared.
const RESISTANCE: f32 = 1.0;
/// Errors are clipped to this, in points.
const LARGEST_ERROR: f32 = 4.0;
/// Hidden and output weights are at first at random within this.
const FIRST_WEIGHT: f32 = 0.15;
/// One game in so many is kept aside as the validation set.
const KEPT_ASIDE: usize = 20;

/// A position to learn from.
pub(super) struct Lesson {
    features: Features,
    /// What the evaluation says at present, and what is to be learnt, in points for the player to move.
    evaluation: f32,
    target: f32,
}

/// The positions of a game that the net is asked about.
pub(super) fn lessons<G: Searchable>(game: &PlayedGame<G>, net: &NetWeights<G>) -> Vec<Lesson> {
    let mut for_p1 = (net.margin)(&game.end) as f32;
    let lessons = game.searched.iter().rev().filter_map(|searched| {
        let position = &searched.position;
        let sign = if position.to_move() == Player::P1 { 1.0 } else { -1.0 };
        if let Some(score) = searched.score {
            for_p1 = LAMBDA * for_p1 + (1.0 - LAMBDA) * sign * score as f32 / 100.0;
        }
        let evaluation = position.evaluate() as f32 / 100.0;
        (net.features)(position).map(|features| Lesson { features, evaluation, target: sign * for_p1 })
    });
    lessons.collect()
}

/// The net found.
pub(super) struct Backprop {
    /// What the file is to hold.
    pub(super) file: Vec<u8>,
    /// The root mean square error of the old evaluation and of the new net, in points.
    pub(super) error_before: f64,
    pub(super) error_after: f64,
}

impl Backprop {
    /// Fits a net to the lessons of some games. The same lessons and seed give the same net.
    pub(super) fn new(games: &[Vec<Lesson>], seed: u64) -> Self {
        let (aside, rest): (Vec<_>, Vec<_>) = games.iter().enumerate().partition(|(i, _)| i % KEPT_ASIDE == 0);
        let mut order: Vec<_> = rest.into_iter().flat_map(|(_, lessons)| lessons).collect();
        let aside: Vec<_> = aside.into_iter().flat_map(|(_, lessons)| lessons).collect();
        let mut rng = StdRng::seed_from_u64(seed);
        let mut learner = Learner::new(&mut rng);
        for epoch in 0..EPOCHS {
            order.shuffle(&mut rng);
            let done = epoch as f32 / (EPOCHS - 1) as f32;
            learner.step = FIRST_STEP * (1.0 - done * (1.0 - LAST_EPOCH));
            for lesson in &order {
                learner.learn(lesson);
            }
        }
        Self {
            file: learner.file(),
            error_before: error(&aside, |lesson| lesson.evaluation),
            error_after: error(&aside, |lesson| learner.value(&lesson.features)),
        }
    }
}

fn error(lessons: &[&Lesson], value: impl Fn(&Lesson) -> f32) -> f64 {
    let squares = lessons.iter().map(|lesson| f64::from(lesson.target - value(lesson)).powi(2));
    (squares.sum::<f64>() / lessons.len().max(1) as f64).sqrt()
}

/// A weight while it is learnt, and the sum of its squared gradients.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    moved: f32,
}

impl Weight {
    fn descend(&mut self, gradient: f32, step: f32) {
        self.moved += gradient * gradient;
        self.value += step * gradient / (RESISTANCE + self.moved).sqrt();
    }

    fn to_bytes(self, one: i32, limit: i16) -> [u8; 2] {
        let limit = f32::from(limit);
        ((self.value * one as f32).round().clamp(-limit, limit) as i16).to_le_bytes()
    }
}

/// The net while it is learnt; its weights are in points.
struct Learner {
    hidden: Vec<[Weight; Net::UNITS]>,
    direct: Vec<Vec<Weight>>,
    output: [[Weight; Net::UNITS]; Net::PHASES],
    gain: [Weight; Net::LATE + 1],
    step: f32,
}

impl Learner {
    fn new(rng: &mut StdRng) -> Self {
        let mut random = || Weight { value: rng.random_range(-FIRST_WEIGHT..FIRST_WEIGHT), moved: 0.0 };
        Self {
            hidden: (0..Net::ROWS).map(|_| std::array::from_fn(|_| random())).collect(),
            output: [std::array::from_fn(|_| random()); Net::PHASES],
            direct: vec![vec![Weight::default(); Net::ROWS]; Net::PHASES],
            gain: [Weight::default(); Net::LATE + 1],
            step: FIRST_STEP,
        }
    }

    /// What the hidden units make of a set.
    fn active(&self, set: &[u16]) -> [f32; Net::UNITS] {
        let mut sums = [0.0; Net::UNITS];
        for &row in set {
            sums.iter_mut().zip(&self.hidden[usize::from(row)]).for_each(|(sum, weight)| *sum += weight.value);
        }
        sums.map(|sum: f32| sum.max(0.0))
    }

    fn worth(&self, set: &[u16], phase: usize) -> f32 {
        let active = self.active(set);
        let output: f32 = active.iter().zip(&self.output[phase]).map(|(active, weight)| active * weight.value).sum();
        output + set.iter().map(|&row| self.direct[phase][usize::from(row)].value).sum::<f32>()
    }

    fn value(&self, features: &Features) -> f32 {
        let phase = features.phase();
        let [own, enemy] = features.sets.map(|sets| sets.iter().map(|set| self.worth(set, phase)).sum::<f32>());
        own - enemy + features.gain as f32 * self.gain[features.plies_to_come.min(Net::LATE)].value
    }

    fn learn(&mut self, lesson: &Lesson) {
        let features = &lesson.features;
        let error = (lesson.target - self.value(features)).clamp(-LARGEST_ERROR, LARGEST_ERROR);
        for (sets, error) in features.sets.iter().zip([error, -error]) {
            for set in sets {
                self.propagate(set, features.phase(), error);
            }
        }
        self.gain[features.plies_to_come.min(Net::LATE)].descend(error * features.gain as f32, self.step);
    }

    /// Moves all weights that speak of a set towards a larger worth, or a smaller one.
    fn propagate(&mut self, set: &[u16], phase: usize, error: f32) {
        let active = self.active(set);
        let output = &mut self.output[phase];
        let back: [f32; Net::UNITS] =
            std::array::from_fn(|unit| if active[unit] > 0.0 { error * output[unit].value } else { 0.0 });
        for (weight, active) in output.iter_mut().zip(active) {
            weight.descend(error * active, self.step);
        }
        for row in set.iter().copied().map(usize::from) {
            self.direct[phase][row].descend(error, self.step);
            self.hidden[row].iter_mut().zip(back).for_each(|(weight, gradient)| weight.descend(gradient, self.step));
        }
    }

    /// All weights in the order in which the evaluation reads them.
    fn file(&self) -> Vec<u8> {
        let hidden = self.hidden.iter().flatten().map(|weight| weight.to_bytes(Net::ONE, Net::HIDDEN_LIMIT));
        let direct = self.direct.iter().flatten().map(|weight| weight.to_bytes(Net::DIRECT_ONE, i16::MAX));
        let rest = self.output.iter().flatten().chain(&self.gain).map(|weight| weight.to_bytes(Net::ONE, i16::MAX));
        hidden.chain(direct).chain(rest).flatten().collect()
    }
}
