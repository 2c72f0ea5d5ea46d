//! What a match consists of, all decided before it begins.

use super::opening::{Ground, Opening};
use super::schedule::ScheduledGame;
use super::seat::Patience;
use super::spec::Contestant;
use super::statistics::Sprt;
use std::collections::HashSet;

/// A match.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) ground: Ground,
    pub(super) contestants: Vec<Contestant>,
    /// Indices of contestants who meet.
    pub(super) pairings: Vec<[usize; 2]>,
    pub(super) games: Vec<ScheduledGame>,
    /// Never empty; used in turn.
    pub(super) openings: Vec<Opening>,
    pub(super) seed: u64,
    pub(super) max_plies: usize,
    pub(super) patience: Patience,
    pub(super) concurrency: usize,
    pub(super) sprt: Option<Sprt>,
}

impl Plan {
    /// The opening of a game.
    pub(super) fn opening(&self, game: &ScheduledGame) -> &Opening {
        &self.openings[game.opening % self.openings.len()]
    }

    /// The games that are not among these numbers.
    pub(super) fn games_left(&self, done: &HashSet<usize>) -> Vec<ScheduledGame> {
        self.games.iter().filter(|game| !done.contains(&game.number)).copied().collect()
    }
}
