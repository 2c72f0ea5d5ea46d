//! Simplified ABDADA: how the threads of a search divide its work.
//!
//! A thread that is about to search a move which another one is searching tries its other moves first. When it comes back
//! to the move, the answer is in the transposition table.

use crate::game::{Game, GameMove, scramble};
use std::sync::atomic::{AtomicU64, Ordering};

/// Moves that share a bucket.
const SLOTS: usize = 4;
const BUCKETS: usize = 1 << 12;

/// The moves that are being searched right now. A collision or a full bucket costs time, never correctness.
pub(super) struct Abdada {
    slots: Vec<AtomicU64>,
}

/// What stands for a move of a position.
pub(super) fn key<G: Game>(position: &G, m: G::Move) -> u64 {
    position.hash() ^ scramble(u64::from(m.to_bits()))
}

impl Abdada {
    pub(super) fn new() -> Self {
        Self { slots: (0..BUCKETS * SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let first = key as usize % BUCKETS * SLOTS;
        &self.slots[first..first + SLOTS]
    }

    /// Whether a thread is searching the move with this key.
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
        let abdada = Abdada::new();
        let keys: Vec<u64> = (1..=SLOTS as u64).map(|n| n * BUCKETS as u64).collect();
        for &key in &keys {
            abdada.begin(key);
        }
        assert!(keys.iter().all(|&key| abdada.contains(key)));
        abdada.begin(99 * BUCKETS as u64);
        assert!(!abdada.contains(99 * BUCKETS as u64), "the bucket is full");
        abdada.end(keys[1]);
        assert!(!abdada.contains(keys[1]) && abdada.contains(keys[0]));
    }
}
