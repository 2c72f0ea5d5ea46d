//! How are weights found? Games of the engine against itself, positions from them, and the weights that best tell from the
//! positions how the games went.

mod descent;
mod regression;
mod sample;
mod source;

use crate::eval::{Tabular, Tunable};
use crate::games::any::GameKind;
use crate::games::differo::Differo;
use crate::games::waldmeister::AnyWaldMeister;
use crate::games::wali::{Classic, Total, Wali};
use crate::session::Options;
use clap::Args;
use descent::Descent;
use regression::Fit;
use sample::SelfPlay;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What `tern tune` can be told.
#[derive(Args, Clone, Debug)]
pub struct TuneArguments {
    /// The game
    #[arg(long, value_name = "NAME", default_value_t = GameKind::Wali)]
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
    /// The file with the weights, to put the new ones into it
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

/// Finds new weights, prints them beside the old ones, and writes them into the source if told to.
pub fn run(arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    match arguments.game {
        GameKind::Wali => tune_table(&Wali::<Classic>::start(), arguments, output),
        GameKind::WaliTotal => tune_table(&Wali::<Total>::start(), arguments, output),
        GameKind::Differo => tune_table(&Differo::start(), arguments, output),
        GameKind::WaldMeister => match AnyWaldMeister::start_near(Options::default().board_size) {
            AnyWaldMeister::Small(start) => tune(&start, arguments, output),
            AnyWaldMeister::Large(start) => tune(&start, arguments, output),
        },
    }
}

/// For few weights with names, which stand in the source.
fn tune<G: Tunable>(start: &G, arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    let &TuneArguments { games, nodes, seed, threads, .. } = arguments;
    let samples = SelfPlay { start, nodes, seed, wanted: G::is_quiet }.play(games, threads)?;
    let old = G::weights();
    let observations: Vec<_> = samples.iter().map(Into::into).collect();
    let fit = Fit::new(&observations, &old.iter().map(|&(_, value)| f64::from(value)).collect::<Vec<_>>());
    let new: Vec<_> = old.iter().zip(&fit.weights).map(|(&(name, _), &weight)| (name, weight.round() as i32)).collect();
    writeln!(output, "weight\told\tnew\terror")?;
    for (((name, old), (_, new)), error) in old.iter().zip(&new).zip(&fit.errors) {
        writeln!(output, "{name}\t{old}\t{new}\t{error:.1}")?;
    }
    writeln!(output, "{} positions of {games} games", samples.len())?;
    writeln!(output, "{:.1} points are odds of e to 1", 1.0 / fit.scale)?;
    writeln!(output, "loss {:.5} before, {:.5} after", fit.loss_before, fit.loss_after)?;
    if let Some(path) = &arguments.write {
        let text = source::rewrite(&fs::read_to_string(path)?, G::CONSTANT, &new)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// For a large table, which is a file of its own.
fn tune_table<G: Tabular>(start: &G, arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    let &TuneArguments { games, nodes, seed, threads, .. } = arguments;
    arguments.write.as_deref().map_or(Ok(()), |path| refuse_all_but_a_table(path, G::ENTRIES * G::BYTES))?;
    let samples = SelfPlay { start, nodes, seed, wanted: G::is_quiet }.play(games, threads)?;
    let fit = Descent::new(&samples, seed);
    writeln!(output, "{} positions of {games} games", samples.len())?;
    writeln!(output, "{} of {} entries were seen", fit.entries_seen, G::ENTRIES)?;
    writeln!(output, "loss on games kept aside {:.5} before, {:.5} after", fit.loss_before, fit.loss_after)?;
    if let Some(path) = &arguments.write {
        fs::write(path, fit.table)?;
    }
    Ok(())
}

/// The table replaces the whole file: better ask before the games are played whether it is one.
fn refuse_all_but_a_table(path: &Path, bytes: usize) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| file.len() != bytes as u64) {
        let problem = format!("'{}' is not a table of {bytes} bytes and would be lost", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(())
}
