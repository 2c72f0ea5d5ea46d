//! The tern binary: arguments, standard input and output, exit code.

use clap::{Parser, Subcommand};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use tern::games::any::{AnyGame, GameKind};
use tern::matches::{self, MatchArguments, ReplayArguments};
use tern::search::Control;
use tern::session;
use tern::{check, play, tune};

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
    /// Play in the terminal
    Play(play::PlayArguments),
    /// Check whether an engine speaks the protocol and plays by the rules
    Check(check::CheckArguments),
    /// Play engines against each other and compare their strength
    Match(Box<MatchArguments>),
    /// Check recorded games against the rules, and draw them
    Replay(ReplayArguments),
    /// Fit the weights of an evaluation to games of tern against itself
    Tune(tune::TuneArguments),
}

/// The exit code of what was ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    if let Some(code) = tern::client::run_as_supervisor() {
        return code;
    }
    let arguments = Arguments::parse();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match perform(arguments) {
        Ok(code) => code,
        // Whoever read our output has gone; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn perform(arguments: Arguments) -> io::Result<ExitCode> {
    match arguments.command {
        None => session::run(
            BufReader::with_capacity(1 << 16, io::stdin()),
            io::stdout(),
            session::Options { game: arguments.game, ..session::Options::default() },
        )?,
        Some(Task::Bench) => {
            let mut result = Ok(());
            let last = session::bench(&Control::new(false), &mut |reply| {
                if result.is_ok() {
                    result = writeln!(io::stdout(), "{reply}");
                }
            });
            result?;
            print_all(&last)?;
        }
        Some(Task::Perft { game, fen, depth }) => {
            let game = match fen {
                None => AnyGame::start(game, session::Options::default().board_size),
                Some(text) => AnyGame::from_fen(game, &text)
                    .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?,
            };
            print_all(&session::perft_replies(&game, depth, &AtomicBool::new(false)))?;
        }
        Some(Task::Play(arguments)) => play::run(&arguments, io::stdin().lock(), anstream::stdout())?,
        Some(Task::Check(arguments)) => {
            let passed = check::run(&arguments, io::stdout())?;
            return Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Some(Task::Tune(arguments)) => tune::run(&arguments, &mut io::stdout().lock())?,
        Some(Task::Match(arguments)) => return play_match(&arguments),
        Some(Task::Replay(arguments)) => {
            let right = matches::replay(&arguments, &mut io::stdout().lock())?;
            return Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn play_match(arguments: &MatchArguments) -> io::Result<ExitCode> {
    let stop = matches::stop_on_request()?;
    let (report, complete) = matches::play_match(arguments, &std::env::current_exe()?, &stop)?;
    if arguments.json {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(io::stdout(), "{report}")?;
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

fn print_all(replies: &[impl std::fmt::Display]) -> io::Result<()> {
    replies.iter().try_for_each(|reply| writeln!(io::stdout(), "{reply}"))
}
