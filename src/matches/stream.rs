//! The games of a match in the order of its schedule, whoever played them and whenever they arrived.
//!
//! A sequential test is decided on this order alone: at the first pair at which the match in one piece would have been. Games
//! that are over soon do not count sooner than others, so the error rates are those that were promised.

use super::plan::Plan;
use super::record::GameSummary;
use super::standings::Standings;
use super::tournament::is_decided;

/// Adds up pairs that are handed over in the order of the schedule.
pub(super) struct Stream<'a> {
    plan: &'a Plan,
    pub(super) standings: Standings,
    pub(super) decided: bool,
    /// A game is missing: with a sequential test, what comes later has to wait for it.
    gap: bool,
    /// Games that came after the decision.
    pub(super) after_decision: usize,
    /// Games that wait for others before them.
    pub(super) waiting: usize,
}

impl<'a> Stream<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        let standings = Standings::new(plan);
        Self { plan, standings, decided: false, gap: false, after_decision: 0, waiting: 0 }
    }

    /// Takes the next pair, or what there is of it; false if it does not count.
    pub(super) fn add<'g>(&mut self, games: impl ExactSizeIterator<Item = &'g GameSummary>, whole: usize) -> bool {
        let count = games.len();
        if self.decided {
            self.after_decision += count;
            return false;
        }
        if self.gap && self.plan.decides().is_some() {
            self.waiting += count;
            return false;
        }
        for summary in games {
            if let Some(game) = self.plan.schedule.game(summary.number) {
                self.standings.add(&game, summary);
            }
        }
        self.gap |= count < whole;
        self.decided = count == whole && is_decided(self.plan, &self.standings);
        count > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameResult, Player};
    use crate::matches::record::Ending;
    use crate::matches::sprt::{Decision, Sprt};
    use crate::matches::statistics::score_of_elo;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use std::collections::BTreeMap;

    /// A match of 20,000 games between two engines, with a test between 0 and 60 Elo.
    fn plan() -> Plan {
        let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        crate::matches::plan::tests::plan(&["a", "b"], "round-robin", 20_000, Some(test))
    }

    /// A pair of engines that differ by `elo` and draw a third of their games; no two have the same moves.
    fn pair(number: usize, elo: f64, rng: &mut StdRng) -> [GameSummary; 2] {
        let win = score_of_elo(elo) - 1.0 / 6.0;
        [Player::P1, Player::P2].map(|first| {
            let number = 2 * number + 1 + first.index();
            let result = match rng.random::<f64>() {
                x if x < win => GameResult::Win(first),
                x if x < win + 1.0 / 3.0 => GameResult::Draw,
                _ => GameResult::Win(first.opponent()),
            };
            GameSummary { number, result, ending: Ending::Length, plies: 1, moves: number as u64 }
        })
    }

    const PAIRS_A_SHARD: usize = 16;
    const WORKERS: usize = 6;

    /// Plays shards on several workers that are done in any order, those in which the first engine wins sooner, and asks for a
    /// decision whenever a shard arrives.
    fn simulate(plan: &Plan, elo: f64, rng: &mut StdRng) -> Decision {
        let mut stream = Stream::new(plan);
        let mut under_way: Vec<(f64, usize, Vec<[GameSummary; 2]>)> = Vec::new();
        let mut arrived: BTreeMap<usize, Vec<[GameSummary; 2]>> = BTreeMap::new();
        let (mut now, mut due) = (0.0, 0);
        for next in 0.. {
            let pairs: Vec<_> = (0..PAIRS_A_SHARD).map(|i| pair(next * PAIRS_A_SHARD + i, elo, rng)).collect();
            let lost = pairs.iter().flatten().filter(|game| game.result != GameResult::Win(Player::P1)).count();
            under_way.push((now + lost as f64 + rng.random_range(0.0..30.0), next, pairs));
            if under_way.len() < WORKERS {
                continue;
            }
            let first = (0..WORKERS).min_by(|&a, &b| under_way[a].0.total_cmp(&under_way[b].0)).unwrap();
            let (time, shard, pairs) = under_way.swap_remove(first);
            now = time;
            arrived.insert(shard, pairs);
            while let Some(pairs) = arrived.remove(&due) {
                for pair in pairs {
                    stream.add(pair.iter(), 2);
                }
                due += 1;
            }
            if stream.decided {
                return plan.sprt.unwrap().decide(stream.standings.pairings[0].pairs);
            }
        }
        unreachable!()
    }

    #[test]
    fn a_thousand_tests_over_shards_are_wrong_as_rarely_as_they_promise() {
        let plan = plan();
        let mut rng = StdRng::seed_from_u64(3);
        for (elo, right) in [(0.0, Decision::Elo0), (60.0, Decision::Elo1)] {
            let wrong = (0..1000).filter(|_| simulate(&plan, elo, &mut rng) != right).count();
            assert!((15..=65).contains(&wrong), "seed 3: {wrong} of 1000 wrong at {elo}");
        }
    }

    #[test]
    fn a_test_waits_for_what_is_missing() {
        let plan = plan();
        let mut rng = StdRng::seed_from_u64(4);
        let mut stream = Stream::new(&plan);
        assert!(stream.add(pair(0, 0.0, &mut rng).iter(), 2));
        assert!(stream.add(pair(1, 0.0, &mut rng)[..1].iter(), 2), "half a pair counts for the score");
        assert!(!stream.add(pair(2, 0.0, &mut rng).iter(), 2));
        assert!(!stream.add(pair(3, 0.0, &mut rng)[..1].iter(), 2));
        assert_eq!((stream.standings.games(), stream.waiting), (3, 3));
    }

    #[test]
    fn without_a_test_nothing_waits() {
        let plan = crate::matches::plan::tests::plan(&["a", "b"], "round-robin", 20_000, None);
        let mut rng = StdRng::seed_from_u64(4);
        let mut stream = Stream::new(&plan);
        assert!(stream.add(pair(0, 0.0, &mut rng)[..1].iter(), 2));
        assert!(!stream.add(pair(1, 0.0, &mut rng)[..0].iter(), 2), "nothing does not count");
        assert!(stream.add(pair(2, 0.0, &mut rng).iter(), 2));
        assert_eq!((stream.standings.games(), stream.waiting, stream.decided), (3, 0, false));
    }

    #[test]
    fn what_comes_after_the_decision_does_not_count() {
        let plan = plan();
        let mut rng = StdRng::seed_from_u64(4);
        let mut stream = Stream::new(&plan);
        let counted = (0..100).filter(|&number| stream.add(pair(number, 2000.0, &mut rng).iter(), 2)).count();
        assert_eq!((counted, stream.after_decision, stream.waiting), (50, 100, 0), "not before 50 pairs");
        assert!(stream.decided && stream.standings.games() == 100);
    }
}
