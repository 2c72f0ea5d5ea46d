//! The threads that help a search. They sleep between searches: a thread that is started anew may wait two milliseconds for a core of its
//! own, and one that wakes up does not.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::io;
use std::sync::{Mutex, PoisonError};

/// Those that helped the last search. A search takes them with it, and one that runs beside it starts its own.
static ASLEEP: Mutex<Option<ThreadPool>> = Mutex::new(None);

/// More than a thread needs, with what an allocator sets aside for it.
const MEMORY_FOR_THREAD: usize = 128 << 20;

/// Whether so many bytes can be had, by taking them and giving them back: an allocation that fails ends the process, so this
/// is asked before.
pub fn probe_memory(bytes: usize) -> io::Result<()> {
    let mut trial = Vec::<u8>::new();
    let outcome = std::hint::black_box(&mut trial).try_reserve_exact(bytes);
    let message = || format!("{} MiB of memory cannot be had", bytes >> 20);
    outcome.map_err(|_| io::Error::new(io::ErrorKind::OutOfMemory, message()))
}

/// Calls `lead` here and `help` on so many other threads with the numbers from 1 on, and waits for all of them. There are fewer
/// threads if no more can be had.
pub(super) fn lead_and_help<R>(count: usize, lead: impl FnOnce() -> R, help: impl Fn(usize) + Sync) -> R {
    let Some((pool, count)) = wake(count) else { return lead() };
    let result = pool.in_place_scope(|scope| {
        let help = &help;
        (1..=count).for_each(|thread| scope.spawn(move |_| help(thread)));
        lead()
    });
    *ASLEEP.lock().unwrap_or_else(PoisonError::into_inner) = Some(pool);
    result
}

/// So many threads, or as many of them as can be had.
fn wake(wanted: usize) -> Option<(ThreadPool, usize)> {
    let mut count = wanted;
    while count > 0 {
        match probe_memory(count * MEMORY_FOR_THREAD).and_then(|()| pool(count)) {
            Ok(pool) => return Some((pool, count)),
            Err(error) => log::warn!("{count} threads more cannot be started, half of them are tried: {error}"),
        }
        count /= 2;
    }
    None
}

/// The threads that sleep, or new ones if those are too few.
fn pool(count: usize) -> io::Result<ThreadPool> {
    let asleep = ASLEEP.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(pool) = asleep.filter(|pool| pool.current_num_threads() >= count) {
        return Ok(pool);
    }
    let name = |number| format!("helper {}", number + 1);
    ThreadPoolBuilder::new().num_threads(count).thread_name(name).build().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The sum of the numbers of all that took part.
    fn sum_of_numbers(count: usize) -> usize {
        let sum = AtomicUsize::new(0);
        let helped = lead_and_help(
            count,
            || "led",
            |thread| {
                sum.fetch_add(thread, Ordering::Relaxed);
            },
        );
        assert_eq!(helped, "led");
        sum.into_inner()
    }

    #[test]
    fn as_many_help_as_are_asked_for_more_or_fewer_than_before() {
        assert_eq!([2, 5, 0, 1, 3].map(sum_of_numbers), [1 + 2, 1 + 2 + 3 + 4 + 5, 0, 1, 1 + 2 + 3]);
    }

    #[test]
    fn searches_at_the_same_time_have_threads_of_their_own() {
        let inner = lead_and_help(1, || sum_of_numbers(2), |_| assert_eq!(sum_of_numbers(1), 1));
        assert_eq!(inner, 1 + 2);
    }

    #[test]
    fn memory_that_cannot_be_had_is_said() {
        assert!(probe_memory(1).is_ok());
        let error = probe_memory(usize::MAX).map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.ends_with("MiB of memory cannot be had")));
    }
}
