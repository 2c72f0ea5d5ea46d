//! Results added up: for every pairing, every engine, and the match as a whole.

use super::plan::Plan;
use super::record::{Ending, GameRecord};
use super::schedule::ScheduledGame;
use super::seat::FaultKind;
use super::statistics::Pentanomial;
use crate::game::{GameResult, Player};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    fn add(&mut self, half_points: usize) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The same games seen by the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }

    /// The games of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won: one for a win, half of one for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The part of the points that was won; not a number if there are no games.
    pub fn score(self) -> f64 {
        self.points() / self.games() as f64
    }
}

/// The results of two engines against each other, as the first of them sees it.
#[derive(Clone, Debug, Default)]
pub(super) struct PairingResults {
    pub(super) tally: Tally,
    pub(super) pairs: Pentanomial,
    /// Half points of pairs of which one game has been played, by opening.
    half_played: HashMap<usize, usize>,
}

/// The results of a match.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    pub(super) pairings: Vec<PairingResults>,
    /// For every engine how often it failed, and how.
    pub(super) faults: Vec<BTreeMap<FaultKind, u64>>,
    /// The games as the first player sees it.
    pub(super) first_player: Tally,
    /// How often games ended for which reason.
    pub(super) endings: BTreeMap<String, u64>,
    pub(super) plies: usize,
}

impl Standings {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            pairings: vec![PairingResults::default(); plan.pairings.len()],
            faults: vec![BTreeMap::new(); plan.contestants.len()],
            first_player: Tally::default(),
            endings: BTreeMap::new(),
            plies: 0,
        }
    }

    /// Adds the result of a game.
    pub(super) fn add(&mut self, game: &ScheduledGame, record: &GameRecord) {
        let p1 = match record.verdict {
            GameResult::Win(Player::P1) => 2,
            GameResult::Draw => 1,
            GameResult::Win(Player::P2) => 0,
        };
        self.first_player.add(p1);
        self.plies += record.moves.len();
        *self.endings.entry(record.ending.to_string()).or_default() += 1;
        if let (Ending::Fault(fault), GameResult::Win(winner)) = (&record.ending, record.verdict) {
            let loser = game.players[winner.opponent().index()];
            *self.faults[loser].entry(fault.kind).or_default() += 1;
        }
        let half_points = if game.swapped { 2 - p1 } else { p1 };
        let results = &mut self.pairings[game.pairing];
        results.tally.add(half_points);
        match results.half_played.remove(&game.opening) {
            Some(other) => results.pairs.add(half_points + other),
            None => drop(results.half_played.insert(game.opening, half_points)),
        }
    }

    /// The games and pairs of one engine against all others.
    pub(super) fn of_engine(&self, plan: &Plan, engine: usize) -> (Tally, Pentanomial) {
        let mut total = (Tally::default(), Pentanomial::default());
        for (&[first, second], results) in plan.pairings.iter().zip(&self.pairings) {
            if first == engine {
                total = (total.0.plus(results.tally), total.1.plus(results.pairs));
            } else if second == engine {
                total = (total.0.plus(results.tally.reversed()), total.1.plus(results.pairs.reversed()));
            }
        }
        total
    }

    pub(super) fn games(&self) -> u64 {
        self.first_player.games()
    }
}
