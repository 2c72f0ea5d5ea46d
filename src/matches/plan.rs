//! What a match consists of, all decided before it begins.

use super::opening::{Ground, Opening, OpeningError, Openings};
use super::ratings::Anchor;
use super::record::Setup;
use super::schedule::{Schedule, ScheduledGame};
use super::seat::Patience;
use super::shard::Shard;
use super::spec::Contestant;
use super::sprt::Sprt;
use crate::game::ByPlayer;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// A match.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) ground: Ground,
    pub(super) contestants: Vec<Contestant>,
    pub(super) schedule: Schedule,
    pub(super) openings: Openings,
    pub(super) seed: u64,
    pub(super) max_plies: u32,
    pub(super) patience: Patience,
    pub(super) concurrency: usize,
    /// What the match is to decide. A part of it decides nothing.
    pub(super) sprt: Option<Sprt>,
    /// Which part of the match is played.
    pub(super) shard: Shard,
    /// Where the scale of the ratings begins.
    pub(super) anchor: Anchor,
}

impl Plan {
    /// The name of an engine.
    pub(super) fn name(&self, contestant: usize) -> &str {
        &self.contestants[contestant].name
    }

    /// The numbers of the games to be played.
    pub(super) fn games(&self) -> Range<usize> {
        self.schedule.part(self.shard)
    }

    /// The sequential test that ends the match; none for a part of a match.
    pub(super) fn decides(&self) -> Option<Sprt> {
        self.sprt.filter(|_| self.shard.is_whole())
    }

    /// A game to be played.
    pub(super) fn game(&self, number: usize) -> Option<ScheduledGame> {
        self.schedule.game(number).filter(|_| self.games().contains(&number))
    }

    /// The opening of a game.
    pub(super) fn opening(&self, game: &ScheduledGame, stop: &AtomicBool) -> Result<Opening, OpeningError> {
        self.openings.get(game.opening, stop)
    }

    /// What the record of a game says about the match.
    pub(super) fn setup(&self, game: &ScheduledGame) -> Setup {
        let contestant = |player| &self.contestants[game.players[player]];
        Setup {
            commands: ByPlayer::new(|player| contestant(player).command.clone()),
            options: ByPlayer::new(|player| contestant(player).options.clone()),
            max_plies: self.max_plies,
        }
    }
}

/// Numbers of games, a bit each.
#[derive(Debug, Default)]
pub(super) struct NumberSet {
    bits: Vec<u64>,
    count: usize,
}

impl NumberSet {
    pub(super) fn contains(&self, number: usize) -> bool {
        self.bits.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds a number; false if it was there already.
    pub(super) fn insert(&mut self, number: usize) -> bool {
        if self.contains(number) {
            return false;
        }
        if self.bits.len() <= number / 64 {
            self.bits.resize(number / 64 + 1, 0);
        }
        self.bits[number / 64] |= 1 << (number % 64);
        self.count += 1;
        true
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }
}
