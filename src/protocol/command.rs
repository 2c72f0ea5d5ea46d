//! The commands: what they are, and how they are read and written.

use super::error::CommandError;
use super::go::{GoCommand, go};
use super::moves::MoveTexts;
use super::query::{Query, Side};
use super::words::{Parsed, blanks, end, keyword, number, required, word, words_until};
use nom::Parser;
use nom::combinator::{opt, rest};
use std::fmt;

/// A command. What its words mean to a game is not looked at here.
///
/// Whoever drives an engine builds commands and writes them with `Display`; the engine reads them with [`Command::parse`].
///
/// ```
/// use tern::protocol::{Command, StartFrom};
///
/// let command = Command::position(StartFrom::Startpos, ["c3", "d3"]);
/// assert_eq!(command.to_string(), "position startpos moves c3 d3");
/// assert_eq!(Command::parse(" position  startpos moves c3 d3 ")?, Some(command));
/// # Ok::<(), tern::protocol::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: introduce yourself.
    Ugi,
    /// `uci`: the same to a driver of chess engines.
    Uci,
    /// `isready`.
    IsReady,
    /// `uginewgame` or `ucinewgame`.
    NewGame,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, blanks between its words made single.
        name: String,
        /// The value, if one was given.
        value: Option<String>,
    },
    /// `position …`.
    Position {
        /// Where the game begins.
        from: StartFrom,
        /// The moves played since.
        moves: MoveTexts,
    },
    /// `move M…`: at least one.
    Move(MoveTexts),
    /// `capture C`.
    Capture(String),
    /// `plant T`.
    Plant(String),
    /// `undo [N]`.
    Undo(u32),
    /// `go …`.
    Go(Box<GoCommand>),
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
    /// `help [command]`.
    Help(Option<String>),
    /// `help option NAME`.
    HelpOption(String),
    /// `rules`.
    Rules,
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

impl Command {
    /// Reads a line. `None` if there is nothing in it: it is blank, or a comment.
    ///
    /// # Errors
    ///
    /// The first word that is wrong or missing.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
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

    /// Sets up a position and plays moves from it.
    pub fn position<S: AsRef<str>>(from: StartFrom, moves: impl IntoIterator<Item = S>) -> Self {
        Self::Position { from, moves: moves.into_iter().collect() }
    }

    /// Sets an option to a value.
    pub fn set_option(name: &str, value: impl fmt::Display) -> Self {
        // A line break would make two commands of it.
        let value = value.to_string().replace(['\r', '\n'], " ");
        Self::SetOption { name: name.into(), value: Some(value) }
    }

    /// Presses a button among the options.
    pub fn press_button(name: &str) -> Self {
        Self::SetOption { name: name.into(), value: None }
    }

    /// Searches within limits.
    pub fn go(limits: GoCommand) -> Self {
        Self::Go(Box::new(limits))
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
fn arguments<'a>(command: &'a str, input: &'a str) -> Parsed<'a, Command> {
    let bare = |command| Ok((input, command));
    match command {
        "ugi" => bare(Command::Ugi),
        "uci" => bare(Command::Uci),
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
        "capture" => required("cell after capture").map(|cell| Command::Capture(cell.into())).parse(input),
        "plant" => required("tree after plant").map(|tree| Command::Plant(tree.into())).parse(input),
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
pub(super) const MAX_PERFT: u32 = 100;

/// Depths, moves to go and the like: more than any game has.
pub(super) const MAX_COUNT: u32 = 1_000_000;

fn set_option(input: &str) -> Parsed<'_, Command> {
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
    Ok((input, Command::SetOption { name: name.join(" "), value: has_value.map(|_| value.into()) }))
}

fn position(input: &str) -> Parsed<'_, Command> {
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
    Ok((input, Command::position(from, moves)))
}

fn moves(input: &str) -> Parsed<'_, Command> {
    let (input, moves) = words_until(|_| false).parse(input)?;
    if moves.is_empty() {
        return Err(nom::Err::Failure(CommandError::Missing("move text after move")));
    }
    Ok((input, Command::Move(moves.into_iter().collect())))
}

fn undo(input: &str) -> Parsed<'_, Command> {
    match opt(word).parse(input)? {
        (rest, None) => Ok((rest, Command::Undo(1))),
        _ => number("number of moves to undo", 1, MAX_COUNT).map(Command::Undo).parse(input),
    }
}

fn help(input: &str) -> Parsed<'_, Command> {
    let (rest, topic) = opt(word).parse(input)?;
    if topic != Some("option") {
        return Ok((rest, Command::Help(topic.map(Into::into))));
    }
    let (rest, name) = words_until(|_| false).parse(rest)?;
    if name.is_empty() {
        return Err(nom::Err::Failure(CommandError::Missing("option name after help option")));
    }
    Ok((rest, Command::HelpOption(name.join(" "))))
}

fn query(input: &str) -> Parsed<'_, Command> {
    let (input, found) = required("question after query").parse(input)?;
    let mut query: Query = found.parse().map_err(|_| nom::Err::Failure(CommandError::Query(found.into())))?;
    let mut input = input;
    if let Some(about) = query.about() {
        let (rest, named) = opt(word).parse(input)?;
        *about = named.map(Into::into);
        input = rest;
    }
    if let Query::Overlay(None, _) = query {
        return Err(nom::Err::Failure(CommandError::Missing("cell or player after query overlay")));
    }
    if let Some(side) = query.side()
        && let (rest, Some(Side::FLIP)) = opt(word).parse(input)?
    {
        (*side, input) = (Side::Flipped, rest);
    }
    Ok((input, Command::Query(query)))
}

impl fmt::Display for StartFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Startpos => f.write_str("startpos"),
            Self::Fen(text) => write!(f, "fen {text}"),
        }
    }
}

impl fmt::Display for Command {
    /// The one line that says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::Uci => f.write_str("uci"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Self::Position { from, moves } if moves.is_empty() => write!(f, "position {from}"),
            Self::Position { from, moves } => write!(f, "position {from} moves {moves}"),
            Self::Move(moves) => write!(f, "move {moves}"),
            Self::Capture(cell) => write!(f, "capture {cell}"),
            Self::Plant(tree) => write!(f, "plant {tree}"),
            Self::Undo(1) => f.write_str("undo"),
            Self::Undo(moves) => write!(f, "undo {moves}"),
            Self::Go(go) => write!(f, "{go}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Query(query) => write!(f, "query {query}"),
            Self::Draw => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Bench => f.write_str("bench"),
            Self::Rules => f.write_str("rules"),
            Self::HelpOption(name) => write!(f, "help option {name}"),
            Self::Help(None) => f.write_str("help"),
            Self::Help(Some(topic)) => write!(f, "help {topic}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
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
            Command::position(StartFrom::Fen("a b".into()), ["x", "y"])
        );
    }

    #[test]
    fn options_may_hold_blanks() {
        assert_eq!(parse("setoption name Clear  Hash"), Command::press_button("Clear Hash"));
        assert_eq!(parse("setoption name A value  b  c "), Command::set_option("A", "b  c"));
        assert_eq!(parse("setoption name A value"), Command::set_option("A", ""));
    }

    #[test]
    fn an_empty_move_list_is_fine_for_position_only() {
        assert_eq!(parse("position startpos moves").to_string(), "position startpos");
        assert_eq!(error("move"), "missing move text after move");
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
