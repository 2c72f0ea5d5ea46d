//! The calibrated levels: a player who sees few positions, and to whom moves of about the same worth are all the same.
//!
//! A level searches a few nodes and then plays any move that is worth at most its bound less than the best, as far as it sees.
//! The choice follows from the seed and the position alone, and the search has a limit of nodes and a table of its own: neither the
//! clock nor the machine nor what was searched before matters.

use super::weak::value_after;
use crate::eval::Searchable;
use crate::game::{Game, GameResult, scramble};
use crate::history::History;
use crate::search::threads::Context;
use crate::search::value::{INFINITE, MAX_PLY, PROVEN, Value};
use crate::search::worker::{Halted, Worker};
use crate::search::{BestMove, Control, Info, Limits, Score, SearchRequest, Table};
use std::cmp::Reverse;
use std::collections::HashSet;

/// How much a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skill {
    /// How many positions it searches, beyond a look at what every move leads to.
    pub(crate) nodes: u64,
    /// A move that is worth so many points less than the best is as good to it.
    pub(crate) bound: Value,
    /// Whether it always sees a win in one move.
    pub(crate) sees_wins: bool,
    /// Whether it always sees that the opponent could win in one move.
    pub(crate) sees_losses: bool,
}

/// Enough for the few nodes of a level, and there at once.
const HASH_MEGABYTES: usize = 1;

/// A root move and what it is worth as far as the level sees.
#[derive(Clone, Debug)]
struct Candidate<M> {
    value: Value,
    /// The principal variation, of which this move is the first.
    pv: Vec<M>,
    seldepth: usize,
    /// Identifies the position that the move leads to.
    hash: u64,
}

/// Chooses a move as a player of this skill does.
pub(crate) fn play_with<G: Searchable>(
    skill: Skill,
    game: &History<G>,
    root_moves: &[G::Move],
    request: &SearchRequest,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Info<G::Move>),
) -> Option<BestMove<G::Move>> {
    let root_moves = skill.sensible_moves(game.position(), root_moves);
    let own_table = Table::new(HASH_MEGABYTES);
    let table = own_table.as_ref().unwrap_or(table);
    let request = skill.request(request);
    let context = Context::new(game, &root_moves, &request, table, control);
    let mut judge = Judge::new(&context, skill);
    judge.deepen();
    judge.choose(request.seed);
    judge.report(report);
    let pv = &judge.candidates.first()?.pv;
    Some(BestMove { best: *pv.first()?, ponder: pv.get(1).copied() })
}

impl Skill {
    /// The moves that a player of this skill thinks about at all: a win if there is one, else those that do not lose at once.
    fn sensible_moves<G: Game>(self, position: &G, moves: &[G::Move]) -> Vec<G::Move> {
        let after = |m: G::Move| {
            let mut next = position.clone();
            next.play_unchecked(m);
            next
        };
        if self.sees_wins && may_end_within(position, 1) {
            let wins: Vec<_> = moves.iter().copied().filter(|&m| has_lost(&after(m))).collect();
            if !wins.is_empty() {
                return wins;
            }
        }
        if self.sees_losses && may_end_within(position, 2) {
            let safe: Vec<_> = moves.iter().copied().filter(|&m| !can_win_at_once(&after(m))).collect();
            if !safe.is_empty() {
                return safe;
            }
        }
        moves.to_vec()
    }

    /// A search on one thread that ends after the nodes of the level, or sooner if it was told to.
    fn request(self, request: &SearchRequest) -> SearchRequest {
        let nodes = request.limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        let limits = Limits { nodes: Some(nodes), mate: None, ..request.limits.clone() };
        SearchRequest { limits, threads: 1, exhaustive: false, ..request.clone() }
    }
}

/// Whether the game can be over after so many plies.
fn may_end_within<G: Game>(position: &G, plies: u32) -> bool {
    position.plies_to_end().is_none_or(|left| left <= plies)
}

/// Whether the game is over and the player to move has lost.
fn has_lost<G: Game>(position: &G) -> bool {
    position.outcome().is_some_and(|outcome| outcome.result == GameResult::Win(position.to_move().opponent()))
}

fn can_win_at_once<G: Game>(position: &G) -> bool {
    let mut wins = false;
    if position.outcome().is_none() {
        position.for_each_distinct_move(|m| {
            if !wins {
                let mut next = position.clone();
                next.play_unchecked(m);
                wins = has_lost(&next);
            }
        });
    }
    wins
}

/// What a level knows of the root moves.
struct Judge<'a, G: Searchable> {
    context: &'a Context<'a, G>,
    worker: Worker<'a, G>,
    bound: Value,
    /// The best first.
    candidates: Vec<Candidate<G::Move>>,
    /// The last iteration that was completed; 0 if there was none.
    depth: u32,
    /// Positions seen in the look at every move.
    looks: u64,
}

impl<'a, G: Searchable> Judge<'a, G> {
    /// Looks at the position that every move leads to, each only once.
    fn new(context: &'a Context<'a, G>, skill: Skill) -> Self {
        let position = context.game.position();
        let mut seen = HashSet::new();
        let look = |&m: &G::Move| {
            let mut next = position.clone();
            next.play_unchecked(m);
            let hash = next.hash();
            let candidate = Candidate { value: value_after(position, m), pv: vec![m], seldepth: 1, hash };
            seen.insert(hash).then_some(candidate)
        };
        let mut candidates: Vec<_> = context.root_moves.iter().filter_map(look).collect();
        sort(&mut candidates);
        let mut worker = Worker::new(context, 0);
        // There is a move to play already.
        worker.ignore_clock = false;
        Self { context, worker, bound: skill.bound, looks: candidates.len() as u64, candidates, depth: 0 }
    }

    /// Iterative deepening, until a limit binds.
    fn deepen(&mut self) {
        let limits = &self.context.request.limits;
        let plies_to_end = self.context.game.position().plies_to_end();
        let end = plies_to_end.filter(|_| G::MOVE_LIMITS.is_some()).unwrap_or(u32::MAX - 1);
        let limit = limits.depth.unwrap_or(u32::MAX).min(end + 1).min(MAX_PLY as u32 - 1);
        let mut depth = 1;
        // A single move needs no thought, and a decided game no more of it.
        while depth <= limit && limits.nodes != Some(0) && self.candidates.len() > 1 && !self.is_decided() {
            // Once the game was searched to its end with late move pruning, it is searched without.
            self.worker.exact = depth > end;
            if self.iterate(depth.min(end)).is_err() {
                self.worker.unwind();
                break;
            }
            self.depth = depth.min(end);
            depth += 1;
        }
        self.worker.publish_nodes();
        self.context.control.halt();
    }

    /// Whether the end has been seen. A look one move ahead proves nothing about games that are not over.
    fn is_decided(&self) -> bool {
        self.candidates[0].value.abs() >= PROVEN
    }

    /// Searches all moves so deep. The values of those that may be played are exact, those of the others upper bounds. If it is
    /// broken off, the moves that it has not come to stay as much worse than the best as they were.
    fn iterate(&mut self, depth: u32) -> Result<(), Halted> {
        self.worker.root_depth = depth as usize;
        let pruned = G::MOVE_LIMITS.filter(|_| depth > 1 && !self.worker.exact);
        let limit = pruned.map_or(usize::MAX, |limits| limits.root);
        let best_before = self.candidates[0].value;
        let mut best = -INFINITE;
        for index in 0..self.candidates.len() {
            if index >= limit {
                self.candidates[index].value = -INFINITE;
                continue;
            }
            match self.search_candidate(index, depth, (best - self.bound - 1).max(-INFINITE)) {
                Ok(value) => best = best.max(value),
                Err(halted) => {
                    if index > 0 {
                        shift(&mut self.candidates[index..], best - best_before, best);
                        sort(&mut self.candidates);
                    }
                    return Err(halted);
                }
            }
        }
        sort(&mut self.candidates);
        Ok(())
    }

    fn search_candidate(&mut self, index: usize, depth: u32, alpha: Value) -> Result<Value, Halted> {
        let candidate = &mut self.candidates[index];
        self.worker.seldepth = 0;
        candidate.value = self.worker.search_root_move(candidate.pv[0], depth, alpha, INFINITE, index)?;
        candidate.seldepth = self.worker.seldepth.max(1);
        candidate.pv.truncate(1);
        if candidate.value > alpha {
            candidate.pv.extend_from_slice(self.worker.root_pv());
        }
        Ok(candidate.value)
    }

    /// Keeps the moves that may be played, and puts one of them first, each as likely as the others.
    fn choose(&mut self, seed: u64) {
        let best = self.candidates.first().map_or(0, |candidate| candidate.value);
        // A win or loss that is seen is not misjudged.
        let bound = if best.abs() >= PROVEN { 0 } else { self.bound };
        self.candidates.retain(|candidate| best - candidate.value <= bound);
        let chance = |candidate: &Candidate<G::Move>| scramble(seed ^ scramble(candidate.hash));
        if let Some((chosen, _)) = self.candidates.iter().enumerate().min_by_key(|(_, candidate)| chance(candidate)) {
            self.candidates[..=chosen].rotate_right(1);
        }
    }

    fn report(&self, report: &mut dyn FnMut(Info<G::Move>)) {
        let wanted = self.context.request.multipv.max(1);
        for (place, candidate) in self.candidates.iter().enumerate().take(wanted) {
            report(Info {
                depth: self.depth.max(1),
                seldepth: candidate.seldepth,
                multipv: place + 1,
                score: Score::from(candidate.value),
                nodes: self.looks + self.context.total_nodes(),
                hashfull: self.context.table.hashfull(),
                time: self.context.control.elapsed(),
                pv: candidate.pv.clone(),
            });
        }
    }
}

/// Makes moves that are not searched as deep as others comparable with them. Wins and losses are what they are.
fn shift<M>(candidates: &mut [Candidate<M>], by: Value, best: Value) {
    let is_open = |value: Value| value.abs() < PROVEN;
    for candidate in candidates.iter_mut().filter(|candidate| is_open(best) && is_open(candidate.value)) {
        candidate.value = (candidate.value + by).clamp(1 - PROVEN, PROVEN - 1);
    }
}

/// The best first; the sort is stable, so that the order depends on nothing else.
fn sort<M>(candidates: &mut [Candidate<M>]) {
    candidates.sort_by_key(|candidate| Reverse(candidate.value));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::any::{AnyGame, GameKind, with_history};
    use crate::search::Level;
    use crate::search::level::TABLE;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    /// All moves as a level sees them, the best first.
    fn judged<G: Searchable>(skill: Skill, game: &History<G>) -> Vec<Candidate<G::Move>> {
        let root_moves = skill.sensible_moves(game.position(), &game.legal_moves());
        let request = skill.request(&SearchRequest::new(Limits::NONE));
        let (table, control) = (Table::new(HASH_MEGABYTES).unwrap(), Control::new(false));
        let context = Context::new(game, &root_moves, &request, &table, &control);
        let mut judge = Judge::new(&context, skill);
        judge.deepen();
        judge.candidates
    }

    fn never_errs_by_more_than_its_bound<G: Searchable>(game: &History<G>, level: Level, rng: &mut StdRng) -> Value {
        let skill = TABLE.row(G::GAME, level).skill.unwrap();
        let request = SearchRequest { seed: rng.random(), ..SearchRequest::new(Limits::NONE) };
        let (table, control) = (Table::new(1).unwrap(), Control::new(false));
        let moves = game.legal_moves();
        let found = play_with(skill, game, &moves, &request, &table, &control, &mut |_| {}).unwrap();
        let judged = judged(skill, game);
        let played = judged.iter().find(|candidate| candidate.pv[0] == found.best).unwrap();
        let loss = judged[0].value - played.value;
        assert!(loss <= skill.bound, "level {level} loses {loss} by {} in {}", found.best, game.position());
        loss
    }

    #[test]
    fn no_level_errs_by_more_than_its_bound() {
        let seed = rand::random();
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        for &kind in GameKind::ALL {
            let mut game = AnyGame::start(kind, 5);
            with_history!(&mut game, history => {
                let mut largest = 0;
                while history.outcome().is_none() {
                    let &level = Level::ALL.iter().filter(|level| level.number().is_some()).collect::<Vec<_>>().choose(&mut rng).unwrap();
                    largest = largest.max(never_errs_by_more_than_its_bound(history, *level, &mut rng));
                    let m = *history.legal_moves().choose(&mut rng).unwrap();
                    history.play_unchecked(m);
                }
                assert!(largest > 0, "{kind}: no level ever erred");
            });
        }
    }
}
