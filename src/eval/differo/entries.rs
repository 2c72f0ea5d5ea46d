//! Which entries of the table must be equal: a line in a mirror, and the same line seen by the other player.

use crate::games::differo::{Content, STATES, State};
use std::sync::LazyLock;

/// For every state the number of what it is to the other player: the board turned by half a turn, the colours swapped.
static TURNED: LazyLock<Vec<State>> = LazyLock::new(|| Content::all().map(|line| line.turned().state()).collect());

/// For every state the number of what a mirror beside the board shows.
static MIRRORED: LazyLock<Vec<State>> = LazyLock::new(|| Content::all().map(|line| line.mirrored().state()).collect());

/// The entry that stands for this one and all that must be equal to it: White to move, and the lower of two mirror images.
pub(super) fn twin(entry: usize) -> usize {
    let state = if entry < STATES { entry } else { usize::from(TURNED[entry - STATES]) };
    state.min(usize::from(MIRRORED[state]))
}
