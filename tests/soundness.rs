//! What a search says is true, whatever it left out on the way: mates are forced, lines can be played to their end, several
//! lines are distinct and in order, nodes are counted exactly. With one thread and with two.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use tern::eval::{Evaluate, Searchable};
use tern::game::{Game, GameResult};
use tern::games::differo::Differo;
use tern::games::waldmeister::WaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::history::History;
use tern::search::{Control, Info, Limits, Score, SearchRequest, Table, search};

/// A game of random moves, in which forcing ones are preferred so that something happens; `None` if it ended.
fn random_game<G: Searchable>(start: &G, plies: usize, rng: &mut StdRng) -> Option<History<G>> {
    let mut game = History::new(start.clone());
    for _ in 0..plies {
        let mut forcing = Vec::new();
        game.position().for_each_forcing_move(|m| forcing.push(m));
        let careless = forcing.is_empty() || rng.random_bool(0.3);
        let m = *if careless { game.legal_moves() } else { forcing }.choose(rng).unwrap();
        game.play_unchecked(m);
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

/// Brute force: every answer to every move, and nothing but the rules.
struct BruteForce {
    /// Positions that occurred twice in the game: the next time they are a draw.
    drawn: HashSet<u64>,
    /// Whether the player to move wins within so many plies, as found before.
    known: HashMap<(u64, u32), bool>,
    /// Positions that may still be looked at.
    patience: Cell<u64>,
}

/// More than this is not looked at to verify one mate.
const PATIENCE: u64 = 400_000;

/// A question of brute force that would take too long.
struct OutOfPatience;

type Answer = Result<bool, OutOfPatience>;

impl BruteForce {
    fn new<G: Game>(game: &History<G>) -> Self {
        let mut counts = HashMap::new();
        for position in game.earlier_positions() {
            *counts.entry(position.hash()).or_insert(0) += 1;
        }
        let drawn = counts.into_iter().filter(|&(_, count)| count >= 2).map(|(hash, _)| hash).collect();
        Self { drawn, known: HashMap::new(), patience: Cell::new(PATIENCE) }
    }

    /// The verdict, if the position is the end of the game.
    fn end<G: Game>(&self, position: &G) -> Option<GameResult> {
        let repeated = || self.drawn.contains(&position.hash()).then_some(GameResult::Draw);
        position.outcome().map(|outcome| outcome.result).or_else(repeated)
    }

    /// Whether the player to move wins within so many plies, whatever the opponent does.
    fn wins<G: Evaluate>(&mut self, position: &G, plies: u32) -> Answer {
        let key = (position.table_key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut wins = false;
        for next in self.successors(position)? {
            wins = match self.end(&next) {
                Some(verdict) => verdict == GameResult::Win(position.to_move()),
                None => plies > 1 && self.loses(&next, plies - 1)?,
            };
            if wins {
                break;
            }
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    /// Whether the player to move loses within so many plies, whatever they do.
    fn loses<G: Evaluate>(&mut self, position: &G, plies: u32) -> Answer {
        for next in self.successors(position)? {
            let loses = match self.end(&next) {
                Some(verdict) => verdict == GameResult::Win(next.to_move()),
                None => plies > 1 && self.wins(&next, plies - 1)?,
            };
            if !loses {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The positions one move away, those that look worst to the opponent first: it only saves time.
    fn successors<G: Evaluate>(&self, position: &G) -> Result<Vec<G>, OutOfPatience> {
        let mut all = Vec::new();
        position.for_each_distinct_move(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            all.push(next);
        });
        let left = self.patience.get().checked_sub(all.len() as u64).ok_or(OutOfPatience)?;
        self.patience.set(left);
        all.sort_by_cached_key(|next| if next.outcome().is_some() { i32::MIN } else { next.evaluate() });
        Ok(all)
    }
}

/// Verifies a mate score.
fn is_real<G: Evaluate>(game: &History<G>, moves: i32) -> Answer {
    let mut brute_force = BruteForce::new(game);
    let plies = 2 * moves.unsigned_abs();
    // The end may come with the last of these moves, or with the answer to it.
    if moves > 0 { brute_force.wins(game.position(), plies) } else { brute_force.loses(game.position(), plies) }
}

/// What has been looked at.
#[derive(Debug, Default)]
struct Tally {
    wins: u32,
    losses: u32,
    too_long: u32,
}

/// Searches with a small table that is never cleared, as in a long game.
fn run<G: Searchable>(game: &History<G>, request: &SearchRequest, table: &Table) -> Vec<Info<G::Move>> {
    let mut infos = Vec::new();
    let found = search(game, &[], request, table, &Control::new(false), &mut |info| infos.push(info)).expect("a move");
    let last = infos.iter().rfind(|info| info.multipv == 1).expect("a line");
    assert_eq!(found.best, last.pv[0], "{}", game.position());
    if let (Some(answer), Some(&second)) = (found.ponder, last.pv.get(1)) {
        assert_eq!(answer, second, "{}", game.position());
    }
    infos
}

/// A line is legal to its end, and ends when the game does. A mate on the board is the mate that was announced.
fn check_line<G: Searchable>(game: &History<G>, info: &Info<G::Move>) {
    let mut position = game.position().clone();
    for &m in &info.pv {
        assert!(position.outcome().is_none(), "{:?} goes on after the end of {}", info.pv, game.position());
        assert!(position.legal_moves().contains(&m), "{m} of {:?} in {}", info.pv, game.position());
        position.play_unchecked(m);
    }
    if let (Score::Mate(moves), Some(outcome)) = (info.score, position.outcome()) {
        let me = game.position().to_move();
        let winner = if moves > 0 { me } else { me.opponent() };
        assert_eq!(outcome.result, GameResult::Win(winner), "{info:?} in {}", game.position());
        let own_moves = info.pv.len().div_ceil(2);
        assert_eq!(own_moves, moves.unsigned_abs() as usize, "{info:?} in {}", game.position());
    }
}

/// Several lines: one of every rank, no move twice, the better first.
fn check_ranks<G: Searchable>(game: &History<G>, infos: &[Info<G::Move>]) {
    for group in infos.chunk_by(|_, next| next.multipv > 1) {
        let ranks: Vec<usize> = group.iter().map(|line| line.multipv).collect();
        assert_eq!(ranks, (1..=group.len()).collect::<Vec<_>>(), "{}", game.position());
        let firsts: HashSet<String> = group.iter().map(|line| line.pv[0].to_string()).collect();
        assert_eq!(firsts.len(), group.len(), "{group:?} in {}", game.position());
        assert!(group.is_sorted_by(|a, b| worth(a.score) >= worth(b.score)), "{group:?} in {}", game.position());
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Cp(points) => points,
        Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
        Score::Mate(moves) => -1_000_000 - moves,
    }
}

/// Searches many positions in many ways and believes nothing.
fn tells_the_truth<G: Searchable>(start: &G, plies: Range<usize>, searches: usize, nodes_each: u64, seed: u64) {
    println!("{start}: {searches} searches of {nodes_each} nodes with seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let table = Table::new(1).unwrap();
    let mut tally = Tally::default();
    for i in 0..searches {
        let length = rng.random_range(plies.clone());
        let Some(game) = std::iter::repeat_with(|| random_game(start, length, &mut rng)).take(100).flatten().next()
        else {
            continue;
        };
        let (multipv, threads) = ([1, 1, 3, 5][i % 4], [1, 2][i / 4 % 2]);
        let request = SearchRequest { multipv, threads, ..SearchRequest::to_nodes(nodes_each) };
        let infos = run(&game, &request, &table);
        for info in &infos {
            check_line(&game, info);
        }
        check_ranks(&game, &infos);
        verify_mates(&game, &infos, &mut tally);
    }
    println!("mates: {tally:?}");
    assert!(tally.wins > 0 && tally.losses > 0, "nothing to verify: {tally:?}");
}

/// Every mate that was announced for the best move is forced.
fn verify_mates<G: Searchable>(game: &History<G>, infos: &[Info<G::Move>], tally: &mut Tally) {
    let mates: HashSet<i32> = infos
        .iter()
        .filter(|info| info.multipv == 1)
        .filter_map(|info| if let Score::Mate(moves) = info.score { Some(moves) } else { None })
        .collect();
    for moves in mates {
        match is_real(game, moves) {
            Ok(true) if moves > 0 => tally.wins += 1,
            Ok(true) => tally.losses += 1,
            Ok(false) => panic!("mate {moves} is announced in {} and not forced", game.position()),
            Err(OutOfPatience) => tally.too_long += 1,
        }
    }
}

#[test]
fn wali_tells_the_truth() {
    tells_the_truth(&Wali::<Classic>::start(), 40..160, 150, 3_000, 1);
}

#[test]
fn wali_total_tells_the_truth() {
    tells_the_truth(&Wali::<Total>::start(), 60..250, 150, 3_000, 2);
}

#[test]
fn differo_tells_the_truth() {
    tells_the_truth(&Differo::start(), 15..60, 150, 3_000, 3);
}

#[test]
fn waldmeister_tells_the_truth() {
    tells_the_truth(&WaldMeister::<u64>::start(5).unwrap(), 12..18, 40, 3_000, 4);
}

#[test]
#[ignore = "takes minutes"]
fn all_games_tell_the_truth_for_longer() {
    tells_the_truth(&Wali::<Classic>::start(), 40..160, 5_000, 5_000, 11);
    tells_the_truth(&Wali::<Total>::start(), 60..250, 5_000, 5_000, 12);
    tells_the_truth(&Differo::start(), 15..60, 5_000, 5_000, 13);
    tells_the_truth(&WaldMeister::<u64>::start(5).unwrap(), 12..18, 1_000, 5_000, 14);
}

/// A search that is broken off when it has found out that its first move loses, and has not searched the others.
#[test]
fn a_loss_is_not_announced_before_every_move_was_tried() {
    let mut half_searched = 0;
    for text in [
        "5/bbbb2/2b4/wbbbb3/wb2ww1b1/2w1wwbb/3www1/3www/5 b",
        "5/bb3b/w3b2/2bbbbb1/1bwbbw1w1/w3w2w/1wwww2/bw1w2/5 w",
        "5/b3bb/2b1b2/wb1bw3/b3w3w/w2wwb1b/w1w1bbw/b1www1/5 w",
    ] {
        let game = History::new(text.parse::<Differo>().unwrap());
        let infos_of = |limit| run(&game, &SearchRequest::to_nodes(limit), &Table::new(1).unwrap());
        let lost = |info: &&Info<_>| matches!(info.score, Score::Mate(..=0));
        let is_lost = infos_of(400_000).last().is_some_and(|info| lost(&info));
        for limit in (1..4_000).step_by(13) {
            let infos = infos_of(limit);
            assert!(is_lost || infos.iter().all(|info| !lost(&info)), "after {limit} nodes in {text}: {infos:?}");
            half_searched += usize::from(first_move_is_lost(&game, &infos, limit));
        }
    }
    assert!(half_searched > 0, "no search was broken off after a move that loses: the scenario is gone");
}

/// Whether a search that may visit so many nodes is broken off when all it knows of the next iteration is that the move it
/// tried first loses: a search of that move alone proves the loss in fewer nodes than were left.
fn first_move_is_lost<G: Searchable>(game: &History<G>, infos: &[Info<G::Move>], limit: u64) -> bool {
    let Some(done) = infos.iter().rev().find(|info| info.nodes < limit) else { return false };
    let request = SearchRequest::new(Limits { depth: Some(done.depth + 1), nodes: Some(limit), ..Limits::NONE });
    let mut lost = false;
    let table = Table::new(1).unwrap();
    search(game, &done.pv[..1], &request, &table, &Control::new(false), &mut |info| {
        lost |= matches!(info.score, Score::Mate(..=0)) && done.nodes + info.nodes < limit;
    });
    lost
}

/// Exactly as many nodes as allowed, wherever the search stands at that moment.
fn counts_to_the_last<G: Searchable>(start: &G) {
    let game = History::new(start.clone());
    for limit in [1, 2, 3, 19, 127, 128, 129, 777] {
        let infos = run(&game, &SearchRequest::to_nodes(limit), &Table::new(1).unwrap());
        assert_eq!(infos.last().unwrap().nodes, limit, "{start}");
    }
}

#[test]
fn nodes_are_counted_to_the_last_in_every_game() {
    counts_to_the_last(&Wali::<Classic>::start());
    counts_to_the_last(&Wali::<Total>::start());
    counts_to_the_last(&Differo::start());
    counts_to_the_last(&WaldMeister::<u64>::start(5).unwrap());
    counts_to_the_last(&WaldMeister::<u128>::start(9).unwrap());
}
