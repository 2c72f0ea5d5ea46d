//! Matches of more than two engines, and the rating that each of them gets.

use super::{fresh, recorded, report, tern, text};
use serde_json::Value;
use std::fs;
use tern::matches::{Anchor, Encounter, GameRecord, Pentanomial, Ratings};

const ENGINES: [&str; 8] = [
    "-e",
    "name=any option.Level=random option.Hash=1",
    "-e",
    "name=greedy option.Level=greedy option.Hash=1",
    "-e",
    "name=shallow depth=1 option.Hash=1",
    "-e",
    "name=deep nodes=300 option.Hash=1",
];

/// The same as the match does, from the record: points of pairs, then one fit.
fn refitted(games: &[GameRecord], names: &[&str], anchor: Anchor) -> Ratings {
    let number = |name: &str| names.iter().position(|other| *other == name).unwrap();
    let half_points = |game: &GameRecord, name: &str| match game.result {
        tern::game::GameResult::Draw => 1,
        tern::game::GameResult::Win(player) => 2 * usize::from(game.players[player] == name),
    };
    let mut encounters: Vec<Encounter> = Vec::new();
    for pair in games.chunks(2) {
        let first = pair[0].players.p1.as_str();
        let players = [number(first), number(&pair[0].players.p2)];
        let mut pairs = Pentanomial::default();
        pairs.add(half_points(&pair[0], first) + half_points(&pair[1], first));
        match encounters.iter_mut().find(|encounter| encounter.players == players) {
            Some(encounter) => encounter.pairs = encounter.pairs.plus(pairs),
            None => encounters.push(Encounter { players, pairs }),
        }
    }
    Ratings::fit(names.len(), &encounters, anchor)
}

fn near(found: &Value, expected: f64) {
    assert!((found.as_f64().unwrap() - expected).abs() < 1e-6, "{found}, expected {expected}");
}

#[test]
fn everybody_meets_everybody_and_gets_a_rating() {
    let path = fresh("ratings.txt");
    let arguments = ["--record", path.to_str().unwrap(), "--anchor", "any=100"];
    let result = report("--game differo --games 12 --nodes 40", &[&ENGINES[..], &arguments].concat());
    assert_eq!((&result["games"], &result["anchor"]["elo"]), (&72.into(), &100.0.into()));
    let expected = refitted(&super::timeless(&path), &["any", "greedy", "shallow", "deep"], Anchor::Engine(0, 100.0));
    for (i, engine) in result["engines"].as_array().unwrap().iter().enumerate() {
        let rating = expected.of(i).unwrap();
        near(&engine["rating"]["elo"], rating.elo);
        near(&engine["rating"]["error"], rating.error);
    }
    near(&result["engines"][0]["rating"]["elo"], 100.0);
    let steps: Vec<&str> = result["engines"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|e| e["rating"]["above_next"]["name"].as_str())
        .collect();
    assert_eq!(steps.len(), 3, "all but the last are above somebody: {result}");
}

#[test]
fn on_a_ladder_neighbours_meet_and_all_are_rated() {
    let games = recorded("ladder.txt", "--games 4 --nodes 40 --tournament ladder", &ENGINES);
    let mut met: Vec<_> =
        games.iter().step_by(2).map(|game| format!("{} {}", game.players.p1, game.players.p2)).collect();
    met.sort();
    met.dedup();
    assert_eq!(met, ["any greedy", "greedy shallow", "shallow deep"]);
    let output = tern("match --games 4 --nodes 40 --tournament ladder --anchor any=0", &ENGINES);
    let shown = text(&output.stdout);
    assert!(shown.contains("rating (95 %)   above the next"), "{shown}");
    let row = shown.lines().find(|line| line.trim_start().starts_with("any ")).unwrap();
    assert!(row.ends_with(" 0"), "the anchor has no error: {row}");
}

#[test]
fn a_tournament_is_gone_on_with_and_may_change_its_anchor() {
    let whole = fresh("ratings-whole.txt");
    let match_of_three = [&ENGINES[..6], &["--record"]].concat();
    let arguments = "--games 4 --nodes 40";
    let result = report(arguments, &[&match_of_three[..], &[whole.to_str().unwrap()]].concat());
    let written = fs::read_to_string(&whole).unwrap();
    let cut = written.find("[Number \"4\"]").unwrap();
    let part = fresh("ratings-part.txt");
    fs::write(&part, &written[..cut]).unwrap();
    let resume = |more: &str| {
        report(&format!("{arguments} --resume {more}"), &[&match_of_three[..], &[part.to_str().unwrap()]].concat())
    };
    assert_eq!(resume(""), result);
    let anchored = resume("--anchor greedy=1000");
    near(&anchored["engines"][1]["rating"]["elo"], 1000.0);
    let step = |report: &Value| {
        report["engines"][2]["rating"]["elo"].as_f64().unwrap()
            - report["engines"][1]["rating"]["elo"].as_f64().unwrap()
    };
    assert!((step(&anchored) - step(&result)).abs() < 1e-6, "only the scale has moved");
}

#[test]
fn what_ratings_cannot_tell_is_said() {
    // Without seeds the last two play the same game twice.
    let [deep, deeper] = ["name=deep option.Seed=0", "name=deeper option.Seed=0"];
    let sweep = ["-e", "name=any option.Level=random option.Hash=1", "-e", deep, "-e", deeper];
    let output = tern("match --games 2 --nodes 200 --tournament ladder", &sweep);
    let shown = text(&output.stdout);
    assert!(shown.contains("one draw is counted that was not played: any, deep\n"), "{shown}");
    // A game each makes no pair.
    let half = report("--games 1 --nodes 20", &ENGINES[..6]);
    assert!(half["engines"][0]["rating"].is_null(), "{half}");
    let wrong = tern("match --games 2 --nodes 20 --anchor nobody=0", &ENGINES);
    assert!(text(&wrong.stderr).contains("--anchor: there is no engine 'nobody', only any, greedy, shallow, deep"));
    let wrong = tern("match --games 2 --nodes 20 --anchor any", &ENGINES);
    assert!(
        text(&wrong.stderr).contains("'any' must be the name of an engine and its rating"),
        "{}",
        text(&wrong.stderr)
    );
    let two = tern("match --games 2 --nodes 20 --anchor any=0", &ENGINES[..4]);
    assert!(text(&two.stdout).contains("ratings: any 0, greedy "), "{}", text(&two.stdout));
}
