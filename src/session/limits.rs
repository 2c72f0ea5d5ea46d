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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Command;

    fn limits_of(line: &str) -> Limits {
        let Ok(Some(Command::Go(go))) = Command::parse(line) else { panic!("{line}") };
        limits(&go, Player::P2)
    }

    #[test]
    fn a_search_that_nothing_ends_is_infinite() {
        for (line, infinite) in [
            ("go", true),
            ("go infinite depth 3", true),
            ("go depth 3", false),
            ("go ponder", true),
            ("go ponder movetime 5", false),
            ("go searchmoves c3", true),
            ("go mate 2", false),
        ] {
            let limits = limits_of(line);
            assert_eq!((limits.infinite, limits.ponder), (infinite, line.contains("ponder")), "{line}");
        }
    }

    #[test]
    fn the_clock_is_that_of_the_player_to_move() {
        let clock =
            |line| limits_of(line).clock.map(|clock| [clock.left, clock.increment].map(|time| time.as_millis()));
        assert_eq!(clock("go p1time 1 p2time 20 p1inc 3 p2inc 40"), Some([20, 40]));
        assert_eq!(clock("go p1time 1 p1inc 3"), Some([1, 3]), "one clock is both");
        assert_eq!(clock("go p2inc 40"), Some([0, 40]));
        assert_eq!(clock("go p2time -5"), Some([0, 0]), "below zero is nothing");
        assert_eq!(clock("go depth 3"), None);
    }
}
