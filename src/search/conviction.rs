//! How sure the search is of its move, and so how much of the planned time it needs.

use super::value::Value;
use crate::game::GameMove;

/// What one iteration after the other thought of the position.
pub(super) struct Conviction<M> {
    best: Option<M>,
    /// How many iterations in a row have found that move.
    times: u32,
    /// What the last one thought it worth.
    value: Value,
    /// How much less that was than what the one before thought.
    fall: Value,
}

impl<M> Default for Conviction<M> {
    fn default() -> Self {
        Self { best: None, times: 0, value: 0, fall: 0 }
    }
}

impl<M: GameMove> Conviction<M> {
    /// Takes note of the result of an iteration.
    pub(super) fn hear(&mut self, best: M, value: Value) {
        self.times = if self.best == Some(best) { self.times + 1 } else { 1 };
        self.fall = if self.best.is_some() { self.value - value } else { 0 };
        self.best = Some(best);
        self.value = value;
    }

    /// What part of the planned time to use: little for a move that every iteration finds, much when the last one found
    /// another, or found that things are worse by more than half of what a quiet move changes.
    pub(super) fn patience(&self, quiet_swing: Value) -> f64 {
        let agreed = match self.times {
            0 | 1 => 1.8,
            2 => 1.2,
            3 | 4 => 0.9,
            _ => 0.65,
        };
        if self.fall > quiet_swing / 2 { agreed * 1.5 } else { agreed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::wali::WaliMove;

    #[test]
    fn agreement_saves_time_and_bad_news_cost_it() {
        let mut conviction = Conviction::default();
        conviction.hear(WaliMove::Pass, 10);
        let first = conviction.patience(60);
        for _ in 0..5 {
            conviction.hear(WaliMove::Pass, 10);
        }
        let agreed = conviction.patience(60);
        conviction.hear(WaliMove::Pass, -50);
        let worse = conviction.patience(60);
        assert!(agreed < 1.0 && agreed < worse && worse < first, "{agreed} {worse} {first}");
    }
}
