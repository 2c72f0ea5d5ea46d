//! An engine under test: what is sent to it, what it answers, and what counts as a failure.

use super::failure::{Failure, quoted};
use crate::client::{Engine, EngineCommand, Silence, StartError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that are collected while one line is waited for. An engine that says more talks without end.
const MAX_HEARD: usize = 4 << 20;

/// How long a search takes until it is under way, and one that ends by itself at once has ended.
const UNDER_WAY: Duration = Duration::from_millis(50);

pub(super) struct EngineUnderTest {
    engine: Engine,
    /// How long to wait for any answer.
    patience: Duration,
    last: Option<String>,
    /// It did not do what it should: it gets no time to leave.
    failed: bool,
}

impl Drop for EngineUnderTest {
    fn drop(&mut self) {
        if self.failed {
            self.engine.kill();
        }
    }
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

impl EngineUnderTest {
    pub(super) fn start(command: &EngineCommand, patience: Duration) -> Result<Self, StartError> {
        Ok(Self { engine: Engine::start(command)?, patience, last: None, failed: false })
    }

    pub(super) fn send(&mut self, line: &str) {
        self.engine.send(line);
    }

    pub(super) fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.engine.send_bytes(bytes);
    }

    /// Ends the input of the engine.
    pub(super) fn close_input(&mut self) {
        self.engine.close_input();
    }

    fn hear(&mut self, until: Instant) -> Result<String, Silence> {
        let heard = self.engine.next(until)?;
        self.last = Some(heard.text.clone());
        Ok(heard.text)
    }

    /// All lines up to the first that begins with `word`, that one included.
    pub(super) fn hear_until(&mut self, word: &str) -> Result<Vec<String>, Failure> {
        let mut lines = Vec::new();
        self.collect_until(word, &mut lines).map_err(|seen| {
            self.failed = true;
            Failure::new(format!("{word} within {} ms", self.patience.as_millis()), seen)
        })?;
        Ok(lines)
    }

    fn collect_until(&mut self, word: &str, lines: &mut Vec<String>) -> Result<(), String> {
        let until = Instant::now() + self.patience;
        let mut bytes = 0;
        loop {
            let line = self.hear(until).map_err(|silence| self.seen(&silence, lines.last()))?;
            let done = says(&line, word);
            bytes += line.len();
            lines.push(line);
            if done {
                return Ok(());
            }
            // An engine that talks without end must not be listened to without end.
            if bytes > MAX_HEARD || Instant::now() >= until {
                return Err("other lines only".into());
            }
        }
    }

    /// What was seen instead of a line.
    fn seen(&self, silence: &Silence, last: Option<&String>) -> String {
        match silence {
            Silence::Ended { .. } => {
                let last = self.last.as_ref().map_or_else(String::new, |line| format!(" after {}", quoted(line)));
                format!("the end of its output{last} ({silence})")
            }
            Silence::Timeout => last.map_or("nothing".into(), |line| format!("{} last", quoted(line))),
            silence => silence.to_string(),
        }
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
                Ok(line) if says(&line, word) => return Err(Failure::new(what, quoted(&line))),
                Ok(_) => {}
                Err(Silence::Timeout) => break,
                Err(silence) => return Err(Failure::new(what, self.seen(&silence, None))),
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
        let mut bytes = 0;
        while let Ok(line) = self.hear(until) {
            bytes += line.len();
            lines.push(line);
            if bytes > MAX_HEARD || Instant::now() >= until {
                break;
            }
        }
        match self.engine.wait(until) {
            Some(status) if status.success() => Ok(lines),
            Some(status) => Err(Failure::new(expected, status.to_string())),
            None => Err(Failure::new(expected, "it is still running")),
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
