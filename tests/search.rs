//! The search against plain minimax: the same values, the same mates, lines that can be played.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::time::Duration;
use tern::eval::Evaluate;
use tern::game::{Game, GameResult, Outcome};
use tern::games::differo::Differo;
use tern::games::waldmeister::WaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::notation::{Notation, ParsedMove};
use tern::search::{Control, Limits, Report, Score, Table, Task, search};

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
    fn value<G: Evaluate>(&mut self, position: &G, depth: u32, ply: usize) -> i32 {
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

    fn quiet_value<G: Evaluate>(&mut self, position: &G, ply: usize, plies_left: usize) -> i32 {
        if let Some(value) = self.end(position, ply) {
            return value;
        }
        let mut best = position.evaluate();
        if plies_left > 0 {
            let mut forcing = Vec::new();
            position.for_each_forcing(|m| forcing.push(m));
            for m in forcing {
                let value = self.after(position, m, |this, next| this.quiet_value(next, ply + 1, plies_left - 1));
                best = best.max(value);
            }
        }
        best
    }

    fn after<G: Evaluate>(&mut self, position: &G, m: G::Move, value: impl FnOnce(&mut Self, &G) -> i32) -> i32 {
        let mut next = position.clone();
        next.play_unchecked(m);
        self.path.push(position.hash());
        let result = -value(self, &next);
        self.path.pop();
        result
    }

    fn end<G: Evaluate>(&self, position: &G, ply: usize) -> Option<i32> {
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

/// A position reached by random play, and the hashes of those before it.
fn random_position<G: Evaluate>(start: &G, plies: usize, rng: &mut StdRng) -> Option<(G, Vec<u64>)> {
    let mut position = start.clone();
    let mut history = Vec::new();
    for _ in 0..plies {
        let m = *position.legal_moves().choose(rng)?;
        history.push(position.hash());
        position.play_unchecked(m);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some((position, history))
}

fn task<G: Evaluate>(position: &G, history: &[u64], limits: Limits) -> Task<G> {
    Task {
        position: position.clone(),
        history: history.to_vec(),
        candidates: position.legal_moves(),
        limits,
        overhead: Duration::ZERO,
        lines: 1,
        threads: 1,
        exhaustive: false,
    }
}

fn run<G: Evaluate>(task: &Task<G>) -> Vec<Report<G::Move>> {
    let mut reports = Vec::new();
    let choice = search(task, &Table::new(1).unwrap(), &Control::new(false), &mut |report| reports.push(report));
    let last = reports.iter().rev().find(|report| report.rank == 1).unwrap();
    assert_eq!(choice.unwrap().best, last.line[0], "the best move is the first of the last line");
    for report in &reports {
        let mut position = task.position.clone();
        for &m in &report.line {
            assert!(position.legal_moves().contains(&m), "{m} of {:?} in {}", report.line, task.position);
            position.play_unchecked(m);
        }
    }
    reports
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Compares values at random positions after `plies` plies, for every depth up to `deepest`.
fn equals_minimax<G: Evaluate>(start: &G, plies: std::ops::Range<usize>, deepest: u32, positions: usize, seed: u64) {
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut compared = 0;
    while compared < positions {
        let length = rng.random_range(plies.clone());
        let Some((position, history)) = random_position(start, length, &mut rng) else { continue };
        let plain = Task { exhaustive: true, ..task(&position, &history, depth(deepest)) };
        let full = task(&position, &history, depth(deepest));
        for (report, cut) in run(&plain).iter().zip(run(&full)) {
            let mut minimax = Minimax { path: history.clone(), played: history.len() };
            let value = Score::from(minimax.value(&position, report.depth, 0));
            assert_eq!(report.score, value, "depth {} of {position}", report.depth);
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
fn played_out<G: Evaluate>(position: &G, known: &mut HashMap<u64, i32>) -> i32 {
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
        let (position, _) = random_position(&start, plies - plies_left, &mut rng).unwrap();
        let value = played_out(&position, &mut HashMap::new());
        let found = match run(&task(&position, &[], depth(20))).last().unwrap().score {
            Score::Mate(moves) => moves.signum(),
            Score::Points(points) => points,
        };
        assert_eq!(found, value, "{position}");
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
    let position = text.parse::<WaldMeister<u64>>().unwrap();
    let whole = run(&task(&position, &[], depth(1))).pop().unwrap();
    // All moves but the least promising dozen.
    let broken_off = Limits { nodes: Some(whole.nodes - 12), ..Limits::default() };
    let last = run(&task(&position, &[], broken_off)).pop().unwrap();
    assert_eq!((last.score, last.line), (whole.score, whole.line));
}

/// The designer's problem: one move wins, and the answer to it does not matter.
const PROBLEM: &str = "5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w";

#[test]
fn the_problem_of_the_designer_of_differo_is_solved() {
    let problem = PROBLEM.parse::<Differo>().unwrap();
    for limits in [depth(5), Limits { mate: Some(2), ..Limits::default() }] {
        let reports = run(&task(&problem, &[], limits));
        assert_eq!(reports.last().unwrap().line[0].to_string(), "g4g5");
        assert_eq!(reports.last().unwrap().score, Score::Mate(2));
    }
}

fn wali(text: &str) -> Wali<Classic> {
    text.parse().unwrap()
}

#[test]
fn the_last_capture_is_found() {
    // Black has three stones: the capture by c2c3 wins on the spot.
    let position = wali("b4b/6/ww4/2w3/b5 w 0 0 - - 0");
    let reports = run(&task(&position, &[], depth(3)));
    assert_eq!(reports.last().unwrap().score, Score::Mate(1));
    assert!(reports.last().unwrap().line[0].to_string().starts_with("c2c3x"));
}

#[test]
fn go_mate_stops_when_it_has_one() {
    let position = wali("b4b/6/ww4/2w3/b5 w 0 0 - - 0");
    let limits = Limits { mate: Some(5), ..Limits::default() };
    assert_eq!(run(&task(&position, &[], limits)).len(), 1, "one iteration is enough");
}

#[test]
fn nodes_are_counted_to_the_last() {
    let position = Wali::<Classic>::start();
    for nodes in [1, 2, 29, 30, 31, 1000, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(run(&task(&position, &[], limits)).last().unwrap().nodes, nodes);
    }
}

#[test]
fn several_lines_are_distinct_and_ordered() {
    let (position, history) = random_position(&Wali::<Classic>::start(), 40, &mut StdRng::seed_from_u64(5)).unwrap();
    let limits = Limits { nodes: Some(30_000), ..Limits::default() };
    let reports = run(&Task { lines: 4, ..task(&position, &history, limits) });
    for lines in reports.chunks(4) {
        assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
        for (better, worse) in lines.iter().zip(&lines[1..]) {
            assert_ne!(better.line[0], worse.line[0]);
            assert!(points(better.score) >= points(worse.score), "{lines:?}");
        }
    }
}

fn points(score: Score) -> i32 {
    match score {
        Score::Points(points) => points,
        Score::Mate(moves) if moves > 0 => WIN - moves,
        Score::Mate(moves) => -WIN - moves,
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut position = wali("6/wb4/6/6/wb2wb w 0 0 - - 0");
    let mut history = Vec::new();
    let round = ["a4a5", "b4b5", "e1d1", "f1f2", "a5a4", "b5b4", "d1e1", "f2f1"];
    for text in &round.repeat(3)[..23] {
        let Ok(ParsedMove::Whole(m)) = position.parse_move(text) else { panic!("{text}") };
        history.push(position.hash());
        position.play_unchecked(m);
    }
    let Ok(ParsedMove::Whole(last)) = position.parse_move("f2f1") else { panic!("not legal") };
    let score = |history: &[u64]| {
        let only = Task { candidates: vec![last], ..task(&position, history, depth(1)) };
        run(&only).last().unwrap().score
    };
    assert_eq!(score(&history), Score::Points(0));
    assert_ne!(score(&history[15..]), Score::Points(0), "with one occurrence less it is not a draw yet");
}

#[test]
fn two_threads_agree_on_a_mate() {
    let position = wali("b4b/6/ww4/2w3/b5 w 0 0 - - 0");
    let reports = run(&Task { threads: 2, ..task(&position, &[], depth(6)) });
    assert_eq!(reports.last().unwrap().score, Score::Mate(1));
}
