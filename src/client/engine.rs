//! An engine to talk to.

use super::error::{Ending, GoError, Silence, StartError};
use super::process::{EngineInput, EngineProcess};
use super::queue::Taken;
use super::watch::time_asleep;
use super::{EngineCommand, queue::Arrival};
use crate::protocol::{Info, OptionInfo, Reply, ReplyError};
use crate::token::Token;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often somebody who waits looks up to see whether to stop.
const LOOK_UP: Duration = Duration::from_millis(50);

/// Who ends a whole job sends a signal to everybody in it, and engines may die of it before we have ours.
const JOB_END_GRACE: Duration = Duration::from_millis(500);

/// How long an engine that is dropped may take to leave by itself.
const QUIT_GRACE: Duration = Duration::from_millis(500);

/// How long an engine that has overstepped its time may take to stop.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// Between the end of an engine's output and the end of the engine, if it left.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// How long to wait for what a dead engine wrote to its standard error.
const STDERR_GRACE: Duration = Duration::from_millis(200);

/// More options than any engine has.
const MAX_OPTIONS: usize = 1000;

/// A running engine. Dropping it tells it to quit and ends it, with everything it has started.
pub struct Engine {
    process: EngineProcess,
    /// A line that came too late for whoever waited then.
    pub(super) late: Option<Arrival>,
    /// Raised by whoever wants nobody to wait any longer.
    stop: Option<Arc<AtomicBool>>,
    /// A `go` has had no `bestmove` yet.
    searching: bool,
    killed: bool,
}

/// A line of an engine's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The line without its end; only the beginning of one that is far too long.
    pub text: String,
    /// Whether `text` is all of it, byte by byte.
    pub whole: bool,
    /// When it arrived.
    pub at: Instant,
}

impl Heard {
    /// What it means. A line that is not whole means nothing.
    pub fn reply(&self) -> Result<Reply, ReplyError> {
        if self.whole { self.text.parse() } else { Ok(Reply::Text(self.text.clone())) }
    }
}

/// How an engine introduces itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    /// `id name`.
    pub name: Option<String>,
    /// `id author`.
    pub author: Option<String>,
    /// Its options.
    pub options: Vec<OptionInfo>,
}

impl Introduction {
    /// The option of this name, in capitals or not.
    pub fn option(&self, name: &str) -> Option<&OptionInfo> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn add(&mut self, reply: Reply) {
        match reply {
            Reply::IdName(name) => self.name = Some(name),
            Reply::IdAuthor(author) => self.author = Some(author),
            Reply::Option(option) => self.options.push(option),
            _ => {}
        }
    }
}

/// The answer to a `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The move; `None` for `bestmove (none)`.
    pub best: Option<String>,
    /// The move it expects in answer.
    pub ponder: Option<String>,
    /// The last it said about the best line.
    pub info: Option<Info>,
    /// From `go` to `bestmove`.
    pub time: Duration,
    /// How much of that time we ourselves were asleep, see [`time_asleep`]. If there is any, nobody knows how long the
    /// engine really took.
    pub asleep: Duration,
}

impl Engine {
    /// Starts an engine. On Unix it leads a process group of its own.
    pub fn start(command: &EngineCommand) -> Result<Self, StartError> {
        Ok(Self { process: EngineProcess::start(command)?, late: None, stop: None, searching: false, killed: false })
    }

    /// From here on every wait ends with [`Silence::Interrupted`] soon after `stop` is raised.
    #[must_use]
    pub fn interrupted_by(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The process id of the engine, or of its supervisor.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends a line, or several with line feeds between them. Never waits; an engine that is gone shows when it does not
    /// answer.
    pub fn send(&mut self, line: &str) {
        log::debug!("to engine {}: {}", self.id(), Token::from(line));
        self.send_bytes(format!("{line}\n").into_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.process.send(bytes);
    }

    /// The way to the engine for somebody else, who talks while we listen. Nothing if the input has been closed.
    pub fn input(&self) -> Option<EngineInput> {
        self.process.input()
    }

    /// Tells the engine that no more will come.
    pub fn close_input(&mut self) {
        self.process.close_input();
    }

    /// The next line, if it arrives by `deadline`. One that arrives later is kept for the next time.
    pub fn next(&mut self, deadline: Instant) -> Result<Heard, Silence> {
        loop {
            if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Silence::Interrupted);
            }
            let now = Instant::now();
            let taken = match self.late.take() {
                Some(arrival) => Taken::Line(arrival),
                None => self.process.output.take(deadline.min(now + LOOK_UP)),
            };
            match taken {
                Taken::Line(arrival) if arrival.at > deadline => {
                    self.late = Some(arrival);
                    return Err(Silence::Timeout);
                }
                Taken::Line(Arrival { line, at }) => {
                    log::debug!("from engine {}: {}", self.id(), Token::from(line.text.as_str()));
                    return Ok(Heard { text: line.text, whole: !line.broken, at });
                }
                Taken::Nothing if now >= deadline => return Err(Silence::Timeout),
                Taken::Nothing => {}
                Taken::End if self.is_stopped_within(JOB_END_GRACE) => return Err(Silence::Interrupted),
                Taken::End => return Err(self.ended()),
            }
        }
    }

    /// Reads until `wanted` makes something of a reply. Lines that cannot be read are skipped.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        mut wanted: impl FnMut(Reply) -> Option<T>,
    ) -> Result<(T, Instant), Silence> {
        loop {
            let heard = self.next(deadline)?;
            match heard.reply() {
                Ok(reply) => {
                    if let Some(found) = wanted(reply) {
                        return Ok((found, heard.at));
                    }
                }
                Err(error) => log::warn!("engine {} said {}: {error}", self.id(), Token::from(heard.text.as_str())),
            }
        }
    }

    /// Sends `ugi` and reads the introduction.
    pub fn introduce(&mut self, patience: Duration) -> Result<Introduction, Silence> {
        self.send("ugi");
        let mut introduction = Introduction::default();
        let (complete, _) = self.wait_for(deadline(patience), |reply| {
            introduction.add(reply.clone());
            let flood = introduction.options.len() > MAX_OPTIONS;
            (flood || matches!(reply, Reply::Introduced(_))).then_some(!flood)
        })?;
        if complete { Ok(introduction) } else { Err(Silence::Flood) }
    }

    /// Sends `isready` and waits until the engine has dealt with everything before it. Gives the first complaint it made.
    pub fn ready(&mut self, patience: Duration) -> Result<Option<String>, Silence> {
        self.send("isready");
        let mut complaint = None;
        self.wait_for(deadline(patience), |reply| match reply {
            Reply::ReadyOk => Some(()),
            Reply::Error(message) => {
                complaint.get_or_insert(message);
                None
            }
            _ => None,
        })?;
        Ok(complaint)
    }

    /// Asks a question: what follows the word `response`. `None` if it has no answer.
    pub fn query(&mut self, question: &str, patience: Duration) -> Result<Option<String>, Silence> {
        self.send(&format!("query {question}\nisready"));
        let mut response = None;
        self.wait_for(deadline(patience), |reply| match reply {
            Reply::ReadyOk => Some(()),
            Reply::Response(text) => {
                response.get_or_insert(text);
                None
            }
            _ => None,
        })?;
        Ok(response)
    }

    /// Sets up a position, searches, and waits for the best move: `patience` for the engine to get ready, and as long again
    /// for the search itself. `position` and `go` are whole lines.
    ///
    /// Before it searches, the engine must say that it is ready. Whatever it said until then, such as a second answer to
    /// the search before, is not taken for the answer to this one. If the time is over the engine is told to stop, and what
    /// it then answers comes with [`GoError::Late`]. Time during which we ourselves were asleep is added to `patience`.
    pub fn go(&mut self, position: &str, go: &str, patience: Duration) -> Result<Thought, GoError> {
        self.go_within(position, go, patience, patience)
    }

    /// The same with a time for the search alone.
    pub fn go_within(
        &mut self,
        position: &str,
        go: &str,
        patience: Duration,
        allowed: Duration,
    ) -> Result<Thought, GoError> {
        self.come_to_rest(patience)?;
        self.send(position);
        if let Some(complaint) = self.ready(patience)? {
            return Err(GoError::Refused(complaint));
        }
        let (asleep, begun) = (time_asleep(), Instant::now());
        self.searching = true;
        self.send(go);
        let mut search = Search { begun, asleep, info: None };
        let mut until = begun;
        loop {
            // We may have slept through the deadline while the engine was awake.
            let extended = begun + allowed.min(FOREVER) + search.slept();
            if extended <= until {
                break;
            }
            until = extended;
            match self.answer(&mut search, until) {
                Err(GoError::Silence(Silence::Timeout)) => {}
                result => return result,
            }
        }
        self.send("stop");
        let thought = self.answer(&mut search, deadline(STOP_GRACE))?;
        Err(GoError::Late(Box::new(thought)))
    }

    /// Waits for the best move.
    fn answer(&mut self, search: &mut Search, deadline: Instant) -> Result<Thought, GoError> {
        loop {
            let heard = self.next(deadline)?;
            match heard.reply() {
                Ok(Reply::BestMove { best, ponder }) => {
                    self.searching = false;
                    return Ok(search.thought(best, ponder, heard.at));
                }
                Ok(Reply::Error(message)) => return Err(GoError::Refused(message)),
                Ok(Reply::Info(info)) if info.is_about_best() && info.score.is_some() => search.info = Some(*info),
                Err(error @ ReplyError::NoMove) => {
                    self.searching = false;
                    return Err(error.into());
                }
                _ => {}
            }
        }
    }

    /// Stops a search that had no answer yet, and throws its answer away.
    fn come_to_rest(&mut self, patience: Duration) -> Result<(), Silence> {
        if self.searching {
            self.send("stop");
            self.wait_for(deadline(patience), |reply| matches!(reply, Reply::BestMove { .. }).then_some(()))?;
            self.searching = false;
        }
        Ok(())
    }

    /// Sends `quit` and waits for the engine to leave by itself.
    pub fn quit(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.send("quit");
        self.close_input();
        self.process.output.discard();
        self.process.wait(deadline(patience))
    }

    /// Waits for the engine to leave by itself. Whoever wants its last lines reads them first, up to the end.
    pub fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        self.process.wait(deadline)
    }

    /// Ends the engine and everything it has started, at once.
    pub fn kill(&mut self) {
        self.killed = true;
        self.process.end();
    }

    /// The last lines it wrote to its standard error.
    pub fn stderr(&self) -> Vec<String> {
        self.process.stderr.lines()
    }

    /// Whether whoever waits is told to stop in this time.
    fn is_stopped_within(&self, patience: Duration) -> bool {
        let Some(stop) = &self.stop else { return false };
        let until = Instant::now() + patience;
        while !stop.load(Ordering::Relaxed) {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }

    /// What became of an engine whose output has ended.
    fn ended(&mut self) -> Silence {
        let ending = if self.killed {
            Ending::Killed
        } else {
            self.process.wait(deadline(EXIT_GRACE)).map_or(Ending::ClosedOutput, Ending::Exited)
        };
        let stderr =
            self.process.stderr.last_lines(if ending == Ending::ClosedOutput { Duration::ZERO } else { STDERR_GRACE });
        Silence::Ended { ending, stderr }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if !self.killed {
            self.send("stop");
            self.quit(QUIT_GRACE);
        }
    }
}

/// More than anybody waits; what is longer would overflow the clock.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// So long from now.
fn deadline(patience: Duration) -> Instant {
    Instant::now() + patience.min(FOREVER)
}

/// A search under way.
struct Search {
    begun: Instant,
    /// How long we had been asleep when it began.
    asleep: Duration,
    info: Option<Info>,
}

impl Search {
    fn slept(&self) -> Duration {
        time_asleep().saturating_sub(self.asleep)
    }

    fn thought(&mut self, best: Option<String>, ponder: Option<String>, at: Instant) -> Thought {
        let time = at.saturating_duration_since(self.begun);
        Thought { best, ponder, info: self.info.take(), time, asleep: self.slept() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_waits_for_ever_waits_for_decades() {
        let decades = Duration::from_secs(20 * 365 * 24 * 3600);
        assert!(deadline(Duration::MAX) > Instant::now() + decades);
        assert!(deadline(Duration::ZERO) <= Instant::now());
    }
}
