//! Whole games between the levels, with every assertion on: they are legal, they end with a reason, and the better wins.
//!
//! The large runs are left out of the ordinary suite: `cargo test --test games -- --ignored --nocapture`

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod naive;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;
use tern::game::{GameResult, Outcome, Player, Reason};
use tern::games::any::{AnyGame, GameKind};
use tern::games::waldmeister::SIDES;
use tern::search::{self, Control, Level, Limits, SearchRequest, Table};

/// No game is longer than this; one that is does not end.
const MAX_PLIES: usize = 5_000;

fn request(level: Level, seed: u64) -> SearchRequest {
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    SearchRequest { limits, level, seed, variety: false, lines: 1, threads: 1, overhead: Duration::ZERO }
}

/// Plays a game to its end from `random_plies` random moves on. Every move is judged by the rules, not by its maker.
fn play(kind: GameKind, side: u8, levels: [Level; 2], random_plies: usize, rng: &mut StdRng) -> Outcome {
    let tables = [Table::new(1).unwrap(), Table::new(1).unwrap()];
    let mut game = AnyGame::start(kind, usize::from(side));
    for ply in 0..MAX_PLIES {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let level = if ply < random_plies { Level::Random } else { levels[game.to_move().index()] };
        let best = choose(&game, level, &tables[game.to_move().index()], rng);
        assert!(game.moves().contains(&best), "{best} in {}", game.fen());
        game.play(&[&best], false).unwrap();
    }
    panic!("{kind} does not end: {}", game.fen());
}

fn choose(game: &AnyGame, level: Level, table: &Table, rng: &mut StdRng) -> String {
    let search = search::prepare(game, request(level, rng.random()), &[]).unwrap();
    search(table, &Control::new(false), &mut |_| {}).expect("a move").best
}

/// The side of a WaldMeister board; the other games have but one board.
const SIDE: u8 = 8;

fn random_games(kind: GameKind, side: u8, games: u32, seed: u64) {
    println!("{kind}, side {side}: {games} random games, seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..games {
        play(kind, side, [Level::Random; 2], 0, &mut rng);
    }
}

/// The share of points that search takes from greedy, each opening played twice with sides swapped.
fn search_against_greedy(kind: GameKind, pairs: u32, seed: u64) -> f64 {
    let [mut wins, mut draws, mut losses] = [0; 3];
    for pair in 0..pairs {
        for (searcher, levels) in
            [(Player::P1, [Level::Search, Level::Greedy]), (Player::P2, [Level::Greedy, Level::Search])]
        {
            let mut rng = StdRng::seed_from_u64(seed + u64::from(pair));
            match play(kind, SIDE, levels, 1, &mut rng).result {
                GameResult::Draw => draws += 1,
                GameResult::Win(winner) if winner == searcher => wins += 1,
                GameResult::Win(_) => losses += 1,
            }
        }
    }
    let share = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(2 * pairs);
    println!("{kind}: search against greedy +{wins} ={draws} -{losses}, {:.1}%, seed {seed}", share * 100.0);
    share
}

#[test]
fn random_games_end() {
    for &kind in GameKind::ALL {
        random_games(kind, SIDE, 100, 1);
    }
    for side in SIDES {
        random_games(GameKind::WaldMeister, side, 20, 1);
    }
}

#[test]
fn search_beats_greedy() {
    for kind in GameKind::ALL.iter().copied().filter(|&kind| kind != GameKind::WaldMeister) {
        assert!(search_against_greedy(kind, 5, 1) > 0.7, "{kind}");
    }
}

/// Nodes for a move in the games that are checked against the naive rules: enough to play, and no more.
const FEW_NODES: u64 = 20;

/// Plays a game with tiny searches; at every position the naive rules must agree on moves and end.
fn checked_game(kind: GameKind, board_size: usize, table: &Table, rng: &mut StdRng) -> usize {
    let mut game = AnyGame::start(kind, board_size);
    for ply in 0..MAX_PLIES {
        agrees_with_the_naive_rules(kind, &game);
        if game.outcome().is_some() {
            return ply;
        }
        let limits = Limits { nodes: Some(FEW_NODES), ..Limits::default() };
        // A random move now and then, so that no two games are the same.
        let level = if rng.random_bool(0.2) { Level::Random } else { Level::Search };
        let search = search::prepare(&game, SearchRequest { limits, ..request(level, rng.random()) }, &[]).unwrap();
        let best = search(table, &Control::new(false), &mut |_| {}).expect("a move").best;
        game.play(&[&best], false).unwrap_or_else(|error| panic!("{best} in {}: {error}", game.fen()));
    }
    panic!("{kind} does not end: {}", game.fen());
}

fn agrees_with_the_naive_rules(kind: GameKind, game: &AnyGame) {
    let fen = game.fen();
    let ending = |outcome: Outcome| (outcome.result.to_string(), outcome.reason.to_string());
    let naive_outcome = naive::outcome(kind, &fen).map(|(verdict, reason)| (verdict.to_string(), reason.to_string()));
    // Repetitions are not in the position.
    if game.outcome().is_none_or(|outcome| outcome.reason != Reason::Repetition) {
        assert_eq!(game.outcome().map(ending), naive_outcome, "{kind} {fen}");
        let mut moves = game.moves();
        let mut expected: Vec<String> = match naive_outcome {
            Some(_) => Vec::new(),
            None => naive::successors(kind, &fen).into_iter().map(|(m, _)| m).collect(),
        };
        moves.sort();
        expected.sort();
        assert_eq!(moves, expected, "{kind} {fen}");
    }
}

/// Small boards for most games of WaldMeister: the naive rules take their time.
fn checked_games(kind: GameKind, games: usize, seed: u64) {
    println!("{kind}: {games} games checked against the naive rules, seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let table = Table::new(1).unwrap();
    let mut plies = 0;
    for number in 0..games {
        let board_size = if number % 200 == 199 { rng.random_range(6..=11) } else { 5 };
        plies += checked_game(kind, board_size, &table, &mut rng);
    }
    println!("{kind}: {games} games done, {plies} plies");
}

#[test]
fn games_agree_with_the_naive_rules() {
    for &kind in GameKind::ALL {
        checked_games(kind, 25, 3);
    }
}

#[test]
#[ignore = "takes an hour"]
fn ten_thousand_games_agree_with_the_naive_rules() {
    for &kind in GameKind::ALL {
        checked_games(kind, 10_000, 4);
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_random_games_end() {
    for &kind in GameKind::ALL {
        random_games(kind, SIDE, 1_000, 2);
    }
    for side in SIDES {
        random_games(GameKind::WaldMeister, side, 300, 2);
    }
}

/// WaldMeister has more moves in a position than this search has nodes; there it is the time that must be equal, see the
/// README.
#[test]
#[ignore = "takes minutes"]
fn search_beats_greedy_in_two_hundred_games() {
    for kind in GameKind::ALL.iter().copied().filter(|&kind| kind != GameKind::WaldMeister) {
        assert!(search_against_greedy(kind, 100, 2) >= 0.95, "{kind}");
    }
}
