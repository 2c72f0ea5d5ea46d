//! Hours of use in minutes: thousands of short searches in one process, stopped at random moments, with options, games and
//! positions changed in between. Prints how quickly every stop was answered, and what is left of memory and threads.
//!
//! ```text
//! cargo build --release && cargo run --release --example soak [SEARCHES] [SEED] [ENGINE]
//! ```
//!
//! SEARCHES is 5000 if left out, SEED is 1, ENGINE the tern that was built beside this program. Memory and threads are read
//! where the system has `/proc`. Fails if a best move is not legal, or threads or memory are left behind.

mod driver;

use driver::{Engine, Outcome, beside_this_program, report};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often memory and threads are looked at. What the allocator keeps for later comes and goes; what leaks only comes.
const ROUNDS: usize = 10;

/// Memory that may come on top of that, in KiB.
const SLACK: u64 = 8 << 10;

const GAMES: [&str; 4] = ["wali", "wali-total", "differo", "waldmeister"];

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let searches = arguments.next().map_or(Ok(5000), |text| text.parse())?;
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let path = arguments.next().map_or_else(beside_this_program, |text| Ok(PathBuf::from(text)))?;
    println!("{}, {searches} searches, seed {seed}", path.display());
    let mut soak = Soak::new(Engine::start(&path)?, seed);
    let fresh = soak.at_rest()?;
    let started = Instant::now();
    let mut usages = Vec::new();
    for round in 0..ROUNDS {
        for _ in searches * round / ROUNDS..searches * (round + 1) / ROUNDS {
            soak.search()?;
        }
        usages.push(soak.at_rest()?);
    }
    println!("{:.0?}; {}", started.elapsed(), soak.done);
    soak.print_stops();
    println!("at rest, to begin with: {fresh}");
    for (round, usage) in (1..).zip(&usages) {
        println!("after {:>6} searches:   {usage}", searches * round / ROUNDS);
    }
    verdict(&fresh, &usages)
}

/// What a process uses.
#[derive(Clone, Copy)]
struct Usage {
    memory: u64,
    threads: u64,
}

impl Usage {
    /// Of a process, as far as the system tells; nothing otherwise.
    fn of(process: u32) -> Self {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        Self { memory: number("VmRSS:").unwrap_or(0), threads: number("Threads:").unwrap_or(0) }
    }
}

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} KiB resident, {} threads", self.memory, self.threads)
    }
}

/// No thread may be left, and the second half must not need more memory than the first.
fn verdict(fresh: &Usage, usages: &[Usage]) -> Outcome<()> {
    let (first, second) = usages.split_at(usages.len() / 2);
    let most = |usages: &[Usage]| usages.iter().map(|usage| usage.memory).max().unwrap_or(0);
    if let Some(usage) = usages.iter().find(|usage| usage.threads > fresh.threads) {
        return Err(format!("{} threads are left behind", usage.threads - fresh.threads).into());
    }
    if most(second) > most(first) + SLACK {
        return Err(format!("memory has grown by {} KiB", most(second) - most(first)).into());
    }
    println!("nothing is left behind");
    Ok(())
}

/// How often what was done.
#[derive(Default)]
struct Done {
    stopped: u64,
    ended_by_themselves: u64,
    options: u64,
    switches: u64,
    games: u64,
}

impl std::fmt::Display for Done {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} searches stopped, {} ended by themselves, {} options set, {} game switches, {} new games",
            self.stopped, self.ended_by_themselves, self.options, self.switches, self.games
        )
    }
}

struct Soak {
    engine: Engine,
    rng: StdRng,
    game: &'static str,
    threads: u32,
    done: Done,
    /// From stop to bestmove, by game and whether there were several threads.
    stops: BTreeMap<(&'static str, bool), Vec<Duration>>,
}

impl Soak {
    fn new(engine: Engine, seed: u64) -> Self {
        let (rng, stops) = (StdRng::seed_from_u64(seed), BTreeMap::new());
        Self { engine, rng, game: GAMES[0], threads: 1, done: Done::default(), stops }
    }

    /// Brings everything back to where it began and looks at what is used then.
    fn at_rest(&mut self) -> Outcome<Usage> {
        (self.game, self.threads) = (GAMES[0], 1);
        for line in ["MultiPV value 1", "Threads value 1", "Game value wali", "Hash value 1", "Hash value 16"] {
            self.engine.send(&format!("setoption name {line}"));
        }
        self.engine.send("uginewgame");
        self.engine.reaction("isready", "readyok")?;
        // The thread of the last search has said its last words, and may need a moment to leave.
        std::thread::sleep(Duration::from_millis(200));
        Ok(Usage::of(self.engine.id()))
    }

    /// Whatever comes before a search, the search, and the move it found.
    fn search(&mut self) -> Outcome<()> {
        if self.rng.random_bool(0.3) {
            self.change_something();
        }
        let moves = self.ask("moves")?;
        if moves == "(none)" {
            self.new_game();
            return Ok(());
        }
        let stopped = self.rng.random_bool(0.7);
        let best = if stopped { self.stopped_search()? } else { self.bounded_search()? };
        let best = best.split(' ').nth(1).unwrap_or_default();
        if !moves.split(' ').any(|m| m == best) {
            return Err(format!("{best} is not legal in {}", self.ask("fen")?).into());
        }
        self.engine.send(&format!("move {best}"));
        Ok(())
    }

    fn ask(&mut self, question: &str) -> Outcome<String> {
        self.engine.send(&format!("query {question}"));
        let answer = self.engine.wait_for("response ")?;
        Ok(answer.trim_start_matches("response ").into())
    }

    fn new_game(&mut self) {
        self.done.games += 1;
        self.engine.send("uginewgame");
    }

    fn change_something(&mut self) {
        let option = match self.rng.random_range(0..10) {
            0 => return self.new_game(),
            1 | 2 => {
                self.done.switches += 1;
                self.game = GAMES.choose(&mut self.rng).copied().unwrap_or(GAMES[0]);
                format!("Game value {}", self.game)
            }
            3 => {
                self.threads = self.rng.random_range(1..=4);
                format!("Threads value {}", self.threads)
            }
            4 => format!("Hash value {}", self.rng.random_range(1..=64)),
            5 => format!("MultiPV value {}", self.rng.random_range(1..=5)),
            6 => format!("BoardSize value {}", self.rng.random_range(5..=11)),
            7 => format!(
                "Level value {}",
                ["random", "greedy", "search", "search", "1", "4", "7", "10"][self.rng.random_range(0..8)]
            ),
            8 => format!("Ponder value {}", self.rng.random_bool(0.5)),
            _ => "Clear Hash".into(),
        };
        self.done.options += 1;
        self.engine.send(&format!("setoption name {option}"));
    }

    /// A search that goes on until it is stopped, at once or after some milliseconds.
    fn stopped_search(&mut self) -> Outcome<String> {
        let go = ["go infinite", "go", "go ponder movetime 5", "go infinite depth 2"].choose(&mut self.rng);
        self.engine.send(go.copied().unwrap_or("go"));
        std::thread::sleep(Duration::from_micros(self.rng.random_range(0..20_000)));
        let sent = Instant::now();
        self.engine.send("stop");
        let best = self.engine.wait_for("bestmove ")?;
        self.stops.entry((self.game, self.threads > 1)).or_default().push(sent.elapsed());
        self.done.stopped += 1;
        Ok(best)
    }

    fn bounded_search(&mut self) -> Outcome<String> {
        let go = match self.rng.random_range(0..4) {
            0 => format!("go nodes {}", self.rng.random_range(1..5_000)),
            1 => format!("go movetime {}", self.rng.random_range(0..20)),
            2 => format!("go p1time {0} p2time {0}", self.rng.random_range(0..300)),
            _ => "go depth 2".into(),
        };
        self.engine.send(&go);
        self.done.ended_by_themselves += 1;
        self.engine.wait_for("bestmove ")
    }

    fn print_stops(&self) {
        println!("{:<34}{:>12}{:>12}{:>12}", "stop to bestmove", "p50", "p99", "max");
        for ((game, many), times) in &self.stops {
            report(&format!("{game}, {}", if *many { "2 to 4 threads" } else { "1 thread" }), times.clone());
        }
        report("all", self.stops.values().flatten().copied().collect());
    }
}
