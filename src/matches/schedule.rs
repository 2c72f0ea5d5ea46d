//! Who plays whom, in which order: every opening is played twice by every pairing, with sides swapped.

use super::shard::Shard;
use crate::game::ByPlayer;
use std::ops::Range;
use strum::{Display, EnumString};

/// Which of more than two engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Tournament {
    /// Everybody plays everybody else.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
    /// Every engine plays the next one.
    Ladder,
}

impl Tournament {
    /// The pairings of so many engines.
    pub(super) fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        let meet = |[first, second]: &[usize; 2]| match self {
            Self::RoundRobin => true,
            Self::Gauntlet => *first == 0,
            Self::Ladder => *second == first + 1,
        };
        all.filter(meet).collect()
    }
}

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScheduledGame {
    /// Its place in the match, from 1 on.
    pub(super) number: usize,
    /// Which pairing it belongs to.
    pub(super) pairing: usize,
    /// Which opening it begins with.
    pub(super) opening: usize,
    /// The engines.
    pub(super) players: ByPlayer<usize>,
    /// Whether the second engine of the pairing plays first.
    pub(super) swapped: bool,
}

/// All games of a match in order, so many for each pairing. None of them is stored: a game follows from its number.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// Indices of engines who meet.
    pub(super) pairings: Vec<[usize; 2]>,
    pub(super) games_each: usize,
}

impl Schedule {
    pub(super) fn new(pairings: Vec<[usize; 2]>, games_each: usize) -> Self {
        Self { pairings, games_each }
    }

    /// How many games there are.
    pub(super) fn len(&self) -> usize {
        self.pairings.len().saturating_mul(self.games_each)
    }

    /// Pairs of games, and at the end those that an odd number of games leaves alone.
    pub(super) fn pairs(&self) -> usize {
        self.pairings.len() * self.games_each.div_ceil(2)
    }

    /// The numbers of the games of a part: whole pairs, in the order of the match.
    pub(super) fn part(&self, shard: Shard) -> Range<usize> {
        let pairs = shard.share(self.pairs());
        self.first_of_pair(pairs.start)..self.first_of_pair(pairs.end)
    }

    /// The pair that a game belongs to, from 0 on.
    pub(super) fn pair_of(&self, number: usize) -> usize {
        let (whole, place) = (self.whole_pairs(), number - 1);
        if place < 2 * whole { place / 2 } else { place - whole }
    }

    /// How many games a pair has.
    pub(super) fn games_of_pair(&self, pair: usize) -> usize {
        if pair < self.whole_pairs() { 2 } else { 1 }
    }

    fn first_of_pair(&self, pair: usize) -> usize {
        let whole = self.whole_pairs();
        1 + if pair < whole { 2 * pair } else { pair + whole }
    }

    fn whole_pairs(&self) -> usize {
        self.pairings.len() * (self.games_each / 2)
    }

    /// The game with this number. The two games of a pair follow each other; an odd number of games leaves the last opening
    /// with one.
    pub(super) fn game(&self, number: usize) -> Option<ScheduledGame> {
        let place = number.checked_sub(1).filter(|place| *place < self.len())?;
        let round = 2 * self.pairings.len();
        let opening = place / round;
        let games = if opening == self.games_each / 2 { 1 } else { 2 };
        let (pairing, game) = (place % round / games, place % round % games);
        let swapped = game == 1;
        let [first, second] = self.pairings[pairing];
        let players = if swapped { ByPlayer { p1: second, p2: first } } else { ByPlayer { p1: first, p2: second } };
        Some(ScheduledGame { number, pairing, opening, players, swapped })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(engines: usize, games_each: usize) -> Vec<ScheduledGame> {
        let schedule = Schedule::new(Tournament::RoundRobin.pairings(engines), games_each);
        assert_eq!(schedule.game(0), None);
        (1..).map_while(|number| schedule.game(number)).collect()
    }

    #[test]
    fn sides_are_swapped_with_every_opening() {
        let order: Vec<_> = games(3, 4).iter().map(|game| (game.opening, game.players.into_array())).collect();
        let round = |opening| [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]].map(|players| (opening, players));
        assert_eq!(order, [round(0), round(1)].concat());
        assert!(games(3, 4).iter().zip(1..).all(|(game, number)| game.number == number));
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_others() {
        assert_eq!(Tournament::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Tournament::Gauntlet.pairings(2), Tournament::RoundRobin.pairings(2));
    }

    #[test]
    fn on_a_ladder_everybody_plays_the_next() {
        assert_eq!(Tournament::Ladder.pairings(4), [[0, 1], [1, 2], [2, 3]]);
    }

    #[test]
    fn an_odd_number_of_games_leaves_the_last_opening_with_one() {
        assert_eq!(games(2, 1).len(), 1);
        let last: Vec<_> = games(3, 3).iter().skip(6).map(|game| (game.opening, game.players.into_array())).collect();
        assert_eq!(last, [(1, [0, 1]), (1, [0, 2]), (1, [1, 2])]);
    }

    #[test]
    fn parts_are_whole_pairs_in_the_order_of_the_match() {
        for (engines, games_each, of) in [(2, 10, 3), (3, 4, 4), (3, 5, 2), (4, 1, 6), (2, 400, 8)] {
            let schedule = Schedule::new(Tournament::RoundRobin.pairings(engines), games_each);
            let parts: Vec<_> = (1..=of).map(|number| schedule.part(Shard { number, of })).collect();
            assert_eq!(parts.iter().cloned().flatten().collect::<Vec<_>>(), (1..=schedule.len()).collect::<Vec<_>>());
            let mut pairs: Vec<_> = parts.into_iter().map(|part| part.map(|n| schedule.pair_of(n)).collect()).collect();
            pairs.iter_mut().for_each(Vec::dedup);
            assert_eq!(pairs.concat(), (0..schedule.pairs()).collect::<Vec<_>>(), "no pair is torn apart");
        }
    }

    #[test]
    fn a_long_match_takes_no_memory() {
        let schedule = Schedule::new(vec![[0, 1]], 100_000_000);
        assert_eq!(schedule.game(100_000_000).unwrap().opening, 49_999_999);
    }

    #[test]
    fn pairs_have_two_games_and_those_left_alone_one() {
        let games_of_pairs = |games_each| {
            let schedule = Schedule::new(Tournament::RoundRobin.pairings(3), games_each);
            (0..schedule.pairs()).map(|pair| schedule.games_of_pair(pair)).collect::<Vec<_>>()
        };
        assert_eq!(games_of_pairs(3), [2, 2, 2, 1, 1, 1]);
        assert_eq!(games_of_pairs(2), [2, 2, 2]);
    }
}
