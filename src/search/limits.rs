//! How long a search may go on: what was asked for, and what that means in time.

use std::time::Duration;

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time left for all moves to come.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until more time is added, if it will be.
    pub moves_to_go: Option<u32>,
}

/// What ends a search; the first limit to bind does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Complete this many iterations.
    pub depth: Option<u32>,
    /// Visit this many positions.
    pub nodes: Option<u64>,
    /// Use exactly this much time.
    pub move_time: Option<Duration>,
    /// Use the clock wisely.
    pub clock: Option<GameClock>,
    /// Find a win in so many own moves, or that there is none.
    pub mate: Option<u32>,
    /// Keep the answer until told to stop.
    pub infinite: bool,
    /// Think on the opponent's time until told otherwise.
    pub ponder: bool,
}

impl Limits {
    /// Whether nothing but time ends the search, so that it is hardly ever the same twice.
    pub fn is_by_time(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.mate.is_none()
    }

    /// Whether the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        let bound = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.clock.is_some()
            || self.mate.is_some();
        bound && !self.infinite && !self.ponder
    }
}

/// A game with no announced length is planned for this many more moves.
const MOVES_AHEAD: u32 = 24;

/// At most this part of the clock goes into one move.
const LARGEST_SHARE: f64 = 0.4;

/// How much longer than planned a move may take when the search has not made up its mind.
const PATIENCE: f64 = 4.0;

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration begins after this.
    pub(super) soft: Option<Duration>,
    /// The search is broken off here.
    pub(super) hard: Option<Duration>,
}

impl Budget {
    /// What `limits` allow, if `overhead` is lost between the clock and us on every move.
    pub(super) fn new(limits: &Limits, overhead: Duration) -> Self {
        let mut budget = limits.clock.map_or_else(Self::default, |clock| Self::for_clock(clock, overhead));
        if let Some(time) = limits.move_time {
            let shorter = |other: Option<Duration>| Some(other.map_or(time, |other| other.min(time)));
            // An iteration begun just before the end still finds better moves now and then: use all the time.
            budget = Self { soft: shorter(budget.soft), hard: shorter(budget.hard) };
        }
        budget
    }

    fn for_clock(clock: GameClock, overhead: Duration) -> Self {
        let left = clock.left.saturating_sub(overhead).as_secs_f64();
        let moves = clock.moves_to_go.filter(|&moves| moves > 0).unwrap_or(MOVES_AHEAD).min(MOVES_AHEAD);
        let share = left / f64::from(moves) + 0.75 * clock.increment.as_secs_f64();
        // The last move before new time arrives may use nearly all of it.
        let largest = if moves == 1 { 0.9 } else { LARGEST_SHARE };
        let hard = (share * PATIENCE).min(left * largest);
        let soft = (share * 0.7).min(hard);
        Self { soft: Some(Duration::from_secs_f64(soft)), hard: Some(Duration::from_secs_f64(hard)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(left: u32, increment: u32, moves_to_go: Option<u32>) -> Limits {
        let clock = GameClock { left: left * MS, increment: increment * MS, moves_to_go };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn the_clock_is_never_spent_in_one_move() {
        for left in [0, 1, 9, 10, 50, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 5_000, 1_000_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = Budget::new(&clock(left, increment, moves_to_go), 10 * MS);
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
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
        assert_eq!(Budget::new(&clock(0, 0, None), MS).hard, Some(Duration::ZERO));
    }

    #[test]
    fn the_shorter_of_two_limits_counts() {
        let limits = Limits { move_time: Some(5 * MS), ..clock(60_000, 0, None) };
        assert_eq!(Budget::new(&limits, MS), Budget { soft: Some(5 * MS), hard: Some(5 * MS) });
    }

    #[test]
    fn without_a_clock_there_is_no_time_limit() {
        assert_eq!(Budget::new(&Limits { depth: Some(3), ..Limits::default() }, MS), Budget::default());
    }
}
