//! How well to play: the levels, what they are worth, and how the weaker ones choose their moves.

mod skill;
mod table;
mod weak;

pub use table::Rating;
pub(super) use weak::{greedy, random};

pub(crate) use skill::{Skill, play_with};
pub(crate) use table::TABLE;
#[cfg(feature = "cli")]
pub(crate) use table::{LevelTable, Row};

use crate::games::any::GameKind;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// How well to play.
///
/// ```
/// use tern::games::any::GameKind;
/// use tern::search::Level;
///
/// assert_eq!("greedy".parse(), Ok(Level::Greedy));
/// assert_eq!(Level::Four.to_string(), "4");
/// assert_eq!(Level::Random.rating(GameKind::Wali).elo, 0);
/// assert!(Level::Ten.rating(GameKind::Wali).elo > Level::One.rating(GameKind::Wali).elo);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Level {
    /// Any legal move.
    Random,
    /// The best move by the evaluation, one move ahead.
    Greedy,
    /// The first of ten calibrated steps from a beginner to nearly full strength.
    #[strum(serialize = "1")]
    One,
    /// The second step.
    #[strum(serialize = "2")]
    Two,
    /// The third step; from here on no win in one move is missed.
    #[strum(serialize = "3")]
    Three,
    /// The fourth step.
    #[strum(serialize = "4")]
    Four,
    /// The fifth step; from here on no move lets the opponent win at once, unless all do.
    #[strum(serialize = "5")]
    Five,
    /// The sixth step.
    #[strum(serialize = "6")]
    Six,
    /// The seventh step.
    #[strum(serialize = "7")]
    Seven,
    /// The eighth step.
    #[strum(serialize = "8")]
    Eight,
    /// The ninth step.
    #[strum(serialize = "9")]
    Nine,
    /// The tenth step.
    #[strum(serialize = "10")]
    Ten,
    /// As well as possible.
    Search,
}

impl Level {
    /// All levels.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// What the level is called in options.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// 1 to 10 for the calibrated steps.
    pub fn number(self) -> Option<u8> {
        (!matches!(self, Self::Random | Self::Greedy | Self::Search)).then(|| self as u8 - Self::Greedy as u8)
    }

    /// How strong it is in a game, where [`Random`](Self::Random) is 0.
    pub fn rating(self, game: GameKind) -> Rating {
        TABLE.row(game, self).rating
    }

    /// All levels, the weakest in this game first.
    pub fn by_rating(game: GameKind) -> Vec<Self> {
        let mut levels = Self::ALL.to_vec();
        levels.sort_by_key(|level| level.rating(game).elo);
        levels
    }

    /// The level whose rating in this game is nearest, the weaker one of two.
    pub fn nearest(game: GameKind, elo: i32) -> Self {
        let levels = Self::by_rating(game);
        levels.into_iter().min_by_key(|level| level.rating(game).elo.abs_diff(elo)).unwrap_or(Self::Search)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for &level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(
                level.number().map(|number| number.to_string()),
                level.name().parse::<u8>().ok().map(|n| n.to_string())
            );
        }
        assert_eq!(Level::Ten.number(), Some(10));
    }

    #[test]
    fn the_nearest_rating_decides() {
        for &game in GameKind::ALL {
            for &level in Level::ALL {
                assert_eq!(Level::nearest(game, level.rating(game).elo), level, "{game}");
            }
            assert_eq!(Level::nearest(game, -500), Level::Random);
            assert_eq!(Level::nearest(game, 100_000), Level::Search);
            let (weaker, stronger) = (Level::Nine.rating(game).elo, Level::Ten.rating(game).elo);
            assert_eq!(Level::nearest(game, f64::midpoint(weaker.into(), stronger.into()) as i32 - 2), Level::Nine);
            assert_eq!(Level::nearest(game, f64::midpoint(weaker.into(), stronger.into()) as i32 + 2), Level::Ten);
        }
    }

    #[test]
    fn the_numbers_rise_from_random_to_search() {
        for &game in GameKind::ALL {
            let by_rating: Vec<_> =
                Level::by_rating(game).into_iter().filter(|level| *level != Level::Greedy).collect();
            let by_number: Vec<_> = Level::ALL.iter().copied().filter(|level| *level != Level::Greedy).collect();
            assert_eq!(by_rating, by_number, "{game}");
            assert_eq!(Level::Random.rating(game), Rating { elo: 0, error: 0 });
            assert!(Level::One.rating(game).elo < Level::Greedy.rating(game).elo);
        }
    }
}
