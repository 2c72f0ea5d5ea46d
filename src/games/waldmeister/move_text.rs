//! `WaldMeister` moves in text: `d4+sl` first, `d4d7+sl` ever after, `d4d7` while the tree to plant is not yet named.

use super::board::{Board, Cell};
use super::moves::WaldMeisterMove;
use super::position::WaldMeister;
use super::position_text::tree;
use super::tree::Tree;
use crate::game::Game;
use crate::notation::{Awaits, ParsedMove};
use crate::token::Token;
use nom::character::complete::{char, satisfy, u8 as number};
use nom::combinator::{all_consuming, map, opt, peek, rest};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

/// Why a text is not a legal `WaldMeister` move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WaldMeisterMoveError {
    /// Not the text of a move at all.
    #[error("{0} is not a WaldMeister move; write d4+sl for the first one, d4d7+sl for every other")]
    Syntax(Token),
    /// A tree that does not exist.
    #[error("{0} plants {1}, which is no tree; expected sl, sg, sd, ml, mg, md, tl, tg or td")]
    UnknownTree(Token, Token),
    /// A cell that is not there.
    #[error("illegal move {0}: {1} is not on this board, which reaches from a1 to {2}")]
    OffBoard(Token, String, String),
    /// All trees stand.
    #[error("illegal move {0}: all trees are planted and the game is over")]
    Over(Token),
    /// A slide on the empty board.
    #[error("illegal move {0}: the board is empty; plant the first tree, as in d4+sl")]
    NothingToSlide(Token),
    /// A planting without a slide.
    #[error("illegal move {0}: only the first move of the game plants without sliding; slide a tree, as in d4d7+sl")]
    NotFirst(Token),
    /// No tree where the slide starts.
    #[error("illegal move {0}: there is no tree on {1}")]
    NoTree(Token, String),
    /// No line from one cell to the other.
    #[error("illegal move {0}: {1} and {2} are not on one line: same letter, same number or same sum of both")]
    NotALine(Token, String, String),
    /// A tree in the way, or at the end of it.
    #[error("illegal move {0}: the tree on {1} cannot slide to {2}, another stands on the way or there")]
    Blocked(Token, String, String),
    /// A tree the player has used up.
    #[error("illegal move {0}: you have no {1} left in hand; expected one of {2}")]
    NotInHand(Token, Tree, String),
}

/// A cell as written: letter and number from 0.
type WrittenCell = (u8, u8);

/// A move as written, before anybody asked whether it is legal.
struct Written<'a> {
    first: WrittenCell,
    second: Option<WrittenCell>,
    plants: Option<&'a str>,
}

fn cell(input: &str) -> IResult<&str, WrittenCell> {
    // Numbers start at 1, so that no cell has two spellings.
    let starts = peek(satisfy(|c| matches!(c, '1'..='9')));
    map((satisfy(|c| c.is_ascii_lowercase()), starts, number), |(letter, _, number)| (letter as u8 - b'a', number - 1))
        .parse(input)
}

fn written_move(input: &str) -> IResult<&str, Written<'_>> {
    map((cell, opt(cell), opt(preceded(char('+'), rest))), |(first, second, plants)| Written { first, second, plants })
        .parse(input)
}

fn spelled((column, row): WrittenCell) -> String {
    format!("{}{}", char::from(b'a' + column), u16::from(row) + 1)
}

impl<B: Board> WaldMeister<B> {
    pub(super) fn read_move(&self, text: &str) -> Result<ParsedMove<WaldMeisterMove<B>>, WaldMeisterMoveError> {
        let written = all_consuming(written_move).parse(text).ok();
        let (_, written) = written.ok_or_else(|| WaldMeisterMoveError::Syntax(text.into()))?;
        let planted = written.plants.map(|word| read_tree(text, word)).transpose()?;
        let first = self.on_board(text, written.first)?;
        let second = written.second.map(|cell| self.on_board(text, cell)).transpose()?;
        if self.outcome().is_some() {
            return Err(WaldMeisterMoveError::Over(text.into()));
        }
        let planting = self.check_place(text, first, second)?;
        match planted {
            Some(tree) => self.check_hand(text, tree).map(|()| ParsedMove::Whole(planting(tree))),
            None => Ok(ParsedMove::Half {
                awaits: Awaits::Plant,
                completions: self.hand(self.turn).kinds().map(|tree| (tree.to_string(), planting(tree))).collect(),
            }),
        }
    }

    fn on_board(&self, text: &str, (column, row): WrittenCell) -> Result<Cell<B>, WaldMeisterMoveError> {
        let side = self.side();
        if column < side && row < side {
            Ok(Cell::new(column, row))
        } else {
            let (cell, last) = (spelled((column, row)), spelled((side - 1, side - 1)));
            Err(WaldMeisterMoveError::OffBoard(text.into(), cell, last))
        }
    }

    /// Checks all of a move but the tree it plants; gives the move for each of these.
    fn check_place(
        &self,
        text: &str,
        first: Cell<B>,
        second: Option<Cell<B>>,
    ) -> Result<impl Fn(Tree) -> WaldMeisterMove<B>, WaldMeisterMoveError> {
        match second {
            Some(to) => self.check_slide(text, first, to)?,
            None if self.trees() != B::NONE => return Err(WaldMeisterMoveError::NotFirst(text.into())),
            None => {}
        }
        Ok(move |tree| match second {
            Some(to) => WaldMeisterMove::Slide { from: first, to, tree },
            None => WaldMeisterMove::First { cell: first, tree },
        })
    }

    fn check_slide(&self, text: &str, from: Cell<B>, to: Cell<B>) -> Result<(), WaldMeisterMoveError> {
        let (start, end) = (from.to_string(), to.to_string());
        if self.trees() == B::NONE {
            Err(WaldMeisterMoveError::NothingToSlide(text.into()))
        } else if self.tree_at(from).is_none() {
            Err(WaldMeisterMoveError::NoTree(text.into(), start))
        } else if !from.shares_line(to) {
            Err(WaldMeisterMoveError::NotALine(text.into(), start, end))
        } else if self.slides_from(from) & to.bit() == B::NONE {
            Err(WaldMeisterMoveError::Blocked(text.into(), start, end))
        } else {
            Ok(())
        }
    }

    fn check_hand(&self, text: &str, tree: Tree) -> Result<(), WaldMeisterMoveError> {
        let hand = self.hand(self.turn);
        if hand.count(tree) > 0 {
            return Ok(());
        }
        let kinds: Vec<String> = hand.kinds().map(|tree| tree.to_string()).collect();
        Err(WaldMeisterMoveError::NotInHand(text.into(), tree, kinds.join(" ")))
    }
}

fn read_tree(text: &str, word: &str) -> Result<Tree, WaldMeisterMoveError> {
    match all_consuming(tree).parse(word) {
        Ok((_, tree)) => Ok(tree),
        Err(_) => Err(WaldMeisterMoveError::UnknownTree(text.into(), word.into())),
    }
}
