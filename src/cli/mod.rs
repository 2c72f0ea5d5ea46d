//! The command line: arguments in, subcommands dispatched, an exit code out.

mod arguments;
mod interrupt;
#[cfg(feature = "serve")]
mod serve;
mod shell;

use crate::arguments::size_for;
use crate::ascii::is_ascii_locale;
use crate::matches::{self, MatchArguments, MatchEnd, MergeArguments};
use crate::search::Control;
use crate::session::{self, Options};
use crate::{check, client, draw, files, play, report, rules, tune};
use arguments::{Arguments, PerftArguments, Subcommand};
use clap::Parser;
use std::error::Error;
use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// The exit code of what was ended by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// The exit code of a command line that makes no sense.
const USAGE: u8 = 2;

/// Does what the command line says.
pub fn run() -> ExitCode {
    if let Some(code) = client::run_as_supervisor() {
        return code;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match perform(arguments) {
        Ok(code) => code,
        // Whoever read our output has gone; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string(), if error.kind() == io::ErrorKind::InvalidInput { USAGE } else { 1 }),
    }
}

/// Help goes to the output; what is wrong with the arguments is said in one line, like every other error.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nobody may be there to read it, and that is no mistake.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let lines: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    let message = lines.join(" ");
    fail(&format!("{}; try --help", message.strip_prefix("error: ").unwrap_or(&message)), USAGE)
}

fn fail(message: &str, code: u8) -> ExitCode {
    // One line, whatever is in it; and if nobody reads it, there is nobody to tell.
    let _ = writeln!(io::stderr(), "error: {}", message.replace(['\n', '\r'], " "));
    ExitCode::from(code)
}

/// An error of the person who typed the command line.
fn usage(error: impl Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}

fn perform(arguments: Arguments) -> io::Result<ExitCode> {
    let Some(subcommand) = arguments.subcommand else { return speak(&arguments) };
    if let Some(misplaced) = arguments.board.misplaced() {
        let problem =
            format!("{misplaced} goes behind the subcommand, as in: tern {} {misplaced} …", subcommand.name());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    match subcommand {
        Subcommand::Bench => bench(),
        Subcommand::Perft(arguments) => perft(&arguments),
        Subcommand::Play(arguments) => play_in_terminal(&arguments),
        #[cfg(feature = "serve")]
        Subcommand::Serve(arguments) => serve::serve(&arguments),
        Subcommand::Rules { game } => print_all(&[game.map_or_else(rules::all, rules::of)]),
        Subcommand::Draw(arguments) => draw::run(&arguments, &mut io::stdout()).map(|()| ExitCode::SUCCESS),
        Subcommand::Check(arguments) => check::run(&arguments, io::stdout()).map(success_if),
        Subcommand::Match(arguments) => play_match(&arguments),
        Subcommand::Merge(arguments) => merge(&arguments),
        Subcommand::Replay(arguments) => matches::replay(&arguments, &mut io::stdout().lock()).map(success_if),
        Subcommand::Report(arguments) => {
            report::run(&arguments, &mut io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Subcommand::Tune(arguments) => {
            tune::run(&arguments, &mut io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Subcommand::Completions { shell } => print_bytes(&shell::completions(shell)),
        Subcommand::Man { out: None } => print_bytes(&shell::man_page()?),
        Subcommand::Man { out: Some(folder) } => shell::write_man_pages(&folder).map(|()| ExitCode::SUCCESS),
    }
}

fn success_if(good: bool) -> ExitCode {
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Speaks the protocol.
fn speak(arguments: &Arguments) -> io::Result<ExitCode> {
    let defaults = Options::default();
    let game = arguments.board.game.unwrap_or(defaults.game);
    let board_size = size_for(game, arguments.board.size).map_err(usage)?;
    let ascii = is_ascii_locale(|name| std::env::var(name).ok());
    let options = Options { game, board_size, ascii, ..defaults };
    greet();
    session::run(BufReader::with_capacity(1 << 16, io::stdin()), io::stdout(), options)?;
    Ok(ExitCode::SUCCESS)
}

/// A person who sees nothing but a cursor is told what this is. A program is not: it has no terminal.
fn greet() {
    if io::stdin().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        // If nobody reads it, there is nobody to tell.
        let _ = writeln!(
            io::stderr(),
            "tern {version}, an engine for Wali, Differo and WaldMeister, takes commands here.\n\
             help lists them, quit ends. To play a game in the terminal: tern play"
        );
    }
}

fn bench() -> io::Result<ExitCode> {
    let mut result = Ok(());
    let last = session::bench(&Control::new(false), &mut |reply| {
        if result.is_ok() {
            result = writeln!(io::stdout(), "{reply}");
        }
    });
    result?;
    print_all(&last)
}

fn perft(arguments: &PerftArguments) -> io::Result<ExitCode> {
    let game = arguments.board.start().map_err(usage)?;
    print_all(&session::perft_replies(&game, arguments.depth, &AtomicBool::new(false)))
}

fn print_all(replies: &[impl std::fmt::Display]) -> io::Result<ExitCode> {
    replies.iter().try_for_each(|reply| writeln!(io::stdout(), "{reply}"))?;
    Ok(ExitCode::SUCCESS)
}

fn print_bytes(bytes: &[u8]) -> io::Result<ExitCode> {
    io::stdout().write_all(bytes)?;
    Ok(ExitCode::SUCCESS)
}

fn play_in_terminal(arguments: &play::PlayArguments) -> io::Result<ExitCode> {
    let keeper = play::Keeper::default();
    interrupt::tell_the_game(&keeper)?;
    Ok(match play::run(arguments, play::Console::standard()?, &keeper)? {
        play::Leave::Quit => ExitCode::SUCCESS,
        play::Leave::Interrupt => ExitCode::from(INTERRUPTED),
    })
}

fn merge(arguments: &MergeArguments) -> io::Result<ExitCode> {
    let matches::Merged { report, shards } = matches::merge(arguments).map_err(usage)?;
    if let Some(path) = &arguments.shards {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        files::replace(path, serde_json::to_string_pretty(&shards)?.as_bytes()).map_err(named)?;
    }
    print_report(&report, arguments.json)?;
    // Nobody may be there to read it, and the report is out.
    let _ = write!(io::stderr(), "{shards}");
    Ok(success_if(shards.is_complete()))
}

fn print_report(report: &matches::Report, json: bool) -> io::Result<()> {
    if json {
        writeln!(io::stdout(), "{}", serde_json::to_string_pretty(report)?)
    } else {
        write!(io::stdout(), "{report}")
    }
}

fn play_match(arguments: &MatchArguments) -> io::Result<ExitCode> {
    report::check_match_page(arguments)?;
    let stop = matches::stop_on_request()?;
    let (results, end) = matches::play_match(arguments, &std::env::current_exe()?, &stop)?;
    print_report(&results, arguments.json)?;
    report::write_match_page(arguments)?;
    match end {
        MatchEnd::Complete => Ok(ExitCode::SUCCESS),
        MatchEnd::Interrupted => Ok(ExitCode::from(INTERRUPTED)),
        // The arguments were right; what failed came later.
        MatchEnd::Failed(error) => Err(io::Error::other(error)),
    }
}
