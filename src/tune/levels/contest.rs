//! Games between players of different strength, all in this process.

use super::ledger::Ledger;
use crate::eval::Searchable;
use crate::game::{ByPlayer, GameResult, Player, scramble};
use crate::games::any::{AnyGame, with_history};
use crate::history::History;
use crate::matches::Pentanomial;
use crate::progress::Progress;
use crate::search::{Control, Level, SearchRequest, Skill, Table, play_with, search};
use std::fmt::{self, Display, Formatter};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Somebody whose strength is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contender {
    Random,
    Greedy,
    /// A calibrated level, or what might become one.
    Skill(Skill),
    /// Full strength for so many nodes.
    Search(u64),
}

/// Two contenders, by their places in a list, and how many pairs of games they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) players: [usize; 2],
    pub(super) pairs: usize,
    /// Makes their games different from those of others.
    pub(super) salt: u64,
}

/// Who meets whom, and where their games begin.
pub(super) struct Contest<'a> {
    pub(super) contenders: &'a [Contender],
    pub(super) pairings: &'a [Pairing],
    pub(super) openings: &'a [AnyGame],
    pub(super) seed: u64,
    pub(super) ledger: &'a Ledger,
}

/// A game this long is a draw.
const LONGEST_GAME: usize = 400;
/// Small, as the searches are.
const HASH_MEGABYTES: usize = 4;

impl Contest<'_> {
    /// Plays all games, some at the same time, and gives the results of every pairing, seen by its first player. They do not
    /// depend on the number of threads.
    pub(super) fn play(&self, what: &'static str, threads: usize) -> io::Result<Vec<Pentanomial>> {
        // The first pairs of all pairings, then the second ones, so that every thread has work to the end.
        let wanted: Vec<_> = (0..self.pairings.len()).map(|place| self.wanted_pairs(place)).collect();
        let most = wanted.iter().copied().max().unwrap_or(0);
        let wanted = |&(place, number): &(usize, usize)| number < wanted[place];
        let all = (0..most).flat_map(|number| (0..self.pairings.len()).map(move |place| (place, number)));
        let pairs: Vec<_> = all.filter(wanted).collect();
        let progress = Progress::new(what, pairs.len() as u64, 0);
        let next = AtomicUsize::new(0);
        let work = || -> io::Result<Vec<(usize, usize)>> {
            let tables = [Table::new(HASH_MEGABYTES), Table::new(HASH_MEGABYTES)];
            let [Ok(first), Ok(second)] = tables else { return Err(io::ErrorKind::OutOfMemory.into()) };
            let mut played = Vec::new();
            while let Some(&(place, number)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                played.push((place, self.settle_pair(place, number, [&first, &second])?));
                progress.advance(String::new);
            }
            Ok(played)
        };
        let played = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let joined = workers.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|_| Err(io::Error::other("a game could not be played to its end")))
            });
            joined.collect::<io::Result<Vec<_>>>()
        })?;
        let mut results = vec![Pentanomial::default(); self.pairings.len()];
        for (place, half_points) in played.into_iter().flatten() {
            results[place].add(half_points);
        }
        Ok(results)
    }

    /// As many pairs as were asked for, and more if more have been played.
    fn wanted_pairs(&self, place: usize) -> usize {
        let is_known = |number: &usize| self.ledger.get(&self.key(place, *number)).is_some();
        (0..usize::MAX).take_while(is_known).count().max(self.pairings[place].pairs)
    }

    fn players(&self, place: usize) -> [Contender; 2] {
        self.pairings[place].players.map(|player| self.contenders[player])
    }

    fn opening(&self, number: usize) -> &AnyGame {
        &self.openings[number % self.openings.len()]
    }

    /// All on which the result of a pair depends.
    fn key(&self, place: usize, number: usize) -> String {
        let ([first, second], salt) = (self.players(place), self.pairings[place].salt);
        format!("{}\t{}\t{salt} {number}\t{first}\t{second}", self.opening(number).fen(), self.seed)
    }

    /// The half points of the first player in a pair, which is played unless it was before.
    fn settle_pair(&self, place: usize, number: usize, tables: [&Table; 2]) -> io::Result<usize> {
        let key = self.key(place, number);
        if let Some(half_points) = self.ledger.get(&key) {
            return Ok(half_points);
        }
        let seed = scramble(scramble(self.seed) ^ ((self.pairings[place].salt << 32) | number as u64)) >> 1;
        let half_points = play_pair(self.opening(number), self.players(place), seed, tables);
        self.ledger.add(&key, half_points)?;
        Ok(half_points)
    }
}

/// Plays an opening twice, with sides swapped; gives the half points of the first player.
fn play_pair(opening: &AnyGame, [first, second]: [Contender; 2], seed: u64, tables: [&Table; 2]) -> usize {
    with_history!(opening, history => {
        let one = half_points(history, ByPlayer { p1: first, p2: second }, seed, tables);
        let other = half_points(history, ByPlayer { p1: second, p2: first }, seed + 1, tables);
        one + 2 - other
    })
}

/// Plays a game to its end: 2 if p1 wins, 1 for a draw.
fn half_points<G: Searchable>(
    opening: &History<G>,
    players: ByPlayer<Contender>,
    seed: u64,
    tables: [&Table; 2],
) -> usize {
    let mut game = opening.clone();
    for table in tables {
        table.clear();
    }
    while game.outcome().is_none() && game.moves().len() < LONGEST_GAME {
        let player = game.to_move();
        // A game that is not over has a move.
        let Some(m) = players[player].choose(&game, seed, tables[player.index()]) else { break };
        game.play_unchecked(m);
    }
    match game.outcome().map(|outcome| outcome.result) {
        Some(GameResult::Win(Player::P1)) => 2,
        Some(GameResult::Win(Player::P2)) => 0,
        Some(GameResult::Draw) | None => 1,
    }
}

impl Display for Contender {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Skill(Skill { nodes, bound, sees_wins, sees_losses }) => {
                write!(f, "{nodes} {bound} {sees_wins} {sees_losses}")
            }
            Self::Search(nodes) => write!(f, "search {nodes}"),
        }
    }
}

impl Contender {
    /// What it searches for a move, beyond a look at every one.
    pub(super) fn nodes(self) -> u64 {
        match self {
            Self::Random | Self::Greedy => 0,
            Self::Skill(skill) => skill.nodes,
            Self::Search(nodes) => nodes,
        }
    }

    fn choose<G: Searchable>(self, game: &History<G>, seed: u64, table: &Table) -> Option<G::Move> {
        let control = Control::new(false);
        let at_level = |level| SearchRequest { level, seed, ..SearchRequest::to_nodes(u64::MAX) };
        let found = match self {
            Self::Random => search(game, &[], &at_level(Level::Random), table, &control, &mut |_| {}),
            Self::Greedy => search(game, &[], &at_level(Level::Greedy), table, &control, &mut |_| {}),
            Self::Search(nodes) => {
                // Variety, as two searches would play the same game again and again.
                let request = SearchRequest { seed, variety: true, ..SearchRequest::to_nodes(nodes) };
                search(game, &[], &request, table, &control, &mut |_| {})
            }
            Self::Skill(skill) => {
                let request = at_level(Level::Search);
                play_with(skill, game, &game.legal_moves(), &request, table, &control, &mut |_| {})
            }
        };
        found.map(|found| found.best)
    }
}
