//! One thread's walk through the tree: principal-variation alpha-beta with quiescence.

use super::control::Control;
use super::limits::Budget;
use super::order::{Experience, MoveStack};
use super::table::{Bound, Entry, Table};
use super::value::{self, DRAW, INFINITE, MAX_PLY, Value, WIN};
use crate::eval::Evaluate;
use crate::game::GameMove;
use std::sync::atomic::{AtomicU64, Ordering};

/// The search was broken off; whatever it was computing is not to be used.
pub(super) struct Halted;

type Searched = Result<Value, Halted>;

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 128;

/// Captures follow captures: no quiescence search goes deeper than this many plies.
const QUIESCENCE_PLIES: usize = 8;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    /// Nodes of each thread, as last told.
    pub(super) nodes: Vec<AtomicU64>,
    pub(super) node_limit: Option<u64>,
    pub(super) budget: Budget,
    /// Whether stored values may cut the tree, or only order it.
    pub(super) table_cuts: bool,
}

impl Shared<'_> {
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Evaluate> {
    shared: &'a Shared<'a>,
    /// 0 for the thread that minds the clock and reports.
    id: usize,
    nodes: u64,
    /// The deepest ply reached since it was last reset.
    pub(super) deepest: usize,
    /// Hashes of the positions before the current one, those of the game included.
    path: Vec<u64>,
    /// How many of them come from the game.
    game_plies: usize,
    moves: MoveStack<G::Move>,
    experience: Experience<G::Move>,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// Set while the first iteration runs, which must not be cut short by the clock: there would be no move to play.
    pub(super) ignore_clock: bool,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub(super) fn new(shared: &'a Shared<'a>, id: usize, history: &[u64]) -> Self {
        let mut path = Vec::with_capacity(history.len() + MAX_PLY + 2);
        path.extend_from_slice(history);
        Self {
            shared,
            id,
            nodes: 0,
            deepest: 0,
            path,
            game_plies: history.len(),
            moves: MoveStack::new(),
            experience: Experience::new(),
            lines: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            ignore_clock: true,
        }
    }

    /// The best line found by the last search of a root move.
    pub(super) fn best_line(&self) -> &[G::Move] {
        &self.lines[1]
    }

    /// Makes this thread's node count known.
    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// Counts a visit to a position, unless the search is to end.
    fn visit(&mut self, ply: usize) -> Result<(), Halted> {
        if self.shared.control.is_halted() || self.node_limit_reached() {
            self.shared.control.halt();
            return Err(Halted);
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.publish_nodes();
            if self.id == 0 && !self.ignore_clock && self.time_is_up() {
                self.shared.control.halt();
                return Err(Halted);
            }
        }
        Ok(())
    }

    /// Exact for one thread; with more, the others' counts are as old as they were last told.
    fn node_limit_reached(&self) -> bool {
        let Some(limit) = self.shared.node_limit else { return false };
        match self.shared.nodes.len() {
            1 => self.nodes >= limit,
            _ => self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.shared.total_nodes() >= limit,
        }
    }

    fn time_is_up(&self) -> bool {
        let Some(hard) = self.shared.budget.hard else { return false };
        self.shared.control.own_time().is_some_and(|time| time >= hard)
    }

    /// Searches the position after a root move; the value is for the player who made the move.
    pub(super) fn search_root_move(
        &mut self,
        root: &G,
        m: G::Move,
        depth: u32,
        alpha: Value,
        beta: Value,
        null_window_first: bool,
    ) -> Searched {
        self.descend(root, m, depth, alpha, beta, 0, null_window_first)
    }

    /// Plays `m` and searches what follows, first with an empty window if an earlier move already set `alpha`.
    #[allow(clippy::too_many_arguments)]
    fn descend(
        &mut self,
        position: &G,
        m: G::Move,
        depth: u32,
        alpha: Value,
        beta: Value,
        ply: usize,
        null_window_first: bool,
    ) -> Searched {
        let mut next = position.clone();
        next.play(m);
        self.path.push(position.hash());
        let value = self.search_child(&next, depth, alpha, beta, ply, null_window_first);
        self.path.pop();
        value
    }

    fn search_child(
        &mut self,
        next: &G,
        depth: u32,
        alpha: Value,
        beta: Value,
        ply: usize,
        null_window_first: bool,
    ) -> Searched {
        if null_window_first {
            let value = -self.search(next, depth - 1, -alpha - 1, -alpha, ply + 1)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.search(next, depth - 1, -beta, -alpha, ply + 1)?)
    }

    /// The value of a position, searched `depth` plies deep: exact within the window, else a bound (fail-soft).
    fn search(&mut self, position: &G, depth: u32, mut alpha: Value, beta: Value, ply: usize) -> Searched {
        if depth == 0 {
            return self.quiesce(position, alpha, beta, ply, QUIESCENCE_PLIES);
        }
        self.lines[ply].clear();
        self.visit(ply)?;
        if let Some(value) = self.value_without_search(position, ply) {
            return Ok(value);
        }
        // Nothing below can be better than a win on the next ply; a faster win elsewhere makes this position irrelevant.
        let fastest_win = WIN - (ply as Value + 1);
        if fastest_win <= alpha {
            return Ok(fastest_win);
        }
        let key = position.table_key();
        let known = self.shared.table.probe(key);
        let is_pv = beta - alpha > 1;
        if let Some(entry) = known
            && !is_pv
            && self.shared.table_cuts
            && let Some(value) = usable(entry, depth, alpha, beta, ply)
        {
            return Ok(value);
        }

        let from_table = known.map_or(0, |entry| entry.best);
        let start = self.push_moves(position, ply, from_table);
        let window = Window { alpha, beta };
        let (best, best_move) = self.try_moves(position, depth, &mut alpha, beta, ply, start)?;
        self.moves.truncate(start);
        let best_bits = if best > window.alpha { best_move.map_or(0, GameMove::to_bits) } else { 0 };
        self.shared.table.store(
            key,
            Entry {
                best: best_bits,
                value: value::to_table(best, ply),
                depth: depth.min(u32::from(u8::MAX)) as u8,
                bound: window.bound_of(best),
            },
        );
        Ok(best)
    }

    /// The end of the game, a repetition, or the end of what we can search.
    fn value_without_search(&self, position: &G, ply: usize) -> Option<Value> {
        if let Some(outcome) = position.outcome() {
            return Some(value::of_outcome(outcome, position.to_move(), ply));
        }
        if self.is_repetition(position) {
            return Some(DRAW);
        }
        (ply >= MAX_PLY).then(|| position.evaluate())
    }

    fn push_moves(&mut self, position: &G, ply: usize, from_table: u32) -> usize {
        let Self { moves, experience, .. } = self;
        moves.push(|visit| position.for_each_move(visit), |m| experience.rank(position, m, ply, from_table))
    }

    /// Tries the moves from `start` on until one is too good or none is left; raises `alpha` and gives the best value.
    fn try_moves(
        &mut self,
        position: &G,
        depth: u32,
        alpha: &mut Value,
        beta: Value,
        ply: usize,
        start: usize,
    ) -> Result<(Value, Option<G::Move>), Halted> {
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut next = start;
        while let Some(m) = self.moves.pick(next) {
            let value = self.descend(position, m, depth, *alpha, beta, ply, next > start)?;
            if value > best {
                best = value;
                best_move = Some(m);
                if value > *alpha {
                    *alpha = value;
                    self.extend_line(ply, m);
                }
                if value >= beta {
                    self.learn(position, m, depth, ply, start, next);
                    break;
                }
            }
            next += 1;
        }
        Ok((best, best_move))
    }

    fn learn(&mut self, position: &G, best: G::Move, depth: u32, ply: usize, start: usize, end: usize) {
        let tried = self.moves.tried(start, end);
        self.experience.learn(position.to_move(), best, tried, depth, ply);
    }

    /// The value of a position once the captures that force matters have been played out.
    fn quiesce(&mut self, position: &G, mut alpha: Value, beta: Value, ply: usize, plies_left: usize) -> Searched {
        self.lines[ply].clear();
        self.visit(ply)?;
        if let Some(value) = self.value_without_search(position, ply) {
            return Ok(value);
        }
        let mut best = position.evaluate();
        if best >= beta || plies_left == 0 {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let start = self.moves.push(|visit| position.for_each_forcing(visit), |m| position.promise(m));
        let mut next = start;
        while let Some(m) = self.moves.pick(next) {
            let mut after = position.clone();
            after.play(m);
            self.path.push(position.hash());
            let value = -self.quiesce(&after, -beta, -alpha, ply + 1, plies_left - 1)?;
            self.path.pop();
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, m);
                }
                if value >= beta {
                    break;
                }
            }
            next += 1;
        }
        self.moves.truncate(start);
        Ok(best)
    }

    /// The best line from `ply` on is `m` and the best line after it.
    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&after[0]);
    }

    /// Whether the position is a draw by repetition. Within the tree the second occurrence counts: what was good once is
    /// good again, so going round once more changes nothing. Positions of the game itself need their third.
    fn is_repetition(&self, position: &G) -> bool {
        let reach = position.repetition_reach().min(self.path.len());
        let hash = position.hash();
        let mut seen_in_game = false;
        // Both sides need two moves to go away and come back.
        for back in (4..=reach).step_by(2) {
            let index = self.path.len() - back;
            if self.path[index] == hash {
                if index >= self.game_plies || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }

    /// After a halt: the walk was left somewhere in the tree, the stacks are brought back to the root.
    pub(super) fn unwind(&mut self) {
        self.path.truncate(self.game_plies);
        self.moves.truncate(0);
    }
}

/// The stored value, if it settles a search of this depth and window.
fn usable(entry: Entry, depth: u32, alpha: Value, beta: Value, ply: usize) -> Option<Value> {
    let value = value::from_table(entry.value, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    (u32::from(entry.depth) >= depth && settles).then_some(value)
}

/// The window a node was searched with.
struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// What a value found with this window says of the true one.
    fn bound_of(&self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
