//! A match from its arguments to its report.

use super::archive::{Archive, ArchiveError};
use super::args::MatchArguments;
use super::limit::ThinkLimit;
use super::opening::{Ground, Opening, OpeningError, random_openings, read_openings};
use super::plan::Plan;
use super::progress::Progress;
use super::report::Report;
use super::runner;
use super::schedule::schedule;
use super::seat::{Failure, Patience, Seat};
use super::spec::contestants;
use super::standings::Standings;
use super::statistics::{Decision, Sprt};
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// Why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There are no openings.
    #[error("openings: {0}")]
    Opening(#[from] OpeningError),
    /// The file with the openings cannot be used.
    #[error("{0}: {1}")]
    OpeningsFile(PathBuf, Box<dyn std::error::Error + Send + Sync>),
    /// An engine cannot take part.
    #[error("engine {name}: {problem}")]
    Engine {
        /// Which one.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A sequential test compares two engines.
    #[error("--sprt needs exactly two engines, not {0}")]
    SprtEngines(usize),
    /// The record cannot be used.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Something failed on the way.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<MatchError> for io::Error {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Io(error) => error,
            other => Self::new(io::ErrorKind::InvalidInput, other),
        }
    }
}

/// Plays a match; `tern` is the program that plays where no other is named. Raising `stop` breaks it off.
///
/// Gives the report, and whether the match came to its end.
pub fn play_match(arguments: &MatchArguments, tern: &Path, stop: &AtomicBool) -> Result<(Report, bool), MatchError> {
    let plan = plan(arguments, tern)?;
    let (mut archive, played) = match &arguments.record {
        None => (None, Vec::new()),
        Some(path) if arguments.resume && path.exists() => {
            let (archive, games) = Archive::resume(path, &plan)?;
            (Some(archive), games)
        }
        Some(path) => (Some(Archive::create(path)?), Vec::new()),
    };
    let mut standings = Standings::new(&plan);
    let mut done = HashSet::new();
    for record in &played {
        if done.insert(record.number) {
            standings.add(&plan.games[record.number - 1], record);
        }
    }
    let mut decided = is_decided(&plan, &standings);
    let left = if decided { Vec::new() } else { plan.games_left(&done) };
    if !left.is_empty() {
        try_out(&plan, stop)?;
    }
    let progress = Progress::new(&plan, done.len());
    runner::run(&plan, &left, stop, &mut |record| {
        standings.add(&plan.games[record.number - 1], &record);
        if let Some(archive) = &mut archive {
            archive.add(&record).map_err(io::Error::other)?;
        }
        progress.show(&standings);
        decided = is_decided(&plan, &standings);
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let complete = decided || standings.games() == plan.games.len() as u64;
    Ok((Report::new(&plan, &standings), complete))
}

fn plan(arguments: &MatchArguments, tern: &Path) -> Result<Plan, MatchError> {
    let contestants = contestants(&arguments.engines, tern, arguments.limit.or(ThinkLimit::DEFAULT));
    if arguments.sprt.is_some() && contestants.len() != 2 {
        return Err(MatchError::SprtEngines(contestants.len()));
    }
    let ground = Ground { kind: arguments.game, board_size: arguments.board_size.map(usize::from) };
    let pairings = arguments.tournament.pairings(contestants.len());
    Ok(Plan {
        ground,
        games: schedule(&pairings, arguments.games as usize),
        openings: openings(arguments, ground)?,
        contestants,
        pairings,
        seed: arguments.seed,
        max_plies: arguments.max_plies as usize,
        patience: Patience {
            margin: Duration::from_millis(arguments.margin),
            silence: Duration::from_secs(arguments.patience),
        },
        concurrency: arguments.concurrency.into(),
        sprt: arguments.sprt.map(|both| Sprt {
            elo0: both.elo0,
            elo1: both.elo1,
            alpha: arguments.alpha,
            beta: arguments.beta,
        }),
    })
}

fn openings(arguments: &MatchArguments, ground: Ground) -> Result<Vec<Opening>, MatchError> {
    let count = arguments.games.div_ceil(2) as usize;
    let Some(path) = &arguments.openings else {
        return Ok(random_openings(ground, arguments.plies.into(), arguments.seed, count)?);
    };
    let text = std::fs::read_to_string(path).map_err(|error| MatchError::OpeningsFile(path.clone(), error.into()))?;
    read_openings(&text, ground).map_err(|error| MatchError::OpeningsFile(path.clone(), error.into()))
}

/// Starts every engine once, so that a wrong command or option is noticed before anything is played.
fn try_out(plan: &Plan, stop: &AtomicBool) -> Result<(), MatchError> {
    for contestant in &plan.contestants {
        let problem = match Seat::new(contestant, plan.ground.kind, plan.patience, stop).try_out() {
            Ok(None) | Err(Failure::Interrupted) => continue,
            Ok(Some(complaint)) => complaint,
            Err(Failure::Fault(fault)) => format!("{} {}", contestant.program.display(), fault.details),
        };
        return Err(MatchError::Engine { name: contestant.name.clone(), problem });
    }
    Ok(())
}

/// Whether the sequential test, if there is one, has come to a decision.
fn is_decided(plan: &Plan, standings: &Standings) -> bool {
    let results = plan.sprt.zip(standings.pairings.first());
    results.is_some_and(|(test, results)| test.decide(results.pairs) != Decision::Open)
}

/// A flag that Ctrl-C and other requests to end raise.
pub fn stop_on_request() -> io::Result<std::sync::Arc<AtomicBool>> {
    let stop = std::sync::Arc::new(AtomicBool::new(false));
    let flag = std::sync::Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(io::Error::other)?;
    Ok(stop)
}
