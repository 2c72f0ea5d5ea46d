//! The last lines of an engine's standard error, to be shown if it dies.

use super::line::read_line;
use crate::token::Token;
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Lines that are kept.
const KEPT_LINES: usize = 20;

/// Characters that are kept of each.
const KEPT_CHARS: usize = 500;

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    ended: bool,
}

#[derive(Default)]
pub(super) struct Stderr {
    state: Mutex<State>,
    changed: Condvar,
}

impl Stderr {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads to the end and keeps what came last.
    pub(super) fn collect(&self, mut from: impl BufRead) {
        while let Ok(Some(line)) = read_line(&mut from) {
            log::debug!("an engine wrote to stderr: {}", Token::from(line.text.as_str()));
            let mut state = self.lock();
            if state.lines.len() == KEPT_LINES {
                state.lines.pop_front();
            }
            state.lines.push_back(line.text.trim_end().chars().take(KEPT_CHARS).collect());
        }
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// The last lines so far.
    pub(super) fn lines(&self) -> Vec<String> {
        self.lock().lines.iter().cloned().collect()
    }

    /// The last lines of an engine that has ended; waits a little for what is still on its way.
    pub(super) fn last_lines(&self, within: Duration) -> Vec<String> {
        let state = self.lock();
        let waited = self.changed.wait_timeout_while(state, within, |state| !state.ended);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.lines.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far longer than anything here takes.
    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn the_last_lines_are_kept() {
        let stderr = Stderr::default();
        let said: Vec<String> = (1..=KEPT_LINES + 5).map(|number| format!("line {number}")).collect();
        stderr.collect(format!("{}\r\n", said.join(" \n")).as_bytes());
        assert_eq!(stderr.lines(), said[5..]);
        assert_eq!(stderr.last_lines(PATIENCE), said[5..]);
        let long = Stderr::default();
        long.collect("é".repeat(KEPT_CHARS + 1).as_bytes());
        assert_eq!(long.lines(), ["é".repeat(KEPT_CHARS)]);
    }

    #[test]
    fn last_words_are_waited_for() {
        let stderr = Stderr::default();
        std::thread::scope(|scope| {
            let last = scope.spawn(|| stderr.last_lines(PATIENCE));
            stderr.collect(&b"farewell\n"[..]);
            assert_eq!(last.join().unwrap(), ["farewell"]);
        });
        assert_eq!(Stderr::default().last_lines(Duration::ZERO), [""; 0]);
    }
}
