//! Who sits at the table.

use crate::search::Level;
use crate::session::{OptionError, Options};
use std::str::FromStr;

/// Who makes the moves of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    Person,
    Tern(Level),
}

/// Which players are people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum You {
    /// The player who starts.
    P1,
    /// The other one.
    P2,
    /// Two people play.
    Both,
    /// tern plays itself.
    None,
}

/// The levels at which tern plays as p1 and as p2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Levels([Level; 2]);

impl FromStr for Levels {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let (p1, p2) = text.split_once(',').unwrap_or((text, text));
        Ok(Self([level(p1)?, level(p2)?]))
    }
}

/// The table of options knows which levels there are.
fn level(text: &str) -> Result<Level, OptionError> {
    let mut options = Options::default();
    options.set("Level", Some(text))?;
    Ok(options.level)
}

/// The seats of p1 and p2.
pub(super) fn seats(you: You, Levels([p1, p2]): Levels) -> [Seat; 2] {
    match you {
        You::P1 => [Seat::Person, Seat::Tern(p2)],
        You::P2 => [Seat::Tern(p1), Seat::Person],
        You::Both => [Seat::Person; 2],
        You::None => [Seat::Tern(p1), Seat::Tern(p2)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_level_or_two() {
        assert_eq!("greedy".parse(), Ok(Levels([Level::Greedy; 2])));
        assert_eq!("Search,random".parse(), Ok(Levels([Level::Search, Level::Random])));
        let error = "search,clever".parse::<Levels>().unwrap_err().to_string();
        assert_eq!(
            error,
            "option Level cannot be 'clever': expected one of random, greedy, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, search"
        );
    }
}
