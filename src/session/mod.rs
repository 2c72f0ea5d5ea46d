//! Who remembers: the session with its position, history and options, and the work it sends to threads of their own.

mod answers;
mod bench;
mod input;
mod job;
mod option_help;
mod options;
mod queue;
mod state;
mod text;

pub use bench::bench;
pub(crate) use input::read_line;
pub use job::perft_replies;
pub use options::{OptionError, Options};

use crate::games::any::GameKind;
use crate::protocol::Reply;
use input::LineError;
use state::Session;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::sync_channel;

/// What can happen to a session.
enum Event {
    /// A line came in.
    Line(Result<String, LineError>),
    /// There will be no more lines.
    EndOfInput,
    /// The work under way has something to say.
    Say(Reply),
    /// The work under way is done; its last words.
    Done(Vec<Reply>),
}

/// Events that may wait until the session has time; further ones make their senders wait.
const WAITING_EVENTS: usize = 256;

/// Speaks the protocol until `quit` or the end of the input, beginning with `game`. Fails if the output does.
///
/// Everything that happens passes through one queue and is dealt with by this thread, which alone writes the output.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write, game: GameKind) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING_EVENTS);
    let mut session = Session::new(output, game, sender.clone())?;
    std::thread::Builder::new().name("input".into()).spawn(move || input::read_lines(input, &sender))?;
    while let Ok(event) = events.recv() {
        if session.handle(event)?.is_break() {
            break;
        }
    }
    Ok(())
}
