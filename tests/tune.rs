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
