//! A part of a match that one of many machines plays.

use crate::token::Token;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The part `number` of `of`, counted from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// Which part.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

impl Shard {
    /// The match in one piece.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether it is the match in one piece.
    pub fn is_whole(self) -> bool {
        self == Self::WHOLE
    }

    /// Its share of so many things in a row: parts follow each other, and differ by one in length at most.
    pub(crate) fn share(self, count: usize) -> std::ops::Range<usize> {
        let place = |part: usize| (count as u128 * part as u128 / self.of as u128) as usize;
        place(self.number - 1)..place(self.number)
    }
}

/// Not a part of anything.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} must be a part and how many there are, as in 3/8")]
pub struct ShardError(Token);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = text.split_once('/').and_then(|(number, of)| {
            let shard = Self { number: number.parse().ok()?, of: of.parse().ok()? };
            (1..=shard.of).contains(&shard.number).then_some(shard)
        });
        read.ok_or_else(|| ShardError(text.into()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shard {} of {}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_everything_out_and_nothing_twice() {
        for (count, of) in [(0, 3), (1, 1), (7, 3), (100, 8), (3, 5)] {
            let shares = (1..=of).map(|number| Shard { number, of }.share(count));
            let all: Vec<usize> = shares.clone().flatten().collect();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
            assert!(shares.map(|share| share.len()).all(|length| length.abs_diff(count / of) <= 1));
        }
    }

    #[test]
    fn parts_are_read() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        assert_eq!(Shard { number: 3, of: 8 }.to_string(), "shard 3 of 8");
        assert!(Shard { number: 1, of: 1 }.is_whole() && !Shard { number: 1, of: 8 }.is_whole());
        for bad in ["", "3", "0/8", "9/8", "-1/8", "1/0", "1/2/3", "a/b"] {
            let error = bad.parse::<Shard>().unwrap_err().to_string();
            assert_eq!(error, format!("'{bad}' must be a part and how many there are, as in 3/8"));
        }
    }
}
