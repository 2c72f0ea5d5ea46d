//! A game at the table: what it started from, and every move since as a whole text.

use crate::arguments::USUAL_SIZE;
use crate::game::{GameResult, Outcome, Player};
use crate::games::any::{AnyGame, AnyPlayError, GameKind};
use crate::protocol::{Command, StartFrom};
use std::error::Error;

pub(super) struct PlayedGame {
    pub(super) kind: GameKind,
    pub(super) size: usize,
    /// The position text it started from, unless that is the start of the game.
    pub(super) fen: Option<String>,
    pub(super) game: AnyGame,
    pub(super) moves: Vec<String>,
    /// Who gave it up.
    pub(super) resigned: Option<Player>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By the rules.
    Rules(Outcome),
    /// A player gave it up.
    Resigned(Player),
}

impl End {
    pub(super) fn winner(self) -> Option<Player> {
        match self {
            Self::Rules(Outcome { result: GameResult::Win(winner), .. }) => Some(winner),
            Self::Rules(_) => None,
            Self::Resigned(loser) => Some(loser.opponent()),
        }
    }
}

impl PlayedGame {
    /// Nothing was played yet.
    pub(super) fn new(kind: GameKind, size: usize, fen: Option<String>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let game = match &fen {
            Some(text) => AnyGame::from_fen(kind, text)?,
            None => AnyGame::start(kind, size),
        };
        Ok(Self { kind, size, fen, game, moves: Vec::new(), resigned: None })
    }

    /// How it ended, if it did.
    pub(super) fn end(&self) -> Option<End> {
        self.game.outcome().map(End::Rules).or(self.resigned.map(End::Resigned))
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
        // As the protocol spells it: plant sl.
        let spelled = text.strip_prefix(&awaits.to_string()).and_then(|rest| rest.strip_prefix(' '));
        let text = spelled.map_or(text, str::trim_start);
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

    /// Takes back a resignation, or the pending half move, or else so many whole ones.
    pub(super) fn undo(&mut self, moves: usize) -> Result<(), AnyPlayError> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let was_pending = self.game.pending().is_some();
        self.game.undo(moves as u32)?;
        if !was_pending {
            self.moves.truncate(self.moves.len().saturating_sub(moves));
        }
        Ok(())
    }

    /// The protocol command that sets up the game as it stands.
    pub(super) fn position_command(&self) -> Command {
        Command::position(self.from(), &self.moves)
    }

    fn from(&self) -> StartFrom {
        self.fen.as_ref().map_or(StartFrom::Startpos, |fen| StartFrom::Fen(fen.clone()))
    }

    /// What is said of a game that is left: nothing is lost that can still be copied from the screen.
    pub(super) fn abandoned(&self) -> Option<String> {
        if self.moves.is_empty() {
            return None;
        }
        // A position text tells the size of a board, the start of a game does not.
        let from = if self.size == USUAL_SIZE { self.from() } else { StartFrom::Fen(self.game.start_fen()) };
        let command = Command::position(from, &self.moves);
        let program = if self.kind == GameKind::Wali { String::new() } else { format!(" (tern --game {})", self.kind) };
        Some(format!("The game was: {command}{program}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White's step d1c1 makes three and captures one of two stones.
    const CAPTURE: &str = "6/6/b5/5b/ww1w2 w 0 0 - - 0";

    fn half_played() -> PlayedGame {
        let mut played = PlayedGame::new(GameKind::WaliTotal, 8, Some(CAPTURE.into())).unwrap();
        played.play("d1c1").unwrap();
        assert!(played.moves.is_empty());
        played
    }

    #[test]
    fn halves_become_whole_moves() {
        for ending in ["f2", "capture f2", "d1c1xf2"] {
            let mut played = half_played();
            played.play(ending).unwrap();
            assert_eq!(played.position_command().to_string(), format!("position fen {CAPTURE} moves d1c1xf2"));
            played.undo(1).unwrap();
            assert_eq!(played.position_command().to_string(), format!("position fen {CAPTURE}"));
        }
    }

    #[test]
    fn a_wrong_half_changes_nothing() {
        let mut played = half_played();
        let error = played.play("b5").unwrap_err().to_string();
        assert_eq!(error, "capture 'b5' is not possible: expected one of f2 a3");
        played.play("a3").unwrap();
        assert_eq!(played.moves, ["d1c1xa3"]);
    }

    #[test]
    fn a_half_move_is_taken_back_by_itself() {
        let mut played = half_played();
        played.undo(1).unwrap();
        assert_eq!(played.game.fen(), CAPTURE);
    }
}
