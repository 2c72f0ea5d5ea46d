//! Every command and every reply in its one spelling, read and written again; and the little that is computed on the way.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::time::Duration;
use tern::protocol::{Command, Info, MoveTexts, Query, Reply, help, nps};

fn command(line: &str) -> Command {
    Command::parse(line).unwrap_or_else(|error| panic!("{line}: {error}")).expect(line)
}

#[test]
fn commands_are_written_as_they_are_read() {
    for line in [
        "ugi",
        "uci",
        "isready",
        "uginewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 16",
        "position startpos",
        "position startpos moves c3 d3",
        "position fen 6/6/6/6/6 w 12 12 - - 0",
        "position fen 6/6/6/6/6 w 12 12 - - 0 moves c3",
        "move c3 d3",
        "capture a1",
        "plant sl",
        "undo",
        "undo 3",
        "go",
        "go depth 4 nodes 100 movetime 5 p1time 1000 p2time -2 p1inc 3 p2inc 4 movestogo 7 mate 2",
        "go infinite searchmoves c3 d3",
        "go ponder",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "perft 3",
        "bench",
        "rules",
        "help",
        "help go",
        "help option Hash",
        "quit",
        "query moves",
        "query moves c3",
        "query steps",
        "query steps c3",
        "query svg",
        "query svg flip",
        "query overlay d4",
        "query overlay p1 flip",
        "query protocol",
    ] {
        assert_eq!(command(line).to_string(), line);
    }
    assert_eq!(command("undo"), Command::Undo(1));
    assert_eq!(command("query moves c3"), Command::Query(Query::Moves(Some("c3".into()))));
    assert!(Command::parse("query fen c3").is_err() && Command::parse("query svg flop").is_err());
    assert!(Command::parse("query overlay").is_err() && Command::parse("query overlay d4 flop").is_err());
    assert!(Command::parse("undo 1 2").is_err() && Command::parse("undo 0").is_err());
}

#[test]
fn replies_are_written_as_they_are_read() {
    for line in [
        "id name tern 0.1.0",
        "id author nobody",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Ponder type check default false",
        "option name Game type combo default wali var wali var differo",
        "option name Clear Hash type button",
        "option name Log type string default <empty>",
        "option name Log type string default a file",
        "ugiok",
        "uciok",
        "readyok",
        "awaiting capture a1 f1",
        "info depth 4 seldepth 7 multipv 1 score cp -12 lowerbound wdl 300 200 500 nodes 99 nps 1000 hashfull 3 time 99 pv c3 d3",
        "info score mate -3 upperbound currmove c3 currmovenumber 2 string well",
        "bestmove c3",
        "bestmove c3 ponder d3",
        "bestmove (none)",
        "response true",
        "error unknown command",
    ] {
        assert_eq!(line.parse::<Reply>().unwrap_or_else(|error| panic!("{line}: {error}")).to_string(), line);
    }
}

#[test]
fn moves_are_kept_as_one_line_and_read_one_by_one() {
    let moves: MoveTexts = ["c3", "d3 e4", ""].into_iter().collect();
    assert_eq!(moves.to_string(), "c3 d3 e4");
    assert_eq!(moves.to_vec(), ["c3", "d3", "e4"]);
    assert_eq!(moves.iter().last(), Some("e4"));
    assert!(!moves.is_empty() && MoveTexts::default().is_empty());
}

#[test]
fn a_line_is_about_the_best_move_unless_it_says_otherwise() {
    for (line, best) in [("info pv c3", true), ("info multipv 1 pv c3", true), ("info multipv 2 pv c3", false)] {
        let Ok(Reply::Info(info)) = line.parse() else { panic!("{line}") };
        assert_eq!(info.is_about_best(), best, "{line}");
    }
}

#[test]
fn what_a_search_found_becomes_the_fields_of_a_line() {
    let found = tern::search::Info {
        depth: 4,
        seldepth: 9,
        multipv: 2,
        score: tern::search::Score::Cp(-7),
        nodes: 3_000,
        hashfull: 12,
        time: Duration::from_millis(1_500),
        pv: vec!["c3".to_string(), "d3".to_string()],
    };
    let expected = "info depth 4 seldepth 9 multipv 2 score cp -7 nodes 3000 nps 2000 hashfull 12 time 1500 pv c3 d3";
    assert_eq!(Info::from(found).to_string(), expected);
    assert_eq!(nps(3_000, Duration::from_millis(1_500)), 2_000);
    assert_eq!(nps(7, Duration::ZERO), 7_000_000_000);
}

#[test]
fn help_lists_all_and_explains_one() {
    let all = help(None).unwrap();
    for name in ["isready", "position", "go", "query", "perft", "quit"] {
        let one = help(Some(name)).unwrap();
        let (usage, about) = one.split_once("\n    ").unwrap();
        assert!(usage.starts_with(name), "{usage}");
        assert!(all.lines().any(|line| line.starts_with(name) && line.ends_with(about)), "{about} in {all}");
    }
    assert!(help(Some("chess")).unwrap_err().contains("'chess'"));
}
