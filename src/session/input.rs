//! Lines of input, read on a thread of their own so that the session hears them at any time.

use super::Event;
use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;
use thiserror::Error;

/// A longer line is not a command. Much longer than any game, and short enough for any machine.
pub(super) const MAX_LINE: usize = 64 << 20;

/// Why a line of bytes is not a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum LineError {
    #[error("the line is not UTF-8: byte {0} is wrong")]
    NotUtf8(usize),
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
}

/// Sends every line of the input, then the end of it. Ends early if nobody listens any more.
pub(super) fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        match read_line(&mut input) {
            Ok(Some(line)) => {
                if events.send(Event::Line(line)).is_err() {
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
    let _ = events.send(Event::EndOfInput);
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
