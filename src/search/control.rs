//! How a running search is controlled from another thread: stop, and ponder hit.
//!
//! ```
//! use tern::games::differo::Differo;
//! use tern::history::History;
//! use tern::search::{Control, Limits, SearchRequest, Table, search};
//!
//! let (game, table, control) = (History::new(Differo::start()), Table::new(1)?, Control::new(false));
//! let request = SearchRequest::new(Limits { infinite: true, ..Limits::NONE });
//! let found = std::thread::scope(|scope| {
//!     let search = scope.spawn(|| search(&game, &[], &request, &table, &control, &mut |_| {}));
//!     control.stop();
//!     search.join()
//! });
//! assert!(found.is_ok_and(|found| found.is_some()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::gaps::Gaps;
use super::progress::Progress;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shared between a search and whoever started it.
pub struct Control {
    started: Instant,
    /// All threads of the search are to end.
    halted: AtomicBool,
    /// A stop was asked for.
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// When the pondered move was played, in nanoseconds after the start.
    ponder_hit: AtomicU64,
    /// Notified whenever one of the flags changes.
    changed: Condvar,
    change_lock: Mutex<()>,
    progress: Progress,
    gaps: Gaps,
}

impl Control {
    /// For a search that begins now, on the opponent's time if it ponders.
    pub fn new(ponder: bool) -> Self {
        Self {
            started: Instant::now(),
            halted: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            ponder_hit: AtomicU64::new(0),
            changed: Condvar::new(),
            change_lock: Mutex::new(()),
            progress: Progress::default(),
            gaps: Gaps::default(),
        }
    }

    /// Ends the search as soon as its threads notice.
    pub fn stop(&self) {
        self.change(|| {
            self.stopped.store(true, Ordering::Relaxed);
            self.halt();
        });
    }

    /// Whether a stop was asked for.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Gets ready for another search after one has ended; false if it may not begin, as a stop was asked for.
    pub fn may_go_on(&self) -> bool {
        let mut stopped = false;
        self.change(|| {
            stopped = self.is_stopped();
            self.halted.store(stopped, Ordering::Relaxed);
        });
        !stopped
    }

    /// The pondered move was played: from now on the clock runs.
    pub fn ponder_hit(&self) {
        let now = self.started.elapsed().as_nanos().try_into().unwrap_or(u64::MAX);
        self.ponder_hit.store(now, Ordering::Relaxed);
        self.change(|| self.pondering.store(false, Ordering::Release));
    }

    /// Ends the work of all threads, without letting the answer out of a search that must wait for its stop.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// The flag behind `halt`, for work that polls nothing else.
    pub fn halted(&self) -> &AtomicBool {
        &self.halted
    }

    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    pub(super) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// How far the search has come.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Notes that the clock was looked at, which a search does all the time if it is let.
    pub fn look(&self) {
        self.gaps.look(self.elapsed());
    }

    /// The longest time between two such looks so far.
    pub fn longest_gap(&self) -> Duration {
        self.gaps.longest()
    }

    /// Time that our own clock has been running, `None` as long as we ponder.
    pub(super) fn own_time(&self) -> Option<Duration> {
        if self.is_pondering() {
            return None;
        }
        let hit = Duration::from_nanos(self.ponder_hit.load(Ordering::Relaxed));
        Some(self.elapsed().saturating_sub(hit))
    }

    /// Waits until the answer may be given: at once, or after a stop, or after the ponder hit.
    pub fn wait_for_release(&self, infinite: bool) {
        let held = || !self.is_stopped() && (infinite || self.is_pondering());
        let mut guard = self.change_lock.lock().unwrap_or_else(PoisonError::into_inner);
        while held() {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
            self.gaps.skip(self.elapsed());
        }
    }

    fn change(&self, set: impl FnOnce()) {
        let guard = self.change_lock.lock().unwrap_or_else(PoisonError::into_inner);
        set();
        drop(guard);
        self.changed.notify_all();
    }
}
