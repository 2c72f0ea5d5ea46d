//! `tern tune` fits the weights of an evaluation to games of the engine against itself: those with the least log loss on how
//! the games ended.

mod descent;
mod regression;
mod sample;
mod source;
mod wdl;

use crate::eval::{NamedWeights, Tunable, WeightTable, Weights};
use crate::files;
use crate::games::any::{AnyGame, GameKind, with_history};
use crate::session::Options;
use clap::Args;
use descent::Descent;
use regression::{Fit, Observation};
use sample::SelfPlay;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What `tern tune` can be told.
#[derive(Args, Clone, Debug)]
pub struct TuneArguments {
    /// The game
    #[arg(long, value_name = "NAME", default_value = "wali", value_parser = crate::arguments::game(), ignore_case = true)]
    pub game: GameKind,
    /// How many games to learn from
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Nodes searched for every move of them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Which games these are: the same seed, the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub threads: u64,
    /// Fit the curves of option `ShowWDL` instead of the weights
    #[arg(long)]
    pub wdl: bool,
    /// The file with the weights, or the curves, to put the new ones into it
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

/// Finds new weights, prints them beside the old ones, and writes them into the source if told to.
///
/// # Errors
///
/// If the output cannot be written, the file cannot take the weights, or there is not enough memory.
pub fn run(arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    if arguments.wdl {
        return wdl::run(arguments, output);
    }
    let game = AnyGame::start(arguments.game, Options::default().board_size);
    with_history!(&game, history => tune(history.start(), arguments, output))
}

fn tune<G: Tunable>(start: &G, arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    match G::WEIGHTS {
        Weights::Named(weights) => tune_named(start, &weights, arguments, output),
        Weights::Table(table) => tune_table(start, &table, arguments, output),
    }
}

fn tune_named<G: Tunable>(
    start: &G,
    weights: &NamedWeights<G>,
    arguments: &TuneArguments,
    output: &mut impl Write,
) -> io::Result<()> {
    let &TuneArguments { games, nodes, seed, threads, .. } = arguments;
    let old = (weights.list)();
    if let Some(path) = &arguments.write {
        // Better ask before the games are played whether the old weights can be put there.
        source_with(path, weights.constant, &old).map_err(|error| named(path, &error))?;
        files::check_writable(path).map_err(|error| named(path, &error))?;
    }
    let samples = SelfPlay { start, nodes, seed, wanted: weights.is_quiet }.play(games, threads)?;
    let observations: Vec<_> = samples.iter().map(|sample| Observation::new(sample, weights)).collect();
    let fit = Fit::new(&observations, &old.iter().map(|&(_, value)| f64::from(value)).collect::<Vec<_>>());
    let new: Vec<_> = old.iter().zip(&fit.weights).map(|(&(name, _), &weight)| (name, weight.round() as i32)).collect();
    writeln!(output, "weight\told\tnew\terror")?;
    for (((name, old), (_, new)), error) in old.iter().zip(&new).zip(&fit.errors) {
        writeln!(output, "{name}\t{old}\t{new}\t{error:.1}")?;
    }
    writeln!(output, "{} positions of {games} games", samples.len())?;
    writeln!(output, "{:.1} points are odds of e to 1", 1.0 / fit.scale)?;
    writeln!(output, "log loss {:.5} before, {:.5} after", fit.loss_before, fit.loss_after)?;
    if let Some(path) = &arguments.write {
        write_weights(path, weights.constant, &new).map_err(|error| named(path, &error))?;
    }
    Ok(())
}

fn tune_table<G: Tunable>(
    start: &G,
    table: &WeightTable<G>,
    arguments: &TuneArguments,
    output: &mut impl Write,
) -> io::Result<()> {
    let &TuneArguments { games, nodes, seed, threads, .. } = arguments;
    if let Some(path) = &arguments.write {
        refuse_all_but_a_table(path, table.entries * table.bytes)?;
        files::check_writable(path).map_err(|error| named(path, &error))?;
    }
    let samples = SelfPlay { start, nodes, seed, wanted: table.is_quiet }.play(games, threads)?;
    let fit = Descent::new(&samples, table, seed);
    writeln!(output, "{} positions of {games} games", samples.len())?;
    writeln!(output, "{} of {} entries were seen", fit.entries_seen, table.entries)?;
    writeln!(output, "log loss on games kept aside {:.5} before, {:.5} after", fit.loss_before, fit.loss_after)?;
    if let Some(path) = &arguments.write {
        files::replace(path, &fit.table).map_err(|error| named(path, &error))?;
    }
    Ok(())
}

/// The text of a source file with these weights in it.
fn source_with(path: &Path, constant: &str, weights: &[(&'static str, i32)]) -> io::Result<String> {
    let text = fs::read_to_string(path)?;
    source::rewrite(&text, constant, weights).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn write_weights(path: &Path, constant: &str, weights: &[(&'static str, i32)]) -> io::Result<()> {
    files::replace(path, source_with(path, constant, weights)?.as_bytes())
}

/// The error of a file, with its name.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The table replaces the whole file: better ask before the games are played whether it is one.
fn refuse_all_but_a_table(path: &Path, bytes: usize) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| file.len() != bytes as u64) {
        let problem = format!("'{}' is not a table of {bytes} bytes and would be lost", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(())
}
