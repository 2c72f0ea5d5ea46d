//! Search parameters of Differo.

use crate::eval::SearchParams;
use crate::games::any::GameKind;
use crate::games::differo::Differo;

impl SearchParams for Differo {
    const GAME: GameKind = GameKind::Differo;
    const FUTILITY_MARGIN: i32 = 60;
}
