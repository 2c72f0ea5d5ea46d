//! The questions of `query`.

use strum::{Display, EnumString, VariantNames};

/// What can be asked with `query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is it the first player's turn?
    P1Turn,
    /// Who won?
    Result,
    /// Which game is it?
    Game,
    /// The position text.
    Fen,
    /// All legal moves.
    Moves,
    /// Which half of a move is missing?
    Pending,
    /// What has each player reached?
    Score,
    /// Why is the game over?
    Reason,
}
