//! What an engine writes, line by line.

use crate::lines;
use std::io::{self, BufRead};

/// Longer lines are cut. The longest that make sense are pictures of a board.
pub(super) const MAX_LINE: usize = 1 << 20;

/// As much of a line as is kept of one that is longer than allowed.
const KEPT: usize = 1 << 10;

/// A line as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawLine {
    /// Without its end.
    pub(super) text: String,
    /// It was too long, not UTF-8, or had no end: what is here is for people only.
    pub(super) broken: bool,
}

/// The next line, `None` at the end of the input. What is left at the end is a broken line.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<RawLine>> {
    let Some(line) = lines::read_line(input, MAX_LINE, KEPT)? else { return Ok(None) };
    Ok(Some(match String::from_utf8(line.bytes) {
        Ok(text) => RawLine { text, broken: line.too_long || !line.ended },
        Err(error) => RawLine { text: String::from_utf8_lossy(error.as_bytes()).into_owned(), broken: true },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<RawLine> {
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn line(text: &str) -> RawLine {
        RawLine { text: text.into(), broken: false }
    }

    #[test]
    fn lines_end_with_line_feeds_or_the_input() {
        assert_eq!(lines(b""), []);
        let half = RawLine { text: "b".into(), broken: true };
        assert_eq!(lines(b"a\r\n\nb"), [line("a\r"), line(""), half]);
    }

    #[test]
    fn a_broken_line_does_not_spoil_the_next() {
        let mut long = b"bestmove ".to_vec();
        long.resize(MAX_LINE + 1, b'x');
        long.extend(b"\n\xFFx\nd\n");
        let read = lines(&long);
        assert_eq!((read.len(), &read[2]), (3, &line("d")));
        assert!(read[0].broken && read[0].text.starts_with("bestmove x") && read[0].text.len() == KEPT);
        assert!(read[1].broken && read[1].text.ends_with('x'));
    }
}
