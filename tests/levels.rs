//! What the levels promise: the same choice everywhere, no win in one missed from level 3 on, no loss in one from level 5 on.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::time::Duration;
use tern::game::GameResult;
use tern::games::any::{AnyGame, GameKind};
use tern::search::{self, Control, Level, Limits, SearchRequest, Table};

const CALIBRATED: [Level; 10] = [
    Level::One,
    Level::Two,
    Level::Three,
    Level::Four,
    Level::Five,
    Level::Six,
    Level::Seven,
    Level::Eight,
    Level::Nine,
    Level::Ten,
];

/// The move of a level, with the nodes it took.
fn choose(game: &AnyGame, level: Level, seed: u64, limits: Limits, table: &Table) -> (String, u64) {
    let request = SearchRequest { level, seed, ..SearchRequest::new(limits) };
    let mut nodes = 0;
    let mut report = |info: search::Info<String>| nodes = info.nodes;
    let found = search::run(game, &[], &request, table, &Control::new(false), &mut report).unwrap();
    (found.expect("the game is not over").best, nodes)
}

fn best(game: &AnyGame, level: Level, seed: u64) -> String {
    choose(game, level, seed, Limits::NONE, &Table::new(1).unwrap()).0
}

/// A random game, small boards first, up to its end.
fn random_game(kind: GameKind, rng: &mut StdRng) -> Vec<AnyGame> {
    let mut game = AnyGame::start(kind, 5);
    let mut positions = vec![game.clone()];
    while game.outcome().is_none() {
        let moves = game.moves();
        game.play(&[moves.choose(rng).unwrap()], false).unwrap();
        positions.push(game.clone());
    }
    positions.pop();
    positions
}

fn after(game: &AnyGame, m: &str) -> AnyGame {
    let mut next = game.clone();
    next.play(&[m], false).unwrap();
    next
}

/// Whether the player who just moved has won.
fn is_won(game: &AnyGame) -> bool {
    game.outcome().is_some_and(|outcome| outcome.result == GameResult::Win(game.to_move().opponent()))
}

fn wins_at_once(game: &AnyGame, m: &str) -> bool {
    is_won(&after(game, m))
}

fn loses_at_once(game: &AnyGame, m: &str) -> bool {
    let next = after(game, m);
    next.outcome().is_none() && next.moves().iter().any(|answer| wins_at_once(&next, answer))
}

#[test]
fn no_win_in_one_is_missed_from_level_three_on() {
    for &kind in GameKind::ALL {
        let seed = rand::random();
        println!("{kind}, seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let mut wins = 0;
        while wins < 12 {
            let positions = random_game(kind, &mut rng);
            let last = positions.last().unwrap();
            if !last.moves().iter().any(|m| wins_at_once(last, m)) {
                continue;
            }
            wins += 1;
            for level in &CALIBRATED[2..] {
                let m = best(last, *level, rng.random());
                assert!(wins_at_once(last, &m), "level {level} plays {m} in {}", last.fen());
            }
        }
    }
}

#[test]
fn no_move_loses_at_once_from_level_five_on_unless_all_do() {
    for &kind in GameKind::ALL {
        let seed = rand::random();
        println!("{kind}, seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let mut dangers = 0;
        while dangers < 6 {
            let positions = random_game(kind, &mut rng);
            // One move before the last: the opponent's win was allowed here.
            let Some(game) = positions.iter().rev().nth(1) else { continue };
            let moves = game.moves();
            let losing = moves.iter().filter(|m| loses_at_once(game, m)).count();
            if losing == 0 || losing == moves.len() {
                continue;
            }
            dangers += 1;
            for level in &CALIBRATED[4..] {
                let m = best(game, *level, rng.random());
                assert!(!loses_at_once(game, &m), "level {level} plays {m} in {}", game.fen());
            }
        }
    }
}

#[test]
fn the_same_seed_and_position_give_the_same_move_whatever_came_before() {
    let (used, fresh) = (Table::new(4).unwrap(), Table::new(1).unwrap());
    for &kind in GameKind::ALL {
        let seed = rand::random();
        println!("{kind}, seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let positions = random_game(kind, &mut rng);
        for level in CALIBRATED.into_iter().chain([Level::Random, Level::Greedy]) {
            let game = positions.choose(&mut rng).unwrap();
            let seed = rng.random();
            let first = choose(game, level, seed, Limits::NONE, &fresh);
            // Another search leaves its traces in the table.
            let limits = Limits::to_nodes(5000);
            choose(game, Level::Search, 1, limits, &used);
            assert_eq!(choose(game, level, seed, Limits::NONE, &used), first, "level {level} in {}", game.fen());
            let again = AnyGame::from_fen(kind, &game.fen()).unwrap();
            if game.played().len() < 3 {
                assert_eq!(choose(&again, level, seed, Limits::NONE, &used), first);
            }
            let threads = SearchRequest { level, seed, variety: true, threads: 4, ..SearchRequest::new(Limits::NONE) };
            let found = search::run(game, &[], &threads, &used, &Control::new(false), &mut |_| {}).unwrap();
            assert_eq!(found.unwrap().best, first.0, "level {level} with four threads, where search would vary");
        }
    }
}

#[test]
fn other_seeds_give_other_moves() {
    for &kind in GameKind::ALL {
        let game = AnyGame::start(kind, 8);
        for level in [Level::One, Level::Three] {
            let moves: HashSet<_> = (0..20).map(|seed| best(&game, level, seed)).collect();
            assert!(moves.len() > 1, "{kind} level {level}: always {moves:?}");
        }
    }
}

/// What tern searches in 18 ms on a quiet core of an ordinary machine, or less.
const fn nodes_in_time(kind: GameKind) -> u64 {
    match kind {
        GameKind::Wali | GameKind::WaliTotal => 65_000,
        GameKind::Differo => 97_000,
        GameKind::WaldMeister => 13_500,
    }
}

#[test]
fn higher_levels_see_more_and_none_needs_twenty_milliseconds() {
    for &kind in GameKind::ALL {
        let game = AnyGame::start(kind, 8);
        let look = game.moves().len() as u64;
        let nodes = CALIBRATED.map(|level| choose(&game, level, 1, Limits::NONE, &Table::new(1).unwrap()).1);
        assert!(nodes.is_sorted() && nodes[9] > nodes[0], "{kind}: {nodes:?}");
        assert!(nodes[9] <= look + nodes_in_time(kind), "{kind}: {nodes:?}");
    }
}

#[test]
fn limits_bind_before_those_of_the_level() {
    let table = Table::new(1).unwrap();
    let game = AnyGame::start(GameKind::Differo, 8);
    let look = game.moves().len() as u64;
    assert!(choose(&game, Level::Ten, 1, Limits::to_nodes(100), &table).1 <= look + 100);
    let whole = choose(&game, Level::Ten, 1, Limits::NONE, &table).1;
    assert!(choose(&game, Level::Ten, 1, Limits::to_depth(1), &table).1 < whole);
    // No time at all: the look at every move is enough for an answer.
    let at_once = Limits { move_time: Some(Duration::ZERO), ..Limits::NONE };
    assert!(choose(&game, Level::Ten, 1, at_once, &table).1 < whole);
}
