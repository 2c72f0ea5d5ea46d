//! Wali positions that several tests need.

/// How a game begins.
pub(crate) const START: &str = "6/6/6/6/6 w 12 12 - - 0";

/// a3b3 captures one of four stones.
pub(crate) const CAPTURE_DUE: &str = "b5/6/w1ww2/6/2b1bb w 0 0 - - 0";

/// a3b3 captures and leaves Black two stones, which wins.
pub(crate) const MATE_IN_ONE: &str = "6/6/w1ww2/6/2b1bb w 0 0 - - 0";

/// White has nothing but a pass.
pub(crate) const ONLY_MOVE: &str = "1w1wbw/b2bwb/wbw1b1/b1b2w/1w1wb1 w 3 3 - - 0";

/// The middle of a game, with much to think about.
pub(crate) const MIDDLE: &str = "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 a2a3 d3e3 4";

/// White, to move, has two stones left and has lost.
pub(crate) const LOST: &str = "6/6/b1bb2/6/w4w w 0 0 - - 0";

/// Nothing was captured for a hundred plies.
pub(crate) const DRAWN: &str = "b5/6/w1ww2/6/2b1bb w 0 0 - - 100";

/// The command that sets up a position.
pub(crate) fn position(fen: &str) -> String {
    format!("position fen {fen}")
}
