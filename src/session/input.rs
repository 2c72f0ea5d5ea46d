//! Input, read and parsed on a thread of its own so that the session can be told something at any time.

use super::Event;
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
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut anything = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        anything = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= bytes.len() + part.len() > MAX_LINE;
        if !too_long {
            bytes.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !anything {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(Err(LineError::TooLong)));
    }
    let text = String::from_utf8(bytes);
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
