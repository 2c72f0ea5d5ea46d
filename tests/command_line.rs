//! The command line as a person meets it: help, mistakes and errors.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tern::games::any::GameKind;

fn tern(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tern"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The one line of an error.
fn refused(arguments: &[&str], code: i32) -> String {
    let output = tern(arguments);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {errors}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{arguments:?}: {errors}");
    errors
}

#[test]
fn help_lists_the_games_wherever_one_can_be_named() {
    for arguments in
        [&["--help"][..], &["perft", "-h"], &["play", "-h"], &["check", "-h"], &["match", "-h"], &["tune", "-h"]]
    {
        let output = tern(arguments);
        let help = text(&output.stdout);
        assert!(output.status.success());
        for &kind in GameKind::ALL {
            assert!(help.contains(kind.name()), "{kind} in {arguments:?}: {help}");
        }
    }
}

/// It would be ignored there, and another game played than the one that was meant.
#[test]
fn a_game_before_the_subcommand_is_refused() {
    for subcommand in [&["perft", "1"][..], &["match"], &["play"], &["check", "--", "cat"], &["tune"], &["bench"]] {
        let arguments = [&["--game", "differo"], subcommand].concat();
        let error = refused(&arguments, 2);
        assert!(error.contains(&format!("tern {} --game differo", subcommand[0])), "{error}");
    }
}

#[test]
fn a_size_is_refused_where_it_means_nothing() {
    for arguments in [
        &["--size", "6"][..],
        &["--game", "differo", "--size", "6"],
        &["perft", "--size", "6", "1"],
        &["play", "--game", "wali-total", "--size", "6"],
        &["match", "--size", "6", "--games", "2"],
    ] {
        let error = refused(arguments, 2);
        assert!(error.contains("--size means nothing in"), "{error}");
    }
    for arguments in [
        &["perft", "--game", "waldmeister", "--size", "4", "1"][..],
        &["perft", "--game", "waldmeister", "--size", "6", "--fen", "5/5/5/5/5 1 111111111 111111111 c", "1"],
    ] {
        assert!(refused(arguments, 2).contains("--size"));
    }
    assert!(tern(&["--game", "waldmeister", "--size", "6"]).status.success());
}

#[test]
fn errors_are_one_plain_line() {
    refused(&["frobnicate"], 2);
    refused(&["perft"], 2);
    refused(&["--game", "chess"], 2);
    assert!(refused(&["play", "--fen", "6/6/6/6/6 x 12 12 - - 0"], 2).contains("'x'"));
    assert!(refused(&["play", "--resume", "/no/such/game"], 1).contains("/no/such/game"));
    assert!(refused(&["replay", "/no/such/record"], 1).contains("/no/such/record"));
    assert!(refused(&["match", "--openings", "/no/such/openings"], 2).contains("/no/such/openings"));
    assert!(refused(&["check", "--", "/no/such/engine"], 1).contains("/no/such/engine"));
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = tern(&["completions", shell]);
        let script = text(&output.stdout);
        assert!(output.status.success());
        for word in ["match", "concurrency", "shard"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
    }
    assert!(refused(&["completions", "tcl"], 2).contains("'tcl'"));
}

#[cfg(unix)]
#[test]
fn bash_completes_subcommands_and_games() {
    let complete = |line: &str| {
        let script = format!(
            "source <({} completions bash); COMP_WORDS=({line} ''); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _tern tern '' \"${{COMP_WORDS[COMP_CWORD - 1]}}\"; echo \"${{COMPREPLY[@]}}\"",
            env!("CARGO_BIN_EXE_tern")
        );
        text(&Command::new("bash").args(["-c", &script]).output().unwrap().stdout)
    };
    assert!(complete("tern").contains(" match "), "{}", complete("tern"));
    assert!(complete("tern play --game").contains("differo"), "{}", complete("tern play --game"));
}

#[test]
fn every_command_has_a_man_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    assert!(tern(&["man", "--out", folder.to_str().unwrap()]).status.success());
    let page =
        |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    // The commands of the help, which begin in the third column.
    let help = text(&tern(&["--help"]).stdout);
    let section = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands: Vec<&str> = section.lines().filter_map(|line| line.trim().split(' ').next()).collect();
    assert!(commands.len() > 10, "{help}");
    for command in commands.into_iter().filter(|&command| command != "help") {
        let page = page(&format!("tern-{command}.1"));
        assert!(page.contains(".TH") && page.contains("SYNOPSIS"), "{page}");
    }
    assert!(page("tern-tune-levels.1").contains("tern tune levels"));
    assert!(page("tern-tune-endgame.1").contains("tern tune endgame"));
    assert_eq!(page("tern.1"), text(&tern(&["man"]).stdout));
    assert!(refused(&["man", "--out", "/no/such/place"], 1).contains("/no/such/place"));
}

#[test]
fn weights_that_cannot_be_written_are_not_looked_for() {
    // Were the games played first, this would take for ever.
    for (game, file) in [
        ("wali", "/no/such/place"),
        ("differo", "/no/such/place"),
        ("wali", env!("CARGO_MANIFEST_DIR")),
        ("differo", concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")),
        ("wali", concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")),
    ] {
        let error = refused(&["tune", "--game", game, "--games", "100000000", "--write", file], 1);
        assert!(error.contains(file), "{error}");
    }
}

#[test]
fn progress_is_shown_without_a_terminal_too() {
    let output = tern(&["tune", "--game", "differo", "--games", "20", "--nodes", "20"]);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.starts_with("2/20 games\n") && errors.ends_with("20/20 games\n"), "{errors}");
    assert_eq!(errors.lines().count(), 10, "{errors}");
}

/// A disk that is full in the middle of a save.
#[cfg(target_os = "linux")]
#[test]
fn a_save_that_fails_leaves_the_earlier_one() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("a_save_that_fails");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let play = |typed: &str, limit: &str, more: &str| {
        let script = format!("{limit} printf '{typed}' | {} play --you both {more}", env!("CARGO_BIN_EXE_tern"));
        text(&Command::new("sh").args(["-c", &script]).output().unwrap().stdout)
    };
    let path = file.to_str().unwrap();
    let said = play(&format!("c3\\nsave {path}\\n"), "", "");
    assert!(said.contains("Saved; "), "{said}");
    let before = std::fs::read_to_string(&file).unwrap();
    // No file may grow at all: writing fails as on a full disk.
    let said = play("d3\\nsave\\n", "trap '' XFSZ; ulimit -f 0;", &format!("--resume {path}"));
    assert!(said.contains("Not saved to "), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn replay_draws_in_ascii_where_the_locale_or_a_flag_asks_for_it() {
    let record = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("replay_in_ascii.txt");
    let _ = std::fs::remove_file(&record);
    let record = record.to_str().unwrap();
    assert!(tern(&["match", "--games", "2", "--nodes", "5", "--record", record]).status.success());
    let replay = |locale: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tern"));
        let output = command.args(["replay", record]).args(more).env("LC_ALL", locale).output().unwrap();
        text(&output.stdout)
    };
    assert!(replay("C.UTF-8", &[]).contains('│'));
    assert!(replay("C", &[]).is_ascii());
    assert!(replay("C.UTF-8", &["--ascii"]).is_ascii());
}
