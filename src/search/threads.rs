//! The threads of a search, and what they share.

use super::abdada::{self, Abdada};
use super::helpers::lead_and_help;
use super::root::Root;
use super::root_moves::SharedRootMoves;
use super::tablebase::Tablebase;
use super::time::TimeLimits;
use super::{BestMove, Control, Info, SearchRequest, Table};
use crate::eval::Searchable;
use crate::game::Game;
use crate::history::History;
use std::sync::atomic::{AtomicU64, Ordering};

/// What all threads of a search share.
pub(super) struct Context<'a, G: Game> {
    pub(super) game: &'a History<G>,
    /// The moves to choose from, at least one.
    pub(super) root_moves: &'a [G::Move],
    pub(super) request: &'a SearchRequest,
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) time: TimeLimits,
    /// Search every move to the full depth, as plain minimax does: asked for, or needed to find a mate.
    pub(super) exhaustive: bool,
    pub(super) tablebase: Tablebase,
    /// Nodes of each thread, as last published.
    nodes: Vec<AtomicU64>,
    /// The moves being searched, if there are several threads.
    pub(super) abdada: Option<Abdada>,
    /// What is known of the root moves, if there are several threads and one best move to find.
    pub(super) shared_root: Option<SharedRootMoves<G::Move>>,
}

impl<'a, G: Game> Context<'a, G> {
    pub(super) fn new(
        game: &'a History<G>,
        root_moves: &'a [G::Move],
        request: &'a SearchRequest,
        table: &'a Table,
        control: &'a Control,
    ) -> Self {
        let threads = request.threads.max(1);
        Self {
            game,
            root_moves,
            request,
            table,
            control,
            time: TimeLimits::new(request),
            exhaustive: request.exhaustive || request.limits.mate.is_some(),
            tablebase: Tablebase::OFF,
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            abdada: (threads > 1).then(Abdada::new),
            shared_root: (threads > 1 && request.multipv <= 1).then(SharedRootMoves::new),
        }
    }

    pub(super) fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Makes the node count of a thread known.
    pub(super) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Whether another thread is searching this move.
    pub(super) fn is_being_searched(&self, position: &G, m: G::Move) -> bool {
        self.abdada.as_ref().is_some_and(|abdada| abdada.contains(abdada::key(position, m)))
    }
}

/// Halts a search when its first thread leaves it, even by a panic: the others would search on for ever.
struct HaltAtEnd<'a>(&'a Control);

impl Drop for HaltAtEnd<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

/// Deepens on as many threads as were asked for. The first one reports and minds the clock.
pub(super) fn deepen<G: Searchable>(
    game: &History<G>,
    root_moves: &[G::Move],
    request: &SearchRequest,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Info<G::Move>),
) -> Option<BestMove<G::Move>> {
    table.begin_search();
    let mut context = Context::new(game, root_moves, request, table, control);
    if !request.exhaustive {
        context.tablebase = Tablebase::for_game(game);
    }
    let lead = || {
        let _halt = HaltAtEnd(control);
        let mut root = Root::new(&context, 0);
        root.deepen(report);
        root.best_move()
    };
    lead_and_help(context.threads() - 1, lead, |thread| Root::new(&context, thread).deepen(&mut |_| {}))
}
