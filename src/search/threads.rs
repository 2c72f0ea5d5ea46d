//! The threads of a search, and what they share.

use super::abdada::{self, Abdada};
use super::root::Root;
use super::root_moves::SharedRootMoves;
use super::tablebase::Tablebase;
use super::time::TimeLimits;
use super::{BestMove, Control, Info, SearchRequest, Table};
use crate::eval::Searchable;
use crate::game::Game;
use crate::history::History;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::Scope;

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

/// More than a thread needs, with what an allocator sets aside for it.
const MEMORY_FOR_THREAD: usize = 128 << 20;

/// Whether so many bytes can be had, by taking them and giving them back: an allocation that fails ends the process, so this
/// is asked before.
pub fn probe_memory(bytes: usize) -> io::Result<()> {
    let mut trial = Vec::<u8>::new();
    let outcome = std::hint::black_box(&mut trial).try_reserve_exact(bytes);
    let message = || format!("{} MiB of memory cannot be had", bytes >> 20);
    outcome.map_err(|_| io::Error::new(io::ErrorKind::OutOfMemory, message()))
}

/// Starts a thread that helps, with all it needs from the beginning.
fn help<'scope, G: Searchable>(
    scope: &'scope Scope<'scope, '_>,
    context: &'scope Context<'scope, G>,
    thread: usize,
) -> io::Result<()> {
    probe_memory(MEMORY_FOR_THREAD)?;
    let mut root = Root::new(context, thread);
    std::thread::Builder::new().spawn_scoped(scope, move || root.deepen(&mut |_| {}))?;
    Ok(())
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
    std::thread::scope(|scope| {
        let mut root = Root::new(&context, 0);
        for thread in 1..context.threads() {
            if let Err(error) = help(scope, &context, thread) {
                log::warn!("searching with {thread} threads, as no more can be started: {error}");
                break;
            }
        }
        root.deepen(report);
        control.halt();
        root.best_move()
    })
}
