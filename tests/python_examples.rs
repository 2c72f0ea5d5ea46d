//! The Python examples do what they say: the viewer plays every game on every board, and the skeleton passes the core checks.
//! Where there is no python3 they are skipped, and say so.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

const TERN: &str = env!("CARGO_BIN_EXE_tern");

/// Runs a Python script of the examples; `None` where there is no Python.
fn python(script: &str, arguments: &[&str], input: &str) -> Option<Output> {
    let path = format!("{}/examples/{script}", env!("CARGO_MANIFEST_DIR"));
    let process = Command::new("python3")
        .arg(path)
        .args(arguments)
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut process) = process else {
        eprintln!("SKIPPED {script}: there is no python3 here");
        return None;
    };
    // A script that does not listen has gone already, and its output says why.
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    Some(process.wait_with_output().unwrap())
}

fn viewed(arguments: &[&str], input: &str) -> Option<String> {
    let mut all = vec!["--engine", TERN];
    all.extend(arguments);
    let output = python("viewer.py", &all, input)?;
    let (shown, problem) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {problem}\n{shown}");
    Some(shown)
}

#[test]
fn the_viewer_plays_every_game_to_its_end() {
    let sizes: Vec<String> = (5..=11).map(|size| size.to_string()).collect();
    let mut boards: Vec<Vec<&str>> = ["wali", "wali-total", "differo"].map(|game| vec!["--game", game]).to_vec();
    boards.extend(sizes.iter().map(|size| vec!["--game", "waldmeister", "--size", size]));
    for board in boards {
        let mut arguments = board.clone();
        arguments.extend(["--random", "1"]);
        let Some(shown) = viewed(&arguments, "") else { return };
        let last = shown.lines().last().unwrap();
        let over = ["p1win", "p2win", "draw"].iter().any(|result| last.contains(result));
        // Differo can go on and on when nobody wants to win.
        assert!(over || last.starts_with("400 moves"), "{board:?}: {shown}");
    }
}

#[test]
fn the_viewer_puts_cells_where_they_are() {
    let Some(shown) = viewed(&["--game", "waldmeister", "--size", "5"], "c3\nsl\nc3d3\ntd\nquit\n") else { return };
    assert!(shown.contains(" a1    b1    c1    d1    e1\n"), "{shown}");
    assert!(shown.contains("a3    b3   [td]  [sl]   e3\n"), "{shown}");
    assert!(shown.contains("p1 holds sg 1, sd 1,"), "{shown}");
    let Some(shown) = viewed(&["--game", "waldmeister", "--size", "11"], "quit\n") else { return };
    assert!(shown.contains(" a11 b11 c11 d11 e11"), "half a cell is a whole number of columns: {shown}");
}

#[test]
fn the_viewer_explains_what_is_wrong_and_takes_back() {
    let Some(shown) = viewed(&["--game", "wali"], "c3\nc3\nundo\nsteps f5\ngo\nquit\n") else { return };
    for part in ["[w]", "error illegal move 'c3'", "f5", "tern plays "] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[test]
fn the_skeleton_passes_the_core_checks() {
    let script = format!("{}/examples/skeleton.py", env!("CARGO_MANIFEST_DIR"));
    if python("skeleton.py", &[], "quit\n").is_none() {
        return;
    }
    let output = Command::new(TERN).args(["check", "--game", "wali", "--", "python3", &script]).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && report.contains(" 0 failed"), "{report}");
}
