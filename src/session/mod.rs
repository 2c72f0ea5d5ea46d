//! The server side of the protocol: the position, the options, and the work it sends to a thread of its own.
//!
//! ```
//! use tern::session::{self, Options};
//!
//! let mut said = Vec::new();
//! session::run("move c3\nquery history\n".as_bytes(), &mut said, Options::default())?;
//! assert_eq!(String::from_utf8(said)?, "response c3\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod background;
mod bench;
mod commands;
mod describe;
mod error;
mod heartbeat;
mod input;
mod limits;
mod option_help;
mod options;
mod queue;
mod stalls;
mod state;
#[cfg(test)]
mod tests;
mod wdl;

pub use background::perft_replies;
pub use bench::bench;
pub use options::{OptionEffect, OptionError, Options, StrengthLimit};

use crate::protocol::Reply;
use crate::search::probe_memory;
use input::Input;
use state::Session;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

/// What can happen to a session.
enum Event {
    /// Something came in.
    Input(Input),
    /// The work in the background has something to report.
    Progress(Reply),
    /// The work in the background is done; its last replies.
    Finished(Vec<Reply>),
}

/// Events that may wait until the session has time; further ones make their senders wait.
const WAITING_EVENTS: usize = 256;

/// What a session must find free when it begins: enough for its first search, and for reading what is said meanwhile.
const MEMORY_TO_BEGIN: usize = 2 * background::MEMORY;

/// Speaks the protocol until `quit` or the end of the input, beginning with these options. Fails if the output does.
///
/// Everything that happens passes through one queue and is dealt with by this thread, which alone writes the output.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write, options: Options) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING_EVENTS);
    let mut session = Session::new(output, options, sender.clone())?;
    std::thread::Builder::new().name("input".into()).spawn(move || input::read_commands(input, &sender))?;
    probe_memory(MEMORY_TO_BEGIN)?;
    loop {
        let event = match session.patience() {
            Some(patience) => events.recv_timeout(patience),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Ok(event) => {
                if session.handle(event)?.is_break() {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        session.break_silence()?;
    }
}
