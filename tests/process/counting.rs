//! perft and bench, as commands and as subcommands, and what happens to those who wait for them.

use crate::driver::{Tern, run};
use crate::positions::{LOST, MIDDLE, START, position};

/// Checks `M: count` lines and their total.
fn check_counts(lines: &[String], moves: usize, total: u64) {
    let (last, counts) = lines.split_last().unwrap();
    assert_eq!(last, &format!("Nodes searched: {total}"));
    assert_eq!(counts.len(), moves);
    let sum: u64 = counts.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, total);
}

#[test]
fn perft_counts() {
    let tern = Tern::start();
    tern.send("perft 3");
    check_counts(&tern.until("Nodes"), 30, 21_616);
    tern.send("go perft 2");
    check_counts(&tern.until("Nodes"), 30, 870);
    tern.quietly(&[&position(MIDDLE)]);
    tern.send("perft 3");
    let lines = tern.until("Nodes");
    check_counts(&lines, 28, 7446);
    let mut moves: Vec<&str> = lines[..28].iter().map(|line| line.split(':').next().unwrap()).collect();
    let legal = tern.query("moves");
    let mut legal: Vec<&str> = legal.split(' ').collect();
    moves.sort_unstable();
    legal.sort_unstable();
    assert_eq!(moves, legal);
    tern.quietly(&[&position(LOST)]);
    tern.send("perft 3");
    check_counts(&tern.until("Nodes"), 0, 0);
    for (line, offender) in [("perft", "perft"), ("perft 0", "'0'"), ("perft x", "'x'"), ("perft 1 2", "'2'")] {
        assert!(tern.error(line).contains(offender), "{line}");
    }
}

#[test]
fn perft_is_a_subcommand() {
    check_counts(&run(&["perft", "3"], b"").quietly(), 30, 21_616);
    check_counts(&run(&["perft", "--game", "waldmeister", "--size", "5", "1"], b"").quietly(), 225, 225);
    check_counts(&run(&["perft", "--game", "wali", "--fen", MIDDLE, "2"], b"").quietly(), 28, 439);
    let total = "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 - - 4";
    check_counts(&run(&["perft", "--game", "wali-total", "--fen", total, "2"], b"").quietly(), 38, 1021);
    for (args, offender) in [
        (["perft", "0"].as_slice(), "0"),
        (&["perft"], "DEPTH"),
        (&["perft", "--game", "chess", "2"], "chess"),
        (&["perft", "--fen", "6/6/6/6/6 x 12 12 - - 0", "2"], "'x'"),
        (&["perft", "--size", "6", "2"], "--size means nothing in wali"),
        (&["--game", "differo", "perft", "1"], "tern perft --game differo"),
        (&["--size", "6", "perft", "1"], "tern perft --size 6"),
        (&["frobnicate"], "frobnicate"),
    ] {
        let ended = run(args, b"");
        assert!(ended.status.code() == Some(2) && ended.lines.is_empty(), "{args:?}");
        assert!(ended.stderr.starts_with("error: ") && ended.stderr.lines().count() == 1, "{args:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(offender) && !ended.stderr.contains("panick"), "{args:?}: {}", ended.stderr);
    }
}

/// The number of nodes on the last line.
fn bench_nodes(lines: &[String]) -> u64 {
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{lines:?}");
    assert!(words[2].parse::<u64>().is_ok(), "{lines:?}");
    let count = |line: &String| line.split_once(": ")?.1.split_once(" nodes ")?.0.parse::<u64>().ok();
    let counts: Vec<u64> = lines.iter().filter_map(count).collect();
    assert!(counts.len() > 1 && counts.iter().all(|&count| count > 100), "{lines:?}");
    let total = words[0].parse().unwrap();
    assert_eq!(total, counts.iter().sum::<u64>(), "{lines:?}");
    total
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let alone = bench_nodes(&run(&["bench"], b"").quietly());
    let tern = Tern::start();
    tern.quietly(&["setoption name Threads value 2", "setoption name Hash value 1", &position(MIDDLE)]);
    tern.search("go depth 4");
    tern.send("bench");
    tern.send("query fen");
    let mut lines = tern.until("response");
    assert_eq!(lines.pop().unwrap(), format!("response {MIDDLE}"));
    assert_eq!(bench_nodes(&lines), alone, "whatever was set or searched before");
}

#[test]
fn bench_is_stopped() {
    let tern = Tern::start();
    tern.send("bench");
    tern.send("stop");
    let lines = tern.until("error");
    assert!(lines.last().unwrap().contains("bench"), "{lines:?}");
    tern.best("go depth 2");
}

#[test]
fn commands_wait_for_the_end_of_a_count() {
    let tern = Tern::start();
    tern.send("perft 4\nmove c3\nquery p1turn\nfrobnicate\n\ngo infinite\nmove a1\nquery score");
    assert_eq!(tern.until("Nodes").last().unwrap(), "Nodes searched: 518008", "counted before the move was played");
    assert_eq!(tern.line(), "response false");
    assert_eq!(tern.line(), "error unknown command 'frobnicate'; try help");
    assert!(tern.until("error").last().unwrap().contains("search is running"));
    assert_eq!(tern.until("response").last().unwrap(), "response 1 0");
    tern.send("stop");
    tern.until("bestmove");
}

#[test]
fn lines_that_are_no_text_wait_their_turn_too() {
    let tern = Tern::start();
    tern.send_bytes(b"perft 4\nquery p1turn\n\xFF\xFE\nquery score\n");
    tern.until("Nodes");
    assert_eq!(tern.line(), "response true");
    assert!(tern.line().starts_with("error"));
    assert_eq!(tern.line(), "response 0 0");
}

#[test]
fn isready_does_not_wait_and_stop_ends_the_longest_count() {
    let tern = Tern::start();
    tern.send("perft 30");
    assert_eq!(tern.so_far(), [""; 0]);
    tern.send("query fen\nstop");
    assert!(tern.line().starts_with("error perft"));
    assert_eq!(tern.line(), format!("response {START}"));
    tern.best("go depth 2");
}

#[test]
fn a_stop_that_had_to_wait_ends_the_count_it_is_meant_for() {
    let script = b"go infinite\nstop\nperft 30\nquery p1turn\nstop\nbench\nperft 30\nstop\nstop\nquery score\n";
    let lines = run(&[], script).quietly();
    let answers: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !line.starts_with("info")).collect();
    assert!(answers[0].starts_with("bestmove"), "{answers:?}");
    assert_eq!(answers[1], "error perft was stopped before it was done");
    assert_eq!(answers[2], "response true");
    let stopped = ["error bench was stopped before it was done", "error perft was stopped before it was done"];
    assert_eq!(answers[answers.len() - 3..], [stopped[0], stopped[1], "response 0 0"]);
}

/// A stop belongs to the last work before it, whether that has begun or not.
#[test]
fn whose_stop_it_is_does_not_depend_on_the_time() {
    let script = ["go infinite", "stop", "perft 5", "go depth 60", "query p1turn", "stop", "go depth 1"];
    let wanted = ["bestmove", "Nodes searched: ", "response true", "bestmove", "bestmove"];
    for pause in [0, 0, 0, 1, 5, 20] {
        let tern = Tern::start();
        for line in script {
            tern.send(line);
            std::thread::sleep(std::time::Duration::from_millis(pause));
        }
        let mut said = tern.finish().quietly();
        said.retain(|line| ["bestmove", "Nodes", "response", "error"].iter().any(|word| line.starts_with(word)));
        assert_eq!(said.len(), wanted.len(), "{said:?} with pauses of {pause} ms");
        assert!(said.iter().zip(wanted).all(|(line, wanted)| line.starts_with(wanted)), "{said:?}, {pause} ms");
    }
}

#[test]
fn quit_waits_for_a_count_unless_it_is_stopped() {
    let lines = run(&[], b"perft 3\nquit\n").quietly();
    assert_eq!(lines.last().unwrap(), "Nodes searched: 21616");
    let tern = Tern::start();
    tern.send("perft 30\nquit\nstop");
    assert_eq!(tern.wait().quietly(), ["error perft was stopped before it was done"]);
}

#[test]
fn the_end_of_the_input_waits_for_a_count() {
    let lines = run(&[], b"perft 4\nquery p1turn\n").quietly();
    assert_eq!(lines[lines.len() - 2..], ["Nodes searched: 518008", "response true"]);
    for go in ["go infinite", "go ponder depth 2", "go depth 2", "perft 2\ngo"] {
        let lines = run(&[], format!("perft 4\n{go}\n").as_bytes()).quietly();
        assert!(lines.last().unwrap().starts_with("bestmove"), "{go}: {lines:?}");
    }
}
