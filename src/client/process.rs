//! The process of an engine, with everything it starts: begun, fed, read, and ended.

use super::EngineCommand;
use super::error::StartError;
use super::group;
use super::line::read_line;
use super::queue::Queue;
use super::stderr::Stderr;
use super::{supervisor, watch};
use std::io::{self, BufReader, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a supervisor may take to say whether the engine runs; a busy machine is not a fault.
const START_PATIENCE: Duration = Duration::from_secs(30);

/// How long a supervisor may take to end everything, before it is ended itself.
const END_PATIENCE: Duration = Duration::from_secs(6);

/// How often to look whether a process has ended.
const GLANCE: Duration = Duration::from_millis(1);

/// Bytes on their way to an engine that does not read them. More is thrown away: it will not answer anyway.
const MAX_BACKLOG: usize = 64 << 20;

pub(super) struct EngineProcess {
    child: group::Child,
    supervised: bool,
    /// Bytes on their way; gone once the engine has been told that no more will come.
    input: Option<Sender<Vec<u8>>>,
    backlog: Arc<AtomicUsize>,
    pub(super) output: Arc<Queue>,
    pub(super) stderr: Arc<Stderr>,
    /// How it ended, once it is known.
    status: Option<ExitStatus>,
    /// Everything it has started has been ended, too.
    ended: bool,
}

/// The way to an engine for whoever talks to it while somebody else listens.
#[derive(Clone, Debug)]
pub struct EngineInput {
    chunks: Sender<Vec<u8>>,
    backlog: Arc<AtomicUsize>,
}

impl EngineInput {
    /// Sends a line, unless more than `most` bytes wait already because the engine does not read; false if so. Never waits.
    #[must_use]
    pub fn send_line(&self, line: &str, most: usize) -> bool {
        let bytes = format!("{line}\n").into_bytes();
        if self.backlog.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() > most {
            self.backlog.fetch_sub(bytes.len(), Ordering::Relaxed);
            return false;
        }
        // If nobody writes any more the engine is gone, which its output will show.
        let _ = self.chunks.send(bytes);
        true
    }
}

impl EngineProcess {
    pub(super) fn start(command: &EngineCommand) -> Result<Self, StartError> {
        watch::start().map_err(StartError::Shortage)?;
        let (system_command, supervised) = prepared(command);
        let child = group::spawn(system_command).map_err(|error| {
            // With a supervisor it is our own program that could not be started.
            if supervised { StartError::Shortage(error) } else { StartError::new(&command.program, error) }
        })?;
        // From here on dropping ends the process.
        let mut process = Self {
            child,
            supervised,
            input: None,
            backlog: Arc::default(),
            output: Arc::default(),
            stderr: Arc::default(),
            status: None,
            ended: false,
        };
        let report = process.connect().map_err(StartError::Shortage)?;
        if supervised {
            report
                .map_or(Ok(()), |report| wait_for(&report))
                .map_err(|error| StartError::new(&command.program, error))?;
        }
        Ok(process)
    }

    /// Starts the threads at the pipes: an engine that does not read or write must not make us wait. Gives what will be
    /// the report of the supervisor.
    fn connect(&mut self) -> io::Result<Option<Receiver<io::Result<()>>>> {
        let (stdin, stdout, stderr) = group::pipes(&mut self.child);
        if let Some(stdin) = stdin {
            let (sender, receiver) = channel();
            let backlog = Arc::clone(&self.backlog);
            spawn(move || feed(stdin, &receiver, &backlog))?;
            self.input = Some(sender);
        }
        if let Some(stdout) = stdout {
            let output = Arc::clone(&self.output);
            spawn(move || listen(stdout, &output))?;
        }
        let Some(stderr) = stderr else { return Ok(None) };
        let (sender, report) = channel();
        let (ring, supervised) = (Arc::clone(&self.stderr), self.supervised);
        spawn(move || listen_to_stderr(stderr, supervised, &sender, &ring))?;
        Ok(Some(report))
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn send(&self, bytes: Vec<u8>) {
        let Some(input) = &self.input else { return };
        if self.backlog.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() > MAX_BACKLOG {
            self.backlog.fetch_sub(bytes.len(), Ordering::Relaxed);
            log::warn!("an engine does not read what it is told");
            return;
        }
        // If nobody writes any more the engine is gone, which its output will show.
        let _ = input.send(bytes);
    }

    /// Another hand on the engine's input; nothing if it has been closed.
    pub(super) fn input(&self) -> Option<EngineInput> {
        Some(EngineInput { chunks: self.input.clone()?, backlog: Arc::clone(&self.backlog) })
    }

    /// Ends the input of the engine, once all that is on its way has been written.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the process has ended by itself.
    pub(super) fn wait(&mut self, until: Instant) -> Option<ExitStatus> {
        if !self.has_ended(until) {
            return None;
        }
        self.end()
    }

    fn has_ended(&mut self, until: Instant) -> bool {
        while self.status.is_none() && !group::has_ended(&mut self.child, &mut self.status) {
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(GLANCE);
        }
        true
    }

    /// Ends the process and everything it has started, and says how it ended.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        if !self.ended {
            self.ended = true;
            if self.supervised && !self.has_ended(Instant::now()) {
                group::dismiss(&self.child);
                self.has_ended(Instant::now() + END_PATIENCE);
            }
            // Until it is waited for, nobody else can have its number.
            group::kill(&mut self.child);
            if self.status.is_none() {
                self.status = self.child.wait().ok();
            }
        }
        self.status
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.output.discard();
        self.end();
    }
}

/// The command as the system starts it, and whether with a supervisor.
fn prepared(command: &EngineCommand) -> (Command, bool) {
    let wrapped = supervisor::wrapped(command);
    let supervised = wrapped.is_some();
    let mut system_command = wrapped.unwrap_or_else(|| {
        let mut plain = Command::new(&command.program);
        plain.args(&command.arguments);
        plain
    });
    for (name, value) in &command.environment {
        match value {
            Some(value) => system_command.env(name, value),
            None => system_command.env_remove(name),
        };
    }
    system_command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    (system_command, supervised)
}

fn wait_for(report: &Receiver<io::Result<()>>) -> io::Result<()> {
    match report.recv_timeout(START_PATIENCE) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
        Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("its supervisor left")),
    }
}

fn spawn(task: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("engine pipe".into()).stack_size(256 << 10).spawn(task).map(drop)
}

/// Writes until there is no more to write or the engine has gone.
fn feed(mut stdin: ChildStdin, chunks: &Receiver<Vec<u8>>, backlog: &AtomicUsize) {
    for chunk in chunks {
        if stdin.write_all(&chunk).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        backlog.fetch_sub(chunk.len(), Ordering::Relaxed);
    }
}

fn listen(stdout: ChildStdout, output: &Queue) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout) {
        output.push(line, Instant::now());
    }
    output.end();
}

fn listen_to_stderr(stderr: ChildStderr, supervised: bool, report: &Sender<io::Result<()>>, ring: &Stderr) {
    let mut stderr = BufReader::new(stderr);
    if supervised {
        let _ = report.send(supervisor::read_report(&mut stderr));
    }
    ring.collect(stderr);
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_does_not_read_is_told_so_much_and_no_more() {
        let mut deaf = EngineProcess::start(&EngineCommand::new("sleep").args(["3600"])).unwrap();
        let input = deaf.input().unwrap();
        deaf.send(vec![b'x'; MAX_BACKLOG]);
        assert!(!input.send_line("", MAX_BACKLOG), "as much waits as may wait");
        deaf.send(vec![b'x']);
        assert!(input.send_line("", MAX_BACKLOG + 1), "and what was more does not");
        deaf.end();
    }

    #[test]
    fn a_program_is_started_with_its_arguments_and_its_environment() {
        let command = EngineCommand::from_words(&["sh", "-c", "echo $TERN_A-$TERN_B"]).unwrap();
        let mut echo =
            EngineProcess::start(&command.env("TERN_A", "1").env("TERN_B", "2").env_remove("TERN_B")).unwrap();
        let crate::client::queue::Taken::Line(arrival) = echo.output.take(Instant::now() + START_PATIENCE) else {
            panic!("it said nothing")
        };
        assert_eq!(arrival.line.text, "1-");
        assert_eq!(echo.wait(Instant::now() + START_PATIENCE).unwrap().code(), Some(0));
        assert!(EngineCommand::from_words(&[""; 0]).is_none());
    }
}
