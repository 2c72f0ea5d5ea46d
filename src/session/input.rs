//! Input, read and parsed on a thread of its own so that the session can be told something at any time.

use super::Event;
use crate::lines;
use crate::protocol::{Command, CommandError};
use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;
use thiserror::Error;

/// A longer line is not a command. Much longer than any game, and short enough for any machine.
pub(super) const MAX_LINE: usize = 64 << 20;

/// Something that came in.
pub(super) enum Input {
    Command(Command),
    /// A line that is no command.
    Error(InputError),
    /// There will be no more lines.
    End,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum InputError {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Command(#[from] CommandError),
}

/// Why a line of bytes is not a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum LineError {
    #[error("the line is not UTF-8: byte {0} is wrong")]
    NotUtf8(usize),
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
}

/// Sends every command of the input, then the end of it. Ends early if nobody listens any more.
pub(super) fn read_commands(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        match read_line(&mut input) {
            Ok(Some(line)) => {
                let Some(input) = parse(line) else { continue };
                if events.send(Event::Input(input)).is_err() {
                    return;
                }
            }
            Ok(None) => break,
            Err(error) => {
                log::warn!("reading the input failed, which ends it: {error}");
                break;
            }
        }
    }
    // If nobody listens the session is over anyway.
    let _ = events.send(Event::Input(Input::End));
}

/// What a line says, `None` if it says nothing.
fn parse(line: Result<String, LineError>) -> Option<Input> {
    log::debug!("received {line:?}");
    let command = line.map_err(Into::into).and_then(|line| Command::parse(&line).map_err(Into::into));
    match command {
        Ok(command) => command.map(Input::Command),
        Err(error) => Some(Input::Error(error)),
    }
}

/// The next line without its end, `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let Some(line) = lines::read_line(input, MAX_LINE, 0)? else { return Ok(None) };
    if line.too_long {
        return Ok(Some(Err(LineError::TooLong)));
    }
    let text = String::from_utf8(line.bytes);
    Ok(Some(text.map_err(|error| LineError::NotUtf8(error.utf8_error().valid_up_to() + 1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Result<String, LineError>> {
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_with_line_feeds_or_the_input() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"a\n\nb"), [Ok("a".into()), Ok(String::new()), Ok("b".into())]);
        assert_eq!(lines(b"a\r\n"), [Ok("a\r".into())], "a carriage return is a blank to the commands");
    }

    #[test]
    fn a_bad_line_does_not_spoil_the_next() {
        assert_eq!(lines(b"go \xFF\nd\n"), [Err(LineError::NotUtf8(4)), Ok("d".into())]);
        let mut long = vec![b'x'; MAX_LINE + 1];
        long.extend(b"\nd\n");
        assert_eq!(lines(&long), [Err(LineError::TooLong), Ok("d".into())]);
    }
}
