//! Searches from `go` to `bestmove`: what is said on the way, what holds them, what may be asked meanwhile, levels.

use crate::driver::{Tern, best_of, field, number, score};
use crate::positions::{CAPTURE_DUE, DRAWN, LOST, MATE_IN_ONE, MIDDLE, ONLY_MOVE, START, position};
use std::collections::HashSet;

fn infos(lines: &[String]) -> &[String] {
    let (last, infos) = lines.split_last().unwrap();
    assert!(last.starts_with("bestmove ") && infos.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    infos
}

/// A search that is under way and has found something.
fn searching(go: &str, fen: &str) -> Tern {
    let tern = Tern::start();
    tern.quietly(&[&position(fen)]);
    tern.send(go);
    tern.until("info");
    tern
}

/// Whatever else was said, no bestmove was.
fn still_holds_back(tern: &Tern) {
    let lines = tern.so_far();
    assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
}

// ---- what is said ----

#[test]
fn info_lines_have_all_their_fields() {
    let tern = Tern::start();
    for fen in [START, MIDDLE, MATE_IN_ONE, ONLY_MOVE] {
        tern.quietly(&[&position(fen)]);
        let legal = tern.query("moves");
        let lines = tern.search("go depth 4");
        for line in infos(&lines) {
            let words: Vec<&str> = line.split(' ').collect();
            let names = [0, 1, 3, 5, 7, 10, 12, 14, 16, 18].map(|i| words[i]);
            let wanted = ["info", "depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"];
            assert_eq!(names, wanted, "{line}");
            for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
                assert!(number(line, name) >= 0, "{line}");
            }
            assert!(["cp", "mate"].contains(&field(line, "score")), "{line}");
            assert!(legal.split(' ').any(|m| m == field(line, "pv")), "{line}");
            assert!(number(line, "seldepth") >= 1 && number(line, "hashfull") <= 1000, "{line}");
        }
        let best = best_of(&lines);
        assert_eq!(best, field(infos(&lines).last().unwrap(), "pv"), "{lines:?}");
    }
}

#[test]
fn scores_as_wins_draws_and_losses() {
    let tern = Tern::start();
    let wdl = |line: &str| {
        let (_, rest) = line.split_once(" wdl ")?;
        Some(rest.split(' ').take(3).map(|word| word.parse().unwrap()).collect::<Vec<u32>>())
    };
    let shown = |fen: &str, go: &str| {
        tern.quietly(&[&position(fen)]);
        let lines = tern.search(go);
        infos(&lines).iter().map(|line| wdl(line)).collect::<Vec<_>>()
    };
    assert!(shown(START, "go depth 3").iter().all(Option::is_none));
    tern.quietly(&["setoption name ShowWDL value true"]);
    for fen in [START, MIDDLE, CAPTURE_DUE] {
        for shares in shown(fen, "go depth 4") {
            assert_eq!(shares.unwrap().iter().sum::<u32>(), 1000);
        }
    }
    assert_eq!(shown(MATE_IN_ONE, "go depth 2").pop().unwrap(), Some(vec![1000, 0, 0]));
    assert_eq!(shown(LOST, "go depth 2"), [Some(vec![0, 0, 1000])]);
    assert_eq!(shown(DRAWN, "go depth 2"), [Some(vec![0, 1000, 0])]);
}

#[test]
fn every_line_of_play_is_legal() {
    let tern = Tern::start();
    for fen in [START, MIDDLE, CAPTURE_DUE, ONLY_MOVE] {
        tern.quietly(&[&position(fen)]);
        for line in infos(&tern.search("go nodes 20000")) {
            let (_, pv) = line.split_once(" pv ").unwrap();
            tern.quietly(&[&format!("{} moves {pv}", position(fen))]);
        }
        tern.quietly(&[&position(fen)]);
    }
}

#[test]
fn mates_are_counted_in_own_moves() {
    let tern = Tern::start();
    tern.quietly(&[&position(MATE_IN_ONE)]);
    let lines = tern.search("go depth 3");
    let last = infos(&lines).last().unwrap();
    assert_eq!((field(last, "score"), number(last, "mate")), ("mate", 1), "{last}");
    tern.quietly(&[&format!("move {}", best_of(&lines))]);
    assert_eq!(tern.query("result"), "p1win");

    // White cannot get to b5, where Black will make its three and leave White two stones.
    tern.quietly(&[&position("b1bb2/6/5w/6/w3w1 w 0 0 - - 0")]);
    let lines = tern.search("go depth 4");
    let last = infos(&lines).last().unwrap();
    assert_eq!((field(last, "score"), number(last, "mate")), ("mate", -1), "{last}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let tern = Tern::start();
    for go in ["go", "go depth 5", "go p1time 1000 p2time 1000", "go movetime 10", "go nodes 100"] {
        tern.quietly(&[&position(LOST)]);
        assert_eq!(tern.search(go), ["info depth 0 score mate 0", "bestmove (none)"], "{go}");
        tern.quietly(&[&position(DRAWN)]);
        assert_eq!(tern.search(go), ["info depth 0 score cp 0", "bestmove (none)"], "{go}");
    }
}

#[test]
fn an_answer_to_expect_only_if_asked_for() {
    let tern = Tern::start();
    tern.quietly(&[&position(MIDDLE), "setoption name Ponder value true"]);
    let lines = tern.search("go depth 4");
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert!(words.len() == 4 && words[2] == "ponder", "{words:?}");
    tern.quietly(&[&format!("move {} {}", words[1], words[3])]);
    tern.quietly(&["setoption name Ponder value false"]);
    tern.best("go depth 4");
}

#[test]
fn several_lines_are_distinct_and_in_order() {
    let tern = Tern::start();
    for (fen, wanted, there_are) in [(START, 5, 5), (MIDDLE, 3, 3), (MIDDLE, 256, 28), (ONLY_MOVE, 4, 1)] {
        tern.quietly(&[&position(fen), &format!("setoption name MultiPV value {wanted}")]);
        for go in ["go depth 3", "go nodes 3000"] {
            let lines = tern.search(go);
            for iteration in infos(&lines).chunks(there_are) {
                let ranks: Vec<i64> = iteration.iter().map(|line| number(line, "multipv")).collect();
                assert_eq!(ranks, (1..=there_are as i64).collect::<Vec<_>>(), "{iteration:?}");
                let depths: HashSet<i64> = iteration.iter().map(|line| number(line, "depth")).collect();
                assert_eq!(depths.len(), 1, "{iteration:?}");
                let moves: HashSet<&str> = iteration.iter().map(|line| field(line, "pv")).collect();
                assert_eq!(moves.len(), there_are, "{iteration:?}");
                assert!(iteration.is_sorted_by_key(|line| -score(line)), "{iteration:?}");
            }
            let last = &infos(&lines)[lines.len() - 1 - there_are];
            assert_eq!(best_of(&lines), field(last, "pv"));
        }
    }
}

// ---- what holds a search ----

#[test]
fn an_infinite_search_waits_for_stop() {
    for go in ["go infinite", "go", "go infinite depth 2", "go infinite nodes 100", "go infinite mate 1"] {
        for fen in [START, MATE_IN_ONE, ONLY_MOVE] {
            let tern = searching(go, fen);
            still_holds_back(&tern);
            tern.send("stop");
            let lines = tern.until("bestmove");
            best_of(&lines);
            assert_eq!(tern.so_far(), [""; 0], "one bestmove, and nothing after it");
        }
    }
}

#[test]
fn a_solved_game_is_held_back_too() {
    let tern = searching("go infinite", MATE_IN_ONE);
    tern.until("info depth 127");
    still_holds_back(&tern);
    tern.send("stop");
    assert!(tern.line().starts_with("bestmove a3b3x"));
}

#[test]
fn pondering_waits_for_the_hit() {
    for go in ["go ponder depth 2", "go ponder nodes 50", "go ponder p1time 50 p2time 50", "go ponder movetime 1"] {
        for fen in [START, MATE_IN_ONE, ONLY_MOVE] {
            let tern = searching(go, fen);
            still_holds_back(&tern);
            tern.send("ponderhit");
            best_of(&tern.until("bestmove"));
            assert_eq!(tern.so_far(), [""; 0]);
        }
    }
}

#[test]
fn pondering_ends_with_stop() {
    for go in ["go ponder", "go ponder depth 1", "go ponder p1time 1000 p2time 1000"] {
        let tern = searching(go, START);
        tern.send("stop");
        best_of(&tern.until("bestmove"));
    }
}

#[test]
fn a_hit_without_a_clock_goes_on_until_stop() {
    let tern = searching("go ponder", START);
    tern.send("ponderhit");
    still_holds_back(&tern);
    tern.send("stop");
    best_of(&tern.until("bestmove"));
}

/// Were each hit to start the clock anew, the search would go on as long as they come.
#[test]
fn a_hit_is_nothing_to_a_search_that_does_not_ponder() {
    for go in ["go movetime 200", "go ponder movetime 200"] {
        let tern = searching(go, START);
        let answered = (0..200).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            tern.send("ponderhit");
            tern.so_far().iter().any(|line| line.starts_with("bestmove"))
        });
        assert!(answered, "{go}: no bestmove in spite of 200 hits");
    }
}

#[test]
fn stop_and_ponderhit_are_nothing_to_an_idle_engine() {
    let tern = Tern::start();
    tern.quietly(&["stop", "ponderhit", "stop"]);
    assert_eq!(tern.search("go depth 1").len(), 2);
    tern.quietly(&["stop", "ponderhit"]);
    tern.send("go infinite");
    tern.send("stop");
    best_of(&tern.until("bestmove"));
}

#[test]
fn stop_right_after_go_still_gives_a_line_and_a_move() {
    let tern = Tern::start();
    for fen in [START, MIDDLE, CAPTURE_DUE, ONLY_MOVE] {
        for threads in ["1", "2"] {
            tern.quietly(&[&format!("setoption name Threads value {threads}"), &position(fen)]);
            for _ in 0..20 {
                tern.send_bytes(b"go infinite\nstop\n");
                assert!(!infos(&tern.until("bestmove")).is_empty());
            }
        }
    }
}

#[test]
fn what_follows_a_stop_waits_for_the_bestmove() {
    let tern = Tern::start();
    for round in 0..20 {
        let threads = 1 + round % 2;
        tern.send(&format!(
            "setoption name Threads value {threads}\nposition startpos\ngo infinite\nstop\nmove c3\nquery p1turn\n\
             go infinite\nstop\nstop\nundo\nquery p1turn\n\
             go infinite\nstop\ngo infinite\nstop"
        ));
        for response in ["response false", "response true"] {
            best_of(&tern.until("bestmove"));
            assert_eq!(tern.line(), response);
        }
        best_of(&tern.until("bestmove"));
        best_of(&tern.until("bestmove"));
        assert_eq!(tern.so_far(), [""; 0]);
    }
    tern.send("go infinite\nstop\nquery p1turn\nquit");
    let lines = tern.wait().quietly();
    assert_eq!(lines.last().unwrap(), "response true");
}

// ---- meanwhile ----

#[test]
fn some_commands_are_served_during_a_search() {
    let tern = searching("go infinite", MIDDLE);
    for (line, answer) in [
        ("isready", "readyok"),
        ("query fen", "response w3b1"),
        ("query moves", "response "),
        ("query gameover", "response false"),
        ("query p1turn", "response true"),
        ("help stop", "stop"),
        ("d", &format!("  {MIDDLE}")),
    ] {
        tern.send(line);
        tern.until(answer);
    }
    still_holds_back(&tern);
    tern.send("stop");
    best_of(&tern.until("bestmove"));
}

#[test]
fn the_rest_is_refused_during_a_search() {
    let tern = searching("go infinite", MIDDLE);
    for line in [
        "uginewgame",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Game value wali-total",
        "setoption name Clear Hash",
        "position startpos",
        "move c3c4",
        "capture c3",
        "plant sl",
        "undo",
        "go depth 1",
        "go infinite",
        "perft 1",
        "go perft 1",
        "bench",
    ] {
        tern.send(line);
        let error = tern.until("error").pop().unwrap();
        assert!(error.contains("search is running"), "{line}: {error}");
    }
    tern.send("frobnicate");
    assert!(tern.until("error").pop().unwrap().contains("'frobnicate'"));
    still_holds_back(&tern);
    tern.send("stop");
    best_of(&tern.until("bestmove"));
    assert_eq!([tern.query("fen"), tern.query("game")], [MIDDLE, "wali"]);
}

#[test]
fn searching_leaves_the_position_alone() {
    let tern = Tern::start();
    tern.quietly(&["position startpos moves c3 a1 e5"]);
    let before = tern.state();
    tern.search("go nodes 5000");
    assert_eq!(tern.state(), before);
    tern.quietly(&["undo 3"]);
}

#[test]
fn several_threads_search_and_stop() {
    let tern = Tern::start();
    for threads in [2, 3, 16] {
        tern.quietly(&[&format!("setoption name Threads value {threads}"), &position(MIDDLE)]);
        let legal = tern.query("moves");
        for go in ["go depth 5", "go nodes 10000", "go movetime 20"] {
            let best = tern.best(go);
            assert!(legal.split(' ').any(|m| m == best), "{best}");
        }
        tern.send("go infinite");
        tern.until("info");
        tern.send("stop");
        best_of(&tern.until("bestmove"));
    }
}

/// Two hundred threads on two cores are late for every clock, and their stacks alone are more memory than this.
#[cfg(target_os = "linux")]
#[test]
fn more_threads_than_the_machine_can_use_are_not_started() {
    let shell = tern::client::EngineCommand::new("sh");
    let tern = Tern::spawn(&shell.args(["-c", "ulimit -v 700000; exec \"$0\"", env!("CARGO_BIN_EXE_tern")]));
    tern.quietly(&["setoption name Threads value 256", "setoption name Hash value 16"]);
    for _ in 0..3 {
        tern.best("go depth 6");
        tern.best("go movetime 5");
    }
    tern.send("go infinite");
    tern.until("info depth 2");
    let threads = std::fs::read_dir(format!("/proc/{}/task", tern.id())).unwrap().count();
    let cores = std::thread::available_parallelism().unwrap().get();
    assert!(threads <= 4 * cores + 4, "{threads} threads on {cores} cores");
    tern.send("stop");
    best_of(&tern.until("bestmove"));
}

/// Zeros in every byte of a large table take their time; fresh memory does not.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_is_given_back_by_a_new_game() {
    let tern = Tern::start();
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", tern.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    };
    tern.quietly(&["setoption name Hash value 512"]);
    tern.best("go nodes 300000");
    let used = resident();
    assert!(used > 100, "{used} MiB: the table was not used");
    tern.quietly(&["uginewgame"]);
    let emptied = (0..1000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        resident() < used / 2
    });
    assert!(emptied, "{} MiB of {used} are still there", resident());
}

// ---- the same again ----

/// The lines without what depends on the clock.
fn timeless(lines: &[String]) -> Vec<String> {
    let without = |line: &String, name: &str| match line.split_once(&format!(" {name} ")) {
        Some((before, after)) => format!("{before}{}", &after[after.find(' ').unwrap_or(after.len())..]),
        None => line.clone(),
    };
    lines.iter().map(|line| without(&without(line, "time"), "nps")).collect()
}

#[test]
fn a_search_can_be_repeated_exactly() {
    let tern = Tern::start();
    for setup in ["position startpos moves c3 a1", &position(MIDDLE)] {
        for go in ["go nodes 20000", "go depth 5"] {
            let run = || {
                tern.quietly(&["uginewgame", setup]);
                timeless(&tern.search(go))
            };
            let first = run();
            tern.quietly(&["uginewgame", &position(CAPTURE_DUE)]);
            tern.search("go nodes 3000");
            assert_eq!(run(), first, "{setup}, {go}");
            let other = Tern::start();
            other.quietly(&["uginewgame", setup]);
            assert_eq!(timeless(&other.search(go)), first, "{setup}, {go} in another process");
        }
    }
}

/// The moves of a game that tern plays against itself, as far as it goes.
fn self_play(level: &str, seed: u32) -> Vec<String> {
    let tern = Tern::start();
    tern.quietly(&[
        &format!("setoption name Level value {level}"),
        &format!("setoption name Seed value {seed}"),
        "uginewgame",
    ]);
    let mut moves = Vec::new();
    while moves.len() < 40 && tern.query("gameover") == "false" {
        let best = tern.best("go movetime 1000");
        tern.quietly(&[&format!("move {best}")]);
        moves.push(best);
    }
    moves
}

#[test]
fn weak_levels_play_legal_moves_that_depend_on_the_seed_alone() {
    for level in ["random", "greedy", "1", "4", "8"] {
        let game = self_play(level, 42);
        assert_eq!(self_play(level, 42), game, "{level}");
        // Two seeds may hit upon the same of a few equal moves, not a handful of them.
        assert!((43..51).any(|seed| self_play(level, seed) != game), "{level}");
    }
}

#[test]
fn a_seed_of_zero_differs_every_time() {
    assert_ne!(self_play("random", 0), self_play("random", 0));
}

#[test]
fn a_new_game_begins_the_random_choices_anew() {
    let tern = Tern::start();
    tern.quietly(&["setoption name Level value random", "setoption name Seed value 5"]);
    let mut games = HashSet::new();
    for _ in 0..3 {
        tern.quietly(&["uginewgame"]);
        games.insert([(); 3].map(|()| tern.best("go depth 1")));
    }
    assert_eq!(games.len(), 1);
}

#[test]
fn greedy_takes_the_win() {
    let tern = Tern::start();
    tern.quietly(&["setoption name Level value greedy", &position(MATE_IN_ONE)]);
    for _ in 0..5 {
        assert!(tern.best("go movetime 1000").starts_with("a3b3x"));
    }
}

#[test]
fn weak_levels_obey_searchmoves_and_hold_back_like_any_search() {
    for level in ["random", "greedy", "2", "9"] {
        let tern = Tern::start();
        tern.quietly(&[&format!("setoption name Level value {level}")]);
        assert_eq!(tern.best("go depth 9 searchmoves f5"), "f5");
        for go in ["go infinite", "go ponder depth 1"] {
            tern.send(go);
            still_holds_back(&tern);
            tern.send(if go == "go infinite" { "stop" } else { "ponderhit" });
            best_of(&tern.until("bestmove"));
        }
    }
}

#[test]
fn games_by_the_clock_do_not_all_begin_alike() {
    let tern = Tern::start();
    // Every corner is as good as the others, and nobody has time to think otherwise.
    let first_move = || {
        tern.quietly(&["uginewgame"]);
        tern.best("go movetime 1 searchmoves a1 a5 f1 f5")
    };
    let varied: HashSet<_> = (0..40).map(|_| first_move()).collect();
    assert!(varied.len() > 1, "always {varied:?}");
}
