//! Who sits at the table.

use crate::game::Player;
use crate::search::Level;
use crate::session::{OptionError, Options};
use std::fmt;
use std::str::FromStr;

/// How well tern plays if nobody says otherwise.
pub(super) const DEFAULT_LEVEL: Level = Level::Three;

/// Longer names would not fit beside the moves.
const MAX_NAME: usize = 20;

/// A name that can be shown: on one line, not too long, and without power over the terminal.
pub(super) fn person_name(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !c.is_control()).collect();
    visible.trim().chars().take(MAX_NAME).collect()
}

/// Who makes the moves of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// A person of this name.
    Person(String),
    Tern(Level),
}

impl Seat {
    /// What a person is called who has said nothing.
    pub(super) const YOU: &'static str = "you";

    pub(super) fn is_person(&self) -> bool {
        matches!(self, Self::Person(_))
    }

    /// What they are called.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Person(name) => name,
            Self::Tern(_) => "tern",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(name) => write!(f, "person {name}"),
            Self::Tern(level) => write!(f, "tern {level}"),
        }
    }
}

/// As it is displayed.
impl FromStr for Seat {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        match text.split_once(' ') {
            Some(("person", name)) => Ok(Self::Person(person_name(name))),
            Some(("tern", name)) => level(name).map(Self::Tern),
            _ => level(text).map(Self::Tern),
        }
    }
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

impl You {
    /// Whether a player is a person.
    pub(super) fn sits(self, player: Player) -> bool {
        match self {
            Self::P1 => player == Player::P1,
            Self::P2 => player == Player::P2,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// The levels at which tern plays as p1 and as p2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Levels([Level; 2]);

impl From<Level> for Levels {
    fn from(level: Level) -> Self {
        Self([level; 2])
    }
}

impl FromStr for Levels {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let (p1, p2) = text.split_once(',').unwrap_or((text, text));
        Ok(Self([level(p1)?, level(p2)?]))
    }
}

/// The table of options knows which levels there are.
pub(super) fn level(text: &str) -> Result<Level, OptionError> {
    let mut options = Options::default();
    options.set("Level", Some(text))?;
    Ok(options.level)
}

/// The seats of p1 and p2. Names are those of the people, in the same order; who has none is called by the colour, or just you.
pub(super) fn seats(you: You, Levels(levels): Levels, names: &[String], colours: [&str; 2]) -> [Seat; 2] {
    let mut names = names.iter().map(|name| person_name(name)).filter(|name| !name.is_empty());
    Player::BOTH.map(|player| {
        let place = player.index();
        if !you.sits(player) {
            return Seat::Tern(levels[place]);
        }
        let nameless = if you == You::Both { colours[place] } else { Seat::YOU };
        Seat::Person(names.next().unwrap_or_else(|| nameless.into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_level_or_two() {
        assert_eq!("greedy".parse(), Ok(Levels([Level::Greedy; 2])));
        assert_eq!("Search,random".parse(), Ok(Levels([Level::Search, Level::Random])));
        let error = "search,clever".parse::<Levels>().unwrap_err().to_string();
        assert!(error.starts_with("option Level cannot be 'clever': expected one of random, greedy, "), "{error}");
    }

    #[test]
    fn seats_are_read_as_they_are_written() {
        for seat in [Seat::Person("Ann of Ghent".into()), Seat::Tern(Level::Two), Seat::Tern(Level::Search)] {
            assert_eq!(seat.to_string().parse(), Ok(seat));
        }
        assert!("tern 11".parse::<Seat>().is_err() && "nobody".parse::<Seat>().is_err());
        assert_eq!("person \u{1b}[2J".parse(), Ok(Seat::Person("[2J".into())), "no power over the terminal");
    }

    #[test]
    fn people_sit_down_in_order() {
        let table = |you, names: &[&str]| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            seats(you, Levels::from(Level::Greedy), &names, ["White", "Black"]).map(|seat| seat.name().to_owned())
        };
        assert_eq!(table(You::P1, &[]), ["you", "tern"]);
        assert_eq!(table(You::P2, &["Ann"]), ["tern", "Ann"]);
        assert_eq!(table(You::Both, &["Ann", "Bo"]), ["Ann", "Bo"]);
        assert_eq!(table(You::Both, &["Ann"]), ["Ann", "Black"]);
        assert_eq!(table(You::None, &[]), ["tern", "tern"]);
    }
}
