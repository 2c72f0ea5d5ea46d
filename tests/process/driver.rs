//! The real binary at the end of two pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Far longer than anything here takes: a hang fails instead of blocking. Says nothing about speed.
const DEADLINE: Duration = Duration::from_secs(30);

/// A running tern. Killed when it goes out of scope.
pub(crate) struct Tern {
    child: Child,
    /// Written by a thread of its own, so that an engine that does not read cannot block a test.
    input: Option<Sender<Vec<u8>>>,
    /// The lines with all their bytes.
    output: Receiver<Vec<u8>>,
    errors: Option<JoinHandle<String>>,
}

/// What was left when a process had ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// The lines nobody had read yet.
    pub(crate) lines: Vec<String>,
    pub(crate) stderr: String,
}

impl Ended {
    /// Exit code 0, and nothing was complained about.
    pub(crate) fn quietly(self) -> Vec<String> {
        assert_eq!(self.status.code(), Some(0), "stderr: {}", self.stderr);
        assert_eq!(self.stderr, "");
        self.lines
    }
}

pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tern"));
    command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    command
}

/// Runs tern to its end with this for its whole input.
pub(crate) fn run(args: &[&str], input: &[u8]) -> Ended {
    let tern = Tern::with_args(args);
    tern.send_bytes(input);
    tern.finish()
}

impl Tern {
    pub(crate) fn start() -> Self {
        Self::with_args(&[])
    }

    pub(crate) fn with_args(args: &[&str]) -> Self {
        Self::spawn(binary().args(args))
    }

    /// One whose output nobody reads: it is closed from the beginning.
    pub(crate) fn unheard(args: &[&str]) -> Self {
        Self::connect(binary().args(args), false)
    }

    pub(crate) fn spawn(command: &mut Command) -> Self {
        Self::connect(command, true)
    }

    fn connect(command: &mut Command, listen: bool) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("tern starts");
        let (input, to_write) = channel::<Vec<u8>>();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::spawn(move || {
            // An engine that has left reads no more, and that is all right.
            while let Ok(bytes) = to_write.recv()
                && stdin.write_all(&bytes).is_ok()
            {}
        });
        let (sender, output) = channel();
        let stdout = child.stdout.take().unwrap();
        if listen {
            std::thread::spawn(move || send_lines(stdout, &sender));
        } else {
            drop(stdout);
        }
        let mut stderr = child.stderr.take().unwrap();
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("stderr is text");
            text
        });
        Self { child, input: Some(input), output, errors: Some(errors) }
    }

    pub(crate) fn send_bytes(&self, bytes: &[u8]) {
        // If the writer has left so has the engine; whoever expects an answer will notice.
        let _ = self.input.as_ref().expect("the input is still open").send(bytes.to_vec());
    }

    pub(crate) fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line.
    pub(crate) fn line(&self) -> String {
        match self.output.recv_timeout(DEADLINE) {
            Ok(line) => checked(line),
            Err(RecvTimeoutError::Timeout) => panic!("tern hangs: no line came"),
            Err(RecvTimeoutError::Disconnected) => panic!("tern has closed its output"),
        }
    }

    /// All lines up to the first that begins with this.
    pub(crate) fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends a line and gives everything that was said until tern was ready again. Not for searches, which go on.
    pub(crate) fn replies(&self, line: &str) -> Vec<String> {
        self.send(line);
        self.so_far()
    }

    /// Everything that was said until now.
    pub(crate) fn so_far(&self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends lines to which nothing must be said.
    pub(crate) fn quietly(&self, lines: &[&str]) {
        for line in lines {
            assert_eq!(self.replies(line), [""; 0], "{line}");
        }
    }

    /// Sends a line that must be answered with one error, and gives the message.
    pub(crate) fn error(&self, line: &str) -> String {
        let replies = self.replies(line);
        match replies.as_slice() {
            [reply] if reply.starts_with("error ") => reply["error ".len()..].to_string(),
            _ => panic!("expected one error for {line}, not {replies:?}"),
        }
    }

    pub(crate) fn query(&self, what: &str) -> String {
        let replies = self.replies(&format!("query {what}"));
        match replies.as_slice() {
            [reply] if reply.starts_with("response ") => reply["response ".len()..].to_string(),
            _ => panic!("expected one response to {what}, not {replies:?}"),
        }
    }

    /// All that can be asked about the position.
    pub(crate) fn state(&self) -> String {
        let questions = ["game", "fen", "pending", "moves", "p1turn", "gameover", "result", "reason", "score"];
        questions.map(|what| self.query(what)).join(" | ")
    }

    /// Searches and gives all lines of it.
    pub(crate) fn search(&self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove")
    }

    /// Searches and gives the move.
    pub(crate) fn best(&self, go: &str) -> String {
        best_of(&self.search(go))
    }

    /// Reads no more: the output is closed when the next line comes.
    pub(crate) fn stop_listening(&mut self) {
        self.output = channel().1;
    }

    /// Closes the input and waits for the end.
    pub(crate) fn finish(mut self) -> Ended {
        self.input = None;
        self.wait()
    }

    /// Waits for the end, whatever brings it about.
    pub(crate) fn wait(mut self) -> Ended {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("tern can be waited for") {
                break status;
            }
            assert!(started.elapsed() < DEADLINE, "tern hangs: it does not end");
            std::thread::sleep(Duration::from_millis(1));
        };
        let stderr = self.errors.take().unwrap().join().unwrap();
        let lines = std::iter::from_fn(|| self.output.recv_timeout(DEADLINE).ok()).map(checked).collect();
        Ended { status, lines, stderr }
    }

    pub(crate) fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
    }
}

impl Drop for Tern {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

fn send_lines(output: impl Read, lines: &Sender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.read_until(b'\n', &mut line) {
            Ok(1..) if lines.send(line).is_ok() => {}
            _ => return,
        }
    }
}

/// The text of a line, which must end with a line feed and nothing else that cannot be seen.
fn checked(mut line: Vec<u8>) -> String {
    assert_eq!(line.pop(), Some(b'\n'), "half a line: {}", line.escape_ascii());
    let text = String::from_utf8(line).expect("replies are text");
    assert_eq!(text, text.trim_end(), "blanks at the end of a line");
    assert!(!text.contains(['\r', '\0', '\t']), "{}", text.escape_debug());
    text
}

/// The move of a `bestmove` line, which must be the last and have exactly two words.
pub(crate) fn best_of(lines: &[String]) -> String {
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert!(words.len() == 2 && words[0] == "bestmove", "{lines:?}");
    words[1].to_string()
}

/// The word or number after a keyword of an `info` line.
pub(crate) fn field<'a>(info: &'a str, name: &str) -> &'a str {
    let mut words = info.split(' ').skip_while(|&word| word != name).skip(1);
    words.next().unwrap_or_else(|| panic!("no {name} in {info}"))
}

/// The number after a keyword of an `info` line.
pub(crate) fn number(info: &str, name: &str) -> i64 {
    field(info, name).parse().unwrap_or_else(|_| panic!("{name} is not a number in {info}"))
}

/// What is searched, in points, with proven wins and losses beyond all others.
pub(crate) fn score(info: &str) -> i64 {
    match (field(info, "score"), number(info, field(info, "score"))) {
        ("cp", points) => points,
        ("mate", moves) if moves > 0 => 1_000_000 - moves,
        (_, moves) => -1_000_000 - moves,
    }
}
