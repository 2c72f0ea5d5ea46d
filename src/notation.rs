//! How positions and moves of a game are written: the texts of the protocol, and the drawing a person looks at.
//!
//! ```
//! use tern::games::wali::{Classic, Wali};
//! use tern::notation::{Awaits, Notation, ParsedMove};
//!
//! let position: Wali<Classic> = "b4b/6/ww4/2w3/b5 w 0 0 - - 0".parse()?;
//! assert!(matches!(position.parse_move("c2d2")?, ParsedMove::Whole(m) if m.to_string() == "c2d2"));
//! assert!(matches!(position.parse_move("c2c3")?, ParsedMove::Half { awaits: Awaits::Capture, .. }));
//! assert!(position.parse_move("c2c5").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::game::{Game, Player};
use crate::token::Token;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{all_consuming, map, value};
use nom::multi::many1;
use nom::{IResult, Parser};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What a half move waits for, named like the command that completes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Awaits {
    /// A Wali step that captures, until it is said which stone.
    Capture,
    /// A WaldMeister slide, until it is said which tree is planted.
    Plant,
}

/// A text that names no cell of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no cell {0} on the board")]
pub struct CellError(pub Token);

/// The letter and the number of a cell, both counted from 0. Numbers have one spelling.
pub(crate) fn letter_and_number(text: &str) -> Result<(u8, u8), CellError> {
    let parts = || {
        let (letter, number) = text.split_at_checked(1)?;
        let letter = letter.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let digits = number.starts_with(|c: char| matches!(c, '1'..='9'));
        let number = number.parse::<u8>().ok().filter(|_| digits)?;
        Some((letter, number - 1))
    };
    parts().ok_or_else(|| CellError(text.into()))
}

/// The first half of a move text: what stands before a capture or a tree. Whole moves without such a thing stay whole.
pub fn first_half(text: &str) -> &str {
    text.split(['x', '+']).next().unwrap_or(text)
}

/// Whether a move text begins with a cell, a half move or a whole move. `a1` begins `a1b1` but not `a11b11`.
pub fn begins_with(text: &str, prefix: &str) -> bool {
    let ends_in_digit = prefix.ends_with(|c: char| c.is_ascii_digit());
    text.strip_prefix(prefix).is_some_and(|rest| !(ends_in_digit && rest.starts_with(|c: char| c.is_ascii_digit())))
}

/// What a move text says in a given position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedMove<M> {
    /// A whole legal move.
    Whole(M),
    /// The first half of several legal moves.
    Half {
        /// What is missing.
        awaits: Awaits,
        /// Every word that completes the move, and the move it makes of it. Never empty.
        completions: Vec<(String, M)>,
    },
}

/// The texts of a game. Moves and positions write themselves through `Display`; `FromStr` reads positions, and this trait moves.
pub trait Notation: Game + FromStr<Err: Error + Send + Sync + 'static> {
    /// Why a move text was refused.
    type MoveError: Error + Send + Sync + 'static;

    /// What the two players are called.
    const PLAYERS: [&'static str; 2] = ["White", "Black"];

    /// Reads a move text and checks that the move is legal here.
    ///
    /// # Errors
    ///
    /// Why the text is not a legal move, with the text in question.
    fn parse_move(&self, text: &str) -> Result<ParsedMove<Self::Move>, Self::MoveError>;

    /// Draws the board for a person, with coordinates and what each side has in hand; `last` is marked.
    fn draw(&self, last: Option<Self::Move>) -> String;

    /// What each player has reached so far, in the game's own measure, for p1 and p2.
    fn score(&self) -> [String; 2];
}

/// The result of a parser that must take the whole text.
pub(crate) fn whole<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

/// A piece of White or Black.
pub(crate) fn white_or_black(input: &str) -> IResult<&str, Player> {
    alt((value(Player::P1, char('w')), value(Player::P2, char('b')))).parse(input)
}

/// What is wrong with a row of a position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowError<'a> {
    /// Something that is neither a piece nor a gap, from here on.
    Text(&'a str),
    /// It covers so many cells.
    Length(u64),
}

/// Reads a row of a position text of so many cells: pieces, and numbers for runs of empty cells. `place` is called with
/// every piece and its column, counted from 0.
pub(crate) fn read_row<'a, P>(
    text: &'a str,
    width: u8,
    piece: impl Parser<&'a str, Output = P, Error = nom::error::Error<&'a str>>,
    gap: impl Parser<&'a str, Output = u32, Error = nom::error::Error<&'a str>>,
    mut place: impl FnMut(u8, P),
) -> Result<(), RowError<'a>> {
    enum Part<P> {
        Piece(P),
        Gap(u32),
    }
    let part = alt((map(piece, Part::Piece), map(gap, Part::Gap)));
    let (rest, parts) = many1(part).parse(text).unwrap_or((text, Vec::new()));
    if !rest.is_empty() || parts.is_empty() {
        return Err(RowError::Text(rest));
    }
    let mut column = 0;
    for part in parts {
        match part {
            Part::Gap(gap) => column += u64::from(gap),
            Part::Piece(piece) => {
                if column < u64::from(width) {
                    place(column as u8, piece);
                }
                column += 1;
            }
        }
    }
    if column == u64::from(width) { Ok(()) } else { Err(RowError::Length(column)) }
}

/// Writes a row of a position text: what stands on each cell, and numbers for runs of empty ones.
pub(crate) fn write_row<P: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    cells: impl Iterator<Item = Option<P>>,
) -> fmt::Result {
    let mut gap = 0;
    for cell in cells {
        let Some(piece) = cell else {
            gap += 1;
            continue;
        };
        if gap > 0 {
            write!(f, "{gap}")?;
            gap = 0;
        }
        write!(f, "{piece}")?;
    }
    if gap > 0 { write!(f, "{gap}") } else { Ok(()) }
}
