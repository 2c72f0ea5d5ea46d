//! The search against plain minimax: the same values, the same mates, lines that can be played.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tern::eval::Searchable;
use tern::game::{Game, GameResult, Outcome};
use tern::games::differo::Differo;
use tern::games::waldmeister::WaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::history::History;
use tern::search::{Control, Info, Limits, Score, SearchRequest, Table, search};

/// Captures are followed this far, as the search does.
const QUIESCENCE_PLIES: usize = 8;

const WIN: i32 = 30_000;

/// Plain minimax with the rules of the search for leaves and repetitions, and nothing else.
struct Minimax {
    /// Hashes of the positions on the way here.
    path: Vec<u64>,
    /// How many of them were played before the search.
    played: usize,
}

impl Minimax {
    fn value<G: Searchable>(&mut self, position: &G, depth: u32, ply: usize) -> i32 {
        if let Some(value) = self.end(position, ply) {
            return value;
        }
        if depth == 0 {
            return self.quiet_value(position, ply, QUIESCENCE_PLIES);
        }
        let children = position.legal_moves();
        children
            .into_iter()
            .map(|m| self.after(position, m, |this, next| this.value(next, depth - 1, ply + 1)))
            .max()
            .unwrap()
    }

    fn quiet_value<G: Searchable>(&mut self, position: &G, ply: usize, plies_left: usize) -> i32 {
        if let Some(value) = self.end(position, ply) {
            return value;
        }
        let mut best = position.evaluate();
        if plies_left > 0 {
            let mut forcing = Vec::new();
            position.for_each_forcing_move(|m| forcing.push(m));
            for m in forcing {
                let value = self.after(position, m, |this, next| this.quiet_value(next, ply + 1, plies_left - 1));
                best = best.max(value);
            }
        }
        best
    }

    fn after<G: Searchable>(&mut self, position: &G, m: G::Move, value: impl FnOnce(&mut Self, &G) -> i32) -> i32 {
        let mut next = position.clone();
        next.play_unchecked(m);
        self.path.push(position.hash());
        let result = -value(self, &next);
        self.path.pop();
        result
    }

    fn end<G: Searchable>(&self, position: &G, ply: usize) -> Option<i32> {
        match position.outcome() {
            Some(Outcome { result: GameResult::Draw, .. }) => return Some(0),
            Some(Outcome { result: GameResult::Win(winner), .. }) => {
                let value = WIN - ply as i32;
                return Some(if winner == position.to_move() { value } else { -value });
            }
            None => {}
        }
        let occurs = |path: &[u64]| path.iter().filter(|&&hash| hash == position.hash()).count();
        let (game, line) = self.path.split_at(self.played);
        (occurs(line) > 0 || occurs(game) > 1).then_some(0)
    }
}

/// A game of so many random plies; `None` if it ended before.
fn random_game<G: Searchable>(start: &G, plies: usize, rng: &mut StdRng) -> Option<History<G>> {
    let mut game = History::new(start.clone());
    for _ in 0..plies {
        let m = *game.position().legal_moves().choose(rng)?;
        game.play_unchecked(m);
        if game.position().outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

fn run<G: Searchable>(game: &History<G>, request: &SearchRequest) -> Vec<Info<G::Move>> {
    run_among(game, &[], request)
}

fn run_among<G: Searchable>(game: &History<G>, among: &[G::Move], request: &SearchRequest) -> Vec<Info<G::Move>> {
    let mut infos = Vec::new();
    let table = Table::new(1).unwrap();
    let found = search(game, among, request, &table, &Control::new(false), &mut |info| infos.push(info));
    let last = infos.iter().rev().find(|info| info.multipv == 1).unwrap();
    assert_eq!(found.unwrap().best, last.pv[0], "the best move is the first of the last line");
    for info in &infos {
        let mut position = game.position().clone();
        for &m in &info.pv {
            assert!(position.legal_moves().contains(&m), "{m} of {:?} in {}", info.pv, game.position());
            position.play_unchecked(m);
        }
    }
    infos
}

fn to_depth(depth: u32) -> SearchRequest {
    SearchRequest::to_depth(depth)
}

/// Compares values at random positions after `plies` plies, for every depth up to `deepest`.
fn equals_minimax<G: Searchable>(start: &G, plies: std::ops::Range<usize>, deepest: u32, positions: usize, seed: u64) {
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut compared = 0;
    while compared < positions {
        let length = rng.random_range(plies.clone());
        // A game that is drawn by repetition already is nothing to search.
        let played = random_game(start, length, &mut rng).filter(|game| game.outcome().is_none());
        let Some(game) = played else { continue };
        let position = game.position();
        let path: Vec<u64> = game.earlier_positions().map(G::hash).collect();
        let plain = SearchRequest { exhaustive: true, ..to_depth(deepest) };
        for (info, cut) in run(&game, &plain).iter().zip(run(&game, &to_depth(deepest))) {
            let mut minimax = Minimax { path: path.clone(), played: path.len() };
            let value = Score::from(minimax.value(position, info.depth, 0));
            assert_eq!(info.score, value, "depth {} of {position}", info.depth);
            if let Score::Mate(moves @ 1..) = value {
                assert!(matches!(cut.score, Score::Mate(found) if 0 < found && found <= moves), "mate in {position}");
            }
        }
        compared += 1;
    }
}

#[test]
fn wali_drops_equal_minimax() {
    equals_minimax(&Wali::<Classic>::start(), 0..20, 3, 10, 1);
}

#[test]
fn wali_steps_equal_minimax() {
    equals_minimax(&Wali::<Classic>::start(), 24..120, 2, 50, 2);
}

#[test]
fn wali_total_steps_equal_minimax() {
    equals_minimax(&Wali::<Total>::start(), 50..200, 2, 25, 3);
}

#[test]
fn differo_equals_minimax() {
    equals_minimax(&Differo::start(), 0..60, 3, 30, 4);
}

#[test]
fn waldmeister_equals_minimax() {
    let start = WaldMeister::<u64>::start(5).unwrap();
    equals_minimax(&start, 2..16, 2, 12, 5);
}

/// The end of a game played out in every way: 1 if the player to move can win, 0 for a draw, -1 otherwise. Positions met
/// before are looked up, and after a win nothing better is looked for.
fn played_out<G: Searchable>(position: &G, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.result {
            GameResult::Draw => 0,
            GameResult::Win(winner) if winner == position.to_move() => 1,
            GameResult::Win(_) => -1,
        };
    }
    if let Some(&value) = known.get(&position.hash()) {
        return value;
    }
    let value_after = |m, known: &mut HashMap<u64, i32>| {
        let mut next = position.clone();
        next.play_unchecked(m);
        -played_out(&next, known)
    };
    let mut value = -1;
    for m in position.legal_moves() {
        value = value.max(value_after(m, known));
        if value == 1 {
            break;
        }
    }
    known.insert(position.hash(), value);
    value
}

/// Compares the search with the whole tree, so many plies before the end of a small game of WaldMeister.
fn end_is_exact(side: u8, plies_left: usize, positions: usize, seed: u64) {
    println!("{positions} positions {plies_left} plies before the end with side {side}, seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let start = WaldMeister::<u64>::start(side).unwrap();
    let plies = start.plies_to_end().unwrap() as usize;
    let mut tally = [0; 3];
    for _ in 0..positions {
        let game = random_game(&start, plies - plies_left, &mut rng).unwrap();
        let value = played_out(game.position(), &mut HashMap::new());
        let found = match run(&game, &to_depth(20)).last().unwrap().score {
            Score::Mate(moves) => moves.signum(),
            Score::Cp(points) => points,
        };
        assert_eq!(found, value, "{}", game.position());
        tally[(value + 1) as usize] += 1;
    }
    println!("losses, draws, wins: {tally:?}");
}

#[test]
fn the_end_of_waldmeister_is_exact() {
    end_is_exact(5, 2, 60, 6);
    end_is_exact(5, 3, 30, 7);
    end_is_exact(5, 4, 10, 8);
    // Here trees fill the board to the last cell, and so late there is little room to slide.
    end_is_exact(6, 6, 100, 9);
}

#[test]
fn a_look_at_all_moves_that_is_broken_off_keeps_the_best_it_has_seen() {
    let text = "td3tgtg2/4sd3/8/4ml3/8/4mdtd2/4md2td/5sl2 1 232331332 333233311 c";
    let game = History::new(text.parse::<WaldMeister<u64>>().unwrap());
    let whole = run(&game, &to_depth(1)).pop().unwrap();
    // All moves but the dozen of the lowest score.
    let last = run(&game, &SearchRequest::to_nodes(whole.nodes - 12)).pop().unwrap();
    assert_eq!((last.score, last.pv), (whole.score, whole.pv));
}

/// The designer's problem: one move wins, and the answer to it does not matter.
const PROBLEM: &str = "5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w";

#[test]
fn the_problem_of_the_designer_of_differo_is_solved() {
    let problem = History::new(PROBLEM.parse::<Differo>().unwrap());
    for limits in [Limits::to_depth(5), Limits { mate: Some(2), ..Limits::NONE }] {
        let infos = run(&problem, &SearchRequest::new(limits));
        assert_eq!(infos.last().unwrap().pv[0].to_string(), "g4g5");
        assert_eq!(infos.last().unwrap().score, Score::Mate(2));
    }
}

fn wali(text: &str) -> History<Wali<Classic>> {
    History::new(text.parse().unwrap())
}

#[test]
fn the_last_capture_is_found() {
    // Black has three stones: the capture by c2c3 wins on the spot.
    let infos = run(&wali("b4b/6/ww4/2w3/b5 w 0 0 - - 0"), &to_depth(3));
    assert_eq!(infos.last().unwrap().score, Score::Mate(1));
    assert!(infos.last().unwrap().pv[0].to_string().starts_with("c2c3x"));
}

#[test]
fn go_mate_stops_when_it_has_one() {
    let game = wali("b4b/6/ww4/2w3/b5 w 0 0 - - 0");
    let request = SearchRequest::new(Limits { mate: Some(5), ..Limits::NONE });
    assert_eq!(run(&game, &request).len(), 1, "one iteration is enough");
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let round = ["a4a5", "b4b5", "e1d1", "f1f2", "a5a4", "b5b4", "d1e1", "f2f1"];
    let score = |rounds: usize| {
        let mut game = wali("6/wb4/6/6/wb2wb w 0 0 - - 0");
        game.play_texts(&round.repeat(3)[..=8 * rounds], false).unwrap();
        let last = game.moves_named(&["b4b5"]).unwrap();
        run_among(&game, &last, &to_depth(1)).last().unwrap().score
    };
    assert_eq!(score(2), Score::Cp(0));
    assert_ne!(score(1), Score::Cp(0), "with one occurrence less it is not a draw yet");
}

#[test]
fn two_threads_agree_on_a_mate() {
    let game = wali("b4b/6/ww4/2w3/b5 w 0 0 - - 0");
    let infos = run(&game, &SearchRequest { threads: 2, ..to_depth(6) });
    assert_eq!(infos.last().unwrap().score, Score::Mate(1));
}

/// The first iteration of a game with very many moves looks at them in another way; it is counted all the same.
#[test]
fn root_moves_are_counted_from_the_first_iteration_on() {
    let game = History::new(WaldMeister::<u64>::start(5).unwrap());
    let control = Control::new(false);
    search(&game, &[], &SearchRequest::to_depth(1), &Table::new(1).unwrap(), &control, &mut |_| {});
    let (_, number) = control.progress().current().unwrap();
    assert!(number > 1, "{number}");
}

/// The searches of a position with these seeds, each without the time it took.
fn seeded<G: Searchable>(game: &History<G>, seeds: std::ops::Range<u64>) -> Vec<Vec<Info<G::Move>>> {
    let request = |seed| SearchRequest { seed, variety: true, ..SearchRequest::to_nodes(1_000) };
    let timeless = |info| Info { time: Duration::ZERO, ..info };
    seeds.map(|seed| run(game, &request(seed)).into_iter().map(timeless).collect()).collect()
}

/// Whether other seeds find other lines in a position.
fn seeds_vary_after<G: Searchable>(start: &G, plies: usize) -> bool {
    let game = random_game(start, plies, &mut StdRng::seed_from_u64(2)).unwrap();
    let searches = seeded(&game, 0..20);
    assert_eq!(seeded(&game, 0..20), searches, "the same seed, the same search");
    let line = |infos: &Vec<Info<G::Move>>| infos.last().unwrap().clone().into_text().pv;
    let lines: HashSet<_> = searches.iter().map(line).collect();
    for infos in &searches {
        assert_eq!(infos.last().unwrap().nodes, 1_000);
    }
    // What every move is worth does not depend on the order.
    let request = |seed| SearchRequest { seed, variety: true, exhaustive: true, ..to_depth(2) };
    let mut scores: Vec<_> = (0..5).map(|seed| run(&game, &request(seed)).pop().unwrap().score).collect();
    scores.dedup();
    assert_eq!(scores.len(), 1, "{scores:?}");
    lines.len() > 1
}

/// In some positions one line is so much better that every seed finds it.
fn seeds_vary<G: Searchable>(start: &G) {
    assert!((0..12).step_by(3).any(|plies| seeds_vary_after(start, plies)), "all seeds find the same");
}

#[test]
fn seeds_change_what_is_tried_first_among_equals_and_nothing_else() {
    seeds_vary(&Wali::<Classic>::start());
    seeds_vary(&Wali::<Total>::start());
    seeds_vary(&Differo::start());
    seeds_vary(&WaldMeister::<u64>::start(8).unwrap());
}
