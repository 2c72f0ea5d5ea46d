//! The time manager: how long to think about a move.

use super::limits::GameClock;
use super::request::SearchRequest;
use super::value::Value;
use crate::game::GameMove;
use std::time::Duration;

/// A game with no announced length is planned for this many more moves.
const MOVES_AHEAD: u32 = 24;

/// At most this part of the clock goes into one move.
const LARGEST_SHARE: f64 = 0.4;

/// How much longer than planned a move may take while the best move keeps changing.
const MAX_OVERRUN: f64 = 4.0;

/// The time for one move: when not to begin another iteration, and when to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeLimits {
    /// No new iteration begins after this.
    pub(super) soft: Option<Duration>,
    /// The search is broken off here.
    pub(super) hard: Option<Duration>,
}

impl TimeLimits {
    /// What the limits of a request allow.
    pub(super) fn new(request: &SearchRequest) -> Self {
        let limits = &request.limits;
        let by_clock = limits.clock.map_or_else(Self::default, |clock| Self::for_clock(clock, request));
        let Some(time) = limits.move_time else { return by_clock };
        let shorter = |other: Option<Duration>| Some(other.map_or(time, |other| other.min(time)));
        // An iteration begun just before the end still finds better moves now and then: use all the time.
        Self { soft: shorter(by_clock.soft), hard: shorter(by_clock.hard) }
    }

    fn for_clock(clock: GameClock, request: &SearchRequest) -> Self {
        let left = clock.left.saturating_sub(request.overhead);
        let free = left.saturating_sub(request.reserve).as_secs_f64();
        let left = left.as_secs_f64();
        let moves = clock.moves_to_go.filter(|&moves| moves > 0).unwrap_or(MOVES_AHEAD).min(MOVES_AHEAD);
        let increment = clock.increment.as_secs_f64();
        let share = free / f64::from(moves) + 0.75 * increment;
        // The last move before new time arrives may use nearly all of it.
        let largest = if moves == 1 { 0.9 } else { LARGEST_SHARE };
        // Where the reserve is touched, half of the increment fills it up again, and the other is there to think with.
        let least = (left / f64::from(2 * MOVES_AHEAD)).max(0.5 * increment).min(left * 0.25);
        let hard = (share * MAX_OVERRUN).min(free * largest).max(least);
        let soft = (share * 0.7).min(hard);
        Self { soft: Some(Duration::from_secs_f64(soft)), hard: Some(Duration::from_secs_f64(hard)) }
    }
}

/// How sure the search is of its move: how often it has found the same one, and whether its score falls.
pub(super) struct Stability<M> {
    best: Option<M>,
    /// How many iterations in a row have found that move.
    iterations: u32,
    /// What the last one thought it worth.
    value: Value,
    /// How much less that was than in the iteration before.
    fall: Value,
}

impl<M> Default for Stability<M> {
    fn default() -> Self {
        Self { best: None, iterations: 0, value: 0, fall: 0 }
    }
}

impl<M: GameMove> Stability<M> {
    /// Takes note of the result of an iteration.
    pub(super) fn update(&mut self, best: M, value: Value) {
        self.iterations = if self.best == Some(best) { self.iterations + 1 } else { 1 };
        self.fall = if self.best.is_some() { self.value - value } else { 0 };
        self.best = Some(best);
        self.value = value;
    }

    /// What part of the soft limit to use: little for a stable best move, much for a new one or when the score has fallen
    /// by more than half of a futility margin.
    pub(super) fn time_factor(&self, futility_margin: Value) -> f64 {
        let stable = match self.iterations {
            0 | 1 => 1.8,
            2 => 1.2,
            3 | 4 => 0.9,
            _ => 0.65,
        };
        if self.fall > futility_margin / 2 { stable * 1.5 } else { stable }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::wali::WaliMove;
    use crate::search::Limits;

    const MS: Duration = Duration::from_millis(1);

    /// The time for a move with a clock that lags behind by `overhead` milliseconds.
    fn time(limits: Limits, overhead: u32) -> TimeLimits {
        TimeLimits::new(&SearchRequest { overhead: overhead * MS, ..SearchRequest::new(limits) })
    }

    fn clock(left: u32, increment: u32, moves_to_go: Option<u32>) -> Limits {
        let clock = GameClock { left: left * MS, increment: increment * MS, moves_to_go };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn the_clock_is_never_spent_in_one_move() {
        for left in [0, 1, 9, 10, 50, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 5_000, 1_000_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let limits = time(clock(left, increment, moves_to_go), 10);
                    let (soft, hard) = (limits.soft.unwrap(), limits.hard.unwrap());
                    assert!(
                        soft <= hard && hard <= (left * MS).saturating_sub(10 * MS),
                        "{left} {increment} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_time_means_at_once() {
        assert_eq!(time(clock(0, 0, None), 1).hard, Some(Duration::ZERO));
    }

    #[test]
    fn the_shorter_of_two_limits_counts() {
        let limits = Limits { move_time: Some(5 * MS), ..clock(60_000, 0, None) };
        assert_eq!(time(limits, 1), TimeLimits { soft: Some(5 * MS), hard: Some(5 * MS) });
    }

    #[test]
    fn without_a_clock_there_is_no_time_limit() {
        assert_eq!(time(Limits { depth: Some(3), ..Limits::default() }, 1), TimeLimits::default());
    }

    /// A game of moves that each take all the time they may, with a fake clock that loses `stall` once in a while.
    fn least_left(reserve: u32, stall: u32) -> u32 {
        let mut left = 2_000;
        let mut least = left;
        for ply in 1..=400 {
            let request =
                SearchRequest { reserve: reserve * MS, overhead: 10 * MS, ..SearchRequest::new(clock(left, 20, None)) };
            let used = TimeLimits::new(&request).hard.unwrap().as_millis() as u32;
            left -= used;
            least = least.min(left);
            left = left.saturating_sub(if ply % 20 == 0 { stall } else { 1 }) + 20;
        }
        least
    }

    #[test]
    fn a_reserve_outlasts_the_stalls_it_is_for() {
        assert!(least_left(0, 60) < 60, "without one a long game is lost on time");
        assert!(least_left(120, 60) > 60);
        assert!(least_left(300, 150) > 150);
    }

    #[test]
    fn a_reserve_leaves_something_to_think_with() {
        let request = SearchRequest { reserve: 10_000 * MS, ..SearchRequest::new(clock(100, 20, None)) };
        let hard = TimeLimits::new(&request).hard;
        assert_eq!(hard, Some(10 * MS));
        let by_move = Limits { move_time: Some(50 * MS), ..Limits::default() };
        let request = SearchRequest { reserve: 10_000 * MS, ..SearchRequest::new(by_move) };
        assert_eq!(TimeLimits::new(&request).hard, Some(50 * MS), "a move time is kept");
    }

    #[test]
    fn a_stable_move_saves_time_and_a_falling_score_costs_it() {
        let mut stability = Stability::default();
        stability.update(WaliMove::Pass, 10);
        let first = stability.time_factor(60);
        for _ in 0..5 {
            stability.update(WaliMove::Pass, 10);
        }
        let stable = stability.time_factor(60);
        stability.update(WaliMove::Pass, -50);
        let falling = stability.time_factor(60);
        assert!(stable < 1.0 && stable < falling && falling < first, "{stable} {falling} {first}");
    }
}
