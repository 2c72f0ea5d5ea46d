//! The tern binary: arguments, standard input and output, exit code.

use clap::{Parser, Subcommand};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use tern::engine::{self, GameKind};
use tern::search::Control;

/// A headless engine for the board games Wali, Differo and WaldMeister.
///
/// Without a command it speaks the protocol of protocol.md on standard input and output; try help and quit.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The game to start with
    #[arg(long, value_name = "NAME", default_value_t = GameKind::Wali)]
    game: GameKind,
    #[command(subcommand)]
    command: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Search a fixed set of positions and count nodes
    Bench,
    /// Count the move sequences of a given length
    Perft {
        /// The game
        #[arg(long, value_name = "NAME", default_value_t = GameKind::Wali)]
        game: GameKind,
        /// A position text; the start position if left out
        #[arg(long, value_name = "TEXT")]
        fen: Option<String>,
        /// The length
        #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: u32,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match perform(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has gone; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn perform(arguments: Arguments) -> io::Result<()> {
    match arguments.command {
        None => engine::run(BufReader::with_capacity(1 << 16, io::stdin()), io::stdout(), arguments.game),
        Some(Task::Bench) => {
            let mut result = Ok(());
            let last = engine::bench(&Control::new(false), &mut |reply| {
                if result.is_ok() {
                    result = writeln!(io::stdout(), "{reply}");
                }
            });
            result?;
            print_all(&last)
        }
        Some(Task::Perft { game, fen, depth }) => {
            let game = match fen {
                None => game.start(engine::Options::default().board_size),
                Some(text) => {
                    game.from_fen(&text).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?
                }
            };
            print_all(&engine::perft_replies(&*game, depth, &AtomicBool::new(false)))
        }
    }
}

fn print_all(replies: &[impl std::fmt::Display]) -> io::Result<()> {
    replies.iter().try_for_each(|reply| writeln!(io::stdout(), "{reply}"))
}
