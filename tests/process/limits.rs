//! The limits of `go`, one by one and together.

use crate::driver::{Tern, field, number};
use crate::positions::{CAPTURE_DUE, MATE_IN_ONE, MIDDLE, ONLY_MOVE, START, position};

fn set_up(fen: &str) -> Tern {
    let tern = Tern::start();
    tern.quietly(&[&position(fen)]);
    tern
}

/// The last `info` line of a search.
fn last_info(tern: &Tern, go: &str) -> String {
    let lines = tern.search(go);
    lines[lines.len() - 2].clone()
}

#[test]
fn depth_is_reached_and_not_exceeded() {
    let tern = set_up(MIDDLE);
    for depth in 1..=5 {
        let lines = tern.search(&format!("go depth {depth}"));
        let depths: Vec<i64> = lines[..lines.len() - 1].iter().map(|line| number(line, "depth")).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
    }
}

#[test]
fn no_time_at_all_is_enough_for_a_move() {
    for fen in [START, MIDDLE, ONLY_MOVE] {
        let tern = set_up(fen);
        let legal = tern.query("moves");
        for go in [
            "go movetime 0",
            "go movetime -5",
            "go movetime 1",
            "go p1time 0 p2time 0",
            "go p1time 0 p2time 0 p1inc 0 p2inc 0",
            "go p1time -100 p2time -100",
            "go p1time 1 p2time 1 movestogo 1",
            "go p1time -10000000000 p2time 5",
            "go p2time 0",
            "go p1time 0",
            "go wtime 0 btime 0 winc 0 binc 0",
            "go p1inc 0",
            "go p1time 5 p2time 5 movestogo 0",
            "go p1time 0 p2time 0 p1inc -3 p2inc -3",
        ] {
            let best = tern.best(go);
            assert!(legal.split(' ').any(|m| m == best), "{go}: {best}");
        }
    }
}

/// The nodes of a search that begins with an empty table: what a time limit allows, whatever the machine.
fn nodes_of(tern: &Tern, go: &str) -> i64 {
    tern.quietly(&["setoption name Clear Hash"]);
    number(&last_info(tern, go), "nodes")
}

/// Whether the nodes of these searches are as they should be. A busy machine may spoil one attempt, not all of five.
fn nodes_compare<const N: usize>(tern: &Tern, searches: [&str; N], as_they_should: impl Fn([i64; N]) -> bool) {
    let mut attempts = Vec::new();
    let good = (0..5).any(|_| {
        attempts.push(searches.map(|go| nodes_of(tern, go)));
        as_they_should(attempts[attempts.len() - 1])
    });
    assert!(good, "{searches:?}: {attempts:?} nodes");
}

#[test]
fn a_move_time_is_used_and_not_exceeded() {
    let tern = set_up(START);
    // Twenty times the time is about twenty times the nodes.
    let in_proportion = |[short, long]: [i64; 2]| 5 * short < long && long < 100 * short;
    nodes_compare(&tern, ["go movetime 40", "go movetime 800"], in_proportion);
}

#[test]
fn a_clock_is_used_and_not_used_up() {
    let first = set_up(START);
    let second = set_up(START);
    second.quietly(&["move c3"]);
    for (tern, go) in [
        (&first, "go p1time 500 p2time 500"),
        (&first, "go p1time 500"),
        (&first, "go p2time 500"),
        (&first, "go wtime 500 btime 500 winc 10 binc 10"),
        (&first, "go btime 500 p1inc 5"),
        (&first, "go p1time 500 p2time 500 p1inc 10 p2inc 10 movestogo 30"),
        (&first, "go p1time 500 p2time 9999999999"),
        (&second, "go p1time 500"),
        (&second, "go p2time 500"),
        (&second, "go wtime 9999999999 btime 500"),
    ] {
        // A share of the clock: more than a moment, and less than all of it, which has to last for the whole game.
        let is_a_share = |[moment, share, all]: [i64; 3]| moment < share && share < all;
        nodes_compare(tern, ["go movetime 1", go, "go movetime 500"], is_a_share);
    }
}

#[test]
fn an_only_move_needs_no_time() {
    let tern = set_up(ONLY_MOVE);
    // Should it use its share of eleven days, this would not come back.
    assert_eq!(tern.best("go p1time 1000000000 p2time 1000000000"), "pass");
    tern.quietly(&[&position(MATE_IN_ONE)]);
    assert!(tern.best("go p1time 1000000000 p2time 1000000000").starts_with("a3b3x"));
}

#[test]
fn mate_ends_when_found_or_ruled_out() {
    let tern = set_up(MATE_IN_ONE);
    for go in ["go mate 1", "go mate 3"] {
        let info = last_info(&tern, go);
        assert_eq!((field(&info, "score"), number(&info, "mate")), ("mate", 1), "{go}: {info}");
    }
    tern.quietly(&[&position(MIDDLE)]);
    for go in ["go mate 1", "go mate 2"] {
        assert_eq!(field(&last_info(&tern, go), "score"), "cp", "{go}");
    }
}

#[test]
fn only_the_moves_named_are_searched() {
    let tern = set_up(START);
    assert_eq!(tern.best("go searchmoves a1 depth 3"), "a1");
    assert_eq!(tern.best("go depth 3 searchmoves f5"), "f5");
    tern.quietly(&["setoption name MultiPV value 10"]);
    let lines = tern.search("go depth 2 searchmoves a1 b2 b2 c3");
    let mut moves: Vec<&str> = lines[lines.len() - 4..lines.len() - 1].iter().map(|line| field(line, "pv")).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a1", "b2", "c3"]);
    tern.quietly(&[&position(CAPTURE_DUE)]);
    assert_eq!(tern.search("go depth 1 searchmoves a3b3").len(), 5, "half a move stands for all that complete it");
    for (go, offender) in [
        ("go searchmoves", "searchmoves"),
        ("go searchmoves depth 3", "searchmoves"),
        ("go depth 1 searchmoves a1", "'a1'"),
        ("go depth 1 searchmoves a3a2 zz", "'zz'"),
    ] {
        assert!(tern.error(go).contains(offender), "{go}");
    }
}

#[test]
fn the_first_limit_to_bind_ends_the_search() {
    let tern = set_up(MIDDLE);
    let forever = "nodes 1000000000000 movetime 1000000000 p1time 1000000000 p2time 1000000000 mate 60";
    assert_eq!(number(&last_info(&tern, &format!("go {forever} depth 2")), "depth"), 2);
    tern.quietly(&["setoption name Clear Hash"]);
    assert_eq!(number(&last_info(&tern, "go depth 1000 nodes 700 movetime 1000000000"), "nodes"), 700);
    tern.best("go depth 1000 nodes 1000000000000 movetime 10");
}

#[test]
fn no_limit_survives_its_search() {
    let tern = set_up(MIDDLE);
    let some_move = tern.best("go depth 1");
    tern.best(&format!("go nodes 10 searchmoves {some_move}"));
    tern.best("go movetime 0");
    tern.best("go mate 1");
    tern.best("go depth 1");
    tern.quietly(&["setoption name Clear Hash", "setoption name MultiPV value 256"]);
    let lines = tern.search("go depth 3");
    let infos = &lines[..lines.len() - 1];
    assert_eq!(infos.len(), 3 * 28, "three iterations of all moves");
    assert!(number(infos.last().unwrap(), "nodes") > 10);
    tern.send("go");
    tern.until("info depth 3");
    let so_far = tern.so_far();
    assert!(so_far.iter().all(|line| line.starts_with("info")), "a bare go ends only with stop");
    tern.send("stop");
    tern.until("bestmove");
}

#[test]
fn wrong_limits_are_refused() {
    let tern = set_up(MIDDLE);
    let before = tern.state();
    for (go, offender) in [
        ("go depth", "depth"),
        ("go depth 0", "'0'"),
        ("go depth -1", "'-1'"),
        ("go depth x", "'x'"),
        ("go depth 99999999999999999999", "'99999999999999999999'"),
        ("go nodes", "nodes"),
        ("go nodes 0", "'0'"),
        ("go nodes -1", "'-1'"),
        ("go nodes 18446744073709551616", "'18446744073709551616'"),
        ("go movetime", "movetime"),
        ("go movetime soon", "'soon'"),
        ("go movetime 99999999999999999999", "'99999999999999999999'"),
        ("go p1time", "time"),
        ("go p1time 1e3 p2time 1000", "'1e3'"),
        ("go p1time 1000 p2time 99999999999999999999", "'99999999999999999999'"),
        ("go p1inc 0x10", "'0x10'"),
        ("go movestogo -1 p1time 100", "'-1'"),
        ("go mate 0", "'0'"),
        ("go mate", "mate"),
        ("go perft", "perft"),
        ("go perft 0", "'0'"),
        ("go perft 99999999999", "'99999999999'"),
        ("go sideways", "'sideways'"),
        ("go depth 3 4", "'4'"),
        ("go depth 3 infinite please", "'please'"),
        ("GO depth 3", "'GO'"),
    ] {
        let error = tern.error(go);
        assert!(error.contains(offender), "{go}: {error}");
    }
    assert_eq!(tern.state(), before);
}
