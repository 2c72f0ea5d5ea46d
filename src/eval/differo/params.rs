//! What steers the search of Differo.

use crate::eval::Steering;
use crate::games::any::GameKind;
use crate::games::differo::Differo;

impl Steering for Differo {
    const GAME: GameKind = GameKind::Differo;
}
