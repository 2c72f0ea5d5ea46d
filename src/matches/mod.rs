//! Plays engines against each other over the protocol, judges every move by our own rules, and adds up the results.

mod arbiter;
mod archive;
mod args;
mod heard;
mod limit;
mod opening;
mod plan;
mod process;
mod progress;
mod reading;
mod record;
mod replay;
mod report;
mod runner;
mod schedule;
mod seat;
mod spec;
mod standings;
mod statistics;
mod tournament;

pub use archive::ArchiveError;
pub use args::{Hypotheses, HypothesesError, MatchArguments, ReplayArguments};
pub use heard::Opinion;
pub use limit::{ThinkLimit, TimeControl, TimeControlError};
pub use opening::OpeningError;
pub use reading::{RecordError, read_games};
pub use record::{Ending, GameRecord, RecordedMove, Remark, result_text};
pub use replay::{replay, replay_text};
pub use report::Report;
pub use schedule::Tournament;
pub use seat::{Fault, FaultKind};
pub use spec::{EngineSpec, SpecError};
pub use standings::Tally;
pub use statistics::{Decision, Pentanomial, Sprt, Strength};
pub use tournament::{MatchError, play_match, stop_on_request};
