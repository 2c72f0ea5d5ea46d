//! Positions to learn from: games of the engine against itself after random openings, and how they ended.

use crate::eval::Searchable;
use crate::game::{Game, GameResult, Player};
use crate::history::History;
use crate::progress::Progress;
use crate::search::{Control, Score, SearchRequest, Table, search};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::io;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

/// A position, and what p1 got out of the game.
#[derive(Clone, Debug)]
pub(super) struct Sample<G> {
    pub(super) position: G,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub(super) result: f64,
    /// What a search said of the position, in points for the player to move.
    pub(super) score: i32,
}

/// So many moves are random before the engine takes over.
const OPENING_PLIES: RangeInclusive<u32> = 2..=9;
/// A game this long is a draw.
const LONGEST_GAME: usize = 400;
/// Small, as the searches are.
const HASH_MEGABYTES: usize = 1;

/// Games of the engine against itself.
pub(super) struct SelfPlay<'a, G> {
    pub(super) start: &'a G,
    /// Nodes for every move.
    pub(super) nodes: u64,
    pub(super) seed: u64,
    /// Which positions to learn from.
    pub(super) wanted: fn(&G) -> bool,
}

impl<G: Searchable> SelfPlay<'_, G> {
    /// Plays so many games, some at the same time, and gives the positions of all in the order of the games.
    pub(super) fn play(&self, games: u64, threads: u64) -> io::Result<Vec<Sample<G>>> {
        let progress = Progress::new("games", games, 0);
        let next = AtomicU64::new(0);
        let work = || -> io::Result<Vec<(u64, Vec<Sample<G>>)>> {
            let table =
                Table::new(HASH_MEGABYTES).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return Ok(played);
                }
                played.push((number, self.play_game(number, &table)));
                progress.advance(String::new);
            }
        };
        let mut played = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let results = workers.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|_| Err(io::Error::other("a game could not be played to its end")))
            });
            results.collect::<io::Result<Vec<_>>>()
        })?
        .concat();
        played.sort_by_key(|&(number, _)| number);
        Ok(played.into_iter().flat_map(|(_, samples)| samples).collect())
    }

    /// One game; the same number, the same game.
    fn play_game(&self, number: u64, table: &Table) -> Vec<Sample<G>> {
        let mut rng = StdRng::seed_from_u64(self.seed.wrapping_shl(32) ^ number);
        table.clear();
        let mut game = History::new(self.start.clone());
        let opening = rng.random_range(OPENING_PLIES);
        let mut samples = Vec::new();
        loop {
            if let Some(result) = result(&game) {
                return samples.into_iter().map(|sample| Sample { result, ..sample }).collect();
            }
            let random = game.moves().len() < opening as usize;
            let chosen = if random {
                game.legal_moves().choose(&mut rng).copied()
            } else {
                self.think(&game, table, &mut samples)
            };
            // A game that is not over has a move; should it not, it teaches nothing.
            let Some(m) = chosen else { return Vec::new() };
            game.play_unchecked(m);
        }
    }

    /// Searches for a move, and takes the position for a sample if it is wanted and not decided.
    fn think(&self, game: &History<G>, table: &Table, samples: &mut Vec<Sample<G>>) -> Option<G::Move> {
        let (position, request) = (game.position(), SearchRequest::to_nodes(self.nodes));
        let mut score = None;
        let choice = search(game, &[], &request, table, &Control::new(false), &mut |info| score = Some(info.score));
        if let Some(Score::Cp(score)) = score
            && (self.wanted)(position)
        {
            samples.push(Sample { position: position.clone(), result: 0.5, score });
        }
        choice.map(|choice| choice.best)
    }
}

/// What p1 has got, if the game is over.
fn result<G: Game>(game: &History<G>) -> Option<f64> {
    if let Some(outcome) = game.outcome() {
        return Some(match outcome.result {
            GameResult::Win(Player::P1) => 1.0,
            GameResult::Win(Player::P2) => 0.0,
            GameResult::Draw => 0.5,
        });
    }
    (game.moves().len() >= LONGEST_GAME).then_some(0.5)
}
