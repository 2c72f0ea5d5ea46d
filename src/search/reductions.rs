//! Late Move Reductions (LMR): how much less deep to search a move, as late moves are seldom good.

use super::heuristics::HISTORY_LIMIT;
use super::node::Node;
use crate::eval::SearchParams;
use std::sync::LazyLock;

/// Up to this depth, and this index in the order, reductions grow.
const LARGEST: usize = 64;

/// Natural logarithms, in parts of 128.
static LOGARITHMS: LazyLock<[i32; LARGEST]> =
    LazyLock::new(|| std::array::from_fn(|n| (128.0 * (n.max(1) as f64).ln()).round() as i32));

/// The reduction of a move with this index in the order and this history, in plies.
pub(super) fn reduction(params: &SearchParams, node: Node, index: usize, history: i32) -> u32 {
    if node.exact || node.depth < 3 || index < 3 {
        return 0;
    }
    let logarithm = |n: usize| LOGARITHMS[n.min(LARGEST - 1)];
    let late = params.lmr_scale * (logarithm(node.depth as usize) * logarithm(index) / 16) / 1024;
    let good = params.lmr_history * history / HISTORY_LIMIT;
    ((params.lmr_base + late - good).max(0) as u32 / 1024).min(node.depth - 2)
}
