//! Faults injected into what runs: kills at random moments, disks that are full or read-only, little memory, many threads.
//!
//! The long ones: `cargo test --test faults -- --ignored --nocapture`.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tern::matches::{GameRecord, read_games};

const TERN: &str = env!("CARGO_BIN_EXE_tern");

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shell(script: &str) -> Output {
    Command::new("sh").args(["-c", script]).stdin(Stdio::null()).output().unwrap()
}

/// A match of a few hundred moves in which nothing depends on the clock, so that it is the same each time.
fn match_of(games: usize, seed: u64, record: &Path) -> Command {
    let mut command = Command::new(TERN);
    command.args(["match", "--nodes", "60", "-c", "2", "--games", &games.to_string(), "--seed", &seed.to_string()]);
    command.args(["-e", "name=search option.Hash=1", "-e", "name=greedy option.Level=greedy option.Hash=1"]);
    command.arg("--record").arg(record).stderr(Stdio::null());
    command
}

/// The games of a record without the times, which differ from run to run.
fn timeless(record: &Path) -> Vec<GameRecord> {
    let mut games = read_games(&fs::read_to_string(record).unwrap()).unwrap().0;
    for remark in games.iter_mut().flat_map(|game| &mut game.moves).filter_map(|played| played.remark.as_mut()) {
        remark.time = Duration::ZERO;
    }
    games.sort_by_key(|game| game.number);
    games
}

/// How many processes have this entry in their environment.
fn marked(mark: &str) -> usize {
    let carries = |path: PathBuf| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|entry| entry == mark.as_bytes())
    };
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| carries(path.clone()))
        .count()
}

/// Kills a match at so many random moments and goes on with it each time: it ends as if nothing had happened.
fn killed_and_resumed(kills: usize, seed: u64) {
    let folder = folder(&format!("killed-{kills}"));
    let mut rng = StdRng::seed_from_u64(seed);
    let mark = format!("TERN_TEST_MARK=killed-{kills}-{}", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    let mut killed = 0;
    for number in 1.. {
        let (whole, parts) = (folder.join(format!("whole-{number}")), folder.join(format!("parts-{number}")));
        let expected = match_of(30, number, &whole).output().unwrap();
        assert!(expected.status.success());
        let found = loop {
            let mut command = match_of(30, number, &parts);
            let mut child = command.arg("--resume").env(name, value).stdout(Stdio::piped()).spawn().unwrap();
            if killed < kills {
                std::thread::sleep(Duration::from_micros(rng.random_range(0..400_000)));
                if child.try_wait().unwrap().is_none() {
                    child.kill().unwrap();
                    killed += 1;
                }
            }
            let output = child.wait_with_output().unwrap();
            if output.status.code().is_some() {
                break output;
            }
        };
        assert!(found.status.success(), "match {number}");
        assert_eq!(text(&found.stdout), text(&expected.stdout), "match {number}");
        assert!(timeless(&parts) == timeless(&whole), "the games of match {number} differ");
        if killed == kills {
            break;
        }
    }
    let started = Instant::now();
    while marked(&mark) > 0 {
        assert!(started.elapsed() < Duration::from_secs(20), "engines were left behind");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_match_that_is_killed_now_and_then_ends_as_if_nothing_had_happened() {
    killed_and_resumed(6, 1);
}

#[test]
#[ignore = "long: a hundred kills"]
fn a_match_that_is_killed_a_hundred_times_ends_as_if_nothing_had_happened() {
    killed_and_resumed(100, 2);
}

/// Runs a script in which `$DISK` is a file system of its own with these mount options, if this machine lets us.
fn with_disk(name: &str, options: &str, script: &str) -> Option<Output> {
    if !shell("unshare -m true").status.success() {
        eprintln!("skipped: no file system can be mounted here");
        return None;
    }
    let disk = folder(name);
    let disk = disk.display();
    let script = format!("DISK='{disk}'; mount -t tmpfs -o {options} none \"$DISK\" || exit 99; {script}");
    Some(Command::new("unshare").args(["-m", "sh", "-c", &script]).stdin(Stdio::null()).output().unwrap())
}

const MATCH: &str = "match --games 40 --nodes 60 --seed 3 -e option.Hash=1 -e depth=2";

/// The disk is full in the middle of the match. With more room it goes on, to the end it would have had.
#[test]
fn a_match_outlives_a_full_disk() {
    let script = format!(
        "'{TERN}' {MATCH} > \"$DISK/../whole-report\"; \
         '{TERN}' {MATCH} --record \"$DISK/games\" > \"$DISK/../first-report\"; echo first $?; \
         '{TERN}' replay --quiet \"$DISK/games\" > /dev/null; echo replayed $?; \
         '{TERN}' {MATCH} --record \"$DISK/games\" --resume > /dev/null; echo again $?; \
         mount -o remount,size=10m \"$DISK\"; \
         '{TERN}' {MATCH} --record \"$DISK/games\" --resume > \"$DISK/../last-report\"; echo last $?; \
         cmp \"$DISK/../whole-report\" \"$DISK/../last-report\" && echo same"
    );
    let Some(output) = with_disk("full", "size=16k", &script) else { return };
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(said, "first 1\nreplayed 0\nagain 1\nlast 0\nsame\n", "{errors}");
    assert!(errors.contains("No space left on device"), "{errors}");
}

#[test]
fn a_disk_that_cannot_be_written_is_said_in_a_line() {
    let script = format!(
        "'{TERN}' {MATCH} --record \"$DISK/games\" > /dev/null; echo match $?; \
         mount -o remount,ro \"$DISK\"; cp \"$DISK/games\" \"$DISK/../before\"; \
         '{TERN}' {MATCH} --record \"$DISK/other\"; echo new $?; \
         '{TERN}' match --games 60 --nodes 60 --seed 3 -e option.Hash=1 -e depth=2 --record \"$DISK/games\" --resume; echo more $?; \
         '{TERN}' draw -o \"$DISK/board.svg\"; echo draw $?; \
         '{TERN}' man --out \"$DISK\"; echo man $?; \
         cmp \"$DISK/games\" \"$DISK/../before\" && echo untouched"
    );
    let Some(output) = with_disk("read-only", "size=1m", &script) else { return };
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(said, "match 0\nnew 2\nmore 2\ndraw 1\nman 1\nuntouched\n", "{errors}");
    let complaints =
        errors.lines().filter(|line| line.starts_with("error: ") && line.contains("Read-only file system"));
    assert_eq!(complaints.count(), 4, "{errors}");
}

#[test]
fn an_output_that_is_full_is_an_error() {
    for arguments in ["rules", "perft 2", "match --games 2 --nodes 20", "completions bash", "man"] {
        let output = shell(&format!("'{TERN}' {arguments} > /dev/full"));
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {errors}");
        assert!(errors.ends_with("error: No space left on device (os error 28)\n"), "{arguments}: {errors}");
    }
    let output = shell(&format!("printf 'ugi\\nisready\\n' | '{TERN}' > /dev/full"));
    assert_eq!(output.status.code(), Some(1));
}

/// With little memory tern says so, or does with less; it does not die.
#[test]
fn a_session_with_little_memory_answers_or_says_why_not() {
    let commands =
        "setoption name Threads value 256\\ngo nodes 20000\\nstop\\nsetoption name Hash value 60000\\ngo depth 3\\n";
    let games = ["wali", "wali-total", "differo", "waldmeister"].into_iter().cycle();
    for (megabytes, game) in (60..120).step_by(3).chain((120..400).step_by(20)).zip(games) {
        let limit = megabytes * 1000;
        let output = shell(&format!("ulimit -v {limit}; printf '{commands}' | '{TERN}' --game {game}"));
        let (said, errors) = (text(&output.stdout), text(&output.stderr));
        match output.status.code() {
            Some(0) => {
                assert_eq!(said.matches("bestmove ").count(), 2, "{megabytes} MB: {said}{errors}");
                assert!(said.contains("a hash table of 60000 MiB cannot be allocated"), "{megabytes} MB: {said}");
            }
            code => {
                assert_eq!(code, Some(1), "{megabytes} MB: {said}{errors}");
                assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{megabytes} MB: {errors}");
            }
        }
    }
}
