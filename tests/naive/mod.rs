//! The naive rules of every game behind one door: the second opinion on what the engine generates.

mod differo;
mod waldmeister;
mod wali;

use tern::games::any::GameKind;

/// Every legal move of a position and the position it leads to, by the naive rules; none if the game is over.
pub(crate) fn successors(game: GameKind, position: &str) -> Vec<(String, String)> {
    match game {
        GameKind::Wali | GameKind::WaliTotal => wali::successors(game.name(), position),
        GameKind::Differo => differo::successors(position),
        GameKind::WaldMeister => waldmeister::successors(position),
    }
}

/// Who has won and why by the naive rules, `None` while the game goes on.
pub(crate) fn outcome(game: GameKind, position: &str) -> Option<(&'static str, &'static str)> {
    match game {
        GameKind::Wali | GameKind::WaliTotal => wali::outcome(game.name(), position),
        GameKind::Differo => differo::outcome(position),
        GameKind::WaldMeister => waldmeister::outcome(position),
    }
}
