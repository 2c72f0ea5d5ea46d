//! Input that nobody should send: every line gets its one error or is skipped, nothing is lost, and tern goes on.

use crate::driver::{Tern, run};
use crate::positions::{CAPTURE_DUE, START, position};

const MEGABYTE: usize = 1 << 20;

#[test]
fn nonsense_is_named_and_changes_nothing() {
    let tern = Tern::start();
    tern.quietly(&["position startpos moves c3 a1"]);
    let before = tern.state();
    for (line, offender) in [
        ("frobnicate", "'frobnicate'"),
        ("Position startpos", "'Position'"),
        ("isready now", "'now'"),
        ("ugi 2", "'2'"),
        ("stop it", "'it'"),
        ("quit now", "'now'"),
        ("uginewgame wali", "'wali'"),
        ("d d", "'d'"),
        ("eval x", "'x'"),
        ("bench 3", "'3'"),
        ("ponderhit x", "'x'"),
        ("position", "startpos"),
        ("position start", "'start'"),
        ("position startpos c3", "'c3'"),
        ("position fen", "position text"),
        ("position fen moves c3", "position text"),
        ("position fen 6/6/6/6 w 12 12 - - 0", "'6/6/6/6'"),
        ("position fen 6/6/6/6/6 w 99999999999999999999 12 - - 0", "'99999999999999999999'"),
        ("move", "move"),
        ("move c9", "'c9'"),
        ("move pass", "'pass'"),
        ("move c3", "'c3'"),
        ("move c3c4", "'c3c4'"),
        ("capture c3", "capture"),
        ("plant sl", "plant"),
        ("undo 99999999999999999999", "'99999999999999999999'"),
        ("undo 3", "3"),
        ("query", "query"),
        ("query weather", "'weather'"),
        ("query fen please", "'please'"),
        ("help me please", "'please'"),
        ("go sideways", "'sideways'"),
        ("perft 4294967296", "'4294967296'"),
        ("setoption name", "name"),
        ("=", "'='"),
        ("'", "'"),
        ("\u{feff}ugi", "ugi"),
        ("żółw 🐢", "'żółw'"),
        ("\u{2028}", "u{2028}"),
        ("\u{1b}[31mred", "'\\u{1b}[31mred'"),
    ] {
        let error = tern.error(line);
        assert!(error.contains(offender), "{line}: {error}");
        assert!(error.len() < 300, "{line}: {error}");
        assert_eq!(tern.state(), before, "{line}");
    }
}

#[test]
fn nothing_is_said_to_blank_lines_and_comments() {
    let tern = Tern::start();
    tern.quietly(&["", "   ", "\t", "\r", "# go infinite", "   # nothing", "#"]);
}

#[test]
fn blanks_are_blanks_and_carriage_returns_are_too() {
    let script = "ugi\nposition startpos moves c3 a1\nquery fen\nsetoption name Clear Hash\nmove c3\n\nquery moves\n\
                  go depth 2 searchmoves e5\nquery p1turn\nundo 1\nquery fen\nd\n";
    let expected = run(&[], script.as_bytes()).quietly();
    let answers =
        |lines: Vec<String>| -> Vec<String> { lines.into_iter().filter(|line| !line.starts_with("info")).collect() };
    let expected = answers(expected);
    assert!(expected.iter().any(|line| line == "bestmove e5"));
    for strange in [
        script.replace('\n', "\r\n"),
        script.replace(' ', "\t"),
        script.replace(' ', "  \t "),
        script.replace('\n', "  \n\t  "),
        script.trim_end().to_string(),
    ] {
        assert_eq!(answers(run(&[], strange.as_bytes()).quietly()), expected, "{}", strange.escape_debug());
    }
}

#[test]
fn bytes_that_are_no_text_are_one_error() {
    let tern = Tern::start();
    tern.quietly(&["move c3"]);
    let before = tern.state();
    for bytes in [
        b"\xFF\n".as_slice(),
        b"position startpos moves a1 \xC3\x28\n",
        b"\xED\xA0\x80\n",
        b"\x80\x81\x82\r\n",
        b"isready \xF0\x9F\n",
        b"\0\n",
        b"quit\0\n",
        b"position startpos moves c3\0\n",
        b"position startpos moves c3\0 a1\n",
        b"go depth 1\0\n",
        b"\0\0\0\0 quit\n",
        b"\x0Bquit\n",
    ] {
        tern.send_bytes(bytes);
        let replies = tern.so_far();
        assert!(replies.len() == 1 && replies[0].starts_with("error "), "{}: {replies:?}", bytes.escape_ascii());
        assert_eq!(tern.state(), before, "{}", bytes.escape_ascii());
    }
}

#[test]
fn lines_of_ten_megabytes_are_no_trouble() {
    let tern = Tern::start();
    tern.quietly(&["move c3"]);
    let before = tern.state();
    let long = |unit: &str| unit.repeat(10 * MEGABYTE / unit.len());
    for line in [
        long("x"),
        long("x "),
        format!("position {}", long("x")),
        format!("position fen {}", long("6/")),
        format!("position fen {}", long("w ")),
        format!("position startpos moves {}", long("c3 ")),
        format!("move {}", long("a1 ")),
        format!("setoption name {}", long("Hash ")),
        format!("setoption name Hash value {}", long("9")),
        format!("go depth {}", long("1")),
        format!("go {}", long("wtime ")),
        format!("query {}", long("é")),
        long("\0"),
    ] {
        let error = tern.error(&line);
        assert!(error.len() < 300, "{error}");
    }
    assert_eq!(tern.state(), before);
    tern.quietly(&[&format!("#{}", long("y")), &long(" ")]);
    assert_eq!(tern.replies(&format!("{}query p1turn{}", long(" "), long("\t"))), ["response false"]);
    assert_eq!(tern.best(&format!("go depth 1 searchmoves {}", long("a1 "))), "a1");
    tern.send_bytes(&[vec![0xFF; 10 * MEGABYTE], b"\n".to_vec()].concat());
    assert!(tern.line().starts_with("error "));
}

#[test]
fn a_long_list_of_moves_is_played() {
    let tern = Tern::with_args(&["--game", "wali-total"]);
    // Sixteen plies that go round in the smallest circle but one would repeat; this walks without repeating.
    let moves = "c3c4 f5f4 c4d4 f4f3 d4d5 f3e3 d5c5 e3e4 c5c4 e4d4 c4c3 d4d3";
    tern.quietly(&[&format!("{} moves {moves}", position("w4b/6/2w3/6/w3bb w 0 0 - - 0"))]);
    tern.quietly(&["undo 12"]);
    assert_eq!(tern.query("fen"), "w4b/6/2w3/6/w3bb w 0 0 - - 0");
}

#[test]
fn a_flood_of_commands_is_answered_to_the_last() {
    let tern = Tern::start();
    let rounds = 5_000;
    for _ in 0..rounds {
        tern.send("move c3\nundo\nquery p1turn\nnonsense");
    }
    tern.send("query fen");
    for _ in 0..rounds {
        assert_eq!(tern.line(), "response true");
        assert!(tern.line().starts_with("error "));
    }
    assert_eq!(tern.line(), format!("response {START}"));
}

#[test]
fn errors_never_disturb_a_pending_capture() {
    let tern = Tern::start();
    tern.quietly(&[&position(CAPTURE_DUE)]);
    tern.replies("move a3b3");
    let before = tern.state();
    tern.send_bytes(b"\xFF\xFF\n\0\nnonsense\ncapture\n");
    assert_eq!(tern.so_far().len(), 4);
    assert_eq!(tern.state(), before);
}

#[test]
fn the_log_never_reaches_the_output() {
    let tern = Tern::spawn(&crate::driver::binary().env("RUST_LOG", "trace"));
    assert_eq!(tern.replies("query p1turn"), ["response true"]);
    tern.search("go depth 3");
    let ended = tern.finish();
    assert!(ended.status.success() && ended.lines.is_empty());
    assert!(!ended.stderr.is_empty(), "it goes to stderr");
}
