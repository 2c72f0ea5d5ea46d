//! The conversation at the table: boards and questions out, moves and orders in. No line of input ends it but quit.

use super::order::{self, Order};
use super::seat::Seat;
use super::sitting::Sitting;
use super::thinker::{Thinker, Thought};
use super::{paint, saved, words};
use crate::game::Player;
use crate::search::Level;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

pub(super) struct Conversation<I, O> {
    input: I,
    output: O,
    /// Who makes the moves of p1 and p2.
    seats: [Seat; 2],
    thinker: Thinker,
    sitting: Sitting,
    /// Where the game was saved, or came from.
    file: Option<PathBuf>,
}

impl<I: BufRead, O: Write> Conversation<I, O> {
    pub(super) fn new(
        input: I,
        output: O,
        seats: [Seat; 2],
        thinker: Thinker,
        sitting: Sitting,
        file: Option<PathBuf>,
    ) -> Self {
        Self { input, output, seats, thinker, sitting, file }
    }

    /// Plays and talks until it is over.
    pub(super) fn hold(mut self) -> io::Result<()> {
        self.greet()?;
        self.show_board()?;
        loop {
            let over = self.sitting.game.outcome().is_some();
            match self.seats[self.sitting.game.to_move().index()] {
                Seat::Tern(level) if !over => self.tern_moves(level)?,
                _ if !self.seats.contains(&Seat::Person) => return Ok(()),
                _ => {
                    if self.ask()?.is_break() {
                        return self.take_leave();
                    }
                }
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let who = Player::BOTH.map(|player| format!("{}: {}", self.name(player), self.occupant(player)));
        writeln!(self.output, "{}", paint::headline(&format!("{}. {}.", self.sitting.kind, who.join(", "))))?;
        if self.seats.contains(&Seat::Person) {
            let example = self.sitting.game.moves().into_iter().next();
            let example = example.map_or_else(String::new, |m| format!(" such as {m}"));
            writeln!(self.output, "Type a move{example}, or help.")?;
        }
        Ok(())
    }

    fn name(&self, player: Player) -> &'static str {
        words::name(&self.sitting.game, player)
    }

    fn occupant(&self, player: Player) -> String {
        match self.seats[player.index()] {
            Seat::Tern(level) => format!("tern ({})", level.name()),
            Seat::Person if self.seats[player.opponent().index()] == Seat::Person => "a person".into(),
            Seat::Person => "you".into(),
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        let game = &self.sitting.game;
        let status = match game.outcome() {
            Some(outcome) => words::ending(game, outcome),
            None => format!("{} to move.", self.name(game.to_move())),
        };
        write!(self.output, "\n{}", paint::board(&game.draw()))?;
        writeln!(self.output, "{}", paint::headline(&status))
    }

    fn tern_moves(&mut self, level: Level) -> io::Result<()> {
        // Thinking takes a while: the board before it should be seen.
        self.output.flush()?;
        let player = self.sitting.game.to_move();
        let thought = self.thinker.think(&self.sitting.game, level)?;
        self.sitting.play(&thought.best).map_err(io::Error::other)?;
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
        match Order::read(&line) {
            Ok(Order::Quit) => return Ok(ControlFlow::Break(())),
            Ok(order) => self.follow(order)?,
            Err(error) => self.explain(&error.to_string())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn question(&self) -> String {
        let game = &self.sitting.game;
        match game.pending() {
            _ if game.outcome().is_some() => "new, undo, save or quit? ".into(),
            Some((awaits, words)) => format!("{awaits} which, {}? ", words.join(" ")),
            None => format!("{}> ", self.name(game.to_move())),
        }
    }

    fn explain(&mut self, problem: &str) -> io::Result<()> {
        writeln!(self.output, "{}", paint::problem(problem))
    }

    fn follow(&mut self, order: Order) -> io::Result<()> {
        match order {
            Order::Move(text) => self.person_moves(&text),
            Order::Moves(start) => writeln!(self.output, "{}", words::moves(&self.sitting.game.moves(), &start)),
            Order::Hint => self.hint(),
            Order::Undo => self.undo(),
            Order::New => self.start_again(),
            Order::Save(name) => self.save(name.map(PathBuf::from)),
            Order::Board => self.show_board(),
            Order::Help => self.help(),
            // Dealt with by whoever asked.
            Order::Quit => Ok(()),
        }
    }

    fn person_moves(&mut self, text: &str) -> io::Result<()> {
        match self.sitting.play(text) {
            Err(error) if self.sitting.game.pending().is_some() => {
                self.explain(&format!("{error}. To take back the first half: undo."))
            }
            Err(error) => self.explain(&format!("{error}. Try moves or help.")),
            // The next question asks for the other half.
            Ok(()) if self.sitting.game.pending().is_some() => Ok(()),
            Ok(()) => self.show_board(),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        let examples: Vec<String> = self.sitting.game.moves().into_iter().take(3).collect();
        if !examples.is_empty() {
            writeln!(self.output, "Type a move, here for instance {}, or", examples.join(" or "))?;
        }
        writeln!(self.output, "{}", order::help())
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.sitting.game.outcome().is_some() {
            return self.explain("There is no hint to give: the game is over.");
        }
        self.output.flush()?;
        let Thought { best, score, answer } = self.thinker.think(&self.sitting.game, Level::Search)?;
        let worth = score.map_or_else(String::new, |score| format!(", {}", words::worth(score)));
        let answer = answer.map_or_else(String::new, |answer| format!("; the answer may be {answer}"));
        writeln!(self.output, "tern would play {best}{worth}{answer}.")
    }

    /// Takes back as much as it needs for the person who moved last to be asked again.
    fn undo(&mut self) -> io::Result<()> {
        let to_move = self.sitting.game.to_move();
        let mover_before = [to_move.opponent(), to_move];
        let back = mover_before.iter().position(|player| self.seats[player.index()] == Seat::Person);
        let moves = back.map_or(1, |index| index + 1);
        let half = self.sitting.game.pending().is_some();
        if !half && moves > self.sitting.moves.len() {
            return self.explain("There is nothing to take back: you have not moved yet.");
        }
        match self.sitting.undo(moves) {
            Ok(()) => self.show_board(),
            Err(error) => self.explain(&error.to_string()),
        }
    }

    fn start_again(&mut self) -> io::Result<()> {
        self.show_abandoned()?;
        let Sitting { kind, size, fen, .. } = &self.sitting;
        match Sitting::new(*kind, *size, fen.clone()) {
            Ok(sitting) => {
                self.sitting = sitting;
                self.file = None;
                self.show_board()
            }
            Err(error) => self.explain(&error.to_string()),
        }
    }

    /// Nothing is lost that can still be copied from the screen.
    fn show_abandoned(&mut self) -> io::Result<()> {
        if self.sitting.moves.is_empty() {
            return Ok(());
        }
        writeln!(self.output, "The game was: {}", self.sitting.position_command())
    }

    fn save(&mut self, name: Option<PathBuf>) -> io::Result<()> {
        let file = name.or_else(|| self.file.clone()).unwrap_or_else(|| saved::free_name(&self.sitting));
        let own = self.file.as_ref() == Some(&file);
        match saved::write(&self.sitting, &file, own) {
            Ok(()) => {
                writeln!(self.output, "Saved; tern play --resume {} goes on with it.", file.display())?;
                self.file = Some(file);
                Ok(())
            }
            Err(error) => self.explain(&format!("Not saved to {}: {error}. Try another name.", file.display())),
        }
    }

    fn take_leave(&mut self) -> io::Result<()> {
        self.show_abandoned()?;
        writeln!(self.output, "Goodbye.")
    }
}
