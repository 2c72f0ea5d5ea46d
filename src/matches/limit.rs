//! How long an engine may think: the limits it is given, and its clock in a game.

use crate::game::Player;
use crate::token::Token;
use clap::Args;
use nom::Parser;
use nom::character::complete::char;
use nom::combinator::{all_consuming, opt, verify};
use nom::number::complete::double;
use nom::sequence::preceded;
use std::fmt::{self, Write};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A clock as it is set before a game: `10+0.1` is ten seconds, and a tenth of a second more after every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the whole game.
    pub base: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

/// Not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("time control {0} must be seconds, or seconds and an increment, such as 10+0.1")]
pub struct TimeControlError(Token);

/// Eleven days: more is a slip of the pen.
const MAX_SECONDS: f64 = 1e6;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let seconds = || {
            verify(double::<&str, nom::error::Error<&str>>, |&seconds| (0.0..=MAX_SECONDS).contains(&seconds))
                .map(Duration::from_secs_f64)
        };
        all_consuming((seconds(), opt(preceded(char('+'), seconds()))))
            .map(|(base, increment)| Self { base, increment: increment.unwrap_or_default() })
            .parse(text)
            .map(|(_, control)| control)
            .map_err(|_| TimeControlError(text.into()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// What an engine is told about the end of its thinking. Several limits hold together; the first to bind counts.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkLimit {
    /// A clock for every game: seconds, and an increment after every move, such as 10+0.1
    #[arg(long, value_name = "SECONDS[+INC]")]
    pub tc: Option<TimeControl>,
    /// Milliseconds for every move; 100 if no limit is given at all
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Positions to search for every move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth of the search for every move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

impl ThinkLimit {
    /// What counts if nothing was said.
    pub const DEFAULT: Self = Self { tc: None, movetime: Some(100), nodes: None, depth: None };

    /// This limit, or another one if it limits nothing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }

    /// Everything but the clock, each with a blank before it.
    fn fixed_words(&self) -> String {
        let Self { tc: _, movetime, nodes, depth } = self;
        let numbers = [("movetime", *movetime), ("nodes", *nodes), ("depth", depth.map(u64::from))];
        numbers.iter().filter_map(|(word, number)| number.map(|number| format!(" {word} {number}"))).collect()
    }
}

impl fmt::Display for ThinkLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.tc.map(|control| format!(" tc {control}")).unwrap_or_default();
        f.write_str((clock + &self.fixed_words()).trim_start())
    }
}

/// The time of one player in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    limit: ThinkLimit,
    /// What the clock shows, if there is one.
    left: Option<Duration>,
}

impl Clock {
    pub(super) fn new(limit: ThinkLimit) -> Self {
        Self { limit, left: limit.tc.map(|control| control.base) }
    }

    /// How long the next move may take, if time is limited.
    pub(super) fn allowance(&self) -> Option<Duration> {
        let movetime = self.limit.movetime.map(Duration::from_millis);
        [self.left, movetime].into_iter().flatten().min()
    }

    /// Takes the time of a move off the clock and adds the increment. An overdraft was forgiven, or nobody asks any more.
    pub(super) fn spend(&mut self, used: Duration) {
        if let (Some(left), Some(control)) = (&mut self.left, self.limit.tc) {
            *left = left.saturating_sub(used) + control.increment;
        }
    }

    fn increment(&self) -> u128 {
        self.limit.tc.map_or(0, |control| control.increment.as_millis())
    }
}

/// The `go` line for the player to move. Engines want to hear of two clocks: a player without one is said to have the
/// same.
pub(super) fn go_line(clocks: &[Clock; 2], to_move: Player) -> String {
    let own = &clocks[to_move.index()];
    let mut line = String::from("go");
    if let Some(left) = own.left {
        for (player, clock) in Player::BOTH.iter().zip(clocks) {
            let clock = if clock.left.is_some() { clock } else { own };
            let shown = clock.left.unwrap_or(left).as_millis();
            let name = ["p1", "p2"][player.index()];
            // Writing to a string does not fail.
            let _ = write!(line, " {name}time {shown} {name}inc {}", clock.increment());
        }
    }
    line + &own.limit.fixed_words()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_seconds_and_an_increment() {
        let control: TimeControl = "10+0.1".parse().unwrap();
        assert_eq!((control.base.as_millis(), control.increment.as_millis()), (10_000, 100));
        assert_eq!(control.to_string(), "10+0.1");
        assert_eq!("0.5".parse::<TimeControl>().unwrap().to_string(), "0.5+0");
        for bad in ["", "x", "10+", "-1", "nan", "inf", "1e9", "10+0.1 ", "10 + 1"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn go_tells_both_clocks() {
        let timed = ThinkLimit { tc: "1+0.5".parse().ok(), depth: Some(3), ..ThinkLimit::default() };
        let counted = ThinkLimit { nodes: Some(9), ..ThinkLimit::default() };
        let mut clocks = [Clock::new(timed), Clock::new(timed)];
        clocks[0].spend(Duration::from_millis(700));
        assert_eq!(go_line(&clocks, Player::P1), "go p1time 800 p1inc 500 p2time 1000 p2inc 500 depth 3");
        clocks[0].spend(Duration::from_secs(700));
        assert_eq!(clocks[0].allowance(), Some(Duration::from_millis(500)), "an overdraft is forgiven");
        let mixed = [Clock::new(timed), Clock::new(counted)];
        assert_eq!(go_line(&mixed, Player::P1), "go p1time 1000 p1inc 500 p2time 1000 p2inc 500 depth 3");
        assert_eq!(go_line(&mixed, Player::P2), "go nodes 9");
        assert_eq!(mixed[1].allowance(), None);
    }

    #[test]
    fn limits_in_words() {
        let limit = ThinkLimit { tc: "10+0.1".parse().ok(), movetime: Some(5), nodes: Some(7), depth: Some(2) };
        assert_eq!(limit.to_string(), "tc 10+0.1 movetime 5 nodes 7 depth 2");
        assert_eq!(ThinkLimit::default().or(limit), limit);
        assert_eq!(ThinkLimit::DEFAULT.or(limit), ThinkLimit::DEFAULT);
    }
}
