//! Lines of bounded length, however long they are written.

use std::io::{self, BufRead};

/// A line without its end.
pub(crate) struct Line {
    /// All of it, or its beginning if it was too long.
    pub(crate) bytes: Vec<u8>,
    pub(crate) too_long: bool,
    /// Whether it had an end; what is left at the end of the input has none.
    pub(crate) ended: bool,
}

/// The next line, `None` at the end of the input. Of a line longer than `most` bytes only the first `kept` are kept.
pub(crate) fn read_line(input: &mut impl BufRead, most: usize, kept: usize) -> io::Result<Option<Line>> {
    let mut line = Line { bytes: Vec::new(), too_long: false, ended: false };
    let mut anything = false;
    while !line.ended {
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
        line.add(&chunk[..end.unwrap_or(chunk.len())], most, kept);
        line.ended = end.is_some();
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
    }
    Ok(anything.then_some(line))
}

impl Line {
    fn add(&mut self, part: &[u8], most: usize, kept: usize) {
        self.too_long |= self.bytes.len() + part.len() > most;
        if self.too_long {
            self.bytes.truncate(kept);
            self.bytes.shrink_to(kept);
            self.bytes.extend_from_slice(&part[..part.len().min(kept - self.bytes.len())]);
        } else {
            self.bytes.extend_from_slice(part);
        }
    }
}
