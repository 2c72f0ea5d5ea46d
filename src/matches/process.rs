//! An engine as a running process: started, spoken to, listened to until a deadline, and never left behind.

use super::heard::Heard;
use super::spec::Contestant;
use crate::session::read_line;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why nothing was heard of an engine.
#[derive(Debug, Error)]
pub(super) enum Silence {
    #[error("cannot be started: {0}")]
    NotStarted(io::Error),
    #[error("ended unexpectedly, {0}")]
    Ended(String),
    #[error("does not answer")]
    Mute,
    /// The match is being broken off.
    #[error("interrupted")]
    Interrupted,
}

/// A line and when it arrived.
struct Line {
    text: String,
    at: Instant,
}

/// A running engine. Dropping it ends the process and everything it has started.
pub(super) struct EngineProcess<'a> {
    name: &'a str,
    child: Child,
    /// Lines on their way to the engine; gone once it has been told that no more will come.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    /// A line that came too late for whoever listened then.
    late: Option<Line>,
    /// Raised when the match is to be broken off.
    stop: &'a AtomicBool,
    waited_for: bool,
}

/// How often somebody who listens looks up to see whether the match is being broken off.
const BREATH: Duration = Duration::from_millis(50);

/// How long an engine may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// Between the end of an engine's output and the end of the engine, if it crashed.
const LAST_GASP: Duration = Duration::from_millis(50);

/// Lines that may wait to be read; an engine that writes more has to wait.
const WAITING_LINES: usize = 1024;

impl<'a> EngineProcess<'a> {
    pub(super) fn start(contestant: &'a Contestant, stop: &'a AtomicBool) -> Result<Self, Silence> {
        let mut command = Command::new(&contestant.program);
        command.args(&contestant.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        group::lead_one(&mut command);
        let mut child = command.spawn().map_err(Silence::NotStarted)?;
        let (input, lines_in) = channel();
        let (lines_out, output) = sync_channel(WAITING_LINES);
        let pipes = (child.stdin.take(), child.stdout.take());
        // From here on dropping ends the process.
        let process =
            Self { name: &contestant.name, child, input: Some(input), output, late: None, stop, waited_for: false };
        if let (Some(stdin), Some(stdout)) = pipes {
            // Threads of their own: an engine that does not read or write must not make the referee wait.
            let spawn = |task: Box<dyn FnOnce() + Send>| thread::Builder::new().name("engine pipe".into()).spawn(task);
            spawn(Box::new(move || pass_on(&lines_in, stdin))).map_err(Silence::NotStarted)?;
            spawn(Box::new(move || collect(stdout, &lines_out))).map_err(Silence::NotStarted)?;
        }
        Ok(process)
    }

    /// Sends a line.
    pub(super) fn say(&self, line: &str) {
        log::debug!("to {}: {line}", self.name);
        if let Some(input) = &self.input {
            // If the engine is gone, we shall notice when it does not answer.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Listens until `read` makes something of a line, and tells when that line came. Lines that come too late are left
    /// for the next time.
    pub(super) fn listen<T>(
        &mut self,
        until: Instant,
        mut read: impl FnMut(Heard<'_>) -> Option<T>,
    ) -> Result<(T, Instant), Silence> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Silence::Interrupted);
            }
            let rest = until.saturating_duration_since(Instant::now());
            let heard = self.late.take().map_or_else(|| self.output.recv_timeout(rest.min(BREATH)), Ok);
            match heard {
                Ok(line) if line.at > until => {
                    self.late = Some(line);
                    return Err(Silence::Mute);
                }
                Ok(line) => {
                    log::debug!("from {}: {}", self.name, line.text);
                    if let Some(found) = read(Heard::read(&line.text)) {
                        return Ok((found, line.at));
                    }
                }
                Err(RecvTimeoutError::Timeout) if rest.is_zero() => return Err(Silence::Mute),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Forgets what the engine said and nobody asked for.
    pub(super) fn forget(&mut self) {
        self.late = None;
        while self.output.try_recv().is_ok() {}
    }

    /// How an engine ended whose output has.
    fn ended(&mut self) -> Silence {
        thread::sleep(LAST_GASP);
        Silence::Ended(self.end().map_or_else(|error| error.to_string(), |status| status.to_string()))
    }

    /// Ends the process, everything in its group, and waits for it.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if !self.waited_for {
            // Until it is waited for, nobody else can have its number.
            group::kill(&self.child);
            let _ = self.child.kill();
            self.waited_for = true;
        }
        self.child.wait()
    }
}

impl Drop for EngineProcess<'_> {
    fn drop(&mut self) {
        self.say("quit");
        self.input = None;
        let until = Instant::now() + FAREWELL;
        // The end of its output is the end of the engine. Not waited for yet: its number must stay its own until the end.
        while self.output.recv_timeout(until.saturating_duration_since(Instant::now())).is_ok() {}
        if let Err(error) = self.end() {
            log::warn!("{} cannot be waited for: {error}", self.name);
        }
    }
}

/// Writes lines until there are no more or the engine has gone.
fn pass_on(lines: &Receiver<String>, mut stdin: ChildStdin) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more or nobody wants them.
fn collect(stdout: ChildStdout, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout) {
        let at = Instant::now();
        match line {
            Ok(text) => {
                if lines.send(Line { text, at }).is_err() {
                    return;
                }
            }
            Err(error) => log::warn!("an engine wrote a line that cannot be read: {error}"),
        }
    }
}

/// Engines lead process groups: Ctrl-C at the terminal does not reach them, and what they start ends with them.
#[cfg(unix)]
mod group {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub(super) fn lead_one(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn kill(child: &Child) {
        // There may be nobody left.
        let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
    }
}

/// Elsewhere only the engine itself is ended.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead_one(_: &mut Command) {}

    pub(super) fn kill(_: &Child) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::matches::limit::ThinkLimit;

    #[test]
    fn a_late_line_is_not_lost() {
        let contestant = Contestant {
            name: "late".into(),
            program: "sh".into(),
            arguments: vec!["-c".into(), "read line; echo readyok; read line".into()],
            options: vec![],
            limit: ThinkLimit::DEFAULT,
        };
        let stop = AtomicBool::new(false);
        let mut process = EngineProcess::start(&contestant, &stop).unwrap();
        let asked = Instant::now();
        process.say("isready");
        let mut ready = |heard: Heard<'_>| (heard == Heard::ReadyOk).then_some(());
        // Wait until the answer is there, then pretend to have listened only until before it.
        while process.late.is_none() {
            assert!(matches!(process.listen(asked, &mut ready), Err(Silence::Mute)));
        }
        assert!(process.listen(asked + Duration::from_secs(600), &mut ready).is_ok());
    }
}
