//! Work that takes time runs here, on a thread beside the session: searches, perft, bench.

use super::Event;
use crate::games::any::AnyGame;
use crate::protocol::{Info, InfoScore, Reply};
use crate::search::{Control, Report, Score, SearchJob, Table};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;

/// What kind of work is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A search, which ends by itself if it is bounded.
    Search { bounded: bool },
    /// Counting: perft or bench.
    Count,
}

/// Work under way.
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) control: Arc<Control>,
    /// Whether a pondering search ends by itself once the expected move was played.
    pub(super) bounded_once_pondered: bool,
}

impl Job {
    /// Starts `task` on a thread of its own. Its last words are sent when it is done; `last_resort` if it fails.
    pub(super) fn start(
        work: Work,
        control: Control,
        events: SyncSender<Event>,
        last_resort: Vec<Reply>,
        task: impl FnOnce(&Control, &mut dyn FnMut(Reply)) -> Vec<Reply> + Send + 'static,
    ) -> io::Result<Self> {
        let control = Arc::new(control);
        let for_task = Arc::clone(&control);
        std::thread::Builder::new().name("work".into()).spawn(move || {
            // A send fails only if the session is over, and then nobody cares.
            let mut say = |reply| drop(events.send(Event::Say(reply)));
            // Whatever goes wrong in there, the session goes on, and a referee gets its answer.
            let last_words = catch_unwind(AssertUnwindSafe(|| task(&for_task, &mut say))).unwrap_or(last_resort);
            drop(events.send(Event::Done(last_words)));
        })?;
        Ok(Self { work, control, bounded_once_pondered: false })
    }
}

/// The last words of a search.
pub(super) fn search(
    job: SearchJob,
    table: &Table,
    control: &Control,
    with_ponder: bool,
    say: &mut dyn FnMut(Reply),
) -> Vec<Reply> {
    let choice = job(table, control, &mut |report| say(Reply::Info(info(report))));
    let (best, ponder) = choice.map_or((None, None), |choice| (Some(choice.best), choice.ponder));
    vec![Reply::BestMove { best, ponder: ponder.filter(|_| with_ponder) }]
}

fn info(report: Report<String>) -> Info {
    Info {
        depth: report.depth,
        seldepth: report.deepest,
        multipv: report.rank,
        score: match report.score {
            Score::Points(points) => InfoScore::Cp(points),
            Score::Mate(moves) => InfoScore::Mate(moves),
        },
        nodes: report.nodes,
        hashfull: report.table_full,
        elapsed: report.elapsed,
        pv: report.line,
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
