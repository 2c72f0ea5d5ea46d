//! How far long work has come, on standard error: a bar in a terminal, elsewhere a line now and then.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Without a terminal, a line comes at least so often if anything happens at all.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// The progress of so many things of a kind.
pub(crate) struct Progress {
    what: &'static str,
    total: u64,
    bar: ProgressBar,
    /// Without a terminal: what was said last, and when.
    last_line: Option<Mutex<LastLine>>,
}

struct LastLine {
    tenths: u64,
    at: Instant,
}

impl Progress {
    /// Begins with `done` of `total` things.
    pub(crate) fn new(what: &'static str, total: u64, done: u64) -> Self {
        let plain = !io::stderr().is_terminal();
        let target = if plain { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} to go  {{msg}}");
        bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(done);
        // What was done earlier says nothing about the time to go.
        bar.reset_eta();
        let last_line = LastLine { tenths: tenths(done, total), at: Instant::now() };
        Self { what, total, bar, last_line: plain.then(|| Mutex::new(last_line)) }
    }

    /// One more is done; `message` tells how it stands.
    pub(crate) fn advance(&self, message: impl FnOnce() -> String) {
        self.bar.inc(1);
        let Some(last) = &self.last_line else { return self.bar.set_message(message()) };
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let done = self.bar.position();
        let tenths = tenths(done, self.total);
        if tenths > last.tenths || last.at.elapsed() >= LONGEST_SILENCE {
            *last = LastLine { tenths, at: Instant::now() };
            let line = format!("{done}/{} {}  {}", self.total, self.what, message());
            // Nobody may be there to read it, and that is no reason to stop.
            let _ = writeln!(io::stderr(), "{}", line.trim_end());
        }
    }
}

fn tenths(done: u64, total: u64) -> u64 {
    done.saturating_mul(10) / total.max(1)
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
