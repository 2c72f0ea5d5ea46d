//! The arguments of `tern report`.

use crate::arguments::BoardArguments;
use crate::matches::{AnchorSpec, Hypotheses};
use clap::Args;
use std::path::PathBuf;

/// What `tern report` can be told.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReportArguments {
    /// A record of tern match, or a game that tern play has saved
    #[arg(value_name = "FILE", required_unless_present = "moves")]
    pub(super) file: Option<PathBuf>,
    /// Report on the match, not on its games: nothing is searched
    #[arg(long = "match", requires = "file")]
    pub(super) of_match: bool,
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// A game on the command line instead of a file: moves from the start, or from --fen, separated by blanks
    #[arg(long, value_name = "MOVES", conflicts_with = "file")]
    pub(super) moves: Option<String>,
    /// Only the game with this number
    #[arg(long, value_name = "N", conflicts_with = "of_match")]
    pub(super) number: Option<usize>,
    #[command(flatten)]
    pub(super) effort: Effort,
    /// The page to write; the name of FILE with .html if left out
    #[arg(short, long, value_name = "FILE.html")]
    pub(super) output: Option<PathBuf>,
    /// Write everything as JSON, too
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write a table with a line for every game, too
    #[arg(long, value_name = "FILE", requires = "of_match")]
    pub(super) csv: Option<PathBuf>,
    /// Write the record again with scores, marks and better lines as comments; tern replay reads it
    #[arg(long, value_name = "FILE", conflicts_with = "of_match")]
    pub(super) annotated: Option<PathBuf>,
    /// So many games are shown in full, the others in a table
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(super) full: u16,
    /// Print where inaccuracies, mistakes and blunders begin by the moves of this player, and write no page
    #[arg(long, value_name = "NAME", conflicts_with_all = ["of_match", "output", "json", "annotated", "moves"])]
    pub(super) boundaries: Option<String>,
    /// The two Elo differences of the log-likelihood ratio, for a match of two engines
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,5", allow_hyphen_values = true, requires = "of_match")]
    pub(super) sprt: Hypotheses,
    /// The rating of one engine, from which those of the others are reckoned; without it their mean is 0
    #[arg(long, value_name = "NAME=ELO", requires = "of_match")]
    pub(super) anchor: Option<AnchorSpec>,
}

/// How hard every position is looked at.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Positions to search for every move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Milliseconds for every move instead
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(super) movetime: Option<u64>,
    /// Threads of the search; with more than one a report is not the same twice
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

const EXAMPLES: &str = "\
Examples:
  tern report games.txt
      every move of every game judged: games.html
  tern report --game differo --moves 'd3e3 f7e7 c4c7' -o game.html --json game.json
      a game on the command line
  tern report games.txt --annotated annotated.txt
      the record with marks and better lines as comments
  tern report --match games.txt -o match.html --csv games.csv
      cross table, ratings, Elo over time, how games ended

A report that was interrupted goes on where it was when the same command is given again.";
