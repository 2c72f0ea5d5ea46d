//! Plays engines against each other over the protocol, judges every move by our own rules, and adds up the results.
//!
//! A match is a plan (who plays whom, from which openings), a runner that plays its games several at a time,
//! a game loop for each of them, and a report. Games are kept as records, which a
//! reader reads one at a time and a judge checks against the rules.
//!
//! ```
//! use tern::matches::{check_game, read_games};
//!
//! let record = r#"
//! [Number "1"]
//! [Game "differo"]
//! [P1 "tern"]
//! [P2 "greedy"]
//! [Result "1/2-1/2"]
//! [Reason "length"]
//! [P1Limit "nodes 5000"]
//! [P2Limit "nodes 1"]
//! [Seed "1"]
//! [Start "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w"]
//!
//! 1. d3e3 {cp 12/8 0.004s} f7e7 {cp -9/1 0.001s} 1/2-1/2
//! "#;
//! let (games, _) = read_games(record)?;
//! let mut positions = Vec::new();
//! check_game(&games[0], |game, _| positions.push(game.fen()))?;
//! assert_eq!(positions.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod args;
mod clock;
mod fingerprint;
mod game_loop;
mod homogeneity;

mod judge;
mod likelihood;
mod limit;
mod manifest;
mod merge;
mod opening;
mod plan;

mod progress;
mod ranking;
mod rating_fit;
mod ratings;
mod reader;
mod record;
mod record_file;
mod replay;
mod report;
mod runner;
mod schedule;
mod seat;
mod shard;
mod shards_report;
mod spec;
mod sprt;
mod standings;
mod statistics;
mod stream;
mod tournament;
mod written_game;

pub use crate::arguments::BoardError;
pub use args::{
    AnchorError, AnchorSpec, Hypotheses, HypothesesError, LimitArguments, MatchArguments, MergeArguments,
    ReplayArguments,
};
pub(crate) use fingerprint::of_file as file_fingerprint;
pub use judge::{Flaw, check_game};
pub use limit::{ThinkLimit, ThinkLimitError, TimeControl, TimeControlError};
pub use manifest::ManifestError;
pub(crate) use manifest::first_difference;
pub use merge::{MergeError, Merged, merge};
pub use opening::OpeningError;
pub(crate) use opening::{openings_of, random_openings};
pub use ratings::{Anchor, Encounter, Estimate, Ratings};
pub use reader::{RecordError, RecordReader, read_games};
pub use record::{Ending, Fault, FaultKind, GameRecord, Opinion, RecordedMove, Remark, Setup, result_text};
pub use record_file::RecordFileError;
pub use replay::{replay, replay_text};
pub use report::Report;
pub use schedule::Tournament;
pub use shard::{Shard, ShardError};
pub use shards_report::ShardsReport;
pub use spec::{EngineSpec, SpecError};
pub use sprt::{Decision, Sprt};
pub use standings::{Copies, Tally};
pub use statistics::{Pentanomial, Strength};
pub use tournament::{MatchEnd, MatchError, play_match, stop_on_request};
