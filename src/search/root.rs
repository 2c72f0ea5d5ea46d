//! The root of the search: iterative deepening over the candidate moves, one or several best lines, and the threads.

use super::busy::Busy;
use super::conviction::Conviction;
use super::findings::{Findings, RootMove};
use super::limits::Budget;
use super::table::Table;
use super::value::{INFINITE, MAX_PLY, PROVEN, Score, Value};
use super::worker::{Halted, Shared, Worker};
use super::{Choice, Control, Report, Task};
use crate::eval::Evaluate;
use crate::game::GameMove;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicU64;

/// Searches until a limit binds or `control` stops it, and gives the best move.
///
/// `report` is called with every line of every completed iteration, and with the final lines if the last iteration was
/// broken off. The answer of an infinite or pondering search is held back until it is released.
pub fn search<G: Evaluate>(
    task: &Task<G>,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Report<G::Move>),
) -> Option<Choice<G::Move>> {
    table.begin_search();
    let shared = Shared {
        table,
        control,
        nodes: (0..task.threads.max(1)).map(|_| AtomicU64::new(0)).collect(),
        node_limit: task.limits.nodes,
        budget: Budget::new(&task.limits, task.overhead),
        exhaustive: task.exhaustive || task.limits.mate.is_some(),
        busy: (task.threads > 1).then(Busy::new),
    };
    let findings = (task.threads > 1 && task.lines <= 1).then(Findings::new);
    let choice = std::thread::scope(|scope| {
        for id in 1..shared.nodes.len() {
            let (shared, findings) = (&shared, findings.as_ref());
            let help = move || Root::new(task, shared, findings, id).deepen(&mut |_| {});
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, help) {
                log::warn!("searching with {id} threads, as no more can be started: {error}");
                break;
            }
        }
        let mut root = Root::new(task, &shared, findings.as_ref(), 0);
        root.deepen(report);
        control.halt();
        root.choice()
    });
    control.wait_for_release(task.limits.infinite);
    choice
}

struct Root<'a, G: Evaluate> {
    task: &'a Task<G>,
    shared: &'a Shared<'a>,
    /// What the other threads have found, if there are any and there is one best move to find.
    findings: Option<&'a Findings<G::Move>>,
    id: usize,
    worker: Worker<'a, G>,
    /// The best lines first.
    moves: Vec<RootMove<G::Move>>,
    /// The last iteration that was completed.
    depth: u32,
    /// What the iterations so far agree on.
    conviction: Conviction<G::Move>,
    /// The lines of that iteration: one that is broken off leaves several out of order, and a single one half judged.
    completed: Vec<RootMove<G::Move>>,
}

impl<'a, G: Evaluate> Root<'a, G> {
    fn new(task: &'a Task<G>, shared: &'a Shared<'a>, findings: Option<&'a Findings<G::Move>>, id: usize) -> Self {
        let mut seen = HashSet::new();
        let is_new = |&&m: &&G::Move| {
            let mut next = task.position.clone();
            next.play_unchecked(m);
            seen.insert(next.hash())
        };
        let mut moves: Vec<_> = task.candidates.iter().filter(is_new).copied().map(RootMove::new).collect();
        let mut promises = HashMap::new();
        task.position.for_each_promise(|m, promise| {
            promises.insert(m.to_bits(), promise);
        });
        moves.sort_by_cached_key(|m| Reverse(promises.get(&m.line[0].to_bits()).copied()));
        Self {
            task,
            shared,
            findings,
            id,
            worker: Worker::new(shared, id, &task.history),
            moves,
            depth: 0,
            conviction: Conviction::default(),
            completed: Vec::new(),
        }
    }

    fn choice(&self) -> Option<Choice<G::Move>> {
        let line = &self.moves.first()?.line;
        Some(Choice { best: *line.first()?, ponder: line.get(1).copied() })
    }

    fn deepen(&mut self, report: &mut dyn FnMut(Report<G::Move>)) {
        let end = self.task.position.plies_to_end().filter(|_| G::BREADTH.is_some()).unwrap_or(u32::MAX - 1);
        // When the promising moves have been searched to the end of the game, once more with all of them.
        let limit = self.depth_limit();
        let limit = if limit >= end { end + 1 } else { limit };
        let mut depth = 1;
        while depth <= limit {
            self.worker.exact = self.shared.exhaustive || depth > end;
            let completed = self.iterate(depth.min(end));
            self.worker.publish_nodes();
            if completed.is_err() {
                self.worker.unwind();
                if self.id == 0 {
                    self.report_broken_off(report);
                }
                return;
            }
            self.depth = depth.min(end);
            self.worker.ignore_clock = false;
            self.completed = self.moves[..self.line_count()].to_vec();
            if self.id == 0 {
                self.conviction.hear(self.moves[0].line[0], self.moves[0].value);
                self.report_lines(report);
                if self.is_enough() {
                    return;
                }
            }
            depth += 1;
        }
    }

    fn depth_limit(&self) -> u32 {
        let limits = &self.task.limits;
        let limit = limits.depth.unwrap_or(u32::MAX);
        // A win in n own moves is 2n - 1 plies away, a loss 2n.
        let mate = limits.mate.map_or(u32::MAX, |moves| moves.saturating_mul(2));
        limit.min(mate).min(MAX_PLY as u32 - 1)
    }

    /// Searches all moves `depth` deep, once for every line asked for.
    fn iterate(&mut self, depth: u32) -> Result<(), Halted> {
        self.worker.root_depth = depth as usize;
        if G::BREADTH.is_some() && depth == 1 && !self.worker.exact {
            return self.survey();
        }
        for rank in 0..self.line_count() {
            self.search_rank(depth, rank)?;
        }
        // A later line may have come out better than an earlier one.
        let lines = self.line_count();
        self.moves[..lines].sort_by_key(|m| Reverse(m.value));
        Ok(())
    }

    /// Looks at every move by itself and brings them all in order; if broken off, those that were seen come first.
    fn survey(&mut self) -> Result<(), Halted> {
        let surveyed = (0..self.moves.len()).try_for_each(|i| self.look_at(i));
        self.moves.sort_by_key(|m| Reverse(m.value));
        surveyed
    }

    fn look_at(&mut self, index: usize) -> Result<(), Halted> {
        self.worker.deepest = 0;
        let m = self.moves[index].line[0];
        let value = self.worker.search_root_move(&self.task.position, m, 1, -INFINITE, INFINITE, 0)?;
        self.establish(index, value, 1);
        self.worker.ignore_clock = false;
        Ok(())
    }

    /// Finds the best of the moves from `rank` on and puts it there.
    fn search_rank(&mut self, depth: u32, rank: usize) -> Result<(), Halted> {
        let mut alpha = -INFINITE;
        self.worker.deepest = 0;
        let breadth = G::BREADTH.filter(|_| !self.worker.exact).map_or(usize::MAX, |breadth| breadth.root);
        let in_turn: Vec<_> = self.moves[rank..].iter().take(breadth).map(|m| m.line[0]).enumerate().collect();
        let mut deferred = Vec::new();
        for (turn, m) in in_turn {
            if turn > 0 && self.shared.is_busy(&self.task.position, m) {
                deferred.push((turn, m));
            } else {
                alpha = self.search_move(m, rank, depth, alpha, turn)?;
            }
        }
        for (turn, m) in deferred {
            alpha = self.search_move(m, rank, depth, alpha, turn)?;
        }
        Ok(())
    }

    /// Searches one move, and puts it at `rank` if it is better than `alpha`, unless another thread has done so. Gives the
    /// value of the best move so far.
    fn search_move(&mut self, m: G::Move, rank: usize, depth: u32, alpha: Value, turn: usize) -> Result<Value, Halted> {
        // A search of all moves knows better than one as deep of the promising.
        let insight = depth + u32::from(self.worker.exact);
        let alpha = self.adopt(alpha, insight);
        if self.findings.is_some_and(|findings| findings.rules_out(m, insight, alpha)) {
            return Ok(alpha);
        }
        let value = self.worker.search_root_move(&self.task.position, m, depth, alpha, INFINITE, turn)?;
        if value <= alpha {
            self.findings.inspect(|findings| findings.limit(m, insight, value));
            return Ok(alpha);
        }
        if let Some(i) = self.place_of(m) {
            self.establish(i, value, insight);
            self.findings.inspect(|findings| findings.establish(&self.moves[i]));
            self.moves[rank..=i].rotate_right(1);
        }
        Ok(value)
    }

    /// Takes over the best move that another thread has found in the same iteration, if it is better than `alpha`. Gives
    /// the better of both values.
    fn adopt(&mut self, alpha: Value, depth: u32) -> Value {
        let Some(best) = self.findings.and_then(|findings| findings.best_above(alpha, depth)) else { return alpha };
        let value = best.value;
        self.put_first(best);
        value
    }

    fn put_first(&mut self, best: RootMove<G::Move>) {
        if let Some(i) = self.place_of(best.line[0]) {
            self.moves[i] = best;
            self.moves[..=i].rotate_right(1);
        }
    }

    fn place_of(&self, m: G::Move) -> Option<usize> {
        self.moves.iter().position(|root_move| root_move.line[0] == m)
    }

    /// Notes the value and line of a move that was just found to be the best so far.
    fn establish(&mut self, index: usize, value: Value, depth: u32) {
        let root_move = &mut self.moves[index];
        root_move.value = value;
        root_move.depth = depth;
        root_move.deepest = self.worker.deepest;
        root_move.line.truncate(1);
        root_move.line.extend_from_slice(self.worker.best_line());
    }

    /// Whether another iteration would be a waste.
    fn is_enough(&self) -> bool {
        let limits = &self.task.limits;
        let score = Score::from(self.moves[0].value);
        if let (Some(wanted), Score::Mate(moves)) = (limits.mate, score)
            && (1..=i64::from(wanted)).contains(&i64::from(moves))
        {
            return true;
        }
        let Some(time) = self.shared.control.own_time() else { return false };
        if limits.clock.is_some() && self.is_settled(score) {
            return true;
        }
        let patience = if limits.clock.is_some() { self.conviction.patience(G::QUIET_SWING) } else { 1.0 };
        self.shared.budget.soft.is_some_and(|soft| time >= soft.mul_f64(patience))
    }

    /// Whether thinking longer cannot change the move: there is only one, or the end has been seen.
    fn is_settled(&self, score: Score) -> bool {
        let proven = matches!(score, Score::Mate(moves) if moves.unsigned_abs() * 2 <= self.depth);
        self.moves.len() == 1 || proven
    }

    fn line_count(&self) -> usize {
        self.task.lines.clamp(1, self.moves.len())
    }

    fn report_lines(&self, report: &mut dyn FnMut(Report<G::Move>)) {
        for rank in 0..self.line_count() {
            self.report(rank, self.depth, report);
        }
    }

    /// The lines when the search was broken off: a single one as it stood, which may be better than before; several as
    /// the last whole iteration had them, and so a loss, which is certain only when every move was tried.
    fn report_broken_off(&mut self, report: &mut dyn FnMut(Report<G::Move>)) {
        // Threads that are stopped in the middle of an iteration have each seen a part of the moves.
        let found = self.findings.and_then(|findings| findings.better_than(&self.moves[0]));
        if let Some(best) = found.filter(|best| best.value > -PROVEN) {
            self.put_first(best);
        }
        let half_judged = self.moves[0].value <= -PROVEN;
        if !self.completed.is_empty() && (half_judged || self.line_count() > 1) {
            self.moves.clone_from(&self.completed);
        } else if half_judged {
            self.moves[0].value = self.task.position.evaluate();
            self.moves[0].depth = 0;
            self.moves[0].line.truncate(1);
        }
        let searched = self.moves[..self.line_count()].iter().filter(|m| m.value > -INFINITE).count();
        for rank in 0..searched {
            self.report(rank, self.depth.max(1), report);
        }
    }

    fn report(&self, rank: usize, depth: u32, report: &mut dyn FnMut(Report<G::Move>)) {
        let root_move = &self.moves[rank];
        report(Report {
            depth,
            deepest: root_move.deepest.max(1),
            rank: rank + 1,
            score: root_move.value.into(),
            nodes: self.shared.total_nodes(),
            elapsed: self.shared.control.elapsed(),
            table_full: self.shared.table.permille_full(),
            line: root_move.line.clone(),
        });
    }
}
