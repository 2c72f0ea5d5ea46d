//! Differo in text: `g4g5`, and `5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w`.

use super::board::{Cell, ROWS, cells, goal, goal_row, row_cells, row_letter, width};
use super::lines::Crossing;
use super::moves::DifferoMove;
use super::position::{Differo, PIECES};
use crate::game::{Game, Player};
use crate::notation::{Notation, ParsedMove, write_row};
use crate::token::Token;
use nom::branch::alt;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, map, map_opt, value};
use nom::multi::many1;
use nom::sequence::pair;
use nom::{IResult, Parser};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a text is not a Differo position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DifferoPositionError {
    /// The text stops too early.
    #[error("the position text ends before the {0}; expected: rows, side to move")]
    Missing(&'static str),
    /// Something follows the last field.
    #[error("unexpected {0} after the side to move")]
    Trailing(Token),
    /// Not nine rows.
    #[error("board {0} has {1} rows, expected {ROWS} separated by '/'")]
    RowCount(Token, usize),
    /// A row with something else than pieces and gaps.
    #[error("row {1}, {0}, may hold only w, b and the digits 1 to {ROWS}")]
    RowText(Token, char),
    /// A row that is too short or too long.
    #[error("row {1}, {0}, covers {2} cells, expected {3}")]
    RowLength(Token, char, u32, u8),
    /// Not `w` or `b`.
    #[error("side to move {0} must be w or b")]
    Side(Token),
    /// More pieces than there are.
    #[error("too many pieces: {0} has {1} on the board, and there are only {PIECES}")]
    TooManyPieces(&'static str, u32),
    /// A piece where its owner may not go.
    #[error("impossible {0} piece on {1}: row {2} is the goal of the other side, which {0} may not enter")]
    InOpponentsGoal(&'static str, Cell, char),
    /// Two winners.
    #[error("impossible pieces on {0} and {1}: the game ends when the first piece reaches its goal")]
    BothInGoal(Cell, Cell),
}

/// Why a text is not a legal Differo move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DifferoMoveError {
    /// Not the text of a move at all.
    #[error("{0} is not a Differo move; write where a piece stands and where it goes, as in g4g5")]
    Syntax(Token),
    /// A cell off the board.
    #[error("illegal move {0}: there is no cell {1}; row {2} runs from {2}{3} to {2}{4}")]
    NoSuchCell(Token, Token, char, u8, u8),
    /// Nothing may be moved any more.
    #[error("illegal move {0}: the game is over, {1} has reached the goal")]
    Over(Token, &'static str),
    /// No own piece where the move starts.
    #[error("illegal move {0}: there is no piece of yours on {1}")]
    NotYours(Token, Cell),
    /// Two cells that are not on a line.
    #[error("illegal move {0}: no line leads from {1} to {2}")]
    NotAlongALine(Token, Cell, Cell),
    /// A line on which the player has no majority.
    #[error(
        "illegal move {0}: this line carries you nowhere, with {1} of your pieces on it and {2} of your opponent's"
    )]
    NoMajority(Token, i32, i32),
    /// A line on which the player moves by another distance.
    #[error("illegal move {0}: this line carries you {1}, not {2}")]
    WrongDistance(Token, Steps, Steps),
    /// A move into the row that only the opponent may enter.
    #[error("illegal move {0}: row {1} is your opponent's goal, which you may not enter")]
    OpponentsGoal(Token, char),
    /// The target is taken.
    #[error("illegal move {0}: {1} is not empty")]
    Occupied(Token, Cell),
}

/// A distance along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(pub i32);

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} step{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

const fn colour(player: Player) -> &'static str {
    match player {
        Player::P1 => "white",
        Player::P2 => "black",
    }
}

// ---- syntax ----

/// A row and a number from 0, which need not meet on the board.
type Coordinates = (u8, u8);

fn coordinates(input: &str) -> IResult<&str, Coordinates> {
    map(pair(satisfy(|c| ('a'..='i').contains(&c)), one_of("123456789")), |(row, number)| {
        (row as u8 - b'a', number as u8 - b'1')
    })
    .parse(input)
}

fn written_move(input: &str) -> IResult<&str, (Coordinates, Coordinates)> {
    pair(coordinates, coordinates).parse(input)
}

/// What fills part of a row.
#[derive(Clone, Copy)]
enum RowPart {
    Piece(Player),
    Gap(u32),
}

fn row_parts(input: &str) -> IResult<&str, Vec<RowPart>> {
    many1(alt((
        value(RowPart::Piece(Player::P1), char('w')),
        value(RowPart::Piece(Player::P2), char('b')),
        map_opt(one_of("123456789"), |digit| digit.to_digit(10).map(RowPart::Gap)),
    )))
    .parse(input)
}

/// The result of a parser that must take the whole text.
fn whole<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

// ---- positions ----

/// Reads the rows into the pieces of both players.
fn board(text: &str) -> Result<[u64; 2], DifferoPositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(ROWS) {
        return Err(DifferoPositionError::RowCount(text.into(), rows.len()));
    }
    let mut pieces = [0; 2];
    for (row, text) in (0..ROWS).rev().zip(rows) {
        let parts =
            whole(row_parts, text).ok_or_else(|| DifferoPositionError::RowText(text.into(), row_letter(row)))?;
        let mut covered = 0;
        for part in parts {
            match part {
                RowPart::Gap(gap) => covered += gap,
                RowPart::Piece(player) => {
                    let number = u32::from(Cell::first_number(row)) + covered;
                    if let Some(cell) = Cell::new(row, number.min(u32::from(ROWS)) as u8) {
                        pieces[player.index()] |= cell.bit();
                    }
                    covered += 1;
                }
            }
        }
        if covered != u32::from(width(row)) {
            return Err(DifferoPositionError::RowLength(text.into(), row_letter(row), covered, width(row)));
        }
    }
    Ok(pieces)
}

/// Refuses pieces that no game can have brought where they are.
fn check_pieces(pieces: [u64; 2]) -> Result<(), DifferoPositionError> {
    for player in Player::BOTH {
        let own = pieces[player.index()];
        if own.count_ones() > PIECES {
            return Err(DifferoPositionError::TooManyPieces(colour(player), own.count_ones()));
        }
        let forbidden = player.opponent();
        if let Some(cell) = cells(own & goal(forbidden)).next() {
            return Err(DifferoPositionError::InOpponentsGoal(colour(player), cell, row_letter(goal_row(forbidden))));
        }
    }
    let [white, black] = Player::BOTH.map(|player| cells(pieces[player.index()] & goal(player)).next());
    match (white, black) {
        (Some(white), Some(black)) => Err(DifferoPositionError::BothInGoal(white, black)),
        _ => Ok(()),
    }
}

// ---- moves ----

/// The cell at these coordinates, of a move written as `text`.
fn on_board(text: &str, (row, number): Coordinates) -> Result<Cell, DifferoMoveError> {
    Cell::new(row, number).ok_or_else(|| {
        let letter = row_letter(row);
        let first = Cell::first_number(row) + 1;
        let written = format!("{letter}{}", number + 1);
        DifferoMoveError::NoSuchCell(text.into(), written.as_str().into(), letter, first, first + width(row) - 1)
    })
}

impl Differo {
    fn check_move(&self, text: &str, from: Cell, to: Cell) -> Result<DifferoMove, DifferoMoveError> {
        if let Some(winner) = self.winner_by_goal() {
            return Err(DifferoMoveError::Over(text.into(), colour(winner)));
        }
        if self.owner(from) != Some(self.side) {
            return Err(DifferoMoveError::NotYours(text.into(), from));
        }
        let [start, end] =
            Crossing::joining(from, to).ok_or_else(|| DifferoMoveError::NotAlongALine(text.into(), from, to))?;
        let line = self.content(start.line);
        let [own, enemy] = [self.side, self.side.opponent()].map(|player| line.count(player));
        if own <= enemy {
            return Err(DifferoMoveError::NoMajority(text.into(), own, enemy));
        }
        let distance = i32::from(start.place.abs_diff(end.place));
        if distance != own - enemy {
            return Err(DifferoMoveError::WrongDistance(text.into(), Steps(own - enemy), Steps(distance)));
        }
        let forbidden = goal_row(self.side.opponent());
        if to.row() == forbidden {
            return Err(DifferoMoveError::OpponentsGoal(text.into(), row_letter(forbidden)));
        }
        if self.owner(to).is_some() {
            return Err(DifferoMoveError::Occupied(text.into(), to));
        }
        Ok(DifferoMove { from, to })
    }

    /// The row that is nearest to a player's goal among those where they have a piece.
    pub(super) fn foremost_row(&self, player: Player) -> Option<u8> {
        let rows = cells(self.pieces(player)).map(Cell::row);
        rows.min_by_key(|row| row.abs_diff(goal_row(player)))
    }
}

impl FromStr for Differo {
    type Err = DifferoPositionError;

    fn from_str(text: &str) -> Result<Self, DifferoPositionError> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |name| words.next().ok_or(DifferoPositionError::Missing(name));
        let (rows, side) = (next("rows")?, next("side to move")?);
        if let Some(extra) = words.next() {
            return Err(DifferoPositionError::Trailing(extra.into()));
        }
        let pieces = board(rows)?;
        let side = match side {
            "w" => Player::P1,
            "b" => Player::P2,
            other => return Err(DifferoPositionError::Side(other.into())),
        };
        check_pieces(pieces)?;
        Ok(Self::assemble(pieces, side))
    }
}

impl Notation for Differo {
    type MoveError = DifferoMoveError;

    fn parse_move(&self, text: &str) -> Result<ParsedMove<DifferoMove>, DifferoMoveError> {
        let (from, to) = whole(written_move, text).ok_or_else(|| DifferoMoveError::Syntax(text.into()))?;
        self.check_move(text, on_board(text, from)?, on_board(text, to)?).map(ParsedMove::Whole)
    }

    fn draw(&self, last: Option<DifferoMove>) -> String {
        self.drawing(last)
    }

    fn score(&self) -> [String; 2] {
        Player::BOTH.map(|player| self.foremost_row(player).map_or('-', row_letter).to_string())
    }
}

impl fmt::Display for Differo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| if player == Player::P1 { 'w' } else { 'b' };
        for row in (0..ROWS).rev() {
            write_row(f, row_cells(row).map(|cell| self.owner(cell).map(letter)))?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", letter(self.to_move()))
    }
}
