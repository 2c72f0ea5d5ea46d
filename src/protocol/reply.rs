//! The replies, and how they are written.

use crate::search::Score;
use std::fmt;
use std::time::Duration;

/// What tern says. `Display` gives one line or several, without the last line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`, `id author …`, the options, and the closing word.
    Introduction {
        /// One `option …` line each.
        options: Vec<String>,
        /// `ugiok` or `uciok`.
        done: &'static str,
    },
    /// `readyok`.
    ReadyOk,
    /// `awaiting capture d5 e1`: a half move was taken, and these words complete it.
    Awaiting {
        /// The command that completes it.
        command: String,
        /// What it can be completed with.
        words: Vec<String>,
    },
    /// `info …` from a search.
    Info(Info),
    /// `info depth 0 score …`: the game is over.
    GameOver(Score),
    /// `bestmove M [ponder P]`, or `bestmove (none)`.
    BestMove {
        /// The move.
        best: Option<String>,
        /// The answer to think about.
        ponder: Option<String>,
    },
    /// `response …`.
    Response(String),
    /// Lines for a person.
    Text(String),
    /// `M: count`.
    PerftMove(String, u64),
    /// `Nodes searched: N`.
    PerftTotal(u64),
    /// `N nodes M nps`.
    BenchTotal {
        /// Positions visited.
        nodes: u64,
        /// In this time.
        elapsed: Duration,
    },
    /// `error …`.
    Error(String),
}

/// What an `info` line tells.
pub type Info = crate::search::Info<String>;

/// Nodes per second, as far as a clock of finite precision can tell.
fn nps(nodes: u64, elapsed: Duration) -> u64 {
    let nanos = elapsed.as_nanos().max(1);
    (u128::from(nodes) * 1_000_000_000 / nanos).try_into().unwrap_or(u64::MAX)
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(points) => write!(f, "cp {points}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, seldepth, multipv, score, nodes, hashfull, time, pv } = self;
        let (nps, time) = (nps(*nodes, *time), time.as_millis());
        write!(
            f,
            "info depth {depth} seldepth {seldepth} multipv {multipv} score {score} \
             nodes {nodes} nps {nps} hashfull {hashfull} time {time} pv {}",
            pv.join(" ")
        )
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Introduction { options, done } => {
                writeln!(f, "id name tern {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(f, "id author the tern developers")?;
                for option in options {
                    writeln!(f, "{option}")?;
                }
                f.write_str(done)
            }
            Self::ReadyOk => f.write_str("readyok"),
            Self::Awaiting { command, words } => write!(f, "awaiting {command} {}", words.join(" ")),
            Self::Info(info) => write!(f, "{info}"),
            Self::GameOver(score) => write!(f, "info depth 0 score {score}"),
            Self::BestMove { best: None, .. } => f.write_str("bestmove (none)"),
            Self::BestMove { best: Some(best), ponder: None } => write!(f, "bestmove {best}"),
            Self::BestMove { best: Some(best), ponder: Some(ponder) } => write!(f, "bestmove {best} ponder {ponder}"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::Text(text) => f.write_str(text),
            Self::PerftMove(m, count) => write!(f, "{m}: {count}"),
            Self::PerftTotal(total) => write!(f, "Nodes searched: {total}"),
            Self::BenchTotal { nodes, elapsed } => write!(f, "{nodes} nodes {} nps", nps(*nodes, *elapsed)),
            Self::Error(message) => write!(f, "error {message}"),
        }
    }
}
