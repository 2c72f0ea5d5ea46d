//! What a person can ask for, one method each.

use super::conversation::Conversation;
use super::played_game::PlayedGame;
use super::player_command::{self, PlayerCommand};
use super::seat::Seat;
use super::thinker::Thought;
use super::{saved, words};
use crate::search::Level;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

impl<I: BufRead, O: Write> Conversation<'_, I, O> {
    pub(super) fn execute(&mut self, command: PlayerCommand) -> io::Result<()> {
        match command {
            PlayerCommand::Move(text) => self.person_moves(&text),
            PlayerCommand::Moves(start) => writeln!(self.output, "{}", words::moves(&self.game.game.moves(), &start)),
            PlayerCommand::Hint => self.hint(),
            PlayerCommand::Undo => self.undo(),
            PlayerCommand::New => self.start_again(),
            PlayerCommand::Save(name) => self.save(name.map(PathBuf::from)),
            PlayerCommand::Board => self.show_board(),
            PlayerCommand::Help => self.help(),
            // Dealt with by whoever asked.
            PlayerCommand::Quit => Ok(()),
        }
    }

    fn person_moves(&mut self, text: &str) -> io::Result<()> {
        match self.game.play(text) {
            Err(error) if self.game.game.pending().is_some() => {
                self.explain(&format!("{error}. To take back the first half: undo."))
            }
            Err(error) => self.explain(&format!("{error}. Try moves or help.")),
            // The next question asks for the other half.
            Ok(()) if self.game.game.pending().is_some() => Ok(()),
            Ok(()) => self.show_board(),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        let examples: Vec<String> = self.game.game.moves().into_iter().take(3).collect();
        if !examples.is_empty() {
            writeln!(self.output, "Type a move, here for instance {}, or", examples.join(" or "))?;
        }
        writeln!(self.output, "{}", player_command::help())
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.game.game.outcome().is_some() {
            return self.explain("There is no hint to give: the game is over.");
        }
        self.output.flush()?;
        let Thought { best, score, answer } = self.thinker.think(&self.game.game, Level::Search)?;
        let worth = score.map_or_else(String::new, |score| format!(", {}", words::worth(score)));
        let answer = answer.map_or_else(String::new, |answer| format!("; the answer may be {answer}"));
        writeln!(self.output, "tern would play {best}{worth}{answer}.")
    }

    /// Takes back as much as it needs for the person who moved last to be asked again.
    fn undo(&mut self) -> io::Result<()> {
        let to_move = self.game.game.to_move();
        let mover_before = [to_move.opponent(), to_move];
        let back = mover_before.iter().position(|player| self.seats[player.index()] == Seat::Person);
        let moves = back.map_or(1, |index| index + 1);
        let half = self.game.game.pending().is_some();
        if !half && moves > self.game.moves.len() {
            return self.explain("There is nothing to take back: you have not moved yet.");
        }
        match self.game.undo(moves) {
            Ok(()) => self.show_board(),
            Err(error) => self.explain(&error.to_string()),
        }
    }

    fn start_again(&mut self) -> io::Result<()> {
        self.show_abandoned()?;
        let PlayedGame { kind, size, fen, .. } = &self.game;
        match PlayedGame::new(*kind, *size, fen.clone()) {
            Ok(game) => {
                self.game = game;
                self.file = None;
                self.show_board()
            }
            Err(error) => self.explain(&error.to_string()),
        }
    }

    fn show_abandoned(&mut self) -> io::Result<()> {
        self.game.abandoned().map_or(Ok(()), |line| writeln!(self.output, "{line}"))
    }

    fn save(&mut self, name: Option<PathBuf>) -> io::Result<()> {
        let file = name.or_else(|| self.file.clone()).unwrap_or_else(|| saved::free_name(&self.game));
        let own = self.file.as_ref() == Some(&file);
        match saved::write(&self.game, &file, own) {
            Ok(()) => {
                writeln!(self.output, "Saved; tern play --resume {} goes on with it.", file.display())?;
                self.file = Some(file);
                Ok(())
            }
            Err(error) => self.explain(&format!("Not saved to {}: {error}. Try another name.", file.display())),
        }
    }

    pub(super) fn take_leave(&mut self) -> io::Result<()> {
        self.show_abandoned()?;
        writeln!(self.output, "Goodbye.")
    }
}
