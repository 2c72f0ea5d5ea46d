//! How far a match has come, for a person who watches.

use super::plan::Plan;
use super::report::elo_text;
use super::standings::Standings;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error; nothing at all if that is not a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(super) fn new(plan: &Plan, done: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(plan.games.len() as u64), ProgressDrawTarget::stderr());
        let template = "{bar:30} {pos}/{len} games, {eta} to go  {msg}";
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(done as u64);
        // Games played earlier say nothing about the time to go.
        bar.reset_eta();
        Self { bar }
    }

    pub(super) fn show(&self, standings: &Standings) {
        if let [only] = &standings.pairings[..] {
            let tally = only.tally;
            let elo = elo_text(only.pairs.strength());
            self.bar.set_message(format!("+{} ={} -{}  Elo {elo}", tally.wins, tally.draws, tally.losses));
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
