//! `tern tune levels`: a tournament of all levels of a game, the ratings that follow from it, and levels that are as far apart
//! as they should be.

mod contest;
mod ladder;
mod ledger;

use super::named;
use crate::files;
use crate::games::any::{AnyGame, GameKind};
use crate::matches::{openings_of, random_openings};
use crate::search::{LEVEL_TABLE, Level, LevelTable, Rating, Row};
use clap::Args;
use ladder::{Ground, Ladder, Standing};
use ledger::Ledger;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What `tern tune levels` can be told.
#[derive(Args, Clone, Debug)]
pub(crate) struct LevelsArguments {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = crate::arguments::game(), ignore_case = true)]
    pub(crate) game: GameKind,
    /// Random moves before the levels take over; every opening is played twice, with sides swapped
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) plies: u16,
    /// Openings from a file instead, a line each, as for tern match
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Pairs of games between neighbours when the levels are rated; more where games are cheap
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) pairs: u32,
    /// Pairs of games between neighbours in each of the rounds before that
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) trial_pairs: u32,
    /// Nodes of full strength for every move: as many as 20 ms are
    #[arg(long, value_name = "N", default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) search_nodes: u64,
    /// How often to move the levels towards equal distances before they are rated
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) rounds: u32,
    /// Which games these are: the same seed, the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// A file for the games: all that are in it count and are not played again, so that a run that was broken off goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,
    /// The table of levels, to put the result into it
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// So many random openings are drawn; then they come up again, with other games.
const RANDOM_OPENINGS: usize = 400;

fn openings(arguments: &LevelsArguments) -> io::Result<Vec<AnyGame>> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    match &arguments.openings {
        None => {
            random_openings(arguments.game, arguments.plies.into(), arguments.seed, RANDOM_OPENINGS).map_err(invalid)
        }
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|error| named(path, &error))?;
            openings_of(&text, arguments.game).map_err(|error| named(path, &invalid(error)))
        }
    }
}

/// Calibrates and rates the levels of a game, and prints how far apart they are.
///
/// # Errors
///
/// If a file cannot be read or written, or there is not enough memory.
pub(super) fn run(arguments: &LevelsArguments, output: &mut impl Write) -> io::Result<()> {
    let openings = openings(arguments)?;
    // Better ask before the games are played whether the table can be put there.
    let mut table = arguments.write.as_deref().map_or_else(|| Ok(LEVEL_TABLE.clone()), read_table)?;
    let mut ladder = Ladder::new(&table, arguments.game, arguments.search_nodes);
    let ledger = arguments.ledger.as_deref();
    let ledger = Ledger::open(ledger).map_err(|error| named(ledger.unwrap_or(Path::new("")), &error))?;
    let ground = Ground { openings: &openings, ledger: &ledger, threads: arguments.threads.into() };
    for round in 1..=arguments.rounds {
        let seed = arguments.seed.wrapping_add(u64::from(round) << 32);
        let standings = ladder.play(&ground, seed, arguments.trial_pairs)?;
        print_standings(&standings, output)?;
        ladder.space_out(&standings, round);
    }
    let standings = ladder.play(&ground, arguments.seed, arguments.pairs)?;
    print_standings(&standings, output)?;
    for Standing { level, skill, rating, .. } in standings {
        let rating = Rating { elo: rating.elo.round() as i32, error: rating.error.round() as i32 };
        table.rows.insert((arguments.game, level), Row { rating, skill });
    }
    match &arguments.write {
        Some(path) => files::replace(path, text_of(&table).as_bytes()).map_err(|error| named(path, &error)),
        None => Ok(()),
    }
}

fn read_table(path: &Path) -> io::Result<LevelTable> {
    files::check_writable(path).map_err(|error| named(path, &error))?;
    let text = fs::read_to_string(path).map_err(|error| named(path, &error))?;
    let table = LevelTable::read(&text);
    if text_of(&table) == text {
        Ok(table)
    } else {
        Err(named(path, &io::Error::new(io::ErrorKind::InvalidData, "not a table of levels, which would be lost")))
    }
}

/// The weakest first, with the distance to the one before.
fn print_standings(standings: &[Standing], output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "level\telo\terror\tnodes\tbound\tstep\terror\tscore\tgames")?;
    for Standing { level, skill, rating, step, above_greedy, score, games } in standings {
        let skill = skill.map_or("-\t-".into(), |skill| format!("{}\t{}", skill.nodes, skill.bound));
        write!(output, "{level}\t{:.0}\t{:.0}\t{skill}", rating.elo, rating.error)?;
        write!(output, "\t{:.0}\t{:.0}\t{:.1}%\t{games}", step.elo, step.error, score * 100.0)?;
        let above =
            above_greedy.map(|above| format!("\t{:.0} ± {:.0} above the number before", above.elo, above.error));
        writeln!(output, "{}", above.unwrap_or_default())?;
    }
    output.flush()
}

/// The table as it is kept: a line for every level of every game.
fn text_of(table: &LevelTable) -> String {
    use std::fmt::Write;
    let mut text = "game\tlevel\telo\terror\tnodes\tbound\n".to_string();
    for &game in GameKind::ALL {
        for &level in Level::ALL {
            let Some(Row { rating, skill }) = table.rows.get(&(game, level)) else { continue };
            let skill = skill.map_or("-\t-".into(), |skill| format!("{}\t{}", skill.nodes, skill.bound));
            // Writing to a string does not fail.
            let _ = writeln!(text, "{game}\t{level}\t{}\t{}\t{skill}", rating.elo, rating.error);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_written_as_it_was_read() {
        assert_eq!(text_of(&LEVEL_TABLE), include_str!("../../search/level/levels.tsv"));
    }
}
