//! Matches played by the binary: repeatable, fair, and not to be put off by engines that fail.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod faults;
mod ratings;
mod records;
mod shards;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tern::game::{GameResult, Player};
use tern::games::any::{AnyGame, GameKind};
use tern::matches::{Ending, FaultKind, GameRecord, read_games, replay_text};

const TERN: &str = env!("CARGO_BIN_EXE_tern");
const FAULTY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/faulty_engine.py");

/// A file that does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_file(&path).unwrap();
    }
    path
}

/// Runs tern with arguments between blanks, and more that may hold blanks.
fn tern(arguments: &str, more: &[&str]) -> Output {
    Command::new(TERN).args(arguments.split_whitespace()).args(more).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Plays a match that must come to its end, and gives its report.
fn report(arguments: &str, more: &[&str]) -> Value {
    let output = tern(&format!("match --json {arguments}"), more);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The games of a record, and all of them must be right.
fn games(path: &Path) -> Vec<GameRecord> {
    let checked = tern("replay --quiet", &[path.to_str().unwrap()]);
    assert!(checked.status.success(), "{}", text(&checked.stdout));
    read_games(&fs::read_to_string(path).unwrap()).unwrap().0
}

/// The games without the times, which differ from run to run.
fn timeless(path: &Path) -> Vec<GameRecord> {
    let mut games = games(path);
    for remark in games.iter_mut().flat_map(|game| &mut game.moves).filter_map(|played| played.remark.as_mut()) {
        remark.time = Duration::ZERO;
    }
    games
}

/// Plays a match with a record, and gives the record.
fn recorded(name: &str, arguments: &str, more: &[&str]) -> Vec<GameRecord> {
    let path = fresh(name);
    report(arguments, &[more, &["--record", path.to_str().unwrap()]].concat());
    timeless(&path)
}

#[test]
fn the_same_seed_plays_the_same_games_whatever_the_concurrency() {
    let engines = [
        "-e",
        "name=search option.Hash=1",
        "-e",
        "name=greedy option.Level=greedy option.Hash=1",
        "-e",
        "name=any option.Level=random option.Hash=1",
    ];
    let arguments = "--game wali --games 6 --nodes 100 --seed 5";
    let one = recorded("concurrency-1.txt", arguments, &engines);
    let three = recorded("concurrency-3.txt", &format!("{arguments} --concurrency 3"), &engines);
    assert_eq!(one.len(), 18);
    assert_eq!(one, three);
    let other = recorded("other-seed.txt", "--games 6 --nodes 100 --seed 6", &engines);
    assert_ne!(one[0].moves, other[0].moves);
}

#[test]
fn tern_without_a_seed_is_as_strong_as_tern() {
    let path = fresh("itself.txt");
    let engines = ["-e", "name=a option.Seed=0", "-e", "name=b option.Seed=0"];
    let result = report("--games 20 --nodes 200 --record", &[&[path.to_str().unwrap()], &engines[..]].concat());
    assert_eq!(result["pairings"][0]["score"], 0.5);
    assert_eq!(
        result["pairings"][0]["pairs"],
        serde_json::json!([0, 0, 10, 0, 0]),
        "each pair is one game played twice"
    );
    for pair in timeless(&path).chunks(2) {
        assert_eq!((&pair[0].moves, pair[0].result), (&pair[1].moves, pair[1].result));
        assert_eq!(pair[0].players.p1, pair[1].players.p2);
    }
}

#[test]
fn search_beats_greedy_and_the_numbers_are_right() {
    let path = fresh("greedy.txt");
    let engines = [
        "-e",
        "name=search option.Hash=1",
        "-e",
        "name=greedy option.Level=greedy option.Hash=1",
        "--record",
        path.to_str().unwrap(),
    ];
    let result = report("--games 30 --nodes 600", &engines);
    let pairing = &result["pairings"][0];
    let score = pairing["score"].as_f64().unwrap();
    assert!(score > 0.8, "{result}");
    assert!(pairing["los"].as_f64().unwrap() > 0.99, "{result}");

    // The same numbers from the record: points of each game, then of each pair.
    let points = |game: &GameRecord| match game.result {
        GameResult::Draw => 0.5,
        GameResult::Win(player) => f64::from(game.players[player] == "search"),
    };
    let pairs: Vec<f64> =
        games(&path).chunks(2).map(|pair| f64::midpoint(points(&pair[0]), points(&pair[1]))).collect();
    let mean = pairs.iter().sum::<f64>() / 15.0;
    assert!((mean - score).abs() < 1e-9);
    if mean < 1.0 {
        let elo = -400.0 * (1.0 / mean - 1.0).log10();
        assert!((elo - pairing["elo"].as_f64().unwrap()).abs() < 1e-6);
    }
    let even = pairs.iter().filter(|&&pair| (pair - 0.5).abs() < 0.1).count();
    assert_eq!(pairing["pairs"][2], even);
}

#[test]
fn a_sequential_test_ends_the_match_at_the_same_game_whatever_the_concurrency() {
    let engines = ["-e", "name=search option.Hash=1", "-e", "name=any option.Level=random option.Hash=1"];
    let ends = [1, 3].map(|concurrency| {
        let result = report(&format!("--games 1000000 --nodes 50 --sprt -5,5 --concurrency {concurrency}"), &engines);
        assert_eq!(result["sprt"]["decision"], "elo1");
        assert!(result["sprt"]["llr"].as_f64().unwrap() >= result["sprt"]["bounds"][1].as_f64().unwrap());
        result["games"].as_u64().unwrap()
    });
    assert_eq!(ends[0], ends[1]);
    // A pair that is won says ln(score(5) / score(-5)) = 0.029, and 2.94 are needed.
    assert!((204..300).contains(&ends[0]), "{ends:?}, nearly all won");
    let three = tern("match --sprt 0,5 --games 2 -e name=a -e name=b -e name=c", &[]);
    assert!(text(&three.stderr).contains("--sprt needs exactly two engines, not 3"), "{}", text(&three.stderr));
}

#[test]
fn a_test_that_is_decided_is_not_gone_on_with() {
    let path = fresh("decided.txt");
    let engines = ["-e", "name=search option.Hash=1", "-e", "name=any option.Level=random option.Hash=1"];
    let record = ["--record", path.to_str().unwrap()];
    let [decided, resumed] = ["", "--resume"].map(|more| {
        let result = report(&format!("--games 200 --nodes 50 --sprt -50,50 {more}"), &[&engines[..], &record].concat());
        (result, fs::read_to_string(&path).unwrap())
    });
    assert_eq!(decided.0["sprt"]["decision"], "elo1");
    assert!(decided == resumed, "{}", resumed.0);
}

/// Some engines here are written in Python: without it their tests are left out, and say so.
fn python_is_missing() -> bool {
    let missing = Command::new("python3").arg("--version").output().is_err();
    if missing {
        eprintln!("left out: this test needs python3, which is not installed");
    }
    missing
}

/// Plays a match in which an engine fails whenever it plays first and six moves have been made.
fn with_fault(fault: &str, kind: FaultKind, count: usize) {
    if python_is_missing() {
        return;
    }
    let spec = |fault| format!("name=faulty option.Hash=1 movetime=100 cmd=\"python3 '{FAULTY}' {fault} 6 '{TERN}'\"");
    let arguments = &format!("--games {count} --nodes 200 --plies 4 --margin 1500");
    let games = recorded(&format!("{fault}.txt"), arguments, &["-e", &spec(fault), "-e", "name=good option.Hash=1"]);
    let sound =
        recorded(&format!("{fault}-not.txt"), arguments, &["-e", &spec("none"), "-e", "name=good option.Hash=1"]);
    assert_eq!((games.len(), sound.len()), (count, count));
    for (game, sound) in games.iter().zip(sound) {
        assert!(!matches!(sound.ending, Ending::Fault(_)), "{:?}", sound.ending);
        if game.players.p1 == "faulty" {
            assert!(matches!(&game.ending, Ending::Fault(fault) if fault.kind == kind), "{:?}", game.ending);
            assert_eq!(game.result, GameResult::Win(Player::P2));
            assert_eq!(game.moves, sound.moves[..6]);
        } else {
            assert_eq!((&game.moves, &game.ending, game.result), (&sound.moves, &sound.ending, sound.result));
        }
    }
}

#[test]
fn a_crash_loses_that_game_only() {
    with_fault("crash", FaultKind::Crash, 4);
}

#[test]
fn an_illegal_move_loses_that_game_only() {
    with_fault("cheat", FaultKind::IllegalMove, 4);
}

#[test]
fn an_answer_that_comes_too_late_loses_that_game_only() {
    with_fault("late", FaultKind::Time, 2);
}

#[test]
fn an_answer_that_does_not_come_loses_that_game_only() {
    with_fault("hang", FaultKind::Hang, 2);
}

#[test]
fn faults_are_counted_and_told() {
    if python_is_missing() {
        return;
    }
    let spec = format!("name=cheat option.Hash=1 cmd=\"python3 '{FAULTY}' cheat 6 '{TERN}'\"");
    let output = tern("match --games 2 --nodes 200", &["-e", &spec]);
    let shown = text(&output.stdout);
    assert!(shown.contains("faults of cheat: illegal move 1\n  game 1, illegal move: played 'z9z9' in "), "{shown}");
    assert!(shown.contains(": 'z9z9' is not a Wali move"), "why is told too: {shown}");
    let result = report("--games 2 --nodes 200", &["-e", &spec]);
    assert_eq!(result["engines"][0]["faults"], serde_json::json!({"illegal-move": 1}));
    assert_eq!(result["endings"]["illegal move"], 1);
}

#[test]
fn an_engine_that_cannot_play_is_refused_before_anything_is_played() {
    for (spec, message) in [
        ("cmd=/no/such/engine", "engine engine: '/no/such/engine' cannot be started"),
        ("name=x cmd=true", "engine x: true ended unexpectedly, exit status: 0"),
        ("option.Speed=9", "engine tern: it has no option 'Speed', only Game, "),
        ("option.Hash=lots", "engine tern: option Hash cannot be 'lots'"),
    ] {
        let output = tern("match --games 2 --nodes 10", &["-e", spec]);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn results_that_say_little_are_said_to_say_little() {
    let shown = |arguments: &str| {
        // Without a seed the search is always the same.
        let output = tern(arguments, &["-e", "option.Seed=0", "-e", "option.Seed=0"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_string()
    };
    let half = shown("match --games 3 --nodes 20 --max-plies 6 --sprt 0,5");
    assert!(half.contains("1 pair half played: that game counts for the score, not for Elo"), "{half}");
    assert!(half.contains("not decided: 1 of at least 50 pairs"), "{half}");
    assert!(half.contains("1 pair of two games that are move by move the same: the engines play alike"), "{half}");
    assert!(!half.contains("± 0.0"), "{half}");
    let copies = shown("match --games 6 --nodes 20 --max-plies 6 --plies 0");
    assert!(copies.contains("2 pairs not counted: move by move the same games as an earlier pair"), "{copies}");
    assert!(copies.contains("0 wins, 2 draws, 0 losses"), "{copies}");
    assert!(shown("match --help").contains("not before 50 pairs of games"));
}

#[test]
fn equal_engines_get_seeds_of_their_own_and_play_different_games() {
    for kind in ["wali", "wali-total", "differo", "waldmeister"] {
        let arguments = format!("--game {kind} --games 20 --nodes 300");
        let first = report(&arguments, &[]);
        let mirrored = first["pairings"][0]["mirrored_pairs"].as_u64().unwrap();
        // Without seeds it would be all ten.
        assert!(mirrored <= 5, "{kind}: {mirrored} of 10 pairs are one game played twice");
        assert_eq!(report(&arguments, &[]), first, "{kind}: the same seed, the same games");
    }
}

#[test]
fn arguments_that_nobody_can_mean_are_refused() {
    for (arguments, message) in [
        ("--patience 18446744073709551615", "18446744073709551615 is not in 1..=1000000"),
        ("--movetime 99999999999999", "movetime must be a whole number from"),
        ("--depth 2000000", "depth must be a whole number from 1 to 1000000, not '2000000'"),
    ] {
        let output = tern(&format!("match --games 2 {arguments}"), &[]);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn a_match_of_any_length_is_planned_in_little_memory() {
    let command = format!("ulimit -v 200000; exec '{TERN}' match --games 100000000 -e cmd=/no/such/engine");
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert!(text(&output.stderr).contains("'/no/such/engine' cannot be started"), "{}", text(&output.stderr));
}

#[test]
fn games_are_played_with_clocks() {
    let games = recorded("clock.txt", "--games 2 --tc 0.5+0.01 --margin 20000 --max-plies 12", &[]);
    assert!(games.iter().all(|game| game.ending == Ending::Length && game.limits.p1.to_string() == "tc 0.5+0.01"));
}

#[test]
fn openings_come_from_a_file() {
    let path = fresh("openings.txt");
    let fen = "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 a2a3 d3e3 4";
    fs::write(&path, format!("# moves, then a position\nc3 d4 a1\n{fen}\n")).unwrap();
    let games = recorded("from-file.txt", "--games 6 --nodes 50 --openings", &[path.to_str().unwrap()]);
    let begins: Vec<_> = games.iter().map(|game| (game.start == fen, game.opening)).collect();
    let (moves, position) = ((false, 3), (true, 0));
    assert_eq!(begins, [moves, moves, position, position, moves, moves]);
    fs::write(&path, "c3 c3").unwrap();
    let output = tern("match --openings", &[path.to_str().unwrap()]);
    assert!(text(&output.stderr).contains("openings.txt: line 1: illegal move 'c3'"), "{}", text(&output.stderr));
}

#[test]
fn the_first_plays_all_others_in_a_gauntlet() {
    let engines = ["-e", "name=a", "-e", "name=b", "-e", "name=c option.Level=random option.Hash=1"];
    let output = tern("match --games 2 --nodes 50 --tournament gauntlet", &engines);
    let shown = text(&output.stdout);
    assert!(shown.contains("4 of 4 games"), "{shown}");
    let row_of_c = shown.lines().rfind(|line| line.trim_start().starts_with("c ")).unwrap();
    // Whether `a` or `b` stands first depends on their games.
    let mut cells: Vec<_> = row_of_c.split_whitespace().collect();
    cells[2..].sort_unstable();
    assert_eq!(cells, ["c", "3", "0", "·", "·"], "{shown}");
}

#[test]
fn a_match_goes_on_where_it_was_interrupted() {
    let arguments = "--games 6 --nodes 100 -e name=search -e option.Level=greedy --seed 3";
    let whole = fresh("whole.txt");
    let result = report(&format!("{arguments} --record"), &[whole.to_str().unwrap()]);
    let written = fs::read_to_string(&whole).unwrap();
    let begins: Vec<usize> = written.match_indices("[Number").map(|(place, _)| place).collect();

    let part = fresh("part.txt");
    let part_name = part.to_str().unwrap();
    // Three games and half of another.
    fs::write(&part, &written[..usize::midpoint(begins[3], begins[4])]).unwrap();
    let resumed = report(&format!("{arguments} --resume --record"), &[part_name]);
    assert_eq!(resumed, result);
    assert_eq!(timeless(&part), timeless(&whole));
    assert!(fs::read_to_string(&part).unwrap().starts_with(&written[..begins[3]]), "finished games are kept");

    let again = tern(&format!("match {arguments} --record"), &[part_name]);
    assert!(text(&again.stderr).contains("exists already: add --resume"), "{}", text(&again.stderr));
    let other = tern("match --games 6 --nodes 100 --seed 4 --resume --record", &[part_name]);
    assert!(text(&other.stderr).contains("is the record of another match: game 1 has the seed '3'"));
}

/// Whether a process is there and not merely waiting to be forgotten.
#[cfg(unix)]
fn is_alive(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().unwrap().stdout;
    !state.is_empty() && !text(&state).trim_start().starts_with('Z')
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_ends_in_order_and_leaves_nobody_behind() {
    use std::os::unix::process::CommandExt;
    if python_is_missing() {
        return;
    }
    let (path, pids) = (fresh("interrupted.txt"), fresh("pids.txt"));
    let spec = |fault| format!("name={fault} option.Hash=1 cmd=\"python3 '{FAULTY}' {fault} 8 '{TERN}'\"");
    let arguments = "match --games 100000 --nodes 1000 --concurrency 2 --patience 3600 --json --record";
    let child = Command::new(TERN)
        .args(arguments.split_whitespace())
        .args([path.to_str().unwrap(), "-e", &spec("none"), "-e", &spec("hang")])
        .env("FAULTY_PIDS", &pids)
        .stdout(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap();
    // Game 1 comes to its end, game 2 hangs, game 3 may or may not be over and waits for game 2, game 4 hangs.
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        sleep(Duration::from_millis(50));
    }
    sleep(Duration::from_millis(500));
    // As the terminal does it: to everybody in the foreground.
    Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = games(&path);
    assert_eq!(result["games"], games.len());
    let numbers: Vec<usize> = games.iter().map(|game| game.number).collect();
    assert!([&[1][..], &[1, 3]].contains(&&numbers[..]), "{numbers:?}");
    assert!(games.iter().all(|game| matches!(game.ending, Ending::Rules(_))), "nobody is blamed");
    let started = fs::read_to_string(&pids).unwrap();
    for pid in started.lines() {
        let gone = (0..200).any(|_| {
            !is_alive(pid) || {
                sleep(Duration::from_millis(50));
                false
            }
        });
        assert!(gone, "process {pid} is still there");
    }
}

#[test]
fn a_record_does_not_command_the_terminal() {
    let record = "[Number \"1\"]\n[Game \"wali\"]\n[P1 \"\u{1b}[31mred\"]\n[P2 \"b\"]\n[Result \"0-1\"]\n[Reason \"stones\"]\n\
                  [P1Limit \"\"]\n[P2Limit \"\"]\n[Seed \"0\"]\n[Start \"6/6/b1bb2/6/w4w w 0 0 - - 0\"]\n\n0-1\n\n";
    let mut shown = Vec::new();
    assert!(replay_text(record, None, false, &mut shown).unwrap());
    assert!(text(&shown).starts_with("game 1, wali: ?[31mred – b 0-1 (stones)\n"), "{}", text(&shown));
}

#[test]
fn replay_finds_what_is_wrong() {
    let path = fresh("tampered.txt");
    recorded("tampered.txt", "--games 2 --nodes 50", &[]);
    let written = fs::read_to_string(&path).unwrap();
    let name = path.to_str().unwrap();

    let shown = tern("replay --number 2", &[name]);
    assert!(shown.status.success());
    assert!(text(&shown.stdout).contains("ply 5: "), "{}", text(&shown.stdout));
    for (from, to, message) in [
        ("[Reason \"stones\"]", "[Reason \"blocked\"]", "game 1 is wrong: it is said to have ended by 'blocked' with"),
        ("[Reason \"stones\"]", "[Reason \"time\"]", "game 1 is wrong: it is said to have ended by 'time' with"),
        ("1. ", "1. a1 {opening} ", "game 1 is wrong: move "),
        ("[Start \"6/", "[Start \"7/", "game 1 is wrong: start: "),
    ] {
        assert!(written.contains(from), "{from}");
        fs::write(&path, written.replacen(from, to, 1)).unwrap();
        let output = tern("replay -q", &[name]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stdout).contains(message), "{}", text(&output.stdout));
        assert!(text(&output.stdout).ends_with("2 games, 1 wrong\n"));
    }
    fs::write(&path, written.replacen("[Game \"wali\"]", "[Game \"go\"]", 1)).unwrap();
    let output = tern("replay -q", &[name]);
    assert!(text(&output.stderr).contains("line 3: the game that begins here has [Game 'go']"));
}

/// The example is run as the reader of it would run it, for every game.
#[test]
fn the_referee_in_python_plays_a_game() {
    if python_is_missing() {
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/referee.py");
    for &game in GameKind::ALL {
        let output = Command::new("python3").args([script, game.name(), TERN, TERN]).output().unwrap();
        let shown = text(&output.stdout);
        assert!(output.status.success(), "{shown}{}", text(&output.stderr));
        let [moves, result] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
        let mut replayed = AnyGame::start(game, 8);
        replayed.play(&moves.split(' ').collect::<Vec<_>>(), false).unwrap();
        let outcome = replayed.outcome().unwrap();
        let count = moves.split(' ').count();
        assert_eq!(result, format!("{} by {} after {count} moves", outcome.result, outcome.reason));
    }
}
