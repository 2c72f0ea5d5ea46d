//! The table of levels: what each is in every game, and how strong. `tern tune levels` writes it.

use super::{Level, Skill};
use crate::games::any::GameKind;
use std::collections::HashMap;
use std::sync::LazyLock;

/// How strong a level is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rating {
    /// In Elo; [`Level::Random`] has 0.
    pub elo: i32,
    /// Half of the 95 % interval.
    pub error: i32,
}

/// A level in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) rating: Rating,
    /// What makes it so strong, for the calibrated levels.
    pub(crate) skill: Option<Skill>,
}

/// The levels of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelTable {
    pub(crate) rows: HashMap<(GameKind, Level), Row>,
}

/// The table of this build. A line that cannot be read counts as missing; a test sees to it that there is none.
pub(crate) static TABLE: LazyLock<LevelTable> = LazyLock::new(|| LevelTable::read(include_str!("levels.tsv")));

/// From this level on a win in one is never missed.
const SEES_WINS: u8 = 3;
/// From this level on no move loses at once if another does not.
const SEES_LOSSES: u8 = 5;

impl Skill {
    /// The skill of a calibrated level.
    pub(crate) fn of_level(number: u8, nodes: u64, bound: i32) -> Self {
        Self { nodes, bound, sees_wins: number >= SEES_WINS, sees_losses: number >= SEES_LOSSES }
    }
}

impl LevelTable {
    /// Reads the lines of a table.
    pub(crate) fn read(text: &str) -> Self {
        Self { rows: text.lines().filter_map(read_row).collect() }
    }

    /// A level in a game.
    pub(crate) fn row(&self, game: GameKind, level: Level) -> Row {
        self.rows.get(&(game, level)).copied().unwrap_or(Row { rating: Rating::default(), skill: None })
    }
}

fn read_row(line: &str) -> Option<((GameKind, Level), Row)> {
    let [game, level, elo, error, nodes, bound] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let level: Level = level.parse().ok()?;
    let skill = match level.number() {
        Some(number) => Some(Skill::of_level(number, nodes.parse().ok()?, bound.parse().ok()?)),
        None => None,
    };
    let rating = Rating { elo: elo.parse().ok()?, error: error.parse().ok()? };
    Some(((game.parse().ok()?, level), Row { rating, skill }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_game_is_in_the_table() {
        for &game in GameKind::ALL {
            for &level in Level::ALL {
                let row = TABLE.rows.get(&(game, level));
                assert!(row.is_some_and(|row| row.skill.is_some() == level.number().is_some()), "{game} {level}");
            }
        }
    }
}
