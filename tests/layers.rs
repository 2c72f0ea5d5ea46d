//! The house stays as it was cut: no module uses one below it, only `client` starts engines, functions fit a screen, and
//! names are those of the field.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate in layers: each may use those before it, and those of its own layer.
const LAYERS: &[&[&str]] = &[
    &["token", "ascii", "files", "lines", "progress"],
    &["game", "notation", "history", "perft"],
    &["picture"],
    &["games"],
    &["rules", "arguments"],
    &["eval"],
    &["search"],
    &["protocol"],
    &["session"],
    &["client"],
    &["matches", "tune"],
    &["check"],
    &["play", "draw", "serve"],
    &["report"],
    &["cli"],
];

/// Names that somebody who knows engines would have to guess.
const GUESSED_NAMES: &[&str] = &[
    "FORESIGHT",
    "RESIGNATION",
    "UNPREPARED",
    "Conviction",
    "Findings",
    "Busy",
    "Prospect",
    "BREATH",
    "FAREWELL",
    "Sitting",
    "Portrait",
    "Face",
    "Experience",
    "SearchJob",
];

/// Every Rust file below a folder with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_path_buf(), text));
            }
        }
    }
    assert!(files.len() > 50, "the sources were not found");
    files.sort();
    files
}

/// The module of the crate that a file belongs to.
fn module_of(path: &Path) -> String {
    let first = path.components().nth(1).unwrap().as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_string()
}

/// Without its tests, which may use whatever they need.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap()
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The modules named after `crate::` in the code of a file, one by one or in braces.
fn used_modules(text: &str) -> Vec<String> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code = without_tests(text).lines().filter(is_code).collect::<Vec<_>>().join(" ");
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let named = |rest: &str| match rest.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap().split(',').map(|name| word(name.trim())).collect(),
        None => vec![word(rest)],
    };
    code.split("crate::").skip(1).flat_map(named).collect()
}

#[test]
fn uses_are_found() {
    let text = "use crate::{check, search::Table};\nuse crate::game::Player;\n// crate::play\n#[cfg(test)]\ncrate::cli";
    assert_eq!(used_modules(text), ["check", "search", "game"]);
}

#[test]
fn no_module_uses_one_below_it() {
    let mut wrong = Vec::new();
    let mut uses = 0;
    for (path, text) in sources("src") {
        let module = module_of(&path);
        if matches!(module.as_str(), "lib" | "main") {
            continue;
        }
        let layer = layer_of(&module).unwrap_or_else(|| panic!("{} belongs to no layer", path.display()));
        for used in used_modules(&text) {
            let Some(other) = layer_of(&used) else { continue };
            uses += 1;
            if other > layer {
                wrong.push(format!("{} uses {used}", path.display()));
            }
        }
    }
    assert!(uses > 100, "the uses were not found");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn only_the_client_starts_processes() {
    for (path, text) in sources("src") {
        // A person who asks for it gets a browser or a pager from the command line.
        if matches!(module_of(&path).as_str(), "client" | "main" | "cli") {
            continue;
        }
        let names_command = |line: &str| line.contains("std::process") && line.contains("Command");
        let starts = without_tests(&text).lines().any(names_command);
        assert!(!starts, "{} starts a process", path.display());
    }
}

/// The time of day may jump while a game is played; what every clock here reads never does.
#[test]
fn no_clock_reads_the_time_of_day() {
    for (path, text) in sources("src") {
        for wall_clock in ["SystemTime", "UNIX_EPOCH"] {
            assert!(!without_tests(&text).contains(wall_clock), "{} reads the time of day", path.display());
        }
    }
}

/// The functions of a text that are longer than a screen, by the indentation that rustfmt gives them.
fn long_functions(text: &str) -> Vec<String> {
    const SCREEN: usize = 60;
    let lines: Vec<&str> = text.lines().collect();
    let mut long = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let words = ["pub", "pub(crate)", "pub(super)", "const", "async", "unsafe"];
        let is_function = code.split(' ').find(|word| !words.contains(word)) == Some("fn");
        if !is_function {
            continue;
        }
        let indent = line.len() - code.len();
        let closing = format!("{}}}", " ".repeat(indent));
        // A function of one line, or one without a body.
        let is_short = line.ends_with(';') || line.ends_with('}');
        let end = lines[start + 1..].iter().position(|line| *line == closing).filter(|_| !is_short);
        let length = end.map_or(1, |lines| lines + 2);
        if length > SCREEN {
            long.push(format!("{length} lines: {code}"));
        }
    }
    long
}

#[test]
fn functions_fit_a_screen() {
    let body = "    let x = 1;\n".repeat(70);
    assert_eq!(long_functions(&format!("pub fn f() {{\n{body}}}\n")).len(), 1, "a long one is seen");
    for (path, text) in sources("src") {
        assert_eq!(long_functions(&text), Vec::<String>::new(), "{}", path.display());
    }
}

#[test]
fn names_are_those_of_the_field() {
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    for (path, text) in sources("src") {
        for name in text.split(|c| !is_part_of_name(c)) {
            assert!(!GUESSED_NAMES.contains(&name), "{} says {name}", path.display());
        }
    }
}
