//! Does an engine speak the protocol, and play by the rules? One check after the other, each with its verdict.
//!
//! Checks come in two kinds. The *core* is what any referee relies on: the handshake, positions, every kind of `go`, the
//! three questions of UGI, and the rules of the game. The *extensions* are what tern adds: `move` and `undo`, the other
//! questions, `error` lines, `perft` and the like. They count as failures only for an engine that calls itself tern, or
//! with `--strict`; of any other engine they are reported as lacking.
//!
//! Every check looks at one thing and is lenient about all others, so that one fault fails one check. Nothing is waited
//! for longer than the timeout, and an engine that failed a check is replaced by a new process for the next. Engines are
//! run by the [client](crate::client): whatever they print takes a few megabytes at most, and whatever they start ends with
//! the check.
//!
//! # What no check asks
//!
//! - How well the engine plays, how fast it searches, and whether its scores mean anything.
//! - Whether a score `mate N` is true, or `nodes N` is kept to exactly.
//! - Other sizes of the board than the usual one, and every option but Game and Seed: what `Hash`, `Threads`,
//!   `MultiPV`, `Level`, `Ponder`, `MoveOverhead` or `Clear Hash` do.
//! - The text of `d`, `eval`, `help`, `rules` and of `error` lines, but for the word that they must name.
//! - What a picture (`query svg`) looks like, but for its cells.
//! - Every ending that takes a rare position: those in the list of endings are asked for, and no others.
//! - What happens after hours, or with thousands of searches in one process: see the example `soak`.

mod checks;
mod failure;
mod introduction;
mod report;
mod rollout;
mod subject;
mod under_test;

use crate::client::EngineCommand;
use crate::games::any::GameKind;
use introduction::Introduction;
use report::{Finding, Report, Status};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use subject::Subject;
use under_test::EngineUnderTest;

/// What is checked, and how patiently.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// The game, or several; all that the engine's option Game offers if left out, or else wali
    #[arg(long, value_name = "NAME", value_parser = crate::arguments::game(), ignore_case = true)]
    game: Vec<GameKind>,
    /// Print one JSON document instead of lines
    #[arg(long)]
    json: bool,
    /// Count missing extensions as failures; done anyway for an engine called tern
    #[arg(long)]
    strict: bool,
    /// How long to wait for any answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = milliseconds())]
    timeout: u64,
    /// How late an answer that is due may be, in milliseconds: the median after stop, and any after a time limit
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = milliseconds())]
    latency: u64,
    /// How many random games to compare with the rules, for each check that does
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seeds the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The engine, as it is started from a shell
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Up to a day.
fn milliseconds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(0..=86_400_000)
}

impl CheckArguments {
    fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout)
    }

    fn latency(&self) -> Duration {
        Duration::from_millis(self.latency)
    }
}

/// Makes all checks and writes a report; true if none failed. Fails if the engine cannot be started or the output fails.
pub(crate) fn run(arguments: &CheckArguments, output: impl Write) -> io::Result<bool> {
    let command = EngineCommand::from_words(&arguments.command).ok_or(io::ErrorKind::InvalidInput)?;
    let mut first = EngineUnderTest::start(&command, arguments.timeout()).map_err(io::Error::other)?;
    let introduction = Introduction::ask(&mut first);
    drop(first);

    let games = match arguments.game.as_slice() {
        [] => introduction.games(),
        named => named.to_vec(),
    };
    let strict = arguments.strict || introduction.is_tern();
    let mut report = Report::begin(output, arguments, &introduction, strict)?;
    for game in games {
        let mut subject = Subject::new(arguments, &command, &introduction, game);
        for check in checks::ALL {
            let started = Instant::now();
            let outcome = (check.run)(&mut subject);
            // What we are short of says nothing about the engine.
            if let Some(shortage) = subject.shortage.take() {
                return Err(io::Error::other(shortage));
            }
            if outcome.is_err() {
                subject.replace();
            }
            let status = Status::new(outcome, strict || check.kind == checks::Kind::Core);
            report.add(Finding::new(game, check, status, started.elapsed()))?;
        }
    }
    report.end()
}
