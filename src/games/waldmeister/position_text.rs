//! `WaldMeister` positions in text: `8/8/8/4sd3/8/8/8/8 2 332333333 333333333 c`.

use super::board::{Board, Cell, SIDES};
use super::hand::Hand;
use super::position::{Goal, WaldMeister, trees_of_a_kind};
use super::tree::Tree;
use crate::game::{ByPlayer, Game, Player};
use crate::notation::{RowError, read_row, whole, write_row};
use crate::token::Token;
use nom::character::complete::{none_of, satisfy, u32 as natural};
use nom::combinator::{map_opt, peek, recognize};
use nom::multi::count;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// Why a text is not a `WaldMeister` position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WaldMeisterPositionError {
    /// The text stops too early.
    #[error("the position text ends before the {0}; expected: rows, side to move, p1 hand, p2 hand, p1 goal")]
    Missing(&'static str),
    /// Something follows the last field.
    #[error("unexpected {0} after the p1 goal")]
    Trailing(Token),
    /// Too few or too many rows.
    #[error("board {0} has {1} rows, expected {min} to {max} separated by '/'", min = .2.start(), max = .2.end())]
    RowCount(Token, usize, RangeInclusive<u8>),
    /// A row with something else than trees and gaps.
    #[error("row {1}, {0}, holds {2}; expected trees such as sl, mg, td and numbers of empty cells")]
    RowText(Token, u8, Token),
    /// A row that is too short or too long.
    #[error("row {1}, {0}, covers {2} cells, expected {3}")]
    RowLength(Token, u8, u64, u8),
    /// Not `1` or `2`.
    #[error("side to move {0} must be 1 or 2")]
    Side(Token),
    /// A hand that is not nine small numbers.
    #[error("{1} hand {0} must be nine digits from 0 to {2}, one for each of sl sg sd ml mg md tl tg td")]
    Hand(Token, &'static str, u8),
    /// Not `c` or `h`.
    #[error("p1 goal {0} must be c for colours or h for heights")]
    Goal(Token),
    /// Trees of a kind that are missing or too many.
    #[error("{0}: {1} on the board, {2} and {3} in the hands {4} and {5}; expected {6} in all")]
    KindTotal(Tree, u32, u8, u8, Hand, Hand, u8),
    /// The turn does not follow from the number of trees planted.
    #[error("side to move {0} must be {1}: {2} trees stand on the board, and the players plant in turn")]
    Turn(Token, u8, u32),
    /// One player planted more than their share.
    #[error("{1} hand {0} holds {2} trees, expected {3}: {4} trees stand on the board, and the players plant in turn")]
    HandSize(Token, &'static str, u32, u32, u32),
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::P1 => "p1",
        Player::P2 => "p2",
    }
}

// ---- syntax ----

/// A kind of tree in its two letters.
pub(super) fn tree(input: &str) -> IResult<&str, Tree> {
    let letter = || satisfy(|c| c.is_ascii_lowercase());
    map_opt(recognize((letter(), letter())), |text: &str| Tree::ALL.into_iter().find(|tree| tree.to_string() == text))
        .parse(input)
}

fn gap(input: &str) -> IResult<&str, u32> {
    // No gap starts with a 0: none is empty, and none has two spellings.
    preceded(peek(none_of("0")), natural).parse(input)
}

fn hand(input: &str) -> IResult<&str, Hand> {
    let digit = map_opt(satisfy(|c| c.is_ascii_digit()), |c| c.to_digit(10).map(|digit| digit as u8));
    map_opt(count(digit, Tree::KINDS), |counts| counts.try_into().ok().and_then(Hand::new)).parse(input)
}

// ---- fields ----

/// The fields of a position text, each a text of its own.
struct Fields<'a> {
    rows: &'a str,
    turn: &'a str,
    hands: ByPlayer<&'a str>,
    goal: &'a str,
}

impl<'a> Fields<'a> {
    fn split(text: &'a str) -> Result<Self, WaldMeisterPositionError> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |name| words.next().ok_or(WaldMeisterPositionError::Missing(name));
        let fields = Self {
            rows: next("rows")?,
            turn: next("side to move")?,
            hands: ByPlayer { p1: next("p1 hand")?, p2: next("p2 hand")? },
            goal: next("p1 goal")?,
        };
        match words.next() {
            Some(extra) => Err(WaldMeisterPositionError::Trailing(extra.into())),
            None => Ok(fields),
        }
    }
}

/// The side of the board in a position text: the number of its rows, which must be in a range.
pub(super) fn side_of(text: &str, range: &RangeInclusive<u8>) -> Result<u8, WaldMeisterPositionError> {
    let rows = text.split_ascii_whitespace().next().ok_or(WaldMeisterPositionError::Missing("rows"))?;
    let count = rows.split('/').count();
    u8::try_from(count)
        .ok()
        .filter(|side| range.contains(side))
        .ok_or_else(|| WaldMeisterPositionError::RowCount(rows.into(), count, range.clone()))
}

/// Reads the rows into trees and where they stand.
fn trees<B: Board>(text: &str, side: u8) -> Result<Vec<(Cell<B>, Tree)>, WaldMeisterPositionError> {
    let mut trees = Vec::new();
    for (row, text) in (0..side).rev().zip(text.split('/')) {
        let place = |column, tree| trees.push((Cell::new(column, row), tree));
        read_row(text, side, tree, gap, place).map_err(|error| match error {
            RowError::Text(rest) => WaldMeisterPositionError::RowText(text.into(), row + 1, rest.into()),
            RowError::Length(cells) => WaldMeisterPositionError::RowLength(text.into(), row + 1, cells, side),
        })?;
    }
    Ok(trees)
}

// ---- positions ----

impl<B: Board> WaldMeister<B> {
    pub(super) fn read(text: &str) -> Result<Self, WaldMeisterPositionError> {
        // A number of rows that no board has is not blamed on the integer this one happens to live in.
        let side = side_of(text, &SIDES).and_then(|_| side_of(text, &B::SIDES))?;
        let fields = Fields::split(text)?;
        let trees = trees::<B>(fields.rows, side)?;
        if !matches!(fields.turn, "1" | "2") {
            return Err(WaldMeisterPositionError::Side(fields.turn.into()));
        }
        let most = trees_of_a_kind(side);
        let read_hand = |player: Player| {
            let text = fields.hands[player];
            match whole(hand, text) {
                Some(hand) if Tree::ALL.iter().all(|&tree| hand.count(tree) <= most) => Ok(hand),
                _ => Err(WaldMeisterPositionError::Hand(text.into(), name(player), most)),
            }
        };
        let hands = ByPlayer { p1: read_hand(Player::P1)?, p2: read_hand(Player::P2)? };
        let goal = match fields.goal {
            "c" => Goal::Colours,
            "h" => Goal::Heights,
            other => return Err(WaldMeisterPositionError::Goal(other.into())),
        };
        let position = Self::assemble(side, trees, hands, goal);
        position.check_kinds()?;
        position.check_turns(&fields)?;
        Ok(position)
    }

    /// Every tree is on the board or in a hand.
    fn check_kinds(&self) -> Result<(), WaldMeisterPositionError> {
        let [p1, p2] = Player::BOTH.map(|player| self.hand(player));
        let expected = 2 * trees_of_a_kind(self.side());
        for tree in Tree::ALL {
            let standing = self.standing(tree).count();
            if standing + u32::from(p1.count(tree) + p2.count(tree)) != u32::from(expected) {
                let (mine, yours) = (p1.count(tree), p2.count(tree));
                return Err(WaldMeisterPositionError::KindTotal(tree, standing, mine, yours, p1, p2, expected));
            }
        }
        Ok(())
    }

    /// The players planted in turn.
    fn check_turns(&self, fields: &Fields) -> Result<(), WaldMeisterPositionError> {
        let planted = self.trees().count();
        let turn = self.to_move().index() as u8 + 1;
        if fields.turn != turn.to_string() {
            return Err(WaldMeisterPositionError::Turn(fields.turn.into(), turn, planted));
        }
        let at_first = u32::from(trees_of_a_kind(self.side())) * Tree::KINDS as u32;
        for (player, planted_by) in Player::BOTH.into_iter().zip([planted.div_ceil(2), planted / 2]) {
            let (held, expected) = (self.hand(player).total(), at_first.saturating_sub(planted_by));
            if held != expected {
                let text = fields.hands[player].into();
                return Err(WaldMeisterPositionError::HandSize(text, name(player), held, expected, planted));
            }
        }
        Ok(())
    }
}

impl<B: Board> fmt::Display for WaldMeister<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.side()).rev() {
            write_row(f, (0..self.side()).map(|column| self.piece_at(Cell::new(column, row))))?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        let [p1, p2] = Player::BOTH.map(|player| self.hand(player));
        let goal = match self.goal(Player::P1) {
            Goal::Colours => 'c',
            Goal::Heights => 'h',
        };
        write!(f, "{} {p1} {p2} {goal}", self.to_move().index() + 1)
    }
}
