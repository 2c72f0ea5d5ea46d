//! Random games by our own rules, with which an engine is compared.

use crate::games::any::{AnyGame, GameKind};
use crate::session::Options;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// Games are cut here; most end long before.
const MAX_PLIES: usize = 300;

/// The moves of a random game.
pub(super) fn random_game(kind: GameKind, rng: &mut StdRng) -> Vec<String> {
    let mut game = start(kind);
    let mut moves = Vec::new();
    while moves.len() < MAX_PLIES
        && let Some(m) = game.moves().choose(rng).cloned()
        && game.play(&[&m], false).is_ok()
    {
        moves.push(m);
    }
    moves
}

fn start(kind: GameKind) -> AnyGame {
    AnyGame::start(kind, Options::default().board_size)
}

/// The game after these moves, which must be legal.
pub(super) fn after(kind: GameKind, moves: &[String]) -> AnyGame {
    let mut game = start(kind);
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    // The moves come from our own rules, so they cannot be refused.
    let _ = game.play(&texts, false);
    game
}
