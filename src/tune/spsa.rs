//! `tern tune search`: parameters of the search by simultaneous perturbation (SPSA).
//!
//! Every pair of games is played between two sets of parameters that differ in all of them, each a step up on one side and a step down
//! on the other, at random. Then all move a little towards the side that won. What helps moves on in the end; what does not
//! matter wanders about.

use super::named;
use super::sample::{HASH_MEGABYTES, random_opening, result};
use crate::eval::params;
use crate::eval::{SearchParams, Searchable};
use crate::files;
use crate::games::any::{AnyGame, GameKind, with_history};
use crate::history::History;
use crate::progress::Progress;
use crate::search::{Control, SearchRequest, Table, search};
use clap::Args;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `tern tune search` can be told.
#[derive(Args, Clone, Debug)]
pub(crate) struct SearchArguments {
    /// The game
    #[arg(long, value_name = "NAME", default_value = "wali", value_parser = crate::arguments::game(), ignore_case = true)]
    pub(crate) game: GameKind,
    /// Pairs of games to play
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) pairs: u64,
    /// Nodes searched for every move of them
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Which games these are: the same seed, the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
    /// Parameters to tune; all if none is named
    #[arg(long = "parameter", value_name = "NAME", value_parser = SearchParams::RANGES.map(|(name, ..)| name))]
    pub(crate) parameters: Vec<String>,
    /// The table of parameters, to put the new ones into it
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// Pairs played from the same parameters before these move; not the number of threads, on which nothing may depend.
const BATCH: u64 = 16;
/// How far a pair of games moves the parameters at the end, in steps.
const LAST_RATE: f64 = 0.004;
/// The usual powers by which rates and steps shrink, and the share of all pairs that is added to slow down the beginning.
const RATE_POWER: f64 = 0.602;
const STEP_POWER: f64 = 0.101;
const DELAY: f64 = 0.1;

/// Parameters on their way, in the order of [`SearchParams::RANGES`].
type Point = [f64; SearchParams::RANGES.len()];

fn point(mut params: SearchParams) -> Point {
    params.values().map(|value| f64::from(*value))
}

/// The parameters closest to a point, within their ranges.
fn nearest(mut params: SearchParams, point: &Point) -> SearchParams {
    for ((value, place), (_, range, _)) in params.values().into_iter().zip(point).zip(SearchParams::RANGES) {
        *value = (place.round() as i32).clamp(*range.start(), *range.end());
    }
    params
}

/// Tunes the parameters of a game, prints them, and writes them into their file if told to.
///
/// # Errors
///
/// If the output or the file cannot be written, the file holds something else, or there is not enough memory.
pub(super) fn run(arguments: &SearchArguments, output: &mut impl Write) -> io::Result<()> {
    let old = arguments.write.as_deref().map(read_file).transpose()?;
    let game = AnyGame::start(arguments.game, AnyGame::USUAL_SIZE);
    let start = *params::of(arguments.game);
    let found = with_history!(&game, history => Spsa { arguments, start: history.start(), params: start }.run())?;
    for ((name, ..), (old, new)) in SearchParams::RANGES.iter().zip(point(start).into_iter().zip(point(found))) {
        writeln!(output, "{name} {old} to {new}")?;
    }
    if let Some((path, old)) = arguments.write.as_ref().zip(old) {
        let new = params::with(&old, arguments.game, found).unwrap_or(old);
        files::replace(path, new.as_bytes()).map_err(|error| named(path, &error))?;
    }
    Ok(())
}

/// The table that is in a file, which must be one.
fn read_file(path: &Path) -> io::Result<String> {
    let text = fs::read_to_string(path).map_err(|error| named(path, &error))?;
    if GameKind::ALL.iter().any(|&game| params::read(&text, game).is_none()) {
        let problem = format!("'{}' is not a table of parameters and would be lost", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    files::check_writable(path).map_err(|error| named(path, &error))?;
    Ok(text)
}

struct Spsa<'a, G> {
    arguments: &'a SearchArguments,
    start: &'a G,
    params: SearchParams,
}

impl<G: Searchable> Spsa<'_, G> {
    fn run(&self) -> io::Result<SearchParams> {
        let pairs = self.arguments.pairs;
        let progress = Progress::new("pairs", pairs, 0);
        let mut here = point(self.params);
        for first in (0..pairs).step_by(BATCH as usize) {
            let batch: Vec<u64> = (first..pairs.min(first + BATCH)).collect();
            let moves = self.play(&batch, &here, || progress.advance(|| self.describe(&here)))?;
            for by in moves {
                here.iter_mut().zip(by).for_each(|(place, by)| *place += by);
            }
            for (place, (_, range, _)) in here.iter_mut().zip(SearchParams::RANGES) {
                *place = place.clamp(f64::from(*range.start()), f64::from(*range.end()));
            }
        }
        Ok(nearest(self.params, &here))
    }

    fn is_tuned(&self, name: &str) -> bool {
        let wanted = &self.arguments.parameters;
        wanted.is_empty() || wanted.iter().any(|wanted| wanted == name)
    }

    /// The parameters that are tuned, as they are here.
    fn describe(&self, here: &Point) -> String {
        let tuned = SearchParams::RANGES.iter().zip(here).filter(|((name, ..), _)| self.is_tuned(name));
        tuned.map(|((name, ..), place)| format!("{name} {place:.0}")).collect::<Vec<_>>().join(", ")
    }

    /// Plays some pairs from here, and gives by how much each moves the parameters, in the order of the pairs.
    fn play(&self, batch: &[u64], here: &Point, done: impl Fn() + Sync) -> io::Result<Vec<Point>> {
        let next = AtomicUsize::new(0);
        let work = || -> io::Result<Vec<(u64, Point)>> {
            let table =
                || Table::new(HASH_MEGABYTES).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error));
            let tables = [table()?, table()?];
            let mut moves = Vec::new();
            while let Some(&pair) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
                moves.push((pair, self.play_pair(pair, here, &tables)));
                done();
            }
            Ok(moves)
        };
        let mut moves = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.arguments.threads).map(|_| scope.spawn(work)).collect();
            let joined = workers.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|_| Err(io::Error::other("a game could not be played to its end")))
            });
            joined.collect::<io::Result<Vec<_>>>()
        })?
        .concat();
        moves.sort_by_key(|&(pair, _)| pair);
        Ok(moves.into_iter().map(|(_, by)| by).collect())
    }

    /// Plays two games from the same opening between parameters on both sides of here.
    fn play_pair(&self, pair: u64, here: &Point, tables: &[Table; 2]) -> Point {
        let &SearchArguments { pairs, seed, .. } = self.arguments;
        let mut rng = StdRng::seed_from_u64(seed.wrapping_shl(32) ^ pair);
        let (now, all) = (pair as f64 + 1.0, pairs as f64);
        let step = (all / now).powf(STEP_POWER);
        let rate = LAST_RATE * ((DELAY + 1.0) * all / (DELAY * all + now)).powf(RATE_POWER) / step;
        let directions: Point = SearchParams::RANGES.map(|(name, _, size)| {
            let way = if rng.random() { f64::from(size) } else { -f64::from(size) };
            if self.is_tuned(name) { way } else { 0.0 }
        });
        let side = |sign: f64| {
            let place: Point = std::array::from_fn(|i| here[i] + sign * step * directions[i]);
            nearest(self.params, &place)
        };
        let sides = [side(1.0), side(-1.0)];
        let Some(opening) = random_opening(self.start, &mut rng) else { return [0.0; SearchParams::RANGES.len()] };
        let score =
            [[0, 1], [1, 0]].map(|order| self.play_game(opening.clone(), order.map(|side| sides[side]), tables));
        // Both are seen by the first player of the game, who is the other one in the second.
        let won = 2.0 * (score[0] - score[1]);
        directions.map(|direction| rate * step * won * direction)
    }

    /// What the first player gets out of a game between these two.
    fn play_game(&self, mut game: History<G>, params: [SearchParams; 2], tables: &[Table; 2]) -> f64 {
        tables.iter().for_each(Table::clear);
        loop {
            if let Some(result) = result(&game) {
                return result;
            }
            let player = game.position().to_move().index();
            let request =
                SearchRequest { params: Some(params[player]), ..SearchRequest::to_nodes(self.arguments.nodes) };
            let found = search(&game, &[], &request, &tables[player], &Control::new(false), &mut |_| {});
            match found {
                Some(found) => game.play_unchecked(found.best),
                // A game that is not over has a move.
                None => return 0.5,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::differo::Differo;

    fn arguments(pairs: u64, threads: u64) -> SearchArguments {
        let parameters = vec!["rfp_margin".into(), "lmr_base".into()];
        SearchArguments { game: GameKind::Differo, pairs, nodes: 200, seed: 5, threads, parameters, write: None }
    }

    #[test]
    fn only_the_parameters_that_are_named_move_and_the_same_on_any_number_of_threads() {
        let start = Differo::start();
        let params = *params::of(GameKind::Differo);
        let tuned = |threads| Spsa { arguments: &arguments(64, threads), start: &start, params }.run().unwrap();
        let (one, three) = (tuned(1), tuned(3));
        assert_eq!(one, three);
        assert_ne!(one, params);
        let SearchParams { rfp_margin, lmr_base, .. } = params;
        assert_eq!(SearchParams { rfp_margin, lmr_base, ..one }, params);
    }

    #[test]
    fn parameters_move_towards_those_that_win() {
        // Late move pruning that leaves one move loses to one that leaves a few.
        let params = SearchParams { lmp_base: 0, lmp_scale: 0, lmp_depth: 12, ..*params::of(GameKind::Differo) };
        let arguments = SearchArguments { parameters: vec!["lmp_base".into()], nodes: 1000, ..arguments(64, 2) };
        let tuned = Spsa { arguments: &arguments, start: &Differo::start(), params }.run().unwrap();
        assert!(tuned.lmp_base > 10, "{tuned:?}");
    }
}
