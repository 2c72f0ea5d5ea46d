//! `WaldMeister` on a board of any side: which integer the board lives in is decided here, once.

use super::board::{Board, SIDES};
use super::position::WaldMeister;
use super::position_text::{WaldMeisterPositionError, side_of};

/// A position on a board of any side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyWaldMeister {
    /// Sides 5 to 8.
    Small(WaldMeister<u64>),
    /// Sides 9 to 11.
    Large(WaldMeister<u128>),
}

impl AnyWaldMeister {
    /// The start of the game on a board of this side, p1 scoring colours; `None` unless the side is from 5 to 11.
    pub fn start(side: u8) -> Option<Self> {
        WaldMeister::start(side).map(Self::Small).or_else(|| WaldMeister::start(side).map(Self::Large))
    }

    /// The start of the game on the board whose side is closest to this one.
    pub fn start_near(side: usize) -> Self {
        let side = side.clamp(usize::from(*SIDES.start()), usize::from(*SIDES.end())) as u8;
        if u64::SIDES.contains(&side) {
            Self::Small(WaldMeister::new_game(side))
        } else {
            Self::Large(WaldMeister::new_game(side))
        }
    }

    /// Reads a position text, which tells the side of the board by the number of its rows.
    pub fn parse(text: &str) -> Result<Self, WaldMeisterPositionError> {
        let side = side_of(text, &SIDES)?;
        Ok(if u64::SIDES.contains(&side) { Self::Small(text.parse()?) } else { Self::Large(text.parse()?) })
    }
}
