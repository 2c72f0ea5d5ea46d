//! A rival for tern: an engine on tern's own rules and evaluation that finds its moves in another way, so that a match
//! between the two tells what tern's search is worth.
//!
//! ```text
//! cargo build --release --examples
//! tern match -e name=tern -e 'name=rival cmd="target/release/examples/rival --strategy iterative"' --movetime 50
//! ```
//!
//! It speaks as much of the protocol as a referee needs, one command after the other: what comes in while it thinks is
//! read when it has played, so there is nothing for `stop` to do. This file is that conversation.

mod adapter;
mod seat;
mod strategy;
mod two_ply;

use clap::Parser;
use seat::Seat;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use strategy::{Limit, Strategy};
use tern::protocol::{Command, Reply, StartFrom};
use tern::session::Options;

/// An engine for the games of tern with a choice of searches.
#[derive(Parser)]
struct Arguments {
    /// How it finds its moves
    #[arg(long)]
    strategy: Strategy,
}

/// The options of tern that mean something here.
const OPTIONS: [&str; 3] = ["Game", "BoardSize", "Hash"];

struct Rival {
    strategy: Strategy,
    options: Options,
    seat: Box<dyn Seat>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let strategy = Arguments::parse().strategy;
    let options = Options::default();
    let seat = seat::take(&options, strategy);
    let mut rival = Rival { strategy, options, seat };
    for line in io::stdin().lock().lines() {
        let line = line?;
        let result = match Command::parse(&line) {
            Ok(None) => continue,
            Ok(Some(command)) => rival.obey(command),
            Err(error) => Err(error.into()),
        };
        match result {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(error) => say(&Reply::Error(error.to_string()))?,
        }
    }
    Ok(())
}

impl Rival {
    fn obey(&mut self, command: Command) -> Result<ControlFlow<()>, Box<dyn Error>> {
        match command {
            Command::Ugi => self.introduce("ugiok")?,
            Command::Uci => self.introduce("uciok")?,
            Command::IsReady => say(&Reply::ReadyOk)?,
            Command::NewGame => self.seat = seat::take(&self.options, self.strategy),
            Command::SetOption { name, value } => {
                self.options.set(&name, value.as_deref())?;
                self.seat = seat::take(&self.options, self.strategy);
            }
            Command::Position { from, moves } => {
                if self.seat.set_up(&from, &moves.to_vec()).is_err() {
                    self.change_board(&from);
                    self.seat.set_up(&from, &moves.to_vec())?;
                }
            }
            Command::Go(go) => {
                let best = self.seat.choose(Limit::new(&go, self.seat.to_move()));
                say(&Reply::BestMove { best, ponder: None })?;
            }
            Command::Stop => {}
            Command::Quit => return Ok(ControlFlow::Break(())),
            _ => return Err("a rival knows what a match needs, and no other commands".into()),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// A position text tells the size of its board by its rows, and may mean another one than the options do.
    fn change_board(&mut self, from: &StartFrom) {
        let board_size = match from {
            StartFrom::Startpos => self.options.board_size,
            StartFrom::Fen(text) => text.split('/').count(),
        };
        self.seat = seat::take(&Options { board_size, ..self.options.clone() }, self.strategy);
    }

    fn introduce(&self, done: &str) -> io::Result<()> {
        let mut output = io::stdout().lock();
        writeln!(output, "id name rival {}", self.strategy)?;
        for option in Options::advertise().iter().filter(|option| OPTIONS.contains(&option.name.as_str())) {
            writeln!(output, "{option}")?;
        }
        writeln!(output, "{done}")
    }
}

fn say(reply: &Reply) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{reply}")
}
