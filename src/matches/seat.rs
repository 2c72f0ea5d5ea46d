//! A place at the board: the engine that plays there is started when it is needed, and again after it has failed.

use super::heard::Heard;
use super::process::{EngineProcess, Silence};
use super::record::{Fault, FaultKind, Opinion};
use super::spec::Contestant;
use crate::games::any::GameKind;
use crate::token::Token;
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Why an engine did not do what it was asked to.
#[derive(Debug)]
pub(super) enum Failure {
    Fault(Fault),
    /// There was no process for it. That is no fault of the engine: it was started before.
    NotStarted(io::Error),
    /// The match is being broken off.
    Interrupted,
}

impl Failure {
    fn fault(kind: FaultKind, details: impl Into<String>) -> Self {
        Self::Fault(Fault { kind, details: details.into() })
    }
}

impl From<Silence> for Failure {
    fn from(silence: Silence) -> Self {
        let kind = match silence {
            Silence::Interrupted => return Self::Interrupted,
            Silence::NotStarted(error) => return Self::NotStarted(error),
            Silence::Ended(_) => FaultKind::Crash,
            Silence::Mute => FaultKind::Hang,
        };
        Self::fault(kind, silence.to_string())
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

/// So long an engine may take to play a move after it has answered `go` with an error.
const COMPLAINT_GRACE: Duration = Duration::from_millis(500);

/// Options that are remembered; an engine with more is not believed.
const MAX_OPTIONS: usize = 1000;

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
        if let Some(running) = self.running.take() {
            match self.begin_game(running, seed) {
                // It left between two games, which costs none.
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::Crash => {
                    log::warn!("{} {} between two games, and is started anew", self.contestant.name, fault.details);
                }
                other => return other,
            }
        }
        let running = self.start()?;
        self.begin_game(running, seed)
    }

    fn begin_game(&mut self, mut running: Running<'a>, seed: u64) -> Result<(), Failure> {
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
            if let Heard::Option(name) = &heard
                && options.len() < MAX_OPTIONS
            {
                options.push(name.chars().take(100).collect::<String>());
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
        running.process.say(position);
        // What it says before it is ready answers no later question.
        if let Some(complaint) = self.synchronise(&mut running.process)? {
            return Err(refusal("position", &complaint));
        }
        let thought = Self::hear_move(&mut running.process, go, allowance.unwrap_or(self.patience.silence))?;
        self.running = Some(running);
        Ok(thought)
    }

    /// Says `go`, and waits for the move so long.
    fn hear_move(process: &mut EngineProcess<'a>, go: &str, patience: Duration) -> Result<Thought, Failure> {
        let mut opinion = Opinion::default();
        let mut read = |heard: Heard<'_>| match heard {
            Heard::BestMove(best) => Some(Ok(best.to_string())),
            Heard::Error(complaint) => Some(Err(complaint.to_string())),
            Heard::Info(latest) => {
                opinion = latest;
                None
            }
            _ => None,
        };
        let begun = Instant::now();
        let asleep = process.suspended();
        process.say(go);
        let mut answer = process.listen(begun + patience, &mut read);
        if let Ok((Err(complaint), _)) = &answer {
            let refusal = refusal("go", complaint);
            // It may play all the same.
            let rest = patience.saturating_sub(begun.elapsed()).min(COMPLAINT_GRACE);
            answer = process.listen(Instant::now() + rest, &mut read);
            if !matches!(answer, Ok((Ok(_), _))) {
                return Err(refusal);
            }
        }
        let used = |at: Instant, process: &EngineProcess<'_>| {
            at.saturating_duration_since(begun).saturating_sub(process.suspended().saturating_sub(asleep))
        };
        match answer {
            Ok((Ok(best), at)) => Ok(Thought { best, opinion, time: used(at, process) }),
            Ok((Err(complaint), _)) => Err(refusal("go", &complaint)),
            Err(Silence::Mute) => {
                process.say("stop");
                let best = |heard: Heard<'_>| matches!(heard, Heard::BestMove(_)).then_some(());
                let ((), at) = process.listen(Instant::now() + STOP_GRACE, best)?;
                let details = format!("took {} ms of {}", used(at, process).as_millis(), patience.as_millis());
                Err(Failure::fault(FaultKind::Time, details))
            }
            Err(silence) => Err(silence.into()),
        }
    }
}

/// An engine answered with an error.
fn refusal(command: &str, complaint: &str) -> Failure {
    Failure::fault(FaultKind::Error, format!("answered {command} with {}", Token::from(complaint)))
}
