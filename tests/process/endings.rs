//! How tern ends: on quit, at the end of the input wherever it comes, and when nobody reads its output any more.

use crate::driver::{Tern, best_of, run};
use crate::positions::{CAPTURE_DUE, MATE_IN_ONE, ONLY_MOVE, position};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn quit_ends_it_at_once() {
    let tern = Tern::start();
    tern.send("isready\nquit\nisready\nd");
    assert_eq!(tern.wait().quietly(), ["readyok"]);
}

#[test]
fn quit_ends_any_search() {
    for go in ["go infinite", "go ponder", "go movetime 1000000", "go depth 1000", "go p1time 100000000"] {
        for threads in ["1", "2"] {
            let tern = Tern::start();
            tern.quietly(&[&format!("setoption name Threads value {threads}")]);
            tern.send(go);
            tern.until("info");
            tern.send("quit");
            let lines = tern.wait().quietly();
            assert!(lines.iter().all(|line| line.starts_with("info") || line.starts_with("bestmove")), "{lines:?}");
        }
    }
}

#[test]
fn no_input_is_no_work() {
    assert_eq!(run(&[], b"").quietly(), [""; 0]);
    assert_eq!(run(&[], b"\n").quietly(), [""; 0]);
    assert_eq!(run(&[], b"isready").quietly(), ["readyok"], "the last line need not end");
}

#[test]
fn bounded_searches_are_finished_at_the_end_of_the_input() {
    for go in [
        "go depth 4",
        "go nodes 5000",
        "go movetime 20",
        "go p1time 200 p2time 200",
        "go mate 1",
        "go depth 1000 nodes 3000",
        "go depth 3 searchmoves c3",
    ] {
        let lines = run(&[], format!("{go}\n").as_bytes()).quietly();
        best_of(&lines);
        assert!(lines[lines.len() - 2].starts_with("info "), "{go}: {lines:?}");
    }
    let lines = run(&[], b"go depth 4").quietly();
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
}

#[test]
fn unbounded_searches_are_stopped_at_the_end_of_the_input() {
    for fen in [MATE_IN_ONE, ONLY_MOVE, CAPTURE_DUE] {
        for go in ["go", "go infinite", "go infinite depth 3", "go ponder", "go ponder depth 3", "go ponder p1time 10"]
        {
            for threads in ["1", "2"] {
                let script = format!("setoption name Threads value {threads}\n{}\n{go}\n", position(fen));
                let lines = run(&[], script.as_bytes()).quietly();
                best_of(&lines);
                assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{lines:?}");
            }
        }
    }
}

#[test]
fn a_pondered_search_is_finished_once_it_was_hit() {
    let lines = run(&[], b"go ponder depth 4\nponderhit\n").quietly();
    best_of(&lines);
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
}

/// Something of everything, and nothing of which the beginning alone would take long.
const SCRIPT: &str = "ugi\nsetoption name Hash value 1\r\nisready\nuginewgame\n# a comment\n\n\
    position startpos moves c3 a1\nquery fen\ngo depth 3\nstop\nmove e5\nundo 1\n\
    position fen b5/6/w1ww2/6/2b1bb w 0 0 - - 0 moves\nmove a3b3\ncapture c1\nquery moves\nd\neval\n\
    go infinite\nisready\nmove f1f2\nstop\ngo ponder nodes 500\nponderhit\nstop\nperft 2\ngo perft 1\nhelp go\n\
    nonsense \u{e9}\nsetoption name Level value greedy\ngo p1time 50 p2time 50 p1inc 1 p2inc 1 movestogo 9\nstop\n\
    query fen\nquit\n";

#[test]
fn the_input_may_end_anywhere() {
    for end in 0..=SCRIPT.len() {
        let input = &SCRIPT.as_bytes()[..end];
        let ended = run(&[], input);
        assert_eq!(ended.status.code(), Some(0), "after {}: {}", input.escape_ascii(), ended.stderr);
        assert_eq!(ended.stderr, "", "after {}", input.escape_ascii());
    }
}

#[test]
fn every_search_of_a_script_gets_its_answer_wherever_it_ends() {
    for (end, _) in SCRIPT.match_indices('\n') {
        let script = &SCRIPT[..=end];
        let lines = run(&[], script.as_bytes()).quietly();
        let asked = script.lines().filter(|line| line.starts_with("go ") && !line.contains("perft")).count();
        let answered = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answered, asked, "{script}\n{lines:?}");
        let questions = script.lines().filter(|line| line.starts_with("query")).count();
        assert_eq!(lines.iter().filter(|line| line.starts_with("response")).count(), questions, "{script}\n{lines:?}");
        let errors: Vec<&String> = lines.iter().filter(|line| line.starts_with("error")).collect();
        let expected = ["move f1f2\n", "nonsense"].iter().filter(|&&bad| script.contains(bad)).count();
        assert_eq!(errors.len(), expected, "{script}\n{errors:?}");
    }
}

/// A tern whose output nobody reads any more after this many lines. The client would read on, so it is not used here.
fn unheard(args: &[&str], input: &[u8], lines_read: usize) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tern"));
    command.args(args).env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("tern starts");
    let mut stdin = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let input = input.to_vec();
    // The input stays open: tern must notice by itself. It may have left before it has read everything.
    let writer = thread::spawn(move || stdin.write_all(&input).map(|()| stdin));
    (0..lines_read).for_each(|_| drop(output.next()));
    drop(output);
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "tern hangs: it does not end");
        thread::sleep(Duration::from_millis(1));
    };
    drop(writer.join().unwrap());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""), "{args:?}");
}

#[test]
fn nobody_listening_is_no_reason_to_panic() {
    for input in [
        "ugi\n",
        "isready\n",
        "go infinite\n",
        "setoption name Threads value 2\ngo depth 1000\n",
        "nonsense\n",
        "perft 3\n",
    ] {
        unheard(&[], input.as_bytes(), 0);
    }
    unheard(&["perft", "3"], b"", 0);
    unheard(&["bench"], b"", 0);
}

#[test]
fn a_reader_who_leaves_in_the_middle_is_no_reason_to_panic_either() {
    let boards = "d\n".repeat(1000);
    unheard(&[], format!("go infinite\n{boards}").as_bytes(), 1);
}
