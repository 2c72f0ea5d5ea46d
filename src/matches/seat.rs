//! A place at the board: the engine that plays there is started when it is needed, and again after it has failed.

use super::record::{Fault, FaultKind, Opinion};
use super::spec::Contestant;
use crate::client::{Engine, EngineCommand, GoError, Introduction, Silence, StartError, Thought};
use crate::games::any::GameKind;
use crate::protocol::Command;
use crate::token::Token;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Why an engine did not do what it was asked to.
#[derive(Debug)]
pub(super) enum Failure {
    Fault(Fault),
    /// There was no process for it. That is no fault of the engine: it was started before.
    NotStarted(StartError),
    /// The match is being broken off.
    Interrupted,
}

impl Failure {
    fn fault(kind: FaultKind, details: &impl ToString) -> Self {
        Self::Fault(Fault { kind, details: details.to_string() })
    }
}

impl From<Silence> for Failure {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Interrupted => Self::Interrupted,
            Silence::Ended { .. } => Self::fault(FaultKind::Crash, &silence),
            Silence::Timeout | Silence::Flood => Self::fault(FaultKind::Hang, &silence),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Self::NotStarted(error)
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

/// A move, and what the engine thought of it.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) best: String,
    pub(super) opinion: Opinion,
    pub(super) time: Duration,
}

impl From<Thought> for Answer {
    fn from(thought: Thought) -> Self {
        let opinion = thought.info.map(|info| Opinion { depth: info.depth, score: info.score });
        Self {
            best: thought.best.unwrap_or_else(|| "(none)".into()),
            opinion: opinion.unwrap_or_default(),
            // While we slept the engine may have waited for us.
            time: thought.time.saturating_sub(thought.asleep),
        }
    }
}

/// A place at the board.
pub(super) struct Seat<'a> {
    contestant: &'a Contestant,
    game: GameKind,
    patience: Patience,
    stop: &'a Arc<AtomicBool>,
    running: Option<Running>,
}

/// An engine that has introduced itself.
struct Running {
    engine: Engine,
    introduction: Introduction,
    /// What it objected to when its options were set.
    complaint: Option<String>,
}

impl<'a> Seat<'a> {
    pub(super) fn new(
        contestant: &'a Contestant,
        game: GameKind,
        patience: Patience,
        stop: &'a Arc<AtomicBool>,
    ) -> Self {
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

    fn begin_game(&mut self, mut running: Running, seed: u64) -> Result<(), Failure> {
        let seed_given = self.contestant.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
        if running.introduction.option("Seed").is_some() && !seed_given {
            running.engine.send(&Command::set_option("Seed", seed).to_string());
        }
        running.engine.send(&Command::NewGame.to_string());
        running.engine.ready(self.patience.silence)?;
        self.running = Some(running);
        Ok(())
    }

    /// Starts the engine, and says what it has to object to its options: the first complaint, or the first option it does
    /// not have.
    pub(super) fn try_out(&self) -> Result<Option<String>, Failure> {
        let Running { introduction, complaint, .. } = self.start()?;
        let unknown = self.contestant.options.iter().find(|(name, _)| introduction.option(name).is_none());
        Ok(match unknown {
            Some((name, _)) => {
                let known: Vec<&str> = introduction.options.iter().map(|option| option.name.as_str()).collect();
                Some(format!("it has no option {}, only {}", Token::from(name.as_str()), known.join(", ")))
            }
            None => complaint,
        })
    }

    fn start(&self) -> Result<Running, Failure> {
        let command = EngineCommand::new(&self.contestant.program).args(&self.contestant.arguments);
        let mut engine = Engine::start(&command)?.interrupted_by(Arc::clone(self.stop));
        let introduction = engine.introduce(self.patience.silence)?;
        if introduction.option("Game").is_some() {
            engine.send(&Command::set_option("Game", self.game).to_string());
        }
        for (name, value) in &self.contestant.options {
            // Buttons have no value.
            let button = value.is_empty();
            let command = if button { Command::press_button(name) } else { Command::set_option(name, value) };
            engine.send(&command.to_string());
        }
        let complaint = engine.ready(self.patience.silence)?;
        Ok(Running { engine, introduction, complaint })
    }

    /// Asks for a move. After a fault the engine is gone, and the next game starts it anew.
    pub(super) fn think(
        &mut self,
        position: &Command,
        go: &Command,
        allowance: Option<Duration>,
    ) -> Result<Answer, Failure> {
        // Prepared before the game; if not, there is nobody to ask.
        let Some(mut running) = self.running.take() else { return Err(Silence::Timeout.into()) };
        let silence = self.patience.silence;
        let allowed = allowance.unwrap_or(silence);
        match running.engine.go_within(&position.to_string(), &go.to_string(), silence, allowed) {
            Ok(thought) => {
                self.running = Some(running);
                Ok(thought.into())
            }
            Err(GoError::Silence(silence)) => Err(silence.into()),
            Err(error @ GoError::Refused(_)) => Err(Failure::fault(FaultKind::Error, &error)),
            Err(error @ GoError::Garbled(_)) => Err(Failure::fault(FaultKind::IllegalMove, &error)),
            Err(error @ GoError::Late(_)) => {
                Err(Failure::fault(FaultKind::Time, &format!("{error} of {}", allowed.as_millis())))
            }
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    /// Far longer than anything here takes.
    const PATIENCE: Patience = Patience { margin: Duration::from_secs(60), silence: Duration::from_secs(60) };

    /// An engine that has the option Hash and these, does not search, and writes down what it is told.
    fn contestant(own: &str, options: &[(&str, &str)], notes: &Path) -> Contestant {
        let script = format!(
            "while read -r line; do
               echo \"$line\" >>'{}'
               case $line in
                 ugi) for name in Hash {own}; do echo option name $name type string default x; done; echo ugiok;;
                 isready) echo readyok;;
                 go*) echo error not today;;
                 quit) exit;;
               esac
             done",
            notes.display()
        );
        Contestant {
            name: "shell".into(),
            command: vec![],
            program: "sh".into(),
            arguments: vec!["-c".into(), script],
            options: options.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect(),
            limit: crate::matches::limit::ThinkLimit::DEFAULT,
        }
    }

    fn notes(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("tern-seat-{name}-{}", std::process::id()))
    }

    /// What an engine is told up to the first move.
    fn told(name: &str, own: &str, options: &[(&str, &str)]) -> Vec<String> {
        let (notes, stop) = (notes(name), Arc::default());
        let contestant = contestant(own, options, &notes);
        let mut seat = Seat::new(&contestant, GameKind::Differo, PATIENCE, &stop);
        seat.prepare(7).unwrap();
        let command = |line| Command::parse(line).unwrap().unwrap();
        let thought = seat.think(&command("position startpos"), &command("go nodes 5"), None);
        assert!(matches!(thought, Err(Failure::Fault(fault)) if fault.kind == FaultKind::Error));
        assert!(seat.running.is_none(), "after a fault it is started anew");
        let told = std::fs::read_to_string(&notes).unwrap();
        std::fs::remove_file(&notes).unwrap();
        told.lines().take_while(|line| !line.starts_with("position")).map(Into::into).collect()
    }

    #[test]
    fn an_engine_is_told_the_game_its_options_and_a_seed() {
        let [hash, clear, seed] = [("Hash", "1"), ("Clear Hash", ""), ("seed", "3")];
        let options = ["setoption name Hash value 1", "setoption name Clear Hash"];
        let ready = |lines: &[&'static str]| [lines, &["isready", "uginewgame", "isready"]].concat();
        assert_eq!(told("plain", "", &[]), ready(&["ugi"])[..]);
        assert_eq!(told("options", "", &[hash, clear]), ready(&[&["ugi"][..], &options].concat())[..]);
        assert_eq!(
            told("game", "Game Seed", &[]),
            [
                "ugi",
                "setoption name Game value differo",
                "isready",
                "setoption name Seed value 7",
                "uginewgame",
                "isready"
            ]
        );
        assert_eq!(
            told("seed", "Seed", &[seed]),
            ready(&["ugi", "setoption name seed value 3"])[..],
            "a seed of its own"
        );
        assert_eq!(told("no-seed", "", &[seed]), ready(&["ugi", "setoption name seed value 3"])[..]);
    }

    #[test]
    fn options_that_an_engine_does_not_have_are_named() {
        let (notes, stop) = (notes("unknown"), Arc::default());
        let objection = |options: &[(&str, &str)]| {
            Seat::new(&contestant("Seed", options, &notes), GameKind::Wali, PATIENCE, &stop).try_out().unwrap()
        };
        assert_eq!(objection(&[("hash", "1")]), None);
        let unknown = objection(&[("Hash", "1"), ("Speed", "9")]);
        assert_eq!(unknown.as_deref(), Some("it has no option 'Speed', only Hash, Seed"));
        std::fs::remove_file(&notes).unwrap();
    }

    #[test]
    fn a_seat_can_be_vacated() {
        let (notes, stop) = (notes("vacated"), Arc::default());
        let contestant = contestant("", &[], &notes);
        let mut seat = Seat::new(&contestant, GameKind::Wali, PATIENCE, &stop);
        seat.prepare(7).unwrap();
        assert!(seat.running.is_some());
        seat.vacate();
        assert!(seat.running.is_none());
        assert!(std::fs::read_to_string(&notes).unwrap().ends_with("stop\nquit\n"));
        std::fs::remove_file(&notes).unwrap();
    }
}
