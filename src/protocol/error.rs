//! Why a line is no command.

use super::query::Query;
use crate::token::Token;
use strum::VariantNames;
use thiserror::Error;

/// Why a line could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The first word is no command.
    #[error("unknown command {0}; try help")]
    Unknown(Token),
    /// The line stops too early.
    #[error("missing {0}")]
    Missing(&'static str),
    /// A word where none, or another one, should be.
    #[error("unexpected {0}")]
    Unexpected(Token),
    /// Something that is not a number of the right size.
    #[error("{what} must be a whole number from {least} to {most}, not {found}")]
    Number {
        /// What the number is for.
        what: &'static str,
        /// What was written.
        found: Token,
        /// The smallest number allowed.
        least: String,
        /// The largest.
        most: String,
    },
    /// `position` with neither of its two starts.
    #[error("position must go on with startpos or fen, not {0}")]
    PositionStart(Token),
    /// An unknown `go` limit.
    #[error("unknown limit {0} after go; try help go")]
    GoLimit(Token),
    /// `searchmoves` without moves.
    #[error("missing moves after searchmoves")]
    NoSearchMoves,
    /// An unknown question.
    #[error("unknown query {0}; expected one of {names}", names = Query::VARIANTS.join(", "))]
    Query(Token),
}
