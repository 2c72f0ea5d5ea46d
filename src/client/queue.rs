//! The lines that wait to be read: bounded, so that an engine that says more has to wait.

use super::line::RawLine;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Bytes that may wait. One line is always let in.
const MAX_BYTES: usize = 2 << 20;

/// What a line costs besides its text.
const OVERHEAD: usize = 64;

/// A line and when it arrived.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) line: RawLine,
    pub(super) at: Instant,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Arrival>,
    bytes: usize,
    /// No more will come.
    ended: bool,
    /// Nobody listens any more: whatever comes is thrown away.
    discarding: bool,
}

#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

/// What there was to take.
pub(super) enum Taken {
    Line(Arrival),
    Nothing,
    End,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing here can panic while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, after waiting for room.
    pub(super) fn push(&self, line: RawLine, at: Instant) {
        let mut state = self.lock();
        while state.bytes > MAX_BYTES && !state.discarding {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if !state.discarding {
            let was_empty = state.lines.is_empty();
            state.bytes += line.text.len() + OVERHEAD;
            state.lines.push_back(Arrival { line, at });
            drop(state);
            // Who takes waits for the first line only, and waking costs more than the line.
            if was_empty {
                self.changed.notify_all();
            }
        }
    }

    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// Takes the next line, waiting for it until a time.
    pub(super) fn take(&self, until: Instant) -> Taken {
        let mut state = self.lock();
        loop {
            if let Some(arrival) = state.lines.pop_front() {
                let was_full = state.bytes > MAX_BYTES;
                state.bytes -= arrival.line.text.len() + OVERHEAD;
                drop(state);
                if was_full {
                    self.changed.notify_all();
                }
                return Taken::Line(arrival);
            }
            if state.ended {
                return Taken::End;
            }
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Taken::Nothing;
            }
            state = self.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Throws away all that waits and all that comes, so that the engine can say its last words and leave.
    pub(super) fn discard(&self) {
        let mut state = self.lock();
        (state.discarding, state.bytes) = (true, 0);
        state.lines = VecDeque::new();
        self.changed.notify_all();
    }
}
