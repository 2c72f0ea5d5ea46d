//! One rating for every engine from all games at once.
//!
//! The model is Elo's: an engine rated r against one rated s scores p = 1 / (1 + 10^(−(r − s)/400)) on average. The ratings
//! are those that make the results most likely, a draw counted as half a win and half a loss, as Ordo finds them: every
//! engine has scored as many points as its ratings let expect. Newton's method finds them, in natural units.
//!
//! - Only whole pairs count: one opening with sides swapped.
//! - Errors: with the curvature H of the log-likelihood and the variance V of the scores, estimated from the pairs
//!   themselves, the ratings have the covariance H⁻¹·V·H⁻¹. Few draws and games of a pair that depend on each other make
//!   errors wider, as they should. To its own pairs every pairing adds one as varied as two games without draws, so that a
//!   handful of equal results is not taken for certainty.
//! - There are finite ratings only if nobody has won everything (Ford, 1957): where a group of engines has lost every game
//!   to another, one game between neighbouring groups is counted that was not played, and drawn.
//! - Engines that no chain of games connects cannot be compared.

use super::rating_fit::{ELO, Matrix, closure, covariance, most_likely, scores};
use super::statistics::{NORMAL_95, Pentanomial};

/// Two engines that met, and their pairs as the first of them sees it.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// The engines, by their numbers from 0 on.
    pub players: [usize; 2],
    /// What they played.
    pub pairs: Pentanomial,
}

/// Where the scale begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// The mean of all ratings is 0.
    Mean,
    /// This engine has this rating, without any error.
    Engine(usize, f64),
}

/// A number with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What is most likely.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The ratings of all engines of a tournament.
///
/// ```
/// use tern::matches::{Anchor, Encounter, Pentanomial, Ratings};
///
/// // Three pairs won and one lost: odds of 3 to 1.
/// let encounter = Encounter { players: [0, 1], pairs: Pentanomial([1, 0, 0, 0, 3]) };
/// let ratings = Ratings::fit(2, &[encounter], Anchor::Engine(1, 1000.0));
/// assert_eq!(ratings.of(0).map(|rating| rating.elo.round()), Some(1191.0));
/// ```
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The engines that can be compared, in order.
    members: Vec<usize>,
    /// Their ratings, the mean 0, and the covariance of these; in natural units.
    theta: Vec<f64>,
    covariance: Matrix,
    anchor: Anchor,
    engines: usize,
    /// Engines whose rating rests on a game that was not played.
    bounded: Vec<usize>,
}

impl Ratings {
    /// Rates so many engines. Those that no chain of games connects with the anchor (with the first that has played, if there
    /// is none) stay without a rating.
    pub fn fit(engines: usize, encounters: &[Encounter], anchor: Anchor) -> Self {
        let has_games = |encounter: &&Encounter| encounter.pairs.pairs() > 0;
        let met: Vec<Encounter> = encounters.iter().filter(has_games).copied().collect();
        let known = closure(engines, met.iter().flat_map(|&Encounter { players: [a, b], .. }| [[a, b], [b, a]]));
        let root = match anchor {
            Anchor::Engine(engine, _) => engine,
            Anchor::Mean => met.iter().flat_map(|encounter| encounter.players).min().unwrap_or(0),
        };
        let members: Vec<usize> = (0..engines).filter(|&engine| engine == root || known[root][engine]).collect();
        let scores = scores(&met, &members);
        let bounded = scores.iter().filter(|score| score.virtual_games > 0.0).flat_map(|score| score.players);
        let mut bounded: Vec<usize> = bounded.map(|member| members[member]).collect();
        bounded.sort_unstable();
        bounded.dedup();
        let theta = most_likely(&scores, members.len());
        let covariance = covariance(&scores, &theta);
        Self { members, theta, covariance, anchor, engines, bounded }
    }

    /// The rating of an engine; `None` if it cannot be compared.
    pub fn of(&self, engine: usize) -> Option<Estimate> {
        match self.anchor {
            Anchor::Engine(anchor, elo) => {
                let above = self.difference(engine, anchor)?;
                Some(Estimate { elo: elo + above.elo, ..above })
            }
            Anchor::Mean => {
                let member = self.member(engine)?;
                Some(estimate(self.theta[member], self.covariance[member][member]))
            }
        }
    }

    /// The engines that can be compared and have played, the best first.
    pub fn ranked(&self) -> Vec<(usize, Estimate)> {
        let alone = self.members.len() < 2;
        let members = self.members.iter().filter(|_| !alone);
        let mut ranked: Vec<_> = members.filter_map(|&engine| Some((engine, self.of(engine)?))).collect();
        ranked.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
        ranked
    }

    /// By how much an engine is better than another: more precise than their errors seem to say, since these have much in
    /// common.
    pub fn difference(&self, engine: usize, other: usize) -> Option<Estimate> {
        let (i, j) = (self.member(engine)?, self.member(other)?);
        let c = &self.covariance;
        Some(estimate(self.theta[i] - self.theta[j], c[i][i] + c[j][j] - 2.0 * c[i][j]))
    }

    /// Engines that cannot be compared with the others.
    pub fn unconnected(&self) -> Vec<usize> {
        (0..self.engines).filter(|engine| self.member(*engine).is_none()).collect()
    }

    /// Engines on either side of a gap that nobody below has ever scored across. How wide it is, nobody knows: one game that
    /// was not played is counted as drawn.
    pub fn bounded(&self) -> &[usize] {
        &self.bounded
    }

    fn member(&self, engine: usize) -> Option<usize> {
        self.members.binary_search(&engine).ok()
    }
}

fn estimate(theta: f64, variance: f64) -> Estimate {
    Estimate { elo: ELO * theta, error: ELO * NORMAL_95 * variance.max(0.0).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::statistics::score_of_elo;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
    }

    fn met(a: usize, b: usize, pairs: [u64; 5]) -> Encounter {
        Encounter { players: [a, b], pairs: Pentanomial(pairs) }
    }

    fn elos(ratings: &Ratings, engines: usize) -> Vec<f64> {
        (0..engines).map(|engine| ratings.of(engine).unwrap().elo).collect()
    }

    /// 400·log₁₀ 3, by hand.
    const THREE_TO_ONE: f64 = 190.848_5;

    #[test]
    fn odds_that_agree_are_found_exactly() {
        // 3 to 1, 3 to 1, and so 9 to 1.
        let all = [met(0, 1, [10, 0, 0, 0, 30]), met(1, 2, [0, 0, 20, 0, 20]), met(0, 2, [2, 0, 4, 0, 34])];
        let ratings = Ratings::fit(3, &all[..1], Anchor::Engine(0, 100.0));
        near(ratings.of(1).unwrap().elo, 100.0 - THREE_TO_ONE, 1e-3);
        let ratings = Ratings::fit(3, &all, Anchor::Mean);
        for (found, expected) in elos(&ratings, 3).iter().zip([THREE_TO_ONE, 0.0, -THREE_TO_ONE]) {
            near(*found, expected, 1e-3);
        }
        let ladder = Ratings::fit(3, &all[..2], Anchor::Engine(2, 0.0));
        near(ladder.of(0).unwrap().elo, 2.0 * THREE_TO_ONE, 1e-3);
        near(ladder.of(2).unwrap().error, 0.0, 1e-9);
    }

    #[test]
    fn errors_of_two_engines_by_hand() {
        // 40 pairs, p = 3/4: each varies by 3/16, the one that is added by 3/32; 80 games have a curvature of 15.
        let ratings = Ratings::fit(2, &[met(0, 1, [10, 0, 0, 0, 30])], Anchor::Engine(1, 0.0));
        let variance: f64 = 4.0 * 40.0 * (40.0 * 3.0 / 16.0 + 3.0 / 32.0) / 41.0;
        let error = 1.959_964 * variance.sqrt() / 15.0 * 173.717_8;
        near(ratings.of(0).unwrap().error, error, 1e-3);
        // Around the mean each of the two has half of it.
        near(Ratings::fit(2, &[met(0, 1, [10, 0, 0, 0, 30])], Anchor::Mean).of(0).unwrap().error, error / 2.0, 1e-3);
    }

    /// Simulated pairs of a round robin of engines that draw a part of their games.
    fn round_robin(elos: &[f64], pairs: usize, rng: &mut StdRng) -> Vec<Encounter> {
        let mut all = Vec::new();
        for a in 0..elos.len() {
            for b in a + 1..elos.len() {
                let score = score_of_elo(elos[a] - elos[b]);
                let drawn = 0.5 * score.min(1.0 - score);
                let mut game = || match rng.random::<f64>() {
                    x if x < score - drawn / 2.0 => 2,
                    x if x < score + drawn / 2.0 => 1,
                    _ => 0,
                };
                let mut results = Pentanomial::default();
                (0..pairs).for_each(|_| results.add(game() + game()));
                all.push(Encounter { players: [a, b], pairs: results });
            }
        }
        all
    }

    /// Zermelo's way, 1929: strength = points / Σ games / (own strength + other's), over and over.
    fn by_zermelo(engines: usize, encounters: &[Encounter]) -> Vec<f64> {
        let mut strengths = vec![1.0; engines];
        for _ in 0..20_000 {
            let mut points = vec![0.0; engines];
            let mut shares = vec![0.0; engines];
            for &Encounter { players: [a, b], pairs } in encounters {
                let games = 2.0 * pairs.pairs() as f64;
                let won =
                    pairs.0.iter().enumerate().map(|(halves, &count)| halves as f64 * count as f64).sum::<f64>() / 2.0;
                points[a] += won;
                points[b] += games - won;
                shares[a] += games / (strengths[a] + strengths[b]);
                shares[b] += games / (strengths[a] + strengths[b]);
            }
            strengths = points.iter().zip(&shares).map(|(points, share)| points / share).collect();
            let scale = strengths[0];
            for strength in &mut strengths {
                *strength /= scale;
            }
        }
        strengths.iter().map(|strength: &f64| 400.0 * strength.log10()).collect()
    }

    const SIX: [f64; 6] = [0.0, 60.0, 150.0, -90.0, 310.0, -240.0];

    #[test]
    fn six_engines_are_rated_as_zermelo_would() {
        let all = round_robin(&SIX, 100, &mut StdRng::seed_from_u64(1));
        let found = elos(&Ratings::fit(6, &all, Anchor::Engine(0, 0.0)), 6);
        for (found, expected) in found.iter().zip(by_zermelo(6, &all)) {
            near(*found, expected, 1e-6);
        }
    }

    #[test]
    fn the_errors_hold_what_they_promise() {
        const TOURNAMENTS: usize = 600;
        let mut rng = StdRng::seed_from_u64(2);
        for pairs in [5, 50] {
            let (mut own, mut steps) = (0, 0);
            for _ in 0..TOURNAMENTS {
                let ratings = Ratings::fit(6, &round_robin(&SIX, pairs, &mut rng), Anchor::Engine(3, SIX[3]));
                let holds = |found: Estimate, truth: f64| usize::from((found.elo - truth).abs() <= found.error);
                own += holds(ratings.of(4).unwrap(), SIX[4]);
                steps += holds(ratings.difference(1, 0).unwrap(), 60.0);
            }
            for held in [own, steps] {
                let part = held as f64 / TOURNAMENTS as f64;
                assert!(part > 0.925 && part < 0.985, "{part} of tournaments of {pairs} pairs");
            }
        }
    }

    #[test]
    fn a_clean_sweep_is_a_gap_of_one_draw_that_was_not_played() {
        let sweep = Ratings::fit(2, &[met(0, 1, [0, 0, 0, 0, 50])], Anchor::Engine(1, 0.0));
        near(sweep.of(0).unwrap().elo, 400.0 * (100.5_f64 / 0.5).log10(), 1e-6);
        assert!(sweep.of(0).unwrap().error > 300.0, "{sweep:?}");
        assert_eq!(sweep.bounded(), [0, 1]);
        // Nothing changes between engines on the same side of the gap.
        let pair = met(1, 2, [10, 0, 0, 0, 30]);
        let three = Ratings::fit(3, &[met(0, 1, [0, 0, 0, 0, 50]), pair], Anchor::Mean);
        near(three.difference(1, 2).unwrap().elo, THREE_TO_ONE, 1e-3);
        assert_eq!(three.bounded(), [0, 1]);
    }

    #[test]
    fn everybody_beats_everybody_below() {
        let won = [0, 0, 0, 0, 20];
        let all = [met(0, 1, won), met(0, 2, won), met(1, 2, won)];
        let ratings = Ratings::fit(3, &all, Anchor::Mean);
        let [top, middle, last] = elos(&ratings, 3)[..] else { panic!() };
        near(middle, 0.0, 1e-6);
        near(top, -last, 1e-6);
        assert!(top > 400.0 && top < 1000.0, "{top}");
        let none = Ratings::fit(3, &[met(0, 1, [0; 5])], Anchor::Mean);
        assert_eq!(none.unconnected(), [1, 2]);
    }

    #[test]
    fn engines_that_never_met_are_not_compared() {
        let all = [met(0, 1, [5, 0, 0, 0, 5]), met(2, 3, [5, 0, 0, 0, 5])];
        let ratings = Ratings::fit(5, &all, Anchor::Engine(3, 500.0));
        assert_eq!(ratings.unconnected(), [0, 1, 4]);
        assert_eq!(ratings.of(0), None);
        assert_eq!(ratings.difference(2, 0), None);
        near(ratings.of(2).unwrap().elo, 500.0, 1e-6);
        assert_eq!(Ratings::fit(5, &all, Anchor::Mean).unconnected(), [2, 3, 4]);
    }

    #[test]
    fn far_apart_is_no_trouble() {
        let all = [met(0, 1, [0, 0, 0, 1, 99_999]), met(1, 2, [0, 0, 0, 1, 99_999])];
        let ratings = Ratings::fit(3, &all, Anchor::Engine(2, 0.0));
        near(ratings.of(0).unwrap().elo, 800.0 * 399_999_f64.log10(), 1e-3);
    }

    #[test]
    fn every_gap_is_worth_one_draw_whoever_is_above_it() {
        let (won, lost) = ([0, 0, 0, 0, 20], [20, 0, 0, 0, 0]);
        let gap = 400.0 * (40.5_f64 / 0.5).log10();
        let ladder = Ratings::fit(4, &[met(0, 1, won), met(1, 2, won), met(2, 3, won)], Anchor::Mean);
        let climb = Ratings::fit(4, &[met(0, 1, lost), met(1, 2, lost), met(2, 3, lost)], Anchor::Mean);
        for i in 0..3 {
            near(ladder.difference(i, i + 1).unwrap().elo, gap, 1e-6);
            near(climb.difference(i + 1, i).unwrap().elo, gap, 1e-6);
        }
        assert_eq!(climb.bounded(), [0, 1, 2, 3]);
        assert_eq!(climb.ranked().iter().map(|(engine, _)| *engine).collect::<Vec<_>>(), [3, 2, 1, 0]);
    }

    #[test]
    fn a_rating_of_nothing_has_no_sign() {
        for won in 1..40 {
            let pairs = [1, 0, 0, 0, won];
            let ratings =
                Ratings::fit(3, &[met(0, 1, pairs), met(1, 2, pairs), met(2, 0, [won, 0, 0, 0, 1])], Anchor::Mean);
            for elo in elos(&ratings, 3) {
                assert!(elo != 0.0 || elo.is_sign_positive(), "{won}: {elo}");
            }
        }
    }
}
