//! An engine process and how its reactions are measured: what the examples share.

#![allow(dead_code, reason = "no example uses all of it")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tern::client::{self, EngineCommand};

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// Longer than anything that is measured here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine process. Ended when it goes out of scope.
pub(crate) struct Engine(client::Engine);

impl Engine {
    pub(crate) fn start(path: &Path) -> Outcome<Self> {
        Ok(Self(client::Engine::start(&EngineCommand::new(path))?))
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    /// The first line that begins with this, and when it came; those before it are skipped.
    fn hear(&mut self, beginning: &str) -> Outcome<(String, Instant)> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let heard = self.0.next(deadline).map_err(|silence| format!("no {beginning}: the engine {silence}"))?;
            if heard.text.starts_with(beginning) {
                return Ok((heard.text, heard.at));
            }
        }
    }

    /// The first line that begins with this; those before it are skipped.
    pub(crate) fn wait_for(&mut self, beginning: &str) -> Outcome<String> {
        Ok(self.hear(beginning)?.0)
    }

    /// The time from a command to the line that answers it.
    pub(crate) fn reaction(&mut self, command: &str, answer: &str) -> Outcome<Duration> {
        let sent = Instant::now();
        self.send(command);
        Ok(self.hear(answer)?.1.saturating_duration_since(sent))
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }
}

/// The release build of tern, whichever profile this program was built with.
pub(crate) fn beside_this_program() -> Outcome<PathBuf> {
    let this = std::env::current_exe()?;
    let target = this.ancestors().nth(3).ok_or("this program is not where cargo puts examples")?;
    let path = target.join("release").join(format!("tern{}", std::env::consts::EXE_SUFFIX));
    if path.exists() {
        Ok(path)
    } else {
        Err(format!("{} does not exist: build it, or name an engine", path.display()).into())
    }
}

pub(crate) fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let percentile = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let shown = [percentile(50), percentile(99), percentile(100)].map(|time| format!("{time:.1?}"));
    println!("{what:<34}{:>12}{:>12}{:>12}", shown[0], shown[1], shown[2]);
}
