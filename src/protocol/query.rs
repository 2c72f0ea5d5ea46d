//! The questions of `query`.

use std::fmt;
use strum::{AsRefStr, EnumString, VariantNames};

/// The number of the protocol.
pub const PROTOCOL: u32 = 2;

/// What can be asked with `query`.
#[derive(Clone, Debug, PartialEq, Eq, AsRefStr, EnumString, VariantNames)]
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
    /// All legal moves, or those that begin with a cell or a half move.
    Moves(Option<String>),
    /// The first halves of all legal moves, or of those that begin in a cell.
    Steps(Option<String>),
    /// Which half of a move is missing, and of which move?
    Pending,
    /// What has each player reached?
    Score,
    /// Why is the game over?
    Reason,
    /// The move played last.
    LastMove,
    /// All moves since the position was set up.
    History,
    /// The position that was set up.
    Start,
    /// Every cell and the place of its centre.
    Board,
    /// What stands where.
    Pieces,
    /// What the players have in hand.
    Hands,
    /// The board as SVG, perhaps from the other side.
    Svg(Side),
    /// What lies over the picture: what a cell or a player counts on.
    Overlay(Option<String>, Side),
    /// What the players are called.
    Players,
    /// How strong the levels are.
    Levels,
    /// The number of the protocol.
    Protocol,
}

/// From which side a board is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// From the side of the first player.
    #[default]
    First,
    /// From the other side, as in `query svg flip`.
    Flipped,
}

impl Side {
    /// What is written for [`Side::Flipped`].
    pub(super) const FLIP: &str = "flip";
}

impl Query {
    /// What may be named after the question, in those questions where something may.
    pub(super) fn about(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Moves(about) | Self::Steps(about) | Self::Overlay(about, _) => Some(about),
            _ => None,
        }
    }

    /// From which side the board is seen, in those questions where it matters.
    pub(super) fn side(&mut self) -> Option<&mut Side> {
        match self {
            Self::Svg(side) | Self::Overlay(_, side) => Some(side),
            _ => None,
        }
    }
}

impl fmt::Display for Query {
    /// The question as it is written after `query`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_ref())?;
        if let Self::Moves(Some(about)) | Self::Steps(Some(about)) | Self::Overlay(Some(about), _) = self {
            write!(f, " {about}")?;
        }
        if let Self::Svg(Side::Flipped) | Self::Overlay(_, Side::Flipped) = self {
            write!(f, " {}", Side::FLIP)?;
        }
        Ok(())
    }
}
