//! The list of games.

use super::face::{GameFace, InPlay};
use crate::games::differo::Differo;
use crate::games::waldmeister::AnyWaldMeister;
use crate::games::wali::{Classic, Rules, Total, Wali};
use crate::notation::Notation;
use crate::token::Token;
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A game that tern plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Wali with protected threes and no stepping back.
    Wali,
    /// Wali to the last stone.
    WaliTotal,
    /// Differo.
    Differo,
    /// WaldMeister, on boards of side 5 to 11.
    WaldMeister,
}

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game {0}; expected one of {names}", names = GameKind::ALL.map(GameKind::name).join(", "))]
pub struct UnknownGame(Token);

impl GameKind {
    /// All games.
    pub const ALL: [Self; 4] = [Self::Wali, Self::WaliTotal, Self::Differo, Self::WaldMeister];

    /// What the game is called in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wali => Classic::NAME,
            Self::WaliTotal => Total::NAME,
            Self::Differo => "differo",
            Self::WaldMeister => "waldmeister",
        }
    }

    /// A new game; the board size matters to games that have several.
    pub fn start(self, board_size: usize) -> Box<dyn GameFace> {
        match self {
            Self::Wali => Box::new(InPlay::new(Wali::<Classic>::start())),
            Self::WaliTotal => Box::new(InPlay::new(Wali::<Total>::start())),
            Self::Differo => Box::new(InPlay::new(Differo::start())),
            Self::WaldMeister => seat(AnyWaldMeister::start_near(board_size)),
        }
    }

    /// A game that begins with a position text.
    pub fn from_fen(self, text: &str) -> Result<Box<dyn GameFace>, Box<dyn Error + Send + Sync>> {
        Ok(match self {
            Self::Wali => Box::new(InPlay::new(Wali::<Classic>::parse_position(text)?)),
            Self::WaliTotal => Box::new(InPlay::new(Wali::<Total>::parse_position(text)?)),
            Self::Differo => Box::new(InPlay::new(Differo::parse_position(text)?)),
            Self::WaldMeister => seat(AnyWaldMeister::parse(text)?),
        })
    }
}

fn seat(position: AnyWaldMeister) -> Box<dyn GameFace> {
    match position {
        AnyWaldMeister::Small(position) => Box::new(InPlay::new(position)),
        AnyWaldMeister::Large(position) => Box::new(InPlay::new(position)),
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownGame(name.into()))
    }
}
