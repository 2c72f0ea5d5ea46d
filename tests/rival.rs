//! The rival among the examples plays legal games under the eyes of the referee, whatever its strategy.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// Where cargo puts the example beside this test.
fn rival() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let profile = this.ancestors().nth(2).unwrap();
    let path = profile.join("examples").join(format!("rival{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: cargo build --examples", path.display());
    path
}

/// Two games of tern against the rival must come to a regular end.
fn plays(game: &str, strategy: &str, more: &[&str]) {
    let command = format!("{} --strategy {strategy}", shlex::try_quote(rival().to_str().unwrap()).unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_tern"))
        .args(["match", "--json", "--games", "2", "--game", game, "--movetime", "2", "--margin", "2000"])
        .args(["-e", "name=tern option.Hash=1", "-e"])
        .arg(format!("name=rival option.Hash=1 cmd={}", shlex::try_quote(&command).unwrap()))
        .args(more)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for engine in report["engines"].as_array().unwrap() {
        assert_eq!(engine["faults"], Value::Object(serde_json::Map::new()), "{report:#} {errors}");
    }
}

#[test]
fn the_iterative_rival_plays_every_game() {
    plays("wali", "iterative", &[]);
    plays("wali-total", "iterative", &[]);
    plays("differo", "iterative", &[]);
}

#[test]
fn the_monte_carlo_rival_plays() {
    plays("waldmeister", "mcts", &["--size", "5"]);
}

#[test]
fn the_two_ply_rival_plays_on_boards_of_every_size() {
    plays("waldmeister", "two-ply", &["--size", "5"]);
    plays("waldmeister", "two-ply", &["--size", "9"]);
    plays("differo", "two-ply", &[]);
    plays("wali", "two-ply", &[]);
}
