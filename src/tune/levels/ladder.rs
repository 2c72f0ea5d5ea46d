//! The ladder: all levels of a game, each against those next to it.

use super::contest::{Contender, Contest, Pairing};
use super::ledger::Ledger;
use crate::games::any::{AnyGame, GameKind};
use crate::matches::{Anchor, Encounter, Estimate, Pentanomial, Ratings};
use crate::search::{Level, LevelTable, Skill};
use std::io;

/// How much better than random the first level is to be: a little more than 80 %, and not more than a step may be.
const FIRST: f64 = 245.5;
/// How much weaker than full strength the last level is to be.
const BELOW_SEARCH: f64 = 120.0;
/// The largest part of the nodes of full strength that a level may search, so that its time suffices on slower machines.
const LARGEST_SHARE: f64 = 0.75;
/// Games against random say little each, and cost next to nothing.
const MORE_AGAINST_RANDOM: usize = 100;
/// Games of players who search little are cheap, so that there can be more of them.
const MORE_IF_CHEAP: usize = 4;
/// What is cheap: the part of the nodes of full strength that both search.
const CHEAP_SHARE: f64 = 0.05;
/// How many calibrated levels there are.
const LEVELS: usize = 10;

/// The levels of a game, the weakest first.
pub(super) struct Ladder {
    rungs: Vec<(Level, Contender)>,
    line: Line,
    /// Where on the line the calibrated levels are.
    places: [f64; LEVELS],
    search_nodes: u64,
}

/// Where and how games are played.
pub(super) struct Ground<'a> {
    pub(super) openings: &'a [AnyGame],
    pub(super) ledger: &'a Ledger,
    pub(super) threads: usize,
}

/// How a level has done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) level: Level,
    pub(super) skill: Option<Skill>,
    pub(super) rating: Estimate,
    /// How far above the one before.
    pub(super) step: Estimate,
    /// How far above the number before, if greedy stands between.
    pub(super) above_greedy: Option<Estimate>,
    /// What it scored against the one before, and in how many games.
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
        let skills = Level::ALL.iter().filter_map(|&level| table.row(game, level).skill);
        let line = Line::through(skills, search_nodes as f64 * LARGEST_SHARE);
        Self { rungs, line, places: std::array::from_fn(|place| place as f64), search_nodes }
    }

    /// Everybody plays the next one up. Sorts the ladder by what comes out.
    pub(super) fn play(&mut self, ground: &Ground<'_>, seed: u64, pairs: u32) -> io::Result<Vec<Standing>> {
        let pairings = self.pairings(pairs as usize);
        let contenders: Vec<_> = self.rungs.iter().map(|&(_, contender)| contender).collect();
        let &Ground { openings, ledger, threads } = ground;
        let contest = Contest { contenders: &contenders, pairings: &pairings, openings, seed, ledger };
        let results = contest.play("pairs", threads)?;
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

    /// All neighbours, and the two levels that have greedy between them.
    fn pairings(&self, pairs: usize) -> Vec<Pairing> {
        let pairing = |upper: usize, lower: usize| {
            let players = [upper, lower];
            let salt = players.iter().fold(0, |salt, &player| salt << 8 | self.rungs[player].0 as u64);
            Pairing { players, pairs: pairs * self.more(players.map(|player| self.rungs[player].1)), salt }
        };
        let greedy = self.rungs.iter().position(|(level, _)| *level == Level::Greedy);
        let around = greedy.filter(|greedy| (1..self.rungs.len() - 1).contains(greedy));
        let neighbours = (1..self.rungs.len()).map(|upper| pairing(upper, upper - 1));
        neighbours.chain(around.map(|greedy| pairing(greedy + 1, greedy - 1))).collect()
    }

    /// How many times as many games as others two players can have.
    fn more(&self, players: [Contender; 2]) -> usize {
        if players.contains(&Contender::Random) {
            return MORE_AGAINST_RANDOM;
        }
        let nodes: u64 = players.into_iter().map(Contender::nodes).sum();
        if nodes as f64 <= self.search_nodes as f64 * CHEAP_SHARE { MORE_IF_CHEAP } else { 1 }
    }

    /// Moves the calibrated levels along the line towards where they should be: all the way in the first round, and less from
    /// round to round, so that in the end a level is at a mean of what all rounds said, the later ones counting for more.
    pub(super) fn space_out(&mut self, standings: &[Standing], round: u32) {
        let rating =
            |level| standings.iter().find(|standing| standing.level == level).map(|standing| standing.rating.elo);
        let (Some(greedy), Some(search)) = (rating(Level::Greedy), rating(Level::Search)) else { return };
        let numbers = Level::ALL.iter().filter(|level| level.number().is_some());
        let rated: Vec<_> =
            numbers.zip(self.places).filter_map(|(&level, place)| Some((rating(level)?, place))).collect();
        let share = 2.0 / (f64::from(round) + 1.0);
        for (place, target) in self.places.iter_mut().zip(targets(greedy, search)) {
            *place += (at_rating(&rated, target) - *place) * share;
        }
        self.places.sort_by(f64::total_cmp);
        for (level, contender) in &mut self.rungs {
            if let Some(number) = level.number() {
                let (nodes, bound) = self.line.at(self.places[usize::from(number) - 1]);
                *contender = Contender::Skill(Skill::of_level(number, nodes, bound));
            }
        }
    }
}

/// From weak to strong: all that a level can be.
struct Line {
    /// Logarithms of nodes and bound at the places 0, 1, 2, and so on.
    points: Vec<[f64; 2]>,
    most_nodes: f64,
}

/// What a look at every move is worth, in nodes.
const LOOK: f64 = 20.0;

impl Line {
    fn through(skills: impl Iterator<Item = Skill>, most_nodes: f64) -> Self {
        // Twice the nodes are worth about as much, wherever one begins.
        let point = |skill: Skill| [(skill.nodes as f64 + LOOK).ln(), (f64::from(skill.bound) + 1.0).ln()];
        Self { points: skills.map(point).collect(), most_nodes }
    }

    /// Nodes and bound at a place. The line goes on beyond both ends.
    fn at(&self, place: f64) -> (u64, i32) {
        let lower = (place.max(0.0) as usize).min(self.points.len() - 2);
        let (from, to, part) = (self.points[lower], self.points[lower + 1], place - lower as f64);
        let [nodes, bound] = [0, 1].map(|what| (from[what] + (to[what] - from[what]) * part).exp());
        let nodes = (nodes - LOOK).clamp(0.0, self.most_nodes);
        (nodes.round() as u64, (bound - 1.0).round().clamp(0.0, 10_000.0) as i32)
    }
}

/// The place of a player with this rating, between or beyond players whose ratings and places are known.
fn at_rating(rated: &[(f64, f64)], wanted: f64) -> f64 {
    let above = rated.iter().position(|(rating, _)| *rating > wanted).unwrap_or(rated.len());
    let above = above.clamp(1, rated.len() - 1);
    let ((low, weaker), (high, stronger)) = (rated[above - 1], rated[above]);
    // Far beyond the ends the line is a guess.
    weaker + (stronger - weaker) * ((wanted - low) / (high - low).max(1.0)).clamp(-2.0, 3.0)
}

/// Steps up to here leave room for the error of a tournament.
const COMFORTABLE: f64 = 200.0;
/// What a smaller distance around greedy may cost the others.
const SLACK: f64 = 3.0;
/// How near to greedy a level may be, and how far from it.
const NEAREST_TO_GREEDY: u32 = 80;
const FARTHEST_FROM_GREEDY: u32 = 250;

/// One way to place the levels.
#[derive(Clone, Copy, Debug)]
struct Spacing {
    /// How many levels are weaker than greedy.
    weaker: usize,
    /// The distances of greedy to the levels next to it.
    below: f64,
    above: f64,
    /// The steps between levels that are weaker than greedy, and between those that are stronger.
    lower: f64,
    upper: f64,
}

impl Spacing {
    fn largest_step(&self) -> f64 {
        self.lower.max(self.upper).max(self.below).max(self.above)
    }

    fn largest_between_levels(&self) -> f64 {
        self.lower.max(self.upper).max(self.below + self.above)
    }
}

/// Where the calibrated levels should be: equal steps below greedy and equal steps above it, none larger than need be, and then the
/// two levels next to greedy as near to each other as the steps allow.
fn targets(greedy: f64, search: f64) -> [f64; LEVELS] {
    let last = search - BELOW_SEARCH;
    let distances = || (NEAREST_TO_GREEDY..=FARTHEST_FROM_GREEDY).step_by(2).map(f64::from);
    let spacing = |weaker: usize, below: f64, above: f64| Spacing {
        weaker,
        below,
        above,
        lower: (greedy - below - FIRST) / (weaker - 1).max(1) as f64,
        upper: (last - greedy - above) / (LEVELS - weaker - 1).max(1) as f64,
    };
    let all = || {
        (1..LEVELS).flat_map(move |weaker| {
            distances().flat_map(move |below| distances().map(move |above| spacing(weaker, below, above)))
        })
    };
    let smallest = all().map(|spacing| spacing.largest_step()).fold(f64::INFINITY, f64::min);
    let good = all().filter(|spacing| spacing.largest_step() <= (smallest + SLACK).max(COMFORTABLE));
    let best = good.min_by(|a, b| a.largest_between_levels().total_cmp(&b.largest_between_levels()));
    let target = |spacing: Spacing, place: usize| match place.checked_sub(spacing.weaker) {
        None => FIRST + spacing.lower * place as f64,
        Some(above) => greedy + spacing.above + spacing.upper * above as f64,
    };
    best.map_or([0.0; LEVELS], |spacing| std::array::from_fn(|place| target(spacing, place)))
}

/// Ratings with random at 0, the weakest first.
fn standings(rungs: &[(Level, Contender)], encounters: &[Encounter]) -> io::Result<Vec<Standing>> {
    let random = rungs.iter().position(|(level, _)| *level == Level::Random).unwrap_or(0);
    let ratings = Ratings::fit(rungs.len(), encounters, Anchor::Engine(random, 0.0));
    let mut ranked = ratings.ranked();
    ranked.reverse();
    let unrated = || io::Error::other("there were too few games to rate the levels");
    let mut standings = Vec::new();
    let mut below = ranked.first().ok_or_else(unrated)?.0;
    let mut below_greedy = None;
    for (rung, rating) in ranked {
        let (level, contender) = rungs[rung];
        let skill = if let Contender::Skill(skill) = contender { Some(skill) } else { None };
        let step = ratings.difference(rung, below).ok_or_else(unrated)?;
        let above_greedy = below_greedy.and_then(|lower| ratings.difference(rung, lower));
        let (score, games) = score_against(encounters, rung, below);
        standings.push(Standing { level, skill, rating, step, above_greedy, score, games });
        below_greedy = (level == Level::Greedy).then_some(below);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_on_the_line_through_others() {
        let skills = [(0, 199), (0, 49), (300, 24)].map(|(nodes, bound)| Skill::of_level(1, nodes, bound));
        let line = Line::through(skills.into_iter(), 500.0);
        assert_eq!(line.at(1.0), (0, 49));
        assert_eq!(line.at(0.5), (0, 99), "half way between the bounds");
        assert_eq!(line.at(1.5), (60, 34), "half way in nodes, too");
        assert_eq!(line.at(-0.5), (0, 399), "as far beyond the end");
        assert_eq!(line.at(3.0), (500, 11), "and no more nodes than there may be");
    }

    #[test]
    fn places_follow_ratings() {
        let rated = [(200.0, 0.0), (400.0, 1.0), (500.0, 1.5)];
        assert!((at_rating(&rated, 300.0) - 0.5).abs() < 1e-9);
        assert!((at_rating(&rated, 500.0) - 1.5).abs() < 1e-9);
        assert!((at_rating(&rated, 150.0) + 0.25).abs() < 1e-9);
        assert!((at_rating(&rated, 600.0) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn steps_are_about_equal_and_greedy_is_between_two_levels() {
        for (greedy, search) in [(1060.0, 2560.0), (520.0, 1550.0), (786.0, 2500.0), (1380.0, 2400.0)] {
            let targets = targets(greedy, search);
            assert!((targets[0] - FIRST).abs() < 1e-6, "{targets:?}");
            assert!((targets[9] - search + BELOW_SEARCH).abs() < 1e-6, "{targets:?}");
            let mut rungs = targets.to_vec();
            rungs.push(greedy);
            rungs.sort_by(f64::total_cmp);
            let steps: Vec<_> = rungs.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(steps.iter().all(|step| (79.9..=240.0).contains(step)), "{steps:?}");
        }
    }

    #[test]
    fn levels_around_greedy_are_no_further_apart_than_others_if_there_is_room() {
        let targets = targets(520.0, 1550.0);
        let steps: Vec<_> = targets.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().all(|step| (79.9..=190.0).contains(step)), "{steps:?}");
    }

    #[test]
    fn scores_are_seen_from_either_side() {
        let encounters = [Encounter { players: [1, 0], pairs: Pentanomial([1, 0, 0, 0, 3]) }];
        assert_eq!(score_against(&encounters, 1, 0), (0.75, 8));
        assert_eq!(score_against(&encounters, 0, 1), (0.25, 8));
        assert_eq!(score_against(&encounters, 0, 2), (0.0, 0));
    }
}
