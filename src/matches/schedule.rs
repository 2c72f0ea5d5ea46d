//! Who plays whom, in which order: every opening is played twice by every pairing, with sides swapped.

use clap::ValueEnum;

/// Which of more than two engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tournament {
    /// Everybody plays everybody else
    RoundRobin,
    /// The first engine plays all others
    Gauntlet,
}

impl Tournament {
    /// The pairings of so many engines.
    pub(super) fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        all.filter(|[first, _]| self == Self::RoundRobin || *first == 0).collect()
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
    /// The engines, p1 first.
    pub(super) players: [usize; 2],
    /// Whether the second engine of the pairing plays first.
    pub(super) swapped: bool,
}

/// All games in order, so many for each pairing. The two games of a pair follow each other.
pub(super) fn schedule(pairings: &[[usize; 2]], games_each: usize) -> Vec<ScheduledGame> {
    let mut games = Vec::with_capacity(pairings.len() * games_each);
    for opening in 0..games_each.div_ceil(2) {
        for (pairing, &[first, second]) in pairings.iter().enumerate() {
            let sides = [(false, [first, second]), (true, [second, first])];
            // An odd number of games leaves the last opening with one.
            for (swapped, players) in sides.into_iter().take(games_each - 2 * opening) {
                games.push(ScheduledGame { number: games.len() + 1, pairing, opening, players, swapped });
            }
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_swapped_with_every_opening() {
        let games = schedule(&Tournament::RoundRobin.pairings(3), 4);
        let order: Vec<_> = games.iter().map(|game| (game.opening, game.players)).collect();
        let round = |opening| [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]].map(|players| (opening, players));
        assert_eq!(order, [round(0), round(1)].concat());
        assert!(games.iter().zip(1..).all(|(game, number)| game.number == number));
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_others() {
        assert_eq!(Tournament::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Tournament::Gauntlet.pairings(2), Tournament::RoundRobin.pairings(2));
    }

    #[test]
    fn an_odd_number_of_games_is_kept() {
        assert_eq!(schedule(&[[0, 1]], 3).len(), 3);
        assert_eq!(schedule(&[[0, 1]], 1).len(), 1);
    }
}
