//! The sign that tern is thinking: a line on standard error that turns, and is gone afterwards. Only in a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Shown as long as it lives.
pub(super) struct ThinkingSign(ProgressBar);

impl ThinkingSign {
    /// Shows it from now on.
    pub(super) fn show() -> Self {
        // Hidden where standard error is not a terminal.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} tern is thinking {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()).tick_chars("|/-\\ "));
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(bar)
    }

    /// Shows how far it has come.
    pub(super) fn update(&self, depth: u32, nodes: u64) {
        self.0.set_message(format!("(depth {depth}, {nodes} positions)"));
    }
}

impl Drop for ThinkingSign {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
