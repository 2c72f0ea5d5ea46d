//! The game as it stands, for whoever has to end the process at once.

use super::played_game::PlayedGame;
use std::sync::{Arc, Mutex, PoisonError};

/// Knows how to set up the game as it stands. Its clones know the same.
#[derive(Clone, Debug, Default)]
pub struct Keeper(Arc<Mutex<Option<String>>>);

impl Keeper {
    /// Remembers the game.
    pub(super) fn keep(&self, game: &PlayedGame) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = game.abandoned();
    }

    /// What a person needs to go on later.
    pub fn farewell(&self) -> String {
        let game = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*game {
            Some(line) => format!("{line}\nGoodbye."),
            None => "Goodbye.".into(),
        }
    }
}
