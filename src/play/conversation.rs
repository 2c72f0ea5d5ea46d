//! The conversation with a person: boards and questions out, moves and requests in. No line of input ends it but quit.

use super::console::{Answer, Console};
use super::keeper::Keeper;
use super::played_game::PlayedGame;
use super::player_command::{self, PlayerCommand};
use super::seat::Seat;
use super::thinker::Thinker;
use super::{Leave, paint, words};
use crate::ascii::in_ascii;
use crate::game::Player;
use crate::notation::first_half;
use crate::rules::wrapped;
use crate::search::Level;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Columns of the smallest terminal that boards are made for.
const WIDTH: usize = 80;

pub(super) struct Conversation<'a> {
    pub(super) console: Console,
    /// Who makes the moves of p1 and p2.
    pub(super) seats: [Seat; 2],
    pub(super) thinker: Thinker,
    pub(super) game: PlayedGame,
    /// Where the game was saved, or came from.
    pub(super) file: Option<PathBuf>,
    pub(super) keeper: &'a Keeper,
    /// Whether boards are drawn in ASCII.
    pub(super) ascii: bool,
    /// What tern has just played; it is told below the next board.
    pub(super) last_reply: Option<String>,
    /// How long the moves were of which a person was last shown an example.
    pub(super) explained: Option<usize>,
    /// Whether the next level was offered after this game, and not wanted.
    pub(super) declined: bool,
}

impl Conversation<'_> {
    /// Plays and talks until it is over.
    pub(super) fn hold(mut self) -> io::Result<Leave> {
        self.keeper.keep(&self.game);
        self.greet()?;
        self.show_board()?;
        loop {
            let over = self.game.end().is_some();
            match self.seats[self.game.game.to_move().index()] {
                Seat::Tern(level) if !over => self.tern_moves(level)?,
                _ if !self.seats.iter().any(Seat::is_person) => return Ok(Leave::Quit),
                _ => {
                    if let ControlFlow::Break(leave) = self.ask()? {
                        self.take_leave()?;
                        return Ok(leave);
                    }
                    self.keeper.keep(&self.game);
                }
            }
        }
    }

    /// Says who plays what.
    pub(super) fn greet(&mut self) -> io::Result<()> {
        let who = Player::BOTH.map(|player| {
            let colour = words::name(&self.game.game, player);
            format!("{colour}: {}", words::occupant(self.game.kind, &self.seats[player.index()]))
        });
        let title = words::title(self.game.kind);
        writeln!(self.console.output, "{}", paint::headline(&format!("{title}. {}.", who.join(", "))))?;
        self.warn_of_a_small_screen()
    }

    /// Boards are not cut, and a terminal breaks lines that are too long for it: say what would help.
    fn warn_of_a_small_screen(&mut self) -> io::Result<()> {
        let drawing = self.game.game.draw();
        let columns = drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        // Below the board stand a line of news and the question.
        let rows = drawing.lines().count() + 2;
        let Some((has_columns, has_rows)) = self.console.size() else { return Ok(()) };
        if columns <= has_columns && rows <= has_rows {
            return Ok(());
        }
        self.explain(&format!(
            "This terminal is {has_columns} by {has_rows}; the board needs {columns} columns and {rows} rows to be whole."
        ))
    }

    /// A player by colour and name.
    pub(super) fn who(&self, player: Player) -> String {
        words::who(&self.game.game, &self.seats, player)
    }

    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let game = &self.game.game;
        let to_move = game.to_move();
        let status = match self.game.end() {
            Some(end) => words::ending(game, &self.seats, end),
            None => format!("{} to move.", self.who(to_move)),
        };
        // How it ended stands on a line of its own.
        let gap = if self.game.end().is_some() { "\n" } else { " " };
        let reply = self.last_reply.take().map_or_else(String::new, |reply| format!("{reply}{gap}"));
        let drawing = if self.ascii { in_ascii(&game.draw()) } else { game.draw() };
        write!(self.console.output, "\n{}", paint::board(&drawing))?;
        let asked = self.seats[to_move.index()].is_person() && self.game.end().is_none();
        let how = if asked { self.how_to_move() } else { String::new() };
        let news = format!("{reply}{status}");
        let long = news.chars().count() + how.chars().count() >= WIDTH;
        let gap = if how.is_empty() {
            ""
        } else if long {
            "\n"
        } else {
            " "
        };
        writeln!(self.console.output, "{}{gap}{how}", paint::headline(&news))
    }

    /// How to go on, where it is not as before: at the start, and when stones that were dropped begin to step.
    fn how_to_move(&mut self) -> String {
        let moves = self.game.game.moves();
        let Some(example) = moves.first() else { return String::new() };
        if moves.len() == 1 {
            return format!("The only move is {example}.");
        }
        let length = first_half(example).len();
        if self.explained.replace(length) == Some(length) {
            return String::new();
        }
        format!("Type a move such as {example}, or help.")
    }

    fn tern_moves(&mut self, level: Level) -> io::Result<()> {
        // Thinking takes a while: the board before it should be seen.
        self.console.output.flush()?;
        let player = self.game.game.to_move();
        let thought = self.thinker.think(&self.game.game, level)?;
        self.game.play(&thought.best).map_err(io::Error::other)?;
        self.keeper.keep(&self.game);
        self.last_reply = Some(format!("{} plays {}.", self.who(player), thought.best));
        self.show_board()
    }

    /// Asks for a line and does what it says; breaks when the person leaves.
    fn ask(&mut self) -> io::Result<ControlFlow<Leave>> {
        let question = self.question();
        match self.console.ask(&question, self.words())? {
            Answer::Line(line) => self.hear(&line),
            Answer::End => {
                writeln!(self.console.output, "\nThe input has ended.")?;
                Ok(ControlFlow::Break(Leave::Quit))
            }
            Answer::Interrupt => Ok(ControlFlow::Break(Leave::Interrupt)),
        }
    }

    fn hear(&mut self, line: &str) -> io::Result<ControlFlow<Leave>> {
        if self.game.end().is_some()
            && let Some(wish) = words::yes_or_no(line)
        {
            return self.after_the_game(wish);
        }
        if line.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        match PlayerCommand::read(line) {
            Ok(PlayerCommand::Quit) => return Ok(ControlFlow::Break(Leave::Quit)),
            Ok(command) => self.execute(command)?,
            Err(error) => self.explain(&error.to_string())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What the tab key completes here.
    fn words(&self) -> Vec<String> {
        let game = &self.game.game;
        let moves = if game.outcome().is_some() { Vec::new() } else { game.moves() };
        let completions = game.pending().map(|(_, words)| words).unwrap_or_default();
        completions.into_iter().chain(moves).chain(player_command::names().map(String::from)).collect()
    }

    fn question(&self) -> String {
        let game = &self.game.game;
        if self.game.end().is_some() {
            let offer = match self.next_level() {
                Some(level) => {
                    format!("Next {} (Elo {})?", words::level(level), level.rating(self.game.kind).elo)
                }
                None => "Another game?".into(),
            };
            return format!("{offer} Enter for yes, or new, swap, undo, save, quit: ");
        }
        match game.pending() {
            Some((awaits, words)) => format!("{awaits} which, {}? ", words.join(" ")),
            None => format!("{}> ", words::name(game, game.to_move())),
        }
    }

    pub(super) fn explain(&mut self, problem: &str) -> io::Result<()> {
        // A terminal would break lines in the middle of words.
        let text = if self.console.is_terminal() { wrapped(problem, "", "").join("\n") } else { problem.into() };
        writeln!(self.console.output, "{}", paint::problem(&text))
    }
}
