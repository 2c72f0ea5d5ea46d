//! The ladder: all levels of a game, each against those next to it.

use super::LevelsArguments;
use super::contest::{Contender, Contest, Pairing};
use crate::games::any::{AnyGame, GameKind};
use crate::matches::{Anchor, Encounter, Estimate, Pentanomial, Ratings};
use crate::search::{Level, LevelTable, Skill};
use std::io;

/// How much better than random the first level is to be: a little more than 80 %.
const FIRST: f64 = 246.0;
/// How much weaker than full strength the last level is to be.
const BELOW_SEARCH: f64 = 120.0;
/// Games against random say little each, and cost nothing.
const MORE_AGAINST_RANDOM: usize = 5;
/// How many calibrated levels there are.
const LEVELS: usize = 10;
/// How far apart the two levels are between which greedy is.
const SMALLEST_GAP: u32 = 160;
const LARGEST_GAP: u32 = 250;

/// The levels of a game, the weakest first.
pub(super) struct Ladder {
    rungs: Vec<(Level, Contender)>,
}

/// How a level has done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) level: Level,
    pub(super) skill: Option<Skill>,
    pub(super) rating: Estimate,
    /// How far above the one before.
    pub(super) step: Estimate,
    /// What it scored against that one, and in how many games.
    pub(super) score: f64,
    pub(super) games: u64,
}

impl Ladder {
    pub(super) fn new(table: &LevelTable, game: GameKind, search_nodes: u64) -> Self {
        let contender = |level: Level| match (table.row(game, level).skill, level) {
            (Some(skill), _) => Contender::Skill(skill),
            (None, Level::Random) => Contender::Random,
            (None, Level::Greedy) => Contender::Greedy,
            (None, _) => Contender::Search(search_nodes),
        };
        let mut rungs: Vec<_> = Level::ALL.iter().map(|&level| (level, contender(level))).collect();
        rungs.sort_by_key(|&(level, _)| table.row(game, level).rating.elo);
        Self { rungs }
    }

    /// Everybody plays the next one up. Sorts the ladder by what comes out.
    pub(super) fn play(
        &mut self,
        openings: &[AnyGame],
        arguments: &LevelsArguments,
        round: u64,
    ) -> io::Result<Vec<Standing>> {
        let pairings = self.pairings(arguments.pairs as usize);
        let contenders: Vec<_> = self.rungs.iter().map(|&(_, contender)| contender).collect();
        let seed = arguments.seed.wrapping_add(round << 32);
        let contest = Contest { contenders: &contenders, pairings: &pairings, openings, seed };
        let results = contest.play("pairs", arguments.threads.into())?;
        let encounters: Vec<_> = pairings
            .iter()
            .zip(results)
            .map(|(pairing, pairs)| Encounter { players: pairing.players, pairs })
            .collect();
        let standings = standings(&self.rungs, &encounters)?;
        self.rungs = standings
            .iter()
            .filter_map(|standing| self.rungs.iter().find(|(level, _)| *level == standing.level))
            .copied()
            .collect();
        Ok(standings)
    }

    fn pairings(&self, pairs: usize) -> Vec<Pairing> {
        let against = |lower: usize| if self.rungs[lower].1 == Contender::Random { MORE_AGAINST_RANDOM } else { 1 };
        let pairing = |upper: usize| Pairing { players: [upper, upper - 1], pairs: pairs * against(upper - 1) };
        (1..self.rungs.len()).map(pairing).collect()
    }

    /// Moves the calibrated levels to where they should be, along the line through what they were.
    pub(super) fn space_out(&mut self, standings: &[Standing]) {
        let rating =
            |level| standings.iter().find(|standing| standing.level == level).map(|standing| standing.rating.elo);
        let (Some(greedy), Some(search)) = (rating(Level::Greedy), rating(Level::Search)) else { return };
        let line: Vec<_> =
            standings.iter().filter_map(|standing| Some((standing.rating.elo, standing.skill?))).collect();
        let targets = targets(greedy, search);
        for (level, contender) in &mut self.rungs {
            if let Some(number) = level.number() {
                let (nodes, bound) = at_rating(&line, targets[usize::from(number) - 1]);
                *contender = Contender::Skill(Skill::of_level(number, nodes, bound));
            }
        }
    }
}

/// Where the calibrated levels should be: equal steps from the first to the last, but for two that have greedy in the middle
/// between them, at the place that leaves the smallest of largest steps.
fn targets(greedy: f64, search: f64) -> [f64; LEVELS] {
    let last = search - BELOW_SEARCH;
    let spaced = |below: usize| {
        let steps = |gap: f64| {
            let (lower, upper) = (greedy - gap / 2.0 - FIRST, last - greedy - gap / 2.0);
            (lower / (below - 1).max(1) as f64, upper / (LEVELS - below - 1).max(1) as f64)
        };
        let gaps = (SMALLEST_GAP..=LARGEST_GAP).map(f64::from);
        let largest = |gap: f64| steps(gap).0.max(steps(gap).1).max(gap);
        let gap = gaps.min_by(|a, b| largest(*a).total_cmp(&largest(*b))).unwrap_or_default();
        let (lower, upper) = steps(gap);
        let target = move |place: usize| match place.checked_sub(below) {
            None => FIRST + lower * place as f64,
            Some(above) => greedy + gap / 2.0 + upper * above as f64,
        };
        (largest(gap), std::array::from_fn(target))
    };
    let best = (1..LEVELS).map(spaced).min_by(|(a, _), (b, _)| a.total_cmp(b));
    best.map_or([0.0; LEVELS], |(_, targets)| targets)
}

/// Ratings with random at 0, the weakest first.
fn standings(rungs: &[(Level, Contender)], encounters: &[Encounter]) -> io::Result<Vec<Standing>> {
    let random = rungs.iter().position(|(level, _)| *level == Level::Random).unwrap_or(0);
    let ratings = Ratings::fit(rungs.len(), encounters, Anchor::Engine(random, 0.0));
    let mut ranked = ratings.ranked();
    ranked.reverse();
    let unrated = || io::Error::other("there were too few games to rate the levels");
    let mut below = ranked.first().ok_or_else(unrated)?.0;
    let mut standings = Vec::new();
    for (rung, rating) in ranked {
        let (level, contender) = rungs[rung];
        let skill = if let Contender::Skill(skill) = contender { Some(skill) } else { None };
        let step = ratings.difference(rung, below).ok_or_else(unrated)?;
        let (score, games) = score_against(encounters, rung, below);
        standings.push(Standing { level, skill, rating, step, score, games });
        below = rung;
    }
    Ok(standings)
}

/// The part of the points that a player won in its games with another, and how many games these were.
fn score_against(encounters: &[Encounter], player: usize, other: usize) -> (f64, u64) {
    let met = encounters.iter().find_map(|encounter| match encounter.players {
        players if players == [player, other] => Some(encounter.pairs),
        players if players == [other, player] => Some(encounter.pairs.reversed()),
        _ => None,
    });
    let Pentanomial(counts) = met.unwrap_or_default();
    let pairs: u64 = counts.iter().sum();
    let half_points: u64 = counts.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
    (half_points as f64 / (4 * pairs).max(1) as f64, 2 * pairs)
}

/// Nodes and bound of a player with this rating, on the line through players whose ratings are known, which goes on beyond both ends.
fn at_rating(line: &[(f64, Skill)], wanted: f64) -> (u64, i32) {
    let above = line.iter().position(|(rating, _)| *rating > wanted).unwrap_or(line.len()).clamp(1, line.len() - 1);
    let ((low, weaker), (high, stronger)) = (line[above - 1], line[above]);
    // Far beyond the ends the line is a guess.
    let part = ((wanted - low) / (high - low).max(1.0)).clamp(-2.0, 3.0);
    // Twice the nodes are worth about as much, wherever one begins. A look at every move is worth a few.
    let between = |from: f64, to: f64| (from.ln() + (to.ln() - from.ln()) * part).exp();
    let nodes = between(weaker.nodes as f64 + LOOK, stronger.nodes as f64 + LOOK) - LOOK;
    let bound = between(f64::from(weaker.bound) + 1.0, f64::from(stronger.bound) + 1.0) - 1.0;
    (nodes.round().max(0.0) as u64, bound.round().clamp(0.0, 10_000.0) as i32)
}

/// What a look at every move is worth, in nodes.
const LOOK: f64 = 20.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(nodes: u64, bound: i32) -> Skill {
        Skill::of_level(1, nodes, bound)
    }

    #[test]
    fn levels_are_found_on_the_line_through_others() {
        let line = [(200.0, skill(0, 199)), (400.0, skill(0, 49)), (800.0, skill(300, 24))];
        assert_eq!(at_rating(&line, 400.0), (0, 49));
        assert_eq!(at_rating(&line, 300.0), (0, 99), "half way between the bounds");
        assert_eq!(at_rating(&line, 600.0), (60, 34), "half way in nodes, too");
        assert_eq!(at_rating(&line, 100.0), (0, 399), "as far beyond the end");
    }

    #[test]
    fn greedy_is_in_the_middle_between_two_levels() {
        for (greedy, search) in [(1100.0, 2500.0), (430.0, 1700.0), (830.0, 2200.0), (1740.0, 2600.0)] {
            let targets = targets(greedy, search);
            assert!(
                (targets[0] - FIRST).abs() < 1e-6 && (targets[9] - search + BELOW_SEARCH).abs() < 1e-6,
                "{targets:?}"
            );
            let steps: Vec<_> = targets.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(steps.iter().all(|step| (60.0..=300.0).contains(step)), "{steps:?}");
            let nearest = targets.iter().map(|target| (target - greedy).abs()).fold(f64::MAX, f64::min);
            assert!(nearest >= 79.9, "{targets:?} around {greedy}");
        }
    }

    #[test]
    fn scores_are_seen_from_either_side() {
        let encounters = [Encounter { players: [1, 0], pairs: Pentanomial([1, 0, 0, 0, 3]) }];
        assert_eq!(score_against(&encounters, 1, 0), (0.75, 8));
        assert_eq!(score_against(&encounters, 0, 1), (0.25, 8));
        assert_eq!(score_against(&encounters, 0, 2), (0.0, 0));
    }
}
