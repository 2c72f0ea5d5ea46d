//! Stalls: on a busy machine this process may not get to run for a while, and the clock of the game runs on.

use std::time::Duration;

/// What passes between two looks at the clock wherever the machine is not busy, and what `MoveOverhead` is there for anyway.
const HARMLESS: Duration = Duration::from_millis(5);

/// Longer ones are not the machine's: somebody has stopped the process.
const LONGEST: Duration = Duration::from_millis(500);

/// What is left of the memory of a stall after each further move.
const MEMORY: f64 = 0.98;

/// The next stall may be longer than all before, and two may come in one move.
const SAFETY: u32 = 2;

/// What the session has seen of stalls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stalls {
    /// The longest of late: it fades with every move.
    worst: Duration,
}

impl Stalls {
    /// Takes note of the longest time that a search was kept from running.
    pub(super) fn note(&mut self, longest: Duration) {
        let longest = if longest > HARMLESS { longest.min(LONGEST) } else { Duration::ZERO };
        self.worst = longest.max(self.worst.mul_f64(MEMORY));
    }

    /// What to keep on the clock for the next one; nothing on a quiet machine.
    pub(super) fn reserve(self) -> Duration {
        self.worst * SAFETY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_quiet_machine_keeps_nothing_back() {
        let mut stalls = Stalls::default();
        for gap in [Duration::ZERO, MS, 4 * MS, 5 * MS] {
            stalls.note(gap);
            assert_eq!(stalls.reserve(), Duration::ZERO, "{gap:?}");
        }
    }

    #[test]
    fn a_stall_is_kept_in_mind_and_forgotten() {
        let mut stalls = Stalls::default();
        stalls.note(40 * MS);
        assert_eq!(stalls.reserve(), 80 * MS);
        stalls.note(10 * MS);
        assert!(stalls.reserve() > 70 * MS, "a shorter one does not replace it");
        stalls.note(60 * MS);
        assert_eq!(stalls.reserve(), 120 * MS, "a longer one does");
        stalls.note(3_600_000 * MS);
        assert_eq!(stalls.reserve(), 1_000 * MS, "a process that was stopped for an hour does not keep an hour back");
        for _ in 0..600 {
            stalls.note(MS);
        }
        assert!(stalls.reserve() < MS, "{:?}", stalls.reserve());
    }
}
