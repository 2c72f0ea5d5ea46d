//! What a check expected, and what it saw instead.

use crate::token::Token;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) expected: String,
    pub(super) seen: String,
}

/// What a check found: a remark, which may be empty, or a failure.
pub(super) type Outcome = Result<String, Failure>;

impl Failure {
    pub(super) fn new(expected: impl Into<String>, seen: impl Into<String>) -> Self {
        Self { expected: expected.into(), seen: seen.into() }
    }

    /// Says, too, under what circumstances.
    pub(super) fn after(self, circumstances: &str) -> Self {
        Self { expected: format!("{} after {circumstances}", self.expected), ..self }
    }
}

/// Fails unless two texts agree.
pub(super) fn agree(what: &str, ours: &str, theirs: &str) -> Result<(), Failure> {
    if ours == theirs {
        return Ok(());
    }
    Err(Failure::new(format!("{what} {ours}"), quoted(theirs)))
}

/// A line of the engine's, in quotation marks and not too long.
pub(super) fn quoted(line: &str) -> String {
    Token::from(line).to_string()
}
