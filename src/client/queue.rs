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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(length: usize) -> RawLine {
        RawLine { text: "x".repeat(length), broken: false }
    }

    #[test]
    fn what_waits_is_counted() {
        let (queue, now) = (Queue::default(), Instant::now());
        let bytes = || queue.lock().bytes;
        queue.push(line(3), now);
        queue.push(line(10), now);
        assert_eq!(bytes(), 3 + 10 + 2 * OVERHEAD);
        assert!(matches!(queue.take(now), Taken::Line(arrival) if arrival.line == line(3)));
        assert_eq!(bytes(), 10 + OVERHEAD);
        assert!(matches!(queue.take(now), Taken::Line(arrival) if arrival.line == line(10)));
        assert_eq!(bytes(), 0);
        assert!(matches!(queue.take(now), Taken::Nothing));
        queue.push(line(1), now);
        queue.end();
        assert!(matches!(queue.take(now), Taken::Line(_)) && matches!(queue.take(now), Taken::End));
    }

    #[test]
    fn whoever_says_more_than_there_is_room_for_waits_until_something_is_taken() {
        let (queue, now) = (Queue::default(), Instant::now());
        queue.push(line(MAX_BYTES - OVERHEAD), now);
        // Just full, which lets one more in.
        queue.push(line(0), now);
        std::thread::scope(|scope| {
            scope.spawn(|| (1..=3).for_each(|length| queue.push(line(length), now)));
            let later = now + std::time::Duration::from_secs(60);
            for length in [MAX_BYTES - OVERHEAD, 0, 1, 2, 3] {
                assert!(matches!(queue.take(later), Taken::Line(arrival) if arrival.line.text.len() == length));
            }
        });
    }

    #[test]
    fn lines_as_long_as_the_queue_pass_one_by_one() {
        let (queue, now) = (Queue::default(), Instant::now());
        let later = now + std::time::Duration::from_secs(60);
        std::thread::scope(|scope| {
            scope.spawn(|| (0..20).for_each(|_| queue.push(line(MAX_BYTES), now)));
            for _ in 0..20 {
                assert!(matches!(queue.take(later), Taken::Line(_)), "whoever waits for room is told of it");
            }
        });
    }

    #[test]
    fn a_full_queue_lets_nothing_in() {
        let (queue, now) = (Queue::default(), Instant::now());
        let (sender, pushed) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..2 {
                    queue.push(line(MAX_BYTES), now);
                    sender.send(()).unwrap();
                }
            });
            pushed.recv().unwrap();
            let second = pushed.recv_timeout(std::time::Duration::from_millis(100));
            let waiting = queue.lock().lines.len();
            // Lets the other thread end before anything can fail.
            queue.discard();
            assert_eq!((second.is_err(), waiting), (true, 1), "the second waits for room");
        });
    }

    #[test]
    fn nobody_waits_once_nobody_listens() {
        let (queue, now) = (Queue::default(), Instant::now());
        queue.push(line(MAX_BYTES), now);
        std::thread::scope(|scope| {
            scope.spawn(|| queue.push(line(1), now));
            queue.discard();
        });
        queue.push(line(MAX_BYTES), now);
        queue.push(line(MAX_BYTES), now);
        assert!(matches!(queue.take(now), Taken::Nothing));
        assert_eq!(queue.lock().bytes, 0);
    }
}
