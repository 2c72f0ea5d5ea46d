//! An engine under test: a process, lines to it and from it, and patience that ends.

use super::failure::{Failure, quoted};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that may wait to be looked at; an engine that prints more has to wait.
const WAITING_LINES: usize = 1 << 14;

/// How long an engine that is no longer needed may take to leave by itself.
const GRACE: Duration = Duration::from_millis(200);

/// How long a search takes until it is under way, and one that ends by itself at once has ended.
const UNDER_WAY: Duration = Duration::from_millis(50);

/// How often to look whether a process has ended.
const GLANCE: Duration = Duration::from_millis(2);

pub(super) struct Engine {
    child: Child,
    /// What is written to the engine, by a thread that may get stuck if it does not read. Dropped to end its input.
    to: Option<Sender<Vec<u8>>>,
    /// The lines it prints, without their ends.
    from: Receiver<String>,
    /// How long to wait for any answer.
    patience: Duration,
    last: Option<String>,
}

/// What came from the engine.
enum Heard {
    Line(String),
    /// Nothing in time.
    Silence,
    /// Its output has ended.
    End,
}

/// The answer to a `go`.
pub(super) struct Answer {
    /// What came before the last line.
    pub(super) info: Vec<String>,
    /// The line with the best move.
    pub(super) line: String,
    /// How long it took.
    pub(super) elapsed: Duration,
}

impl Answer {
    /// The move alone.
    pub(super) fn best(&self) -> &str {
        self.line.split_ascii_whitespace().nth(1).unwrap_or("")
    }
}

/// Whether a line begins with a word.
pub(super) fn says(line: &str, word: &str) -> bool {
    line.split_ascii_whitespace().next() == Some(word)
}

impl Engine {
    pub(super) fn start(command: &[String], patience: Duration) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (to, lines_to) = channel();
        let (lines_from, from) = sync_channel(WAITING_LINES);
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_all(input, &lines_to));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_all(output, &lines_from));
        }
        Ok(Self { child, to: Some(to), from, patience, last: None })
    }

    pub(super) fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").into_bytes());
    }

    pub(super) fn send_bytes(&self, bytes: Vec<u8>) {
        if let Some(to) = &self.to {
            // If nobody writes any more the engine is gone, which its output will show.
            let _ = to.send(bytes);
        }
    }

    /// Ends the input of the engine.
    pub(super) fn close_input(&mut self) {
        self.to = None;
    }

    fn hear(&mut self, until: Instant) -> Heard {
        match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.last = Some(line.clone());
                Heard::Line(line)
            }
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// All lines up to the first that begins with `word`, that one included.
    pub(super) fn hear_until(&mut self, word: &str) -> Result<Vec<String>, Failure> {
        let until = Instant::now() + self.patience;
        let mut lines = Vec::new();
        loop {
            let seen = match self.hear(until) {
                Heard::Line(line) => {
                    let done = says(&line, word);
                    lines.push(line);
                    if done {
                        return Ok(lines);
                    }
                    // An engine that talks without end must not be listened to without end.
                    if Instant::now() < until {
                        continue;
                    }
                    "other lines only".into()
                }
                Heard::Silence => lines.last().map_or("nothing".into(), |line| format!("{} last", quoted(line))),
                Heard::End => self.end_of_output(),
            };
            return Err(Failure::new(format!("{word} within {} ms", self.patience.as_millis()), seen));
        }
    }

    fn end_of_output(&mut self) -> String {
        let status = self.wait(GRACE).map_or_else(String::new, |status| format!(" ({status})"));
        let last = self.last.as_ref().map_or_else(String::new, |line| format!(" after {}", quoted(line)));
        format!("the end of its output{last}{status}")
    }

    /// Waits until everything sent so far is dealt with; what was said meanwhile.
    pub(super) fn settle(&mut self) -> Result<Vec<String>, Failure> {
        self.send("isready");
        let mut lines = self.hear_until("readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Fails if a line that begins with `word` comes within a time; `what` says what should be.
    pub(super) fn hear_no(&mut self, word: &str, within: Duration, what: &str) -> Result<(), Failure> {
        let until = Instant::now() + within;
        while Instant::now() < until {
            match self.hear(until) {
                Heard::Line(line) if says(&line, word) => return Err(Failure::new(what, quoted(&line))),
                Heard::Line(_) => {}
                Heard::Silence => break,
                Heard::End => return Err(Failure::new(what, self.end_of_output())),
            }
        }
        Ok(())
    }

    /// Searches, when all that is under way has been dealt with.
    pub(super) fn go(&mut self, limits: &str) -> Result<Answer, Failure> {
        let started = self.start_search(limits)?;
        self.best_move(started).map_err(|failure| failure.after(format!("go {limits}").trim_end()))
    }

    /// Starts a search, when all that is under way has been dealt with.
    pub(super) fn start_search(&mut self, limits: &str) -> Result<Instant, Failure> {
        self.settle()?;
        let started = Instant::now();
        self.send(format!("go {limits}").trim_end());
        Ok(started)
    }

    /// Starts a search and lets it get under way.
    pub(super) fn be_in_search(&mut self, limits: &str) -> Result<Instant, Failure> {
        let started = self.start_search(limits)?;
        thread::sleep(UNDER_WAY);
        Ok(started)
    }

    /// The answer to a search that was started before.
    pub(super) fn best_move(&mut self, started: Instant) -> Result<Answer, Failure> {
        let mut info = self.hear_until("bestmove")?;
        let elapsed = started.elapsed();
        Ok(Answer { line: info.pop().unwrap_or_default(), info, elapsed })
    }

    /// Asks a question: what follows the word `response`. Of several answers the first counts.
    pub(super) fn ask(&mut self, question: &str) -> Result<String, Failure> {
        self.send(&format!("query {question}"));
        let lines = self.settle()?;
        let response = lines.iter().find_map(|line| line.trim().strip_prefix("response"));
        response.map(|text| text.trim().to_owned()).ok_or_else(|| {
            let seen = lines.first().map_or_else(|| "nothing".into(), |line| quoted(line));
            Failure::new(format!("a response to query {question}"), seen)
        })
    }

    /// Asks a question that is answered by one word; whether there are more is not looked at.
    pub(super) fn ask_word(&mut self, question: &str) -> Result<String, Failure> {
        let response = self.ask(question)?;
        Ok(response.split_ascii_whitespace().next().unwrap_or("").into())
    }

    /// Sets up a position by the moves that lead there, and deals with whatever is said about it.
    pub(super) fn set_up(&mut self, moves: &[String]) -> Result<(), Failure> {
        self.send(&position(moves));
        self.settle().map(drop)
    }

    /// Waits for the process to end well, and gives the lines it had still to say.
    pub(super) fn leave(&mut self) -> Result<Vec<String>, Failure> {
        let expected = format!("exit code 0 within {} ms", self.patience.as_millis());
        let until = Instant::now() + self.patience;
        let mut lines = Vec::new();
        while let Heard::Line(line) = self.hear(until) {
            lines.push(line);
            if Instant::now() >= until {
                break;
            }
        }
        match self.wait(until.saturating_duration_since(Instant::now())) {
            Some(status) if status.success() => Ok(lines),
            Some(status) => Err(Failure::new(expected, status.to_string())),
            None => Err(Failure::new(expected, "it is still running")),
        }
    }

    fn wait(&mut self, within: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + within;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(GLANCE),
                _ => return None,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A wrapper script passes this on, but not a kill.
        self.send("stop\nquit");
        self.close_input();
        if self.wait(GRACE).is_none() {
            // Errors mean that it has ended in this very moment.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The command that sets up a position by the moves that lead there.
pub(super) fn position(moves: &[String]) -> String {
    match moves {
        [] => "position startpos".into(),
        moves => format!("position startpos moves {}", moves.join(" ")),
    }
}

fn write_all(mut input: impl Write, lines: &Receiver<Vec<u8>>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_all(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        if bytes.ends_with(b"\n") {
            bytes.pop();
        }
        if lines.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
            return;
        }
        bytes.clear();
    }
}
