//! How positions and moves of a game are written: the texts of the protocol, and the drawing a person looks at.

use crate::game::Game;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What a half move waits for, named like the command that completes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// A Wali step that captures, until it is said which stone.
    Capture,
    /// A WaldMeister slide, until it is said which tree is planted.
    Plant,
}

impl fmt::Display for Awaits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capture => "capture",
            Self::Plant => "plant",
        })
    }
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
    fn parse_move(&self, text: &str) -> Result<ParsedMove<Self::Move>, Self::MoveError>;

    /// Draws the board for a person, with coordinates and what each side has in hand; `last` is marked.
    fn draw(&self, last: Option<Self::Move>) -> String;

    /// What each player has reached so far, in the game's own measure, for p1 and p2.
    fn score(&self) -> [String; 2];
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
