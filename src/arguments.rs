//! Arguments that several subcommands share: which game, on which board, from which position.

use crate::games::any::{AnyGame, GameKind, PositionError};
use clap::Args;
use clap::builder::{PossibleValuesParser, RangedI64ValueParser, TypedValueParser};
use thiserror::Error;

/// The side of a board of which nothing is said.
pub(crate) const USUAL_SIZE: usize = 8;

/// Which board a game begins on.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardArguments {
    /// The game
    #[arg(long, value_name = "NAME", default_value = "wali", value_parser = game(), ignore_case = true)]
    pub(crate) game: GameKind,
    /// The side of the board, 5 to 11, for WaldMeister
    #[arg(long, value_name = "N", value_parser = size())]
    pub(crate) size: Option<u8>,
    /// A position text to start from
    #[arg(long, value_name = "TEXT", conflicts_with = "size")]
    pub(crate) fen: Option<String>,
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The game has boards of one size only.
    #[error("--size means nothing in {0}: its board has one size")]
    Size(GameKind),
    /// The position text is wrong.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl BoardArguments {
    /// The side of the board.
    ///
    /// # Errors
    ///
    /// If one is given to a game that has no choice of them.
    pub(crate) fn size(&self) -> Result<usize, BoardError> {
        size_for(self.game, self.size)
    }

    /// The game at its beginning.
    ///
    /// # Errors
    ///
    /// If the game has no such board, or the text is none of its positions.
    pub(crate) fn start(&self) -> Result<AnyGame, BoardError> {
        let size = self.size()?;
        Ok(match &self.fen {
            Some(text) => AnyGame::from_fen(self.game, text)?,
            None => AnyGame::start(self.game, size),
        })
    }
}

/// The side of the board, if the game has a choice of them or none was given.
///
/// # Errors
///
/// If one is given where it means nothing.
pub(crate) fn size_for(game: GameKind, size: Option<u8>) -> Result<usize, BoardError> {
    match size {
        Some(_) if game != GameKind::WaldMeister => Err(BoardError::Size(game)),
        size => Ok(size.map_or(USUAL_SIZE, usize::from)),
    }
}

/// The name of a game; help lists them all.
pub(crate) fn game() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new(GameKind::names()).try_map(|name| name.parse::<GameKind>())
}

/// The side of a board.
pub(crate) fn size() -> RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(5..=11)
}
