//! `tern tune --wdl`: fits the curves of [`crate::eval::wdl`] to games of the engine against itself, and holds them against games
//! that were kept aside.

use super::sample::{Sample, SelfPlay, samples};
use super::{TuneArguments, named};
use crate::eval::wdl::{self, Curve, KNOTS, Row, Wdl, place};
use crate::eval::{Evaluate, Searchable};
use crate::files;
use crate::game::Player;
use crate::games::any::{AnyGame, GameKind, with_history};
use crate::notation::Notation;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// For every so many games that are fitted, one is kept aside.
const KEPT_ASIDE: u64 = 2;
/// Predictions are compared with results in so many groups.
const BINS: usize = 10;

/// A position of a game: its stage, its score for the player to move, and how the game ended for that player.
#[derive(Clone, Copy, Debug)]
struct Seen {
    stage: usize,
    points: i32,
    end: End,
}

/// The place of the ending among the chances of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Won,
    Drawn,
    Lost,
}

impl Seen {
    fn new<G: Evaluate>(sample: &Sample<G>) -> Self {
        let result = if sample.position.to_move() == Player::P1 { sample.result } else { 1.0 - sample.result };
        let end = if result > 0.75 {
            End::Won
        } else if result < 0.25 {
            End::Lost
        } else {
            End::Drawn
        };
        Self { stage: sample.position.stage(), points: sample.score, end }
    }
}

/// Fits the curves of a game, prints them and how well they do, and puts them into the file if told to.
pub(super) fn run(arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    let TuneArguments { game: kind, games, seed, .. } = *arguments;
    if let Some(path) = &arguments.write {
        // Better ask before the games are played.
        with_rows(path, kind, &[]).and_then(|_| files::check_writable(path)).map_err(|error| named(path, &error))?;
    }
    let [_, (other_seed, aside)] = sets(arguments);
    let seen = play(arguments, games, seed)?;
    let curves = fit_stages(&seen, stages(kind));
    let rows = curves.iter().enumerate().flat_map(|(stage, curve)| rows(kind, stage, curve)).collect::<Vec<_>>();
    writeln!(output, "{}", rows.join("\n"))?;
    writeln!(output, "{} positions of {games} games", seen.len())?;
    let seen = play(arguments, aside, other_seed)?;
    writeln!(output, "held against {} positions of {aside} other games:", seen.len())?;
    report(&seen, &curves, output)?;
    if let Some(path) = &arguments.write {
        let text = with_rows(path, kind, &rows).map_err(|error| named(path, &error))?;
        files::replace(path, text.as_bytes()).map_err(|error| named(path, &error))?;
    }
    Ok(())
}

fn row_text(row: Row) -> String {
    let Row { game, stage, points, wdl: Wdl { wins, draws, losses } } = row;
    format!("{game} {stage} {points} {wins} {draws} {losses}")
}

/// The rows of a curve.
fn rows(game: GameKind, stage: usize, curve: &Curve) -> impl Iterator<Item = String> {
    KNOTS.iter().zip(curve).map(move |(&points, &wdl)| row_text(Row { game, stage, points, wdl }))
}

fn stages(kind: GameKind) -> usize {
    fn of<G: Evaluate>(_: &G) -> usize {
        G::STAGES
    }
    let game = AnyGame::start(kind, AnyGame::USUAL_SIZE);
    with_history!(&game, history => of(history.start()))
}

/// Seeds and numbers of games: those that are fitted, and those kept aside.
pub(super) fn sets(arguments: &TuneArguments) -> [(u64, u64); 2] {
    let TuneArguments { games, seed, .. } = *arguments;
    [(seed, games), (seed.wrapping_add(1), (games / KEPT_ASIDE).max(1))]
}

fn play(arguments: &TuneArguments, games: u64, seed: u64) -> io::Result<Vec<Seen>> {
    fn of<G: Searchable + Notation>(
        start: &G,
        games: u64,
        seed: u64,
        arguments: &TuneArguments,
    ) -> io::Result<Vec<Seen>> {
        let played = SelfPlay { start, nodes: arguments.nodes, seed }.games(games, arguments)?;
        Ok(samples(played, |_| true).iter().map(Seen::new).collect())
    }
    let game = AnyGame::start(arguments.game, AnyGame::USUAL_SIZE);
    with_history!(&game, history => of(history.start(), games, seed, arguments))
}

fn fit_stages(seen: &[Seen], stages: usize) -> Vec<Curve> {
    let of_stage = |stage| seen.iter().copied().filter(|seen| seen.stage == stage).collect::<Vec<_>>();
    (0..stages).map(|stage| fit(&of_stage(stage))).collect()
}

/// The curve with the least squared error, drawn through the knots by linear interpolation.
fn fit(seen: &[Seen]) -> Curve {
    let mut wins = Spline::new(1.0);
    let mut losses = Spline::new(0.0);
    let mut add = |points, weight, won, lost| {
        wins.add(points, weight, won);
        losses.add(points, weight, lost);
    };
    for seen in seen {
        let (won, lost) = (f64::from(seen.end == End::Won), f64::from(seen.end == End::Lost));
        // Both players are alike: what is lost with less than nothing is won with more. Zero is both.
        if seen.points >= 0 {
            add(seen.points, if seen.points == 0 { 0.5 } else { 1.0 }, won, lost);
        }
        if seen.points <= 0 {
            add(-seen.points, if seen.points == 0 { 0.5 } else { 1.0 }, lost, won);
        }
    }
    let (mut wins, mut losses) = (wins.solve(), losses.solve());
    make_ascend(&mut wins[1..]);
    losses[1..].reverse();
    make_ascend(&mut losses[1..]);
    losses[1..].reverse();
    let (level, even) = (f64::midpoint(wins[0], losses[0]), f64::midpoint(wins[1], losses[1]));
    let thousandths = |share: f64| (1000.0 * share).round().clamp(0.0, 1000.0) as u32;
    std::array::from_fn(|knot| {
        // More points are never worse than none, whatever chance there was in the games.
        let (win, loss) = if knot == 0 { (level, level) } else { (wins[knot].max(even), losses[knot].min(even)) };
        let losses = thousandths(loss);
        let wins = thousandths(win).min(1000 - losses);
        Wdl { wins, draws: 1000 - wins - losses, losses }
    })
}

/// Least squares for a curve that is straight between the knots: a system of equations, each with its two neighbours.
struct Spline {
    diagonal: [f64; KNOTS.len()],
    beside: [f64; KNOTS.len()],
    target: [f64; KNOTS.len()],
}

/// What neighbouring knots have in common counts like so many positions; matters only where hardly any were seen.
const STIFFNESS: f64 = 5.0;

impl Spline {
    /// A curve that ends near this value if nothing is seen there.
    fn new(last: f64) -> Self {
        let mut spline = Self { diagonal: [1e-9; KNOTS.len()], beside: [0.0; KNOTS.len()], target: [0.0; KNOTS.len()] };
        for knot in 0..KNOTS.len() - 1 {
            spline.diagonal[knot] += STIFFNESS;
            spline.diagonal[knot + 1] += STIFFNESS;
            spline.beside[knot] -= STIFFNESS;
        }
        spline.add(KNOTS[KNOTS.len() - 1], STIFFNESS, last);
        spline
    }

    fn add(&mut self, points: i32, weight: f64, value: f64) {
        let (knot, share) = place(points);
        self.diagonal[knot] += weight * (1.0 - share) * (1.0 - share);
        self.diagonal[knot + 1] += weight * share * share;
        self.beside[knot] += weight * share * (1.0 - share);
        self.target[knot] += weight * (1.0 - share) * value;
        self.target[knot + 1] += weight * share * value;
    }

    /// The values at the knots, by elimination from both ends.
    fn solve(mut self) -> [f64; KNOTS.len()] {
        for knot in 1..KNOTS.len() {
            let factor = self.beside[knot - 1] / self.diagonal[knot - 1];
            self.diagonal[knot] -= factor * self.beside[knot - 1];
            self.target[knot] -= factor * self.target[knot - 1];
        }
        let mut values = [0.0; KNOTS.len()];
        for knot in (0..KNOTS.len()).rev() {
            let next = values.get(knot + 1).copied().unwrap_or_default();
            values[knot] = (self.target[knot] - self.beside[knot] * next) / self.diagonal[knot];
        }
        values
    }
}

/// Replaces neighbours that descend by their mean until nothing descends (pool adjacent violators).
fn make_ascend(values: &mut [f64]) {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for &value in values.iter() {
        let mut pool = (value, 1);
        while let Some(&(mean, count)) = pools.last().filter(|(mean, _)| *mean > pool.0) {
            pools.pop();
            let together = count + pool.1;
            pool = ((mean * count as f64 + pool.0 * pool.1 as f64) / together as f64, together);
        }
        pools.push(pool);
    }
    let flat = pools.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count));
    values.iter_mut().zip(flat).for_each(|(value, mean)| *value = mean);
}

/// What was predicted and what was seen, in bins of the prediction.
fn report(seen: &[Seen], curves: &[Curve], output: &mut impl Write) -> io::Result<()> {
    let mut bins = [Bin::default(); BINS];
    for seen in seen {
        let predicted = wdl::at(&curves[seen.stage], seen.points);
        bins[((predicted.expectation() * BINS as f64) as usize).min(BINS - 1)].add(predicted, seen.end);
    }
    writeln!(output, "expected\tpositions\twins\tseen\tdraws\tseen\tlosses\tseen")?;
    for (number, bin) in bins.iter().enumerate() {
        let [wins, draws, losses] = bin.percentages();
        let (from, to) = (100 / BINS * number, 100 / BINS * (number + 1));
        writeln!(
            output,
            "{from}-{to} %\t{}\t{:.1}\t{:.1}\t{:.1}\t{:.1}\t{:.1}\t{:.1}",
            bin.positions, wins[0], wins[1], draws[0], draws[1], losses[0], losses[1]
        )?;
    }
    let worst = bins.iter().map(Bin::worst).fold(0.0, f64::max);
    writeln!(output, "the largest difference is {worst:.1} points")
}

/// Positions whose games were expected to end alike.
#[derive(Clone, Copy, Default)]
struct Bin {
    positions: u32,
    predicted: [f64; 3],
    seen: [f64; 3],
}

impl Bin {
    fn add(&mut self, Wdl { wins, draws, losses }: Wdl, end: End) {
        self.positions += 1;
        self.predicted.iter_mut().zip([wins, draws, losses]).for_each(|(sum, count)| *sum += f64::from(count) / 1000.0);
        self.seen[end as usize] += 1.0;
    }

    /// Of each ending, the share that was predicted and the share that was seen.
    fn percentages(&self) -> [[f64; 2]; 3] {
        let share = |count: f64| 100.0 * count / f64::from(self.positions.max(1));
        std::array::from_fn(|i| [share(self.predicted[i]), share(self.seen[i])])
    }

    fn worst(&self) -> f64 {
        self.percentages().into_iter().map(|[predicted, seen]| (predicted - seen).abs()).fold(0.0, f64::max)
    }
}

/// The text of the file with the rows of a game replaced.
fn with_rows(path: &Path, kind: GameKind, rows: &[String]) -> io::Result<String> {
    let text = fs::read_to_string(path)?;
    if !text.lines().any(|line| Row::read(line).is_some()) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this is no file with curves and would be lost"));
    }
    let others = text.lines().filter(|line| Row::read(line).is_none_or(|row| row.game != kind)).map(Into::into);
    Ok(others.chain(rows.iter().cloned()).map(|line: String| line + "\n").collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// Wins and losses by a logistic of the score.
    fn chances(points: i32, slope: f64, draw: f64) -> [f64; 2] {
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let x = slope * f64::from(points);
        [logistic(x - draw), logistic(-x - draw)]
    }

    /// Games that end by these chances.
    fn games(slope: f64, draw: f64, count: usize) -> Vec<Seen> {
        let mut rng = StdRng::seed_from_u64(7);
        let mut one = || {
            let points = rng.random_range(-300..=300);
            let [win, loss] = chances(points, slope, draw);
            let luck: f64 = rng.random();
            let end = if luck < win {
                End::Won
            } else if luck > 1.0 - loss {
                End::Lost
            } else {
                End::Drawn
            };
            Seen { stage: 0, points, end }
        };
        (0..count).map(|_| one()).collect()
    }

    #[test]
    fn known_chances_are_found_again() {
        for (slope, draw) in [(0.01, 0.8), (0.002, 0.05), (0.03, 3.0)] {
            let curve = fit(&games(slope, draw, 60_000));
            for points in [-290, -100, -33, -2, 3, 50, 170] {
                let Wdl { wins, losses, .. } = wdl::at(&curve, points);
                for (found, truth) in [wins, losses].into_iter().zip(chances(points, slope, draw)) {
                    assert!(
                        (f64::from(found) / 1000.0 - truth).abs() < 0.04,
                        "{slope} {draw} {points}: {found} {truth}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_games_at_all_are_no_reason_to_fail() {
        assert!(fit(&[]).iter().all(|wdl| wdl.wins + wdl.draws + wdl.losses == 1000));
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        let row =
            Row { game: GameKind::WaliTotal, stage: 3, points: 45, wdl: Wdl { wins: 400, draws: 250, losses: 350 } };
        assert_eq!(Row::read(&row_text(row)), Some(row));
    }

    #[test]
    fn what_descends_is_levelled() {
        let mut values = [0.1, 0.3, 0.2, 0.25, 0.9];
        make_ascend(&mut values);
        assert!((values[1] - 0.25).abs() < 1e-9 && values.is_sorted(), "{values:?}");
    }

    #[test]
    fn a_wrong_prediction_shows() {
        let seen = games(0.01, 0.5, 40_000);
        let difference = |curve| {
            let mut text = Vec::new();
            report(&seen, &[curve], &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            text.lines().last().unwrap().split(' ').nth(4).unwrap().parse::<f64>().unwrap()
        };
        assert!(difference(fit(&seen)) < 3.0);
        assert!(difference(fit(&games(0.02, 0.5, 40_000))) > 5.0);
    }
}
