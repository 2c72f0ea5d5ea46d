//! The transcripts in the documents are run against the real program, so that the documents cannot lie.
//!
//! A transcript is a fenced block marked `tern`, perhaps with arguments for the program. `>>>` is sent, `<<<` must be
//! received, `...` stands for any number of lines and `…` for any text in a line.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tern"))
            .args(arguments.split_whitespace())
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().into()
    }

    /// Closes the input and gives what was still said.
    fn finish(mut self) -> String {
        drop(self.input);
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert!(self.process.wait().unwrap().success());
        rest
    }
}

/// Whether `line` is `pattern` with the gaps filled.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut open = false;
    for part in parts {
        open = true;
        match rest.find(part) {
            Some(at) if !part.is_empty() => {
                rest = &rest[at + part.len()..];
                open = false;
            }
            Some(_) => {}
            None => return false,
        }
    }
    open || rest.is_empty()
}

fn run(arguments: &str, transcript: &str) {
    let mut engine = Engine::start(arguments);
    let mut skip = false;
    for line in transcript.lines() {
        if let Some(command) = line.strip_prefix(">>> ") {
            writeln!(engine.input, "{command}").unwrap();
        } else if line == "..." {
            skip = true;
        } else if let Some(expected) = line.strip_prefix("<<< ") {
            let mut heard = engine.line();
            while skip && !matches(expected, &heard) {
                assert!(!heard.is_empty(), "never heard {expected:?} in\n{transcript}");
                heard = engine.line();
            }
            skip = false;
            assert!(matches(expected, &heard), "expected {expected:?}, heard {heard:?} in\n{transcript}");
        } else {
            panic!("neither sent nor received: {line:?}");
        }
    }
    let rest = engine.finish();
    assert!(skip || rest.is_empty(), "unexpected {rest:?} after\n{transcript}");
}

fn check(document: &str) {
    let mut count = 0;
    // Text and blocks take turns.
    for block in document.split("\n```").skip(1).step_by(2) {
        let Some((mark, transcript)) = block.split_once('\n') else { continue };
        let arguments = mark.strip_prefix("tern").filter(|rest| rest.is_empty() || rest.starts_with(' '));
        if let Some(arguments) = arguments {
            run(arguments, transcript);
            count += 1;
        }
    }
    assert!(count > 0, "no transcript found");
}

#[test]
fn protocol() {
    check(include_str!("../protocol.md"));
}

#[test]
fn rules() {
    check(include_str!("../rules.md"));
}

#[test]
fn matches_of_engines() {
    check(include_str!("../docs/matches.md"));
}

#[test]
fn readme() {
    check(include_str!("../README.md"));
}

#[test]
fn patterns_have_gaps() {
    assert!(matches("a … c", "a bb c"));
    assert!(matches("a …", "a b"));
    assert!(!matches("a … c", "a b d"));
    assert!(!matches("a", "ab"));
}
