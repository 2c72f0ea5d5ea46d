//! A game at the table: what it started from, and every move since as a whole text.

use crate::games::any::{AnyGame, AnyPlayError, GameKind};
use std::error::Error;

pub(super) struct Sitting {
    pub(super) kind: GameKind,
    pub(super) size: usize,
    /// The position text it started from, unless that is the start of the game.
    pub(super) fen: Option<String>,
    pub(super) game: AnyGame,
    pub(super) moves: Vec<String>,
}

impl Sitting {
    /// Nothing was played yet.
    pub(super) fn new(kind: GameKind, size: usize, fen: Option<String>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let game = match &fen {
            Some(text) => AnyGame::from_fen(kind, text)?,
            None => AnyGame::start(kind, size),
        };
        Ok(Self { kind, size, fen, game, moves: Vec::new() })
    }

    /// Plays a move, the first half of one, or what completes it; the whole move does that, too.
    pub(super) fn play(&mut self, text: &str) -> Result<(), AnyPlayError> {
        let Some((awaits, words)) = self.game.pending() else {
            self.game.play(&[text], true)?;
            if self.game.pending().is_none() {
                self.moves.push(text.into());
            }
            return Ok(());
        };
        // The words that complete a half move come in the order of the moves they make of it.
        let completed = words.into_iter().zip(self.game.moves()).find(|(word, whole)| word == text || whole == text);
        match completed {
            Some((word, whole)) => {
                self.game.complete(awaits, &word)?;
                self.moves.push(whole);
                Ok(())
            }
            None => self.game.complete(awaits, text),
        }
    }

    /// Takes back the pending half move, or else so many whole ones.
    pub(super) fn undo(&mut self, moves: usize) -> Result<(), AnyPlayError> {
        let was_pending = self.game.pending().is_some();
        self.game.undo(moves as u32)?;
        if !was_pending {
            self.moves.truncate(self.moves.len().saturating_sub(moves));
        }
        Ok(())
    }

    /// The protocol command that sets up the game as it stands.
    pub(super) fn position_command(&self) -> String {
        let from = self.fen.as_ref().map_or_else(|| "startpos".into(), |fen| format!("fen {fen}"));
        match self.moves.as_slice() {
            [] => format!("position {from}"),
            moves => format!("position {from} moves {}", moves.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White's step d1c1 makes three and captures one of two stones.
    const CAPTURE: &str = "6/6/b5/5b/ww1w2 w 0 0 - - 0";

    fn half_played() -> Sitting {
        let mut sitting = Sitting::new(GameKind::WaliTotal, 8, Some(CAPTURE.into())).unwrap();
        sitting.play("d1c1").unwrap();
        assert!(sitting.moves.is_empty());
        sitting
    }

    #[test]
    fn halves_become_whole_moves() {
        for ending in ["f2", "d1c1xf2"] {
            let mut sitting = half_played();
            sitting.play(ending).unwrap();
            assert_eq!(sitting.position_command(), format!("position fen {CAPTURE} moves d1c1xf2"));
            sitting.undo(1).unwrap();
            assert_eq!(sitting.position_command(), format!("position fen {CAPTURE}"));
        }
    }

    #[test]
    fn a_wrong_half_changes_nothing() {
        let mut sitting = half_played();
        let error = sitting.play("b5").unwrap_err().to_string();
        assert_eq!(error, "capture 'b5' is not possible: expected one of f2 a3");
        sitting.play("a3").unwrap();
        assert_eq!(sitting.moves, ["d1c1xa3"]);
    }

    #[test]
    fn a_half_move_is_taken_back_by_itself() {
        let mut sitting = half_played();
        sitting.undo(1).unwrap();
        assert_eq!(sitting.game.fen(), CAPTURE);
    }
}
