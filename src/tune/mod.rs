//! `tern tune` fits the weights of an evaluation to games of the engine against itself: those that best tell from a position
//! what the searches said of it and how the games ended.

mod backprop;
mod descent;
mod endgame;
mod layer;
mod levels;
mod parts;
mod sample;
mod spsa;
mod wdl;

use crate::eval::{Net, NetWeights, Tunable, WeightTable, Weights};
use crate::files;
use crate::games::any::{AnyGame, GameKind, with_history};
use crate::matches::Shard;
use crate::notation::Notation;
use crate::session::Options;
use backprop::{Backprop, Lesson};
use clap::Args;
use descent::Descent;
use endgame::EndgameArguments;
use levels::LevelsArguments;
use sample::{SelfPlay, samples};
use spsa::SearchArguments;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What `tern tune` can be told.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TuneArguments {
    /// Something else to tune than an evaluation
    #[command(subcommand)]
    pub(crate) what: Option<TuneWhat>,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "wali", value_parser = crate::arguments::game(), ignore_case = true)]
    pub(crate) game: GameKind,
    /// How many games to learn from
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Nodes searched for every move of them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Which games these are: the same seed, the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
    /// Fit the curves of option `ShowWDL` instead of the weights
    #[arg(long)]
    pub(crate) wdl: bool,
    /// Play the I-th of N parts of the games, write them to --part, and fit nothing
    #[arg(long, value_name = "I/N", requires = "part", conflicts_with = "write")]
    pub(crate) shard: Option<Shard>,
    /// The file to which --shard writes its games
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub(crate) part: Option<PathBuf>,
    /// Learn from games that --shard has written, all parts of them, instead of playing them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "shard")]
    pub(crate) from: Vec<PathBuf>,
    /// Take the games of --from even if another build of tern has played them: to learn something new from games of the evaluation before
    #[arg(long, requires = "from")]
    pub(crate) any_build: bool,
    /// The file with the weights, or the curves, to put the new ones into it
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// What can be tuned beside evaluations.
#[derive(clap::Subcommand, Clone, Debug)]
pub(crate) enum TuneWhat {
    /// Calibrate the levels of a game by tournaments, and rate them
    Levels(LevelsArguments),
    /// Solve the endgames of wali-total with at most six stones
    Endgame(EndgameArguments),
    /// Tune the parameters of the search by games of tern against itself (SPSA)
    Search(SearchArguments),
}

/// Finds new weights, prints how much better they are than the old ones, and writes them into their file if told to.
///
/// # Errors
///
/// If the output cannot be written, the file cannot take the weights, or there is not enough memory.
pub(crate) fn run(arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    match &arguments.what {
        Some(TuneWhat::Levels(arguments)) => return levels::run(arguments, output),
        Some(TuneWhat::Endgame(arguments)) => return endgame::run(arguments, output),
        Some(TuneWhat::Search(arguments)) => return spsa::run(arguments, output),
        None => {}
    }
    if let Some((shard, path)) = arguments.shard.zip(arguments.part.as_ref()) {
        return parts::write(arguments, shard, path);
    }
    if arguments.wdl {
        return wdl::run(arguments, output);
    }
    let game = AnyGame::start(arguments.game, Options::default().board_size);
    with_history!(&game, history => tune(history.start(), arguments, output))
}

fn tune<G: Tunable + Notation>(start: &G, arguments: &TuneArguments, output: &mut impl Write) -> io::Result<()> {
    let bytes = match &G::WEIGHTS {
        Weights::Table(table) => table.file_size(),
        Weights::Net(_) => Net::BYTES,
    };
    if let Some(path) = &arguments.write {
        // Better ask before the games are played whether the weights can be put there.
        refuse_all_but_weights(path, bytes)?;
        files::check_writable(path).map_err(|error| named(path, &error))?;
    }
    let weights = match &G::WEIGHTS {
        Weights::Table(table) => tune_table(start, table, arguments, output)?,
        Weights::Net(net) => tune_net(net, arguments, output)?,
    };
    if let Some(path) = &arguments.write {
        files::replace(path, &weights).map_err(|error| named(path, &error))?;
    }
    Ok(())
}

fn tune_table<G: Tunable + Notation>(
    start: &G,
    table: &WeightTable<G>,
    arguments: &TuneArguments,
    output: &mut impl Write,
) -> io::Result<Vec<u8>> {
    let &TuneArguments { games, nodes, seed, .. } = arguments;
    let samples = samples(SelfPlay { start, nodes, seed }.games(games, arguments)?, table.is_quiet);
    let fit = Descent::new(&samples, table, seed);
    writeln!(output, "{} positions of {games} games", samples.len())?;
    writeln!(output, "{} of {} entries were seen", fit.entries_seen, table.entries)?;
    writeln!(output, "log loss on games kept aside {:.5} before, {:.5} after", fit.loss_before, fit.loss_after)?;
    Ok(fit.file)
}

fn tune_net<G: Tunable>(
    net: &NetWeights<G>,
    arguments: &TuneArguments,
    output: &mut impl Write,
) -> io::Result<Vec<u8>> {
    let mut lessons = Vec::new();
    for (size, games) in games_by_size(net, arguments.games) {
        let game = AnyGame::start(arguments.game, size);
        lessons.extend(with_history!(&game, history => play_lessons(history.start(), games, arguments))?);
    }
    let fit = Backprop::new(&lessons, arguments.seed);
    writeln!(output, "{} positions of {} games", lessons.iter().map(Vec::len).sum::<usize>(), lessons.len())?;
    let (before, after) = (fit.error_before, fit.error_after);
    writeln!(output, "off by {before:.3} points on games kept aside before, {after:.3} after")?;
    Ok(fit.file)
}

/// Half of the games on the usual board, the rest on the others.
fn games_by_size<G>(net: &NetWeights<G>, games: u64) -> impl Iterator<Item = (usize, u64)> {
    let sizes = net.sizes.clone().map(usize::from);
    let others = sizes.len() as u64 - 1;
    let on_each = games / 2 / others;
    sizes.map(move |size| (size, if size == AnyGame::USUAL_SIZE { games - others * on_each } else { on_each }))
}

/// Plays games from this start, and takes the lessons of each; none in a game without a net.
fn play_lessons<G: Tunable + Notation>(
    start: &G,
    games: u64,
    arguments: &TuneArguments,
) -> io::Result<Vec<Vec<Lesson>>> {
    let Weights::Net(net) = &G::WEIGHTS else { return Ok(Vec::new()) };
    let &TuneArguments { nodes, seed, .. } = arguments;
    let played = SelfPlay { start, nodes, seed }.games(games, arguments)?;
    Ok(played.iter().map(|game| backprop::lessons(game, net)).collect())
}

/// The error of a file, with its name.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The weights replace the whole file: better ask before the games are played whether it holds some.
fn refuse_all_but_weights(path: &Path, bytes: usize) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|file| file.len() != bytes as u64) {
        let problem = format!("'{}' is not a file of {bytes} bytes of weights and would be lost", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(())
}
