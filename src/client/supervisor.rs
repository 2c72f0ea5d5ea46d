//! tern between itself and an engine: notices when tern dies, and ends whatever the engine leaves behind.
//!
//! The supervisor is started as `tern --supervise-engine PROGRAM ARGUMENTS…` with the pipes of the engine for its own. The
//! engine inherits input and output, which the supervisor then lets go: lines take no way around. Standard error is passed
//! on, after a first line that says whether the engine runs. The pipe behind it is also the lifeline: once nobody reads it,
//! tern is dead.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// What tells the supervisor from any other start of the program.
const FLAG: &str = "--supervise-engine";

/// Whether this program calls [`run_as_supervisor`] first of all, and so can be its own supervisor.
static AVAILABLE: AtomicBool = AtomicBool::new(false);

/// To be called first of all by a program that wants its engines supervised. If this process was started as a supervisor,
/// it does its work and gives the exit code; if not, gives `None`, and every engine started from here on gets a supervisor
/// where the system allows.
pub fn run_as_supervisor() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == FLAG) {
        return Some(run(arguments));
    }
    AVAILABLE.store(cfg!(unix), Ordering::Relaxed);
    None
}

#[cfg(unix)]
pub(super) use unix::{read_report, wrapped};

#[cfg(unix)]
use unix::run;

#[cfg(not(unix))]
pub(super) use elsewhere::{read_report, wrapped};

#[cfg(not(unix))]
use elsewhere::run;

/// Where there are no supervisors.
#[cfg(not(unix))]
mod elsewhere {
    use crate::client::EngineCommand;
    use std::ffi::OsString;
    use std::io::{self, BufRead};
    use std::process::{Command, ExitCode};

    pub(super) fn run(_: impl Iterator<Item = OsString>) -> ExitCode {
        ExitCode::FAILURE
    }

    pub(in crate::client) fn wrapped(_: &EngineCommand) -> Option<Command> {
        None
    }

    pub(in crate::client) fn read_report(_: &mut impl BufRead) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
mod unix {
    use super::{AVAILABLE, FLAG};
    use crate::client::EngineCommand;
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::signal::{SigSet, Signal, kill, raise};
    use nix::sys::wait::{WaitStatus, waitpid};
    use nix::unistd::{Pid, dup2_stdin, dup2_stdout};
    use std::ffi::OsString;
    use std::fs::File;
    use std::io::{self, BufRead};
    use std::os::fd::AsFd;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, ExitCode, Stdio};
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;
    use std::time::{Duration, Instant};

    /// The first line on standard error if the engine runs, and the beginning of it if not.
    const STARTED: &str = "started";
    const FAILED: &str = "failed ";

    /// How long to try to end everything; only a process stuck in the kernel takes so long.
    const PERSISTENCE: Duration = Duration::from_secs(5);

    /// How long to wait for the last words of processes that have ended.
    const LAST_WORDS: Duration = Duration::from_millis(200);

    /// The command that starts an engine with a supervisor; `None` if this program cannot be one.
    pub(in crate::client) fn wrapped(command: &EngineCommand) -> Option<Command> {
        if !AVAILABLE.load(Ordering::Relaxed) {
            return None;
        }
        // The running program itself, even if its file has been replaced by a new build.
        let this = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe().ok()? };
        let mut supervisor = Command::new(this);
        supervisor.arg0("tern").arg(FLAG).arg(&command.program).args(&command.arguments);
        Some(supervisor)
    }

    /// Reads the first line of a supervisor's standard error: whether the engine was started.
    pub(in crate::client) fn read_report(from: &mut impl BufRead) -> io::Result<()> {
        let line = crate::client::line::read_line(from)?.map(|line| line.text).unwrap_or_default();
        match line.strip_prefix(FAILED).map(str::parse) {
            None if line == STARTED => Ok(()),
            Some(Ok(code)) => Err(io::Error::from_raw_os_error(code)),
            _ => Err(io::Error::other("its supervisor failed")),
        }
    }

    /// What ends a supervisor.
    enum Event {
        /// The engine has ended by itself.
        Ended(WaitStatus),
        /// tern is dead, or wants an end.
        Dismissed,
    }

    pub(super) fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
        #[cfg(target_os = "linux")]
        if let Err(error) = nix::sys::prctl::set_child_subreaper(true) {
            log::warn!("cannot inherit the processes that an engine leaves behind: {error}");
        }
        let started = words.next().ok_or_else(|| io::ErrorKind::InvalidInput.into()).and_then(|program| {
            let child = Command::new(program).args(words).stderr(Stdio::piped()).spawn()?;
            watch(child)
        });
        let (events, last_words) = match started {
            Ok(channels) => channels,
            Err(error) => {
                eprintln!("{FAILED}{}", error.raw_os_error().unwrap_or(0));
                end_descendants();
                return ExitCode::FAILURE;
            }
        };
        let event = events.recv().unwrap_or(Event::Dismissed);
        end_descendants();
        // An error means that they are all said.
        let _ = last_words.recv_timeout(LAST_WORDS);
        match event {
            Event::Ended(WaitStatus::Exited(_, code)) => ExitCode::from(code as u8),
            Event::Ended(WaitStatus::Signaled(_, signal, _)) => die_likewise(signal),
            _ => ExitCode::FAILURE,
        }
    }

    /// Watches the engine, tern and ourselves, each in a thread of its own.
    fn watch(mut child: Child) -> io::Result<(Receiver<Event>, Receiver<()>)> {
        let engine = Pid::from_raw(child.id().cast_signed());
        let stderr = child.stderr.take();
        // tern sends the signal once it has read our report, and then every thread has it blocked.
        let mut signals = SigSet::empty();
        for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
            signals.add(signal);
        }
        signals.thread_block()?;
        let nowhere = File::options().read(true).write(true).open("/dev/null")?;
        dup2_stdin(&nowhere)?;
        dup2_stdout(&nowhere)?;
        eprintln!("{STARTED}");
        let (sender, events) = channel();
        spawn(&sender, move || reap_until(engine))?;
        spawn(&sender, move || {
            let _ = signals.wait();
            Event::Dismissed
        })?;
        spawn(&sender, || {
            wait_for_death_of_reader();
            Event::Dismissed
        })?;
        let (done, last_words) = channel();
        thread::Builder::new().spawn(move || {
            let _ = stderr.map(|mut stderr| io::copy(&mut stderr, &mut io::stderr()));
            let _ = done.send(());
        })?;
        Ok((events, last_words))
    }

    fn spawn(events: &Sender<Event>, wait: impl FnOnce() -> Event + Send + 'static) -> io::Result<()> {
        let events = events.clone();
        thread::Builder::new().spawn(move || drop(events.send(wait())))?;
        Ok(())
    }

    /// Reaps whoever ends, until there is nobody left; tells of the engine when it is its turn, and goes on.
    fn reap_until(engine: Pid) -> Event {
        loop {
            match waitpid(None, None) {
                Ok(status) if status.pid() == Some(engine) => return Event::Ended(status),
                Err(Errno::ECHILD) => return Event::Dismissed,
                _ => {}
            }
        }
    }

    /// Returns when nobody is left who could read our standard error.
    fn wait_for_death_of_reader() {
        let stderr = io::stderr();
        loop {
            let mut lifeline = [PollFd::new(stderr.as_fd(), PollFlags::empty())];
            match poll(&mut lifeline, PollTimeout::NONE) {
                Err(Errno::EINTR) | Ok(0) => {}
                _ => return,
            }
        }
    }

    /// Kills our children and those they leave to us, until there are none.
    fn end_descendants() {
        let until = Instant::now() + PERSISTENCE;
        while Instant::now() < until {
            let children = children();
            if children.is_empty() {
                return;
            }
            for child in children {
                let _ = kill(child, Signal::SIGKILL);
            }
            while let Ok(status) = waitpid(None, Some(nix::sys::wait::WaitPidFlag::WNOHANG))
                && status != WaitStatus::StillAlive
            {}
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The processes whose parent we are.
    #[cfg(target_os = "linux")]
    fn children() -> Vec<Pid> {
        let our_id = std::process::id();
        let Ok(processes) = std::fs::read_dir("/proc") else { return vec![] };
        let parent = |id: i32| -> Option<u32> {
            let stat = std::fs::read(format!("/proc/{id}/stat")).ok()?;
            // The name in parentheses may hold anything.
            let end = stat.iter().rposition(|&byte| byte == b')')?;
            str::from_utf8(&stat[end..]).ok()?.split_ascii_whitespace().nth(2)?.parse().ok()
        };
        let ids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        ids.filter(|&id| parent(id) == Some(our_id)).map(Pid::from_raw).collect()
    }

    /// Elsewhere tern ends the process group, which is all that can be known.
    #[cfg(not(target_os = "linux"))]
    fn children() -> Vec<Pid> {
        let _ = nix::sys::signal::killpg(nix::unistd::getpgrp(), Signal::SIGKILL);
        vec![]
    }

    /// Dies of the same signal, so that tern learns what the engine died of.
    fn die_likewise(signal: Signal) -> ExitCode {
        // One core file is enough.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_dumpable(false);
        let mut blocked = SigSet::empty();
        blocked.add(signal);
        let _ = blocked.thread_unblock();
        // Rust's runtime catches the first SIGSEGV, to tell of a stack that is full, and stands aside then.
        for _ in 0..2 {
            let _ = raise(signal);
        }
        ExitCode::FAILURE
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::read_report;

    #[test]
    fn the_first_line_tells_whether_the_engine_runs() {
        let read = |text: &str| read_report(&mut text.as_bytes()).map_err(|error| error.raw_os_error());
        assert_eq!(read("started\nand what the engine says\n"), Ok(()));
        assert_eq!(read("failed 2\n"), Err(Some(2)), "as the system says it");
        for text in ["", "start\n", "failed\n", "failed so badly\n", "a panic\nstarted\n"] {
            assert_eq!(read(text), Err(None), "{text:?}: the supervisor itself has failed");
        }
    }
}
