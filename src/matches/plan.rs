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

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::GameResult;
    use crate::matches::manifest::Manifest;
    use crate::matches::record::{Ending, GameSummary};
    use crate::matches::standings::Standings;

    /// What the record says about a match of Wali between engines with these names.
    pub(in crate::matches) fn manifest(names: &[&str], tournament: &str, games: u32, sprt: Option<Sprt>) -> Manifest {
        let engine = |name: &&str| serde_json::json!({"name": name, "command": [], "program": "", "options": [], "limit": "nodes 1"});
        let manifest = serde_json::json!({
            "format": 1, "tern": "", "game": "wali", "size": null, "engines": names.iter().map(engine).collect::<Vec<_>>(),
            "tournament": tournament, "games": games, "openings": {"plies": 4}, "seed": 1, "max_plies": 500,
            "margin_ms": 0, "patience_ms": 0, "sprt": sprt, "shard": {"number": 1, "of": 1}, "machine": null,
        });
        Manifest::read(&manifest.to_string()).unwrap()
    }

    /// The match itself. Its openings are those of this seed.
    pub(in crate::matches) fn plan(names: &[&str], tournament: &str, games: u32, sprt: Option<Sprt>) -> Plan {
        manifest(names, tournament, games, sprt).plan().unwrap()
    }

    /// The results of a match whose games ended like this, in order and each with moves of its own.
    pub(in crate::matches) fn standings(plan: &Plan, games: &[(GameResult, Ending)]) -> Standings {
        let mut standings = Standings::new(plan);
        for (number, (result, ending)) in (1..).zip(games) {
            let (plies, moves) = (number, number as u64);
            let summary = GameSummary { number, result: *result, ending: ending.clone(), plies, moves };
            standings.add(&plan.game(number).unwrap(), &summary);
        }
        standings
    }

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        let numbers = [1, 2, 64, 1000, 63, 65, 128, 130, 4095, 4096, 129, 4999];
        let mut set = NumberSet::default();
        for (count, number) in numbers.into_iter().enumerate() {
            assert_eq!(set.len(), count);
            assert!(!set.contains(number));
            assert!(set.insert(number));
            assert!(!set.insert(number), "once is enough");
        }
        assert_eq!((set.len(), set.bits.len()), (numbers.len(), 4999 / 64 + 1), "no more words than it needs");
        for number in 0..5000 {
            assert_eq!(set.contains(number), numbers.contains(&number), "{number}");
        }
    }

    #[test]
    fn a_part_has_its_games_alone_and_decides_nothing() {
        let test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let mut plan = plan(&["a", "b"], "round-robin", 8, Some(test));
        assert_eq!((plan.games(), plan.name(1), plan.decides()), (1..9, "b", Some(test)));
        plan.shard = Shard { number: 2, of: 2 };
        assert_eq!((plan.games(), plan.decides()), (5..9, None));
        let numbers = |game: Option<ScheduledGame>| game.map(|game| game.number);
        assert_eq!(
            (1..11).map(|number| numbers(plan.game(number))).collect::<Vec<_>>()[3..9],
            [None, Some(5), Some(6), Some(7), Some(8), None]
        );
    }
}
