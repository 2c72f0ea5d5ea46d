//! Search parameters of `WaldMeister`.

use crate::eval::{MoveLimits, SearchParams};
use crate::games::any::GameKind;
use crate::games::waldmeister::{Board, WaldMeister};

impl<B: Board> SearchParams for WaldMeister<B> {
    const GAME: GameKind = GameKind::WaldMeister;
    // What the best move gains is part of the evaluation: a good move changes it little.
    const FUTILITY_MARGIN: i32 = 60;
    // Two plies from the leaves the points that moves gain order them nearly as well, in no time.
    const CHILD_EVALUATION_DEPTH: u32 = 3;
    // There are up to 1,400 moves in a position.
    const MOVE_LIMITS: Option<MoveLimits> = Some(MoveLimits { root: 160, by_depth: [32, 48, 80] });
}
