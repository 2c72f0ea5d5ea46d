//! How long an engine may think: the limits it is given for every move, and the clock it has for a game.

use crate::protocol::{Command, CommandError, GoCommand};
use crate::token::Token;
use nom::Parser;
use nom::character::complete::char;
use nom::combinator::{all_consuming, opt, verify};
use nom::number::complete::double;
use nom::sequence::preceded;
use std::fmt;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkLimit {
    /// A clock for every game.
    pub tc: Option<TimeControl>,
    /// Milliseconds for every move.
    pub movetime: Option<u64>,
    /// Positions to search for every move.
    pub nodes: Option<u64>,
    /// Depth of the search for every move.
    pub depth: Option<u32>,
}

/// Not a limit of thinking.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a limit: expected tc, movetime, nodes or depth, each with its value")]
pub struct ThinkLimitError(Token);

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

    /// Everything but the clock, as limits of `go`.
    pub(super) fn go(&self) -> GoCommand {
        let Self { tc: _, movetime, nodes, depth } = *self;
        let movetime = movetime.map(|ms| ms.try_into().unwrap_or(i64::MAX));
        GoCommand { depth, nodes, movetime, ..GoCommand::default() }
    }

    /// Checks that the protocol has room for these numbers.
    ///
    /// # Errors
    ///
    /// What a `go` with them would be answered.
    pub fn check(&self) -> Result<(), CommandError> {
        Command::parse(&Command::go(self.go()).to_string()).map(|_| ())
    }
}

impl fmt::Display for ThinkLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.tc.map(|control| format!(" tc {control}")).unwrap_or_default();
        f.write_str((clock + &self.fixed_words()).trim_start())
    }
}

impl FromStr for ThinkLimit {
    type Err = ThinkLimitError;

    /// Reads what `Display` writes.
    fn from_str(text: &str) -> Result<Self, ThinkLimitError> {
        let mut limit = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or_default();
            let known = match word {
                "tc" => value.parse().map(|tc| limit.tc = Some(tc)).is_ok(),
                "movetime" => value.parse().map(|ms| limit.movetime = Some(ms)).is_ok(),
                "nodes" => value.parse().map(|nodes| limit.nodes = Some(nodes)).is_ok(),
                "depth" => value.parse().map(|depth| limit.depth = Some(depth)).is_ok(),
                _ => false,
            };
            if !known {
                return Err(ThinkLimitError(text.into()));
            }
        }
        Ok(limit)
    }
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
    fn limits_are_written_and_read() {
        for text in ["", "nodes 7", "tc 10+0.1 movetime 5 nodes 7 depth 2", "tc 0.5+0", "depth 3"] {
            let limit: ThinkLimit = text.parse().unwrap();
            assert_eq!(limit.to_string(), text);
        }
        for bad in ["nodes", "nodes x", "speed 9", "tc 1 2"] {
            assert!(bad.parse::<ThinkLimit>().is_err(), "{bad}");
        }
        let limit = ThinkLimit { nodes: Some(7), ..ThinkLimit::default() };
        assert_eq!(ThinkLimit::default().or(limit), limit);
        assert_eq!(ThinkLimit::DEFAULT.or(limit), ThinkLimit::DEFAULT);
    }

    #[test]
    fn limits_that_the_protocol_refuses_are_refused() {
        let limit = |text: &str| text.parse::<ThinkLimit>().unwrap().check();
        assert!(limit("movetime 10000000000000 nodes 18446744073709551615 depth 1000000").is_ok());
        for bad in ["movetime 99999999999999", "depth 2000000", "nodes 0"] {
            assert!(limit(bad).is_err(), "{bad}");
        }
    }
}
