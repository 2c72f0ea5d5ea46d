//! The arguments of `tern match` and `tern replay`.

use super::limit::{ThinkLimit, TimeControl};
use super::schedule::Tournament;
use super::shard::Shard;
use super::spec::EngineSpec;
use crate::games::any::GameKind;
use crate::token::Token;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// What `tern match` can be told.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MatchArguments {
    /// The game
    #[arg(long, value_name = "NAME", default_value = "wali", value_parser = crate::arguments::game(), ignore_case = true)]
    pub game: GameKind,
    /// The side of the board, for WaldMeister
    #[arg(long, alias = "board-size", value_name = "N", value_parser = crate::arguments::size())]
    pub size: Option<u8>,
    /// An engine, as key=value words: name=NAME, cmd="PROGRAM ARGUMENT…", option.NAME=VALUE, and its own tc=, movetime=,
    /// nodes= or depth=; without cmd it is tern, and tern plays if fewer than two engines are named
    #[arg(short, long = "engine", value_name = "WORDS")]
    pub engines: Vec<EngineSpec>,
    /// Games for each pairing of engines; an odd number leaves one game that says nothing about strength
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// What ends the thinking of engines that have no limit of their own.
    #[command(flatten)]
    pub limit: LimitArguments,
    /// Games played at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: u16,
    /// Which of more than two engines meet
    #[arg(long, value_enum, default_value_t = Tournament::RoundRobin)]
    pub tournament: Tournament,
    /// The rating of one engine, from which those of the others are reckoned; without it their mean is 0
    #[arg(long, value_name = "NAME=ELO")]
    pub anchor: Option<AnchorSpec>,
    /// Random moves before the engines take over; every opening is played twice, with sides swapped
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub plies: u16,
    /// Openings from a file instead: a line each, a position text, or moves from the start, or TEXT moves MOVE…
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    pub openings: Option<PathBuf>,
    /// Seeds the openings and the engines; the same seed with --nodes or --depth plays the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A game with so many moves, both players' counted, is drawn
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_plies: u32,
    /// How far a clock may fall below zero, in a whole game, and a move time be exceeded: the error of our clock
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub margin: u64,
    /// How long an engine may be silent where there is no time limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub patience: u64,
    /// Stop as soon as it is clear which of two Elo differences holds, as in 0,5; not before 50 pairs of games
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Hypotheses>,
    /// How often --sprt may accept ELO1 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability)]
    pub alpha: f64,
    /// How often --sprt may accept ELO0 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability)]
    pub beta: f64,
    /// Write the games to this file; tern replay reads it
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write a page about the match at its end; needs the record
    #[arg(long, value_name = "FILE.html", requires = "record")]
    pub report: Option<PathBuf>,
    /// Go on with the match of which --record holds some games
    #[arg(long, requires = "record")]
    pub resume: bool,
    /// Play the I-th of N parts of the match, in whole pairs of games; tern merge adds the parts up
    #[arg(long, value_name = "I/N", requires = "record")]
    pub shard: Option<Shard>,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tern match --games 100 --nodes 2000
      tern against itself
  tern match --engine name=search --engine 'name=greedy option.Level=greedy' --movetime 50
      two levels of tern
  tern match --game differo -e name=new -e 'name=old cmd=\"./tern-old --game differo\"' --tc 10+0.1 -c 2 --sprt 0,5
      is the new version better?
  tern match -e name=a -e name=b -e 'cmd=\"python3 my_engine.py\"' --nodes 500 --record games.txt
      everybody against everybody; if it was interrupted, the same with --resume goes on
  tern match -e 'name=random option.Level=random' -e 'name=greedy option.Level=greedy' -e name=search --nodes 500 --anchor random=0
      a rating for each of them, from all games at once, on a scale on which random has 0

An illegal move, a crash, a hang or a lost clock loses the game. Results go to standard output; Ctrl-C ends the match and
prints what there is. The exit code is 0 if the match came to its end, 130 if it was interrupted, 1 if it could not go on.";

/// What ends the thinking of engines, as arguments.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct LimitArguments {
    /// A clock for every game: seconds, and an increment after every move, such as 10+0.1
    #[arg(long, value_name = "SECONDS[+INC]")]
    pub tc: Option<TimeControl>,
    /// Milliseconds for every move; 100 if no limit is given at all
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Positions to search for every move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth of the search for every move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

impl From<LimitArguments> for ThinkLimit {
    fn from(LimitArguments { tc, movetime, nodes, depth }: LimitArguments) -> Self {
        Self { tc, movetime, nodes, depth }
    }
}

impl ValueEnum for Tournament {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::RoundRobin, Self::Gauntlet, Self::Ladder]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::RoundRobin => PossibleValue::new("round-robin").help("Everybody plays everybody else"),
            Self::Gauntlet => PossibleValue::new("gauntlet").help("The first engine plays all others"),
            Self::Ladder => PossibleValue::new("ladder").help("Every engine plays the one that is named next"),
        })
    }
}

/// What `tern merge` can be told.
#[derive(Args, Clone, Debug)]
#[command(after_help = MERGE_HELP)]
pub struct MergeArguments {
    /// Records of parts of one match, in any order
    #[arg(required = true, value_name = "RECORD")]
    pub records: Vec<PathBuf>,
    /// Write all games that count to this file, as the match in one piece would have
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write to this file as JSON what each part has contributed, what is missing, and whether all play alike
    #[arg(long, value_name = "FILE")]
    pub shards: Option<PathBuf>,
    /// The rating of one engine, from which those of the others are reckoned; without it their mean is 0
    #[arg(long, value_name = "NAME=ELO")]
    pub anchor: Option<AnchorSpec>,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
}

const MERGE_HELP: &str = "\
The report on standard output is that of the match in one piece. What is to be said about the parts goes to standard error:
which games are missing, faults, and a chi-squared test of whether all machines play alike. Pairs of games that appear twice
count once. A part of another match is refused, with the field in which it differs.

The exit code is 0 if the match is whole, or its sequential test decided; 1 if games are missing; 2 if a record is refused.";

/// What `tern replay` can be told.
#[derive(Args, Clone, Debug)]
pub struct ReplayArguments {
    /// A file that tern match --record has written
    pub file: PathBuf,
    /// Show only the game with this number, and every position of it
    #[arg(long, value_name = "N")]
    pub number: Option<usize>,
    /// Draw nothing, only check
    #[arg(short, long, conflicts_with = "number")]
    pub quiet: bool,
    /// Draw with ASCII characters only, as is done where the locale is C
    #[arg(long)]
    pub ascii: bool,
}

/// An engine and the rating it shall have.
#[derive(Clone, Debug, PartialEq)]
pub struct AnchorSpec {
    /// The name of the engine.
    pub name: String,
    /// Its rating.
    pub elo: f64,
}

/// Not a name and a rating.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} must be the name of an engine and its rating, as in random=0")]
pub struct AnchorError(Token);

impl FromStr for AnchorSpec {
    type Err = AnchorError;

    fn from_str(text: &str) -> Result<Self, AnchorError> {
        let rating = |elo: &str| elo.trim().parse::<f64>().ok().filter(|elo| elo.abs() < 1e6);
        text.rsplit_once('=')
            .and_then(|(name, elo)| Some(Self { name: name.into(), elo: rating(elo)? }))
            .ok_or_else(|| AnchorError(text.into()))
    }
}

/// The two Elo differences between which a sequential test decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// The smaller one.
    pub elo0: f64,
    /// The larger one.
    pub elo1: f64,
}

/// Not two Elo differences.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} must be two Elo differences, the smaller one first, as in 0,5")]
pub struct HypothesesError(Token);

impl FromStr for Hypotheses {
    type Err = HypothesesError;

    fn from_str(text: &str) -> Result<Self, HypothesesError> {
        let elo = |word: &str| word.trim().parse::<f64>().ok().filter(|elo| elo.is_finite());
        text.split_once(',')
            .and_then(|(elo0, elo1)| Some(Self { elo0: elo(elo0)?, elo1: elo(elo1)? }))
            .filter(|both| both.elo0 < both.elo1)
            .ok_or_else(|| HypothesesError(text.into()))
    }
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && *number < 0.5);
    number.ok_or_else(|| "expected a number above 0 and below 0.5".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_a_name_and_a_rating() {
        let anchor = |name: &str, elo| Ok(AnchorSpec { name: name.into(), elo });
        assert_eq!("a=b=-12.5".parse(), anchor("a=b", -12.5));
        assert_eq!("a= 999999".parse(), anchor("a", 999_999.0));
        for bad in ["a", "a=", "a=x", "a=1e6", "a=-1e6", "a=nan", "a=inf"] {
            assert!(bad.parse::<AnchorSpec>().is_err(), "{bad}");
        }
    }

    #[test]
    fn hypotheses_are_the_smaller_and_the_larger() {
        assert_eq!("-5, 5".parse(), Ok(Hypotheses { elo0: -5.0, elo1: 5.0 }));
        for bad in ["5", "5,0", "5,5", "0,inf", "x,5", ""] {
            assert!(bad.parse::<Hypotheses>().is_err(), "{bad}");
        }
    }

    #[test]
    fn errors_are_rarer_than_every_second() {
        assert_eq!((probability("0.05"), probability("0.49")), (Ok(0.05), Ok(0.49)));
        for bad in ["0", "-0.1", "0.5", "0.7", "x"] {
            assert!(probability(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn tournaments_have_the_names_that_manifests_give_them() {
        for tournament in Tournament::value_variants() {
            assert_eq!(tournament.to_possible_value().unwrap().get_name(), tournament.to_string());
        }
        assert_eq!(Tournament::value_variants().len(), 3);
    }
}
