//! The move generators against known counts, one data file a game.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::AtomicBool;
use tern::games::differo::Differo;
use tern::games::waldmeister::AnyWaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::notation::Notation;
use tern::perft::perft;

/// The lines of a data file: position texts and the counts from them.
fn lines(data: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once("; ").expect("a position text, a semicolon, counts"))
}

/// Checks one line to the last depth it gives.
fn check_line<G: Notation>(position: &G, counts: &str) {
    let never = AtomicBool::new(false);
    for (depth, count) in (1..).zip(counts.split(' ')) {
        assert_eq!(perft(position, depth, &never), count.parse().ok(), "perft {depth} of {position}");
    }
}

fn check<G: Notation>(data: &str) {
    for (text, counts) in lines(data) {
        check_line(&text.parse::<G>().expect(text), counts);
    }
}

#[test]
fn wali() {
    check::<Wali<Classic>>(include_str!("data/perft/wali.txt"));
}

#[test]
fn wali_total() {
    check::<Wali<Total>>(include_str!("data/perft/wali-total.txt"));
}

#[test]
fn differo() {
    check::<Differo>(include_str!("data/perft/differo.txt"));
}

#[test]
fn waldmeister() {
    for (text, counts) in lines(include_str!("data/perft/waldmeister.txt")) {
        match AnyWaldMeister::parse(text).expect(text) {
            AnyWaldMeister::Small(position) => check_line(&position, counts),
            AnyWaldMeister::Large(position) => check_line(&position, counts),
        }
    }
}
