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
    assert!(output.status.success() && printed.contains("of 2 other games"), "{printed}");
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
