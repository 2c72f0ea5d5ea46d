//! `tern draw` as a person uses it, and the pictures of the documents.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A directory of its own for a test.
fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tern-draw-{name}-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

fn draw(arguments: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tern")).arg("draw").args(arguments).output().unwrap()
}

fn words(text: &str) -> Vec<String> {
    shlex::split(text).unwrap()
}

#[test]
fn the_pictures_of_the_rules_are_those_that_its_commands_draw() {
    let rules = include_str!("../rules.md");
    let directory = directory("rules");
    let mut drawn = 0;
    for line in rules.lines().filter(|line| line.starts_with("tern draw ")) {
        let mut arguments = words(line.strip_prefix("tern draw ").unwrap());
        let name = arguments.pop().unwrap();
        assert!(rules.contains(&format!("]({name})")), "{name} is drawn and not shown");
        let file = directory.join("picture.svg");
        arguments.push(file.display().to_string());
        let output = draw(&arguments);
        assert!(output.status.success(), "{line}: {output:?}");
        let kept = fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert_eq!(kept, fs::read_to_string(&file).unwrap(), "{name} is not what `{line}` draws");
        drawn += 1;
    }
    assert_eq!(drawn, rules.matches("](docs/pictures/").count(), "every picture has its command");
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_cannot_be_drawn_leaves_the_file_as_it_was() {
    let directory = directory("errors");
    let file = directory.join("board.svg");
    fs::write(&file, "precious").unwrap();
    let output = format!("-o '{}'", file.display());
    for (arguments, reason) in [
        ("--game wali --fen nonsense", "position text"),
        ("--game wali --moves 'c3 c3'", "c3"),
        ("--game wali --arrows c3z9", "z9"),
        ("--game wali --size 7", "--size"),
        ("--game waldmeister --size 12", "12"),
        ("--game chess", "chess"),
    ] {
        let result = draw(&words(&format!("{arguments} {output}")));
        let said = String::from_utf8(result.stderr).unwrap();
        assert!(!result.status.success() && said.contains(reason), "{arguments}: {said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    }
    let taken = draw(&words(&output));
    assert!(!taken.status.success() && String::from_utf8_lossy(&taken.stderr).contains("would be lost"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    fs::write(&file, "<svg>an old picture</svg>").unwrap();
    assert!(draw(&words(&output)).status.success() && fs::read(&file).unwrap() == draw(&words("-o -")).stdout);
    let nowhere = draw(&words("-o /no/such/place/board.svg"));
    assert!(!nowhere.status.success() && String::from_utf8_lossy(&nowhere.stderr).contains("board.svg"));
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing half written is left behind");
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn boards_are_drawn_in_ascii_where_the_locale_asks_for_it() {
    let output = Command::new("sh")
        .args(["-c", "printf 'move c3 d4\\nd\\n' | LC_ALL=C \"$0\"", env!("CARGO_BIN_EXE_tern")])
        .output()
        .unwrap();
    let drawing = String::from_utf8(output.stdout).unwrap();
    assert!(drawing.is_ascii() && drawing.contains("  3 |   |   | o |   |   |   | 3\n"), "{drawing}");
}
