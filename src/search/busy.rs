//! Who searches what: threads of one search keep out of each other's way.
//!
//! A thread that is about to search a move which another one is searching does its other moves first, and then finds the
//! answer in the table. (The idea is that of simplified ABDADA.)

use std::sync::atomic::{AtomicU64, Ordering};

/// Slots of a bucket: so many moves with the same place are remembered.
const SLOTS: usize = 4;
const BUCKETS: usize = 1 << 12;

/// The moves that are being searched right now. A move that is forgotten, or taken for another, costs time and nothing else.
pub(super) struct Busy {
    slots: Vec<AtomicU64>,
}

impl Busy {
    pub(super) fn new() -> Self {
        Self { slots: (0..BUCKETS * SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let first = key as usize % BUCKETS * SLOTS;
        &self.slots[first..first + SLOTS]
    }

    /// Whether somebody is searching the move with this key.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.bucket(key).iter().any(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// Notes that a search begins, unless the bucket is full.
    pub(super) fn begin(&self, key: u64) {
        if let Some(slot) = self.bucket(key).iter().find(|slot| slot.load(Ordering::Relaxed) == 0) {
            slot.store(key, Ordering::Relaxed);
        }
    }

    /// Notes that it has ended.
    pub(super) fn end(&self, key: u64) {
        for slot in self.bucket(key).iter().filter(|slot| slot.load(Ordering::Relaxed) == key) {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_what_has_begun_and_not_ended() {
        let busy = Busy::new();
        let keys: Vec<u64> = (1..=SLOTS as u64).map(|n| n * BUCKETS as u64).collect();
        for &key in &keys {
            busy.begin(key);
        }
        assert!(keys.iter().all(|&key| busy.contains(key)));
        busy.begin(99 * BUCKETS as u64);
        assert!(!busy.contains(99 * BUCKETS as u64), "the bucket is full");
        busy.end(keys[1]);
        assert!(!busy.contains(keys[1]) && busy.contains(keys[0]));
    }
}
