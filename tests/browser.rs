//! The page of `tern serve` in a real browser: the tests in `tests/browser`, run with Node and Chromium. Where one of them is missing
//! they are skipped, and say so.

#![cfg(feature = "serve")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser");

/// What the tests cannot do without and is not here.
fn missing() -> Option<&'static str> {
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".into());
    if !node.is_ok_and(|status| status.success()) {
        Some("there is no node")
    } else if !Path::new(FOLDER).join("node_modules/playwright-core").exists() {
        Some("tests/browser has no packages; run npm ci there")
    } else if !Path::new(&browser).exists() {
        Some("there is no Chromium; CHROMIUM can say where it is")
    } else {
        None
    }
}

/// Runs a program of Node's in the folder.
fn node(arguments: &[&str]) {
    let mut command = Command::new("node");
    command.args(arguments).current_dir(FOLDER).env("TERN", env!("CARGO_BIN_EXE_tern"));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    println!("{text}");
    assert!(output.status.success(), "node {} failed", arguments.join(" "));
}

#[test]
fn the_page_works_in_a_real_browser() {
    if let Some(missing) = missing() {
        // Not captured: whoever runs the tests shall see it.
        writeln!(io::stderr(), "SKIPPED the tests of the page in a browser: {missing}").unwrap();
        return;
    }
    node(&["node_modules/typescript/bin/tsc", "-p", "."]);
    node(&[
        "--test",
        "--test-concurrency=1",
        "records.test.js",
        "games.test.js",
        "players.test.js",
        "analysis.test.js",
        "access.test.js",
    ]);
}
