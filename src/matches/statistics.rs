//! What the results of a match say about strength.
//!
//! The unit is the *pair*: one opening played twice with sides swapped. The two games of a pair are not independent of
//! each other, pairs are. A pair is worth x = 0, ¼, ½, ¾ or 1 of its points; with n(x) pairs of each kind, N in all,
//!
//! - mean μ = Σ n(x)·x / N, variance σ² = Σ n(x)·(x − μ)² / N;
//! - Elo of a mean: E(μ) = 400·log₁₀(μ / (1 − μ)), and back: score(E) = 1 / (1 + 10^(−E/400));
//! - its 95 % interval: the Elo of all means m whose [deficit](super::likelihood) is at most 1.96² / 2, so that few or extreme
//!   results have the wide, lopsided intervals they deserve; a clean sweep has a bound on one side, the mean with which
//!   so many pairs are all won in 5 % of matches at the most: m^N = 0.05;
//! - likelihood of superiority: Φ(±√(2·deficit(½))), where Φ is the normal distribution;
//! - normalized Elo: 800/ln 10 · (μ − ½) / (σ·√2), which does not depend on how often games are drawn; its 95 % error is
//!   1.96 · 800/ln 10 / √(2N).

use super::likelihood::{WORTH, deficit, interval};
use serde::Serialize;

/// Pairs of games by the points won: 0, ½, 1, 1½, 2 of 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

/// What is told of a difference in strength. What cannot be told from the results is not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// The Elo difference that explains the score.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// The lower end of the interval.
    pub elo_low: f64,
    /// The upper end of the interval.
    pub elo_high: f64,
    /// The likelihood of superiority.
    pub los: f64,
    /// The normalized Elo difference.
    pub nelo: f64,
    /// Its 95 % error.
    pub nelo_error: f64,
}

/// The part of a normal distribution within this many standard errors of the mean is 95 %.
pub(super) const NORMAL_95: f64 = 1.959_963_984_540_054;

/// How rare a clean sweep must be to rule a mean out.
const RARE: f64 = 0.05;

impl Pentanomial {
    /// Counts a pair in which so many half points were won.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The same pairs seen by the opponent.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The pairs of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// How many pairs there are.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The difference in strength that the pairs show.
    pub fn strength(self) -> Strength {
        let counts = self.0.map(|count| count as f64);
        let Moments { pairs, mean, variance } = moments(counts);
        if pairs == 0.0 {
            return Strength::UNKNOWN;
        }
        let is_sweep = mean <= 0.0 || mean >= 1.0;
        let most = if is_sweep { -RARE.ln() } else { NORMAL_95 * NORMAL_95 / 2.0 };
        let [elo_low, elo_high] = interval(counts, mean, most).map(elo_of_score);
        let doubt = (2.0 * deficit(counts, 0.5)).sqrt();
        let nelo = NORMALIZED * (mean - 0.5) / (2.0 * variance).sqrt();
        Strength {
            elo: elo_of_score(mean),
            error: (elo_high - elo_low) / 2.0,
            elo_low,
            elo_high,
            los: normal(if mean < 0.5 { -doubt } else { doubt }),
            nelo,
            nelo_error: if nelo.is_finite() { NORMALIZED * NORMAL_95 / (2.0 * pairs).sqrt() } else { f64::NAN },
        }
    }
}

impl Strength {
    /// Nothing is known.
    const UNKNOWN: Self = Self {
        elo: f64::NAN,
        error: f64::NAN,
        elo_low: f64::NEG_INFINITY,
        elo_high: f64::INFINITY,
        los: f64::NAN,
        nelo: f64::NAN,
        nelo_error: f64::NAN,
    };
}

/// Normalized Elo of one standard deviation of a game: 800 / ln 10.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

struct Moments {
    pairs: f64,
    mean: f64,
    variance: f64,
}

fn moments(counts: [f64; 5]) -> Moments {
    let pairs: f64 = counts.iter().sum();
    let mean = counts.iter().zip(WORTH).map(|(count, x)| count * x).sum::<f64>() / pairs;
    let variance = counts.iter().zip(WORTH).map(|(count, x)| count * (x - mean).powi(2)).sum::<f64>() / pairs;
    Moments { pairs, mean, variance }
}

fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The normal distribution function, good to seven digits: Abramowitz and Stegun, 26.2.17.
pub(super) fn normal(x: f64) -> f64 {
    const C: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = C.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Many pairs, all kinds of them.
    const MANY: Pentanomial = Pentanomial([12, 180, 430, 220, 18]);

    fn near(found: f64, expected: f64, precision: f64) {
        assert!((found - expected).abs() < precision, "{found}, expected {expected}");
    }

    /// Computed elsewhere, with Python's statistics module, from the list of the 860 pair scores. With so many pairs the
    /// normal approximation holds, and its error must come out too.
    #[test]
    fn many_pairs_agree_with_the_normal_approximation() {
        let found = MANY.strength();
        near(found.elo, 10.507_068_5, 1e-6);
        near(found.error, 9.011_008_6, 0.02);
        near(found.los, 0.988_910_2, 1e-3);
        // 347.4 · 0.0151163 / (√2 · 0.1938097), and 347.4 · 1.96 / √1720.
        near(found.nelo, 19.161_465, 1e-5);
        near(found.nelo_error, 16.419_434, 1e-5);
        let reversed = MANY.reversed().strength();
        near(reversed.elo, -found.elo, 1e-9);
        near(reversed.elo_low, -found.elo_high, 1e-6);
        near(reversed.los, 1.0 - found.los, 1e-7);
    }

    #[test]
    fn one_pair_proves_nothing() {
        let found = Pentanomial([0, 0, 0, 1, 0]).strength();
        near(found.elo, 190.848_5, 1e-3);
        assert!(found.elo_low < -300.0 && found.elo_high > 500.0, "{found:?}");
        near(found.los, 0.816, 1e-3);
        assert!(!found.nelo.is_finite(), "one pair says nothing about how much pairs vary");
    }

    #[test]
    fn a_clean_sweep_has_a_bound_on_one_side() {
        let found = Pentanomial([0, 0, 0, 0, 50]).strength();
        assert_eq!((found.elo, found.elo_high), (f64::INFINITY, f64::INFINITY));
        near(score_of_elo(found.elo_low).powi(50), 0.05, 1e-6);
        assert!(found.los > 0.999_99);
        let lost = Pentanomial([50, 0, 0, 0, 0]).strength();
        near(lost.elo_high, -found.elo_low, 1e-6);
    }

    #[test]
    fn pairs_that_are_all_even_leave_some_doubt() {
        let found = Pentanomial([0, 0, 50, 0, 0]).strength();
        near(found.elo, 0.0, 1e-9);
        near(found.los, 0.5, 1e-6);
        assert!(found.error > 5.0 && found.error < 20.0, "{found:?}");
        assert!(Pentanomial::default().strength().elo.is_nan());
    }

    /// Where the opening tells nothing and the better engine wins both games or none, sweeps are as frequent as they can be.
    #[test]
    fn the_bound_of_a_sweep_holds_whatever_pairs_are_like() {
        let mut rng = StdRng::seed_from_u64(2);
        for (mean, pairs) in [(0.75, 5), (0.54, 5), (0.85, 12), (0.97, 50), (0.94, 50)] {
            let swept = |_: &usize| (0..pairs).all(|_| rng.random::<f64>() < mean);
            let bound = Pentanomial([0, 0, 0, 0, pairs]).strength().elo_low;
            let sweeps = (0..4000).filter(swept).count();
            let wrong = if bound > elo_of_score(mean) { sweeps } else { 0 };
            assert!(wrong <= 240, "{wrong} of 4000 sweeps of {pairs} pairs at {mean}");
        }
    }

    /// The part of simulated matches of engines that differ by `elo` whose interval holds the truth.
    fn coverage(elo: f64, drawn: f64, pairs: usize, rng: &mut StdRng) -> f64 {
        const MATCHES: usize = 1500;
        let win = score_of_elo(elo) - drawn / 2.0;
        let mut game = || match rng.random::<f64>() {
            x if x < win => 2,
            x if x < win + drawn => 1,
            _ => 0,
        };
        let holds = |_: &usize| {
            let mut results = Pentanomial::default();
            (0..pairs).for_each(|_| results.add(game() + game()));
            let found = results.strength();
            found.elo_low <= elo && elo <= found.elo_high
        };
        (0..MATCHES).filter(holds).count() as f64 / MATCHES as f64
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        let mut rng = StdRng::seed_from_u64(1);
        for (elo, drawn) in [(0.0, 1.0 / 3.0), (100.0, 0.1), (300.0, 0.1), (0.0, 0.9)] {
            for pairs in [1, 3, 10, 30, 100] {
                let found = coverage(elo, drawn, pairs, &mut rng);
                assert!(found > 0.915, "{found} of matches of {pairs} pairs at {elo} Elo, {drawn} drawn");
                assert!(pairs < 100 || drawn > 0.5 || found < 0.975, "{found}: wider than it says");
            }
        }
    }

    #[test]
    fn the_normal_distribution() {
        for (x, expected) in [(-3.0, 0.001_349_9), (-1.0, 0.158_655_25), (0.5, 0.691_462_46), (4.0, 0.999_968_33)] {
            near(normal(x), expected, 1e-6);
        }
    }
}
