//! A sequential test: how many games are enough to tell two Elo differences apart.

use super::likelihood::deficit;
use super::statistics::{Pentanomial, score_of_elo};
use serde::{Deserialize, Serialize};

/// A sequential probability ratio test between two hypotheses: the difference is `elo0`, or it is `elo1`.
///
/// The generalised test on pairs, as fishtest computes it: the log-likelihood ratio compares the most likely distribution of
/// pairs whose mean is the score of `elo1` with the most likely one for `elo0`. It accepts `elo0` at ln(β / (1 − α)) and
/// below, `elo1` at ln((1 − β) / α) and above.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference if nothing is gained.
    pub elo0: f64,
    /// The difference hoped for.
    pub elo1: f64,
    /// How often `elo1` may be accepted though `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted though `elo1` is true.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The first hypothesis was accepted.
    Elo0,
    /// The second hypothesis was accepted.
    Elo1,
    /// Neither yet.
    Open,
}

/// Kinds of pair that have not come up count as this many, as in fishtest.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// With fewer pairs no decision is made: a test between distant hypotheses would decide on a handful of pairs, which say
    /// too little about how much pairs vary.
    pub const LEAST_PAIRS: u64 = 50;

    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub fn llr(&self, results: Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        let counts = results.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [deficit0, deficit1] = [self.elo0, self.elo1].map(|elo| deficit(counts, score_of_elo(elo)));
        deficit0 - deficit1
    }

    /// Where the ratio decides for `elo0`, and where for `elo1`.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// What the results decide.
    pub fn decide(&self, results: Pentanomial) -> Decision {
        if results.pairs() < Self::LEAST_PAIRS {
            return Decision::Open;
        }
        let [lower, upper] = self.bounds();
        match self.llr(results) {
            llr if llr <= lower => Decision::Elo0,
            llr if llr >= upper => Decision::Elo1,
            _ => Decision::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found}, expected {expected}");
    }

    /// Computed elsewhere: the two constrained distributions found by Newton's method in Python, then Σ n·ln(p1 / p0).
    #[test]
    fn the_ratio_agrees_with_worked_examples() {
        let many = Pentanomial([12, 180, 430, 220, 18]);
        for (results, elo0, elo1, llr) in [
            (many, 0.0, 5.0, 1.889_894_288),
            (many, 0.0, 10.0, 2.601_327_055),
            (many, -5.0, 0.0, 3.054_311_325),
            // The normal approximation says 12.29 and 5.95 of these.
            (Pentanomial([1, 3, 10, 16, 20]), 0.0, 50.0, 6.042_579_190),
            (Pentanomial([0, 0, 3, 17, 30]), 0.0, 5.0, 0.714_374_034),
        ] {
            near(test(elo0, elo1).llr(results), llr);
        }
    }

    #[test]
    fn the_bounds_are_wald_s() {
        near(test(0.0, 5.0).bounds()[0], -2.944_439_0);
        near(test(0.0, 5.0).bounds()[1], 2.944_439_0);
        let lopsided = Sprt { beta: 0.1, ..test(0.0, 5.0) };
        near(lopsided.bounds()[0], -2.251_291_8);
        near(lopsided.bounds()[1], 2.890_371_8);
    }

    /// Plays a test between engines that differ by `elo` and draw a third of their games.
    fn simulate(test: &Sprt, elo: f64, rng: &mut StdRng) -> Decision {
        let win = score_of_elo(elo) - 1.0 / 6.0;
        let mut game = || match rng.random::<f64>() {
            x if x < win => 2,
            x if x < win + 1.0 / 3.0 => 1,
            _ => 0,
        };
        let mut results = Pentanomial::default();
        while test.decide(results) == Decision::Open {
            results.add(game() + game());
        }
        test.decide(results)
    }

    #[test]
    fn the_test_is_wrong_as_rarely_as_it_promises() {
        let test = test(0.0, 60.0);
        let mut rng = StdRng::seed_from_u64(1);
        for (elo, right) in [(0.0, Decision::Elo0), (60.0, Decision::Elo1)] {
            let wrong = (0..1000).filter(|_| simulate(&test, elo, &mut rng) != right).count();
            assert!((15..=65).contains(&wrong), "{wrong} of 1000 wrong at {elo}");
        }
    }

    #[test]
    fn pairs_that_all_end_alike_decide_no_sooner_than_they_should() {
        let test = test(0.0, 5.0);
        let won = |pairs| Pentanomial([0, 0, 0, 0, pairs]);
        assert!(test.llr(won(3)) < 0.1, "three pairs won say little about five Elo");
        assert_eq!(test.decide(won(3)), Decision::Open);
        assert_eq!(test.decide(won(300)), Decision::Elo1);
        assert_eq!(test.decide(Pentanomial::default()), Decision::Open);
    }
}
