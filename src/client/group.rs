//! What the system offers to keep an engine and everything it starts together.

#[cfg(unix)]
pub(super) use unix::{Child, dismiss, has_ended, kill, pipes, spawn};
#[cfg(windows)]
pub(super) use windows::{Child, dismiss, has_ended, kill, pipes, spawn};

use std::process::{ChildStderr, ChildStdin, ChildStdout};

/// The three pipes of a process.
type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// Engines lead process groups: Ctrl-C at the terminal does not reach them, and what they start ends with them.
#[cfg(unix)]
mod unix {
    use super::Pipes;
    use nix::sys::signal::{Signal, kill as signal, killpg};
    use nix::unistd::Pid;
    use std::io;
    use std::os::unix::process::CommandExt;
    pub(in crate::client) use std::process::Child;
    use std::process::{Command, ExitStatus};

    fn id(child: &Child) -> Pid {
        Pid::from_raw(child.id().cast_signed())
    }

    pub(in crate::client) fn spawn(mut command: Command) -> io::Result<Child> {
        command.process_group(0).spawn()
    }

    pub(in crate::client) fn pipes(child: &mut Child) -> Pipes {
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    }

    /// Asks a supervisor to end everything.
    pub(in crate::client) fn dismiss(child: &Child) {
        let _ = signal(id(child), Signal::SIGTERM);
    }

    /// Kills the whole group.
    pub(in crate::client) fn kill(child: &mut Child) {
        // There may be nobody left.
        let _ = killpg(id(child), Signal::SIGKILL);
        let _ = child.kill();
    }

    /// Whether it has ended; it is not waited for yet.
    #[cfg(target_os = "linux")]
    pub(in crate::client) fn has_ended(child: &mut Child, _: &mut Option<ExitStatus>) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
        !matches!(waitid(Id::Pid(id(child)), look), Ok(WaitStatus::StillAlive))
    }

    /// Whether it has ended; if so it is waited for, which is all that can be done here.
    #[cfg(not(target_os = "linux"))]
    pub(in crate::client) fn has_ended(child: &mut Child, status: &mut Option<ExitStatus>) -> bool {
        *status = child.try_wait().ok().flatten();
        status.is_some()
    }
}

/// Engines live in job objects, which are ended as a whole.
#[cfg(windows)]
mod windows {
    use super::Pipes;
    use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};
    use std::io;
    use std::process::{Command, ExitStatus};

    pub(in crate::client) type Child = Box<dyn ChildWrapper>;

    pub(in crate::client) fn spawn(command: Command) -> io::Result<Child> {
        CommandWrap::from(command).wrap(JobObject).spawn()
    }

    pub(in crate::client) fn pipes(child: &mut Child) -> Pipes {
        (child.stdin().take(), child.stdout().take(), child.stderr().take())
    }

    /// There are no supervisors here.
    pub(in crate::client) fn dismiss(_: &Child) {}

    /// Ends the whole job.
    pub(in crate::client) fn kill(child: &mut Child) {
        // There may be nobody left.
        let _ = child.start_kill();
    }

    /// Whether the engine itself has ended.
    pub(in crate::client) fn has_ended(child: &mut Child, status: &mut Option<ExitStatus>) -> bool {
        *status = child.inner_mut().try_wait().ok().flatten();
        status.is_some()
    }
}
