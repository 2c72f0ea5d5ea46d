//! How an engine is started.

use std::ffi::{OsStr, OsString};

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    pub(super) program: OsString,
    pub(super) arguments: Vec<OsString>,
    pub(super) environment: Vec<(OsString, Option<OsString>)>,
}

impl EngineCommand {
    /// A program, looked up like a shell does.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self { program: program.as_ref().into(), arguments: Vec::new(), environment: Vec::new() }
    }

    /// The first word is the program, the others are its arguments; `None` without words.
    pub fn from_words(words: &[impl AsRef<OsStr>]) -> Option<Self> {
        let (program, arguments) = words.split_first()?;
        Some(Self::new(program).args(arguments))
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(|argument| argument.as_ref().into()));
        self
    }

    /// Sets a variable of the engine's environment.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.as_ref().into(), Some(value.as_ref().into())));
        self
    }

    /// Takes a variable out of the engine's environment.
    #[must_use]
    pub fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.as_ref().into(), None));
        self
    }
}
