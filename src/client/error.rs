//! Why an engine does not run, does not answer, or does not give a move.

use super::engine::Thought;
use crate::protocol::ReplyError;
use crate::token::Token;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use thiserror::Error;

/// An engine could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// It is the engine's fault: there is no such program, or it cannot be executed.
    #[error("{program} cannot be started: {error}")]
    Program {
        /// The program.
        program: Token,
        /// What the system says.
        error: io::Error,
    },
    /// It is ours: no more files, processes, threads or memory. Says nothing about the engine.
    #[error("out of resources while an engine was to be started: {0}")]
    Shortage(#[source] io::Error),
}

impl StartError {
    /// Whose fault it is, by what the system says.
    pub(super) fn new(program: &std::ffi::OsStr, error: io::Error) -> Self {
        if is_shortage(&error) {
            return Self::Shortage(error);
        }
        Self::Program { program: program.to_string_lossy().as_ref().into(), error }
    }
}

#[cfg(unix)]
fn is_shortage(error: &io::Error) -> bool {
    use nix::errno::Errno;
    let shortages = [Errno::EMFILE, Errno::ENFILE, Errno::EAGAIN, Errno::ENOMEM, Errno::ENOSPC];
    error.raw_os_error().is_some_and(|code| shortages.contains(&Errno::from_raw(code)))
}

#[cfg(not(unix))]
fn is_shortage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::OutOfMemory | io::ErrorKind::WouldBlock)
}

/// Why nothing was heard of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Silence {
    /// It said nothing, or not what was waited for, in time.
    #[error("does not answer")]
    Timeout,
    /// It will never say anything again.
    #[error("{ending}{}", last_words(stderr))]
    Ended {
        /// What became of it.
        ending: Ending,
        /// The last it wrote to its standard error.
        stderr: Vec<String>,
    },
    /// It says so much that nobody could have read it in time: more options than any engine has.
    #[error("talks without end")]
    Flood,
    /// Whoever waits was told to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What became of an engine whose output has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It left by itself, or died.
    Exited(ExitStatus),
    /// It closed its output and still runs.
    ClosedOutput,
    /// We ended it.
    Killed,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "ended unexpectedly, {status}"),
            Self::ClosedOutput => f.write_str("closed its output"),
            Self::Killed => f.write_str("was ended by tern"),
        }
    }
}

fn last_words(stderr: &[String]) -> String {
    stderr.last().map_or_else(String::new, |line| format!("; its last words were {}", Token::from(line.as_str())))
}

/// Why a `go` gave no move in time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GoError {
    /// Nothing usable was heard.
    #[error(transparent)]
    Silence(#[from] Silence),
    /// It answered with an `error` line, to the position or to the search.
    #[error("refused to search: {}", Token::from(.0.as_str()))]
    Refused(String),
    /// It answered `bestmove` in a way that cannot be read.
    #[error(transparent)]
    Garbled(#[from] ReplyError),
    /// It answered only when it was told to stop.
    #[error("took {} ms", .0.time.as_millis())]
    Late(Box<Thought>),
}
