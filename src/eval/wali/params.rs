//! Search parameters of Wali.

use crate::eval::SearchParams;
use crate::games::any::GameKind;
use crate::games::wali::{Rules, Wali};

impl<R: Rules> SearchParams for Wali<R> {
    const GAME: GameKind = if R::THREES_PROTECT { GameKind::Wali } else { GameKind::WaliTotal };
    const FUTILITY_MARGIN: i32 = 40;
    const CHILD_FUTILITY_MARGIN: Option<i32> = Some(10);
}
