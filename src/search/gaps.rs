//! The gaps between two looks at the clock: they are short unless the machine does not let this process run.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// When the clock was looked at last, and the longest time between two looks. Times are counted from the start of the search.
#[derive(Default)]
pub(super) struct Gaps {
    last: AtomicU64,
    longest: AtomicU64,
}

impl Gaps {
    /// The clock was looked at.
    pub(super) fn look(&self, now: Duration) {
        let now = nanoseconds(now);
        let gap = now.saturating_sub(self.last.swap(now, Ordering::Relaxed));
        self.longest.fetch_max(gap, Ordering::Relaxed);
    }

    /// Nobody wanted to look until now.
    pub(super) fn skip(&self, now: Duration) {
        self.last.store(nanoseconds(now), Ordering::Relaxed);
    }

    pub(super) fn longest(&self) -> Duration {
        Duration::from_nanos(self.longest.load(Ordering::Relaxed))
    }
}

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_gap_counts_and_waiting_on_purpose_does_not() {
        let gaps = Gaps::default();
        let at = |ms: u64| Duration::from_millis(ms);
        for ms in [1, 2, 9, 10] {
            gaps.look(at(ms));
        }
        assert_eq!(gaps.longest(), at(7));
        gaps.skip(at(500));
        gaps.look(at(503));
        assert_eq!(gaps.longest(), at(7), "the wait is no gap");
        gaps.look(at(540));
        assert_eq!(gaps.longest(), at(37));
    }

    #[test]
    fn a_clock_that_goes_back_is_no_gap() {
        let gaps = Gaps::default();
        gaps.look(Duration::from_millis(9));
        gaps.look(Duration::from_millis(3));
        gaps.look(Duration::from_millis(4));
        assert_eq!(gaps.longest(), Duration::from_millis(9), "the start alone");
    }
}
