//! The root of the search: iterative deepening over the root moves, one or several principal variations.

use super::root_moves::RootMove;
use super::tablebase::Bounds;
use super::threads::Context;
use super::time::Stability;
use super::value::{INFINITE, MAX_PLY, PROVEN, Value};
use super::worker::{Halted, Worker};
use super::{BestMove, Info, Score};
use crate::eval::Searchable;
use crate::game::GameMove;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// One thread's view of the root.
pub(super) struct Root<'a, G: Searchable> {
    context: &'a Context<'a, G>,
    thread: usize,
    worker: Worker<'a, G>,
    /// The best first.
    moves: Vec<RootMove<G::Move>>,
    /// The last iteration that was completed.
    depth: u32,
    stability: Stability<G::Move>,
    /// Whether the tablebase knows the value of every move, so that there is nothing to search.
    solved: bool,
    /// The best moves of that iteration, as one that is broken off leaves several out of order, and a single one half searched.
    completed: Vec<RootMove<G::Move>>,
}

impl<'a, G: Searchable> Root<'a, G> {
    pub(super) fn new(context: &'a Context<'a, G>, thread: usize) -> Self {
        Self {
            context,
            thread,
            worker: Worker::new(context, thread),
            moves: Self::ordered_moves(context),
            solved: Self::is_solved(context),
            depth: 0,
            stability: Stability::default(),
            completed: Vec::new(),
        }
    }

    /// The root moves that lead to different positions, those of the highest score first.
    fn ordered_moves(context: &Context<'_, G>) -> Vec<RootMove<G::Move>> {
        let position = context.game.position();
        let mut seen = HashSet::new();
        let is_new = |&&m: &&G::Move| {
            let mut next = position.clone();
            next.play_unchecked(m);
            seen.insert(next.hash())
        };
        let mut moves: Vec<_> = context.root_moves.iter().filter(is_new).copied().map(RootMove::new).collect();
        let mut scores = HashMap::new();
        position.for_each_scored_move(|m, score| {
            scores.insert(m.to_bits(), score);
        });
        moves.sort_by_cached_key(|m| Reverse(scores.get(&m.pv[0].to_bits()).copied()));
        if context.tablebase.probe(position, 0).is_some() {
            moves.sort_by_cached_key(|m| Reverse(context.tablebase.rank_move(context.game, m.pv[0])));
        }
        moves
    }

    fn is_solved(context: &Context<'_, G>) -> bool {
        let position = context.game.position();
        let knows = |&m: &G::Move| context.tablebase.probe_move(position, m, 0).is_some_and(Bounds::is_exact);
        context.tablebase.probe(position, 0).is_some() && context.root_moves.iter().all(knows)
    }

    /// The move to play.
    pub(super) fn best_move(&self) -> Option<BestMove<G::Move>> {
        let pv = &self.moves.first()?.pv;
        Some(BestMove { best: *pv.first()?, ponder: pv.get(1).copied() })
    }

    /// Iterative deepening, until a limit binds.
    pub(super) fn deepen(&mut self, report: &mut dyn FnMut(Info<G::Move>)) {
        let plies_to_end = self.context.game.position().plies_to_end();
        let end = plies_to_end.filter(|_| G::MOVE_LIMITS.is_some()).unwrap_or(u32::MAX - 1);
        // Once the game was searched to its end with late move pruning, it is searched without.
        let limit = self.depth_limit();
        let limit = if limit >= end { end + 1 } else { limit };
        let mut depth = 1;
        while depth <= limit {
            self.worker.exact = self.context.exhaustive || depth > end;
            let completed = self.iterate(depth.min(end));
            self.worker.publish_nodes();
            if completed.is_err() {
                self.worker.unwind();
                if self.thread == 0 {
                    self.report_broken_off(report);
                }
                return;
            }
            self.depth = depth.min(end);
            self.worker.ignore_clock = false;
            self.completed = self.moves[..self.multipv()].to_vec();
            if self.thread == 0 {
                self.stability.update(self.moves[0].pv[0], self.moves[0].value);
                self.report_all(report);
                if self.is_enough() {
                    return;
                }
            }
            depth += 1;
        }
    }

    fn depth_limit(&self) -> u32 {
        let limits = &self.context.request.limits;
        let limit = limits.depth.unwrap_or(u32::MAX);
        // A win in n own moves is 2n - 1 plies away, a loss 2n.
        let mate = limits.mate.map_or(u32::MAX, |moves| moves.saturating_mul(2));
        limit.min(mate).min(if self.solved { 1 } else { MAX_PLY as u32 - 1 })
    }

    /// Searches all moves `depth` deep, once for every principal variation asked for.
    fn iterate(&mut self, depth: u32) -> Result<(), Halted> {
        self.worker.root_depth = depth as usize;
        if G::MOVE_LIMITS.is_some() && depth == 1 && !self.worker.exact {
            return self.search_each();
        }
        for place in 0..self.multipv() {
            self.search_place(depth, place)?;
        }
        // A later search may have found a better move than an earlier one.
        let multipv = self.multipv();
        self.moves[..multipv].sort_by_key(|m| Reverse(m.value));
        Ok(())
    }

    /// Searches every move with a full window and orders them all, so that late move pruning leaves out the worst; if
    /// broken off, those that were searched come first.
    fn search_each(&mut self) -> Result<(), Halted> {
        let searched = (0..self.moves.len()).try_for_each(|i| self.search_alone(i));
        self.moves.sort_by_key(|m| Reverse(m.value));
        searched
    }

    fn search_alone(&mut self, index: usize) -> Result<(), Halted> {
        self.worker.seldepth = 0;
        let m = self.moves[index].pv[0];
        self.worker.announce(m, index);
        let value = self.worker.search_root_move(m, 1, -INFINITE, INFINITE, 0)?;
        self.update(index, value, 1);
        self.worker.ignore_clock = false;
        Ok(())
    }

    /// Finds the best of the moves from `place` on and puts it there.
    fn search_place(&mut self, depth: u32, place: usize) -> Result<(), Halted> {
        let mut alpha = -INFINITE;
        self.worker.seldepth = 0;
        let limit = G::MOVE_LIMITS.filter(|_| !self.worker.exact).map_or(usize::MAX, |limits| limits.root);
        let in_order: Vec<_> = self.moves[place..].iter().take(limit).map(|m| m.pv[0]).enumerate().collect();
        let mut deferred = Vec::new();
        for (index, m) in in_order {
            if index > 0 && self.context.is_being_searched(self.context.game.position(), m) {
                deferred.push((index, m));
            } else {
                alpha = self.search_move(m, place, depth, alpha, index)?;
            }
        }
        for (index, m) in deferred {
            alpha = self.search_move(m, place, depth, alpha, index)?;
        }
        Ok(())
    }

    /// Searches one move, unless another thread has done so, and puts it at `place` if it is better than `alpha`. Gives the
    /// value of the best move so far.
    fn search_move(
        &mut self,
        m: G::Move,
        place: usize,
        depth: u32,
        alpha: Value,
        index: usize,
    ) -> Result<Value, Halted> {
        // An exact search counts as one ply deeper, so that it replaces a pruned one of the same depth.
        let known_depth = depth + u32::from(self.worker.exact);
        let alpha = self.adopt(alpha, known_depth);
        let shared = self.context.shared_root.as_ref();
        if shared.is_some_and(|shared| shared.fails_low(m, known_depth, alpha)) {
            return Ok(alpha);
        }
        self.worker.announce(m, index);
        let value = self.worker.search_root_move(m, depth, alpha, INFINITE, index)?;
        if value <= alpha {
            shared.inspect(|shared| shared.publish_upper_bound(m, known_depth, value));
            return Ok(alpha);
        }
        if let Some(i) = self.place_of(m) {
            self.update(i, value, known_depth);
            shared.inspect(|shared| shared.publish_best(&self.moves[i]));
            self.moves[place..=i].rotate_right(1);
        }
        Ok(value)
    }

    /// Takes over the best move that another thread has found in the same iteration, if it is better than `alpha`. Gives
    /// the better of both values.
    fn adopt(&mut self, alpha: Value, depth: u32) -> Value {
        let shared = self.context.shared_root.as_ref();
        let Some(best) = shared.and_then(|shared| shared.best_above(alpha, depth)) else { return alpha };
        let value = best.value;
        self.put_first(best);
        value
    }

    fn put_first(&mut self, best: RootMove<G::Move>) {
        if let Some(i) = self.place_of(best.pv[0]) {
            self.moves[i] = best;
            self.moves[..=i].rotate_right(1);
        }
    }

    fn place_of(&self, m: G::Move) -> Option<usize> {
        self.moves.iter().position(|root_move| root_move.pv[0] == m)
    }

    /// Notes the value and principal variation of a move that was just found to be the best so far.
    fn update(&mut self, index: usize, value: Value, depth: u32) {
        let root_move = &mut self.moves[index];
        root_move.value = value;
        root_move.depth = depth;
        root_move.seldepth = self.worker.seldepth;
        root_move.pv.truncate(1);
        root_move.pv.extend_from_slice(self.worker.root_pv());
        self.context.tablebase.extend_pv(self.context.game.position(), value, &mut root_move.pv);
    }

    /// Whether another iteration would be a waste.
    fn is_enough(&self) -> bool {
        let limits = &self.context.request.limits;
        let score = Score::from(self.moves[0].value);
        if let (Some(wanted), Score::Mate(moves)) = (limits.mate, score)
            && (1..=i64::from(wanted)).contains(&i64::from(moves))
        {
            return true;
        }
        let Some(time) = self.context.control.own_time() else { return false };
        if limits.clock.is_some() && self.is_settled(score) {
            return true;
        }
        let factor =
            if limits.clock.is_some() { self.stability.time_factor(self.worker.params.futility_margin) } else { 1.0 };
        self.context.time.soft.is_some_and(|soft| time >= soft.mul_f64(factor))
    }

    /// Whether thinking longer cannot change the move: there is only one, or the end has been seen.
    fn is_settled(&self, score: Score) -> bool {
        let proven = matches!(score, Score::Mate(moves) if moves.unsigned_abs() * 2 <= self.depth);
        self.moves.len() == 1 || proven
    }

    /// How many principal variations there are to find.
    fn multipv(&self) -> usize {
        self.context.request.multipv.clamp(1, self.moves.len())
    }

    fn report_all(&self, report: &mut dyn FnMut(Info<G::Move>)) {
        for place in 0..self.multipv() {
            self.report(place, self.depth, report);
        }
    }

    /// Reports after an iteration was broken off. A single best move is reported as it stood, as it may be better than
    /// before; several are those of the last whole iteration, and so is a loss, which is proven only by all moves.
    fn report_broken_off(&mut self, report: &mut dyn FnMut(Info<G::Move>)) {
        // Threads that are stopped in the middle of an iteration have each searched a part of the moves.
        let shared = self.context.shared_root.as_ref();
        let found = shared.and_then(|shared| shared.better_than(&self.moves[0]));
        if let Some(best) = found.filter(|best| best.value > -PROVEN) {
            self.put_first(best);
        }
        let half_searched = self.moves[0].value <= -PROVEN;
        if !self.completed.is_empty() && (half_searched || self.multipv() > 1) {
            self.moves.clone_from(&self.completed);
        } else if half_searched {
            self.moves[0].value = self.context.game.position().evaluate();
            self.moves[0].depth = 0;
            self.moves[0].pv.truncate(1);
        }
        let searched = self.moves[..self.multipv()].iter().filter(|m| m.value > -INFINITE).count();
        for place in 0..searched {
            self.report(place, self.depth.max(1), report);
        }
    }

    fn report(&self, place: usize, depth: u32, report: &mut dyn FnMut(Info<G::Move>)) {
        let root_move = &self.moves[place];
        report(Info {
            depth,
            seldepth: root_move.seldepth.max(1),
            multipv: place + 1,
            score: root_move.value.into(),
            nodes: self.context.total_nodes(),
            hashfull: self.context.table.hashfull(),
            time: self.context.control.elapsed(),
            pv: root_move.pv.clone(),
        });
    }
}
