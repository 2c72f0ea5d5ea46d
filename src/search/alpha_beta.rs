//! The main search: fail-soft principal variation search with a transposition table.

use super::abdada;
use super::node::{Node, StaticPruning};
use super::reductions::reduction;
use super::transposition::Entry;
use super::value::{self, INFINITE, PROVEN, Value, WIN};
use super::worker::{Halted, NodeValue, Worker};
use crate::eval::{SearchParams, Searchable};
use crate::game::GameMove;

/// Moves generated and ordered, about, in the time of an evaluation.
const MOVES_PER_EVALUATION: usize = 32;

/// Evaluations, about, in the time that it takes to find the best of too many moves.
const EVALUATIONS_PER_SELECTION: u64 = 8;

/// The moves of a node, as a range of the move stack that ends with it.
#[derive(Clone, Copy)]
struct NodeMoves {
    start: usize,
    /// How many are searched before the others are ordered.
    first: usize,
    /// Whether the others are still to be generated.
    unfinished: bool,
    /// What the static evaluation leaves out.
    pruning: StaticPruning,
    /// Late move pruning (LMP): how many are searched at most, once a move is known that does not lose.
    limit: usize,
}

impl<G: Searchable> Worker<'_, G> {
    /// Below this depth a move is searched faster than ABDADA tells the other threads of it.
    const ABDADA_DEPTH: u32 = if G::MOVE_LIMITS.is_some() { 1 } else { 3 };

    /// The value of a position: exact within the window, else a bound.
    fn negamax(&mut self, position: &G, mut node: Node) -> NodeValue {
        // Step 1. Threat extension: a position under threat is no leaf, unless the line is very long already.
        let threatened = !self.context.exhaustive && position.is_threatened();
        if threatened && node.depth == 0 && node.ply < 2 * self.root_depth {
            node.depth = 1;
        }
        // Step 2. Quiescence search at the leaves.
        if node.depth == 0 {
            return self.quiesce(position, node.alpha, node.beta, node.ply);
        }
        // Step 3. The end of the game, a repetition, the maximum depth, or a win at once.
        let ply = node.ply;
        self.clear_pv(ply);
        self.visit(ply)?;
        if let Some(value) = self.value_without_search(position, ply, node.is_pv()) {
            return Ok(value);
        }
        // Step 4. Endgame tablebase.
        let known = self.context.tablebase.probe(position, ply);
        if let Some(value) = known.and_then(|known| known.cutoff(&mut node.alpha, &mut node.beta)) {
            return Ok(value);
        }
        // Step 5. Mate distance pruning: a faster win elsewhere makes this position irrelevant.
        let fastest_win = WIN - (ply as Value + 1);
        if fastest_win <= node.alpha {
            return Ok(fastest_win);
        }
        // Step 6. Pruning by the static evaluation. Before the table, as an evaluation is faster than a look into memory.
        let pruning = if threatened { StaticPruning::None } else { self.static_pruning(position, node) };
        if let StaticPruning::ReverseFutility(value) = pruning {
            return Ok(value);
        }
        // Step 7. Transposition table cutoff.
        let key = node.table_key(position);
        let entry = self.context.table.probe(key);
        if let Some(entry) = entry
            && !node.is_pv()
            && !self.context.exhaustive
            && let Some(value) = node.cutoff_by(entry)
        {
            return Ok(value);
        }
        // Step 8. Internal Iterative Reduction (IIR): without a move from the table the order is poor, and the next
        // iteration will have one.
        let tt_move = entry.map_or(0, |entry| entry.best);
        if tt_move == 0 && node.depth >= self.params.iir_depth as u32 && !node.exact {
            node.depth -= 1;
        }
        // Step 9. Generate moves and search them.
        let limit = if threatened { usize::MAX } else { self.late_moves(node) };
        let moves = NodeMoves { limit, ..self.first_moves(position, node, tt_move, pruning) };
        let (best, best_move) = self.search_moves(position, node, moves)?;
        let best = known.map_or(best, |known| known.clamp(best));
        self.moves.truncate(moves.start);
        // Step 10. Store the result.
        let best_bits = if best > node.alpha { best_move.map_or(0, GameMove::to_bits) } else { 0 };
        self.context.table.store(key, node.entry(best, best_bits));
        Ok(best)
    }

    /// Close to the leaves, the static evaluation may tell what a search would find.
    fn static_pruning(&self, position: &G, node: Node) -> StaticPruning {
        let params = &self.params;
        let depth = node.depth as i32;
        if node.exact || node.is_pv() || depth > params.rfp_depth.max(params.futility_depth) {
            return StaticPruning::None;
        }
        let value = position.evaluate();
        let (high, low) = (value - params.rfp_margin * depth, value + params.futility_margin * depth);
        if depth <= params.rfp_depth && high >= node.beta {
            // Reverse Futility Pruning (RFP): so good that no quiet answer will change it.
            StaticPruning::ReverseFutility(high)
        } else if depth <= params.futility_depth && low <= node.alpha {
            // Futility pruning: so bad that only forcing moves can help.
            StaticPruning::Futility(low)
        } else {
            StaticPruning::None
        }
    }

    /// Late Move Pruning (LMP): how many moves of a node are searched close to the leaves.
    fn late_moves(&self, node: Node) -> usize {
        let SearchParams { lmp_base, lmp_scale, lmp_depth, .. } = self.params;
        let depth = node.depth as i32;
        if node.exact || node.is_pv() || depth > lmp_depth {
            return usize::MAX;
        }
        1 + (lmp_base + lmp_scale * depth * depth) as usize / 16
    }

    /// Puts those moves on the stack that are searched first: the one from the table and, where generating moves takes long,
    /// the killers. Often one of them fails high, and the others need not be generated or ordered.
    fn first_moves(&mut self, position: &G, node: Node, tt_move: u32, pruning: StaticPruning) -> NodeMoves {
        let start = self.moves.len();
        // Where the best moves alone are generated, that of the table may not be among them.
        if !node.exact && pruning.is_none() && (!node.is_pv() || G::MOVE_LIMITS.is_some()) {
            let [killer, other_killer] = if node.is_pv() { [0; 2] } else { self.heuristics.killers(node.ply) };
            for bits in [tt_move, killer, other_killer] {
                if let Some(m) = position.move_from_bits(bits) {
                    self.moves.push_first(m);
                    self.moves.remove_known(start, self.moves.len() - 1);
                }
            }
        }
        let first = self.moves.len() - start;
        if first > 0 {
            return NodeMoves { start, first, unfinished: true, pruning, limit: usize::MAX };
        }
        self.push_moves(position, node, pruning);
        let first = usize::from(self.moves.put_first(start, tt_move));
        NodeMoves { start, first, unfinished: false, pruning, limit: usize::MAX }
    }

    /// Puts the moves of a node on the stack.
    fn push_moves(&mut self, position: &G, node: Node, pruning: StaticPruning) {
        let start = self.moves.len();
        if let StaticPruning::Futility(_) = pruning {
            position.for_each_forcing_move(|m| self.moves.push(m, position.move_score(m)));
        } else if let Some(limits) = G::MOVE_LIMITS.filter(|_| !node.exact) {
            self.push_best_moves(position, limits.at(node.depth));
            self.effort += EVALUATIONS_PER_SELECTION;
        } else {
            position.for_each_scored_move(|m, score| self.moves.push(m, score));
        }
        self.effort += ((self.moves.len() - start) / MOVES_PER_EVALUATION) as u64;
    }

    /// Late move pruning (LMP): puts the best moves alone on the stack, a fixed number in games that have too many.
    fn push_best_moves(&mut self, position: &G, count: usize) {
        let Self { moves, heuristics, .. } = self;
        let (start, mut least) = (moves.len(), i32::MIN);
        position.for_each_move_above(heuristics.history(position.to_move()), |m, rank| {
            least = moves.push_best(start, count, m, rank, least);
            least
        });
        moves.keep_best(start, count);
    }

    /// Generates the moves after the first ones, unless they are there, and orders them. Gives the most that one of the pruned
    /// may be worth.
    fn other_moves(&mut self, position: &G, node: Node, moves: NodeMoves) -> Value {
        let NodeMoves { start, first, unfinished, pruning, .. } = moves;
        if !unfinished {
            return self.order_and_prune(position, node, start + first, first);
        }
        self.push_moves(position, node, pruning);
        // The first moves are among these again. Few are left after pruning, so that they are found fast then.
        let pruned = self.order_and_prune(position, node, start + first, 0);
        self.moves.remove_known(start, start + first);
        pruned
    }

    /// Orders the moves from `next` on, beside which `tried` others were searched before, and prunes those not worth
    /// searching. Gives the most that one of the pruned may be worth.
    fn order_and_prune(&mut self, position: &G, node: Node, next: usize, tried: usize) -> Value {
        // Where the best of too many moves were chosen, history had its say already.
        let chosen = G::MOVE_LIMITS.is_some() && !node.exact;
        let evaluate_children =
            node.depth >= self.params.child_evaluation_depth as u32 && (chosen || G::MOVE_LIMITS.is_none());
        let Self { moves, heuristics, context, params, .. } = self;
        if evaluate_children {
            let look_ahead = position.look_ahead();
            moves.rescore(next, |m| {
                let child = look_ahead(m);
                context.table.prefetch(node.key_for(child.key));
                child.value
            });
            self.effort += (moves.len() - next) as u64;
        }
        if chosen && !evaluate_children {
            moves.raise(next, |m| heuristics.killer_bonus(node.ply, m));
            return -INFINITE;
        }
        moves.rank(next, heuristics.ranking(position.to_move(), node.ply));
        // Futility pruning of single moves by the evaluation of the child.
        if node.exact || node.is_pv() || !evaluate_children {
            return -INFINITE;
        }
        // One move at least must be searched.
        let kept = usize::from(tried == 0 && moves.pick(next).is_some());
        let margin = params.child_futility_base + params.child_futility_margin * node.depth as Value;
        moves.prune_below(next + kept, node.alpha - margin + 1).map_or(-INFINITE, |score| score + margin)
    }

    /// Searches the moves of a node until one fails high or none is left; gives the best value and its move.
    fn search_moves(
        &mut self,
        position: &G,
        mut node: Node,
        moves: NodeMoves,
    ) -> Result<(Value, Option<G::Move>), Halted> {
        let NodeMoves { start, first, pruning, mut limit, .. } = moves;
        let (mut best, mut best_move) = (pruning.floor(), None);
        let mut next = start;
        let mut complete = false;
        loop {
            let index = next - start;
            if index == first && !complete {
                best = best.max(self.other_moves(position, node, moves));
                complete = true;
            }
            if index >= limit && best > -PROVEN {
                self.moves.keep_deferred(next);
                limit = usize::MAX;
            }
            let Some(m) = self.moves.pick(next) else { break };
            let divided = index > 0 && node.depth >= Self::ABDADA_DEPTH;
            if divided && self.context.is_being_searched(position, m) {
                if !complete {
                    best = best.max(self.other_moves(position, node, moves));
                    complete = true;
                }
                if self.moves.defer(next, index) {
                    continue;
                }
            }
            let index = self.moves.deferred_index(next).unwrap_or(index);
            let value = if divided {
                self.search_move_alone(position, m, node, index)?
            } else {
                self.search_move(position, m, node, index)?
            };
            if value > best {
                best = value;
                best_move = Some(m);
                if value > node.alpha {
                    node.alpha = value;
                    self.update_pv(node.ply, m);
                }
                if value >= node.beta {
                    let tried = self.moves.searched(start, next);
                    self.heuristics.update(position.to_move(), m, tried, node.depth, node.ply);
                    break;
                }
            }
            next += 1;
        }
        Ok((best, best_move))
    }

    /// Searches a move and lets the other threads know, so that they search other moves meanwhile.
    pub(super) fn search_move_alone(&mut self, position: &G, m: G::Move, node: Node, index: usize) -> NodeValue {
        let Some(abdada) = &self.context.abdada else { return self.search_move(position, m, node, index) };
        let key = abdada::key(position, m);
        abdada.begin(key);
        let value = self.search_move(position, m, node, index);
        abdada.end(key);
        value
    }

    /// Plays `m`, the move with this index in the order, and searches what follows.
    fn search_move(&mut self, position: &G, m: G::Move, node: Node, index: usize) -> NodeValue {
        let mut child = position.clone();
        child.play_unchecked(m);
        if node.depth > 1 {
            self.context.table.prefetch(node.table_key(&child));
        }
        self.path.push(position);
        let history = self.heuristics.history(position.to_move())[m.slot()];
        let value = self.search_child(&child, node, reduction(&self.params, node, index, history), index);
        self.path.pop();
        value
    }

    /// Principal variation search: the first move gets the whole window, the others a null window, and a second search if
    /// they turn out better.
    fn search_child(&mut self, child: &G, node: Node, reduction: u32, index: usize) -> NodeValue {
        if index > 0 {
            let mut value = -self.negamax(child, node.child_null_window(reduction))?;
            if value > node.alpha && reduction > 0 {
                value = -self.negamax(child, node.child_null_window(0))?;
            }
            if value <= node.alpha || value >= node.beta {
                return Ok(value);
            }
        }
        Ok(-self.negamax(child, node.child())?)
    }
}

impl Node {
    /// What the transposition table keeps of this node.
    fn entry(self, value: Value, best: u32) -> Entry {
        Entry {
            best,
            value: value::to_table(value, self.ply),
            depth: self.depth.min(u32::from(u8::MAX)) as u8,
            bound: self.bound_of(value),
        }
    }
}
