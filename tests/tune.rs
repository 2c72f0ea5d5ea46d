//! Tuning: runs are repeatable, and the file with the weights takes the result.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// The weights of every game.
const FILES: [(&str, &str); 4] = [
    ("wali", "src/eval/wali/classic.weights"),
    ("wali-total", "src/eval/wali/total.weights"),
    ("differo", "src/eval/differo/lines.weights"),
    ("waldmeister", "src/eval/waldmeister/sets.weights"),
];

/// Tunes on a few games, and gives what was printed and what became of a copy of the file with the weights.
fn tuned(game: &str, file: &str, threads: u32) -> (String, Vec<u8>) {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{game}-{threads}.weights"));
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), &copy).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tern"))
        .args(["tune", "--game", game, "--games", "4", "--nodes", "30", "--threads", &threads.to_string(), "--write"])
        .arg(&copy)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), fs::read(copy).unwrap())
}

#[test]
fn the_same_games_give_the_same_weights_on_any_number_of_threads() {
    for (game, file) in FILES {
        assert_eq!(tuned(game, file, 1), tuned(game, file, 2));
    }
}

#[test]
fn the_weights_of_every_game_are_written_whole() {
    for (game, file) in FILES {
        let (printed, new) = tuned(game, file, 3);
        let old = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        assert_eq!(new.len(), old.len());
        assert_ne!(new, old);
        let learnt = new.iter().zip(&old).filter(|(new, old)| new != old).count();
        assert!(learnt > 100, "{learnt} bytes changed by four games");
        assert!(printed.contains("4 games") && printed.contains("kept aside"), "{printed}");
    }
}

#[test]
fn a_file_that_holds_no_weights_is_not_replaced() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("precious.txt");
    fs::write(&file, "precious").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tern"))
        .args(["tune", "--game", "wali", "--games", "1", "--nodes", "1", "--write"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("precious.txt"), "{output:?}");
    assert_eq!(fs::read_to_string(file).unwrap(), "precious");
}

#[test]
fn a_path_that_cannot_be_written_is_refused_before_the_games() {
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such folder").join("weights");
    for (game, _) in FILES {
        let output = Command::new(env!("CARGO_BIN_EXE_tern"))
            // So many games would take days.
            .args(["tune", "--game", game, "--games", "100000000", "--write"])
            .arg(&nowhere)
            .output()
            .unwrap();
        assert!(!output.status.success(), "{output:?}");
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn the_curves_of_one_game_are_replaced_and_the_others_stay() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wdl.txt");
    let old = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/wdl.txt")).unwrap();
    fs::write(&copy, &old).unwrap();
    let fitted = |file: &Path| {
        Command::new(env!("CARGO_BIN_EXE_tern"))
            .args(["tune", "--wdl", "--game", "differo", "--games", "8", "--nodes", "50", "--write"])
            .arg(file)
            .output()
            .unwrap()
    };
    let output = fitted(&copy);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && printed.contains("of 4 other games"), "{printed}");
    let new = fs::read_to_string(&copy).unwrap();
    let rows = |text: &str, of_differo: bool| {
        let rows = text.lines().filter(|line| line.starts_with("differo ") == of_differo);
        rows.map(Into::into).collect::<Vec<String>>()
    };
    assert_eq!(rows(&new, false), rows(&old, false));
    assert_eq!(rows(&new, true).len(), rows(&old, true).len());
    assert_ne!(rows(&new, true), rows(&old, true));

    let precious = Path::new(env!("CARGO_TARGET_TMPDIR")).join("precious.txt");
    fs::write(&precious, "a letter").unwrap();
    let refused = fitted(&precious);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("precious.txt"));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "a letter");
}

/// Runs `tern tune`, and gives its exit code, output and errors.
fn tune(arguments: &str, more: &[&Path]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tern"))
        .arg("tune")
        .args(arguments.split_whitespace())
        .args(more)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn games_played_in_parts_teach_what_games_in_one_piece_do() {
    for (name, arguments) in [
        ("wali", "--game wali --games 7 --nodes 30 --seed 3"),
        ("waldmeister", "--game waldmeister --games 14 --nodes 20"),
        ("curves", "--game differo --games 8 --nodes 20 --wdl"),
    ] {
        let file = |part: usize| Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-games-{part}.txt"));
        let files: Vec<_> = (1..=3).map(file).collect();
        for (part, path) in (1..).zip(&files) {
            let _ = fs::remove_file(path);
            let (code, printed, error) = tune(&format!("{arguments} --shard {part}/3 --part"), &[path]);
            assert_eq!((code, printed.as_str()), (Some(0), ""), "{error}");
            assert!(tune(&format!("{arguments} --shard {part}/3 --part"), &[path]).2.contains("already exists"));
        }
        let from = format!("{arguments} --from");
        // In any order, and one of them twice.
        let merged = tune(&from, &[&files[2], &files[0], &files[1], &files[0]]);
        let whole = tune(arguments, &[]);
        assert_eq!((merged.0, &merged.1), (Some(0), &whole.1), "{}", merged.2);
        let (code, _, error) = tune(&from, &[&files[2], &files[0]]);
        assert_eq!(code, Some(1));
        assert!(error.contains("shard 2 of 3 is missing, or not whole"), "{error}");
        let (_, _, error) =
            tune(&from.replace("--nodes 30", "--nodes 31").replace("--nodes 20", "--nodes 21"), &[&files[0]]);
        assert!(error.contains("these are other games: their nodes is '"), "{error}");
    }
}

#[test]
fn games_of_another_build_are_refused_unless_they_are_asked_for() {
    let [path, second] =
        ["", "-2"].map(|part| Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("other-build{part}.txt")));
    let arguments = "--game differo --games 4 --nodes 20";
    for (shard, path) in [("1/2", &path), ("2/2", &second)] {
        let _ = fs::remove_file(path);
        assert_eq!(tune(&format!("{arguments} --shard {shard} --part"), &[path]).0, Some(0));
        let games = fs::read_to_string(path).unwrap();
        let (before, after) = games.split_once("\"program\":\"").unwrap();
        fs::write(path, format!("{before}\"program\":\"another {after}")).unwrap();
    }
    let (code, _, error) = tune(&format!("{arguments} --from"), &[&path, &second]);
    assert_eq!(code, Some(1));
    assert!(error.contains("these are other games: their program is"), "{error}");
    let (code, printed, error) = tune(&format!("{arguments} --any-build --from"), &[&path, &second]);
    assert_eq!((code, printed.contains("of 4 games")), (Some(0), true), "{error}");
    let games = fs::read_to_string(&second).unwrap();
    fs::write(&second, games.replacen("another ", "a third ", 1)).unwrap();
    let (code, _, error) = tune(&format!("{arguments} --any-build --from"), &[&path, &second]);
    assert_eq!((code, error.contains("other-build-2.txt: these are other games")), (Some(1), true), "{error}");
}

#[test]
fn games_that_cannot_have_been_played_are_refused() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edited-games.txt");
    let _ = fs::remove_file(&path);
    let arguments = "--game wali --games 2 --nodes 20";
    assert_eq!(tune(&format!("{arguments} --shard 1/1 --part"), &[&path]).0, Some(0));
    let good = fs::read_to_string(&path).unwrap();
    let first = good.find("\"moves\":\"").unwrap() + "\"moves\":\"".len();
    let mut illegal = good.clone();
    illegal.insert_str(first, "a1 a1 ");
    let cut = &good[..good.trim_end().len() - 20];
    for (content, message) in [
        (illegal.as_str(), "illegal move 'a1'"),
        (cut, "line 3: EOF while parsing"),
        ("hello\n", "line 1: expected value"),
        ("", "unexpected end of file"),
    ] {
        fs::write(&path, content).unwrap();
        let (code, printed, error) = tune(&format!("{arguments} --from"), &[&path]);
        assert_eq!((code, printed.as_str()), (Some(1), ""));
        assert!(error.contains("edited-games.txt: ") && error.contains(message), "{error}");
    }
}

#[test]
fn the_search_is_tuned_for_one_game_alone_and_into_a_table_only() {
    let table = Path::new(env!("CARGO_TARGET_TMPDIR")).join("params.tsv");
    let old = include_str!("../src/eval/params.tsv");
    fs::write(&table, old).unwrap();
    let command = "search --game wali --pairs 40 --nodes 300 --parameter lmr_base --threads 2 --write";
    let (code, said, problem) = tune(command, &[&table]);
    assert_eq!(code, Some(0), "{problem}");
    let new = fs::read_to_string(&table).unwrap();
    let changed: Vec<_> = old.lines().zip(new.lines()).filter(|(old, new)| old != new).collect();
    let [(before, after)] = changed[..] else { panic!("one line changes: {changed:?}") };
    let [before, after] = [before, after].map(|line| line.split('\t').collect::<Vec<_>>());
    assert!(said.contains(&format!("lmr_base {} to {}\n", before[1], after[1])), "{said}");
    assert_eq!(before[2..], after[2..], "the other games keep theirs");

    fs::write(&table, "precious").unwrap();
    let (code, _, problem) = tune(command, &[&table]);
    assert_eq!(code, Some(1));
    assert!(problem.contains("params.tsv' is not a table of parameters"), "{problem}");
    assert_eq!(fs::read_to_string(&table).unwrap(), "precious");
}

#[test]
fn the_endgames_are_those_of_the_solver() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/wali/total.endgame");
    let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new.endgame");
    let _ = fs::remove_file(&new);
    let (code, printed, error) = tune("endgame --write", &[&new]);
    assert_eq!(code, Some(0), "{error}");
    assert!(fs::read(&new).unwrap() == fs::read(file).unwrap(), "{printed}");
    let precious = Path::new(env!("CARGO_TARGET_TMPDIR")).join("precious.endgame");
    fs::write(&precious, "precious").unwrap();
    let (code, _, error) = tune("endgame --write", &[&precious]);
    assert!(code == Some(1) && error.contains("precious.endgame"), "{error}");
    assert_eq!(fs::read_to_string(precious).unwrap(), "precious");
}
