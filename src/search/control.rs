//! The strings by which the session pulls at a running search: stop it, or tell it that the pondered move was played.

use super::progress::Progress;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shared between a search and whoever started it.
pub struct Control {
    started: Instant,
    /// All threads of the search leave it.
    halted: AtomicBool,
    /// Somebody said stop.
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// When the pondered move was played, in nanoseconds after the start.
    ponder_hit: AtomicU64,
    /// Rung whenever one of the flags changes.
    bell: Condvar,
    bell_lock: Mutex<()>,
    progress: Progress,
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
            bell: Condvar::new(),
            bell_lock: Mutex::new(()),
            progress: Progress::default(),
        }
    }

    /// Ends the search as soon as its threads notice.
    pub fn stop(&self) {
        self.change(|| {
            self.stopped.store(true, Ordering::Relaxed);
            self.halt();
        });
    }

    /// Whether somebody said stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// After a search has ended: gets ready for another one. False if it may not begin, as somebody said stop.
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
        let mut guard = self.bell_lock.lock().unwrap_or_else(PoisonError::into_inner);
        while held() {
            guard = self.bell.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, set: impl FnOnce()) {
        let guard = self.bell_lock.lock().unwrap_or_else(PoisonError::into_inner);
        set();
        drop(guard);
        self.bell.notify_all();
    }
}
