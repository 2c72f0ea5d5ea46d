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

use super::likelihood::WORTH;
use super::statistics::{NORMAL_95, Pentanomial, score_of_elo};

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
    covariance: Vec<Vec<f64>>,
    anchor: Anchor,
    engines: usize,
    /// Engines whose rating rests on a game that was not played.
    bounded: Vec<usize>,
}

/// One natural unit in Elo: 400 / ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

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

/// What two members scored against each other.
struct Score {
    players: [usize; 2],
    pairs: Pentanomial,
    /// The points of the first.
    points: f64,
    games: f64,
    /// How many of the games were not played.
    virtual_games: f64,
}

fn scores(met: &[Encounter], members: &[usize]) -> Vec<Score> {
    let mut scores: Vec<Score> = Vec::new();
    for Encounter { players: [a, b], pairs } in met {
        // If one is a member, so is the other.
        let (Ok(a), Ok(b)) = (members.binary_search(a), members.binary_search(b)) else { continue };
        let points = pairs.0.iter().zip(WORTH).map(|(&count, x)| 2.0 * count as f64 * x).sum();
        let games = 2.0 * pairs.pairs() as f64;
        scores.push(Score { players: [a, b], pairs: *pairs, points, games, virtual_games: 0.0 });
    }
    add_virtual_draws(&mut scores, members.len());
    scores
}

/// Where one group has never scored against another, counts one drawn game between them, shared out evenly among the
/// pairings of the two. Between groups that have others between them, those are enough.
fn add_virtual_draws(scores: &mut [Score], members: usize) {
    let beaten = scores.iter().flat_map(|score| {
        let [a, b] = score.players;
        let sides = [(score.points > 0.0, [a, b]), (score.points < score.games, [b, a])];
        sides.into_iter().filter_map(|(has_scored, players)| has_scored.then_some(players))
    });
    let above = closure(members, beaten);
    let group = |i: usize| (0..members).find(|&j| j == i || (above[i][j] && above[j][i])).unwrap_or(i);
    let strictly = |i: usize, j: usize| above[i][j] && !above[j][i];
    let gap = |score: &Score| {
        let [a, b] = score.players;
        let [high, low] = if strictly(a, b) { [a, b] } else { [b, a] };
        let is_gap = strictly(high, low) && !(0..members).any(|k| strictly(high, k) && strictly(k, low));
        is_gap.then(|| [group(high), group(low)])
    };
    let gaps: Vec<Option<[usize; 2]>> = scores.iter().map(gap).collect();
    for (score, gap) in scores.iter_mut().zip(&gaps).filter(|(_, gap)| gap.is_some()) {
        let share = 1.0 / gaps.iter().filter(|other| *other == gap).count() as f64;
        score.virtual_games = share;
        score.games += share;
        score.points += share / 2.0;
    }
}

/// Who can be reached from whom along these steps.
fn closure(count: usize, steps: impl Iterator<Item = [usize; 2]>) -> Vec<Vec<bool>> {
    let mut reached = vec![vec![false; count]; count];
    steps.for_each(|[from, to]| reached[from][to] = true);
    for via in 0..count {
        let onward = reached[via].clone();
        for row in reached.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&onward).for_each(|(known, more)| *known |= more);
        }
    }
    reached
}

/// The expected score of the first of two members.
fn expected(score: &Score, theta: &[f64]) -> f64 {
    let [a, b] = score.players;
    score_of_elo(ELO * (theta[a] - theta[b]))
}

fn log_likelihood(scores: &[Score], theta: &[f64]) -> f64 {
    let term = |score: &Score| {
        let [a, b] = score.players;
        let above = theta[a] - theta[b];
        // ln p and ln (1 − p), without p that rounds to 0 or 1.
        -score.points * ln_1p_exp(-above) - (score.games - score.points) * ln_1p_exp(above)
    };
    scores.iter().map(term).sum()
}

/// ln(1 + eˣ), also where eˣ is too large.
fn ln_1p_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// More steps are never needed, and a smaller change is none.
const STEPS: usize = 200;
const SMALLEST_STEP: f64 = 1e-10;

/// Climbs the log-likelihood, which has one top, by Newton's steps, each halved until it leads upwards.
fn most_likely(scores: &[Score], members: usize) -> Vec<f64> {
    let mut theta = vec![0.0; members];
    let mut height = log_likelihood(scores, &theta);
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; members];
        for score in scores {
            let surplus = score.points - score.games * expected(score, &theta);
            gradient[score.players[0]] += surplus;
            gradient[score.players[1]] -= surplus;
        }
        let step = times(&inverse_curvature(scores, &theta), &gradient);
        let length = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        let mut scale = 1.0;
        loop {
            let tried: Vec<f64> = theta.iter().zip(&step).map(|(old, part)| old + scale * part).collect();
            let reached = log_likelihood(scores, &tried);
            if reached >= height || scale * length < SMALLEST_STEP {
                (theta, height) = (tried, reached);
                break;
            }
            scale /= 2.0;
        }
        if length < SMALLEST_STEP {
            break;
        }
    }
    // Rounded, so that equal engines are not told apart by the last digit, and without a minus before 0.
    theta.iter().map(|value| (value / SMALLEST_STEP / 10.0).round() * SMALLEST_STEP * 10.0 + 0.0).collect()
}

type Matrix = Vec<Vec<f64>>;

/// A matrix that acts on differences between members only: one value for every two of them.
fn of_differences(scores: &[Score], members: usize, value: impl Fn(&Score) -> f64) -> Matrix {
    let mut matrix = vec![vec![0.0; members]; members];
    for score in scores {
        let ([a, b], value) = (score.players, value(score));
        matrix[a][a] += value;
        matrix[b][b] += value;
        matrix[a][b] -= value;
        matrix[b][a] -= value;
    }
    matrix
}

/// The inverse of the curvature among ratings whose mean is 0. A common change of all ratings changes nothing, so a matrix
/// that has the mean as its only other direction is added to make it invertible.
fn inverse_curvature(scores: &[Score], theta: &[f64]) -> Matrix {
    let members = theta.len();
    let curvature = |score: &Score| {
        let p = expected(score, theta);
        // Where nobody can lose any more, rounding must not make it 0.
        score.games * (p * (1.0 - p)).max(1e-12)
    };
    let mut matrix = of_differences(scores, members, curvature);
    matrix.iter_mut().flatten().for_each(|entry| *entry += 1.0 / members as f64);
    inverse(matrix)
}

/// H⁻¹·V·H⁻¹.
fn covariance(scores: &[Score], theta: &[f64]) -> Matrix {
    let inverse = inverse_curvature(scores, theta);
    let variances = of_differences(scores, theta.len(), |score| variance(score, expected(score, theta)));
    let rows: Matrix = inverse.iter().map(|row| times(&variances, row)).collect();
    rows.iter().map(|row| times(&inverse, row)).collect()
}

/// The variance of the points of a pairing, where p is expected of a game.
fn variance(score: &Score, p: f64) -> f64 {
    let pairs = score.pairs.pairs() as f64;
    let squares: f64 = score.pairs.0.iter().zip(WORTH).map(|(&count, x)| count as f64 * (x - p).powi(2)).sum();
    // The mean of two games without draws varies by p·(1 − p) / 2.
    let of_a_pair = (squares + p * (1.0 - p) / 2.0) / (pairs + 1.0);
    if score.virtual_games > 0.0 {
        // Results that are all the same say nothing about how they vary: as much as they can.
        return score.games * p * (1.0 - p);
    }
    4.0 * pairs * of_a_pair
}

/// The product of a matrix that equals its mirror image and a vector.
fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Gauss and Jordan's elimination; the matrix is positive definite, so no rows need to be exchanged.
fn inverse(mut matrix: Matrix) -> Matrix {
    let size = matrix.len();
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|entry| *entry /= divisor);
        let row = matrix[pivot].clone();
        for other in (0..size).filter(|&other| other != pivot) {
            let factor = std::mem::take(&mut matrix[other][pivot]);
            matrix[other].iter_mut().zip(&row).for_each(|(entry, part)| *entry -= factor * part);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
