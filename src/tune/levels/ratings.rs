//! Ratings by maximum likelihood: the model of Bradley and Terry, in which a player who is rated d points higher scores
//! 1 / (1 + 10^(−d/400)).

use super::contest::Pairing;
use crate::matches::Pentanomial;

/// Elo for odds of e to 1.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's method needs a few steps; more change nothing.
const STEPS: usize = 60;

/// A step of Newton's method is no longer than this, in logits.
const LONGEST_STEP: f64 = 1.0;

/// The standard errors in half of a 95 % interval.
const NORMAL_95: f64 = 1.96;

/// Ratings of players and half of their 95 % intervals, in Elo; the first player has 0.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ratings {
    pub(super) elo: Vec<f64>,
    pub(super) error: Vec<f64>,
}

impl Ratings {
    /// The ratings that make the results most likely. All players must have met the first, or one who has, and so on.
    pub(super) fn fit(players: usize, pairings: &[Pairing], results: &[Pentanomial]) -> Self {
        let games: Vec<_> = pairings.iter().zip(results).map(|(pairing, result)| (pairing.players, score(*result))).collect();
        let mut logits = vec![0.0; players];
        let mut information = vec![];
        for _ in 0..STEPS {
            let mut slope = vec![0.0; players];
            information = vec![vec![0.0; players]; players];
            for &([first, second], (points, count)) in &games {
                let expected = 1.0 / (1.0 + f64::exp(logits[second] - logits[first]));
                slope[first] += points - count * expected;
                slope[second] -= points - count * expected;
                let weight = count * expected * (1.0 - expected);
                for (row, column, sign) in [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)] {
                    information[row][column] += sign * weight;
                }
            }
            let step = solve(anchored(&information), slope[1..].to_vec());
            for (logit, step) in logits[1..].iter_mut().zip(step) {
                *logit += step.clamp(-LONGEST_STEP, LONGEST_STEP);
            }
        }
        let variance = |player: usize| {
            let unit = (1..players).map(|other| f64::from(u8::from(other == player))).collect();
            solve(anchored(&information), unit)[player - 1]
        };
        let error = |player| if player == 0 { 0.0 } else { NORMAL_95 * ELO * variance(player).max(0.0).sqrt() };
        Self { elo: logits.iter().map(|logit| logit * ELO).collect(), error: (0..players).map(error).collect() }
    }
}

/// Points of the first player, and games.
fn score(result: Pentanomial) -> (f64, f64) {
    let points: f64 = result.0.iter().zip(0..).map(|(count, half_points)| *count as f64 * f64::from(half_points) / 2.0).sum();
    (points, 2.0 * result.pairs() as f64)
}

/// Without the first player, whose rating is known.
fn anchored(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    matrix[1..].iter().map(|row| row[1..].to_vec()).collect()
}

/// Solves a system of linear equations by Gaussian elimination; the matrix is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        // Somebody who won or lost every game has no rating; this keeps it finite.
        let pivot = matrix[column][column].max(1e-9);
        for row in column + 1..size {
            let factor = matrix[row][column] / pivot;
            let (above, below) = matrix.split_at_mut(row);
            for (target, source) in below[0][column..].iter_mut().zip(&above[column][column..]) {
                *target -= factor * source;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row].max(1e-9);
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(players: [usize; 2]) -> Pairing {
        Pairing { players, pairs: 0 }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        // 75 % are 190.8 Elo.
        let ratings = Ratings::fit(2, &[pairing([1, 0])], &[Pentanomial([0, 0, 50, 0, 50])]);
        assert!((ratings.elo[1] - 190.85).abs() < 0.1 && ratings.elo[0] == 0.0, "{ratings:?}");
        // The standard error of 150 points of 200 is 0.1633 logits.
        assert!((ratings.error[1] - 1.96 * 0.1633 * ELO).abs() < 0.1, "{ratings:?}");
    }

    #[test]
    fn a_chain_adds_up() {
        let pairings = [pairing([1, 0]), pairing([2, 1])];
        let ratings = Ratings::fit(3, &pairings, &[Pentanomial([0, 0, 50, 0, 50]); 2]);
        assert!((ratings.elo[2] - 381.7).abs() < 0.2, "{ratings:?}");
        assert!(ratings.error[2] > ratings.error[1]);
    }

    #[test]
    fn consistent_results_are_explained_exactly() {
        // 10 : 1 and 10 : 1 are 100 : 1.
        let result = |points: u64| Pentanomial([1111 - points, 0, 0, 0, points]);
        let pairings = [pairing([1, 0]), pairing([2, 1]), pairing([2, 0])];
        let ratings = Ratings::fit(3, &pairings, &[result(1010), result(1010), result(1100)]);
        assert!((ratings.elo[1] - 400.0).abs() < 0.5 && (ratings.elo[2] - 800.0).abs() < 0.5, "{ratings:?}");
    }
}
