//! How quickly an engine reacts: from its start to `ugiok`, from `isready` to `readyok` while it searches, from `stop` to
//! `bestmove`, and how long after its time it answers, all with one thread and with two.
//!
//! ```text
//! cargo build --release && cargo run --release --example latency [ENGINE]
//! ```
//!
//! ENGINE is the path of the engine; without it, the tern that was built beside this program.

mod driver;

use driver::{Engine, Outcome, beside_this_program, report};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often each reaction is measured.
const TRIES: usize = 200;

/// A position of WaldMeister with 1,764 moves.
const CROWDED: &str = "sd4sd2/tg1slmdtg3/6tl1/1sg5ml/ml6tg/2tl5/3md3sd/tdsgml2slmlsd 1 122231213 320033222 c";

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
        engine.send(&format!("setoption name Threads value {threads}"));
        let [ready, stop] = while_searching(&mut engine)?;
        report(&format!("isready to readyok, threads {threads}"), ready);
        report(&format!("stop to bestmove, threads {threads}"), stop);
        engine.send(&format!("setoption name Game value waldmeister\nposition fen {CROWDED}"));
        report(&format!("after movetime 100, threads {threads}"), measure(|| overshoot(&mut engine))?);
        let [_, stop] = while_searching(&mut engine)?;
        report(&format!("stop, 1,764 moves, threads {threads}"), stop);
    }
    Ok(())
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
        engine.send("go infinite");
        engine.wait_for("info")?;
        // At all stages of a search, not just at its beginning.
        std::thread::sleep(Duration::from_millis(i as u64 % 20));
        times[0].push(engine.reaction("isready", "readyok")?);
        times[1].push(engine.reaction("stop", "bestmove")?);
    }
    Ok(times)
}
