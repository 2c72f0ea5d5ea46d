//! Work that takes time runs in the background, on a thread beside the session: searches, perft, bench.

use super::Event;
use crate::games::any::AnyGame;
use crate::protocol::Reply;
use crate::search::{self, Control, Limits, SearchRequest, Table};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

/// What kind of work it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A search within limits.
    Search(Limits),
    /// Perft or bench.
    Count,
}

/// More than work on one thread allocates, with the stack of that thread.
pub(super) const MEMORY: usize = 8 << 20;

/// Work under way.
pub(super) struct Background {
    kind: Kind,
    control: Arc<Control>,
}

impl Background {
    /// Starts `work` on a thread of its own. What it returns is sent when it is done; `on_panic` if it fails.
    pub(super) fn start(
        kind: Kind,
        events: SyncSender<Event>,
        on_panic: Vec<Reply>,
        work: impl FnOnce(&Control, &mut dyn FnMut(Reply)) -> Vec<Reply> + Send + 'static,
    ) -> io::Result<Self> {
        let ponder = matches!(&kind, Kind::Search(limits) if limits.ponder);
        let control = Arc::new(Control::new(ponder));
        let for_work = Arc::clone(&control);
        search::probe_memory(MEMORY)?;
        std::thread::Builder::new().name("background".into()).spawn(move || {
            // A send fails only if the session is over, and then nobody cares.
            let mut report = |reply| drop(events.send(Event::Progress(reply)));
            // Whatever goes wrong in there, the session goes on, and a referee gets its answer.
            let last = catch_unwind(AssertUnwindSafe(|| work(&for_work, &mut report))).unwrap_or(on_panic);
            drop(events.send(Event::Finished(last)));
        })?;
        Ok(Self { kind, control })
    }

    /// Whether it is a search.
    pub(super) fn is_search(&self) -> bool {
        self.kind != Kind::Count
    }

    /// Shared with the work.
    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    /// How long it was kept from running and from being told of, at the worst; nothing is known of a count.
    pub(super) fn longest_stall(&self) -> Option<Duration> {
        self.is_search().then(|| {
            self.control.look();
            self.control.longest_gap()
        })
    }

    /// Ends it as soon as its threads notice.
    pub(super) fn stop(&self) {
        self.control.stop();
    }

    /// The pondered move was played. Nothing to a search that does not ponder: its clock runs already.
    pub(super) fn ponder_hit(&mut self) {
        if let Kind::Search(limits) = &mut self.kind
            && std::mem::take(&mut limits.ponder)
        {
            self.control.ponder_hit();
        }
    }

    /// Whether other commands wait for its end: always for a count, once it was stopped for a search.
    pub(super) fn blocks(&self) -> bool {
        self.kind == Kind::Count || self.control.is_stopped()
    }

    /// Whether it is a count that nobody has stopped yet.
    pub(super) fn is_counting(&self) -> bool {
        self.kind == Kind::Count && !self.control.is_stopped()
    }

    /// Whether it ends without being stopped.
    pub(super) fn is_bounded(&self) -> bool {
        match &self.kind {
            Kind::Search(limits) => limits.is_bounded(),
            Kind::Count => true,
        }
    }
}

/// Searches a game that is not over among some moves, and gives the last reply.
pub(super) fn search(
    game: &AnyGame,
    root_moves: &[String],
    request: &SearchRequest,
    table: &Table,
    control: &Control,
    with_ponder: bool,
    report: &mut dyn FnMut(Reply),
) -> Vec<Reply> {
    let root_moves: Vec<&str> = root_moves.iter().map(String::as_str).collect();
    let mut info = |info: search::Info<String>| report(Reply::Info(Box::new(info.into())));
    match search::run(game, &root_moves, request, table, control, &mut info) {
        Ok(found) => {
            let (best, ponder) = found.map_or((None, None), |found| (Some(found.best), found.ponder));
            vec![Reply::BestMove { best, ponder: ponder.filter(|_| with_ponder) }]
        }
        Err(error) => vec![Reply::Error(error.to_string()), Reply::BestMove { best: None, ponder: None }],
    }
}

/// The answer to `perft`.
pub fn perft_replies(game: &AnyGame, depth: u32, stop: &AtomicBool) -> Vec<Reply> {
    let Some(counts) = game.divide(depth, stop) else {
        return vec![Reply::Error("perft was stopped before it was done".into())];
    };
    let total = counts.iter().map(|(_, count)| count).sum();
    let moves = counts.into_iter().map(|(m, count)| Reply::PerftMove(m, count));
    moves.chain([Reply::PerftTotal(total)]).collect()
}
