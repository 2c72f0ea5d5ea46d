//! Results added up: for every pairing, every engine, and the match as a whole.

use super::plan::Plan;
use super::record::{Ending, FaultKind, GameSummary};
use super::schedule::ScheduledGame;
use super::statistics::Pentanomial;
use crate::game::{GameResult, Player};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

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

    /// Takes back what `add` has counted.
    fn remove(&mut self, half_points: usize) {
        match half_points {
            2 => self.wins -= 1,
            1 => self.draws -= 1,
            _ => self.losses -= 1,
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
    pub(super) copies: Copies,
    /// Pairs of which one game has been played, by opening.
    half_played: HashMap<usize, PlayedGame>,
    /// The games of every pair that was counted, by their moves.
    seen: HashSet<[u64; 2]>,
}

/// Games that were played more than once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Copies {
    /// Pairs both of whose games are move by move those of an earlier pair. They tell nothing new and are not counted.
    pub copied_pairs: u64,
    /// Pairs whose two games are move by move the same: the engines play alike. They are counted as even.
    pub mirrored_pairs: u64,
}

impl Copies {
    /// Those of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            copied_pairs: self.copied_pairs + other.copied_pairs,
            mirrored_pairs: self.mirrored_pairs + other.mirrored_pairs,
        }
    }
}

/// What is remembered of a game until the other of its pair has been played.
#[derive(Clone, Copy, Debug)]
struct PlayedGame {
    half_points: usize,
    swapped: bool,
    /// Identifies the start and the moves.
    moves: u64,
}

impl PairingResults {
    fn add(&mut self, opening: usize, game: PlayedGame) {
        let Some(other) = self.half_played.remove(&opening) else {
            self.tally.add(game.half_points);
            self.half_played.insert(opening, game);
            return;
        };
        let moves = if game.swapped { [other.moves, game.moves] } else { [game.moves, other.moves] };
        if self.seen.insert(moves) {
            self.tally.add(game.half_points);
            self.pairs.add(game.half_points + other.half_points);
            self.copies.mirrored_pairs += u64::from(moves[0] == moves[1]);
        } else {
            self.tally.remove(other.half_points);
            self.copies.copied_pairs += 1;
        }
    }

    /// Pairs of which only one game has been played.
    pub(super) fn half_pairs(&self) -> usize {
        self.half_played.len()
    }
}

/// A game that was lost by a fault.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FaultReport {
    pub(super) game: usize,
    pub(super) kind: FaultKind,
    pub(super) details: String,
}

/// So many faults of an engine are told in full, and the others counted.
const FAULTS_TOLD: usize = 10;

/// What went wrong with an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    pub(super) counts: BTreeMap<FaultKind, u64>,
    pub(super) first: Vec<FaultReport>,
}

/// The results of a match.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    pub(super) pairings: Vec<PairingResults>,
    /// For every engine.
    pub(super) faults: Vec<Faults>,
    /// The games as the first player sees it.
    pub(super) first_player: Tally,
    /// How often games ended for which reason.
    pub(super) endings: BTreeMap<String, u64>,
    pub(super) plies: usize,
}

impl Standings {
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            pairings: vec![PairingResults::default(); plan.schedule.pairings.len()],
            faults: vec![Faults::default(); plan.contestants.len()],
            first_player: Tally::default(),
            endings: BTreeMap::new(),
            plies: 0,
        }
    }

    /// Adds the result of a game.
    pub(super) fn add(&mut self, game: &ScheduledGame, record: &GameSummary) {
        let p1 = match record.result {
            GameResult::Win(Player::P1) => 2,
            GameResult::Draw => 1,
            GameResult::Win(Player::P2) => 0,
        };
        self.first_player.add(p1);
        self.plies += record.plies;
        *self.endings.entry(record.ending.to_string()).or_default() += 1;
        if let (Ending::Fault(fault), GameResult::Win(winner)) = (&record.ending, record.result) {
            let faults = &mut self.faults[game.players[winner.opponent()]];
            *faults.counts.entry(fault.kind).or_default() += 1;
            if faults.first.len() < FAULTS_TOLD {
                let details = fault.details.clone();
                faults.first.push(FaultReport { game: record.number, kind: fault.kind, details });
            }
        }
        let half_points = if game.swapped { 2 - p1 } else { p1 };
        let played = PlayedGame { half_points, swapped: game.swapped, moves: record.moves };
        self.pairings[game.pairing].add(game.opening, played);
    }

    /// The games and pairs of one engine against all others.
    pub(super) fn of_engine(&self, plan: &Plan, engine: usize) -> (Tally, Pentanomial) {
        let mut total = (Tally::default(), Pentanomial::default());
        for (&[first, second], results) in plan.schedule.pairings.iter().zip(&self.pairings) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn results(games: &[(usize, usize, u64)]) -> PairingResults {
        let mut results = PairingResults::default();
        for (i, &(opening, half_points, moves)) in games.iter().enumerate() {
            results.add(opening, PlayedGame { half_points, swapped: i % 2 == 1, moves });
        }
        results
    }

    #[test]
    fn pairs_that_are_copies_count_once() {
        let found = results(&[(0, 2, 10), (0, 1, 11), (1, 2, 10), (1, 1, 11), (2, 2, 10), (2, 0, 12)]);
        assert_eq!(found.pairs, Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(found.tally, Tally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(found.copies, Copies { copied_pairs: 1, mirrored_pairs: 0 });
    }

    #[test]
    fn a_game_played_twice_is_an_even_pair() {
        let found = results(&[(0, 2, 10), (0, 0, 10), (1, 2, 13)]);
        assert_eq!(found.pairs, Pentanomial([0, 0, 1, 0, 0]));
        assert_eq!(found.copies, Copies { copied_pairs: 0, mirrored_pairs: 1 });
        assert_eq!((found.half_pairs(), found.tally.games()), (1, 3));
    }

    const SOME: Tally = Tally { wins: 5, draws: 2, losses: 4 };

    #[test]
    fn points_are_wins_and_half_of_draws() {
        assert_eq!(
            (SOME.games(), SOME.points().to_string(), SOME.score().to_string()),
            (11, "6".into(), (6.0 / 11.0_f64).to_string())
        );
        assert_eq!(SOME.reversed(), Tally { wins: 4, draws: 2, losses: 5 });
        let sum = SOME.plus(Tally { wins: 10, draws: 30, losses: 20 });
        assert_eq!(sum, Tally { wins: 15, draws: 32, losses: 24 });
        let mut tally = SOME;
        for half_points in [2, 1, 0] {
            tally.add(half_points);
        }
        assert_eq!(tally, Tally { wins: 6, draws: 3, losses: 5 });
        for half_points in [2, 1, 0] {
            tally.remove(half_points);
        }
        assert_eq!(tally, SOME);
        let copies = Copies { copied_pairs: 2, mirrored_pairs: 3 };
        assert_eq!(
            copies.plus(Copies { copied_pairs: 5, mirrored_pairs: 7 }),
            Copies { copied_pairs: 7, mirrored_pairs: 10 }
        );
    }

    #[test]
    fn copies_of_drawn_and_of_lost_games_are_taken_back() {
        let found =
            results(&[(0, 1, 10), (0, 0, 11), (1, 1, 10), (1, 0, 11), (2, 0, 12), (2, 2, 13), (3, 0, 12), (3, 2, 13)]);
        assert_eq!(found.tally, Tally { wins: 1, draws: 1, losses: 2 });
        assert_eq!((found.copies.copied_pairs, found.half_pairs()), (2, 0));
    }

    #[test]
    fn every_engine_has_its_games_and_its_faults() {
        use crate::matches::plan::tests::{plan, standings};
        use crate::matches::record::Fault;
        let plan = plan(&["a", "b", "c"], "round-robin", 2, None);
        let (won, lost, drawn) = (GameResult::Win(Player::P1), GameResult::Win(Player::P2), GameResult::Draw);
        let crash = Ending::Fault(Fault { kind: FaultKind::Crash, details: "oh".into() });
        // a-b, b-a, a-c, c-a, b-c, c-b.
        let games = [won, won, won, drawn, lost, lost].map(|result| (result, Ending::Length));
        let mut games = games.to_vec();
        games[1].1 = crash;
        let found = standings(&plan, &games);
        assert_eq!(found.of_engine(&plan, 0), (Tally { wins: 2, draws: 1, losses: 1 }, Pentanomial([0, 0, 1, 1, 0])));
        assert_eq!(found.of_engine(&plan, 1), (Tally { wins: 2, draws: 0, losses: 2 }, Pentanomial([0, 0, 2, 0, 0])));
        assert_eq!(found.of_engine(&plan, 2), (Tally { wins: 1, draws: 1, losses: 2 }, Pentanomial([0, 1, 1, 0, 0])));
        assert_eq!((found.games(), found.plies), (6, 1 + 2 + 3 + 4 + 5 + 6));
        assert_eq!(found.first_player, Tally { wins: 3, draws: 1, losses: 2 });
        assert_eq!(found.endings, BTreeMap::from([("length".into(), 5), ("crash".into(), 1)]));
        let faults: Vec<_> = found.faults.iter().map(|faults| faults.counts.values().sum::<u64>()).collect();
        assert_eq!(faults, [1, 0, 0], "b won the second game, in which it played first");
        assert_eq!(found.faults[0].first[0].game, 2);
    }
}
