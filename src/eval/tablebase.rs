//! What an endgame tablebase says of a position.

/// How a game that is not over ends with perfect play, for the player to move. Distances to the end (DTM) are in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseValue {
    /// Won, and not sooner than after so many plies if the opponent resists.
    Win(u32),
    /// Won if nothing else ends the game first: it is near a draw by a count of plies.
    WinOrDraw,
    /// Drawn.
    Draw,
    /// Lost if nothing else ends the game first.
    LossOrDraw,
    /// Lost, and not before so many plies with the best resistance.
    Loss(u32),
}

impl TablebaseValue {
    /// The same where a game without a capture or the like is drawn after so many plies more. The winner may have a capture
    /// before that, which the tablebase does not know.
    #[must_use]
    pub fn with_plies_left(self, plies: u32) -> Self {
        match self {
            Self::Win(dtm) if dtm > plies => Self::WinOrDraw,
            Self::Loss(dtm) if dtm > plies => Self::LossOrDraw,
            known => known,
        }
    }
}
