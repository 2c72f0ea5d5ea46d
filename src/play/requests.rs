//! What a person can ask for, one method each.

use super::conversation::Conversation;
use super::played_game::{End, PlayedGame};
use super::player_command::{self, PlayerCommand};
use super::seat::{self, Seat};
use super::thinker::Thought;
use super::{Leave, paint, saved, words};
use crate::arguments::USUAL_SIZE;
use crate::games::any::GameKind;
use crate::rules;
use crate::search::Level;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

impl Conversation<'_> {
    pub(super) fn execute(&mut self, command: PlayerCommand) -> io::Result<()> {
        match command {
            PlayerCommand::Move(text) => self.person_moves(&text),
            PlayerCommand::Moves(start) => {
                writeln!(self.console.output, "{}", words::moves(&self.game.game.moves(), &start))
            }
            PlayerCommand::Hint => self.hint(),
            PlayerCommand::Undo => self.undo(),
            PlayerCommand::Resign => self.resign(),
            PlayerCommand::Level(name) => self.set_level(name.as_deref()),
            PlayerCommand::Swap => self.swap(),
            PlayerCommand::Rules => self.console.page(&rules::of(self.game.kind)),
            PlayerCommand::New(game) => self.new_game(game.as_deref()),
            PlayerCommand::Save(name) => self.save(name.map(PathBuf::from)),
            PlayerCommand::Board => self.show_board(),
            PlayerCommand::Help => self.help(),
            // Dealt with by whoever asked.
            PlayerCommand::Quit => Ok(()),
        }
    }

    fn person_moves(&mut self, text: &str) -> io::Result<()> {
        if self.game.resigned.is_some() {
            return self.explain("The game is over. To take back the resignation: undo.");
        }
        match self.game.play(text) {
            Err(error) if self.game.game.pending().is_some() => {
                self.explain(&format!("{error}. To take back the first half: undo."))
            }
            Err(error) => self.explain(&format!("{error}. Try moves or help.")),
            // The next question asks for the other half.
            Ok(()) if self.game.game.pending().is_some() => Ok(()),
            // One board a turn: the next is drawn when tern has answered.
            Ok(()) if self.tern_is_to_move() => Ok(()),
            Ok(()) => self.show_board(),
        }
    }

    fn tern_is_to_move(&self) -> bool {
        self.game.end().is_none() && !self.seats[self.game.game.to_move().index()].is_person()
    }

    fn help(&mut self) -> io::Result<()> {
        let examples: Vec<String> = self.game.game.moves().into_iter().take(3).collect();
        if !examples.is_empty() {
            writeln!(self.console.output, "Type a move, here for instance {}, or", examples.join(" or "))?;
        }
        writeln!(self.console.output, "{}", player_command::help())?;
        if self.console.is_terminal() {
            writeln!(self.console.output, "Tab completes moves and words; the arrow keys bring back what you typed.")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.game.end().is_some() {
            return self.explain("There is no hint to give: the game is over.");
        }
        self.console.output.flush()?;
        let Thought { best, score, answer } = self.thinker.think(&self.game.game, Level::Search)?;
        let worth = score.map_or_else(String::new, |score| format!(", {}", words::worth(score)));
        let answer = answer.map_or_else(String::new, |answer| format!("; the answer may be {answer}"));
        writeln!(self.console.output, "tern would play {best}{worth}{answer}.")
    }

    /// Takes back as much as it needs for the person who moved last to be asked again.
    fn undo(&mut self) -> io::Result<()> {
        let to_move = self.game.game.to_move();
        let mover_before = [to_move.opponent(), to_move];
        let back = mover_before.iter().position(|player| self.seats[player.index()].is_person());
        let moves = back.map_or(1, |index| index + 1);
        let half = self.game.game.pending().is_some() || self.game.resigned.is_some();
        if !half && moves > self.game.moves.len() {
            return self.explain("There is nothing to take back: you have not moved yet.");
        }
        match self.game.undo(moves) {
            Ok(()) => self.show_board(),
            Err(error) => self.explain(&error.to_string()),
        }
    }

    /// The person who was asked gives up.
    fn resign(&mut self) -> io::Result<()> {
        if self.game.end().is_some() {
            return self.explain("There is nothing to resign: the game is over.");
        }
        let loser = self.game.game.to_move();
        self.game.resigned = Some(loser);
        let ending = words::ending(&self.game.game, &self.seats, End::Resigned(loser));
        writeln!(self.console.output, "{}", paint::headline(&ending))
    }

    /// tern plays at this level wherever it sits.
    fn give_tern(&mut self, level: Level) {
        for seat in self.seats.iter_mut().filter(|seat| !seat.is_person()) {
            *seat = Seat::Tern(level);
        }
    }

    fn set_level(&mut self, name: Option<&str>) -> io::Result<()> {
        let Some(name) = name else {
            let kind = self.game.kind;
            let opponent = self.seats.iter().find(|seat| !seat.is_person());
            if let Some(opponent) = opponent {
                writeln!(self.console.output, "Your opponent is {}.", words::occupant(kind, opponent))?;
            }
            return writeln!(self.console.output, "{}", words::levels(kind));
        };
        let level = match seat::level(name) {
            Ok(level) => level,
            Err(error) => return self.explain(&error.to_string()),
        };
        if self.seats.iter().all(Seat::is_person) {
            return self.explain("tern does not play here: two people do.");
        }
        self.give_tern(level);
        writeln!(
            self.console.output,
            "From now on you play against {}.",
            words::occupant(self.game.kind, &Seat::Tern(level))
        )
    }

    /// In the middle of a game everybody goes on with the other's stones; after it, sides change for the next.
    fn swap(&mut self) -> io::Result<()> {
        if self.game.end().is_none() && self.game.game.pending().is_some() {
            return self.explain("Half a move is played: finish it, or undo, and then swap.");
        }
        self.seats.reverse();
        if self.game.end().is_some() {
            return self.new_game(None);
        }
        self.greet()?;
        if self.tern_is_to_move() { Ok(()) } else { self.show_board() }
    }

    fn new_game(&mut self, name: Option<&str>) -> io::Result<()> {
        let PlayedGame { kind, size, fen, .. } = &self.game;
        let fresh = match name.map(str::parse::<GameKind>).transpose() {
            Ok(Some(other)) if other != *kind => PlayedGame::new(other, USUAL_SIZE, None),
            Ok(_) => PlayedGame::new(*kind, *size, fen.clone()),
            Err(error) => return self.explain(&error.to_string()),
        };
        match fresh {
            Ok(game) => {
                self.show_abandoned()?;
                self.game = game;
                self.file = None;
                self.declined = false;
                self.explained = None;
                self.greet()?;
                self.show_board()
            }
            Err(error) => self.explain(&error.to_string()),
        }
    }

    /// The level to try after this game: one up after a win.
    pub(super) fn next_level(&self) -> Option<Level> {
        let winner = self.game.end()?.winner().filter(|_| !self.declined)?;
        match (&self.seats[winner.index()], &self.seats[winner.opponent().index()]) {
            (Seat::Person(_), Seat::Tern(level)) => words::next_level(self.game.kind, *level),
            _ => None,
        }
    }

    /// Yes or no to what is offered after a game.
    pub(super) fn after_the_game(&mut self, yes: bool) -> io::Result<ControlFlow<Leave>> {
        let next = self.next_level();
        match (yes, next) {
            (true, next) => {
                if let Some(level) = next {
                    self.give_tern(level);
                }
                self.new_game(None)?;
            }
            (false, Some(_)) => self.declined = true,
            (false, None) => return Ok(ControlFlow::Break(Leave::Quit)),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn show_abandoned(&mut self) -> io::Result<()> {
        self.game.abandoned().map_or(Ok(()), |line| writeln!(self.console.output, "{line}"))
    }

    fn save(&mut self, name: Option<PathBuf>) -> io::Result<()> {
        let file = name.or_else(|| self.file.clone()).unwrap_or_else(|| saved::free_name(&self.game));
        let own = self.file.as_ref() == Some(&file);
        match saved::write(&self.game, &self.seats, &file, own) {
            Ok(()) => {
                let (command, does) = match self.game.end() {
                    Some(_) => ("replay", "shows it"),
                    None => ("play --resume", "goes on with it"),
                };
                writeln!(self.console.output, "Saved; tern {command} {} {does}.", file.display())?;
                self.file = Some(file);
                Ok(())
            }
            Err(error) => self.explain(&format!("Not saved to {}: {error}. Try another name.", file.display())),
        }
    }

    pub(super) fn take_leave(&mut self) -> io::Result<()> {
        self.show_abandoned()?;
        writeln!(self.console.output, "Goodbye.")
    }
}
