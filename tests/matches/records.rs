//! Records that are cut, edited, of other matches, or no records at all.

use super::{Command, TERN, Value, fresh, games, recorded, report, tern, text, timeless};
use std::fs;
use std::path::Path;

const MATCH: &str = "--games 4 --nodes 60 --seed 3 -e name=search -e option.Level=greedy";

/// A record of that match, in a file of this name.
fn written(name: &str) -> String {
    recorded(name, MATCH, &[]);
    fs::read_to_string(fresh_path(name)).unwrap()
}

fn fresh_path(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Tries to resume a match from this text; the file must stay as it is, and the complaint is given.
fn refused(name: &str, record: impl AsRef<[u8]>, arguments: &str) -> String {
    let path = fresh(name);
    fs::write(&path, &record).unwrap();
    let output = tern(&format!("match {arguments} --resume --record"), &[path.to_str().unwrap()]);
    assert!(!output.status.success(), "{}", text(&output.stdout));
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    assert_eq!(fs::read(&path).unwrap(), record.as_ref(), "the file was touched");
    text(&output.stderr).to_string()
}

#[test]
fn a_match_is_not_resumed_from_games_that_cannot_have_been_played() {
    let good = written("edited.txt");
    let (won, lost) = if good.contains("1-0") { ("1-0", "0-1") } else { ("0-1", "1-0") };
    let flipped = good.replacen(&format!("[Result \"{won}\"]"), &format!("[Result \"{lost}\"]"), 1);
    let flipped = flipped.replacen(&format!(" {won}\n"), &format!(" {lost}\n"), 1);
    let flipped = flipped.replacen(&format!("\n{won}\n"), &format!("\n{lost}\n"), 1);
    let move_at = good.find("} ").unwrap() + 2;
    let illegal = good.replacen("ms} ", "ms} a1a5 {+0 1ms} ", 1);
    let reason = good.find("[Reason \"").unwrap() + "[Reason \"".len();
    let word = &good[reason..reason + good[reason..].find('"').unwrap()];
    let with_reason = |other: &str| good.replacen(&format!("\"{word}\""), &format!("\"{other}\""), 1);
    assert!(move_at > 0);
    for (name, record, message) in [
        ("flipped.txt", flipped, " is wrong: it is said to have ended by"),
        ("illegal.txt", illegal, " is wrong: move "),
        ("aliens.txt", with_reason("aliens"), "has [Reason 'aliens'], expected a way for games to end"),
        ("crash-said.txt", with_reason("crash"), " is wrong: it is said to have ended by 'crash'"),
    ] {
        let error = refused(name, record, MATCH);
        assert!(error.contains(message), "{name}: {error}");
    }
}

#[test]
fn files_that_are_not_records_are_left_alone() {
    for (name, content) in [
        ("data.json", "[1, 2, 3]\n"),
        ("more.json", "[\n  {\"a\": 1}\n]\n"),
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        ("letter.txt", "Dear reader,\n"),
    ] {
        let error = refused(name, content, MATCH);
        assert!(error.contains("not a record: line 1 is '"), "{error}");
    }
    let other = "[Number \"1\"]\n[Game \"differo\"]\n[P1 \"";
    assert!(refused("other-tail.txt", other, MATCH).contains("is not the beginning of a game of this match"));
}

#[test]
fn bytes_that_are_not_text_are_told_with_their_line() {
    let mut record = written("binary.txt").into_bytes();
    let place = record.windows(5).position(|bytes| bytes == b"[Seed").unwrap();
    let line = record[..place].split(|&byte| byte == b'\n').count();
    record[place + 1] = 0xff;
    let error = refused("binary-2.txt", &record, MATCH);
    assert!(error.contains(&format!("line {line}: not UTF-8: byte 2 of the line is wrong")), "{error}");
    let replayed = tern("replay -q", &[fresh_path("binary-2.txt").to_str().unwrap()]);
    assert!(text(&replayed.stderr).contains(&format!("line {line}: not UTF-8")), "{}", text(&replayed.stderr));
}

#[test]
fn a_match_is_not_resumed_as_another() {
    let record = written("same.txt");
    for (arguments, message) in [
        ("--games 4 --nodes 60 --seed 3 -e name=search -e option.Level=random", "has the options 'Level=greedy'"),
        (&format!("{MATCH} --max-plies 99"), "has --max-plies '500', and here it would be '99'"),
        (&MATCH.replace("name=search", &format!("name=search\u{a0}cmd={TERN}")), "has the command ''"),
        (&MATCH.replace("nodes 60", "nodes 61"), "has the limit 'nodes 60', and here it would be 'nodes 61'"),
        (&MATCH.replace("seed 3", "seed 4"), "game 1 has the seed '3'"),
    ] {
        // A blank within an argument is written as a hard one.
        let path = fresh("other.txt");
        fs::write(&path, &record).unwrap();
        let words = arguments.split(' ').map(|word| word.replace('\u{a0}', " "));
        let output = Command::new(TERN).arg("match").args(words).args(["--resume", "--record"]).arg(&path).output();
        let error = text(&output.unwrap().stderr).to_string();
        assert!(error.contains("is the record of another match") && error.contains(message), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), record);
    }
}

/// Records of earlier versions have no tags for commands, options and the longest game.
fn as_written_earlier(record: &str) -> String {
    let new = ["[P1Command", "[P2Command", "[P1Options", "[P2Options", "[MaxPlies"];
    record.split_inclusive('\n').filter(|line| !new.iter().any(|tag| line.starts_with(tag))).collect()
}

#[test]
fn records_of_earlier_versions_are_read_but_not_gone_on_with() {
    let old = as_written_earlier(&written("new.txt"));
    let error = refused("old.txt", &old, MATCH);
    assert!(error.contains("was written by an earlier version"), "{error}");
    assert_eq!(games(&fresh_path("old.txt")).len(), 4);
}

#[test]
fn a_record_cut_after_any_result_is_gone_on_with() {
    let whole = written("whole-2.txt");
    let expected = timeless(&fresh_path("whole-2.txt"));
    let second = whole.find("[Number \"2\"]").unwrap();
    let first_end = whole[..second].trim_end().len();
    let in_head = second + "[Number \"2\"]\n[Ga".len();
    for cut in [first_end, first_end + 1, second, second + 3, in_head, second + 200] {
        let path = fresh("cut.txt");
        fs::write(&path, &whole[..cut]).unwrap();
        report(&format!("{MATCH} --resume --record"), &[path.to_str().unwrap()]);
        assert_eq!(timeless(&path), expected, "cut at {cut}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&whole[..first_end]) && text[first_end..].starts_with("\n\n[Number"), "cut at {cut}");
    }
}

#[test]
fn a_record_has_one_writer() {
    let record = written("locked.txt");
    let file = fs::File::open(fresh_path("locked.txt")).unwrap();
    file.lock().unwrap();
    let output = tern(&format!("match {MATCH} --resume --record"), &[fresh_path("locked.txt").to_str().unwrap()]);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("is in use by another match"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(fresh_path("locked.txt")).unwrap(), record);
}

#[test]
fn an_engine_that_cannot_start_leaves_no_record() {
    let path = fresh("nobody.txt");
    let output = tern("match -e cmd=/no/such/engine --record", &[path.to_str().unwrap()]);
    assert!(!output.status.success());
    assert!(!path.exists());
}

/// A file that may not grow any more is as good as a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_match_with_its_report() {
    let path = fresh("full.txt");
    let command = format!(
        "trap '' XFSZ; ulimit -f 8; exec '{TERN}' match --json --games 100 --nodes 60 --record '{}'",
        path.display()
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("full.txt: "), "{}", text(&output.stderr));
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = games(&path);
    assert!(!games.is_empty() && games.len() < 100);
    assert_eq!(result["games"], games.len(), "the report is about the games in the record");
}
