//! Reports: pages that anybody can open, numbers that agree with those of the match, and nothing that a record can break.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tern::eval::wdl;
use tern::games::any::{AnyGame, GameKind};
use tern::search::{self, Control, Score, SearchRequest, Table};

/// A directory of this test's own.
fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Runs tern in a directory.
fn tern(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tern"));
    command.args(arguments).current_dir(directory).stdin(Stdio::null()).output().unwrap()
}

/// What it says; it must end well.
fn said(directory: &Path, arguments: &[&str]) -> String {
    let output = tern(directory, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The one line of its error.
fn refused(directory: &Path, arguments: &[&str]) -> String {
    let output = tern(directory, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    text.lines().find(|line| line.starts_with("error: ")).unwrap_or_else(|| panic!("{text}")).to_string()
}

fn json(directory: &Path, file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join(file)).unwrap()).unwrap()
}

/// A name that would like to be more than a name.
const HOSTILE: &str = "<script>alert(1)</script>&";

/// Records games of a strong and a weak engine.
fn play(directory: &Path, game: &str, games: &str) {
    let weak = format!("name={HOSTILE} nodes=20");
    let match_arguments = ["match", "--game", game, "--games", games, "-e", "name=strong nodes=500", "-e", &weak];
    said(directory, &[&match_arguments[..], &["--record", "games.txt"]].concat());
}

#[test]
fn every_move_of_every_game_is_judged() {
    for &kind in GameKind::ALL {
        let directory = scratch(kind.name());
        play(&directory, kind.name(), "2");
        let outputs = ["--json", "report.json", "--annotated", "annotated.txt"];
        let printed = said(&directory, &[&["report", "games.txt", "--nodes", "150"][..], &outputs].concat());
        assert!(printed.starts_with("game 1: strong – <script>") && printed.lines().count() == 2, "{printed}");

        let report = json(&directory, "report.json");
        let games = report["games"].as_array().unwrap();
        assert_eq!((games.len(), &report["nodes"]), (2, &Value::from(150)));
        for game in games {
            check_moves(game);
        }
        let page = fs::read_to_string(directory.join("games.html")).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script"), "{kind}");
        assert!(page.contains("&lt;script&gt;") && !page.contains("src=") && !page.contains("url(http"), "{kind}");
        assert_eq!(page.matches("class=\"chart\"").count(), 2);
        assert!(!directory.join("games.html.unfinished").exists());

        // The annotated record is the record, and says more.
        assert_eq!(said(&directory, &["replay", "-q", "annotated.txt"]), "2 games, 0 wrong\n");
        let annotated = fs::read_to_string(directory.join("annotated.txt")).unwrap();
        assert!(annotated.contains(" | best}"), "{annotated}");
        let plain =
            |file: &str| tern::matches::read_games(&fs::read_to_string(directory.join(file)).unwrap()).unwrap().0;
        assert_eq!(plain("annotated.txt"), plain("games.txt"));
    }
}

/// What must be true of the moves of any game.
fn check_moves(game: &Value) {
    let number = |value: &Value| value.as_f64().unwrap();
    for (ply, m) in game["moves"].as_array().unwrap().iter().enumerate() {
        let (before, after, loss) = (number(&m["before"]), number(&m["after"]), number(&m["loss"]));
        assert!((0.0..=1.0).contains(&before) && (0.0..=1.0).contains(&after), "{m}");
        assert!((loss - (before - after).max(0.0)).abs() < 2e-4, "{m}");
        assert_eq!(m["player"], 1 + ply % 2);
        let has_no_choice = m["opening"] == true || m["forced"] == true;
        assert!(!has_no_choice || m["counts"] == false, "{m}");
        assert_eq!(m["mark"].is_null(), m["counts"] == false, "moves that count have a mark: {m}");
        let is_first = m["line"][0] == m["move"];
        assert!(!is_first || loss == 0.0, "the best move loses nothing: {m}");
    }
    for side in game["summary"].as_array().unwrap() {
        assert!(side["accuracy"].is_null() || (0.0..=100.0).contains(&number(&side["accuracy"])), "{side}");
    }
}

/// White wins in two moves with g4g5.
const WIN_IN_TWO: &str = "5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w";

#[test]
fn a_missed_win_is_called_so() {
    let directory = scratch("missed");
    let arguments = ["report", "--game", "differo", "--fen", WIN_IN_TWO, "--json", "report.json", "--moves"];
    said(&directory, &[&arguments[..], &["c3c1"]].concat());
    let missed = &json(&directory, "report.json")["games"][0]["moves"][0];
    assert_eq!((&missed["mark"], &missed["line"][0]), (&"missed-win".into(), &"g4g5".into()), "{missed}");
    let page = fs::read_to_string(directory.join("report.html")).unwrap();
    assert!(page.contains("Turning points") && page.contains("tern-arrow"), "the better move has an arrow");

    said(&directory, &[&arguments[..], &["g4g5"]].concat());
    let found = &json(&directory, "report.json")["games"][0]["moves"][0];
    assert_eq!((&found["mark"], &found["before"]), (&"best".into(), &1.0.into()), "{found}");
}

#[test]
fn games_of_tern_play_are_read() {
    let directory = scratch("saved");
    fs::write(directory.join("wali-1.txt"), "setoption name Game value wali\nposition startpos moves c3 d3 a1\nd\n")
        .unwrap();
    said(&directory, &["report", "wali-1.txt", "--nodes", "100", "--json", "report.json"]);
    let game = &json(&directory, "report.json")["games"][0];
    assert_eq!((&game["result"], game["moves"].as_array().unwrap().len()), (&"*".into(), 3));
    assert!(directory.join("wali-1.html").exists());
    let error = refused(&directory, &["report", "wali-1.txt", "--nodes", "100", "--annotated", "a.txt"]);
    assert!(error.contains("the game is not over"), "{error}");
    assert!(!directory.join("a.txt").exists());
}

#[test]
fn an_interrupted_report_goes_on() {
    let directory = scratch("resume");
    play(&directory, "wali", "4");
    let arguments = ["report", "games.txt", "--nodes", "3000", "--json", "report.json"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_tern"));
    let mut child =
        child.args(arguments).current_dir(&directory).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let unfinished = directory.join("games.html.unfinished");
    let first_game = loop {
        let text = fs::read_to_string(&unfinished).unwrap_or_default();
        if let Some((line, _)) = text.split_once('\n') {
            break line.to_string();
        }
        assert!(child.try_wait().unwrap().is_none_or(|status| status.success()), "it ended without a game");
    };
    // It may have come to its end in the meantime; what it had done is put back either way.
    let _ = child.kill();
    child.wait().unwrap();
    let seen_again = first_game.replacen("\"depth\":", "\"depth\":98", 1);
    assert_ne!(seen_again, first_game);
    fs::write(&unfinished, format!("{seen_again}\n{{\"key\":1,\"anal")).unwrap();
    said(&directory, &arguments);
    let games = json(&directory, "report.json")["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 4);
    assert!(games[0]["moves"][0]["depth"].as_u64().unwrap() >= 98, "the first game was not searched again");
    assert!(games[1]["moves"][0]["depth"].as_u64().unwrap() < 98);

    // Another effort is another report.
    fs::write(&unfinished, format!("{seen_again}\n")).unwrap();
    said(&directory, &["report", "games.txt", "--nodes", "100", "--json", "report.json"]);
    assert!(json(&directory, "report.json")["games"][0]["moves"][0]["depth"].as_u64().unwrap() < 98);
}

#[test]
fn broken_records_are_refused_and_truncated_ones_cut() {
    let directory = scratch("broken");
    play(&directory, "wali", "2");
    let good = fs::read_to_string(directory.join("games.txt")).unwrap();
    let last = good.trim_end().rfind("[Number").unwrap();
    let write = |text: &str| fs::write(directory.join("bad.txt"), text).unwrap();
    for (text, message) in [
        ("", "there is no whole game in it"),
        ("hello", "unknown command 'hello'"),
        ("[1, 2]", "not a record"),
        (&good.replacen("[Seed \"1\"]", "[Seed \"x\"]", 1), "the game that begins here has [Seed 'x']"),
        (&good.replacen("\n\n1. ", "\n\n1. z9 {opening} ", 1), "game 1 is wrong: move 1"),
        (&format!("{good}[Number \"3\"]\n\n{}", "a1 ".repeat(2_000_000)), "the game that begins here has more than"),
    ] {
        write(text);
        for of_match in [&[][..], &["--match"]] {
            let error = refused(&directory, &[&["report", "bad.txt", "--nodes", "50"][..], of_match].concat());
            assert!(error.contains(message) || (text == "hello" && error.contains("not a record")), "{error}");
            assert!(!directory.join("bad.html").exists());
        }
    }
    write(&good[..last + 150]);
    for of_match in [&[][..], &["--match"]] {
        said(&directory, &[&["report", "bad.txt", "--nodes", "50"][..], of_match].concat());
        let page = fs::read_to_string(directory.join("bad.html")).unwrap();
        assert!(page.contains("The last game was not written to its end and is left out."));
    }
    assert!(refused(&directory, &["report", "missing.txt"]).contains("missing.txt"));
    fs::write(directory.join("games.html"), "<p>my diary").unwrap();
    assert!(refused(&directory, &["report", "games.txt"]).contains("not a report of tern"));
    assert_eq!(fs::read_to_string(directory.join("games.html")).unwrap(), "<p>my diary");
}

#[test]
fn the_report_of_a_match_says_what_the_match_said() {
    let directory = scratch("match");
    let hostile = format!("name={HOSTILE} nodes=30");
    let engines = ["-e", "name=a nodes=100", "-e", &hostile, "-e", "name=c depth=1"];
    let outputs = ["--record", "games.txt", "--report", "match.html", "--json", "--anchor", "a=1000"];
    let played: Value =
        serde_json::from_str(&said(&directory, &[&["match", "--games", "6"][..], &engines, &outputs].concat()))
            .unwrap();
    let page = fs::read_to_string(directory.join("match.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Cross table") && !page.contains("<script"));

    let arguments =
        ["report", "--match", "games.txt", "-o", "again.html", "--json", "again.json", "--csv", "games.csv"];
    said(&directory, &[&arguments[..], &["--anchor", "a=1000"]].concat());
    assert_eq!(fs::read_to_string(directory.join("again.html")).unwrap(), page);
    let report = json(&directory, "again.json");
    assert_eq!((&report["games"], &report["endings"]), (&18.into(), &played["endings"]));
    assert_eq!(report["first_player"], played["first_player"]);
    for engine in played["engines"].as_array().unwrap() {
        let rows = report["engines"].as_array().unwrap();
        let row = rows.iter().find(|row| row["name"] == engine["name"]).unwrap();
        for field in ["wins", "draws", "losses", "pairs"] {
            assert_eq!(row[field], engine[field], "{field} of {}", engine["name"]);
        }
        for field in ["elo", "error"] {
            let [found, expected] = [row, engine].map(|engine| engine["rating"][field].as_f64().unwrap());
            assert!((found - expected).abs() < 1e-6, "{field} of {}", engine["name"]);
        }
    }
    let table = fs::read_to_string(directory.join("games.csv")).unwrap();
    assert_eq!(table.lines().count(), 19);
    assert!(table.lines().nth(1).unwrap().starts_with("1,wali,\"a\",\"<script>"), "{table}");
    let error = refused(&directory, &["report", "--match", "games.txt", "--anchor", "nobody=1"]);
    assert!(error.contains("there is no engine 'nobody'"), "{error}");
}

#[test]
fn faults_are_shown_where_they_happened() {
    let directory = scratch("faults");
    play(&directory, "wali", "2");
    let good = fs::read_to_string(directory.join("games.txt")).unwrap();
    let mut games = tern::matches::read_games(&good).unwrap().0;
    let game = &mut games[0];
    game.moves.truncate(10);
    game.result = tern::game::GameResult::Win(tern::game::Player::P2);
    let details = "'<b>z9</b>': no such cell".to_string();
    game.ending =
        tern::matches::Ending::Fault(tern::matches::Fault { kind: tern::matches::FaultKind::IllegalMove, details });
    fs::write(directory.join("faulty.txt"), games.iter().map(ToString::to_string).collect::<String>()).unwrap();
    said(&directory, &["report", "--match", "faulty.txt", "--json", "faulty.json"]);
    let fault = &json(&directory, "faulty.json")["faults"][0];
    assert_eq!(
        (&fault["engine"], &fault["kind"], &fault["moves"]),
        (&"strong".into(), &"illegal move".into(), &10.into())
    );
    let page = fs::read_to_string(directory.join("faulty.html")).unwrap();
    assert!(page.contains(fault["position"].as_str().unwrap()) && page.contains("&lt;b&gt;z9"), "the position is told");
}

#[test]
fn a_page_has_room_for_so_many_games() {
    let directory = scratch("many");
    play(&directory, "differo", "2");
    let games = tern::matches::read_games(&fs::read_to_string(directory.join("games.txt")).unwrap()).unwrap().0;
    let mut text = String::new();
    for number in 1..=1200 {
        let mut game = games[number % 2].clone();
        game.number = number;
        write!(text, "{game}").unwrap();
    }
    fs::write(directory.join("many.txt"), text).unwrap();
    said(&directory, &["report", "many.txt", "--nodes", "1", "--full", "3", "--json", "many.json"]);
    let page = fs::read_to_string(directory.join("many.html")).unwrap();
    assert_eq!(page.matches("class=\"chart\"").count(), 3);
    assert!(page.contains("And 200 more games") && page.len() < 2_000_000, "{} bytes", page.len());
    assert_eq!(json(&directory, "many.json")["games"].as_array().unwrap().len(), 1200);
}

/// `cargo test --release --test report -- --ignored --nocapture a_hundred_megabytes`
#[test]
#[ignore = "writes a file of a hundred megabytes"]
#[cfg(unix)]
fn a_hundred_megabytes_need_little_memory() {
    let directory = scratch("large");
    play(&directory, "wali", "40");
    let games = tern::matches::read_games(&fs::read_to_string(directory.join("games.txt")).unwrap()).unwrap().0;
    let (mut text, mut number) = (String::new(), 0);
    while text.len() < 100_000_000 {
        let mut game = games[number % games.len()].clone();
        number += 1;
        game.number = number;
        write!(text, "{game}").unwrap();
    }
    fs::write(directory.join("large.txt"), text).unwrap();
    for arguments in ["--match large.txt --csv large.csv", "large.txt --number 4711"] {
        // Half a gigabyte of address space, most of it for code, threads and the hash table.
        let command = format!("ulimit -v 500000; exec '{}' report {arguments}", env!("CARGO_BIN_EXE_tern"));
        let started = std::time::Instant::now();
        let output = Command::new("sh").args(["-c", &command]).current_dir(&directory).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        println!("{number} games: report {arguments}: {:?}", started.elapsed());
    }
}

/// The engines of the measurements: a weak level and one that is stronger.
const WEAK: &str = "name=weak option.Level=2";
const STRONG: &str = "name=strong option.Level=6";

/// The figures of docs/reports.md: `cargo test --release --test report -- --ignored --nocapture the_stronger_player`.
/// `TERN_GAMES` says how many games, `TERN_GAME` which, `TERN_NODES` how many nodes a position.
#[test]
#[ignore = "plays and searches for minutes"]
fn the_stronger_player_is_more_accurate_and_blunders_stay_blunders() {
    let setting = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.into());
    let (games, nodes, wanted) =
        (setting("TERN_GAMES", "200"), setting("TERN_NODES", "20000"), setting("TERN_GAME", ""));
    for &kind in GameKind::ALL.iter().filter(|kind| wanted.is_empty() || wanted == kind.name()) {
        let directory = scratch(&format!("measure-{kind}"));
        let engines = ["match", "--game", kind.name(), "-e", WEAK, "-e", STRONG, "--nodes", "100000", "--seed", "7"];
        // An opening that decides the game says nothing about the players.
        let of = if kind == GameKind::WaliTotal { GameKind::Wali } else { kind };
        let fair = format!("{}/tests/data/openings/{of}.txt", env!("CARGO_MANIFEST_DIR"));
        let rest = ["--openings", &fair, "--games", &games, "--record", "games.txt"];
        said(&directory, &[&engines[..], &rest].concat());
        said(&directory, &["report", "games.txt", "--nodes", &nodes, "--json", "report.json"]);
        let report = json(&directory, "report.json");
        let (higher, told, all) = compare_accuracies(&report);
        println!("{kind}: strong more accurate in {higher} of {told} games ({all} played)");
        let [blunders, still_blunders] = look_again(&report, kind);
        println!("{kind}: {still_blunders} of {blunders} blunders and missed wins are so with ten times the nodes");
        assert!(higher * 10 >= told * 9, "{kind}: {higher} of {told}");
        assert!(still_blunders * 10 >= blunders * 9, "{kind}: {still_blunders} of {blunders}");
    }
}

/// In how many games the strong engine was more accurate, in how many that can be told, and how many there are.
fn compare_accuracies(report: &Value) -> (usize, usize, usize) {
    let games = report["games"].as_array().unwrap();
    let accuracies = games.iter().filter_map(|game| {
        let strong = usize::from(game["players"][1] == "strong");
        let accuracy = |side: usize| game["summary"][side]["accuracy"].as_f64();
        Some((accuracy(strong)?, accuracy(1 - strong)?))
    });
    let told: Vec<_> = accuracies.collect();
    (told.iter().filter(|(strong, weak)| strong > weak).count(), told.len(), games.len())
}

/// So many blunders say enough.
const MOST_BLUNDERS: usize = 200;

/// Searches blunders and missed wins, every so many of them, again with ten times the nodes and an empty table: how many were
/// searched, and how many are blunders or missed wins still.
fn look_again(report: &Value, kind: GameKind) -> [usize; 2] {
    let nodes = 10 * report["nodes"].as_u64().unwrap();
    let boundary = |name: &str| report["boundaries"][kind.name()][name].as_f64().unwrap();
    let (table, mut counts) = (Table::new(64).unwrap(), [0; 2]);
    let games = report["games"].as_array().unwrap();
    let is_marked = |m: &Value| m["mark"] == "blunder" || m["mark"] == "missed-win";
    let marked = games.iter().flat_map(|game| game["moves"].as_array().unwrap()).filter(|m| is_marked(m)).count();
    let mut number = 0;
    for game in games {
        let mut position = AnyGame::from_fen(kind, game["start"].as_str().unwrap()).unwrap();
        for m in game["moves"].as_array().unwrap() {
            let played = m["move"].as_str().unwrap();
            number += usize::from(is_marked(m));
            if is_marked(m) && number.is_multiple_of(marked.div_ceil(MOST_BLUNDERS)) {
                table.clear();
                let (best, is_win) = chances(&position, &[], nodes, &table);
                let (after, _) = chances(&position, &[played], nodes, &table);
                let least = if is_win { boundary("inaccuracy") } else { boundary("blunder") };
                counts[0] += 1;
                counts[1] += usize::from(best - after >= least);
            }
            position.play(&[played], false).unwrap();
        }
    }
    counts
}

/// What the player to move can expect, and whether it is a proven win.
fn chances(position: &AnyGame, moves: &[&str], nodes: u64, table: &Table) -> (f64, bool) {
    let mut score = Score::Cp(0);
    let request = SearchRequest::to_nodes(nodes);
    search::run(position, moves, &request, table, &Control::new(false), &mut |info| score = info.score).unwrap();
    match score {
        Score::Mate(1..) => (1.0, true),
        Score::Mate(_) => (0.0, false),
        Score::Cp(points) => (wdl::expected(position, points).expectation(), false),
    }
}
