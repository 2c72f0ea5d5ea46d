//! A match from its arguments to its report.

use super::args::{AnchorSpec, MatchArguments};
use super::fingerprint;
use super::limit::ThinkLimit;
use super::manifest::{EngineManifest, Manifest, OpeningsManifest};
use super::opening::{Ground, OpeningError, Openings, RandomOpenings, read_openings};
use super::plan::{NumberSet, Plan};
use super::progress::Progress;
use super::ratings::Anchor;
use super::record_file::{RecordFile, RecordFileError};
use super::report::Report;
use super::runner::{self, GamesLeft};
use super::schedule::Schedule;
use super::seat::{Failure, Patience, Seat};
use super::shard::Shard;
use super::spec::{Contestant, contestants};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use crate::arguments::{BoardError, size_for};
use crate::protocol::CommandError;
use crate::token::Token;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
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
    /// No engine could be told to think so long.
    #[error("engine {name}: {error}")]
    Limit {
        /// Which one.
        name: String,
        /// What is wrong with its limit.
        error: CommandError,
    },
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A sequential test compares two engines.
    #[error("--sprt needs exactly two engines, not {0}")]
    SprtEngines(usize),
    /// There are more parts than pairs of games.
    #[error("{of} shards are too many: the match has {pairs} pairs of games")]
    TooManyShards {
        /// How many parts.
        of: usize,
        /// What there is to share out.
        pairs: usize,
    },
    /// The anchor of the ratings takes no part.
    #[error("--anchor: there is no engine {name}, only {known}")]
    Anchor {
        /// What was asked for.
        name: Token,
        /// Who takes part.
        known: String,
    },
    /// The record cannot be used.
    #[error(transparent)]
    Record(#[from] RecordFileError),
    /// A game cannot be played, and no engine is to blame.
    #[error("the match was broken off: {0}")]
    Game(String),
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

/// How a match came to its end.
#[derive(Debug)]
pub enum MatchEnd {
    /// All games were played, or the sequential test was decided.
    Complete,
    /// It was broken off on request.
    Interrupted,
    /// It could not go on.
    Failed(MatchError),
}

/// Plays a match; `tern` is the program that plays where no other is named. Raising `stop` breaks it off.
///
/// # Errors
///
/// If it cannot begin. What happens later is told with the report of what there is.
pub fn play_match(
    arguments: &MatchArguments,
    tern: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<(Report, MatchEnd), MatchError> {
    let plan = plan(arguments, tern, stop)?;
    let mut standings = Standings::new(&plan);
    let mut done = NumberSet::default();
    let manifest = arguments.record.as_ref().map(|_| manifest(arguments, &plan)).transpose()?;
    let mut file = open_record(arguments, &plan, manifest.as_ref(), stop, &mut standings, &mut done)?;
    let mut decided = is_decided(&plan, &standings);
    let mut end = Ok(());
    if !decided && done.len() < plan.games().len() {
        try_out(&plan, stop)?;
        if let (None, Some(path), Some(manifest)) = (&file, &arguments.record, &manifest) {
            file = Some(RecordFile::create(path, manifest)?);
        }
        let mut progress = Progress::new(&plan, done.len());
        end = runner::run(&GamesLeft::new(&plan, &done), stop, &mut |record| {
            // What is not in the record does not count.
            file.as_mut().map_or(Ok(()), |file| file.add(&record))?;
            if let Some(game) = plan.game(record.number) {
                standings.add(&game, &record.summary());
            }
            progress.show(&standings);
            decided = is_decided(&plan, &standings);
            Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
    }
    let complete = decided || standings.games() == plan.games().len() as u64;
    let end = match end {
        Err(error) => MatchEnd::Failed(error),
        Ok(()) if complete => MatchEnd::Complete,
        Ok(()) => MatchEnd::Interrupted,
    };
    Ok((Report::new(&plan, &standings), end))
}

/// Opens the record of a match that is to be gone on with, if there is one, and counts the games in it.
fn open_record(
    arguments: &MatchArguments,
    plan: &Plan,
    manifest: Option<&Manifest>,
    stop: &AtomicBool,
    standings: &mut Standings,
    done: &mut NumberSet,
) -> Result<Option<RecordFile>, MatchError> {
    let existing = arguments.record.as_ref().filter(|path| path.exists());
    let Some((path, manifest)) = existing.zip(manifest) else { return Ok(None) };
    if !arguments.resume {
        return Err(RecordFileError::Exists(path.clone()).into());
    }
    let file = RecordFile::resume(path, plan, manifest, stop, |record| {
        let game = plan.game(record.number).filter(|game| done.insert(game.number));
        if let Some(game) = game {
            standings.add(&game, &record.summary());
        }
    });
    Ok(Some(file?))
}

fn plan(arguments: &MatchArguments, tern: &Path, stop: &AtomicBool) -> Result<Plan, MatchError> {
    let limit = ThinkLimit::from(arguments.limit).or(ThinkLimit::DEFAULT);
    let contestants = contestants(&arguments.engines, tern, limit);
    for contestant in &contestants {
        let wrong = |error| MatchError::Limit { name: contestant.name.clone(), error };
        contestant.limit.check().map_err(wrong)?;
    }
    if arguments.sprt.is_some() && contestants.len() != 2 {
        return Err(MatchError::SprtEngines(contestants.len()));
    }
    size_for(arguments.game, arguments.size)?;
    let ground = Ground { kind: arguments.game, board_size: arguments.size.map(usize::from) };
    let plan = Plan {
        ground,
        anchor: anchor(arguments.anchor.as_ref(), contestants.iter().map(|contestant| contestant.name.as_str()))?,
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        schedule: Schedule::new(arguments.tournament.pairings(contestants.len()), arguments.games as usize),
        openings: openings(arguments, ground)?,
        contestants,
        seed: arguments.seed,
        max_plies: arguments.max_plies,
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
    };
    if plan.shard.of > plan.schedule.pairs() {
        return Err(MatchError::TooManyShards { of: plan.shard.of, pairs: plan.schedule.pairs() });
    }
    // If there is no opening at all, nothing needs to be started.
    plan.openings.get(0, stop)?;
    Ok(plan)
}

/// What the record says about the match.
fn manifest(arguments: &MatchArguments, plan: &Plan) -> Result<Manifest, MatchError> {
    let openings = match &arguments.openings {
        None => OpeningsManifest::Plies(arguments.plies),
        Some(path) => {
            let unreadable = |error: io::Error| MatchError::OpeningsFile(path.clone(), error.into());
            OpeningsManifest::File(fingerprint::of_file(path).map_err(unreadable)?)
        }
    };
    let engine = |contestant: &Contestant| {
        let program = fingerprint::of_engine(contestant).map_err(|error| MatchError::Engine {
            name: contestant.name.clone(),
            problem: format!("{} cannot be read: {error}", contestant.program.display()),
        })?;
        Ok(EngineManifest::new(contestant, program))
    };
    let engines = plan.contestants.iter().map(engine).collect::<Result<_, MatchError>>()?;
    Ok(Manifest::new(plan, engines, arguments.tournament, openings))
}

/// Where the scale of ratings begins.
pub(super) fn anchor<'a>(
    wanted: Option<&AnchorSpec>,
    mut names: impl Iterator<Item = &'a str> + Clone,
) -> Result<Anchor, MatchError> {
    let Some(AnchorSpec { name, elo }) = wanted else { return Ok(Anchor::Mean) };
    let known = names.clone().collect::<Vec<_>>().join(", ");
    let engine = names.position(|other| other == name);
    engine
        .map(|engine| Anchor::Engine(engine, *elo))
        .ok_or_else(|| MatchError::Anchor { name: name.as_str().into(), known })
}

fn openings(arguments: &MatchArguments, ground: Ground) -> Result<Openings, MatchError> {
    let Some(path) = &arguments.openings else {
        let random = RandomOpenings::new(ground, arguments.plies.into(), arguments.seed);
        return Ok(Openings::Random(Box::new(Mutex::new(random))));
    };
    let text = std::fs::read_to_string(path).map_err(|error| MatchError::OpeningsFile(path.clone(), error.into()))?;
    let listed = read_openings(&text, ground).map_err(|error| MatchError::OpeningsFile(path.clone(), error.into()))?;
    Ok(Openings::Listed(listed))
}

/// Starts every engine once, so that a wrong command or option is noticed before anything is played.
fn try_out(plan: &Plan, stop: &Arc<AtomicBool>) -> Result<(), MatchError> {
    for contestant in &plan.contestants {
        let program = contestant.program.display();
        let problem = match Seat::new(contestant, plan.ground.kind, plan.patience, stop).try_out() {
            Ok(None) | Err(Failure::Interrupted) => continue,
            Ok(Some(complaint)) => complaint,
            Err(Failure::Fault(fault)) => format!("{program} {}", fault.details),
            Err(Failure::NotStarted(error)) => error.to_string(),
        };
        return Err(MatchError::Engine { name: contestant.name.clone(), problem });
    }
    Ok(())
}

/// Whether the sequential test, if there is one, has come to a decision.
pub(super) fn is_decided(plan: &Plan, standings: &Standings) -> bool {
    let results = plan.decides().zip(standings.pairings.first());
    results.is_some_and(|(test, results)| test.decide(results.pairs) != Decision::Open)
}

/// A flag that Ctrl-C and other requests to end raise.
pub fn stop_on_request() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(io::Error::other)?;
    Ok(stop)
}
