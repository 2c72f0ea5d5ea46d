//! The names of the games.

use crate::token::Token;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

/// A game that tern plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive, parse_err_ty = UnknownGame, parse_err_fn = unknown)]
pub enum GameKind {
    /// Wali with protected threes and no stepping back.
    Wali,
    /// Wali to the last stone.
    WaliTotal,
    /// Differo.
    Differo,
    /// WaldMeister, on boards of side 5 to 11.
    #[strum(serialize = "waldmeister")]
    WaldMeister,
}

/// There is no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game {0}; expected one of {names}", names = GameKind::names().join(", "))]
pub struct UnknownGame(Token);

fn unknown(name: &str) -> UnknownGame {
    UnknownGame(name.into())
}

impl GameKind {
    /// All games.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// What the game is called in commands.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The names of all games.
    pub fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|kind| kind.name()).collect()
    }
}
