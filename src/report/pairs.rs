//! The pairs of a match, found in its record: two games from the same opening with sides swapped, as `tern match` counts them.

use crate::matches::{Anchor, Copies, Encounter, Pentanomial, Ratings, Tally};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A game as pairs see it. The two engines are in order: the first is the one that appeared first.
#[derive(Clone, Copy)]
pub(super) struct PairedGame {
    pub(super) engines: [usize; 2],
    /// The second engine made the first move.
    pub(super) swapped: bool,
    /// Of the first engine.
    pub(super) half_points: usize,
    /// Identifies the opening.
    pub(super) opening: u64,
    /// Identifies the start and all moves.
    pub(super) moves: u64,
}

/// What two engines scored against each other, as the first sees it.
#[derive(Clone, Default)]
pub(super) struct Pairing {
    pub(super) tally: Tally,
    pub(super) pairs: Pentanomial,
    pub(super) copies: Copies,
    seen: HashSet<[u64; 2]>,
}

/// All pairs of a match. Some bytes a game are kept.
#[derive(Default)]
pub(super) struct Pairs {
    pub(super) pairings: BTreeMap<[usize; 2], Pairing>,
    /// Games whose other has not come up yet.
    waiting: HashMap<([usize; 2], u64), Vec<PairedGame>>,
    /// Every pair that counts, in the order in which they were completed: the engines and the half points of the first.
    log: Vec<([u8; 2], u8)>,
}

impl Pairs {
    /// Counts a game.
    pub(super) fn add(&mut self, game: PairedGame) {
        let pairing = self.pairings.entry(game.engines).or_default();
        let waiting = self.waiting.entry((game.engines, game.opening)).or_default();
        let Some(place) = waiting.iter().position(|other| other.swapped != game.swapped) else {
            waiting.push(game);
            count(&mut pairing.tally, game.half_points);
            return;
        };
        let other = waiting.remove(place);
        let moves = if game.swapped { [other.moves, game.moves] } else { [game.moves, other.moves] };
        if !pairing.seen.insert(moves) {
            uncount(&mut pairing.tally, other.half_points);
            pairing.copies.copied_pairs += 1;
            return;
        }
        let half_points = game.half_points + other.half_points;
        count(&mut pairing.tally, game.half_points);
        pairing.pairs.add(half_points);
        pairing.copies.mirrored_pairs += u64::from(moves[0] == moves[1]);
        self.log.push((game.engines.map(|engine| engine as u8), half_points as u8));
    }

    /// Games that have no other with sides swapped: no part of what is said about strength.
    pub(super) fn unpaired(&self) -> usize {
        self.waiting.values().map(Vec::len).sum()
    }

    /// The results of an engine against all others.
    pub(super) fn of_engine(&self, engine: usize) -> (Tally, Pentanomial) {
        let mut sum = (Tally::default(), Pentanomial::default());
        for (&[first, second], pairing) in &self.pairings {
            if first == engine {
                sum = (sum.0.plus(pairing.tally), sum.1.plus(pairing.pairs));
            } else if second == engine {
                sum = (sum.0.plus(pairing.tally.reversed()), sum.1.plus(pairing.pairs.reversed()));
            }
        }
        sum
    }

    /// What two engines scored, as the first argument sees it.
    pub(super) fn between(&self, engine: usize, other: usize) -> Option<Tally> {
        let found = self.pairings.get(&[engine, other]).map(|pairing| pairing.tally);
        found.or_else(|| Some(self.pairings.get(&[other, engine])?.tally.reversed()))
    }

    /// The ratings of so many engines.
    pub(super) fn ratings(&self, engines: usize, anchor: Anchor) -> Ratings {
        let pairings = self.pairings.iter();
        let met: Vec<_> = pairings.map(|(&players, pairing)| Encounter { players, pairs: pairing.pairs }).collect();
        Ratings::fit(engines, &met, anchor)
    }

    /// The state of the match at up to so many times from its first pair to its last: the number of pairs, and the results
    /// of every two engines until then.
    pub(super) fn over_time(&self, times: usize) -> Vec<(usize, Vec<Encounter>)> {
        let mut sums: BTreeMap<[u8; 2], Pentanomial> = BTreeMap::new();
        let mut states = Vec::new();
        let all = self.log.len();
        for (i, &(engines, half_points)) in self.log.iter().enumerate() {
            sums.entry(engines).or_default().add(half_points.into());
            let is_due = (i + 1) * times / all.max(1) > i * times / all.max(1);
            if is_due || i + 1 == all {
                let encounter =
                    |(players, &pairs): (&[u8; 2], &Pentanomial)| Encounter { players: players.map(Into::into), pairs };
                states.push((i + 1, sums.iter().map(encounter).collect()));
            }
        }
        states
    }
}

fn count(tally: &mut Tally, half_points: usize) {
    *field(tally, half_points) += 1;
}

fn uncount(tally: &mut Tally, half_points: usize) {
    let field = field(tally, half_points);
    *field = field.saturating_sub(1);
}

/// The count of games that ended like this.
pub(super) fn field(tally: &mut Tally, half_points: usize) -> &mut u64 {
    match half_points {
        2 => &mut tally.wins,
        1 => &mut tally.draws,
        _ => &mut tally.losses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(swapped: bool, half_points: usize, opening: u64, moves: u64) -> PairedGame {
        PairedGame { engines: [0, 1], swapped, half_points, opening, moves }
    }

    #[test]
    fn games_of_an_opening_with_sides_swapped_are_a_pair() {
        let mut pairs = Pairs::default();
        for (swapped, half_points, opening, moves) in
            [(false, 2, 1, 1), (false, 0, 2, 2), (true, 1, 1, 3), (true, 2, 3, 4), (false, 1, 3, 5)]
        {
            pairs.add(game(swapped, half_points, opening, moves));
        }
        let pairing = &pairs.pairings[&[0, 1]];
        assert_eq!(pairing.pairs, Pentanomial([0, 0, 0, 2, 0]));
        assert_eq!(pairing.tally, Tally { wins: 2, draws: 2, losses: 1 });
        assert_eq!((pairs.unpaired(), pairs.over_time(10).len()), (1, 2));
        assert_eq!(pairs.between(1, 0), Some(pairing.tally.reversed()));
    }

    #[test]
    fn copies_count_once() {
        let mut pairs = Pairs::default();
        for _ in 0..3 {
            pairs.add(game(false, 2, 1, 1));
            pairs.add(game(true, 0, 1, 1));
        }
        let pairing = &pairs.pairings[&[0, 1]];
        assert_eq!((pairing.tally.games(), pairing.pairs.pairs()), (2, 1));
        assert_eq!(pairing.copies, Copies { copied_pairs: 2, mirrored_pairs: 1 });
    }
}
