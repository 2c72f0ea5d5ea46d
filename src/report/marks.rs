//! What a move is called by what it lost, and the accuracy of a player.
//!
//! Everything is reckoned in what a player can expect of the game, from 0 to 1 with a draw as ½: the same loss means the same
//! in every game and at every stage, which points of an evaluation do not. Where an inaccuracy, a mistake and a blunder begin
//! is read off games of tern (`tern report --boundaries`), for each game its own.

use crate::games::any::GameKind;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// What a move is called, the worse the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Mark {
    /// Nothing better was found.
    Best,
    /// It lost little.
    Good,
    /// It lost something.
    Inaccuracy,
    /// It lost much.
    Mistake,
    /// It lost most of what there was to lose.
    Blunder,
    /// There was a forced win, and after the move the game is open again.
    MissedWin,
}

impl Mark {
    pub(super) const ALL: [Self; 6] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder, Self::MissedWin];

    /// What a person calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedWin => "missed win",
        }
    }

    /// The same for several.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::Best => "best moves",
            Self::Good => "good moves",
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
            Self::MissedWin => "missed wins",
        }
    }

    /// As it is written behind a move.
    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::Best => "✓",
            Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
            Self::MissedWin => "✗",
        }
    }

    /// The name of its style.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::MissedWin => "missed",
            other => other.name(),
        }
    }
}

/// From which loss on a move is called what.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Boundaries {
    pub(super) inaccuracy: f64,
    pub(super) mistake: f64,
    pub(super) blunder: f64,
}

/// A row for every game, as `tern report --boundaries` prints it.
const ROWS: &str = include_str!("boundaries.txt");

impl Boundaries {
    /// Where the losses of a game are called so. The tests see to it that every game has a row.
    pub(super) fn of(game: GameKind) -> Self {
        let rows = ROWS.lines().filter_map(|line| line.split_once(' '));
        let found = rows.into_iter().find(|(name, _)| *name == game.name()).and_then(|(_, row)| row.parse().ok());
        found.unwrap_or(Self { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 })
    }

    /// The losses that are exceeded by one move in ten, in twenty and in fifty, within what a person would call so;
    /// `None` if there are too few to tell.
    pub(super) fn fitted(mut losses: Vec<f64>) -> Option<Self> {
        const FEWEST: usize = 500;
        if losses.len() < FEWEST {
            return None;
        }
        losses.sort_by(|a, b| b.total_cmp(a));
        let limited = |(share, range): (usize, [f64; 2])| losses[losses.len() / share].clamp(range[0], range[1]);
        let [inaccuracy, mistake, blunder] = [(10, [0.03, 0.1]), (20, [0.07, 0.2]), (50, [0.2, 0.3])].map(limited);
        Some(Self { inaccuracy, mistake, blunder })
    }

    /// What a loss is called; it is another thing where there was a forced win. A win that is only put off is no loss.
    pub(super) fn mark(&self, loss: f64, is_win: bool) -> Mark {
        match loss {
            _ if is_win && loss >= self.inaccuracy => Mark::MissedWin,
            _ if loss >= self.blunder => Mark::Blunder,
            _ if loss >= self.mistake => Mark::Mistake,
            _ if loss >= self.inaccuracy => Mark::Inaccuracy,
            _ if loss > 0.0 => Mark::Good,
            _ => Mark::Best,
        }
    }

    /// How accurate a move was, from 0 to 1: a move that loses as much as a mistake does counts half, twice as much a
    /// quarter.
    pub(super) fn accuracy(&self, loss: f64) -> f64 {
        (-loss.max(0.0) / self.mistake).exp2()
    }
}

impl FromStr for Boundaries {
    type Err = ();

    /// Three numbers in hundredths.
    fn from_str(row: &str) -> Result<Self, ()> {
        let numbers: Vec<f64> = row.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [inaccuracy, mistake, blunder] if 0.0 < inaccuracy && inaccuracy < mistake && mistake < blunder => {
                Ok(Self { inaccuracy: inaccuracy / 100.0, mistake: mistake / 100.0, blunder: blunder / 100.0 })
            }
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_boundaries() {
        for &game in GameKind::ALL {
            let row = ROWS.lines().find_map(|line| line.strip_prefix(game.name())?.strip_prefix(' '));
            let read = row.and_then(|row| row.parse::<Boundaries>().ok());
            assert_eq!(read, Some(Boundaries::of(game)), "{game}");
        }
    }

    #[test]
    fn losses_have_names() {
        let boundaries: Boundaries = "5 10 20".parse().unwrap();
        let names: Vec<_> = [0.0, 0.01, 0.05, 0.19, 0.2, 1.0].map(|loss| boundaries.mark(loss, false).name()).into();
        assert_eq!(names, ["best", "good", "inaccuracy", "mistake", "blunder", "blunder"]);
        let names: Vec<_> = [0.0, 0.01, 0.05, 1.0].map(|loss| boundaries.mark(loss, true).name()).into();
        assert_eq!(names, ["best", "good", "missed win", "missed win"]);
        assert_eq!("5 4 20".parse::<Boundaries>(), Err(()));
        assert_eq!("5 10".parse::<Boundaries>(), Err(()));
    }

    #[test]
    fn a_move_that_loses_a_mistake_counts_half() {
        let boundaries: Boundaries = "5 10 20".parse().unwrap();
        let accuracies = [0.0, 0.1, 0.2].map(|loss| boundaries.accuracy(loss));
        assert!(accuracies.iter().zip([1.0, 0.5, 0.25]).all(|(found, expected)| (found - expected).abs() < 1e-9));
    }

    #[test]
    fn boundaries_are_what_one_move_in_so_many_exceeds() {
        let losses: Vec<f64> = (0..1000).map(|i| f64::from(i).powi(12) / 1e36 / 3.0).collect();
        let fitted = Boundaries::fitted(losses.clone()).unwrap();
        for (boundary, count) in [(fitted.inaccuracy, 100), (fitted.mistake, 50), (fitted.blunder, 20)] {
            assert_eq!(losses.iter().filter(|&&loss| loss > boundary).count(), count, "{fitted:?}");
        }
        assert_eq!(Boundaries::fitted(vec![0.5; 10]), None);
    }

    #[test]
    fn boundaries_stay_within_reason() {
        let found = |loss: f64| Boundaries::fitted(vec![loss; 1000]).unwrap();
        assert_eq!(Ok(found(0.0)), "3 7 20".parse());
        assert_eq!(Ok(found(0.9)), "10 20 30".parse());
    }
}
