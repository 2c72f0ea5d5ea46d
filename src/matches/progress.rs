//! How far a match has come, for a person who watches.

use super::plan::Plan;
use super::report::elo_text;
use super::standings::Standings;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// A bar on standard error, or a line there now and then if that is not a terminal.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    games: usize,
    /// When something was written last.
    written: Instant,
}

/// Between two lines where there is no bar.
const PAUSE: Duration = Duration::from_secs(30);

impl Progress {
    pub(super) fn new(plan: &Plan, done: usize) -> Self {
        let games = plan.games().len();
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr());
            let template = "{bar:30} {pos}/{len} games, {eta} to go  {msg}";
            bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_position(done as u64);
            // Games played earlier say nothing about the time to go.
            bar.reset_eta();
            bar
        });
        Self { bar, games, written: Instant::now() }
    }

    pub(super) fn show(&mut self, standings: &Standings) {
        if let Some(bar) = &self.bar {
            bar.set_message(message(standings));
            bar.inc(1);
        } else if self.written.elapsed() >= PAUSE {
            self.written = Instant::now();
            eprintln!("{}/{} games  {}", standings.games(), self.games, message(standings));
        }
    }
}

/// The score so far; there is none of several engines.
fn message(standings: &Standings) -> String {
    match &standings.pairings[..] {
        [only] => {
            let (tally, elo) = (only.tally, elo_text(only.pairs.strength()));
            format!("+{} ={} -{}  Elo {elo}", tally.wins, tally.draws, tally.losses)
        }
        _ => String::new(),
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameResult, Player};
    use crate::matches::plan::tests::{plan, standings};
    use crate::matches::record::Ending;

    #[test]
    fn the_score_of_two_engines_is_shown() {
        // The first engine plays first in every other game.
        let [won, drawn] = [GameResult::Win(Player::P1), GameResult::Draw].map(|result| (result, Ending::Length));
        let games = [won.clone(), drawn, won.clone(), won];
        let two = plan(&["a", "b"], "round-robin", 4, None);
        let shown = message(&standings(&two, &games));
        assert!(shown.starts_with("+2 =1 -1  Elo "), "{shown}");
        let three = plan(&["a", "b", "c"], "round-robin", 4, None);
        assert_eq!(message(&standings(&three, &games)), "");
    }
}
