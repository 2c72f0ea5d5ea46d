//! Training positions: games of the engine against itself after random openings, and how they ended.

use super::{TuneArguments, parts};
use crate::eval::Searchable;
use crate::game::{Game, GameResult, Player};
use crate::history::History;
use crate::notation::Notation;
use crate::progress::Progress;
use crate::search::{Control, Score, SearchRequest, Table, search};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};

/// A position in which the engine had to find a move.
#[derive(Clone, Debug)]
pub(super) struct Searched<G> {
    pub(super) position: G,
    /// What the search said of it, in points for the player to move; `None` if it saw the end.
    pub(super) score: Option<i32>,
}

/// A game of the engine against itself, the random opening left out.
#[derive(Clone, Debug)]
pub(super) struct PlayedGame<G> {
    pub(super) searched: Vec<Searched<G>>,
    /// The last position.
    pub(super) end: G,
    /// What p1 got out of it: 1 for a win, ½ for a draw, 0 for a loss.
    pub(super) result: f64,
}

/// A position that was not decided, and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Sample<G> {
    pub(super) position: G,
    /// What p1 got out of the game.
    pub(super) result: f64,
    /// What a search said of the position, in points for the player to move.
    pub(super) score: i32,
}

/// The positions of all games that are wanted and were not decided.
pub(super) fn samples<G>(games: Vec<PlayedGame<G>>, wanted: fn(&G) -> bool) -> Vec<Sample<G>> {
    let of_game = |PlayedGame { searched, result, .. }: PlayedGame<G>| {
        let sample = move |Searched { position, score }: Searched<G>| Some(Sample { position, result, score: score? });
        searched.into_iter().filter_map(sample)
    };
    games.into_iter().flat_map(of_game).filter(|sample| wanted(&sample.position)).collect()
}

/// So many moves are random before the engine takes over.
const OPENING_PLIES: RangeInclusive<u32> = 2..=9;
/// A game this long is a draw.
const LONGEST_GAME: usize = 400;
/// Small, as the searches are.
pub(super) const HASH_MEGABYTES: usize = 1;

/// A game in writing: all its moves, and what the searches said of the last positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RecordedGame {
    moves: String,
    scores: Vec<Option<i32>>,
}

impl RecordedGame {
    /// Plays it again by the rules.
    pub(super) fn replay<G: Searchable + Notation>(&self, start: &G) -> io::Result<PlayedGame<G>> {
        let invalid = |problem: String| io::Error::new(io::ErrorKind::InvalidData, problem);
        let mut game = History::new(start.clone());
        let moves: Vec<&str> = self.moves.split_ascii_whitespace().collect();
        game.play_texts(&moves, false).map_err(|error| invalid(error.to_string()))?;
        let opening = moves.len().checked_sub(self.scores.len());
        let opening = opening.ok_or_else(|| invalid("there are more scores than moves".into()))?;
        let result = result(&game).ok_or_else(|| invalid("a game has no end".into()))?;
        let positions = game.earlier_positions().skip(opening).cloned();
        let searched = positions.zip(&self.scores).map(|(position, &score)| Searched { position, score });
        Ok(PlayedGame { searched: searched.collect(), end: game.position().clone(), result })
    }
}

/// Games of the engine against itself.
pub(super) struct SelfPlay<'a, G> {
    pub(super) start: &'a G,
    /// Nodes for every move.
    pub(super) nodes: u64,
    pub(super) seed: u64,
}

impl<G: Searchable + Notation> SelfPlay<'_, G> {
    /// So many games in order: played here, some at the same time, or read from the parts that were played elsewhere.
    pub(super) fn games(&self, games: u64, arguments: &TuneArguments) -> io::Result<Vec<PlayedGame<G>>> {
        if !arguments.from.is_empty() {
            return parts::read(self, games, arguments);
        }
        let played = self.play_each(0..games, arguments.threads, |_, game| game)?;
        Ok(played.into_iter().filter_map(|(_, game)| game).collect())
    }

    /// The games with these numbers in writing; nothing for one that came to no end.
    pub(super) fn record(&self, numbers: Range<u64>, threads: u64) -> io::Result<Vec<(u64, Option<RecordedGame>)>> {
        self.play_each(numbers, threads, |history, game| RecordedGame {
            moves: history.moves().map(|m| m.to_string()).collect::<Vec<_>>().join(" "),
            scores: game.searched.iter().map(|searched| searched.score).collect(),
        })
    }

    /// Plays games, and gives what `keep` makes of each in the order of their numbers.
    fn play_each<T: Send + Clone>(
        &self,
        numbers: Range<u64>,
        threads: u64,
        keep: impl Fn(&History<G>, PlayedGame<G>) -> T + Sync,
    ) -> io::Result<Vec<(u64, Option<T>)>> {
        let progress = Progress::new("games", numbers.end - numbers.start, 0);
        let next = AtomicU64::new(numbers.start);
        let work = || -> io::Result<Vec<(u64, Option<T>)>> {
            let table =
                Table::new(HASH_MEGABYTES).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end {
                    return Ok(played);
                }
                let game = self.play_game(number, &table);
                played.push((number, game.map(|(history, game)| keep(&history, game))));
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
        Ok(played)
    }

    /// One game; the same number, the same game.
    fn play_game(&self, number: u64, table: &Table) -> Option<(History<G>, PlayedGame<G>)> {
        let mut rng = StdRng::seed_from_u64(self.seed.wrapping_shl(32) ^ number);
        table.clear();
        let mut game = random_opening(self.start, &mut rng)?;
        let mut searched = Vec::new();
        loop {
            if let Some(result) = result(&game) {
                let played = PlayedGame { searched, end: game.position().clone(), result };
                return Some((game, played));
            }
            // A game that is not over has a move; should it not, it teaches nothing.
            let chosen = self.think(&game, table, &mut searched)?;
            game.play_unchecked(chosen);
        }
    }

    /// Searches for a move, and keeps the position.
    fn think(&self, game: &History<G>, table: &Table, searched: &mut Vec<Searched<G>>) -> Option<G::Move> {
        let request = SearchRequest::to_nodes(self.nodes);
        let mut score = None;
        let choice = search(game, &[], &request, table, &Control::new(false), &mut |info| score = Some(info.score));
        let score = score.and_then(|score| match score {
            Score::Cp(points) => Some(points),
            Score::Mate(_) => None,
        });
        searched.push(Searched { position: game.position().clone(), score });
        choice.map(|choice| choice.best)
    }
}

/// A game that begins with random moves.
pub(super) fn random_opening<G: Game>(start: &G, rng: &mut StdRng) -> Option<History<G>> {
    let mut game = History::new(start.clone());
    let plies = rng.random_range(OPENING_PLIES);
    while game.moves().len() < plies as usize && game.outcome().is_none() {
        let chosen = game.legal_moves().choose(rng).copied()?;
        game.play_unchecked(chosen);
    }
    Some(game)
}

/// What p1 has got, if the game is over.
pub(super) fn result<G: Game>(game: &History<G>) -> Option<f64> {
    if let Some(outcome) = game.outcome() {
        return Some(match outcome.result {
            GameResult::Win(Player::P1) => 1.0,
            GameResult::Win(Player::P2) => 0.0,
            GameResult::Draw => 0.5,
        });
    }
    (game.moves().len() >= LONGEST_GAME).then_some(0.5)
}
