//! How quickly an engine reacts: from its start to `ugiok`, from `isready` to `readyok` while it searches, from `stop` to
//! `bestmove`, and how long after its time it answers, all with one thread and with two.
//!
//! ```text
//! cargo build --release && cargo run --release --example latency [ENGINE]
//! ```
//!
//! ENGINE is the path of the engine; without it, the tern that was built beside this program.

use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How often each reaction is measured.
const TRIES: usize = 200;

/// A position of WaldMeister with 1,764 moves.
const CROWDED: &str = "sd4sd2/tg1slmdtg3/6tl1/1sg5ml/ml6tg/2tl5/3md3sd/tdsgml2slmlsd 1 122231213 320033222 c";

/// An engine process. Killed when it goes out of scope.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(path: &Path) -> Outcome<Self> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", path.display()))?;
        let input = child.stdin.take().ok_or("the engine has no input")?;
        let output = child.stdout.take().ok_or("the engine has no output")?;
        Ok(Self { child, input, output: BufReader::new(output).lines() })
    }

    fn send(&mut self, line: &str) -> Outcome<()> {
        // One write, so that the engine wakes up once.
        self.input.write_all(format!("{line}\n").as_bytes())?;
        Ok(())
    }

    fn wait_for(&mut self, beginning: &str) -> Outcome<()> {
        for line in &mut self.output {
            if line?.starts_with(beginning) {
                return Ok(());
            }
        }
        Err(format!("the engine left without {beginning}").into())
    }

    /// The time from a command to the line that answers it.
    fn reaction(&mut self, command: &str, answer: &str) -> Outcome<Duration> {
        let sent = Instant::now();
        self.send(command)?;
        self.wait_for(answer)?;
        Ok(sent.elapsed())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have left by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() -> Outcome<()> {
    let path = match std::env::args_os().nth(1) {
        Some(path) => PathBuf::from(path),
        None => beside_this_program()?,
    };
    println!("{}, {TRIES} tries each", path.display());
    println!("{:<34}{:>12}{:>12}{:>12}", "", "p50", "p99", "max");
    report("start to ugiok", measure(|| start_to_ugiok(&path))?);
    for threads in [1, 2] {
        let mut engine = Engine::start(&path)?;
        engine.send(&format!("setoption name Threads value {threads}"))?;
        let [ready, stop] = while_searching(&mut engine)?;
        report(&format!("isready to readyok, threads {threads}"), ready);
        report(&format!("stop to bestmove, threads {threads}"), stop);
        engine.send(&format!("setoption name Game value waldmeister\nposition fen {CROWDED}"))?;
        report(&format!("after movetime 100, threads {threads}"), measure(|| overshoot(&mut engine))?);
        let [_, stop] = while_searching(&mut engine)?;
        report(&format!("stop, 1,764 moves, threads {threads}"), stop);
    }
    Ok(())
}

/// The release build of tern, whichever profile this program was built with.
fn beside_this_program() -> Outcome<PathBuf> {
    let this = std::env::current_exe()?;
    let target = this.ancestors().nth(3).ok_or("this program is not where cargo puts examples")?;
    let path = target.join("release").join(format!("tern{}", std::env::consts::EXE_SUFFIX));
    if path.exists() {
        Ok(path)
    } else {
        Err(format!("{} does not exist: build it, or name an engine", path.display()).into())
    }
}

fn measure(mut once: impl FnMut() -> Outcome<Duration>) -> Outcome<Vec<Duration>> {
    (0..TRIES).map(|_| once()).collect()
}

fn start_to_ugiok(path: &Path) -> Outcome<Duration> {
    let started = Instant::now();
    let mut engine = Engine::start(path)?;
    engine.reaction("ugi", "ugiok")?;
    Ok(started.elapsed())
}

/// How much more time than it is given an engine takes for a move.
fn overshoot(engine: &mut Engine) -> Outcome<Duration> {
    Ok(engine.reaction("go movetime 100", "bestmove")?.saturating_sub(Duration::from_millis(100)))
}

/// How long a searching engine takes to say that it is ready, and then to stop.
fn while_searching(engine: &mut Engine) -> Outcome<[Vec<Duration>; 2]> {
    let mut times = [Vec::new(), Vec::new()];
    for i in 0..TRIES {
        engine.send("go infinite")?;
        engine.wait_for("info")?;
        // At all stages of a search, not just at its beginning.
        std::thread::sleep(Duration::from_millis(i as u64 % 20));
        times[0].push(engine.reaction("isready", "readyok")?);
        times[1].push(engine.reaction("stop", "bestmove")?);
    }
    Ok(times)
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let percentile = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let shown = [percentile(50), percentile(99), percentile(100)].map(|time| format!("{time:.1?}"));
    println!("{what:<34}{:>12}{:>12}{:>12}", shown[0], shown[1], shown[2]);
}
