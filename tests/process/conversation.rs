//! Who are you, what can be set, what can be asked, and how moves are played: everything but searching.

use crate::driver::{Tern, run};
use crate::positions::{CAPTURE_DUE, DRAWN, LOST, MIDDLE, ONLY_MOVE, START, position};
#[cfg(target_os = "linux")]
use tern::client::EngineCommand;

fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(' ').collect();
    words.sort_unstable();
    words
}

// ---- introduction ----

#[test]
fn introduces_itself_to_ugi_and_uci() {
    let tern = Tern::start();
    for (hello, done) in [("ugi", "ugiok"), ("uci", "uciok")] {
        let lines = tern.replies(hello);
        assert_eq!(lines[0], format!("id name tern {}", env!("CARGO_PKG_VERSION")));
        assert!(lines[1].starts_with("id author ") && lines[1].len() > "id author ".len());
        let (options, last) = lines[2..].split_at(lines.len() - 3);
        assert!(options.iter().all(|line| line.starts_with("option name ")), "{options:?}");
        assert_eq!(last, [done]);
    }
}

#[test]
fn advertises_every_option() {
    let lines = Tern::start().replies("ugi");
    for (name, description) in [
        ("Game", "combo default wali var wali var wali-total"),
        ("BoardSize", "spin default 8 min 5 max 11"),
        ("Hash", "spin default 64 min 1 max 65536"),
        ("Threads", "spin default 1 min 1 max 256"),
        ("MultiPV", "spin default 1 min 1 max 256"),
        (
            "Level",
            "combo default search var random var greedy var 1 var 2 var 3 var 4 var 5 var 6 var 7 var 8 var 9 var 10 var search",
        ),
        ("LimitStrength", "check default false"),
        ("Elo", "spin default 1000 min 0 max 4000"),
        ("Seed", "spin default 0 min 0 max"),
        ("MoveOverhead", "spin default 10 min 0 max"),
        ("Ponder", "check default false"),
        ("ShowWDL", "check default false"),
        ("Clear Hash", "button"),
    ] {
        let wanted = format!("option name {name} type {description}");
        assert!(lines.iter().any(|line| line.starts_with(&wanted)), "{wanted} in {lines:?}");
    }
}

#[test]
fn the_game_can_be_chosen_on_the_command_line() {
    assert_eq!(Tern::start().query("game"), "wali");
    for game in ["wali", "wali-total"] {
        assert_eq!(Tern::with_args(&["--game", game]).query("game"), game);
    }
    let unknown = run(&["--game", "chess"], b"");
    assert!(!unknown.status.success() && unknown.lines.is_empty());
    assert!(unknown.stderr.contains("'chess'") && unknown.stderr.contains("wali-total"), "{}", unknown.stderr);
}

#[test]
fn help_is_at_hand() {
    let tern = Tern::start();
    let list = tern.replies("help").join("\n");
    let commands = [
        "ugi",
        "isready",
        "uginewgame",
        "setoption",
        "position",
        "move",
        "capture",
        "plant",
        "undo",
        "go",
        "stop",
        "ponderhit",
        "query",
        "d",
        "eval",
        "perft",
        "bench",
        "help",
        "quit",
    ];
    for command in commands {
        assert!(list.lines().any(|line| line.split(' ').next() == Some(command)), "{command} in {list}");
        let usage = tern.replies(&format!("help {command}"));
        assert!(usage[0].starts_with(command), "{usage:?}");
    }
    assert!(tern.error("help dinner").contains("'dinner'"));
}

// ---- options ----

#[test]
fn options_take_their_values_in_silence() {
    let tern = Tern::start();
    tern.quietly(&[
        "setoption name Game value wali-total",
        "setoption name Game value WALI",
        "setoption name BoardSize value 11",
        "setoption name Hash value 1",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name MultiPV value 256",
        "setoption name Level value greedy",
        "setoption name Level value 10",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 900",
        "setoption name LimitStrength value false",
        "setoption name Level value search",
        "setoption name Seed value 7",
        "setoption name MoveOverhead value 0",
        "setoption name Ponder value true",
        "setoption name Ponder value FALSE",
        "setoption name Clear Hash",
        "setoption name CLEAR   hash",
        "setoption name clear hash value",
        "setoption name mOvEoVeRhEaD value 25",
    ]);
    tern.search("go depth 3");
}

#[test]
fn bad_options_are_refused_and_named() {
    let tern = Tern::start();
    for (line, offender) in [
        ("setoption name Speed value 3", "'Speed'"),
        ("setoption name Clear", "'Clear'"),
        ("setoption name Hash value 0", "'0'"),
        ("setoption name Hash value 65537", "'65537'"),
        ("setoption name Hash value 99999999999999999999999", "'99999999999999999999999'"),
        ("setoption name Hash value -1", "'-1'"),
        ("setoption name Hash value 1.5", "'1.5'"),
        ("setoption name Hash value 64 64", "'64 64'"),
        ("setoption name Hash value", "Hash"),
        ("setoption name Hash", "Hash"),
        ("setoption name Threads value 257", "'257'"),
        ("setoption name MultiPV value many", "'many'"),
        ("setoption name Level value genius", "'genius'"),
        ("setoption name Level value 0", "'0'"),
        ("setoption name Level value 11", "'11'"),
        ("setoption name Elo value -1", "'-1'"),
        ("setoption name Elo value strong", "'strong'"),
        ("setoption name LimitStrength value 7", "'7'"),
        ("setoption name Game value chess", "'chess'"),
        ("setoption name BoardSize value 4", "'4'"),
        ("setoption name Ponder value maybe", "'maybe'"),
        ("setoption name Clear Hash value now", "'now'"),
        ("setoption", "name"),
        ("setoption name", "name"),
        ("setoption Hash 64", "'Hash'"),
    ] {
        let error = tern.error(line);
        assert!(error.contains(offender), "{line}: {error}");
    }
    assert_eq!(tern.query("game"), "wali");
}

#[test]
fn a_refused_value_leaves_the_old_one() {
    let tern = Tern::start();
    tern.quietly(&["setoption name MultiPV value 3"]);
    tern.error("setoption name MultiPV value 0");
    assert_eq!(tern.search("go depth 1").len(), 4, "three lines and a bestmove");
}

#[test]
fn changing_the_game_sets_up_its_start() {
    let tern = Tern::start();
    tern.quietly(&["move c3", "setoption name Game value wali-total"]);
    assert_eq!(tern.query("game"), "wali-total");
    assert_eq!(tern.query("fen"), START);
    tern.quietly(&["move c3", "setoption name Game value wali-total"]);
    assert_ne!(tern.query("fen"), START, "it is the same game");
}

/// A table that cannot be had leaves the old one in place.
#[cfg(target_os = "linux")]
#[test]
fn too_large_a_table_is_an_error() {
    let shell = EngineCommand::new("sh");
    let tern = Tern::spawn(&shell.args(["-c", "ulimit -v 4000000; exec \"$0\"", env!("CARGO_BIN_EXE_tern")]));
    assert!(tern.error("setoption name Hash value 65536").contains("65536 MiB"));
    tern.search("go depth 3");
    tern.quietly(&["setoption name Hash value 16"]);
}

// ---- questions ----

#[test]
fn answers_at_the_start() {
    let tern = Tern::start();
    for (question, answer) in [
        ("gameover", "false"),
        ("p1turn", "true"),
        ("result", "none"),
        ("game", "wali"),
        ("fen", START),
        ("pending", "none"),
        ("score", "0 0"),
        ("reason", "none"),
    ] {
        assert_eq!(tern.query(question), answer, "{question}");
    }
    assert_eq!(words(&tern.query("moves")).len(), 30);
}

#[test]
fn answers_during_and_after_a_game() {
    let tern = Tern::start();
    tern.quietly(&["move c3"]);
    assert_eq!(tern.query("p1turn"), "false");
    assert_eq!(tern.query("score"), "1 0");
    tern.quietly(&[&position(LOST)]);
    for (question, answer) in [
        ("gameover", "true"),
        ("result", "p2win"),
        ("reason", "stones"),
        ("moves", "(none)"),
        ("p1turn", "true"),
        ("score", "2 3"),
    ] {
        assert_eq!(tern.query(question), answer, "{question}");
    }
    tern.quietly(&[&position(DRAWN)]);
    assert_eq!([tern.query("result"), tern.query("reason")], ["draw", "idle"]);
    tern.quietly(&[&position("5b/6/b5/wb4/wwb3 w 0 0 - - 0")]);
    assert_eq!([tern.query("result"), tern.query("reason")], ["p2win", "blocked"]);
    tern.quietly(&["setoption name Game value wali-total", &position("6/6/6/6/ww2bb w 0 0 - - 0")]);
    assert_eq!([tern.query("result"), tern.query("reason")], ["draw", "material"]);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let tern = Tern::with_args(&["--game", "wali-total"]);
    let there_and_back = "c3c4 f5f4 c4c3 f4f5";
    tern.quietly(&[&position("w4b/6/2w3/6/w3bb w 0 0 - - 0"), &format!("move {there_and_back}")]);
    assert_eq!(tern.query("gameover"), "false");
    tern.quietly(&[&format!("move {there_and_back}")]);
    assert_eq!([tern.query("result"), tern.query("reason"), tern.query("moves")], ["draw", "repetition", "(none)"]);
    assert!(tern.error("move c3c4").contains("'c3c4'"));
    assert_eq!(tern.search("go depth 3"), ["info depth 0 score cp 0", "bestmove (none)"]);

    tern.quietly(&["undo"]);
    assert_eq!(tern.query("gameover"), "false", "undone");
    tern.quietly(&["move f4f5"]);
    assert_eq!(tern.query("gameover"), "true");

    let fen = tern.query("fen");
    tern.quietly(&[&position(&fen)]);
    assert_eq!(tern.query("gameover"), "false", "a position text has no history");
    tern.quietly(&[&format!("{} moves {there_and_back} {there_and_back}", position(&fen))]);
    assert_eq!(tern.query("reason"), "repetition", "the moves of position count");
}

#[test]
fn the_board_and_the_evaluation_are_shown() {
    let tern = Tern::start();
    tern.quietly(&[&position(MIDDLE)]);
    let drawing = tern.replies("d");
    assert!(drawing.last().unwrap().ends_with(MIDDLE), "{drawing:?}");
    let drawing = drawing.join("\n");
    for part in ["White to move", "a   b   c   d   e   f", "  5 │", "  1 │"] {
        assert!(drawing.contains(part), "{part} in {drawing}");
    }
    let evaluation = tern.replies("eval");
    assert!(evaluation.last().unwrap().starts_with("total "), "{evaluation:?}");
    tern.quietly(&[&position(LOST)]);
    assert!(tern.replies("d").join("\n").contains("Black has won (stones)"));
    assert_eq!(tern.replies("eval").len(), 1);
}

// ---- positions and moves ----

#[test]
fn positions_are_set_up() {
    let tern = Tern::start();
    for (line, fen) in [
        ("position startpos moves c3 a1", "6/6/2w3/6/b5 w 11 11 - - 0"),
        ("position startpos", START),
        ("position startpos moves", START),
        (&position(MIDDLE), MIDDLE),
        (&format!("{} moves", position(ONLY_MOVE)), ONLY_MOVE),
        (&format!("{} moves pass c5", position(ONLY_MOVE)), "1wbwbw/b2bwb/wbw1b1/b1b2w/1w1wb1 w 0 0 - - 0"),
    ] {
        tern.quietly(&[line]);
        assert_eq!(tern.query("fen"), fen, "{line}");
    }
}

#[test]
fn a_new_game_begins_at_the_start() {
    let tern = Tern::start();
    for new_game in ["uginewgame", "ucinewgame"] {
        tern.quietly(&[&position(CAPTURE_DUE)]);
        tern.replies("move a3b3");
        tern.quietly(&[new_game]);
        assert_eq!([tern.query("fen"), tern.query("pending")], [START, "none"]);
    }
}

#[test]
fn position_and_move_are_all_or_nothing() {
    let tern = Tern::start();
    tern.quietly(&["position startpos moves c3 a1"]);
    let before = tern.state();
    for (line, offender) in [
        ("position startpos moves a1 c3 c3 e5", "'c3'"),
        ("position startpos moves a1 nonsense", "'nonsense'"),
        ("position fen 6/6/6/6/6 w 12 12 - - 0 moves a1 a2 b1", "'b1'"),
        ("position fen 6/6/6/6/6 w 12 12 - -", "idle"),
        (&format!("{} moves a3a2 a5a4 a2b2 a4a3 a3a4", position(CAPTURE_DUE)), "'a3a4'"),
        (&format!("{} moves a3b3", position(CAPTURE_DUE)), "'a3b3'"),
        (&format!("{} moves a3b3 c1c2", position(CAPTURE_DUE)), "'a3b3'"),
        (&format!("{} moves c3", position(LOST)), "'c3'"),
        ("move e5 e1 e4", "'e4'"),
        ("move e5 e1 e1", "'e1'"),
        ("move e5 e1c1", "'e1c1'"),
    ] {
        let error = tern.error(line);
        assert!(error.contains(offender), "{line}: {error}");
        assert_eq!(tern.state(), before, "{line}");
    }
}

#[test]
fn moves_are_taken_back() {
    let tern = Tern::start();
    tern.quietly(&["move c3", "move a1 e5 f1", "undo"]);
    assert_eq!(tern.query("fen"), "4w1/6/2w3/6/b5 b 10 11 - - 0");
    tern.quietly(&["undo 2"]);
    assert_eq!(tern.query("fen"), "6/6/2w3/6/6 b 11 12 - - 0");
    assert!(tern.error("undo 2").contains('2'));
    assert_eq!(tern.query("fen"), "6/6/2w3/6/6 b 11 12 - - 0");
    tern.quietly(&["undo 1"]);
    assert_eq!(tern.query("fen"), START);
    tern.error("undo");
    for (line, offender) in [("undo 0", "'0'"), ("undo -1", "'-1'"), ("undo x", "'x'"), ("undo 1 2", "'2'")] {
        assert!(tern.error(line).contains(offender), "{line}");
    }
}

// ---- pending captures ----

#[test]
fn a_capture_is_asked_for_and_completed() {
    let tern = Tern::start();
    tern.quietly(&[&position(CAPTURE_DUE)]);
    let reply = tern.replies("move a3b3");
    assert_eq!(reply.len(), 1);
    assert_eq!(words(reply[0].strip_prefix("awaiting capture ").unwrap()), ["a5", "c1", "e1", "f1"]);
    assert_eq!([tern.query("pending"), tern.query("fen"), tern.query("p1turn")], ["capture a3b3", CAPTURE_DUE, "true"]);
    assert_eq!(words(&tern.query("moves")), ["a3b3xa5", "a3b3xc1", "a3b3xe1", "a3b3xf1"]);
    assert!(tern.replies("d").join("\n").contains("awaiting capture"));

    tern.quietly(&["capture e1"]);
    assert_eq!(tern.query("pending"), "none");
    assert_eq!(tern.query("fen"), "b5/6/1www2/6/2b2b b 0 0 b3a3 - 0");
    tern.quietly(&["undo"]);
    assert_eq!([tern.query("fen"), tern.query("pending")], [CAPTURE_DUE, "none"], "one whole move");
}

#[test]
fn a_capture_in_one_word_is_not_asked_for() {
    let tern = Tern::start();
    tern.quietly(&[&position(CAPTURE_DUE), "move a3b3xe1"]);
    assert_eq!(tern.query("fen"), "b5/6/1www2/6/2b2b b 0 0 b3a3 - 0");
}

#[test]
fn the_last_of_several_moves_may_be_half() {
    let tern = Tern::start();
    tern.quietly(&[&position("b5/w5/2ww2/6/2b1bb w 0 0 - - 0")]);
    assert!(tern.replies("move a4a3 a5a4 a3b3")[0].starts_with("awaiting capture"));
    tern.quietly(&["undo"]);
    assert_eq!(tern.query("fen"), "6/b5/w1ww2/6/2b1bb w 0 0 a3a4 a4a5 2", "only the half move is taken back");
}

#[test]
fn errors_while_a_capture_is_pending_leave_it_pending() {
    let tern = Tern::start();
    tern.quietly(&[&position(CAPTURE_DUE)]);
    tern.replies("move a3b3");
    let before = tern.state();
    for (line, offender) in [
        ("capture d1", "'d1'"),
        ("capture z9", "'z9'"),
        ("capture c1 e1", "'e1'"),
        ("capture", "cell"),
        ("plant sl", "plant"),
        ("move a3a2", "capture"),
        ("move a3b3xd1", "capture"),
        ("move a3b3xc1 c3c3", "'c3c3'"),
        ("position startpos moves c3 c3", "'c3'"),
        ("position fen nonsense", "side"),
        ("go searchmoves a3a2 depth 1", "'a3a2'"),
    ] {
        let error = tern.error(line);
        assert!(error.contains(offender), "{line}: {error}");
        assert_eq!(tern.state(), before, "{line}");
    }
    tern.quietly(&["capture c1"]);
}

#[test]
fn a_whole_move_completes_a_pending_capture() {
    let tern = Tern::start();
    tern.quietly(&[&position(CAPTURE_DUE)]);
    tern.replies("move a3b3");
    let best = tern.best("go depth 2");
    tern.quietly(&[&format!("move {best}")]);
    assert_eq!([tern.query("pending"), tern.query("lastmove"), tern.query("history")], ["none", &best, &best]);
    tern.quietly(&["undo"]);
    assert_eq!([tern.query("fen"), tern.query("pending")], [CAPTURE_DUE, "none"], "one whole move");
}

#[test]
fn a_change_of_the_board_sets_up_its_start() {
    let tern = Tern::start();
    tern.quietly(&["move c3", "setoption name BoardSize value 6"]);
    assert_eq!(tern.query("history"), "c3", "wali has one board");
    tern.quietly(&["setoption name Game value waldmeister"]);
    assert_eq!(tern.query("fen"), "6/6/6/6/6/6 1 222222222 222222222 c");
    tern.quietly(&["move a1+sl", "setoption name BoardSize value 6"]);
    assert_eq!(tern.query("history"), "a1+sl", "nothing has changed");
    tern.quietly(&["setoption name BoardSize value 11"]);
    assert_eq!([tern.query("history"), tern.query("steps a1"), tern.query("steps a11")], ["(none)", "a1", "a11"]);
}

#[test]
fn options_are_explained() {
    let tern = Tern::start();
    let said = tern.replies("help option clear hash");
    assert_eq!(said[0], "option name Clear Hash type button");
    assert!(tern.error("help option Colour").contains("'Colour'"));
    assert!(tern.error("help option").contains("option name"));
}

#[test]
fn a_silent_search_says_how_far_it_has_come() {
    let tern = Tern::start();
    tern.quietly(&[&position(CAPTURE_DUE)]);
    tern.send("go infinite");
    let line = loop {
        let line = tern.line();
        if line.starts_with("info nodes ") {
            break line;
        }
    };
    let named: Vec<&str> = line.split(' ').skip(1).step_by(2).collect();
    assert_eq!(named, ["nodes", "nps", "hashfull", "time", "currmove", "currmovenumber"], "{line}");
    tern.send("stop");
    while !tern.line().starts_with("bestmove ") {}
}

#[test]
fn a_pending_capture_is_undone_or_set_aside() {
    let tern = Tern::start();
    for line in ["undo", "undo 5", &position(CAPTURE_DUE)] {
        tern.quietly(&[&position(CAPTURE_DUE)]);
        tern.replies("move a3b3");
        tern.quietly(&[line]);
        assert_eq!([tern.query("pending"), tern.query("fen")], ["none", CAPTURE_DUE], "{line}");
        assert!(tern.error("capture c1").contains("capture"), "{line}");
    }
}

#[test]
fn a_search_completes_a_pending_capture() {
    let tern = Tern::start();
    tern.quietly(&[&position(CAPTURE_DUE)]);
    tern.replies("move a3b3");
    let best = tern.best("go depth 3");
    assert!(best.starts_with("a3b3x"), "{best}");
    assert_eq!(tern.best("go depth 3 searchmoves a3b3xe1"), "a3b3xe1");
    assert_eq!(tern.query("pending"), "capture a3b3");
    tern.quietly(&[&format!("capture {}", &best[5..])]);
}

#[test]
fn capture_and_plant_with_nothing_pending() {
    let tern = Tern::start();
    assert!(tern.error("capture c3").contains("capture"));
    assert!(tern.error("plant sl").contains("plant"));
    assert_eq!(tern.query("fen"), START);
}
