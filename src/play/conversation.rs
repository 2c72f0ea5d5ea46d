//! The conversation with a person: boards and questions out, moves and requests in. No line of input ends it but quit.

use super::keeper::Keeper;
use super::played_game::PlayedGame;
use super::player_command::PlayerCommand;
use super::seat::Seat;
use super::thinker::Thinker;
use super::{paint, words};
use crate::ascii::in_ascii;
use crate::game::Player;
use crate::search::Level;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

pub(super) struct Conversation<'a, I, O> {
    pub(super) input: I,
    pub(super) output: O,
    /// Who makes the moves of p1 and p2.
    pub(super) seats: [Seat; 2],
    pub(super) thinker: Thinker,
    pub(super) game: PlayedGame,
    /// Where the game was saved, or came from.
    pub(super) file: Option<PathBuf>,
    pub(super) keeper: &'a Keeper,
    /// Whether boards are drawn in ASCII.
    pub(super) ascii: bool,
}

impl<I: BufRead, O: Write> Conversation<'_, I, O> {
    /// Plays and talks until it is over.
    pub(super) fn hold(mut self) -> io::Result<()> {
        self.keeper.keep(&self.game);
        self.greet()?;
        self.show_board()?;
        loop {
            let over = self.game.game.outcome().is_some();
            match self.seats[self.game.game.to_move().index()] {
                Seat::Tern(level) if !over => self.tern_moves(level)?,
                _ if !self.seats.contains(&Seat::Person) => return Ok(()),
                _ => {
                    if self.ask()?.is_break() {
                        return self.take_leave();
                    }
                    self.keeper.keep(&self.game);
                }
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let who = Player::BOTH.map(|player| format!("{}: {}", self.name(player), self.occupant(player)));
        writeln!(self.output, "{}", paint::headline(&format!("{}. {}.", self.game.kind, who.join(", "))))?;
        if self.seats.contains(&Seat::Person) {
            let example = self.game.game.moves().into_iter().next();
            let example = example.map_or_else(String::new, |m| format!(" such as {m}"));
            writeln!(self.output, "Type a move{example}, or help.")?;
        }
        Ok(())
    }

    fn name(&self, player: Player) -> &'static str {
        words::name(&self.game.game, player)
    }

    fn occupant(&self, player: Player) -> String {
        match self.seats[player.index()] {
            Seat::Tern(level) => format!("tern ({})", level.name()),
            Seat::Person if self.seats[player.opponent().index()] == Seat::Person => "a person".into(),
            Seat::Person => "you".into(),
        }
    }

    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let game = &self.game.game;
        let status = match game.outcome() {
            Some(outcome) => words::ending(game, outcome),
            None => format!("{} to move.", self.name(game.to_move())),
        };
        let drawing = if self.ascii { in_ascii(&game.draw()) } else { game.draw() };
        write!(self.output, "\n{}", paint::board(&drawing))?;
        writeln!(self.output, "{}", paint::headline(&status))
    }

    fn tern_moves(&mut self, level: Level) -> io::Result<()> {
        // Thinking takes a while: the board before it should be seen.
        self.output.flush()?;
        let player = self.game.game.to_move();
        let thought = self.thinker.think(&self.game.game, level)?;
        self.game.play(&thought.best).map_err(io::Error::other)?;
        self.keeper.keep(&self.game);
        writeln!(self.output, "{} plays {}", self.name(player), thought.best)?;
        self.show_board()
    }

    /// Asks for a line and does what it says; breaks when the person leaves.
    fn ask(&mut self) -> io::Result<ControlFlow<()>> {
        write!(self.output, "{}", self.question())?;
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.output, "\nThe input has ended.")?;
            return Ok(ControlFlow::Break(()));
        }
        let line = String::from_utf8_lossy(&bytes);
        if line.trim().is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        match PlayerCommand::read(&line) {
            Ok(PlayerCommand::Quit) => return Ok(ControlFlow::Break(())),
            Ok(command) => self.execute(command)?,
            Err(error) => self.explain(&error.to_string())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn question(&self) -> String {
        let game = &self.game.game;
        match game.pending() {
            _ if game.outcome().is_some() => "new, undo, save or quit? ".into(),
            Some((awaits, words)) => format!("{awaits} which, {}? ", words.join(" ")),
            None => format!("{}> ", self.name(game.to_move())),
        }
    }

    pub(super) fn explain(&mut self, problem: &str) -> io::Result<()> {
        writeln!(self.output, "{}", paint::problem(problem))
    }
}
