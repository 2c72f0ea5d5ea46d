//! The library from outside: a crate of its own that depends on tern without default features.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs cargo on the crate, offline and with the versions of our own lock file.
fn cargo(arguments: &[&str]) -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("embedding");
    let copy = home.join("tests").join("embedding");
    fs::create_dir_all(copy.join("src")).unwrap();
    // A copy in the target directory: the lock file cargo writes does not end up among the sources.
    let manifest = fs::read_to_string(package.join("tests/embedding/Cargo.toml")).unwrap();
    let path = package.to_str().unwrap().replace('\\', "/");
    fs::write(copy.join("Cargo.toml"), manifest.replace("../..", &path)).unwrap();
    fs::copy(package.join("tests/embedding/src/main.rs"), copy.join("src/main.rs")).unwrap();
    fs::copy(package.join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", home.join("target"))
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_program_outside_the_package_plays_and_searches() {
    let printed = cargo(&["run", "--quiet", "--offline"]);
    let lines: Vec<&str> = printed.lines().collect();
    let searched = |line: &str| line.starts_with("  depth 5, ");
    assert_eq!(lines[0], "wali c3 white");
    assert!(searched(lines[2]), "{printed}");
    assert_eq!(lines[3..5], ["differo h5 black", "  20 moves, perft 2 396"]);
    assert!(searched(lines[5]), "{printed}");
    assert_eq!(lines[6..8], ["  8 plies: repetition", "waldmeister c3 tl"]);
    assert!(searched(lines[9]), "{printed}");
    assert_eq!(lines[10..], ["there is no cell 'z9' on the board"]);
}

#[test]
fn the_library_alone_needs_few_crates() {
    let tree = cargo(&["tree", "--offline", "-e", "normal,build", "--prefix", "none", "-p", "tern"]);
    let crates: std::collections::HashSet<&str> =
        tree.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.is_empty()).collect();
    assert!(crates.len() <= 30 && crates.len() > 5, "{tree}");
}
