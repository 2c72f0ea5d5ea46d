//! Notices when we ourselves were asleep: stopped by a signal, or so starved that no clock can be trusted.

use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the heart beats.
const BEAT: Duration = Duration::from_millis(50);

/// A pause that is longer was sleep.
const PAUSE: Duration = Duration::from_millis(300);

struct Heart {
    last: Instant,
    asleep: Duration,
}

static HEART: OnceLock<Mutex<Heart>> = OnceLock::new();

impl Heart {
    /// Takes note of the time since the last beat.
    fn beat(&mut self, now: Instant) -> Duration {
        let pause = now.saturating_duration_since(self.last);
        if pause > PAUSE {
            self.asleep += pause;
        }
        self.last = self.last.max(now);
        self.asleep
    }
}

/// Starts the heart, once.
pub(super) fn start() -> io::Result<()> {
    static THREAD: Mutex<bool> = Mutex::new(false);
    let mut started = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
    if !*started {
        HEART.get_or_init(|| Mutex::new(Heart { last: Instant::now(), asleep: Duration::ZERO }));
        thread::Builder::new().name("heartbeat".into()).stack_size(64 << 10).spawn(|| {
            loop {
                thread::sleep(BEAT);
                time_asleep();
            }
        })?;
        *started = true;
    }
    Ok(())
}

/// How long this process has been asleep in all since it started its first engine. Whoever measures a time looks at this
/// before and after: if it has grown, the time means nothing.
pub fn time_asleep() -> Duration {
    HEART
        .get()
        .map_or(Duration::ZERO, |heart| heart.lock().unwrap_or_else(PoisonError::into_inner).beat(Instant::now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heart_is_started_once() {
        start().unwrap();
        start().unwrap();
        assert!(HEART.get().is_some(), "from here on sleep is noticed");
    }

    #[test]
    fn only_long_pauses_are_sleep() {
        let start = Instant::now();
        let mut heart = Heart { last: start, asleep: Duration::ZERO };
        assert_eq!(heart.beat(start + BEAT), Duration::ZERO);
        assert_eq!(heart.beat(start + 2 * BEAT), Duration::ZERO);
        assert_eq!(heart.beat(start + 2 * BEAT + PAUSE), Duration::ZERO);
        assert_eq!(heart.beat(start + 2 * BEAT), Duration::ZERO, "a look at an older clock");
        let start = start + PAUSE;
        assert_eq!(heart.beat(start + 2 * BEAT + Duration::from_secs(5)), Duration::from_secs(5));
        assert_eq!(heart.beat(start + 3 * BEAT + Duration::from_secs(5)), Duration::from_secs(5));
    }
}
