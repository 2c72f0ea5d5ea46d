//! One thread's walk through the tree: principal-variation alpha-beta with quiescence.

use super::busy::Busy;
use super::control::Control;
use super::limits::Budget;
use super::node::{Node, Prospect, reduction};
use super::order::{Experience, MoveStack};
use super::table::{Entry, Table};
use super::value::{self, DRAW, INFINITE, MAX_PLY, Value, WIN};
use crate::eval::Evaluate;
use crate::game::{Game, GameMove, scramble};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The search was broken off; whatever it was computing is not to be used.
pub(super) struct Halted;

type Searched = Result<Value, Halted>;

/// Evaluations, about, between two looks at the clock.
const CLOCK_INTERVAL: u64 = 128;

/// Every so often somebody else may run: where all cores search, a line that comes in would otherwise wait for longer. Not
/// more often, as a scheduler takes a thread that ran half a millisecond ago for one to leave where it is, and two threads
/// that were started on one core would both stay there.
const BREAK_INTERVAL: Duration = Duration::from_millis(2);

/// Moves that are generated and ranked, about, in the time of an evaluation.
const MOVES_AN_EVALUATION: usize = 32;

/// Captures follow captures: no quiescence search goes deeper than this many plies.
const QUIESCENCE_PLIES: usize = 8;

/// Only the most promising forcing moves are followed there: a capture may take any of a dozen stones.
const QUIESCENCE_WIDTH: usize = 2;

/// Up to this depth the static evaluation may settle a node that is good enough.
const FORESIGHT: u32 = 6;

/// Up to this depth it may rule out all quiet moves of one that is not.
const RESIGNATION: u32 = 3;

/// From this depth on, a node for which the table has no move is searched a ply less deep: its moves are in poor order, and
/// the next iteration will know better.
const UNPREPARED: u32 = 4;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    /// Nodes of each thread, as last told.
    pub(super) nodes: Vec<AtomicU64>,
    pub(super) node_limit: Option<u64>,
    pub(super) budget: Budget,
    /// Search every move to the full depth, as plain minimax does.
    pub(super) exhaustive: bool,
    /// What the threads are searching, if there are several.
    pub(super) busy: Option<Busy>,
}

impl Shared<'_> {
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Whether another thread is searching this move.
    pub(super) fn is_busy<G: Game>(&self, position: &G, m: G::Move) -> bool {
        self.busy.as_ref().is_some_and(|busy| busy.contains(busy_key(position, m)))
    }
}

fn busy_key<G: Game>(position: &G, m: G::Move) -> u64 {
    position.hash() ^ scramble(u64::from(m.to_bits()))
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Evaluate> {
    shared: &'a Shared<'a>,
    /// 0 for the thread that minds the clock and reports.
    id: usize,
    nodes: u64,
    /// Evaluations since the last look at the clock: one a node, and one for each move that was looked at ahead.
    effort: u64,
    /// When somebody else was last let run.
    last_break: Instant,
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
    /// How deep the present iteration goes; no line is extended to more than twice that.
    pub(super) root_depth: usize,
    /// Search every move to the full depth, and games to their end.
    pub(super) exact: bool,
    /// Set while the first iteration runs, which must not be cut short by the clock: there would be no move to play.
    pub(super) ignore_clock: bool,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    /// Below this depth a move is searched faster than told to others.
    const SHARED_DEPTH: u32 = if G::BREADTH.is_some() { 1 } else { 3 };

    pub(super) fn new(shared: &'a Shared<'a>, id: usize, history: &[u64]) -> Self {
        let mut path = Vec::with_capacity(history.len() + MAX_PLY + 2);
        path.extend_from_slice(history);
        Self {
            shared,
            id,
            nodes: 0,
            effort: 0,
            last_break: Instant::now(),
            deepest: 0,
            path,
            game_plies: history.len(),
            moves: MoveStack::new(),
            experience: Experience::new(),
            lines: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            root_depth: 1,
            exact: shared.exhaustive,
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
        self.effort += 1;
        if self.effort >= CLOCK_INTERVAL {
            self.effort = 0;
            self.publish_nodes();
            if self.last_break.elapsed() >= BREAK_INTERVAL {
                std::thread::yield_now();
                self.last_break = Instant::now();
            }
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
        index: usize,
    ) -> Searched {
        self.descend_alone(root, m, Node { depth, ply: 0, alpha, beta, exact: self.exact }, index)
    }

    /// Lets the other threads know, so that they search other moves meanwhile.
    fn descend_alone(&mut self, position: &G, m: G::Move, node: Node, index: usize) -> Searched {
        let Some(busy) = &self.shared.busy else { return self.descend(position, m, node, index) };
        let key = busy_key(position, m);
        busy.begin(key);
        let value = self.descend(position, m, node, index);
        busy.end(key);
        value
    }

    /// Plays `m`, the move tried after `index` others, and searches what follows.
    fn descend(&mut self, position: &G, m: G::Move, node: Node, index: usize) -> Searched {
        let mut next = position.clone();
        next.play_unchecked(m);
        if node.depth > 1 {
            self.shared.table.prefetch(node.table_key(&next));
        }
        self.path.push(position.hash());
        let value = self.search_child(&next, node, index);
        self.path.pop();
        value
    }

    /// The first move gets the whole window. The others need only be shown not to be better, late ones with less depth;
    /// those that turn out better are searched again.
    fn search_child(&mut self, next: &G, node: Node, index: usize) -> Searched {
        if index > 0 {
            let reduction = reduction(node, index);
            let mut value = -self.search(next, node.child_scout(reduction))?;
            if value > node.alpha && reduction > 0 {
                value = -self.search(next, node.child_scout(0))?;
            }
            if value <= node.alpha || value >= node.beta {
                return Ok(value);
            }
        }
        Ok(-self.search(next, node.child())?)
    }

    /// The value of a position: exact within the window, else a bound (fail-soft).
    fn search(&mut self, position: &G, mut node: Node) -> Searched {
        let danger = !self.shared.exhaustive && position.in_danger();
        // No leaf in the middle of a danger, unless it goes on for ever.
        if danger && node.depth == 0 && node.ply < 2 * self.root_depth {
            node.depth = 1;
        }
        if node.depth == 0 {
            return self.quiesce(position, node.alpha, node.beta, node.ply, QUIESCENCE_PLIES);
        }
        let ply = node.ply;
        self.lines[ply].clear();
        self.visit(ply)?;
        if let Some(value) = self.value_without_search(position, ply) {
            return Ok(value);
        }
        // Nothing below can be better than a win on the next ply; a faster win elsewhere makes this position irrelevant.
        let fastest_win = WIN - (ply as Value + 1);
        if fastest_win <= node.alpha {
            return Ok(fastest_win);
        }
        // Before the table, as an evaluation is done sooner than a look into memory.
        let prospect = if danger { Prospect::Open } else { Self::prospect(position, node) };
        if let Prospect::TooGood(value) = prospect {
            return Ok(value);
        }
        let key = node.table_key(position);
        let known = self.shared.table.probe(key);
        if let Some(entry) = known
            && !node.is_pv()
            && !self.shared.exhaustive
            && let Some(value) = node.settled_by(entry)
        {
            return Ok(value);
        }
        let from_table = known.map_or(0, |entry| entry.best);
        if from_table == 0 && node.depth >= UNPREPARED && !node.exact {
            node.depth -= 1;
        }
        let start = self.push_moves(position, prospect);
        let (best, best_move) = self.try_moves(position, node, start, from_table, prospect.floor())?;
        self.moves.truncate(start);
        let best_bits = if best > node.alpha { best_move.map_or(0, GameMove::to_bits) } else { 0 };
        self.shared.table.store(
            key,
            Entry {
                best: best_bits,
                value: value::to_table(best, ply),
                depth: node.depth.min(u32::from(u8::MAX)) as u8,
                bound: node.bound_of(best),
            },
        );
        Ok(best)
    }

    /// The end of the game, a repetition, or the end of what we can search.
    fn value_without_search(&self, position: &G, ply: usize) -> Option<Value> {
        if let Some(outcome) = position.outcome() {
            // Where moves were left out nothing is proven, even if the game is over.
            let proven = self.exact || G::BREADTH.is_none();
            return Some(if proven {
                value::of_outcome(outcome, position.to_move(), ply)
            } else {
                position.evaluate()
            });
        }
        if self.is_repetition(position) {
            return Some(DRAW);
        }
        (ply >= MAX_PLY).then(|| position.evaluate())
    }

    /// Close to the leaves, the static evaluation may tell what a search would find.
    fn prospect(position: &G, node: Node) -> Prospect {
        if node.exact || node.is_pv() || node.depth > FORESIGHT {
            return Prospect::Open;
        }
        let value = position.evaluate();
        let margin = G::QUIET_SWING * node.depth as Value;
        if value - margin >= node.beta {
            Prospect::TooGood(value - margin)
        } else if node.depth <= RESIGNATION && value + margin <= node.alpha {
            Prospect::OnlyForcing(value + margin)
        } else {
            Prospect::Open
        }
    }

    /// Puts the moves to try on the stack; gives the place of the first.
    fn push_moves(&mut self, position: &G, prospect: Prospect) -> usize {
        let start = match prospect {
            Prospect::OnlyForcing(_) => {
                self.moves.push(|visit| position.for_each_forcing(|m| visit(m, position.promise(m))))
            }
            _ => self.moves.push(|visit| position.for_each_promise(visit)),
        };
        self.effort += ((self.moves.len() - start) / MOVES_AN_EVALUATION) as u64;
        start
    }

    /// Ranks the moves from `next` on by all that is known of them, after `tried` others, and leaves out those that are
    /// not worth a try. Gives the most that one of these could be worth.
    fn rank_moves(&mut self, position: &G, node: Node, next: usize, tried: usize) -> Value {
        // A look at where each move leads pays wherever the tree below is larger than that.
        let look_ahead = node.depth >= 2 && G::BREADTH.is_none();
        let Self { moves, experience, shared, .. } = self;
        if look_ahead {
            moves.look_again(next, |m| {
                let mut after = position.clone();
                after.play_unchecked(m);
                shared.table.prefetch(node.table_key(&after));
                -after.evaluate()
            });
            self.effort += (moves.len() - next) as u64;
        }
        moves.rank(next, |m, promise| experience.rank(position.to_move(), m, promise, node.ply));
        if node.exact {
            return -INFINITE;
        }
        if let Some(breadth) = G::BREADTH {
            moves.keep_best(next, breadth.at(node.depth) - tried);
        }
        let Some(gain) = G::SLOW_GAIN.filter(|_| look_ahead && !node.is_pv()) else { return -INFINITE };
        // One move at least must be tried.
        let spared = usize::from(tried == 0 && moves.pick(next).is_some());
        let hope = gain * (node.depth as Value + 1);
        moves.keep_promising(next + spared, node.alpha - hope + 1).map_or(-INFINITE, |promise| promise + hope)
    }

    /// Tries the moves from `start` on until one is too good or none is left, and gives the best value, not below `floor`.
    fn try_moves(
        &mut self,
        position: &G,
        mut node: Node,
        start: usize,
        from_table: u32,
        floor: Value,
    ) -> Result<(Value, Option<G::Move>), Halted> {
        let mut best = floor;
        let mut best_move = None;
        let mut next = start;
        // The move from the table often ends it all: the others are not even ranked before.
        let from_table_first = self.moves.bring_forward(start, from_table);
        if !from_table_first {
            best = best.max(self.rank_moves(position, node, start, 0));
        }
        while let Some(m) = self.moves.pick(next) {
            let index = next - start;
            let shared = index > 0 && node.depth >= Self::SHARED_DEPTH;
            if shared && self.shared.is_busy(position, m) && self.moves.defer(next, index) {
                continue;
            }
            let turn = self.moves.deferred_turn(next).unwrap_or(index);
            let value = if shared {
                self.descend_alone(position, m, node, turn)?
            } else {
                self.descend(position, m, node, turn)?
            };
            if value > best {
                best = value;
                best_move = Some(m);
                if value > node.alpha {
                    node.alpha = value;
                    self.extend_line(node.ply, m);
                }
                if value >= node.beta {
                    let tried = self.moves.tried(start, next);
                    self.experience.learn(position.to_move(), m, tried, node.depth, node.ply);
                    break;
                }
            }
            next += 1;
            if next == start + 1 && from_table_first {
                best = best.max(self.rank_moves(position, node, next, 1));
            }
        }
        Ok((best, best_move))
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
        let start = self.moves.push(|visit| position.for_each_forcing(|m| visit(m, position.promise(m))));
        let mut next = start;
        let width = if self.shared.exhaustive { usize::MAX } else { QUIESCENCE_WIDTH };
        while next - start < width
            && let Some(m) = self.moves.pick(next)
        {
            let mut after = position.clone();
            after.play_unchecked(m);
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
