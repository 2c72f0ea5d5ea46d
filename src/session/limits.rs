//! What a `go` means to the search.

use crate::game::Player;
use crate::protocol::GoCommand;
use crate::search::{GameClock, Limits};
use std::time::Duration;

/// The limits of a `go` for the player to move. Without any that ends it, the search is infinite.
pub(super) fn limits(go: &GoCommand, to_move: Player) -> Limits {
    let time = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
    let [me, other] = [to_move.index(), to_move.opponent().index()];
    let has_clock = go.time.iter().chain(&go.inc).any(Option::is_some);
    let limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: go.movetime.map(time),
        clock: has_clock.then(|| GameClock {
            // Told of one clock only, we take ours to show the same.
            left: time(go.time[me].or(go.time[other]).unwrap_or(0)),
            increment: time(go.inc[me].or(go.inc[other]).unwrap_or(0)),
            moves_to_go: go.movestogo,
        }),
        mate: go.mate,
        infinite: go.infinite,
        ponder: go.ponder,
    };
    let after_pondering = Limits { ponder: false, ..limits.clone() };
    Limits { infinite: limits.infinite || !after_pondering.is_bounded(), ..limits }
}
