//! The clocks of a game under way.

use super::limit::ThinkLimit;
use crate::game::{ByPlayer, Player};
use crate::protocol::{Command, GoCommand};
use std::time::Duration;

/// The time of one player in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    limit: ThinkLimit,
    /// What the clock shows, if there is one.
    left: Option<Duration>,
    /// What was used beyond the time there was. It is not forgiven: the next increment pays for it.
    overdraft: Duration,
}

impl Clock {
    pub(super) fn new(limit: ThinkLimit) -> Self {
        Self { limit, left: limit.tc.map(|control| control.base), overdraft: Duration::ZERO }
    }

    /// How long the next move may take, if time is limited. Clocks are read with an error of `margin`: a move time may be
    /// exceeded by so much each time, a clock once in a game.
    pub(super) fn allowance(&self, margin: Duration) -> Option<Duration> {
        let movetime = self.limit.movetime.map(|ms| Duration::from_millis(ms).saturating_add(margin));
        let clock = self.left.map(|left| left.saturating_add(margin).saturating_sub(self.overdraft));
        [clock, movetime].into_iter().flatten().min()
    }

    /// Takes the time of a move off the clock and adds the increment.
    pub(super) fn spend(&mut self, used: Duration) {
        if let (Some(left), Some(control)) = (&mut self.left, self.limit.tc) {
            let debt = self.overdraft + used;
            let credit = *left;
            let after = credit.saturating_sub(debt) + control.increment;
            let missing = debt.saturating_sub(credit);
            *left = after.saturating_sub(missing);
            self.overdraft = missing.saturating_sub(after);
        }
    }

    /// What the clock shows and what is added after every move, in milliseconds.
    fn shown(&self) -> Option<[i64; 2]> {
        let control = self.limit.tc?;
        Some([self.left?, control.increment].map(|time| time.as_millis() as i64))
    }
}

/// The `go` for the player to move. Engines want to hear of two clocks: a player without one is said to have the same.
pub(super) fn go(clocks: &ByPlayer<Clock>, to_move: Player) -> Command {
    let own = &clocks[to_move];
    let shown = own.shown().map(|own| Player::BOTH.map(|player| clocks[player].shown().unwrap_or(own)));
    let show = |what: usize| shown.map_or([None; 2], |clocks| clocks.map(|clock| Some(clock[what])));
    Command::go(GoCommand { time: show(0), inc: show(1), ..own.limit.go() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn go_tells_both_clocks() {
        let go_line = |clocks: &ByPlayer<Clock>, to_move| go(clocks, to_move).to_string();
        let timed = ThinkLimit { tc: "1+0.5".parse().ok(), depth: Some(3), ..ThinkLimit::default() };
        let counted = ThinkLimit { nodes: Some(9), ..ThinkLimit::default() };
        let mut clocks = ByPlayer::new(|_| Clock::new(timed));
        clocks.p1.spend(ms(700));
        assert_eq!(go_line(&clocks, Player::P1), "go depth 3 p1time 800 p2time 1000 p1inc 500 p2inc 500");
        let mixed = ByPlayer { p1: Clock::new(timed), p2: Clock::new(counted) };
        assert_eq!(go_line(&mixed, Player::P1), "go depth 3 p1time 1000 p2time 1000 p1inc 500 p2inc 500");
        assert_eq!(go_line(&mixed, Player::P2), "go nodes 9");
        assert_eq!(mixed.p2.allowance(ms(200)), None);
    }

    #[test]
    fn the_margin_is_there_once_in_a_game() {
        let mut clock = Clock::new(ThinkLimit { tc: "0.1".parse().ok(), ..ThinkLimit::default() });
        let margin = ms(200);
        assert_eq!(clock.allowance(margin), Some(ms(300)));
        clock.spend(ms(150));
        assert_eq!(clock.allowance(margin), Some(ms(150)), "50 ms of the margin are gone");
        clock.spend(ms(150));
        assert_eq!(clock.allowance(margin), Some(Duration::ZERO));
    }

    #[test]
    fn an_increment_pays_for_an_overdraft() {
        let mut clock = Clock::new(ThinkLimit { tc: "0.1+0.03".parse().ok(), ..ThinkLimit::default() });
        clock.spend(ms(150));
        assert_eq!(clock.allowance(Duration::ZERO), Some(Duration::ZERO));
        assert_eq!(clock.allowance(ms(200)), Some(ms(180)), "20 ms below zero");
        clock.spend(ms(0));
        assert_eq!(clock.allowance(ms(200)), Some(ms(210)), "10 ms left");
    }

    #[test]
    fn a_move_time_has_its_margin_every_time() {
        let mut clock = Clock::new(ThinkLimit { movetime: Some(50), ..ThinkLimit::default() });
        for _ in 0..3 {
            assert_eq!(clock.allowance(ms(20)), Some(ms(70)));
            clock.spend(ms(60));
        }
    }
}
