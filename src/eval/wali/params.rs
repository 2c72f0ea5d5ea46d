//! What steers the search of Wali.

use crate::eval::Steering;
use crate::games::any::GameKind;
use crate::games::wali::{Rules, Wali};

impl<R: Rules> Steering for Wali<R> {
    const GAME: GameKind = if R::THREES_PROTECT { GameKind::Wali } else { GameKind::WaliTotal };
}
