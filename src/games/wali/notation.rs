//! Wali in text: `c3`, `c3c4`, `c3c4xd5`, `pass`, and `6/6/6/6/6 w 12 12 - - 0`.

use super::board::{COLUMNS, Cell, ROWS, cells};
use super::moves::WaliMove;
use super::position::{IDLE_LIMIT, NoReturn, Phase, Rules, STONES, Wali};
use crate::game::{Game, Player, Reason};
use crate::notation::{Awaits, Notation, ParsedMove, write_row};
use crate::token::Token;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, map, map_opt, opt, value};
use nom::multi::many1;
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a text is not a Wali position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WaliPositionError {
    /// The text stops too early.
    #[error(
        "the position text ends before the {0}; expected: rows, side, white hand, black hand, white no-return, black no-return, idle"
    )]
    Missing(&'static str),
    /// Something follows the last field.
    #[error("unexpected {0} after the idle count")]
    Trailing(Token),
    /// Not five rows.
    #[error("board {0} has {1} rows, expected {ROWS} separated by '/'")]
    RowCount(Token, usize),
    /// A row with something else than stones and gaps.
    #[error("row {1}, {0}, may hold only w, b and the digits 1 to {COLUMNS}")]
    RowText(Token, u8),
    /// A row that is too short or too long.
    #[error("row {1}, {0}, covers {2} cells, expected {COLUMNS}")]
    RowLength(Token, u8, u32),
    /// Not `w` or `b`.
    #[error("side to move {0} must be w or b")]
    Side(Token),
    /// A hand that is not a number of stones.
    #[error("{1} hand {0} must be a number from 0 to {STONES}")]
    Hand(Token, &'static str),
    /// More stones than there are.
    #[error("too many stones: {0} has {1} on the board and {2} in hand, and there are only {STONES}")]
    TooManyStones(&'static str, u32, u8),
    /// Stones that vanished before anything could be captured.
    #[error(
        "impossible hands: {0} has {1} stones on the board and {2} in hand, but while stones can be dropped none has been captured and they add up to {STONES}"
    )]
    ImpossibleHand(&'static str, u32, u8),
    /// Not a step or `-`.
    #[error("{1} no-return {0} must be '-' or two neighbouring cells such as b2a2")]
    NoReturn(Token, &'static str),
    /// A no-return for a stone that is not there.
    #[error("{1} no-return {0} names no {1} stone: {2} holds none")]
    NoReturnStone(Token, &'static str, Cell),
    /// A no-return where nothing has been stepped or stepping back is allowed.
    #[error("{1} no-return {0} must be '-' {2}")]
    NoReturnHere(Token, &'static str, &'static str),
    /// An idle count that is not a number up to the limit.
    #[error("idle count {0} must be a number from 0 to {IDLE_LIMIT}")]
    Idle(Token),
    /// An idle count before the move phase.
    #[error("idle count {0} must be 0 while stones can be dropped")]
    IdleDropping(Token),
}

/// Why a text is not a legal Wali move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WaliMoveError {
    /// Not the text of a move at all.
    #[error("{0} is not a Wali move; write a drop c3, a step c3c4, a capture c3c4xd5 or pass")]
    Syntax(Token),
    /// A move in a finished game.
    #[error("illegal move {0}: the game is over ({1})")]
    Over(Token, Reason),
    /// A step in the drop phase.
    #[error("illegal move {0}: stones are still being dropped; {1}")]
    StillDropping(Token, &'static str),
    /// A drop in the move phase.
    #[error("illegal move {0}: no stone can be dropped any more; step one, as in c3c4")]
    NoDrops(Token),
    /// The target of a drop or step is taken.
    #[error("illegal move {0}: {1} is not empty")]
    Occupied(Token, Cell),
    /// A drop beside an own stone.
    #[error("illegal move {0}: {1} is next to a stone of your own")]
    NextToOwn(Token, Cell),
    /// A pass with something to do.
    #[error("illegal move {0}: there is a legal {1}, so passing is not allowed")]
    MayNotPass(Token, &'static str),
    /// A drop with nothing to drop.
    #[error("illegal move {0}: you cannot drop a stone now; the only move is pass")]
    MustPass(Token),
    /// No own stone where the step starts.
    #[error("illegal move {0}: there is no stone of yours on {1}")]
    NotYours(Token, Cell),
    /// More than one orthogonal step.
    #[error("illegal move {0}: {1} is not one orthogonal step from {2}")]
    NotAStep(Token, Cell, Cell),
    /// Straight back.
    #[error("illegal move {0}: that stone came from {1} on your last turn and may not step straight back")]
    StepsBack(Token, Cell),
    /// A capture without a three.
    #[error("illegal move {0}: the step to {1} makes no row of exactly three, so it captures nothing; write {2}{1}")]
    NoThree(Token, Cell, Cell),
    /// A capture of what may not be taken.
    #[error("illegal move {0}: {1} may not be taken{2}")]
    NotTakeable(Token, Cell, &'static str),
}

const fn colour(player: Player) -> &'static str {
    match player {
        Player::P1 => "white",
        Player::P2 => "black",
    }
}

// ---- syntax ----

fn cell(input: &str) -> IResult<&str, Cell> {
    map_opt(pair(satisfy(|c| c.is_ascii_lowercase()), one_of("12345")), |(column, row)| {
        Cell::new(column as u8 - b'a', row as u8 - b'1')
    })
    .parse(input)
}

/// A move as written, before anybody asked whether it is legal.
#[derive(Clone, Copy)]
enum Written {
    Pass,
    Drop(Cell),
    Step(Cell, Cell, Option<Cell>),
}

fn written_move(input: &str) -> IResult<&str, Written> {
    alt((
        value(Written::Pass, tag("pass")),
        map(pair(pair(cell, cell), opt(preceded(char('x'), cell))), |((from, to), taken)| {
            Written::Step(from, to, taken)
        }),
        map(cell, Written::Drop),
    ))
    .parse(input)
}

/// What fills part of a row.
#[derive(Clone, Copy)]
enum RowPart {
    Stone(Player),
    Gap(u32),
}

fn row_parts(input: &str) -> IResult<&str, Vec<RowPart>> {
    many1(alt((
        value(RowPart::Stone(Player::P1), char('w')),
        value(RowPart::Stone(Player::P2), char('b')),
        map_opt(one_of("123456"), |digit| digit.to_digit(10).map(RowPart::Gap)),
    )))
    .parse(input)
}

fn no_return(input: &str) -> IResult<&str, Option<NoReturn>> {
    alt((value(None, char('-')), map(pair(cell, cell), |(stone, to)| Some(NoReturn { stone, to })))).parse(input)
}

/// The result of a parser that must take the whole text.
fn whole<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

fn number(text: &str, max: u8) -> Option<u8> {
    whole(nom::character::complete::u8, text).filter(|&n| n <= max)
}

// ---- positions ----

/// Reads the rows into the stones of both players.
fn board(text: &str) -> Result<[u64; 2], WaliPositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(ROWS) {
        return Err(WaliPositionError::RowCount(text.into(), rows.len()));
    }
    let mut stones = [0; 2];
    for (row, text) in (0..ROWS).rev().zip(rows) {
        let parts = whole(row_parts, text).ok_or_else(|| WaliPositionError::RowText(text.into(), row + 1))?;
        let mut column = 0;
        for part in parts {
            match part {
                RowPart::Gap(width) => column += width,
                RowPart::Stone(player) => {
                    if let Some(cell) = Cell::new(column.min(u32::from(COLUMNS)) as u8, row) {
                        stones[player.index()] |= cell.bit();
                    }
                    column += 1;
                }
            }
        }
        if column != u32::from(COLUMNS) {
            return Err(WaliPositionError::RowLength(text.into(), row + 1, column));
        }
    }
    Ok(stones)
}

/// The fields of a position text, each a text of its own.
struct Fields<'a> {
    rows: &'a str,
    side: &'a str,
    hands: [&'a str; 2],
    no_return: [&'a str; 2],
    idle: &'a str,
}

impl<'a> Fields<'a> {
    fn split(text: &'a str) -> Result<Self, WaliPositionError> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |name| words.next().ok_or(WaliPositionError::Missing(name));
        let fields = Self {
            rows: next("rows")?,
            side: next("side to move")?,
            hands: [next("white hand")?, next("black hand")?],
            no_return: [next("white no-return")?, next("black no-return")?],
            idle: next("idle count")?,
        };
        match words.next() {
            Some(extra) => Err(WaliPositionError::Trailing(extra.into())),
            None => Ok(fields),
        }
    }
}

impl<R: Rules> Wali<R> {
    fn check_hands(&self, hands: [u8; 2]) -> Result<(), WaliPositionError> {
        for player in Player::BOTH {
            let (stones, hand) = (self.count(player), hands[player.index()]);
            let total = stones + u32::from(hand);
            if total > u32::from(STONES) {
                return Err(WaliPositionError::TooManyStones(colour(player), stones, hand));
            }
            if self.phase() == Phase::Drop && total < u32::from(STONES) {
                return Err(WaliPositionError::ImpossibleHand(colour(player), stones, hand));
            }
        }
        Ok(())
    }

    fn check_no_return(&self, texts: [&str; 2]) -> Result<(), WaliPositionError> {
        for player in Player::BOTH {
            let text = texts[player.index()];
            let Some(back) = self.no_return[player.index()] else { continue };
            let refuse = |why| Err(WaliPositionError::NoReturnHere(text.into(), colour(player), why));
            if !R::NO_STEPPING_BACK {
                return refuse("in wali-total, where stepping back is allowed");
            }
            if self.phase() == Phase::Drop {
                return refuse("while stones can be dropped");
            }
            if !back.stone.is_next_to(back.to) {
                return Err(WaliPositionError::NoReturn(text.into(), colour(player)));
            }
            if self.stones(player) & back.stone.bit() == 0 {
                return Err(WaliPositionError::NoReturnStone(text.into(), colour(player), back.stone));
            }
        }
        Ok(())
    }
}

/// Fields of the two players, each read by `read`.
fn both<T, E>(texts: [&str; 2], read: impl Fn(&str, Player) -> Result<T, E>) -> Result<[T; 2], E> {
    Ok([read(texts[0], Player::P1)?, read(texts[1], Player::P2)?])
}

// ---- moves ----

impl<R: Rules> Wali<R> {
    fn check_drop(&self, text: &str, cell: Cell) -> Result<WaliMove, WaliMoveError> {
        let targets = self.droppable(self.side);
        if self.phase() == Phase::Move {
            Err(WaliMoveError::NoDrops(text.into()))
        } else if targets == 0 {
            Err(WaliMoveError::MustPass(text.into()))
        } else if self.empty() & cell.bit() == 0 {
            Err(WaliMoveError::Occupied(text.into(), cell))
        } else if targets & cell.bit() == 0 {
            Err(WaliMoveError::NextToOwn(text.into(), cell))
        } else {
            Ok(WaliMove::Drop(cell))
        }
    }

    fn check_pass(&self, text: &str) -> Result<WaliMove, WaliMoveError> {
        match self.phase() {
            Phase::Move => Err(WaliMoveError::MayNotPass(text.into(), "step")),
            Phase::Drop if self.droppable(self.side) != 0 => Err(WaliMoveError::MayNotPass(text.into(), "drop")),
            Phase::Drop => Ok(WaliMove::Pass),
        }
    }

    /// Checks a step by itself; true if it captures.
    fn check_step(&self, text: &str, from: Cell, to: Cell) -> Result<bool, WaliMoveError> {
        if self.phase() == Phase::Drop {
            let advice = if self.droppable(self.side) == 0 { "the only move is pass" } else { "drop one, as in c3" };
            return Err(WaliMoveError::StillDropping(text.into(), advice));
        }
        if self.stones(self.side) & from.bit() == 0 {
            return Err(WaliMoveError::NotYours(text.into(), from));
        }
        if !from.is_next_to(to) {
            return Err(WaliMoveError::NotAStep(text.into(), to, from));
        }
        if self.empty() & to.bit() == 0 {
            return Err(WaliMoveError::Occupied(text.into(), to));
        }
        if self.no_return[self.side.index()] == Some(NoReturn { stone: from, to }) {
            return Err(WaliMoveError::StepsBack(text.into(), to));
        }
        Ok(self.steps(self.side).any(|steps| steps.capturing & to.bit() != 0 && steps.direction.origin(to) == from))
    }

    fn check_capture(&self, text: &str, from: Cell, to: Cell, taken: Cell) -> Result<WaliMove, WaliMoveError> {
        if !self.check_step(text, from, to)? {
            return Err(WaliMoveError::NoThree(text.into(), to, from));
        }
        if self.prey(self.side) & taken.bit() != 0 {
            return Ok(WaliMove::Capture { from, to, taken });
        }
        let enemy = self.stones(self.side.opponent()) & taken.bit() != 0;
        let why = if enemy { ": it stands in a row of exactly three" } else { ": no enemy stone stands there" };
        Err(WaliMoveError::NotTakeable(text.into(), taken, why))
    }

    fn completions(&self, from: Cell, to: Cell) -> Vec<(String, WaliMove)> {
        cells(self.prey(self.side)).map(|taken| (taken.to_string(), WaliMove::Capture { from, to, taken })).collect()
    }
}

impl<R: Rules> FromStr for Wali<R> {
    type Err = WaliPositionError;

    fn from_str(text: &str) -> Result<Self, WaliPositionError> {
        let fields = Fields::split(text)?;
        let stones = board(fields.rows)?;
        let side = match fields.side {
            "w" => Player::P1,
            "b" => Player::P2,
            other => return Err(WaliPositionError::Side(other.into())),
        };
        let hands = both(fields.hands, |text, player| {
            number(text, STONES).ok_or_else(|| WaliPositionError::Hand(text.into(), colour(player)))
        })?;
        let no_return = both(fields.no_return, |text, player| {
            whole(no_return, text).ok_or_else(|| WaliPositionError::NoReturn(text.into(), colour(player)))
        })?;
        let idle = number(fields.idle, IDLE_LIMIT).ok_or_else(|| WaliPositionError::Idle(fields.idle.into()))?;

        let position = Self::assemble(stones, hands, no_return, idle, side);
        position.check_hands(hands)?;
        position.check_no_return(fields.no_return)?;
        if position.phase() == Phase::Drop && idle != 0 {
            return Err(WaliPositionError::IdleDropping(fields.idle.into()));
        }
        Ok(position)
    }
}

impl<R: Rules> Notation for Wali<R> {
    type MoveError = WaliMoveError;

    fn parse_move(&self, text: &str) -> Result<ParsedMove<WaliMove>, WaliMoveError> {
        let written = whole(written_move, text).ok_or_else(|| WaliMoveError::Syntax(text.into()))?;
        if let Some(outcome) = self.outcome() {
            return Err(WaliMoveError::Over(text.into(), outcome.reason));
        }
        Ok(match written {
            Written::Pass => ParsedMove::Whole(self.check_pass(text)?),
            Written::Drop(cell) => ParsedMove::Whole(self.check_drop(text, cell)?),
            Written::Step(from, to, Some(taken)) => ParsedMove::Whole(self.check_capture(text, from, to, taken)?),
            Written::Step(from, to, None) => {
                if self.check_step(text, from, to)? {
                    ParsedMove::Half { awaits: Awaits::Capture, completions: self.completions(from, to) }
                } else {
                    ParsedMove::Whole(WaliMove::Step { from, to })
                }
            }
        })
    }

    fn draw(&self, last: Option<WaliMove>) -> String {
        self.drawing(last)
    }

    fn score(&self) -> [String; 2] {
        Player::BOTH.map(|player| self.count(player).to_string())
    }
}

impl<R: Rules> fmt::Display for Wali<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| if player == Player::P1 { 'w' } else { 'b' };
        for row in (0..ROWS).rev() {
            let cells = (0..COLUMNS).filter_map(|column| Cell::new(column, row));
            write_row(f, cells.map(|cell| self.owner(cell).map(letter)))?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        write!(f, "{} {} {}", letter(self.to_move()), self.hands[0], self.hands[1])?;
        for back in self.no_return {
            match back {
                Some(NoReturn { stone, to }) => write!(f, " {stone}{to}")?,
                None => f.write_str(" -")?,
            }
        }
        write!(f, " {}", self.idle)
    }
}
