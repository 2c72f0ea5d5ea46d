//! The limits of `go`: how they are read and written.

use super::command::{Command, MAX_COUNT, MAX_PERFT};
use super::error::CommandError;
use super::moves::MoveTexts;
use super::words::{Parsed, number, word, words_until};
use nom::Parser;
use nom::combinator::opt;
use std::fmt;
use strum::EnumString;

/// Some three hundred years, in milliseconds: what any clock may show, either way.
const MAX_TIME: i64 = 10_000_000_000_000;

/// The limits of a `go`, as written. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
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
    pub searchmoves: MoveTexts,
}

/// The words that begin a limit.
#[derive(Clone, Copy, EnumString)]
#[strum(serialize_all = "lowercase")]
enum Limit {
    Depth,
    Nodes,
    MoveTime,
    #[strum(serialize = "p1time", serialize = "wtime")]
    P1Time,
    #[strum(serialize = "p2time", serialize = "btime")]
    P2Time,
    #[strum(serialize = "p1inc", serialize = "winc")]
    P1Inc,
    #[strum(serialize = "p2inc", serialize = "binc")]
    P2Inc,
    MovesToGo,
    Mate,
    Infinite,
    Ponder,
    SearchMoves,
    Perft,
}

/// Reads what follows `go`.
pub(super) fn go(mut input: &str) -> Parsed<'_, Command> {
    let mut go = GoCommand::default();
    let mut perft = None;
    while let (rest, Some(found)) = opt(word).parse(input)? {
        let unknown = |_| nom::Err::Failure(CommandError::GoLimit(found.into()));
        input = match found.parse().map_err(unknown)? {
            Limit::Perft => number("perft depth", 1, MAX_PERFT).map(|n| perft = Some(n)).parse(rest)?.0,
            limit => go.read(limit, rest)?.0,
        };
    }
    Ok((input, perft.map_or_else(|| Command::Go(Box::new(go)), Command::Perft)))
}

impl GoCommand {
    /// Reads what belongs to one limit.
    fn read<'a>(&mut self, limit: Limit, input: &'a str) -> Parsed<'a, ()> {
        let time =
            |what, place: &mut Option<i64>| number(what, -MAX_TIME, MAX_TIME).map(|ms| *place = Some(ms)).parse(input);
        match limit {
            Limit::Depth => number("depth", 1, MAX_COUNT).map(|n| self.depth = Some(n)).parse(input),
            Limit::Nodes => number("nodes", 1, u64::MAX).map(|n| self.nodes = Some(n)).parse(input),
            Limit::Mate => number("mate", 1, MAX_COUNT).map(|n| self.mate = Some(n)).parse(input),
            Limit::MovesToGo => number("movestogo", 0, MAX_COUNT).map(|n| self.movestogo = Some(n)).parse(input),
            Limit::MoveTime => time("movetime", &mut self.movetime),
            Limit::P1Time => time("time of the first player", &mut self.time[0]),
            Limit::P2Time => time("time of the second player", &mut self.time[1]),
            Limit::P1Inc => time("increment of the first player", &mut self.inc[0]),
            Limit::P2Inc => time("increment of the second player", &mut self.inc[1]),
            Limit::SearchMoves => self.read_searchmoves(input),
            Limit::Infinite => {
                self.infinite = true;
                Ok((input, ()))
            }
            Limit::Ponder => {
                self.ponder = true;
                Ok((input, ()))
            }
            // No limit of a search: whoever reads the line deals with it.
            Limit::Perft => Ok((input, ())),
        }
    }

    fn read_searchmoves<'a>(&mut self, input: &'a str) -> Parsed<'a, ()> {
        let (rest, moves) = words_until(|found| found.parse::<Limit>().is_ok()).parse(input)?;
        if moves.is_empty() {
            return Err(nom::Err::Failure(CommandError::NoSearchMoves));
        }
        self.searchmoves.extend(moves);
        Ok((rest, ()))
    }
}

impl fmt::Display for GoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn limit(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        let Self { depth, nodes, movetime, time, inc, movestogo, mate, infinite, ponder, searchmoves } = self;
        f.write_str("go")?;
        limit(f, "depth", *depth)?;
        limit(f, "nodes", *nodes)?;
        limit(f, "movetime", *movetime)?;
        limit(f, "p1time", time[0])?;
        limit(f, "p2time", time[1])?;
        limit(f, "p1inc", inc[0])?;
        limit(f, "p2inc", inc[1])?;
        limit(f, "movestogo", *movestogo)?;
        limit(f, "mate", *mate)?;
        f.write_str(if *infinite { " infinite" } else { "" })?;
        f.write_str(if *ponder { " ponder" } else { "" })?;
        limit(f, "searchmoves", (!searchmoves.is_empty()).then_some(searchmoves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_come_in_any_order() {
        let line = "go wtime -5 searchmoves c3 pass depth 4 binc 10 ponder nodes 18446744073709551615";
        let Ok(Some(Command::Go(go))) = Command::parse(line) else { panic!("not go") };
        let wanted = GoCommand {
            depth: Some(4),
            nodes: Some(u64::MAX),
            time: [Some(-5), None],
            inc: [None, Some(10)],
            ponder: true,
            searchmoves: ["c3", "pass"].iter().collect(),
            ..GoCommand::default()
        };
        assert_eq!(*go, wanted);
        assert_eq!(
            go.to_string(),
            "go depth 4 nodes 18446744073709551615 p1time -5 p2inc 10 ponder searchmoves c3 pass"
        );
    }

    #[test]
    fn perft_is_a_command_of_its_own() {
        assert_eq!(Command::parse("go perft 3"), Ok(Some(Command::Perft(3))));
        assert_eq!(Command::parse("go"), Ok(Some(Command::Go(Box::default()))));
    }
}
