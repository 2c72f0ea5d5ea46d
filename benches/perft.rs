//! Move generation side by side with the chess library cozy-chess: `cargo bench --bench perft`
//!
//! Both count move sequences from their start position, the last ply by the number of moves alone, on one thread, several
//! times in turn so that a busy machine disturbs both alike. The best round of each counts.

use std::time::Instant;
use tern::game::Game;
use tern::games::differo::Differo;
use tern::games::wali::{Classic, Wali};
use tern::perft::perft;

const ROUNDS: usize = 7;

fn chess(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut total = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            total += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                total += chess(&next, depth - 1);
            }
        }
        false
    });
    total
}

fn ours<G: Game>(start: &G, depth: u32) -> u64 {
    perft(start, depth)
}

/// Leaves per second, in millions, of one run.
fn speed(count: impl FnOnce() -> u64) -> f64 {
    let started = Instant::now();
    let leaves = std::hint::black_box(count());
    leaves as f64 / started.elapsed().as_secs_f64() / 1e6
}

fn compare<G: Game>(name: &str, start: &G, depth: u32) {
    let board = cozy_chess::Board::default();
    let (mut best_ours, mut best_chess) = (0.0_f64, 0.0_f64);
    for _ in 0..ROUNDS {
        best_ours = best_ours.max(speed(|| ours(start, depth)));
        best_chess = best_chess.max(speed(|| chess(&board, 5)));
    }
    println!(
        "{name} perft {depth}: {best_ours:.0} million leaves/s; chess perft 5: {best_chess:.0}; ratio {:.2}",
        best_ours / best_chess
    );
}

fn main() {
    compare("differo", &Differo::start(), 5);
    compare("wali", &Wali::<Classic>::start(), 6);
}
