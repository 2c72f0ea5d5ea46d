//! What a search says is true, whatever it left out on the way: mates are forced, lines can be played to their end, several
//! lines are distinct and in order, nodes are counted exactly. With one thread and with two.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::time::Duration;
use tern::eval::Evaluate;
use tern::game::{Game, GameResult};
use tern::games::differo::Differo;
use tern::games::waldmeister::WaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::search::{Control, Limits, Report, Score, Table, Task, search};

/// A position in the middle of a game, with the hashes of those before it.
struct Situation<G> {
    position: G,
    history: Vec<u64>,
}

/// Random play, in which forcing moves are preferred so that something happens.
fn situation<G: Evaluate>(start: &G, plies: usize, rng: &mut StdRng) -> Option<Situation<G>> {
    let mut position = start.clone();
    let mut history = Vec::new();
    for _ in 0..plies {
        let mut forcing = Vec::new();
        position.for_each_forcing(|m| forcing.push(m));
        let careless = forcing.is_empty() || rng.random_bool(0.3);
        let m = *if careless { position.legal_moves() } else { forcing }.choose(rng).unwrap();
        history.push(position.hash());
        position.play_unchecked(m);
        let repeated = history.iter().filter(|&&hash| hash == position.hash()).count() >= 2;
        if position.outcome().is_some() || repeated {
            return None;
        }
    }
    Some(Situation { position, history })
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
    fn new(history: &[u64]) -> Self {
        let mut counts = HashMap::new();
        for &hash in history {
            *counts.entry(hash).or_insert(0) += 1;
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
fn is_real<G: Evaluate>(situation: &Situation<G>, moves: i32) -> Answer {
    let mut brute_force = BruteForce::new(&situation.history);
    let plies = 2 * moves.unsigned_abs();
    // The end may come with the last of these moves, or with the answer to it.
    if moves > 0 { brute_force.wins(&situation.position, plies) } else { brute_force.loses(&situation.position, plies) }
}

/// What has been looked at.
#[derive(Debug, Default)]
struct Tally {
    wins: u32,
    losses: u32,
    too_long: u32,
}

/// Searches with a small table that is never cleared, as in a long game.
fn run<G: Evaluate>(
    situation: &Situation<G>,
    limits: Limits,
    lines: usize,
    threads: usize,
    table: &Table,
) -> Vec<Report<G::Move>> {
    let task = Task {
        position: situation.position.clone(),
        history: situation.history.clone(),
        candidates: situation.position.legal_moves(),
        limits,
        overhead: Duration::ZERO,
        lines,
        threads,
        exhaustive: false,
    };
    let mut reports = Vec::new();
    let choice = search(&task, table, &Control::new(false), &mut |report| reports.push(report)).expect("a move");
    let last = reports.iter().rfind(|report| report.rank == 1).expect("a line");
    assert_eq!(choice.best, last.line[0], "{}", situation.position);
    if let (Some(answer), Some(&second)) = (choice.ponder, last.line.get(1)) {
        assert_eq!(answer, second, "{}", situation.position);
    }
    reports
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A line is legal to its end, and ends when the game does. A mate on the board is the mate that was announced.
fn check_line<G: Evaluate>(situation: &Situation<G>, report: &Report<G::Move>) {
    let mut position = situation.position.clone();
    for &m in &report.line {
        assert!(position.outcome().is_none(), "{:?} goes on after the end of {}", report.line, situation.position);
        assert!(position.legal_moves().contains(&m), "{m} of {:?} in {}", report.line, situation.position);
        position.play_unchecked(m);
    }
    if let (Score::Mate(moves), Some(outcome)) = (report.score, position.outcome()) {
        let me = situation.position.to_move();
        let winner = if moves > 0 { me } else { me.opponent() };
        assert_eq!(outcome.result, GameResult::Win(winner), "{report:?} in {}", situation.position);
        let own_moves = report.line.len().div_ceil(2);
        assert_eq!(own_moves, moves.unsigned_abs() as usize, "{report:?} in {}", situation.position);
    }
}

/// Several lines: one of every rank, no move twice, the better first.
fn check_ranks<G: Evaluate>(situation: &Situation<G>, reports: &[Report<G::Move>]) {
    for group in reports.chunk_by(|_, next| next.rank > 1) {
        let ranks: Vec<usize> = group.iter().map(|line| line.rank).collect();
        assert_eq!(ranks, (1..=group.len()).collect::<Vec<_>>(), "{}", situation.position);
        let firsts: HashSet<String> = group.iter().map(|line| line.line[0].to_string()).collect();
        assert_eq!(firsts.len(), group.len(), "{group:?} in {}", situation.position);
        assert!(group.is_sorted_by(|a, b| worth(a.score) >= worth(b.score)), "{group:?} in {}", situation.position);
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Points(points) => points,
        Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
        Score::Mate(moves) => -1_000_000 - moves,
    }
}

/// Searches many positions in many ways and believes nothing.
fn tells_the_truth<G: Evaluate>(start: &G, plies: Range<usize>, searches: usize, nodes_each: u64, seed: u64) {
    println!("{start}: {searches} searches of {nodes_each} nodes with seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let table = Table::new(1).unwrap();
    let mut tally = Tally::default();
    for i in 0..searches {
        let length = rng.random_range(plies.clone());
        let Some(situation) = std::iter::repeat_with(|| situation(start, length, &mut rng)).take(100).flatten().next()
        else {
            continue;
        };
        let (lines, threads) = ([1, 1, 3, 5][i % 4], [1, 2][i / 4 % 2]);
        let reports = run(&situation, nodes(nodes_each), lines, threads, &table);
        for report in &reports {
            check_line(&situation, report);
        }
        check_ranks(&situation, &reports);
        verify_mates(&situation, &reports, &mut tally);
    }
    println!("mates: {tally:?}");
    assert!(tally.wins > 0 && tally.losses > 0, "nothing to verify: {tally:?}");
}

/// Every mate that was announced for the best move is forced.
fn verify_mates<G: Evaluate>(situation: &Situation<G>, reports: &[Report<G::Move>], tally: &mut Tally) {
    let mates: HashSet<i32> = reports
        .iter()
        .filter(|report| report.rank == 1)
        .filter_map(|report| if let Score::Mate(moves) = report.score { Some(moves) } else { None })
        .collect();
    for moves in mates {
        match is_real(situation, moves) {
            Ok(true) if moves > 0 => tally.wins += 1,
            Ok(true) => tally.losses += 1,
            Ok(false) => panic!("mate {moves} is announced in {} and not forced", situation.position),
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

/// A search that is broken off when it has found out that its first move loses, and has not looked at the others.
#[test]
fn a_loss_is_not_announced_before_every_move_was_tried() {
    let position = "5/2b1b1/b2b1bb/1bbb1bbb/w2ww4/wwwwwwbw/3w3/1w2w1/5 b".parse::<Differo>().unwrap();
    let situation = Situation { position, history: Vec::new() };
    for limit in (1..4_000).step_by(13) {
        let table = Table::new(1).unwrap();
        let reports = run(&situation, nodes(limit), 1, 1, &table);
        let lost = |report: &&Report<_>| matches!(report.score, Score::Mate(..=0));
        assert_eq!(reports.iter().find(lost), None, "after {limit} nodes");
    }
}

/// Exactly as many nodes as allowed, wherever the search stands at that moment.
fn counts_to_the_last<G: Evaluate>(start: &G) {
    let situation = Situation { position: start.clone(), history: Vec::new() };
    for limit in [1, 2, 3, 19, 127, 128, 129, 777] {
        let table = Table::new(1).unwrap();
        let reports = run(&situation, nodes(limit), 1, 1, &table);
        assert_eq!(reports.last().unwrap().nodes, limit, "{start}");
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
