//! Engines that fail in ways of their own, and a referee that runs short of something.

use super::{
    Command, Ending, FAULTY, FaultKind, GameRecord, Stdio, TERN, Value, fresh, python_is_missing, recorded, sleep,
    tern, text,
};
use std::time::Duration;

fn spec(fault: &str, more: &str) -> String {
    format!("name=faulty option.Hash=1 {more} cmd=\"python3 '{FAULTY}' {fault} 6 '{TERN}'\"")
}

/// A match of four games against an engine with this fault.
fn played(fault: &str, arguments: &str) -> Vec<GameRecord> {
    let name = format!("fault-{fault}.txt");
    recorded(&name, &format!("--games 4 --nodes 60 {arguments}"), &["-e", &spec(fault, ""), "-e", "name=good"])
}

/// The faults of a match, and what was said of each.
fn faults(games: &[GameRecord]) -> Vec<(FaultKind, &str)> {
    let fault = |game: &'_ GameRecord| matches!(game.ending, Ending::Fault(_));
    games
        .iter()
        .filter(|game| fault(game))
        .filter_map(|game| match &game.ending {
            Ending::Fault(fault) => Some((fault.kind, fault.details.as_str())),
            _ => None,
        })
        .collect()
}

/// The patience would last for an hour.
#[test]
fn an_error_instead_of_a_move_ends_the_wait() {
    if python_is_missing() {
        return;
    }
    let games = played("error", "--patience 3600");
    let expected = (FaultKind::Error, "refused to search: 'not today'");
    assert_eq!(faults(&games), [expected, expected]);
}

#[test]
fn a_second_answer_is_not_taken_for_the_next() {
    if python_is_missing() {
        return;
    }
    assert_eq!(faults(&played("stray", "")), []);
}

#[test]
fn an_engine_that_leaves_between_games_is_started_anew() {
    if python_is_missing() {
        return;
    }
    assert_eq!(faults(&played("leave", "")), []);
}

#[test]
fn an_engine_that_is_silent_between_games_loses_the_next() {
    if python_is_missing() {
        return;
    }
    let games = played("sulk", "--patience 2");
    assert_eq!(faults(&games).iter().map(|fault| fault.0).collect::<Vec<_>>(), [FaultKind::Hang; 2]);
}

/// An engine is started to see whether it can play, and once to play.
#[cfg(unix)]
#[test]
fn an_engine_is_not_started_anew_for_every_game() {
    let starts = fresh("starts.txt");
    let command = format!("cmd=\"sh -c 'echo start >> {}; exec {TERN}'\"", starts.display());
    let engine = format!("name=counted option.Hash=1 {command}");
    recorded("started.txt", "--games 4 --nodes 60", &["-e", &engine, "-e", "name=good"]);
    assert_eq!(std::fs::read_to_string(&starts).unwrap(), "start\nstart\n");
}

#[test]
fn an_engine_that_closes_its_output_did_not_die_of_our_signal() {
    if python_is_missing() {
        return;
    }
    let games = played("mute", "");
    let expected = (FaultKind::Crash, "closed its output");
    assert_eq!(faults(&games), [expected, expected]);
}

/// The most memory a process has had, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[cfg(target_os = "linux")]
#[test]
fn engines_that_flood_take_up_little_memory() {
    if python_is_missing() {
        return;
    }
    let mut child = Command::new(TERN)
        .args(["match", "--json", "--games", "2", "--nodes", "60", "-e", &spec("flood", ""), "-e", "name=good"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(peak_memory(child.id()));
        sleep(Duration::from_millis(10));
    }
    let result: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(result["engines"][0]["faults"], serde_json::json!({}), "{result}");
    assert!((1..50_000).contains(&peak), "{peak} KiB");
}

/// 150 ms a move, with a clock of 100 ms: the margin is used up in the third move at the latest.
#[test]
fn the_margin_is_not_a_gift_a_move() {
    if python_is_missing() {
        return;
    }
    let engines = ["-e", &spec("slow", "tc=0.1"), "-e", "name=good"];
    let games = recorded("slow.txt", "--games 2 --nodes 60 --margin 200 --max-plies 20", &engines);
    for game in &games {
        assert!(matches!(&game.ending, Ending::Fault(fault) if fault.kind == FaultKind::Time), "{:?}", game.ending);
        assert!(game.moves.len() <= 4 + 2 * 2 + 1, "{} moves", game.moves.len());
    }
}

#[cfg(unix)]
#[test]
fn a_shortage_of_ours_is_not_booked_as_crashes() {
    let path = fresh("shortage.txt");
    let command = format!(
        "ulimit -n 24; exec '{TERN}' match --json --games 200 --nodes 60 -c 32 -e option.Hash=1 -e option.Hash=1 --record '{}'",
        path.display()
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the match was broken off: engine tern"), "{}", text(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    for engine in result["engines"].as_array().unwrap() {
        assert_eq!(engine["faults"], serde_json::json!({}), "{result}");
    }
    assert!(tern("replay -q", &[path.to_str().unwrap()]).status.success());
}

/// The match sleeps for much longer than any clock lasts, in the middle of a game.
#[cfg(unix)]
#[test]
fn a_suspended_match_books_no_time_losses() {
    let child = Command::new(TERN)
        .args("match --json --games 2 --tc 1+0.2 --margin 300 --max-plies 24".split(' '))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let signal = |name: &str| {
        assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
    };
    sleep(Duration::from_secs(1));
    signal("-STOP");
    sleep(Duration::from_secs(5));
    signal("-CONT");
    let output = child.wait_with_output().unwrap();
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["games"], 2, "{result}");
    assert_eq!(result["endings"]["time"], Value::Null, "{result}");
}
