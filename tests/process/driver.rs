//! The real binary at the end of two pipes.

use std::cell::RefCell;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use tern::client::{Engine, EngineCommand, Heard, Silence};

/// Far longer than anything here takes: a hang fails instead of blocking. Says nothing about speed.
const DEADLINE: Duration = Duration::from_secs(30);

/// A running tern. Killed when it goes out of scope.
pub(crate) struct Tern(RefCell<Engine>);

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

pub(crate) fn binary() -> EngineCommand {
    quiet(EngineCommand::new(env!("CARGO_BIN_EXE_tern")))
}

/// Without what the environment may say about logging and drawing.
pub(crate) fn quiet(command: EngineCommand) -> EngineCommand {
    command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE").env("LC_ALL", "C.UTF-8")
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
        Self::spawn(&binary().args(args))
    }

    pub(crate) fn spawn(command: &EngineCommand) -> Self {
        Self(RefCell::new(Engine::start(command).expect("tern starts")))
    }

    pub(crate) fn send_bytes(&self, bytes: &[u8]) {
        self.0.borrow_mut().send_bytes(bytes.to_vec());
    }

    pub(crate) fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line.
    pub(crate) fn line(&self) -> String {
        match self.0.borrow_mut().next(Instant::now() + DEADLINE) {
            Ok(heard) => checked(heard),
            Err(silence) => panic!("no line came: tern {silence}"),
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

    /// Searches and gives all lines of it, but for those that only say how far a slow search has come.
    pub(crate) fn search(&self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove").into_iter().filter(|line| !line.starts_with("info nodes ")).collect()
    }

    /// Searches and gives the move.
    pub(crate) fn best(&self, go: &str) -> String {
        best_of(&self.search(go))
    }

    /// The number of the process.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.0.borrow().id()
    }

    pub(crate) fn kill(&self) {
        self.0.borrow_mut().kill();
    }

    /// Closes the input and waits for the end.
    pub(crate) fn finish(self) -> Ended {
        self.0.borrow_mut().close_input();
        self.wait()
    }

    /// Waits for the end, whatever brings it about.
    pub(crate) fn wait(self) -> Ended {
        let mut engine = self.0.into_inner();
        let deadline = Instant::now() + DEADLINE;
        let mut lines = Vec::new();
        let stderr = loop {
            match engine.next(deadline) {
                Ok(heard) => lines.push(checked(heard)),
                Err(Silence::Ended { stderr, .. }) => break stderr,
                Err(silence) => panic!("tern does not end: it {silence}"),
            }
        };
        let status = engine.wait(deadline).expect("tern has ended");
        Ended { status, lines, stderr: stderr.join("\n") }
    }
}

/// The text of a line, which must end with a line feed and nothing else that cannot be seen.
fn checked(heard: Heard) -> String {
    let Heard { text, whole, .. } = heard;
    assert!(whole, "half a line, or no text: {}", text.escape_debug());
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
