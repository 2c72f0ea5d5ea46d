//! Steps on a board with few stones: nothing is in hand, nothing forbidden, and any stone may be taken.

use crate::games::wali::{BOARD, cells, exact_threes, neighbours};

/// A step.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The stones of the player afterwards.
    pub(super) own: u64,
    /// Whether it makes a three.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the solver alone asks"))]
    pub(super) captures: bool,
}

/// All steps of a player with these stones.
pub(super) fn steps(own: u64, enemy: u64) -> impl Iterator<Item = Step> {
    let empty = BOARD & !own & !enemy;
    cells(own).flat_map(move |from| {
        cells(neighbours(from.bit()) & empty).map(move |to| {
            let own = own & !from.bit() | to.bit();
            Step { own, captures: exact_threes(own) & to.bit() != 0 }
        })
    })
}
