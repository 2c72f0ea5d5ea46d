//! An engine process and how its reactions are measured: what the examples share.

#![allow(dead_code, reason = "no example uses all of it")]

use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// An engine process. Killed when it goes out of scope.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    pub(crate) fn start(path: &Path) -> Outcome<Self> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", path.display()))?;
        let input = child.stdin.take().ok_or("the engine has no input")?;
        let output = child.stdout.take().ok_or("the engine has no output")?;
        Ok(Self { child, input, output: BufReader::new(output).lines() })
    }

    pub(crate) fn send(&mut self, line: &str) -> Outcome<()> {
        // One write, so that the engine wakes up once.
        self.input.write_all(format!("{line}\n").as_bytes())?;
        Ok(())
    }

    /// The first line that begins with this; those before it are skipped.
    pub(crate) fn wait_for(&mut self, beginning: &str) -> Outcome<String> {
        for line in &mut self.output {
            let line = line?;
            if line.starts_with(beginning) {
                return Ok(line);
            }
        }
        Err(format!("the engine left without {beginning}").into())
    }

    /// The time from a command to the line that answers it.
    pub(crate) fn reaction(&mut self, command: &str, answer: &str) -> Outcome<Duration> {
        let sent = Instant::now();
        self.send(command)?;
        self.wait_for(answer)?;
        Ok(sent.elapsed())
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have left by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
