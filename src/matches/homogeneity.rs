//! Do all machines play alike? A χ² test of the pairs that each of them played.
//!
//! For every pairing of engines, machines × five counts: are the rows alike? Counts of few pairs are taken together with
//! their neighbours until at least five are expected in every field. Pairings are tested one by one, and statistic and degrees of
//! freedom are added up.

use super::statistics::{Pentanomial, normal};
use serde::Serialize;
use std::collections::BTreeMap;

/// The pairs that one machine played, by pairing.
pub(super) type Pairs = BTreeMap<usize, Pentanomial>;

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Homogeneity {
    pub(super) chi2: f64,
    pub(super) degrees_of_freedom: usize,
    /// How often machines that play alike differ by as much.
    pub(super) p: f64,
}

/// With fewer expected in a field, the distribution of the statistic is not the one that is known.
const LEAST_EXPECTED: f64 = 5.0;

/// Compares groups of pairs; `None` if there are too few.
pub(super) fn compare(groups: &[&Pairs]) -> Option<Homogeneity> {
    let mut pairings: Vec<usize> = groups.iter().flat_map(|group| group.keys().copied()).collect();
    pairings.sort_unstable();
    pairings.dedup();
    let (mut chi2, mut degrees_of_freedom) = (0.0, 0);
    for pairing in pairings {
        let rows: Vec<[f64; 5]> = groups
            .iter()
            .filter_map(|group| group.get(&pairing))
            .filter(|pairs| pairs.pairs() > 0)
            .map(|pairs| pairs.0.map(|count| count as f64))
            .collect();
        let (statistic, degrees) = compare_rows(&rows);
        chi2 += statistic;
        degrees_of_freedom += degrees;
    }
    (degrees_of_freedom > 0).then(|| Homogeneity { chi2, degrees_of_freedom, p: upper_tail(chi2, degrees_of_freedom) })
}

/// The statistic and its degrees of freedom.
fn compare_rows(rows: &[[f64; 5]]) -> (f64, usize) {
    let totals: [f64; 5] = std::array::from_fn(|kind| rows.iter().map(|row| row[kind]).sum());
    let all: f64 = totals.iter().sum();
    let length = |row: &[f64; 5]| row.iter().sum::<f64>();
    let shortest = rows.iter().map(length).fold(f64::INFINITY, f64::min);
    let mut kinds: Vec<Vec<usize>> = vec![vec![]];
    let expected = |kinds: &[usize]| shortest * kinds.iter().map(|&kind| totals[kind]).sum::<f64>() / all;
    for kind in 0..5 {
        match kinds.last_mut() {
            Some(open) if expected(open) < LEAST_EXPECTED => open.push(kind),
            _ => kinds.push(vec![kind]),
        }
    }
    // What is left at the end goes with its neighbour.
    if kinds.len() > 1 && kinds.last().is_some_and(|last| expected(last) < LEAST_EXPECTED) {
        let rest = kinds.pop().unwrap_or_default();
        kinds.iter_mut().last().into_iter().for_each(|last| last.extend(&rest));
    }
    let mut chi2 = 0.0;
    for row in rows {
        for kind in &kinds {
            let sum = |counts: &[f64; 5]| kind.iter().map(|&kind| counts[kind]).sum::<f64>();
            let expected = length(row) * sum(&totals) / all;
            chi2 += (sum(row) - expected).powi(2) / expected;
        }
    }
    if kinds.len() < 2 || rows.len() < 2 { (0.0, 0) } else { (chi2, (rows.len() - 1) * (kinds.len() - 1)) }
}

/// All pairs of some groups.
pub(super) fn together<'a>(groups: impl Iterator<Item = &'a Pairs>) -> Pairs {
    let mut all = Pairs::new();
    for (&pairing, pairs) in groups.flatten() {
        let sum = all.entry(pairing).or_default();
        *sum = sum.plus(*pairs);
    }
    all
}

/// The part of the χ² distribution above `x`. With one degree of freedom it is known from the normal distribution, with none it
/// is 0; two more degrees always add (x/2)ᵃ·e^(−x/2) / Γ(a + 1), where a is half of those there were.
fn upper_tail(x: f64, degrees_of_freedom: usize) -> f64 {
    let half = x / 2.0;
    if half <= 0.0 {
        return 1.0;
    }
    let odd = degrees_of_freedom % 2 == 1;
    // ln Γ(3/2) and ln Γ(1).
    let mut ln_gamma = if odd { 0.5 * (std::f64::consts::PI / 4.0).ln() } else { 0.0 };
    let (mut tail, mut a) = if odd { (2.0 * normal(-x.sqrt()), 0.5) } else { (0.0, 0.0) };
    while 2.0 * a < degrees_of_freedom as f64 {
        tail += (a * half.ln() - half - ln_gamma).exp();
        a += 1.0;
        ln_gamma += a.ln();
    }
    tail.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::statistics::score_of_elo;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn the_tail_is_that_of_the_tables() {
        for (x, degrees, p) in [
            (3.841_459, 1, 0.05),
            (5.991_465, 2, 0.05),
            (11.344_867, 3, 0.01),
            (18.307_038, 10, 0.05),
            (26.296_228, 16, 0.05),
            (43.772_972, 30, 0.05),
            (4148.25, 4000, 0.05),
        ] {
            let found = upper_tail(x, degrees);
            assert!((found - p).abs() < 1e-3, "{x} with {degrees}: {found}, expected {p}");
        }
        assert!((upper_tail(0.0, 3) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_small_table_by_hand() {
        // 30 of 60 and 40 of 60 even: expected 35 and 25 of each; χ² = 2·(25/35 + 25/25).
        let rows = [[0.0, 30.0, 30.0, 0.0, 0.0], [0.0, 20.0, 40.0, 0.0, 0.0]];
        let (chi2, degrees) = compare_rows(&rows);
        assert!((chi2 - 2.0 * (25.0 / 35.0 + 25.0 / 25.0)).abs() < 1e-9, "{chi2}");
        assert_eq!(degrees, 1);
        assert_eq!(compare_rows(&[[0.0, 0.0, 9.0, 0.0, 0.0], [0.0, 0.0, 9.0, 0.0, 0.0]]), (0.0, 0), "all the same");
        assert_eq!(compare_rows(&rows[..1]), (0.0, 0), "nobody to compare with");
    }

    #[test]
    fn kinds_that_are_too_rare_are_put_together() {
        // 2½ and 22½ expected of the first two kinds, 29 of the third, 3½ and 2½ of the last two.
        let (chi2, degrees) = compare_rows(&[[3.0, 20.0, 30.0, 4.0, 3.0], [2.0, 25.0, 28.0, 3.0, 2.0]]);
        assert_eq!(degrees, 2);
        assert!((chi2 - 0.722_299).abs() < 1e-6, "{chi2}");
        // The last two are too few even together, and go with the third.
        let (chi2, degrees) = compare_rows(&[[0.0, 20.0, 30.0, 2.0, 1.0], [0.0, 25.0, 28.0, 1.0, 1.0]]);
        assert_eq!(degrees, 1);
        assert!((chi2 - 0.661_603).abs() < 1e-6, "{chi2}");
    }

    #[test]
    fn who_played_nothing_changes_nothing() {
        let [some, others] =
            [[10, 20, 30, 20, 10], [10, 10, 30, 25, 15]].map(|pairs| Pairs::from([(0, Pentanomial(pairs))]));
        let nothing = Pairs::from([(0, Pentanomial::default())]);
        let two = compare(&[&some, &others]).unwrap();
        let three = compare(&[&some, &nothing, &others]).unwrap();
        assert_eq!((two.degrees_of_freedom, three.degrees_of_freedom), (4, 4));
        assert!((two.chi2 - three.chi2).abs() < 1e-12 && (two.p - three.p).abs() < 1e-12);
        assert!(compare(&[&some]).is_none() && compare(&[&some, &nothing]).is_none());
    }

    fn group(elo: f64, pairs: usize, rng: &mut StdRng) -> Pairs {
        let score = score_of_elo(elo);
        let mut results = Pentanomial::default();
        for _ in 0..pairs {
            let mut game = || 2 * usize::from(rng.random::<f64>() < score);
            results.add(game() + game());
        }
        Pairs::from([(0, results)])
    }

    #[test]
    fn machines_that_play_alike_are_seldom_told_apart_and_others_are() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut alike = || {
            let groups: Vec<Pairs> = (0..8).map(|_| group(30.0, 50, &mut rng)).collect();
            compare(&groups.iter().collect::<Vec<_>>()).unwrap().p
        };
        let alarms = (0..2000).filter(|_| alike() < 0.05).count();
        assert!((60..=140).contains(&alarms), "seed 1: {alarms} of 2000 at 5 %");
        let mut groups: Vec<Pairs> = (0..7).map(|_| group(30.0, 50, &mut rng)).collect();
        groups.push(group(-200.0, 50, &mut rng));
        assert!(compare(&groups.iter().collect::<Vec<_>>()).unwrap().p < 1e-3);
        let rest = together(groups[..7].iter());
        assert_eq!(rest[&0].pairs(), 350);
        assert!(compare(&[&groups[7], &rest]).unwrap().p < 1e-6);
    }

    #[test]
    fn five_expected_are_enough() {
        let degrees = |row: [f64; 5]| compare_rows(&[row, row]).1;
        assert_eq!(degrees([5.0, 15.0, 0.0, 0.0, 0.0]), 1);
        assert_eq!(degrees([15.0, 0.0, 0.0, 0.0, 5.0]), 1, "at the end too");
        assert_eq!(degrees([4.0, 0.0, 0.0, 0.0, 15.0]), 0);
        assert_eq!(degrees([15.0, 0.0, 0.0, 0.0, 4.0]), 0);
    }
}
