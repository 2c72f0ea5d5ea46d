//! How well a mean explains the pairs of a match: the empirical likelihood behind error bars and sequential tests.
//!
//! A pair is worth x = 0, ¼, ½, ¾ or 1 of its points. Of all distributions over these five values with mean m, one makes the
//! counts n(x) most likely. Its log-likelihood falls short of that of the best distribution with any mean by
//!
//! ```text
//! deficit(m) = max over λ of Σ n(x)·ln(1 + λ·(x − m)),   −1/(1 − m) ≤ λ ≤ 1/m
//! ```
//!
//! (Owen, Empirical Likelihood, 2001.) The range of λ is that of all five values, seen or not: what has not happened yet
//! still can, so even a single pair leaves room for doubt.

/// What a pair can be worth.
pub(super) const WORTH: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Halving an interval more often changes no digit.
const HALVINGS: usize = 80;

/// By how much the log-likelihood of the best distribution with this mean falls short of the best one. Never negative.
pub(super) fn deficit(counts: [f64; 5], mean: f64) -> f64 {
    let terms = || counts.iter().zip(WORTH).filter(|(count, _)| **count > 0.0).map(|(count, x)| (*count, x - mean));
    let slope = |lambda: f64| terms().map(|(count, d)| count * d / (1.0 + lambda * d)).sum::<f64>();
    let [low, high] = root([-1.0 / (1.0 - mean), 1.0 / mean], |lambda| slope(lambda) > 0.0);
    // Rounded towards the inside, where every logarithm exists.
    let lambda = if high > 0.0 { low.max(0.0) } else { high };
    terms().map(|(count, d)| count * (lambda * d).ln_1p()).sum::<f64>().max(0.0)
}

/// The means whose deficit is at most `most`: an interval around the mean of the counts.
pub(super) fn interval(counts: [f64; 5], mean: f64, most: f64) -> [f64; 2] {
    let plausible = |m: f64| deficit(counts, m) <= most;
    let lower = if mean > 0.0 { root([0.0, mean], |m| !plausible(m))[1] } else { 0.0 };
    let upper = if mean < 1.0 { root([mean, 1.0], plausible)[0] } else { 1.0 };
    [lower, upper]
}

/// Narrows the interval down to the place up to which `before` holds.
fn root([mut low, mut high]: [f64; 2], before: impl Fn(f64) -> bool) -> [f64; 2] {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if before(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deficit_is_that_of_the_best_distribution() {
        // One pair worth ¾ and the mean ½: two thirds at ¾, one third at 0.
        assert!((deficit([0.0, 0.0, 0.0, 1.0, 0.0], 0.5) - 1.5_f64.ln()).abs() < 1e-9);
        // Ten pairs won: the mean m has probability m at 1.
        assert!((deficit([0.0, 0.0, 0.0, 0.0, 10.0], 0.9) + 10.0 * 0.9_f64.ln()).abs() < 1e-9);
        assert!(deficit([1.0, 2.0, 3.0, 2.0, 1.0], 0.5) < 1e-12, "nothing explains better");
    }

    #[test]
    fn an_interval_holds_the_mean() {
        let [low, high] = interval([0.0, 0.0, 0.0, 0.0, 10.0], 1.0, 2.0);
        assert!((low - (-0.2_f64).exp()).abs() < 1e-9 && high >= 1.0);
        let [low, high] = interval([3.0, 0.0, 5.0, 0.0, 3.0], 0.5, 2.0);
        assert!((low + high - 1.0).abs() < 1e-9 && low < 0.5, "{low} {high}");
    }
}
