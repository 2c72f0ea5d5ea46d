//! Lines are words between blanks: the parsers that every command is made of.

use super::error::CommandError;
use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{opt, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::str::FromStr;

pub(super) type Parsed<'a, T> = IResult<&'a str, T, CommandError>;

impl ParseError<&str> for CommandError {
    fn from_error_kind(input: &str, _: ErrorKind) -> Self {
        Self::Unexpected(input.into())
    }

    fn append(_: &str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace()
}

/// Skips blanks.
pub(super) fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(is_blank)(input)
}

/// The next word.
pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    preceded(blanks, take_while1(|c| !is_blank(c))).parse(input)
}

/// The next word if it is this one.
pub(super) fn keyword<'a>(wanted: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = CommandError> {
    verify(word, move |found: &str| found == wanted)
}

/// All words up to the end, or to the first that `ends`.
pub(super) fn words_until<'a>(
    ends: impl Fn(&str) -> bool,
) -> impl Parser<&'a str, Output = Vec<&'a str>, Error = CommandError> {
    many0(verify(word, move |found: &str| !ends(found)))
}

/// A word that must be there; `what` says what is missing if it is not.
pub(super) fn required<'a>(what: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = CommandError> {
    move |input: &'a str| match opt(word).parse(input)? {
        (rest, Some(found)) => Ok((rest, found)),
        (_, None) => Err(nom::Err::Failure(CommandError::Missing(what))),
    }
}

/// A number that must be there and lie between two others.
pub(super) fn number<'a, N: FromStr + PartialOrd + Copy + ToString>(
    what: &'static str,
    least: N,
    most: N,
) -> impl Parser<&'a str, Output = N, Error = CommandError> {
    move |input: &'a str| {
        let (rest, found) = required(what).parse(input)?;
        match found.parse() {
            Ok(number) if least <= number && number <= most => Ok((rest, number)),
            _ => Err(nom::Err::Failure(CommandError::Number {
                what,
                found: found.into(),
                least: least.to_string(),
                most: most.to_string(),
            })),
        }
    }
}

/// Nothing but blanks may follow.
pub(super) fn end(input: &str) -> Parsed<'_, ()> {
    match opt(word).parse(input)? {
        (rest, None) => Ok((rest, ())),
        (_, Some(extra)) => Err(nom::Err::Failure(CommandError::Unexpected(extra.into()))),
    }
}
