//! The commands, and how they are read.

use super::query::Query;
use super::words::{Parsed, blanks, end, keyword, number, required, word, words_until};
use crate::token::Token;
use nom::Parser;
use nom::combinator::{opt, rest};
use strum::VariantNames;
use thiserror::Error;

/// A line that could be read. What its words mean to a game is not looked at here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `ugi` or `uci`: introduce yourself. Holds the word with which the introduction ends.
    Introduce(&'static str),
    /// `isready`.
    IsReady,
    /// `uginewgame` or `ucinewgame`.
    NewGame,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, blanks between its words made single.
        name: String,
        /// The value, if one was given.
        value: Option<&'a str>,
    },
    /// `position …`.
    Position {
        /// Where the game begins.
        from: StartFrom,
        /// The moves played since.
        moves: Vec<&'a str>,
    },
    /// `move M…`: at least one.
    Move(Vec<&'a str>),
    /// `capture C`.
    Capture(&'a str),
    /// `plant T`.
    Plant(&'a str),
    /// `undo [N]`.
    Undo(u32),
    /// `go …`.
    Go(Box<GoCommand<'a>>),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `query Q`.
    Query(Query),
    /// `d`.
    Draw,
    /// `eval`.
    Eval,
    /// `perft N` or `go perft N`.
    Perft(u32),
    /// `bench`.
    Bench,
    /// `rules`.
    Rules,
    /// `help [command]`.
    Help(Option<&'a str>),
    /// `help option NAME`.
    HelpOption(String),
    /// `quit`.
    Quit,
}

/// Where a `position` begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartFrom {
    /// The start of the current game.
    Startpos,
    /// A position text, its fields separated by single blanks.
    Fen(String),
}

/// The limits of a `go`, as written. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand<'a> {
    /// `depth N`.
    pub depth: Option<u32>,
    /// `nodes N`.
    pub nodes: Option<u64>,
    /// `movetime MS`.
    pub movetime: Option<i64>,
    /// `p1time MS` and `p2time MS`, or `wtime` and `btime`.
    pub time: [Option<i64>; 2],
    /// `p1inc MS` and `p2inc MS`, or `winc` and `binc`.
    pub inc: [Option<i64>; 2],
    /// `movestogo N`.
    pub movestogo: Option<u32>,
    /// `mate N`.
    pub mate: Option<u32>,
    /// `infinite`.
    pub infinite: bool,
    /// `ponder`.
    pub ponder: bool,
    /// `searchmoves M…`; empty for all.
    pub searchmoves: Vec<&'a str>,
    /// `perft N`.
    pub perft: Option<u32>,
}

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

impl<'a> Command<'a> {
    /// Reads a line. `None` if there is nothing in it: it is blank, or a comment.
    pub fn parse(line: &'a str) -> Result<Option<Self>, CommandError> {
        let (rest, first) = match opt(word).parse(line) {
            Ok((_, None)) => return Ok(None),
            Ok((_, Some(comment))) if comment.starts_with('#') => return Ok(None),
            Ok((rest, Some(first))) => (rest, first),
            Err(error) => return Err(flatten(error)),
        };
        let (rest, command) = arguments(first, rest).map_err(flatten)?;
        end(rest).map_err(flatten)?;
        Ok(Some(command))
    }
}

fn flatten(error: nom::Err<CommandError>) -> CommandError {
    match error {
        nom::Err::Error(error) | nom::Err::Failure(error) => error,
        // Never returned by the "complete" parsers used here.
        nom::Err::Incomplete(_) => CommandError::Missing("rest of the line"),
    }
}

/// Reads what follows the command word.
fn arguments<'a>(command: &'a str, input: &'a str) -> Parsed<'a, Command<'a>> {
    let bare = |command| Ok((input, command));
    match command {
        "ugi" => bare(Command::Introduce("ugiok")),
        "uci" => bare(Command::Introduce("uciok")),
        "isready" => bare(Command::IsReady),
        "uginewgame" | "ucinewgame" => bare(Command::NewGame),
        "stop" => bare(Command::Stop),
        "ponderhit" => bare(Command::PonderHit),
        "d" => bare(Command::Draw),
        "eval" => bare(Command::Eval),
        "bench" => bare(Command::Bench),
        "quit" => bare(Command::Quit),
        "setoption" => set_option(input),
        "position" => position(input),
        "move" => moves(input),
        "capture" => required("cell after capture").map(Command::Capture).parse(input),
        "plant" => required("tree after plant").map(Command::Plant).parse(input),
        "undo" => undo(input),
        "go" => go(input),
        "query" => query(input),
        "perft" => number("perft depth", 1, MAX_PERFT).map(Command::Perft).parse(input),
        "rules" => bare(Command::Rules),
        "help" => help(input),
        _ => Err(nom::Err::Failure(CommandError::Unknown(command.into()))),
    }
}

/// Deeper than anybody can wait for; a limit so that nonsense is told from numbers.
const MAX_PERFT: u32 = 100;

/// Depths, moves to go and the like: more than any game has.
const MAX_COUNT: u32 = 1_000_000;

/// Some three hundred years, in milliseconds: what any clock may show, either way.
const MAX_TIME: i64 = 10_000_000_000_000;

fn set_option(input: &str) -> Parsed<'_, Command<'_>> {
    let (input, found) = required("name after setoption").parse(input)?;
    if found != "name" {
        return Err(nom::Err::Failure(CommandError::Unexpected(found.into())));
    }
    let (input, name) = words_until(|found| found == "value").parse(input)?;
    if name.is_empty() {
        return Err(nom::Err::Failure(CommandError::Missing("option name after setoption name")));
    }
    let (input, has_value) = opt(keyword("value")).parse(input)?;
    let (input, value) = (blanks, rest).map(|(_, value): (_, &str)| value.trim_end()).parse(input)?;
    Ok((input, Command::SetOption { name: name.join(" "), value: has_value.map(|_| value) }))
}

fn position(input: &str) -> Parsed<'_, Command<'_>> {
    let (input, start) = required("startpos or fen after position").parse(input)?;
    let (input, from) = match start {
        "startpos" => (input, StartFrom::Startpos),
        "fen" => {
            let (input, fields) = words_until(|found| found == "moves").parse(input)?;
            if fields.is_empty() {
                return Err(nom::Err::Failure(CommandError::Missing("position text after position fen")));
            }
            (input, StartFrom::Fen(fields.join(" ")))
        }
        other => return Err(nom::Err::Failure(CommandError::PositionStart(other.into()))),
    };
    let (input, has_moves) = opt(keyword("moves")).parse(input)?;
    let (input, moves) = match has_moves {
        Some(_) => words_until(|_| false).parse(input)?,
        None => (input, Vec::new()),
    };
    Ok((input, Command::Position { from, moves }))
}

fn moves(input: &str) -> Parsed<'_, Command<'_>> {
    let (input, moves) = words_until(|_| false).parse(input)?;
    if moves.is_empty() {
        return Err(nom::Err::Failure(CommandError::Missing("move text after move")));
    }
    Ok((input, Command::Move(moves)))
}

fn undo(input: &str) -> Parsed<'_, Command<'_>> {
    match opt(word).parse(input)? {
        (rest, None) => Ok((rest, Command::Undo(1))),
        _ => number("number of moves to undo", 1, MAX_COUNT).map(Command::Undo).parse(input),
    }
}

fn help(input: &str) -> Parsed<'_, Command<'_>> {
    let (rest, topic) = opt(word).parse(input)?;
    if topic != Some("option") {
        return Ok((rest, Command::Help(topic)));
    }
    let (rest, name) = words_until(|_| false).parse(rest)?;
    if name.is_empty() {
        return Err(nom::Err::Failure(CommandError::Missing("option name after help option")));
    }
    Ok((rest, Command::HelpOption(name.join(" "))))
}

fn query(input: &str) -> Parsed<'_, Command<'_>> {
    let (mut input, found) = required("question after query").parse(input)?;
    let mut query: Query = found.parse().map_err(|_| nom::Err::Failure(CommandError::Query(found.into())))?;
    if let Some(about) = query.about() {
        let (rest, named) = opt(word).parse(input)?;
        *about = named.map(Into::into);
        input = rest;
    }
    Ok((input, Command::Query(query)))
}

fn go(mut input: &str) -> Parsed<'_, Command<'_>> {
    let mut go = GoCommand::default();
    while let (rest, Some(limit)) = opt(word).parse(input)? {
        input = go_limit(&mut go, limit, rest)?.0;
    }
    let command = match go.perft {
        Some(depth) => Command::Perft(depth),
        None => Command::Go(Box::new(go)),
    };
    Ok((input, command))
}

const GO_LIMITS: [&str; 17] = [
    "depth",
    "nodes",
    "movetime",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// Reads what belongs to one limit into `go`.
fn go_limit<'a>(go: &mut GoCommand<'a>, limit: &'a str, input: &'a str) -> Parsed<'a, ()> {
    let time =
        |what, place: &mut Option<i64>| number(what, -MAX_TIME, MAX_TIME).map(|ms| *place = Some(ms)).parse(input);
    match limit {
        "depth" => number("depth", 1, MAX_COUNT).map(|n| go.depth = Some(n)).parse(input),
        "nodes" => number("nodes", 1, u64::MAX).map(|n| go.nodes = Some(n)).parse(input),
        "mate" => number("mate", 1, MAX_COUNT).map(|n| go.mate = Some(n)).parse(input),
        "movestogo" => number("movestogo", 0, MAX_COUNT).map(|n| go.movestogo = Some(n)).parse(input),
        "perft" => number("perft depth", 1, MAX_PERFT).map(|n| go.perft = Some(n)).parse(input),
        "movetime" => time("movetime", &mut go.movetime),
        "p1time" | "wtime" => time("time of the first player", &mut go.time[0]),
        "p2time" | "btime" => time("time of the second player", &mut go.time[1]),
        "p1inc" | "winc" => time("increment of the first player", &mut go.inc[0]),
        "p2inc" | "binc" => time("increment of the second player", &mut go.inc[1]),
        "infinite" => {
            go.infinite = true;
            Ok((input, ()))
        }
        "ponder" => {
            go.ponder = true;
            Ok((input, ()))
        }
        "searchmoves" => {
            let (rest, moves) = words_until(|found| GO_LIMITS.contains(&found)).parse(input)?;
            if moves.is_empty() {
                return Err(nom::Err::Failure(CommandError::NoSearchMoves));
            }
            go.searchmoves.extend(moves);
            Ok((rest, ()))
        }
        other => Err(nom::Err::Failure(CommandError::GoLimit(other.into()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command<'_> {
        Command::parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn blank_lines_and_comments_are_nothing() {
        for line in ["", "  \t ", "# go", "   #x"] {
            assert_eq!(Command::parse(line), Ok(None));
        }
    }

    #[test]
    fn blanks_are_blanks() {
        assert_eq!(parse(" \tundo \t 3  "), Command::Undo(3));
        assert_eq!(
            parse("position fen  a\t b moves  x  y "),
            Command::Position { from: StartFrom::Fen("a b".into()), moves: vec!["x", "y"] }
        );
    }

    #[test]
    fn options_may_hold_blanks() {
        assert_eq!(parse("setoption name Clear  Hash"), Command::SetOption { name: "Clear Hash".into(), value: None });
        assert_eq!(
            parse("setoption name A value  b  c "),
            Command::SetOption { name: "A".into(), value: Some("b  c") }
        );
        assert_eq!(parse("setoption name A value"), Command::SetOption { name: "A".into(), value: Some("") });
    }

    #[test]
    fn an_empty_move_list_is_fine_for_position_only() {
        let from = StartFrom::Startpos;
        assert_eq!(parse("position startpos moves"), Command::Position { from, moves: vec![] });
        assert_eq!(error("move"), "missing move text after move");
    }

    #[test]
    fn go_limits_come_in_any_order() {
        let Command::Go(go) =
            parse("go wtime -5 searchmoves c3 pass depth 4 binc 10 ponder nodes 18446744073709551615")
        else {
            panic!("not go")
        };
        assert_eq!(
            *go,
            GoCommand {
                depth: Some(4),
                nodes: Some(u64::MAX),
                time: [Some(-5), None],
                inc: [None, Some(10)],
                ponder: true,
                searchmoves: vec!["c3", "pass"],
                ..GoCommand::default()
            }
        );
        assert_eq!(parse("go perft 3"), Command::Perft(3));
        assert_eq!(parse("go"), Command::Go(Box::default()));
    }

    #[test]
    fn errors_name_the_offender() {
        for (line, message) in [
            ("frobnicate 1", "unknown command 'frobnicate'; try help"),
            ("isready now", "unexpected 'now'"),
            ("go depth", "missing depth"),
            ("go depth x", "depth must be a whole number from 1 to 1000000, not 'x'"),
            ("go depth 0", "depth must be a whole number from 1 to 1000000, not '0'"),
            (
                "go nodes 99999999999999999999",
                "nodes must be a whole number from 1 to 18446744073709551615, not '99999999999999999999'",
            ),
            ("go sideways", "unknown limit 'sideways' after go; try help go"),
            ("go searchmoves depth 3", "missing moves after searchmoves"),
            ("position", "missing startpos or fen after position"),
            ("position here", "position must go on with startpos or fen, not 'here'"),
            ("position fen", "missing position text after position fen"),
            ("position startpos c3", "unexpected 'c3'"),
            ("setoption", "missing name after setoption"),
            ("setoption value 3", "unexpected 'value'"),
            ("setoption name value 3", "missing option name after setoption name"),
            ("undo -1", "number of moves to undo must be a whole number from 1 to 1000000, not '-1'"),
            ("query", "missing question after query"),
            ("capture", "missing cell after capture"),
            ("perft", "missing perft depth"),
        ] {
            assert_eq!(error(line), message, "{line}");
        }
        assert!(error("query weather").starts_with("unknown query 'weather'; expected one of gameover, p1turn"));
    }
}
