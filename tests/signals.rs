//! No subcommand leaves a process behind when it is interrupted or told to end.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TERN: &str = env!("CARGO_BIN_EXE_tern");

/// Far longer than anything here takes: a hang fails instead of blocking. Says nothing about speed.
const DEADLINE: Duration = Duration::from_secs(60);

/// In the environment of tern, and so in that of everything it starts.
const MARK: &str = "TERN_SIGNAL_TEST";

/// An engine behind a shell that introduces itself, waits for ever, and has a child of its own.
const HANGING: &str = "sleep 1000 & echo ugiok; echo readyok; while read line; do echo readyok; done; sleep 1000";

/// The processes that carry a mark.
fn marked(mark: &str) -> Vec<String> {
    let wanted = format!("{MARK}={mark}");
    let is_marked = |environment: Vec<u8>| environment.split(|&byte| byte == 0).any(|entry| entry == wanted.as_bytes());
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter(|process| fs::read(process.path().join("environ")).is_ok_and(is_marked))
        .map(|process| {
            let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
            format!("{} {}", process.file_name().display(), String::from_utf8_lossy(&command).replace('\0', " "))
        })
        .collect()
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < DEADLINE, "{what} takes too long");
        sleep(Duration::from_millis(20));
    }
}

fn start(arguments: &[&str], mark: &str) -> Child {
    let mut command = Command::new(TERN);
    command.args(arguments).env(MARK, mark).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Starts tern, waits for so many processes, sends a signal to tern alone, and looks for what is left.
fn leaves_nothing(name: &str, arguments: &[&str], typed: &str, processes: usize) {
    for signal in ["INT", "TERM"] {
        let mark = format!("{name}-{signal}-{}", std::process::id());
        let mut child = start(arguments, &mark);
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, typed.as_bytes()).unwrap();
        wait_until("starting engines", || marked(&mark).len() >= processes);
        // The handlers are set up by now, or the signal ends the process as signals do.
        sleep(Duration::from_millis(200));
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success(), "{name} has ended by itself");
        wait_until(&format!("{name} after SIG{signal}"), || child.try_wait().unwrap().is_some());
        let started = Instant::now();
        while !marked(&mark).is_empty() {
            assert!(started.elapsed() < DEADLINE, "{name} after SIG{signal} leaves {:#?}", marked(&mark));
            sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn the_protocol() {
    leaves_nothing("protocol", &[], "setoption name Threads value 2\ngo infinite\n", 1);
}

#[test]
fn perft() {
    leaves_nothing("perft", &["perft", "30"], "", 1);
}

#[test]
fn play() {
    leaves_nothing("play", &["play", "--movetime", "100000000"], "c3\n", 1);
}

#[test]
fn tune() {
    leaves_nothing("tune", &["tune", "--games", "1000000", "--threads", "2"], "", 1);
}

#[test]
fn replay() {
    let pipe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("record-that-never-comes");
    let _ = fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    leaves_nothing("replay", &["replay", pipe.to_str().unwrap()], "", 1);
}

#[test]
fn check() {
    leaves_nothing("check", &["check", "--timeout", "1000000", "--", "sh", "-c", HANGING], "", 3);
}

#[test]
fn matches() {
    let engine = format!("cmd={}", shlex::try_quote(&format!("sh -c {}", shlex::try_quote(HANGING).unwrap())).unwrap());
    leaves_nothing("match", &["match", "--patience", "100000", "-e", &engine, "-e", &engine], "", 3);
}

#[test]
fn a_match_of_tern() {
    leaves_nothing("tern", &["match", "--games", "100000", "--movetime", "100", "--concurrency", "2"], "", 3);
}

/// A scheduler that ends a job sends its signal to everybody in it. No game is lost by that.
#[test]
fn a_match_whose_engines_get_the_signal_first() {
    let record = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("signal-to-all.txt");
    let mark = format!("everybody-{}", std::process::id());
    for _ in 0..3 {
        let _ = fs::remove_file(&record);
        let arguments = ["match", "--games", "100000", "--nodes", "300", "-e", "option.Hash=1", "-e", "option.Hash=1"];
        let mut child = start(&[&arguments[..], &["--record", record.to_str().unwrap()]].concat(), &mark);
        let own = child.id().to_string();
        let games = || fs::read_to_string(&record).unwrap_or_default();
        wait_until("playing", || games().contains("[Number \"2\"]"));
        let everybody: Vec<String> =
            marked(&mark).iter().filter_map(|process| process.split(' ').next()).map(String::from).collect();
        let engines = everybody.iter().filter(|&id| *id != own);
        // Some may have gone meanwhile.
        let _ = Command::new("kill").args(["-s", "TERM"]).args(engines).arg(&own).status().unwrap();
        wait_until("the end of the match", || child.try_wait().unwrap().is_some());
        assert!(!games().contains("crash"), "{}", games());
    }
}
