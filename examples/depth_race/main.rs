//! Who is first at the same depth? tern's search and the iterative search of the crate minimax, on the same rules, the same
//! evaluation and tables of the same size, position by position in turn; or tern with several numbers of threads.
//!
//! ```text
//! cargo run --release --example depth_race
//! cargo run --release --example depth_race -- --threads 1,2
//! ```
//!
//! Standard output has a line for every position, its columns separated by tabs, and a line with the geometric mean for
//! every game. This file is the program; the two searches are in `runners.rs`.

#[path = "../rival/adapter.rs"]
#[expect(dead_code, reason = "the rival plays games with it, here nobody moves")]
mod adapter;
mod runners;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use runners::{Effort, Runner};
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tern::games::any::GameKind;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// Compare the time that searches take to the same depth.
#[derive(Parser)]
struct Arguments {
    /// Compare tern with these numbers of threads, deep enough for the first to take a second, and not with minimax
    #[arg(long, value_delimiter = ',', value_name = "N,N")]
    threads: Vec<usize>,
    /// The size of every table, in mebibytes
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// How often each search is run, with a fresh table every time; the mean counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Positions of this game only
    #[arg(long)]
    game: Option<GameKind>,
    /// Another file of positions
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Print the positions with depths that take the slower search a second or more, and do nothing else
    #[arg(long)]
    calibrate: bool,
}

const POSITIONS: &str = include_str!("positions.txt");

/// What the slower search should at least take for times to mean something.
const WORTH_MEASURING: Duration = Duration::from_secs(1);

/// Positions that are solved at less than this take no longer if searched deeper.
const DEEPEST: u32 = 60;

/// A place to run the race.
struct Course {
    game: GameKind,
    depth: u32,
    fen: String,
}

impl FromStr for Course {
    type Err = Box<dyn Error>;

    fn from_str(line: &str) -> Fallible<Self> {
        let mut fields = line.splitn(3, ' ');
        let mut next = || fields.next().ok_or_else(|| format!("expected a game, a depth and a position text: {line}"));
        Ok(Self { game: next()?.parse()?, depth: next()?.parse()?, fen: next()?.into() })
    }
}

fn main() -> Fallible<()> {
    let arguments = Arguments::parse();
    let courses = courses(&arguments)?;
    if arguments.calibrate {
        return calibrate(&courses, arguments.hash);
    }
    let runners = match arguments.threads[..] {
        [] => vec![Runner::Tern { threads: 1 }, Runner::Minimax],
        _ => arguments.threads.iter().map(|&threads| Runner::Tern { threads }).collect(),
    };
    print_head(&runners);
    let bar = ProgressBar::new(courses.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {eta} to go")?);
    let mut ratios: Vec<(GameKind, f64)> = Vec::new();
    for course in &courses {
        let depth = match arguments.threads[..] {
            [] => course.depth,
            _ => deep_enough(&runners[..1], course, arguments.hash)?,
        };
        let efforts = race(&runners, course, depth, &arguments)?;
        let ratio = efforts[efforts.len() - 1].seconds / efforts[0].seconds;
        ratios.push((course.game, ratio));
        bar.suspend(|| print_course(course, depth, &efforts, ratio));
        bar.inc(1);
    }
    bar.finish_and_clear();
    print_means(&ratios);
    Ok(())
}

fn courses(arguments: &Arguments) -> Fallible<Vec<Course>> {
    let text = arguments.positions.as_ref().map_or_else(|| Ok(POSITIONS.into()), fs::read_to_string)?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut courses = lines.map(str::parse).collect::<Fallible<Vec<Course>>>()?;
    courses.retain(|course| arguments.game.is_none_or(|game| game == course.game));
    Ok(courses)
}

/// The mean effort of every runner, all of them taking turns so that a busy machine disturbs them alike.
fn race(runners: &[Runner], course: &Course, depth: u32, arguments: &Arguments) -> Fallible<Vec<Effort>> {
    let mut efforts = vec![Effort::default(); runners.len()];
    for _ in 0..arguments.rounds {
        for (runner, effort) in runners.iter().zip(&mut efforts) {
            *effort += runner.run(course, depth, arguments.hash)?.share(arguments.rounds);
        }
    }
    Ok(efforts)
}

/// Prints every course with a depth at which the slower of the two takes long enough.
fn calibrate(courses: &[Course], hash: usize) -> Fallible<()> {
    for course in courses {
        let depth = deep_enough(&[Runner::Tern { threads: 1 }, Runner::Minimax], course, hash)?;
        println!("{} {depth} {}", course.game, course.fen);
    }
    Ok(())
}

/// The first depth at which the slowest takes long enough.
fn deep_enough(runners: &[Runner], course: &Course, hash: usize) -> Fallible<u32> {
    for depth in 1..DEEPEST {
        for runner in runners {
            if runner.run(course, depth, hash)?.seconds >= WORTH_MEASURING.as_secs_f64() {
                return Ok(depth);
            }
        }
    }
    Ok(DEEPEST)
}

fn print_head(runners: &[Runner]) {
    let columns: Vec<_> = runners.iter().map(|runner| format!("{runner} s\t{runner} nodes")).collect();
    println!("game\tdepth\t{}\tratio\tposition", columns.join("\t"));
}

fn print_course(course: &Course, depth: u32, efforts: &[Effort], ratio: f64) {
    let columns: Vec<_> = efforts.iter().map(|effort| format!("{:.3}\t{}", effort.seconds, effort.nodes)).collect();
    println!("{}\t{depth}\t{}\t{ratio:.2}\t{}", course.game, columns.join("\t"), course.fen);
}

/// The geometric mean of the times of the last runner over those of the first, for every game.
fn print_means(ratios: &[(GameKind, f64)]) {
    for game in GameKind::ALL {
        let logs: Vec<f64> = ratios.iter().filter(|(of, _)| of == game).map(|(_, ratio)| ratio.ln()).collect();
        if !logs.is_empty() {
            let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
            println!("{game}\tgeometric mean of {} ratios\t{mean:.2}", logs.len());
        }
    }
}
