//! The fit behind the ratings: the strengths that make all results most likely, found by Newton's method, and how sure they are.

use super::likelihood::WORTH;
use super::ratings::Encounter;
use super::statistics::{Pentanomial, score_of_elo};

/// One natural unit in Elo: 400 / ln 10.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// What two members scored against each other.
pub(super) struct Score {
    pub(super) players: [usize; 2],
    pairs: Pentanomial,
    /// The points of the first.
    points: f64,
    games: f64,
    /// How many of the games were not played.
    pub(super) virtual_games: f64,
}

pub(super) fn scores(met: &[Encounter], members: &[usize]) -> Vec<Score> {
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
pub(super) fn closure(count: usize, steps: impl Iterator<Item = [usize; 2]>) -> Vec<Vec<bool>> {
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
pub(super) fn most_likely(scores: &[Score], members: usize) -> Vec<f64> {
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

pub(super) type Matrix = Vec<Vec<f64>>;

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
pub(super) fn covariance(scores: &[Score], theta: &[f64]) -> Matrix {
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

    #[test]
    fn the_likelihood_is_that_of_the_games() {
        for (x, expected) in [(0.0, 2.0_f64.ln()), (3.0_f64.ln(), 4.0_f64.ln()), (-3.0_f64.ln(), (4.0_f64 / 3.0).ln())]
        {
            assert!((ln_1p_exp(x) - expected).abs() < 1e-12, "{x}");
        }
        assert!((ln_1p_exp(1e6) - 1e6).abs() < 1e-6, "where eˣ is too large");
        // 80 games, 60 of them won: ¾ of them are expected by odds of 3 to 1.
        let met = [Encounter { players: [0, 1], pairs: Pentanomial([10, 0, 0, 0, 30]) }];
        let found = log_likelihood(&scores(&met, &[0, 1]), &[3.0_f64.ln(), 0.0]);
        assert!((found - (60.0 * 0.75_f64.ln() + 20.0 * 0.25_f64.ln())).abs() < 1e-9, "{found}");
    }
}
