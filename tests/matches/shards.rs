//! Matches in parts: what many machines play is what one would have played, and nothing is counted twice.

use super::{fresh, report, tern, text, timeless};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

const MATCH: &str = "--games 32 --nodes 60 --plies 3 --seed 9";
const ENGINES: [&str; 4] = ["-e", "name=search option.Hash=1", "-e", "name=greedy option.Level=greedy option.Hash=1"];

/// Plays a part, and gives its record.
fn shard(name: &str, number: usize, of: usize, arguments: &str, engines: &[&str]) -> PathBuf {
    let path = fresh(&format!("{name}-{number}-of-{of}.txt"));
    let result =
        report(&format!("{arguments} --shard {number}/{of} --record"), &[&[path.to_str().unwrap()], engines].concat());
    assert_eq!(result["shard"]["number"], number);
    path
}

fn shards(name: &str, of: usize, arguments: &str, engines: &[&str]) -> Vec<PathBuf> {
    (1..=of).map(|number| shard(name, number, of, arguments, engines)).collect()
}

fn merge(records: &[&PathBuf], more: &[&str]) -> Output {
    let paths: Vec<&str> = records.iter().map(|path| path.to_str().unwrap()).collect();
    tern("merge", &[more, &paths].concat())
}

/// What the match in one piece reports, as text and as JSON; and its record.
fn whole(name: &str, arguments: &str, engines: &[&str]) -> (Vec<u8>, Vec<u8>, PathBuf) {
    let path = fresh(&format!("{name}-whole.txt"));
    let played = tern(&format!("match {arguments} --record"), &[&[path.to_str().unwrap()], engines].concat());
    assert!(played.status.success(), "{}", text(&played.stderr));
    let json =
        tern(&format!("match {arguments} --json --resume --record"), &[&[path.to_str().unwrap()], engines].concat());
    (played.stdout, json.stdout, path)
}

/// The parts of a match in an order, the report and the games of all of them.
fn assert_merged(records: &[&PathBuf], name: &str, (shown, json, path): &(Vec<u8>, Vec<u8>, PathBuf)) -> Output {
    let merged = fresh(&format!("{name}-merged.txt"));
    let output = merge(records, &["--record", merged.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), text(shown));
    assert_eq!(text(&merge(records, &["--json"]).stdout), text(json));
    assert_eq!(timeless(&merged), timeless(path));
    output
}

#[test]
fn eight_shards_are_the_whole_in_any_order_and_one_twice() {
    let whole = whole("eight", MATCH, &ENGINES);
    let parts = shards("eight", 8, MATCH, &ENGINES);
    let order = |order: &[usize]| order.iter().map(|&number| &parts[number - 1]).collect::<Vec<_>>();
    let output = assert_merged(&order(&[1, 2, 3, 4, 5, 6, 7, 8]), "eight", &whole);
    assert!(text(&output.stderr).contains("8 of 8 shards, 8 of them whole"), "{}", text(&output.stderr));
    assert_merged(&order(&[5, 8, 2, 1, 7, 3, 6, 4]), "eight", &whole);
    let twice = assert_merged(&order(&[8, 3, 7, 6, 5, 4, 3, 2, 1]), "eight", &whole);
    assert!(
        text(&twice.stderr).contains("2 pairs appeared more than once and count once\n"),
        "{}",
        text(&twice.stderr)
    );
    // Put behind each other they are one file.
    let one = fresh("eight-one.txt");
    fs::write(
        &one,
        order(&[4, 2, 1, 3, 8, 7, 6, 5]).iter().map(|path| fs::read_to_string(path).unwrap()).collect::<String>(),
    )
    .unwrap();
    assert_merged(&[&one], "eight", &whole);
    // And cut differently the games are the same.
    let three = shards("three", 3, MATCH, &ENGINES);
    assert_merged(&three.iter().rev().collect::<Vec<_>>(), "eight", &whole);
}

#[test]
fn every_game_in_eight_shards_is_the_whole() {
    // Equal engines, whose seeds follow from the number of the game alone.
    let engines = ["-e", "name=a option.Hash=1", "-e", "name=b option.Hash=1"];
    for kind in ["wali", "wali-total", "differo", "waldmeister"] {
        let name = format!("every-{kind}");
        let arguments = format!("--game {kind} --games 16 --nodes 40 --max-plies 30 --seed 6");
        let whole = whole(&name, &arguments, &engines);
        let parts = shards(&name, 8, &arguments, &engines);
        assert_merged(&parts.iter().rev().collect::<Vec<_>>(), &name, &whole);
    }
}

#[test]
fn a_round_robin_is_merged_with_its_ratings() {
    let engines = [&ENGINES[..], &["-e", "name=any option.Level=random option.Hash=1"]].concat();
    let arguments = "--games 5 --nodes 40 --game differo --seed 4";
    let whole = whole("robin", arguments, &engines);
    let parts = shards("robin", 4, arguments, &engines);
    assert_merged(&parts.iter().rev().collect::<Vec<_>>(), "robin", &whole);
    let anchored = merge(&parts.iter().collect::<Vec<_>>(), &["--json", "--anchor", "any=50"]);
    let anchored: Value = serde_json::from_slice(&anchored.stdout).unwrap();
    assert_eq!(anchored["engines"][2]["rating"]["elo"], 50.0);
}

#[test]
fn what_is_missing_is_named() {
    let parts = shards("missing", 4, MATCH, &ENGINES);
    let details = fresh("missing.json");
    let output = merge(&[&parts[0], &parts[3], &parts[2]], &["--shards", details.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("wali: 24 of 32 games, seed 9\n"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).ends_with("missing: shard 2 of 4, games 9 to 16\n"), "{}", text(&output.stderr));
    let details: Value = serde_json::from_str(&fs::read_to_string(details).unwrap()).unwrap();
    assert_eq!(details["missing"], serde_json::json!([{"shard": 2, "first": 9, "last": 16}]));
    // A part that was interrupted.
    let written = fs::read_to_string(&parts[1]).unwrap();
    let cut = fresh("missing-cut.txt");
    fs::write(&cut, &written[..written.find("[Number \"13\"]").unwrap() + 100]).unwrap();
    let output = merge(&[&parts[0], &cut, &parts[2], &parts[3]], &[]);
    assert!(text(&output.stderr).ends_with("missing: shard 2 of 4, games 13 to 16\n"), "{}", text(&output.stderr));
    // Its other copy is whole.
    assert!(merge(&[&parts[0], &cut, &parts[1], &parts[2], &parts[3]], &[]).status.success());
    // What is missing can be played.
    let merged = fresh("missing-merged.txt");
    merge(&[&parts[0], &parts[3], &parts[2]], &["--record", merged.to_str().unwrap()]);
    report(&format!("{MATCH} --resume --record"), &[&[merged.to_str().unwrap()], &ENGINES[..]].concat());
    assert_eq!(timeless(&merged).len(), 32);
}

/// The complaint about a part that does not belong to the first.
fn refusal(first: &Path, other: &str) -> String {
    let path = fresh("refused.txt");
    fs::write(&path, other).unwrap();
    let output = merge(&[&first.to_path_buf(), &path], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(output.stdout.is_empty());
    text(&output.stderr).to_string()
}

#[test]
fn parts_of_other_matches_are_refused_and_the_field_is_named() {
    let first = shard("refused", 1, 4, MATCH, &ENGINES);
    let second = fs::read_to_string(shard("refused", 2, 4, MATCH, &ENGINES)).unwrap();
    let other = |arguments: &str| fs::read_to_string(shard("refused-other", 2, 4, arguments, &ENGINES)).unwrap();
    let program = second.find("fnv1a-").unwrap();
    let program = &second[program..program + 22];
    for (part, message) in [
        (other(&MATCH.replace("seed 9", "seed 8")), "its seed is '8', and here it would be '9', as in "),
        (other(&MATCH.replace("nodes 60", "nodes 61")), "its engines[0].limit is 'nodes 61'"),
        (other(&MATCH.replace("plies 3", "plies 4")), "its openings.plies is '4'"),
        (other(&MATCH.replace("games 32", "games 34")), "its games is '34'"),
        (other(&format!("{MATCH} --sprt 0,5")), "its sprt is '{"),
        (second.replace(program, "fnv1a-0000000000000000"), "its engines[0].program is 'fnv1a-0000000000000000'"),
        (second.replace("\"tern\":\"", "\"tern\":\"9."), "its tern is '9."),
        (second.replace("\"of\":4", "\"of\":5"), "its shard.of is '5'"),
        (second.replace("\"number\":2", "\"number\":3"), "game 9 does not belong to shard 3 of 4"),
        (second.replace("% tern manifest {", "% tern manifest ["), "the manifest cannot be read: "),
        (second.lines().skip(2).collect::<Vec<_>>().join("\n"), "has no manifest before its first game"),
        (second.replace("[Seed \"9\"]", "[Seed \"7\"]"), "game 9 has the seed '7', and here it would be '9'"),
    ] {
        let error = refusal(&first, &part);
        assert!(error.contains(message), "expected {message}, heard {error}");
    }
}

#[test]
fn a_shard_is_resumed_as_itself_alone() {
    let path = shard("itself", 2, 4, MATCH, &ENGINES);
    let written = fs::read_to_string(&path).unwrap();
    let again = |shard: &str| {
        tern(
            &format!("match {MATCH} --shard {shard} --resume --record"),
            &[&[path.to_str().unwrap()], &ENGINES[..]].concat(),
        )
    };
    assert!(again("2/4").status.success(), "a part may be run twice");
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
    assert!(text(&again("1/4").stderr).contains("game 9 has the number '9', and here it would be '1 to 8'"));
    assert!(text(&again("2/3").stderr).contains("game 9 has the number"), "{}", text(&again("2/3").stderr));
    fs::write(&path, written.replace("fnv1a-", "fnv1a-f")).unwrap();
    let other = again("2/4");
    assert!(text(&other.stderr).contains("its program of the engines[0] is 'fnv1a-f"), "{}", text(&other.stderr));
    for (shard, message) in [("5/4", "'5/4' must be a part"), ("17/17", "the match has 16 pairs of games")] {
        let path = fresh("no-shard.txt");
        let output = tern(&format!("match {MATCH} --shard {shard} --record"), &[path.to_str().unwrap()]);
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert!(!path.exists());
    }
}

#[test]
fn a_sequential_test_over_shards_ends_where_it_would_have_ended() {
    let engines = ["-e", "name=search option.Hash=1", "-e", "name=any option.Level=random option.Hash=1"];
    let arguments = "--games 320 --nodes 40 --sprt -5,5";
    let whole = whole("test", arguments, &engines);
    let parts = shards("test", 8, arguments, &engines);
    let all: Vec<&PathBuf> = parts.iter().collect();
    let output = assert_merged(&all, "test", &whole);
    assert!(
        text(&output.stderr).contains(" games do not count: the test was decided before them"),
        "{}",
        text(&output.stderr)
    );
    // The last parts are not needed, and the first are.
    let enough = assert_merged(&all[..7], "test", &whole);
    assert!(!text(&enough.stderr).contains("missing"), "{}", text(&enough.stderr));
    let output = merge(&all[1..], &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("280 games do not count yet"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("not decided"), "{}", text(&output.stdout));
}
