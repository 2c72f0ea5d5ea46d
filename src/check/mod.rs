//! Does an engine speak the protocol, and play by the rules? One check after the other, each with its verdict.
//!
//! Checks come in two kinds. The *core* is what any referee relies on: the handshake, positions, every kind of `go`, the
//! three questions of UGI, and the rules of the game. The *extensions* are what tern adds: `move` and `undo`, the other
//! questions, `error` lines, `perft` and the like. They count as failures only for an engine that calls itself tern, or
//! with `--strict`; of any other engine they are reported as lacking.
//!
//! Every check looks at one thing and is lenient about all others, so that one fault fails one check. Nothing is waited
//! for longer than the timeout, and an engine that failed a check is replaced by a new process for the next.

mod checks;
mod engine;
mod failure;
mod introduction;
mod report;
mod rollout;
mod subject;

use crate::games::any::GameKind;
use engine::Engine;
use introduction::Introduction;
use report::{Finding, GameResult, Report};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use subject::Subject;

/// What is checked, and how patiently.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArguments {
    /// The game, or several; all that the engine's option Game offers if left out, or else wali
    #[arg(long, value_name = "NAME")]
    game: Vec<GameKind>,
    /// Print one JSON document instead of lines
    #[arg(long)]
    json: bool,
    /// Count missing extensions as failures; done anyway for an engine called tern
    #[arg(long)]
    strict: bool,
    /// How long to wait for any answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    timeout: u64,
    /// How late an answer that is due may be, in milliseconds: the median after stop, and any after a time limit
    #[arg(long, value_name = "MS", default_value_t = 500)]
    latency: u64,
    /// How many random games to compare with the rules, for each check that does
    #[arg(long, value_name = "N", default_value_t = 3)]
    games: usize,
    /// Seeds the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The engine, as it is started from a shell
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
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
pub fn run(arguments: &CheckArguments, output: impl Write) -> io::Result<bool> {
    let explain = |error: io::Error| {
        let command = arguments.command.join(" ");
        io::Error::new(error.kind(), format!("the engine, {command}, cannot be started: {error}"))
    };
    let mut first = Engine::start(&arguments.command, arguments.timeout()).map_err(explain)?;
    let introduction = Introduction::ask(&mut first);
    drop(first);

    let games = match arguments.game.as_slice() {
        [] => introduction.games(),
        named => named.to_vec(),
    };
    let strict = arguments.strict || introduction.is_tern();
    let mut report = Report::begin(output, arguments, &introduction, strict)?;
    for game in games {
        let mut subject = Subject::new(arguments, &introduction, game);
        for check in checks::ALL {
            let started = Instant::now();
            let outcome = (check.run)(&mut subject);
            if outcome.is_err() {
                subject.replace();
            }
            let verdict = GameResult::new(outcome, strict || check.kind == checks::Kind::Core);
            report.add(Finding::new(game, check, verdict, started.elapsed()))?;
        }
    }
    report.end()
}
