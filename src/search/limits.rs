//! What ends a search.

use std::time::Duration;

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// Time left for all moves to come.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until more time is added, if it will be.
    pub moves_to_go: Option<u32>,
}

/// What ends a search; the first limit to bind does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Complete this many iterations.
    pub depth: Option<u32>,
    /// Visit this many positions.
    pub nodes: Option<u64>,
    /// Use exactly this much time.
    pub move_time: Option<Duration>,
    /// Use the clock wisely.
    pub clock: Option<GameClock>,
    /// Find a win in so many own moves, or that there is none.
    pub mate: Option<u32>,
    /// Keep the answer until told to stop.
    pub infinite: bool,
    /// Think on the opponent's time until told otherwise.
    pub ponder: bool,
}

impl Limits {
    /// No limit at all: the search ends when it is stopped, or when there is nothing left to search.
    pub const NONE: Self =
        Self { depth: None, nodes: None, move_time: None, clock: None, mate: None, infinite: false, ponder: false };

    /// Complete this many iterations.
    pub const fn to_depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// Visit this many positions.
    pub const fn to_nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Whether only time ends the search, so that it is hardly ever the same twice.
    pub fn is_by_time(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.mate.is_none()
    }

    /// Whether the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        let bound = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.clock.is_some()
            || self.mate.is_some();
        bound && !self.infinite && !self.ponder
    }
}
