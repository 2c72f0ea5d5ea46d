//! The other side of the protocol: start an engine, talk to it in typed words, and never leave it behind.
//!
//! This is the only code that starts, feeds, reads, times out and ends engine processes. Nothing an engine does is trusted:
//! every wait has a deadline, lines and what waits to be read are bounded (a few MB an engine, whatever it prints), and
//! when an [`Engine`] is dropped, the engine and everything it has started ends.
//!
//! ```
//! use std::time::Duration;
//! use tern::client::{Engine, EngineCommand};
//!
//! // A tiny engine; usually it is a program, as in EngineCommand::new("tern").
//! let script = "while read word rest; do case $word in
//!     ugi) echo id name tiny; echo ugiok;;
//!     isready) echo readyok;;
//!     go) echo bestmove c3;;
//!     quit) exit;;
//! esac; done";
//! # if cfg!(windows) { return Ok(()); }
//! let mut engine = Engine::start(&EngineCommand::new("sh").args(["-c", script]))?;
//! let introduction = engine.introduce(Duration::from_secs(20))?;
//! assert_eq!(introduction.name.as_deref(), Some("tiny"));
//! let thought = engine.go("position startpos", "go movetime 100", Duration::from_secs(20))?;
//! assert_eq!(thought.best.as_deref(), Some("c3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How an engine ends
//!
//! On Unix an engine and what it starts share a process group of their own: Ctrl-C at the terminal does not reach it, and
//! one signal ends all. The binary tern does more: it starts engines through itself as a *supervisor* (see
//! [`run_as_supervisor`]), a small process between the two that passes nothing on and so costs no time. It notices when tern
//! dies, be it of SIGKILL, and on Linux it inherits every process that the engine leaves behind, `setsid` or not. In both
//! cases it kills them all. On Windows an engine lives in a job object, which
//! is ended as a whole, but not if tern itself is killed.

mod command;
mod engine;
mod error;
mod group;
mod line;
mod process;
mod queue;
mod stderr;
mod supervisor;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod watch;

pub use command::EngineCommand;
pub use engine::{Engine, Heard, Introduction, Thought};
pub use error::{Ending, GoError, Silence, StartError};
pub use process::EngineInput;
pub use supervisor::run_as_supervisor;
pub use watch::time_asleep;
