//! The named weights with the least log loss: logistic regression by Newton's method.
//!
//! The chance of p1 is taken to be 1 / (1 + exp(-scale · evaluation)). First the scale is fitted to the old weights, so that
//! new ones come out in the same points; then the weights are, each held back a little by its old value, so that one about
//! which the games say nothing stays as it is.

use super::sample::Sample;
use crate::eval::{NamedWeights, Tunable};
use crate::game::Player;

/// The standard deviation, in points, of the prior around the old weight. Matters only to weights that are seldom seen.
const EXPECTED_CHANGE: f64 = 30.0;
/// Newton's method takes a handful of steps.
const STEPS: usize = 30;
/// Changes smaller than this, in points, are none.
const PRECISION: f64 = 1e-3;
/// The scale if the old weights are no help at all.
const DEFAULT_SCALE: f64 = 0.01;

/// What the evaluation says of a position, how that changes with the weights, and what p1 got out of the game.
#[derive(Clone, Debug)]
pub(super) struct Observation {
    value: f64,
    slopes: Vec<f64>,
    result: f64,
}

impl Observation {
    pub(super) fn new<G: Tunable>(sample: &Sample<G>, weights: &NamedWeights<G>) -> Self {
        let value = sample.position.evaluate();
        Self {
            value: f64::from(if sample.position.to_move() == Player::P1 { value } else { -value }),
            slopes: (weights.slopes)(&sample.position),
            result: sample.result,
        }
    }
}

/// The weights found.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) weights: Vec<f64>,
    /// Their standard errors, as if no two positions came from the same game.
    pub(super) errors: Vec<f64>,
    pub(super) scale: f64,
    /// The log loss with the old weights and with the new ones.
    pub(super) loss_before: f64,
    pub(super) loss_after: f64,
}

impl Fit {
    /// Fits the weights to the observations, beginning with the old ones.
    pub(super) fn new(observations: &[Observation], old: &[f64]) -> Self {
        let scale = fit_scale(observations);
        let mut change = vec![0.0; old.len()];
        let loss_before = loss(observations, &change, scale);
        let mut errors = change.clone();
        for _ in 0..STEPS {
            let (gradient, curvature) = slope_and_curvature(observations, &change, scale);
            let Some(root) = Cholesky::new(curvature) else { break };
            let step = root.solve(&gradient);
            change.iter_mut().zip(&step).for_each(|(change, step)| *change += step);
            errors = root.errors();
            if step.iter().all(|step| step.abs() < PRECISION) {
                break;
            }
        }
        Self {
            weights: old.iter().zip(&change).map(|(old, change)| old + change).collect(),
            errors,
            scale,
            loss_before,
            loss_after: loss(observations, &change, scale),
        }
    }
}

fn chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * value).exp())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Observation {
    /// The evaluation once the weights have changed.
    fn value_after(&self, change: &[f64]) -> f64 {
        self.value + dot(&self.slopes, change)
    }
}

/// The mean log loss, in nats a position.
fn loss(observations: &[Observation], change: &[f64], scale: f64) -> f64 {
    let one = |seen: &Observation| {
        let p = chance(seen.value_after(change), scale).clamp(1e-12, 1.0 - 1e-12);
        -(seen.result * p.ln() + (1.0 - seen.result) * (1.0 - p).ln())
    };
    observations.iter().map(one).sum::<f64>() / observations.len().max(1) as f64
}

/// The scale that suits the old weights.
fn fit_scale(observations: &[Observation]) -> f64 {
    let mut scale = 0.0;
    for _ in 0..STEPS {
        let (mut slope, mut curvature) = (0.0, f64::MIN_POSITIVE);
        for seen in observations {
            let p = chance(seen.value, scale);
            slope += (seen.result - p) * seen.value;
            curvature += p * (1.0 - p) * seen.value * seen.value;
        }
        scale += slope / curvature;
    }
    if scale.is_finite() && scale > 0.0 { scale } else { DEFAULT_SCALE }
}

/// Gradient and Hessian of the log likelihood.
fn slope_and_curvature(observations: &[Observation], change: &[f64], scale: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = change.len();
    let stiffness = EXPECTED_CHANGE.powi(-2);
    let mut slope: Vec<f64> = change.iter().map(|change| -stiffness * change).collect();
    let mut curvature = vec![vec![0.0; count]; count];
    for seen in observations {
        let p = chance(seen.value_after(change), scale);
        let (pull, bend) = (scale * (seen.result - p), scale * scale * p * (1.0 - p));
        for (i, &a) in seen.slopes.iter().enumerate().filter(|&(_, &a)| a != 0.0) {
            slope[i] += pull * a;
            for (place, &b) in curvature[i][..=i].iter_mut().zip(&seen.slopes) {
                *place += bend * a * b;
            }
        }
    }
    (0..count).for_each(|i| curvature[i][i] += stiffness);
    (slope, curvature)
}

/// The Cholesky decomposition of a symmetric positive matrix: a lower triangle times its transpose.
struct Cholesky {
    lower: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Of the matrix with this lower triangle; `None` if it is not positive.
    fn new(mut lower: Vec<Vec<f64>>) -> Option<Self> {
        for i in 0..lower.len() {
            for j in 0..=i {
                let rest = lower[i][j] - dot(&lower[i][..j], &lower[j][..j]);
                if i != j {
                    lower[i][j] = rest / lower[j][j];
                } else if rest > 0.0 {
                    lower[i][i] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        Some(Self { lower })
    }

    /// Solves the linear system with this right-hand side.
    fn solve(&self, target: &[f64]) -> Vec<f64> {
        let count = target.len();
        let mut solution = target.to_vec();
        for i in 0..count {
            solution[i] = (solution[i] - dot(&self.lower[i][..i], &solution[..i])) / self.lower[i][i];
        }
        for i in (0..count).rev() {
            let later: f64 = (i + 1..count).map(|j| self.lower[j][i] * solution[j]).sum();
            solution[i] = (solution[i] - later) / self.lower[i][i];
        }
        solution
    }

    /// The square roots of the diagonal of the inverse.
    fn errors(&self) -> Vec<f64> {
        let count = self.lower.len();
        let unit = |i: usize| (0..count).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>();
        (0..count).map(|i| self.solve(&unit(i))[i].sqrt()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    const TRUE_SCALE: f64 = 0.01;

    /// Positions in which everything occurs at random but the last thing never, and games that go as the true weights say.
    fn games(truth: &[f64], old: &[f64], count: usize) -> Vec<Observation> {
        let mut rng = StdRng::seed_from_u64(1);
        let mut one = || {
            let mut slopes: Vec<f64> = truth.iter().map(|_| f64::from(rng.random_range(-3..=3))).collect();
            *slopes.last_mut().unwrap() = 0.0;
            let p1_wins = rng.random_bool(chance(dot(&slopes, truth), TRUE_SCALE));
            Observation { value: dot(&slopes, old), slopes, result: f64::from(u8::from(p1_wins)) }
        };
        (0..count).map(|_| one()).collect()
    }

    #[test]
    fn known_weights_are_recovered_up_to_their_scale() {
        let truth = [100.0, 40.0, -25.0, 10.0, 70.0];
        let old = [50.0, 50.0, 0.0, 0.0, 33.0];
        let fit = Fit::new(&games(&truth, &old, 20_000), &old);
        let ratio = fit.scale / TRUE_SCALE;
        for ((weight, truth), error) in fit.weights.iter().zip(truth).zip(&fit.errors).take(4) {
            assert!((weight - truth / ratio).abs() < 4.0 * error, "{fit:?}");
            assert!(*error < 3.0, "{fit:?}");
        }
        assert!((fit.weights[4] - 33.0).abs() < 1e-9, "nothing was seen of it: {fit:?}");
        assert!(fit.loss_after < fit.loss_before, "{fit:?}");
    }

    #[test]
    fn right_weights_stay() {
        let truth = [100.0, 40.0, -25.0, 0.0];
        let fit = Fit::new(&games(&truth, &truth, 20_000), &truth);
        assert!((fit.scale / TRUE_SCALE - 1.0).abs() < 0.05, "{fit:?}");
        for ((weight, truth), error) in fit.weights.iter().zip(truth).zip(&fit.errors) {
            assert!((weight - truth).abs() <= 4.0 * error, "{fit:?}");
        }
    }

    #[test]
    fn nothing_to_learn_from_changes_nothing() {
        let fit = Fit::new(&[], &[1.0, 2.0]);
        assert_eq!(fit.weights, [1.0, 2.0]);
        assert!(fit.scale > 0.0);
    }
}
