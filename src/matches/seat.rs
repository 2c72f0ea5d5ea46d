//! A place at the board: the engine that plays there is started when it is needed, and again after it has failed.

use super::heard::{Heard, Opinion};
use super::process::{EngineProcess, Silence};
use super::spec::Contestant;
use crate::games::any::GameKind;
use crate::token::Token;
use serde::Serialize;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How an engine can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It played a move that the rules do not allow.
    IllegalMove,
    /// It ended, or could not be started.
    Crash,
    /// It did not answer, even when it was told to stop.
    Hang,
    /// It answered too late.
    Time,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::IllegalMove, Self::Crash, Self::Hang, Self::Time];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Time => "time",
        })
    }
}

/// What an engine did wrong. It costs the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of mistake it was.
    pub kind: FaultKind,
    /// What exactly happened.
    pub details: String,
}

/// Why an engine did not do what it was asked to.
#[derive(Debug)]
pub(super) enum Failure {
    Fault(Fault),
    /// The match is being broken off.
    Interrupted,
}

impl From<Silence> for Failure {
    fn from(silence: Silence) -> Self {
        let kind = match silence {
            Silence::Interrupted => return Self::Interrupted,
            Silence::NotStarted(_) | Silence::Ended(_) => FaultKind::Crash,
            Silence::Mute => FaultKind::Hang,
        };
        Self::Fault(Fault { kind, details: silence.to_string() })
    }
}

/// How patient the referee is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// By how much a time limit may be exceeded.
    pub(super) margin: Duration,
    /// How long anything may take that has no time limit.
    pub(super) silence: Duration,
}

/// After this long an engine that was told to stop and does not is given up.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// The answer of an engine to `go`.
#[derive(Debug)]
pub(super) struct Thought {
    pub(super) best: String,
    pub(super) opinion: Opinion,
    pub(super) time: Duration,
}

pub(super) struct Seat<'a> {
    contestant: &'a Contestant,
    game: GameKind,
    patience: Patience,
    stop: &'a AtomicBool,
    running: Option<Running<'a>>,
}

/// An engine that has introduced itself.
struct Running<'a> {
    process: EngineProcess<'a>,
    /// The options it says it has.
    options: Vec<String>,
    /// What it objected to when its options were set.
    complaint: Option<String>,
}

impl Running<'_> {
    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }
}

impl<'a> Seat<'a> {
    pub(super) fn new(contestant: &'a Contestant, game: GameKind, patience: Patience, stop: &'a AtomicBool) -> Self {
        Self { contestant, game, patience, stop, running: None }
    }

    /// Lets the engine go.
    pub(super) fn vacate(&mut self) {
        self.running = None;
    }

    /// Prepares the engine for a new game. `seed` is for engines that have an option for it and were not given one.
    pub(super) fn prepare(&mut self, seed: u64) -> Result<(), Failure> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        let seed_given = self.contestant.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
        if running.has_option("Seed") && !seed_given {
            running.process.say(&format!("setoption name Seed value {seed}"));
        }
        running.process.say("uginewgame");
        self.synchronise(&mut running.process)?;
        self.running = Some(running);
        Ok(())
    }

    /// Starts the engine, and says what it has to object to its options: the first complaint, or the first option it does
    /// not have.
    pub(super) fn try_out(&self) -> Result<Option<String>, Failure> {
        let running = self.start()?;
        let unknown = self.contestant.options.iter().find(|(name, _)| !running.has_option(name));
        Ok(match unknown {
            Some((name, _)) => {
                let known = running.options.join(", ");
                Some(format!("it has no option {}, only {known}", Token::from(name.as_str())))
            }
            None => running.complaint,
        })
    }

    fn start(&self) -> Result<Running<'a>, Failure> {
        let mut process = EngineProcess::start(self.contestant, self.stop)?;
        process.say("ugi");
        let mut options = Vec::new();
        process.listen(Instant::now() + self.patience.silence, |heard| {
            if let Heard::Option(name) = &heard {
                options.push(name.clone());
            }
            (heard == Heard::UgiOk).then_some(())
        })?;
        let mut running = Running { process, options, complaint: None };
        self.set_options(&running);
        running.complaint = self.synchronise(&mut running.process)?;
        Ok(running)
    }

    fn set_options(&self, running: &Running<'a>) {
        if running.has_option("Game") {
            running.process.say(&format!("setoption name Game value {}", self.game));
        }
        for (name, value) in &self.contestant.options {
            // Buttons have no value.
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            running.process.say(&format!("setoption name {name}{value}"));
        }
    }

    /// Waits until the engine has done all it was told. Gives its first complaint.
    fn synchronise(&self, process: &mut EngineProcess<'a>) -> Result<Option<String>, Failure> {
        let mut complaint = None;
        process.say("isready");
        process.listen(Instant::now() + self.patience.silence, |heard| match heard {
            Heard::Error(text) => {
                complaint.get_or_insert_with(|| text.to_string());
                None
            }
            heard => (heard == Heard::ReadyOk).then_some(()),
        })?;
        Ok(complaint)
    }

    /// Asks for a move. After a fault the engine is gone, and the next game starts it anew.
    pub(super) fn think(&mut self, position: &str, go: &str, allowance: Option<Duration>) -> Result<Thought, Failure> {
        // Prepared before the game; if not, there is nobody to ask.
        let Some(mut running) = self.running.take() else { return Err(Silence::Mute.into()) };
        let process = &mut running.process;
        process.forget();
        process.say(position);
        let begun = Instant::now();
        process.say(go);
        let patience = allowance.map_or(self.patience.silence, |allowance| allowance + self.patience.margin);
        let mut opinion = Opinion::default();
        let mut answer = |heard: Heard<'_>| match heard {
            Heard::BestMove(best) => Some(best.to_string()),
            Heard::Info(latest) => {
                opinion = latest;
                None
            }
            _ => None,
        };
        match process.listen(begun + patience, &mut answer) {
            Ok((best, at)) => {
                self.running = Some(running);
                Ok(Thought { best, opinion, time: at.saturating_duration_since(begun) })
            }
            Err(Silence::Mute) => {
                process.say("stop");
                let (_, at) = process.listen(Instant::now() + STOP_GRACE, &mut answer)?;
                let limit = allowance.unwrap_or(self.patience.silence).as_millis();
                let details = format!("took {} ms of {limit}", at.saturating_duration_since(begun).as_millis());
                Err(Failure::Fault(Fault { kind: FaultKind::Time, details }))
            }
            Err(silence) => Err(silence.into()),
        }
    }
}
