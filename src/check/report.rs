//! The report: one line a check, or one JSON document.

use super::CheckArguments;
use super::checks::{Check, Kind};
use super::failure::{Failure, Outcome};
use super::introduction::Introduction;
use crate::games::any::GameKind;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// How a check came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub(super) enum GameResult {
    Pass {
        remark: String,
    },
    Fail {
        expected: String,
        seen: String,
    },
    /// An extension that the engine need not have.
    Lack {
        expected: String,
        seen: String,
    },
}

impl GameResult {
    /// What an outcome means for a check that counts, or for one that does not.
    pub(super) fn new(outcome: Outcome, counts: bool) -> Self {
        match outcome {
            Ok(remark) => Self::Pass { remark },
            Err(Failure { expected, seen }) if counts => Self::Fail { expected, seen },
            Err(Failure { expected, seen }) => Self::Lack { expected, seen },
        }
    }
}

/// A check and its verdict.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Finding {
    game: &'static str,
    check: &'static str,
    kind: Kind,
    #[serde(flatten)]
    verdict: GameResult,
    milliseconds: u64,
}

impl Finding {
    pub(super) fn new(game: GameKind, check: &Check, verdict: GameResult, elapsed: Duration) -> Self {
        let milliseconds = elapsed.as_millis().try_into().unwrap_or(u64::MAX);
        Self { game: game.name(), check: check.name, kind: check.kind, verdict, milliseconds }
    }

    fn line(&self) -> String {
        let Self { game, check, verdict, .. } = self;
        match verdict {
            GameResult::Pass { remark } if remark.is_empty() => format!("pass  {game}  {check}"),
            GameResult::Pass { remark } => format!("pass  {game}  {check} ({remark})"),
            GameResult::Fail { expected, seen } => format!("FAIL  {game}  {check}: expected {expected}, saw {seen}"),
            GameResult::Lack { expected, seen } => format!("lack  {game}  {check}: expected {expected}, saw {seen}"),
        }
    }
}

/// All that there is to report.
#[derive(Clone, Debug, Serialize)]
struct Document {
    command: Vec<String>,
    name: Option<String>,
    /// Whether extensions count.
    strict: bool,
    seed: u64,
    passed: usize,
    failed: usize,
    lacking: usize,
    checks: Vec<Finding>,
}

pub(super) struct Report<W> {
    output: W,
    json: bool,
    document: Document,
}

impl<W: Write> Report<W> {
    pub(super) fn begin(
        mut output: W,
        arguments: &CheckArguments,
        introduction: &Introduction,
        strict: bool,
    ) -> io::Result<Self> {
        let CheckArguments { command, json, seed, .. } = arguments;
        let name = introduction.name.clone();
        if !json {
            let shown = name.as_deref().unwrap_or("an engine without a name");
            let extensions = if strict { "extensions count" } else { "extensions do not count" };
            writeln!(output, "checking {shown}; {extensions}; seed {seed}")?;
            output.flush()?;
        }
        let (command, seed) = (command.clone(), *seed);
        let document = Document { command, name, strict, seed, passed: 0, failed: 0, lacking: 0, checks: Vec::new() };
        Ok(Self { output, json: *json, document })
    }

    pub(super) fn add(&mut self, finding: Finding) -> io::Result<()> {
        match finding.verdict {
            GameResult::Pass { .. } => self.document.passed += 1,
            GameResult::Fail { .. } => self.document.failed += 1,
            GameResult::Lack { .. } => self.document.lacking += 1,
        }
        if !self.json {
            writeln!(self.output, "{}", finding.line())?;
            self.output.flush()?;
        }
        self.document.checks.push(finding);
        Ok(())
    }

    /// Closes the report; true if nothing failed.
    pub(super) fn end(mut self) -> io::Result<bool> {
        let Document { passed, failed, lacking, .. } = self.document;
        if self.json {
            serde_json::to_writer_pretty(&mut self.output, &self.document)?;
            writeln!(self.output)?;
        } else {
            writeln!(self.output, "{passed} passed, {failed} failed, {lacking} lacking")?;
        }
        self.output.flush()?;
        Ok(failed == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::checks;

    fn line(outcome: Outcome, counts: bool) -> String {
        Finding::new(GameKind::Wali, &checks::ALL[0], GameResult::new(outcome, counts), Duration::ZERO).line()
    }

    #[test]
    fn one_line_a_check() {
        assert_eq!(line(Ok(String::new()), true), "pass  wali  introduction");
        assert_eq!(line(Ok("3 options".into()), true), "pass  wali  introduction (3 options)");
        let failure = || Err(Failure::new("ugiok", "nothing"));
        assert_eq!(line(failure(), true), "FAIL  wali  introduction: expected ugiok, saw nothing");
        assert_eq!(line(failure(), false), "lack  wali  introduction: expected ugiok, saw nothing");
    }
}
