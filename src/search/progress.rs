//! How far a running search has come, for whoever watches it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Written by the search now and then, read from another thread. The numbers need not belong together exactly.
#[derive(Default)]
pub struct Progress {
    nodes: AtomicU64,
    /// The place of the root move being searched, counted from 1, above its 32 bits; 0 if there is none.
    current: AtomicU64,
}

impl Progress {
    /// Positions visited so far, by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The root move being searched, as a number like [`GameMove::to_bits`](crate::game::GameMove::to_bits), and its place in
    /// this iteration, counted from 1.
    pub fn current(&self) -> Option<(u32, u32)> {
        let current = self.current.load(Ordering::Relaxed);
        (current != 0).then_some((current as u32, (current >> 32) as u32))
    }

    pub(super) fn set_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    pub(super) fn set_current(&self, bits: u32, place: usize) {
        self.current.store(((place as u64 + 1) << 32) | u64::from(bits), Ordering::Relaxed);
    }
}
