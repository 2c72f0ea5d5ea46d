//! The options: one table advertises, validates and stores them.

use crate::games::any::{AnyGame, GameKind};
use crate::protocol::{OptionInfo, OptionType};
use crate::search::Level;
use crate::token::Token;
use std::time::Duration;
use thiserror::Error;

/// The values of all options that have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The game that is played.
    pub game: GameKind,
    /// The side of the board in games that have several sizes.
    pub board_size: usize,
    /// Size of the hash table in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// How many best lines to report.
    pub multi_pv: usize,
    /// How well to play, unless the strength is limited.
    pub level: Level,
    /// The rating by which the level is chosen.
    pub strength: StrengthLimit,
    /// Seeds every random choice; 0 takes the seed from the system.
    pub seed: u64,
    /// Time lost between the clock and us on every move.
    pub move_overhead: Duration,
    /// Whether the expected answer is printed with the best move.
    pub ponder: bool,
    /// Whether scores are also told as wins, draws and losses.
    pub show_wdl: bool,
    /// Whether boards are drawn in ASCII. Not an option that is advertised: whoever starts the session knows the terminal.
    pub ascii: bool,
}

/// How strong to play, in place of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthLimit {
    /// Whether the level is chosen by its rating.
    pub limited: bool,
    /// That rating.
    pub elo: i32,
}

/// An option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option {0}; ugi lists the options")]
    Unknown(Token),
    /// A value is needed.
    #[error("option {0} needs a value: {1}")]
    NoValue(&'static str, String),
    /// The value is not allowed.
    #[error("option {name} cannot be {value}: expected {expected}")]
    Value {
        /// Which option.
        name: &'static str,
        /// What was given.
        value: Token,
        /// What would be right.
        expected: String,
    },
    /// A button has no value.
    #[error("option {0} is a button and takes no value, not {1}")]
    ButtonValue(&'static str, Token),
}

/// What is to be done when an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// The value is looked at when it is needed.
    None,
    /// The transposition table has another size.
    ResizeTable,
    /// The transposition table is emptied.
    ClearTable,
    /// Another game begins, or the same on another board.
    ChangeGame,
}

/// What an option can be, and where it is kept.
enum Kind {
    Spin { default: u64, min: u64, max: u64, store: fn(&mut Options, u64) },
    Combo { default: &'static str, values: fn() -> Vec<&'static str>, store: fn(&mut Options, &str) },
    Check { default: bool, store: fn(&mut Options, bool) },
    Button,
}

struct Spec {
    name: &'static str,
    /// What UCI calls it, if that is something else.
    uci_name: Option<&'static str>,
    kind: Kind,
    on_change: OptionEffect,
}

impl Spec {
    /// The option that has this name, in any case.
    fn named(name: &str) -> Result<&'static Self, OptionError> {
        let is_called = |spec: &&Self| {
            spec.name.eq_ignore_ascii_case(name) || spec.uci_name.is_some_and(|uci| uci.eq_ignore_ascii_case(name))
        };
        SPECS.iter().find(is_called).ok_or_else(|| OptionError::Unknown(name.into()))
    }

    const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, uci_name: None, kind, on_change: OptionEffect::None }
    }

    const fn spin(name: &'static str, default: u64, min: u64, max: u64, store: fn(&mut Options, u64)) -> Self {
        Self::new(name, Kind::Spin { default, min, max, store })
    }

    const fn uci_name(mut self, name: &'static str) -> Self {
        self.uci_name = Some(name);
        self
    }

    const fn on_change(mut self, effect: OptionEffect) -> Self {
        self.on_change = effect;
        self
    }
}

/// No level of any game is rated higher.
const MAX_ELO: u64 = 4000;

/// Every option, in the order of the introduction.
static SPECS: [Spec; 13] = [
    Spec::new("Game", Kind::Combo { default: "wali", values: GameKind::names, store: store_game })
        .on_change(OptionEffect::ChangeGame),
    Spec::spin("BoardSize", AnyGame::USUAL_SIZE as u64, 5, 11, |options, value| options.board_size = value as usize)
        .on_change(OptionEffect::ChangeGame),
    Spec::spin("Hash", 64, 1, 65_536, |options, value| options.hash = value as usize)
        .on_change(OptionEffect::ResizeTable),
    Spec::spin("Threads", 1, 1, 256, |options, value| options.threads = value as usize),
    Spec::spin("MultiPV", 1, 1, 256, |options, value| options.multi_pv = value as usize),
    Spec::new("Level", Kind::Combo { default: "search", values: level_names, store: store_level }),
    Spec::new(
        "LimitStrength",
        Kind::Check { default: false, store: |options, value| options.strength.limited = value },
    )
    .uci_name("UCI_LimitStrength"),
    Spec::spin("Elo", 1000, 0, MAX_ELO, |options, value| options.strength.elo = value as i32).uci_name("UCI_Elo"),
    Spec::spin("Seed", 0, 0, 2_147_483_647, |options, value| options.seed = value),
    Spec::spin("MoveOverhead", 10, 0, 10_000, |options, value| options.move_overhead = Duration::from_millis(value)),
    Spec::new("Ponder", Kind::Check { default: false, store: |options, value| options.ponder = value }),
    Spec::new("ShowWDL", Kind::Check { default: false, store: |options, value| options.show_wdl = value })
        .uci_name("UCI_ShowWDL"),
    Spec::new("Clear Hash", Kind::Button).on_change(OptionEffect::ClearTable),
];

// The table only stores what it has found among the values of the option.

fn store_game(options: &mut Options, value: &str) {
    if let Ok(game) = value.parse() {
        options.game = game;
    }
}

fn level_names() -> Vec<&'static str> {
    Level::ALL.iter().map(|level| level.name()).collect()
}

fn store_level(options: &mut Options, value: &str) {
    if let Ok(level) = value.parse() {
        options.level = level;
    }
}

impl Default for Options {
    fn default() -> Self {
        // Placeholders, every one of which the table overwrites.
        let mut options = Self {
            game: GameKind::Wali,
            board_size: 0,
            hash: 0,
            threads: 0,
            multi_pv: 0,
            level: Level::Search,
            strength: StrengthLimit { limited: false, elo: 0 },
            seed: 0,
            move_overhead: Duration::ZERO,
            ponder: false,
            show_wdl: false,
            ascii: false,
        };
        for spec in &SPECS {
            match spec.kind {
                Kind::Spin { default, store, .. } => store(&mut options, default),
                Kind::Combo { default, store, .. } => store(&mut options, default),
                Kind::Check { default, store } => store(&mut options, default),
                Kind::Button => {}
            }
        }
        options
    }
}

impl Options {
    /// The `option …` lines of the introduction.
    pub fn advertise() -> Vec<OptionInfo> {
        SPECS.iter().map(|spec| OptionInfo { name: spec.name.into(), of_type: spec.kind.describe() }).collect()
    }

    /// The level to play at in the current game.
    pub fn effective_level(&self) -> Level {
        if self.strength.limited { Level::nearest(self.game, self.strength.elo) } else { self.level }
    }

    /// What an option is called here, whoever's name for it this is, in any case.
    pub(super) fn name_of(name: &str) -> Result<&'static str, OptionError> {
        Spec::named(name).map(|spec| spec.name)
    }

    /// Whether another game, or a board of another size, is played than with the old options.
    pub(super) fn changes_board(&self, old: &Self) -> bool {
        self.game != old.game || (self.game == GameKind::WaldMeister && self.board_size != old.board_size)
    }

    /// Sets the option whose name this is, in any case, and tells what is to be done about it.
    ///
    /// # Errors
    ///
    /// If there is no such option, or it cannot have this value; then nothing changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionEffect, OptionError> {
        let spec = Spec::named(name)?;
        spec.kind.set(self, spec.name, value)?;
        Ok(spec.on_change)
    }
}

impl Kind {
    /// How the option is advertised.
    fn describe(&self) -> OptionType {
        match *self {
            Self::Spin { default, min, max, .. } => {
                OptionType::Spin { default: default as i64, min: min as i64, max: max as i64 }
            }
            Self::Combo { default, values, .. } => {
                OptionType::Combo { default: default.into(), vars: values().into_iter().map(Into::into).collect() }
            }
            Self::Check { default, .. } => OptionType::Check { default },
            Self::Button => OptionType::Button,
        }
    }

    /// What a value must be like.
    fn expected(&self) -> String {
        match self {
            Self::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Combo { values, .. } => format!("one of {}", values().join(", ")),
            Self::Check { .. } => "true or false".into(),
            Self::Button => "nothing".into(),
        }
    }

    fn set(&self, options: &mut Options, name: &'static str, value: Option<&str>) -> Result<(), OptionError> {
        if let Self::Button = self {
            return match value {
                Some(value) if !value.is_empty() => Err(OptionError::ButtonValue(name, value.into())),
                _ => Ok(()),
            };
        }
        let value = value.ok_or_else(|| OptionError::NoValue(name, self.expected()))?;
        self.store(options, value).ok_or_else(|| OptionError::Value {
            name,
            value: value.into(),
            expected: self.expected(),
        })
    }

    /// Stores a value if it is allowed.
    fn store(&self, options: &mut Options, value: &str) -> Option<()> {
        match self {
            Self::Spin { min, max, store, .. } => {
                store(options, value.parse().ok().filter(|number| (min..=max).contains(&number))?);
            }
            Self::Combo { values, store, .. } => {
                store(options, values().into_iter().find(|allowed| allowed.eq_ignore_ascii_case(value))?);
            }
            Self::Check { store, .. } => store(options, value.to_ascii_lowercase().parse().ok()?),
            Self::Button => {}
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_come_from_the_table() {
        let options = Options::default();
        assert_eq!((options.hash, options.threads, options.multi_pv), (64, 1, 1));
        assert_eq!((options.level, options.move_overhead.as_millis()), (Level::Search, 10));
        assert_eq!(
            Options::advertise()[0].to_string(),
            "option name Game type combo default wali var wali var wali-total var differo var waldmeister"
        );
        assert_eq!(Options::advertise()[2].to_string(), "option name Hash type spin default 64 min 1 max 65536");
        assert_eq!(Options::advertise().last().unwrap().to_string(), "option name Clear Hash type button");
    }

    #[test]
    fn names_and_values_in_any_case() {
        let mut options = Options::default();
        assert_eq!(options.set("lEVEL", Some("Greedy")), Ok(OptionEffect::None));
        assert_eq!(options.level, Level::Greedy);
        assert_eq!(options.set("clear hash", None), Ok(OptionEffect::ClearTable));
        assert_eq!(options.set("ponder", Some("TRUE")), Ok(OptionEffect::None));
        assert!(options.ponder);
    }

    #[test]
    fn a_rating_chooses_the_level_where_the_strength_is_limited() {
        let mut options = Options::default();
        for &level in Level::ALL {
            for &game in GameKind::ALL {
                let elo = level.rating(game).elo.to_string();
                options.set("Game", Some(game.name())).unwrap();
                options.set("UCI_Elo", Some(&elo)).unwrap();
                options.set("uci_limitstrength", Some("true")).unwrap();
                assert_eq!(options.effective_level(), level, "{game} {elo}");
                options.set("LimitStrength", Some("false")).unwrap();
                assert_eq!(options.effective_level(), Level::Search);
            }
        }
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut options = Options::default();
        for (name, value, message) in [
            ("Speed", Some("9"), "unknown option 'Speed'; ugi lists the options"),
            ("Hash", Some("0"), "option Hash cannot be '0': expected a whole number from 1 to 65536"),
            (
                "Hash",
                Some("99999999999999999999"),
                "option Hash cannot be '99999999999999999999': expected a whole number from 1 to 65536",
            ),
            ("Hash", None, "option Hash needs a value: a whole number from 1 to 65536"),
            (
                "Game",
                Some("chess"),
                "option Game cannot be 'chess': expected one of wali, wali-total, differo, waldmeister",
            ),
            ("Ponder", Some("maybe"), "option Ponder cannot be 'maybe': expected true or false"),
            (
                "Level",
                Some("11"),
                "option Level cannot be '11': expected one of random, greedy, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, search",
            ),
            ("UCI_Elo", Some("-1"), "option Elo cannot be '-1': expected a whole number from 0 to 4000"),
            ("LimitStrength", Some("on"), "option LimitStrength cannot be 'on': expected true or false"),
            ("Clear Hash", Some("now"), "option Clear Hash is a button and takes no value, not 'now'"),
        ] {
            assert_eq!(options.set(name, value).unwrap_err().to_string(), message);
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn another_board_is_another_game_or_another_size() {
        let options = |game, board_size| Options { game, board_size, ..Options::default() };
        let wali = options(GameKind::Wali, 8);
        assert!(!options(GameKind::Wali, 8).changes_board(&wali));
        assert!(!options(GameKind::Wali, 9).changes_board(&wali), "its board has one size");
        assert!(options(GameKind::Differo, 8).changes_board(&wali));
        let waldmeister = options(GameKind::WaldMeister, 8);
        assert!(waldmeister.changes_board(&wali));
        assert!(options(GameKind::WaldMeister, 9).changes_board(&waldmeister));
        assert!(!waldmeister.clone().changes_board(&waldmeister));
    }

    #[test]
    fn a_button_may_be_pressed_with_an_empty_value() {
        let mut options = Options::default();
        assert_eq!(options.set("clear hash", None), Ok(OptionEffect::ClearTable));
        assert_eq!(options.set("Clear Hash", Some("")), Ok(OptionEffect::ClearTable));
        assert_eq!(options, Options::default());
    }
}
