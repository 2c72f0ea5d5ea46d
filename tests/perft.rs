//! The move generators against known counts, one data file a game.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::AtomicBool;
use tern::games::differo::Differo;
use tern::games::wali::{Classic, Total, Wali};
use tern::notation::Notation;
use tern::perft::perft;

/// Checks every line of a data file to the last depth it gives.
fn check<G: Notation>(data: &str) {
    let never = AtomicBool::new(false);
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (text, counts) = line.split_once("; ").expect("a position text, a semicolon, counts");
        let position = G::parse_position(text).expect(text);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&position, depth, &never), count.parse().ok(), "perft {depth} of {text}");
        }
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
