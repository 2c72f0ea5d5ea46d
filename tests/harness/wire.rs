//! An engine inside this process, at the other end of two queues.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tern::games::any::GameKind;
use tern::session::{self, Options};

/// Far longer than anything here takes: a hang fails instead of blocking. Says nothing about speed.
const DEADLINE: Duration = Duration::from_secs(60);

/// An engine to talk to.
pub(crate) struct Wire {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    /// Lines that have come, but were not asked for yet.
    heard: VecDeque<String>,
    engine: JoinHandle<io::Result<()>>,
}

impl Wire {
    pub(crate) fn new(game: GameKind) -> Self {
        let (input, chunks) = channel();
        let (replies, output) = channel();
        let incoming = Incoming { chunks, chunk: Vec::new(), used: 0 };
        let engine = std::thread::spawn(move || {
            session::run(incoming, Outgoing(replies), Options { game, ..Options::default() })
        });
        Self { input: Some(input), output, heard: VecDeque::new(), engine }
    }

    pub(crate) fn send(&self, bytes: &[u8]) {
        // An engine that has left hears nothing more; whoever waits for its answer will notice.
        let _ = self.input.as_ref().map(|input| input.send(bytes.to_vec()));
    }

    pub(crate) fn send_line(&self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// The next line, `None` if the engine has left.
    pub(crate) fn line(&mut self) -> Option<String> {
        while self.heard.is_empty() {
            match self.output.recv_timeout(DEADLINE) {
                Ok(bytes) => self.heard.extend(checked(bytes)),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => panic!("tern hangs"),
            }
        }
        self.heard.pop_front()
    }

    /// Closes the input, waits for the end, and gives what was still said.
    pub(crate) fn finish(mut self) -> Vec<String> {
        self.input = None;
        let rest = std::iter::from_fn(|| self.line()).collect();
        let ended = self.engine.join().expect("the session does not panic");
        ended.expect("the output was never closed");
        rest
    }
}

/// The lines of what was written at once: whole ones, of printable text, without blanks at their ends.
fn checked(bytes: Vec<u8>) -> Vec<String> {
    let text = String::from_utf8(bytes).expect("replies are text");
    let lines: Vec<String> = text.strip_suffix('\n').expect("whole lines").split('\n').map(Into::into).collect();
    for line in &lines {
        assert!(line.trim_end() == line && !line.contains(char::is_control), "{}", line.escape_debug());
        assert!(!line.contains("bug in tern"), "{line}");
    }
    lines
}

/// The engine's end of its input.
struct Incoming {
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    used: usize,
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Incoming {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used == self.chunk.len() {
            let Ok(chunk) = self.chunks.recv() else { return Ok(&[]) };
            (self.chunk, self.used) = (chunk, 0);
        }
        Ok(&self.chunk[self.used..])
    }

    fn consume(&mut self, count: usize) {
        self.used += count;
    }
}

/// The engine's end of its output.
struct Outgoing(Sender<Vec<u8>>);

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
