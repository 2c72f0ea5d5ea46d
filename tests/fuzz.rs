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
use std::time::Instant;

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

/// Feeds a harness so many mutated inputs; prints the one that breaks it.
fn fuzz(name: &str, good: &[Vec<u8>], runs: u64, seed: u64, harness: fn(&[u8])) {
    println!("{name}: {runs} runs with seed {seed}");
    let started = Instant::now();
    let mut rng = StdRng::seed_from_u64(seed);
    for run in 0..runs {
        let data = mutated(good, &mut rng);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| harness(&data))) {
            println!("{name}, seed {seed}, run {run}: b\"{}\"", data.escape_ascii());
            resume_unwind(panic);
        }
    }
    println!("{name}: {runs} runs done in {:.1?}", started.elapsed());
}

fn fuzz_commands(runs: u64, seed: u64) {
    let lines: Vec<Vec<u8>> = seeds::LINES.iter().map(|line| line.as_bytes().to_vec()).collect();
    fuzz("command lines", &lines, runs, seed, texts::command);
}

fn fuzz_positions(runs: u64, seed: u64) {
    let good: Vec<Vec<u8>> = seeds::positions().iter().map(|(_, text)| text.as_bytes().to_vec()).collect();
    fuzz("position texts", &good, runs, seed, texts::position);
}

/// Moves are changed in the position where they are legal, and read in others.
fn fuzz_moves(runs: u64, seed: u64) {
    let mut good = Vec::new();
    for (place, (game, text)) in seeds::positions().into_iter().enumerate() {
        let moves = game.from_fen(text).unwrap().moves();
        good.extend(moves.iter().step_by(moves.len() / 20 + 1).map(|m| [&[place as u8], m.as_bytes()].concat()));
    }
    fuzz("move texts", &good, runs, seed, texts::move_text);
}

fn fuzz_records(runs: u64, seed: u64) {
    fuzz("records", &seeds::records(), runs, seed, records::record);
}

fn fuzz_sessions(runs: u64, seed: u64) {
    let mut good = seeds::sessions();
    let mut rng = StdRng::seed_from_u64(seed);
    // Sessions of lines in any order, beside those that make sense.
    for letter in *b"`abc" {
        for _ in 0..10 {
            let lines: Vec<&str> =
                (0..rng.random_range(1..30)).map(|_| *seeds::LINES.choose(&mut rng).unwrap()).collect();
            good.push([&[letter], lines.join("\n").as_bytes()].concat());
        }
    }
    fuzz("sessions", &good, runs, seed, session);
}

#[test]
fn no_command_line_breaks_anything() {
    fuzz_commands(200_000, 1);
}

#[test]
fn no_position_text_breaks_anything() {
    fuzz_positions(10_000, 2);
}

#[test]
fn no_move_text_breaks_anything() {
    fuzz_moves(200_000, 3);
}

#[test]
fn no_record_breaks_anything() {
    fuzz_records(20_000, 4);
}

#[test]
fn no_session_breaks_anything() {
    fuzz_sessions(300, 5);
}

#[test]
#[ignore = "takes minutes"]
fn ten_million_texts_break_nothing() {
    fuzz_commands(5_000_000, 11);
    fuzz_moves(4_000_000, 12);
    fuzz_records(1_000_000, 13);
    fuzz_positions(500_000, 14);
}

#[test]
#[ignore = "takes an hour"]
fn a_hundred_thousand_sessions_break_nothing() {
    for part in 0..10 {
        fuzz_sessions(10_000, 20 + part);
    }
}
