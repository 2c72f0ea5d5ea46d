//! `tern check`: tern passes all of it, and every fault is found out by exactly the checks that should find it.

#![cfg(unix)]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use serde_json::Value;
use std::process::{Command, Output};
use std::thread;
use tern::games::any::GameKind;

const TERN: &str = env!("CARGO_BIN_EXE_tern");

/// Checks an engine given as a shell command, patiently: a busy machine is not a fault.
fn check(options: &[&str], engine: &str) -> Output {
    let mut command = Command::new(TERN);
    command.args(["check", "--json", "--games", "2", "--latency", "20000"]).args(options);
    command.args(["--", "sh", "-c", engine]).env("LC_ALL", "C").output().unwrap()
}

/// The names of the checks that came out like this.
fn checks_with(verdict: &str, output: &Output) -> Vec<String> {
    let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let checks = document["checks"].as_array().unwrap();
    let wanted = checks.iter().filter(|check| check["verdict"] == verdict);
    wanted.map(|check| check["check"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn tern_passes_every_check_for_every_game() {
    let runs: Vec<_> = GameKind::ALL
        .iter()
        .map(|game| {
            thread::spawn(move || {
                let output = check(&["--timeout", "30000", "--game", game.name()], TERN);
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!((checks_with("fail", &output), output.status.code()), (vec![], Some(0)), "{game}: {text}");
                assert!(checks_with("pass", &output).len() > 50, "{text}");
            })
        })
        .collect();
    for run in runs {
        run.join().unwrap();
    }
}

/// Line by line, as an editor of streams does not by itself.
const SED: &str = "stdbuf -oL sed -e";

/// The same for what an engine hears: leaves with it.
const HEAR: &str = "stdbuf -oL sed -e '/^quit$/q' -e";

/// A shell command, the words in capitals filled in.
fn engine(template: &str) -> String {
    template.replace("TERN", TERN).replace("SED", SED).replace("HEAR", HEAR)
}

/// A faulty engine made of tern, whose commands are changed before it hears them, or its replies before we do; and the
/// checks it fails.
struct Fault {
    name: &'static str,
    engine: &'static str,
    fails: &'static [&'static str],
}

const FAULTS: &[Fault] = &[
    Fault { name: "never ends its introduction", engine: "TERN | SED /^ugiok/d", fails: &["introduction"] },
    Fault {
        name: "has an option of no known type",
        engine: "TERN | SED 's/type button/type lever/'",
        fails: &["introduction"],
    },
    Fault {
        name: "is not ready while it searches",
        engine: "HEAR '/^go infinite/,/^stop/{/^isready/d}' | TERN",
        fails: &["ready in search", "changes refused in search"],
    },
    Fault {
        name: "cannot read an empty move list",
        engine: "HEAR 's/^position startpos moves$/quit/' | TERN",
        fails: &["empty move list"],
    },
    Fault { name: "ignores searchmoves", engine: "HEAR 's/ searchmoves .*//' | TERN", fails: &["go searchmoves"] },
    Fault { name: "does not know mate", engine: "HEAR '/^go mate/d' | TERN", fails: &["go mate"] },
    Fault {
        name: "ends infinite searches by itself",
        engine: "HEAR 's/^go infinite/go depth 3/' | TERN",
        // It may be ready before its search ends, or after.
        fails: &["go infinite held until stop", "changes refused in search"],
    },
    Fault { name: "answers twice", engine: "TERN | SED '/^bestmove/p'", fails: &["one bestmove per go"] },
    Fault {
        // Only where it is known to be ready: with a search of its own under way it would fail other checks as well, or
        // not, depending on how long that takes.
        name: "takes stop for go when it is at rest",
        engine: "SED :a -e '/^quit$/q' -e '/^go\\( infinite\\| ponder\\|\\)$/,/^stop$/b' \
                 -e '/^isready$/{n;s/^stop$/go depth 1/;ba}' | TERN",
        fails: &["one bestmove per go", "stop at rest ignored"],
    },
    Fault {
        name: "says what it expects in answer",
        engine: "TERN | SED 's/^bestmove [^(].*/& ponder a1/'",
        fails: &["two-word bestmove"],
    },
    Fault {
        name: "says more than it was asked",
        engine: "TERN | SED 's/^response \\(true\\|false\\)$/& indeed/'",
        fails: &["two-word response"],
    },
    Fault {
        name: "dies of a bad word",
        engine: "HEAR '/xyzzy/{s/.*/quit/}' | TERN",
        fails: &["bad input survived", "errors named"],
    },
    Fault {
        name: "takes the loser for the winner",
        engine: "TERN | SED 's/ p1win$/ x/;s/ p2win$/ p1win/;s/ x$/ p2win/'",
        fails: &["results of random games", "results of all endings"],
    },
    Fault {
        name: "takes every draw for a win",
        engine: "TERN | SED 's/^response draw$/response p1win/'",
        fails: &["results of all endings"],
    },
    Fault {
        name: "knows no repetition",
        engine: "TERN | SED 's/^response repetition$/response none/'",
        fails: &["reasons of all endings"],
    },
    Fault {
        name: "overlooks a move",
        engine: "TERN | SED 's/^response \\([a-f][1-5][^ ]*\\) [a-f][1-5][^ ]*/response \\1/'",
        fails: &["query moves", "query steps", "query board", "query pieces", "query history, lastmove, start"],
    },
    Fault {
        name: "speaks the protocol of yesterday",
        engine: "TERN | SED 's/^response 2$/response 1/'",
        fails: &["query protocol"],
    },
    Fault { name: "does not know quit", engine: "SED 's/^quit$//' | TERN", fails: &["quit at rest", "quit in search"] },
    Fault {
        name: "waits for more after the end of its input",
        engine: "(SED '/^quit$/q5' && exec sleep 12) | TERN",
        fails: &["end of input at rest", "end of input in search", "bestmove before leaving"],
    },
    Fault {
        name: "plays nonsense",
        engine: "TERN | SED 's/^bestmove [^(].*/bestmove a1a1/'",
        fails: &[
            "go depth",
            "go nodes",
            "go movetime",
            "go with clocks",
            "go with clocks, chess spelling",
            "go with one clock",
            "go with an empty clock",
            "go movestogo",
            "go mate",
            "go with several limits",
            "go searchmoves",
            "go alone runs until stop",
            "go infinite held until stop",
            "go ponder held until ponderhit",
            "bad input survived",
            "very long lines survived",
            "best moves in random games",
        ],
    },
];

#[test]
fn every_fault_is_found_by_the_checks_it_should_fail() {
    let runs: Vec<_> = FAULTS
        .iter()
        .map(|fault| {
            thread::spawn(move || {
                let output = check(&["--timeout", "6000", "--game", "wali"], &engine(fault.engine));
                let text = String::from_utf8_lossy(&output.stdout);
                let mut failed = checks_with("fail", &output);
                failed.retain(|check| check != "ready in search" || fault.fails.contains(&"ready in search"));
                assert_eq!(failed, fault.fails, "an engine that {}: {text}", fault.name);
                assert_eq!(output.status.code(), Some(1));
            })
        })
        .collect();
    let failed = runs.into_iter().map(thread::JoinHandle::join).filter(Result::is_err).count();
    assert_eq!(failed, 0, "see above");
}

#[test]
fn extensions_count_for_tern_or_when_asked_for() {
    let swift = engine("TERN | SED 's/^id name tern/id name swift/;/^awaiting/d'");
    let strict = thread::spawn({
        let swift = swift.clone();
        move || check(&["--timeout", "30000", "--game", "wali", "--strict"], &swift)
    });
    let output = check(&["--timeout", "30000", "--game", "wali"], &swift);
    assert_eq!((checks_with("fail", &output), output.status.code()), (vec![], Some(0)));
    assert_eq!(checks_with("lack", &output), ["half moves"]);
    let output = strict.join().unwrap();
    assert_eq!((checks_with("fail", &output), output.status.code()), (vec!["half moves".into()], Some(1)));
}

#[test]
fn a_silent_engine_fails_and_does_not_hang_the_checker() {
    let options = ["check", "--timeout", "20", "--game", "wali", "--", "sh", "-c", "cat > /dev/null; exit 0"];
    let output = Command::new(TERN).args(options).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("checking an engine without a name; extensions do not count; seed 1"));
    assert_eq!(lines.next(), Some("FAIL  wali  introduction: expected ugiok within 20 ms, saw nothing"));
    assert!(lines.next_back().unwrap().starts_with("0 passed, "), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_engine_that_does_not_exist_is_named() {
    let output = Command::new(TERN).args(["check", "--", "/no/such/engine"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("'/no/such/engine' cannot be started: No such file"), "{message}");
}
