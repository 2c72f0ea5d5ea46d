//! What steers the search of `WaldMeister`.

use crate::eval::{MoveLimits, Steering};
use crate::games::any::GameKind;
use crate::games::waldmeister::{Board, WaldMeister};

impl<B: Board> Steering for WaldMeister<B> {
    const GAME: GameKind = GameKind::WaldMeister;
    // There are up to 1,400 moves in a position.
    const MOVE_LIMITS: Option<MoveLimits> = Some(MoveLimits { root: 160, by_depth: [32, 48, 80] });
}
