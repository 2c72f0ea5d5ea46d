//! The fuzzers without a fuzzer: the harness they share, fed with good input made bad by a fixed seed.
//!
//! The large runs are left out of the ordinary suite: `cargo test --test fuzz -- --ignored --nocapture --test-threads 1`

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod harness;

use harness::{records, seeds, session, texts};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Instant;
use tern::games::any::AnyGame;

/// At most so many things are done to an input.
const MOST_CHANGES: usize = 6;

/// Something made of good inputs that need not be good any more.
fn mutated(good: &[Vec<u8>], rng: &mut StdRng) -> Vec<u8> {
    let mut data = good.choose(rng).unwrap().clone();
    for _ in 0..rng.random_range(0..=MOST_CHANGES) {
        let place = rng.random_range(0..=data.len());
        match rng.random_range(0..8) {
            0 => data.insert(place, rng.random()),
            1 if place < data.len() => data[place] ^= 1 << rng.random_range(0..8),
            2 => drop(data.drain(range_from(place, data.len(), rng))),
            3 => {
                let again = data[range_from(place, data.len(), rng)].to_vec();
                data.splice(place..place, again);
            }
            4 => data.truncate(place.max(1)),
            5 => {
                let other = good.choose(rng).unwrap();
                let start = rng.random_range(0..=other.len());
                data.splice(place.., other[start..].iter().copied());
            }
            _ => {
                let word = seeds::WORDS.choose(rng).unwrap();
                data.splice(place..place, word.bytes());
            }
        }
    }
    data
}

/// A range that begins at `start`, mostly a short one.
fn range_from(start: usize, length: usize, rng: &mut StdRng) -> Range<usize> {
    let most = if rng.random_bool(0.8) { 8 } else { length };
    start..(start + rng.random_range(0..=most)).min(length)
}

/// Something to be fuzzed; its fuzzer in `fuzz/` has the same name.
struct Target {
    name: &'static str,
    /// Inputs that make sense.
    good: fn() -> Vec<Vec<u8>>,
    harness: fn(&[u8]),
}

const COMMANDS: Target = Target { name: "commands", good: good_lines, harness: texts::command };
const POSITIONS: Target = Target { name: "positions", good: good_positions, harness: texts::position };
const MOVES: Target = Target { name: "moves", good: good_moves, harness: texts::move_text };
const RECORDS: Target = Target { name: "records", good: seeds::records, harness: records::record };
const SESSIONS: Target = Target { name: "sessions", good: good_sessions, harness: session };

fn good_lines() -> Vec<Vec<u8>> {
    seeds::LINES.iter().map(|line| line.as_bytes().to_vec()).collect()
}

fn good_positions() -> Vec<Vec<u8>> {
    seeds::positions().iter().map(|(_, text)| text.as_bytes().to_vec()).collect()
}

/// Moves where they are legal; what is changed in the first byte reads them in other positions.
fn good_moves() -> Vec<Vec<u8>> {
    let mut good = Vec::new();
    for (place, (game, text)) in seeds::positions().into_iter().enumerate() {
        let moves = AnyGame::from_fen(game, text).unwrap().moves();
        good.extend(moves.iter().step_by(moves.len() / 20 + 1).map(|m| [&[place as u8], m.as_bytes()].concat()));
    }
    good
}

/// Sessions that make sense, and lines in any order.
fn good_sessions() -> Vec<Vec<u8>> {
    let mut good = seeds::sessions();
    let mut rng = StdRng::seed_from_u64(1);
    for letter in b"`abc".repeat(10) {
        let lines: Vec<&str> = (0..rng.random_range(1..30)).map(|_| *seeds::LINES.choose(&mut rng).unwrap()).collect();
        good.push([&[letter], lines.join("\n").as_bytes()].concat());
    }
    good
}

/// Feeds a target so many mutated inputs; prints the one that breaks it.
fn fuzz(target: &Target, runs: u64, seed: u64) {
    let name = target.name;
    println!("{name}: {runs} runs with seed {seed}");
    let started = Instant::now();
    let good = (target.good)();
    let mut rng = StdRng::seed_from_u64(seed);
    for run in 0..runs {
        let data = mutated(&good, &mut rng);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.harness)(&data))) {
            println!("{name}, seed {seed}, run {run}: b\"{}\"", data.escape_ascii());
            resume_unwind(panic);
        }
    }
    println!("{name}: {runs} runs done in {:.1?}", started.elapsed());
}

#[test]
fn no_command_line_breaks_anything() {
    fuzz(&COMMANDS, 200_000, 1);
}

#[test]
fn no_position_text_breaks_anything() {
    fuzz(&POSITIONS, 8_000, 2);
}

#[test]
fn no_move_text_breaks_anything() {
    fuzz(&MOVES, 200_000, 3);
}

#[test]
fn no_record_breaks_anything() {
    fuzz(&RECORDS, 50_000, 4);
}

#[test]
fn no_session_breaks_anything() {
    fuzz(&SESSIONS, 400, 5);
}

#[test]
#[ignore = "takes minutes"]
fn ten_million_texts_break_nothing() {
    fuzz(&COMMANDS, 4_000_000, 11);
    fuzz(&MOVES, 4_000_000, 12);
    fuzz(&RECORDS, 2_000_000, 13);
    fuzz(&POSITIONS, 200_000, 14);
}

#[test]
#[ignore = "takes half an hour"]
fn a_hundred_thousand_sessions_break_nothing() {
    for seed in 20..30 {
        fuzz(&SESSIONS, 10_000, seed);
    }
}

/// Where `cargo fuzz` looks for inputs to begin with.
#[test]
#[ignore = "writes files for the fuzzers"]
fn write_the_seeds_of_the_fuzzers() {
    for target in [COMMANDS, POSITIONS, MOVES, RECORDS, SESSIONS] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target.name);
        std::fs::create_dir_all(&folder).unwrap();
        for (number, data) in (target.good)().iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), data).unwrap();
        }
    }
}
