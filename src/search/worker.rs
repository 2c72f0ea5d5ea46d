//! One thread of a search: its counters, its stacks, and when it has to stop.

use super::heuristics::Heuristics;
use super::move_stack::MoveStack;
use super::node::Node;
use super::threads::Context;
use super::value::{self, DRAW, MAX_PLY, Value, WIN};
use crate::eval::{SearchParams, Searchable, params};
use crate::game::GameMove;
use crate::history::SearchPath;
use std::time::{Duration, Instant};

/// The search was broken off; whatever it was computing is not to be used.
pub(super) struct Halted;

/// The value of a node, unless the search was broken off.
pub(super) type NodeValue = Result<Value, Halted>;

/// Evaluations, about, between two looks at the clock.
const CLOCK_INTERVAL: u64 = 128;

/// Every so often another thread may run: where all cores search, a line that comes in would otherwise wait for longer.
/// Not more often, as a scheduler leaves a thread that ran half a millisecond ago where it is, and two threads that were
/// started on one core would both stay there.
const YIELD_INTERVAL: Duration = Duration::from_millis(2);

/// One thread of a search.
pub(super) struct Worker<'a, G: Searchable> {
    pub(super) context: &'a Context<'a, G>,
    pub(super) params: SearchParams,
    /// 0 for the thread that minds the clock and reports.
    thread: usize,
    nodes: u64,
    /// Evaluations since the last look at the clock: one a node, and one for each child evaluated to order moves.
    pub(super) effort: u64,
    last_yield: Instant,
    /// The deepest ply reached since it was last reset.
    pub(super) seldepth: usize,
    /// The states before the current one, for repetitions.
    pub(super) path: SearchPath,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) heuristics: Heuristics<G::Move>,
    /// The principal variation found from each ply on.
    pv: Vec<Vec<G::Move>>,
    /// The depth of the present iteration; no line is extended to more than twice that.
    pub(super) root_depth: usize,
    /// Search every move to the full depth, and games to their end.
    pub(super) exact: bool,
    /// Set during the first iteration, which must not be cut short by the clock: there would be no move to play.
    pub(super) ignore_clock: bool,
}

impl<'a, G: Searchable> Worker<'a, G> {
    pub(super) fn new(context: &'a Context<'a, G>, thread: usize) -> Self {
        Self {
            context,
            params: context.request.params.unwrap_or(*params::of(G::GAME)),
            thread,
            nodes: 0,
            effort: 0,
            last_yield: Instant::now(),
            seldepth: 0,
            path: SearchPath::new(context.game.occurrences().clone(), MAX_PLY + 2),
            moves: MoveStack::new(),
            heuristics: Heuristics::new(),
            pv: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            root_depth: 1,
            exact: context.exhaustive,
            ignore_clock: true,
        }
    }

    /// Tells whoever watches which root move is searched next.
    pub(super) fn announce(&self, m: G::Move, place: usize) {
        if self.thread == 0 {
            self.context.control.progress().set_current(m.to_bits(), place);
        }
    }

    /// Searches the position after a root move; the value is for the player who made the move.
    pub(super) fn search_root_move(
        &mut self,
        m: G::Move,
        depth: u32,
        alpha: Value,
        beta: Value,
        index: usize,
    ) -> NodeValue {
        let node = Node { depth, ply: 0, alpha, beta, exact: self.exact };
        self.search_move_alone(self.context.game.position(), m, node, index)
    }

    /// The principal variation after the root move searched last.
    pub(super) fn root_pv(&self) -> &[G::Move] {
        &self.pv[1]
    }

    /// Nothing is known yet of what follows from this ply on.
    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.pv[ply].clear();
    }

    /// The principal variation from `ply` on is `m` and the one after it.
    pub(super) fn update_pv(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
        let pv = &mut before[ply];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&after[0]);
    }

    /// Makes this thread's node count known.
    pub(super) fn publish_nodes(&self) {
        self.context.publish_nodes(self.thread, self.nodes);
        if self.thread == 0 {
            self.context.control.progress().set_nodes(self.context.total_nodes());
        }
    }

    /// Counts a visit to a position, unless the search is to end.
    pub(super) fn visit(&mut self, ply: usize) -> Result<(), Halted> {
        if self.context.control.is_halted() || self.node_limit_reached() {
            self.context.control.halt();
            return Err(Halted);
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.effort += 1;
        if self.effort >= CLOCK_INTERVAL {
            self.effort = 0;
            self.publish_nodes();
            if self.last_yield.elapsed() >= YIELD_INTERVAL {
                std::thread::yield_now();
                self.last_yield = Instant::now();
            }
            if self.thread == 0 {
                self.context.control.look();
                if !self.ignore_clock && self.time_is_up() {
                    self.context.control.halt();
                    return Err(Halted);
                }
            }
        }
        Ok(())
    }

    /// Exact for one thread; with more, the others' counts are as old as they were last published.
    fn node_limit_reached(&self) -> bool {
        let Some(limit) = self.context.request.limits.nodes else { return false };
        match self.context.threads() {
            1 => self.nodes >= limit,
            _ => self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.context.total_nodes() >= limit,
        }
    }

    fn time_is_up(&self) -> bool {
        let Some(hard) = self.context.time.hard else { return false };
        self.context.control.own_time().is_some_and(|time| time >= hard)
    }

    /// The value of a position that needs no search: the game is over, repeats itself, or is too deep, or a move wins at once. In a
    /// PV node that move is searched, so that the principal variation goes to the end.
    pub(super) fn value_without_search(&self, position: &G, ply: usize, is_pv: bool) -> Option<Value> {
        if let Some(outcome) = position.outcome() {
            // Where moves were pruned by number the end of the game proves nothing.
            let proven = self.exact || G::MOVE_LIMITS.is_none();
            return Some(if proven {
                value::of_outcome(outcome, position.to_move(), ply)
            } else {
                position.evaluate()
            });
        }
        if self.path.is_repetition(position) {
            return Some(DRAW);
        }
        if ply >= MAX_PLY {
            return Some(position.evaluate());
        }
        (!is_pv && position.wins_at_once()).then_some(WIN - (ply as Value + 1))
    }

    /// After a halt: the search was left somewhere in the tree, the stacks are brought back to the root.
    pub(super) fn unwind(&mut self) {
        self.path.clear();
        self.moves.truncate(0);
    }
}
