//! The searches that take part: how each is run to a depth with a fresh table, and what it cost.

use crate::adapter::{Judge, State, iterative_options};
use crate::{Course, Fallible};
use minimax::{IterativeSearch, Strategy};
use std::fmt;
use std::ops::AddAssign;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tern::eval::Evaluate;
use tern::games::any::GameKind;
use tern::games::differo::Differo;
use tern::games::waldmeister::WaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::search::{Control, Limits, Table, Task, search};

/// A search that takes part.
#[derive(Clone, Copy)]
pub(crate) enum Runner {
    /// Our own.
    Tern { threads: usize },
    /// The iterative search of the crate minimax.
    Minimax,
}

/// What a search cost.
#[derive(Clone, Copy, Default)]
pub(crate) struct Effort {
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
}

impl Effort {
    /// One part of so many.
    pub(crate) fn share(self, parts: u32) -> Self {
        Self { seconds: self.seconds / f64::from(parts), nodes: self.nodes / u64::from(parts) }
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.seconds += other.seconds;
        self.nodes += other.nodes;
    }
}

impl fmt::Display for Runner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tern { threads: 1 } => f.write_str("tern"),
            Self::Tern { threads } => write!(f, "tern on {threads} threads"),
            Self::Minimax => f.write_str("minimax"),
        }
    }
}

impl Runner {
    /// Searches a position to a depth.
    pub(crate) fn run(self, course: &Course, depth: u32, hash: usize) -> Fallible<Effort> {
        match course.game {
            GameKind::Wali => self.run_from(course.fen.parse::<Wali<Classic>>()?, depth, hash),
            GameKind::WaliTotal => self.run_from(course.fen.parse::<Wali<Total>>()?, depth, hash),
            GameKind::Differo => self.run_from(course.fen.parse::<Differo>()?, depth, hash),
            GameKind::WaldMeister => self.run_from(course.fen.parse::<WaldMeister<u64>>()?, depth, hash),
        }
    }

    fn run_from<G: Evaluate>(self, position: G, depth: u32, hash: usize) -> Fallible<Effort> {
        match self {
            Self::Tern { threads } => {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                tern(&task(position, limits, threads), hash)
            }
            Self::Minimax => minimax(position, depth, hash),
        }
    }
}

fn task<G: Evaluate>(position: G, limits: Limits, threads: usize) -> Task<G> {
    Task {
        candidates: position.legal_moves(),
        position,
        history: Vec::new(),
        limits,
        overhead: Duration::ZERO,
        lines: 1,
        threads,
        exhaustive: false,
    }
}

/// The table of all searches of ours, so that its memory comes from the system once, and not on the clock.
static TABLE: OnceLock<Table> = OnceLock::new();

fn tern<G: Evaluate>(task: &Task<G>, hash: usize) -> Fallible<Effort> {
    let table = if let Some(table) = TABLE.get() {
        table
    } else {
        let table = Table::new(hash)?;
        search(task, &table, &Control::new(false), &mut |_| {});
        TABLE.get_or_init(|| table)
    };
    table.clear();
    let mut nodes = 0;
    let started = Instant::now();
    search(task, table, &Control::new(false), &mut |report| nodes = report.nodes);
    Ok(Effort { seconds: started.elapsed().as_secs_f64(), nodes })
}

fn minimax<G: Evaluate>(position: G, depth: u32, hash: usize) -> Fallible<Effort> {
    let mut state = State::new(position);
    let mut search = IterativeSearch::new(Judge::new(), iterative_options(hash));
    search.set_max_depth(u8::try_from(depth)?);
    let started = Instant::now();
    search.choose_move(&state);
    let seconds = started.elapsed().as_secs_f64();
    // The only way to learn the number of nodes is to read what it tells a person.
    let told = search.stats(&mut state);
    let nodes = told.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next()).map_or(Ok(0), str::parse)?;
    Ok(Effort { seconds, nodes })
}
