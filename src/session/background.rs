//! Work that takes time runs in the background, on a thread beside the session: searches, perft, bench.

use super::Event;
use crate::games::any::AnyGame;
use crate::protocol::{Info, InfoScore, Reply, nps};
use crate::search::{Control, Limits, Report, Score, SearchJob, Table};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;

/// What kind of work it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A search within limits.
    Search(Limits),
    /// Perft or bench.
    Count,
}

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
        std::thread::Builder::new().name("background".into()).spawn(move || {
            // A send fails only if the session is over, and then nobody cares.
            let mut report = |reply| drop(events.send(Event::Progress(reply)));
            // Whatever goes wrong in there, the session goes on, and a referee gets its answer.
            let last = catch_unwind(AssertUnwindSafe(|| work(&for_work, &mut report))).unwrap_or(on_panic);
            drop(events.send(Event::Finished(last)));
        })?;
        Ok(Self { kind, control })
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

/// Searches, and gives the last reply.
pub(super) fn search(
    job: SearchJob,
    table: &Table,
    control: &Control,
    with_ponder: bool,
    report: &mut dyn FnMut(Reply),
) -> Vec<Reply> {
    let choice = job(table, control, &mut |found| report(Reply::Info(Box::new(info(found)))));
    let (best, ponder) = choice.map_or((None, None), |choice| (Some(choice.best), choice.ponder));
    vec![Reply::BestMove { best, ponder: ponder.filter(|_| with_ponder) }]
}

fn info(report: Report<String>) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: Some(report.deepest as u32),
        multipv: Some(report.rank as u32),
        score: Some(match report.score {
            Score::Points(points) => InfoScore::Cp(points),
            Score::Mate(moves) => InfoScore::Mate(moves),
        }),
        nodes: Some(report.nodes),
        nps: Some(nps(report.nodes, report.elapsed)),
        hashfull: Some(report.table_full),
        time: Some(report.elapsed.as_millis() as u64),
        pv: report.line,
        ..Info::default()
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
