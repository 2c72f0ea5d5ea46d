//! The replies: how they are written, and how a client reads them line by line.

use super::info::Info;
use super::option::{OptionInfo, OptionInfoError};
use crate::token::Token;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// What an engine says. `Display` gives one line, or several for a [`Reply::Text`], without the last line end; `FromStr`
/// reads one line. Whatever has no form of its own is [`Reply::Text`], so that engines may say what they like.
///
/// ```
/// use tern::protocol::Reply;
///
/// let reply: Reply = "bestmove c3c4 ponder d5d4".parse()?;
/// let Reply::BestMove { best, ponder } = &reply else { panic!("{reply}") };
/// assert_eq!((best.as_deref(), ponder.as_deref()), (Some("c3c4"), Some("d5d4")));
/// assert_eq!(reply.to_string(), "bestmove c3c4 ponder d5d4");
/// # Ok::<(), tern::protocol::ReplyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    IdName(String),
    /// `id author …`.
    IdAuthor(String),
    /// `option name …`.
    Option(OptionInfo),
    /// `ugiok` or `uciok`: the introduction is complete.
    Introduced(Dialect),
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
    Info(Box<Info>),
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
        /// How many a second.
        nps: u64,
    },
    /// `error …`.
    Error(String),
}

/// The two spellings of the handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Dialect {
    /// Asked with `ugi`, confirmed with `ugiok`.
    Ugi,
    /// Asked with `uci`, confirmed with `uciok`.
    Uci,
}

/// A line that begins like a reply and does not go on like one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplyError {
    /// `bestmove` and nothing else.
    #[error("bestmove without a move")]
    NoMove,
    /// `option` with something else than a name and a type.
    #[error(transparent)]
    Option(#[from] OptionInfoError),
    /// `id` of something else than a name or an author.
    #[error("id must go on with name or author, not {0}")]
    Id(Token),
}

/// Nodes per second, as far as a clock of finite precision can tell.
pub fn nps(nodes: u64, elapsed: Duration) -> u64 {
    let nanos = elapsed.as_nanos().max(1);
    (u128::from(nodes) * 1_000_000_000 / nanos).try_into().unwrap_or(u64::MAX)
}

/// What stands for the move where there is none.
const NO_MOVE: &str = "(none)";

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {name}"),
            Self::IdAuthor(author) => write!(f, "id author {author}"),
            Self::Option(option) => write!(f, "{option}"),
            Self::Introduced(dialect) => write!(f, "{dialect}ok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Awaiting { command, words } => {
                write!(f, "awaiting {command}")?;
                words.iter().try_for_each(|word| write!(f, " {word}"))
            }
            Self::Info(info) => write!(f, "{info}"),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or(NO_MOVE))?;
                ponder.iter().try_for_each(|ponder| write!(f, " ponder {ponder}"))
            }
            Self::Response(text) => write!(f, "response {text}"),
            Self::Text(text) => f.write_str(text),
            Self::PerftMove(m, count) => write!(f, "{m}: {count}"),
            Self::PerftTotal(total) => write!(f, "Nodes searched: {total}"),
            Self::BenchTotal { nodes, nps } => write!(f, "{nodes} nodes {nps} nps"),
            Self::Error(message) => write!(f, "error {message}"),
        }
    }
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(line: &str) -> Result<Self, ReplyError> {
        let line = line.trim_ascii();
        let (first, rest) = line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim_ascii_start();
        Ok(match first {
            "id" => identity(rest)?,
            "option" => Self::Option(line.parse()?),
            "ugiok" => Self::Introduced(Dialect::Ugi),
            "uciok" => Self::Introduced(Dialect::Uci),
            "readyok" => Self::ReadyOk,
            "awaiting" => {
                let mut words = rest.split_ascii_whitespace().map(String::from);
                Self::Awaiting { command: words.next().unwrap_or_default(), words: words.collect() }
            }
            "info" => Self::Info(Box::new(Info::read(rest))),
            "bestmove" => best_move(rest)?,
            "response" => Self::Response(rest.into()),
            "error" => Self::Error(rest.into()),
            _ => counted(line).unwrap_or_else(|| Self::Text(line.into())),
        })
    }
}

fn identity(rest: &str) -> Result<Reply, ReplyError> {
    let (what, text) = rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
    match what {
        "name" => Ok(Reply::IdName(text.trim_ascii().into())),
        "author" => Ok(Reply::IdAuthor(text.trim_ascii().into())),
        _ => Err(ReplyError::Id(what.into())),
    }
}

fn best_move(rest: &str) -> Result<Reply, ReplyError> {
    let mut words = rest.split_ascii_whitespace();
    let best = words.next().ok_or(ReplyError::NoMove)?;
    let ponder = match (words.next(), words.next()) {
        (Some("ponder"), Some(ponder)) => Some(ponder.into()),
        _ => None,
    };
    Ok(Reply::BestMove { best: (best != NO_MOVE).then(|| best.into()), ponder })
}

/// What `perft` and `bench` say.
fn counted(line: &str) -> Option<Reply> {
    if let Some(total) = line.strip_prefix("Nodes searched: ") {
        return total.parse().ok().map(Reply::PerftTotal);
    }
    if let [nodes, "nodes", nps, "nps"] = *line.split(' ').collect::<Vec<_>>() {
        return Some(Reply::BenchTotal { nodes: nodes.parse().ok()?, nps: nps.parse().ok()? });
    }
    let (m, count) = line.split_once(": ")?;
    if m.contains(' ') {
        return None;
    }
    Some(Reply::PerftMove(m.into(), count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Bound, InfoScore, OptionType};
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    fn read(line: &str) -> Reply {
        line.parse().unwrap()
    }

    #[test]
    fn strange_engines_are_understood() {
        let best = |best: &str| Reply::BestMove { best: Some(best.into()), ponder: None };
        for (line, reply) in [
            (" readyok \r", Reply::ReadyOk),
            ("bestmove\tc3  ", best("c3")),
            ("bestmove c3 with pleasure", best("c3")),
            ("bestmove (none)", Reply::BestMove { best: None, ponder: None }),
            ("id name  Two  Words", Reply::IdName("Two  Words".into())),
            ("response", Reply::Response(String::new())),
            ("error", Reply::Error(String::new())),
            ("a line for people", Reply::Text("a line for people".into())),
            ("c3c4: 7", Reply::PerftMove("c3c4".into(), 7)),
            ("Black to move: 7", Reply::Text("Black to move: 7".into())),
            ("", Reply::Text(String::new())),
        ] {
            assert_eq!(read(line), reply, "{line}");
        }
    }

    #[test]
    fn what_cannot_be_understood_is_quoted() {
        for (line, message) in [
            ("bestmove", "bestmove without a move"),
            ("id number 5", "id must go on with name or author, not 'number'"),
            ("option type spin", "an option must have a name, not 'option type spin'"),
            ("option name Hash type lever", "option Hash is of no known type, 'lever'"),
        ] {
            assert_eq!(line.parse::<Reply>().unwrap_err().to_string(), message);
        }
    }

    const WORDS: [&str; 8] = ["a1", "c3c4xd5", "d4d7+sl", "pass", "0", "name", "wali-total", "Ü"];

    fn words(rng: &mut StdRng, least: usize) -> Vec<String> {
        (0..rng.random_range(least..4)).map(|_| (*WORDS.choose(rng).unwrap()).to_string()).collect()
    }

    fn text(rng: &mut StdRng) -> String {
        words(rng, 1).join(" ")
    }

    fn maybe<T>(rng: &mut StdRng, value: T) -> Option<T> {
        rng.random_bool(0.5).then_some(value)
    }

    fn info(rng: &mut StdRng) -> Info {
        let score = if rng.random_bool(0.5) { InfoScore::Cp(rng.random()) } else { InfoScore::Mate(rng.random()) };
        let score = maybe(rng, score);
        let bound = *[None, Some(Bound::Lower), Some(Bound::Upper)].choose(rng).unwrap();
        Info {
            depth: Some(rng.random()),
            seldepth: Some(rng.random()),
            multipv: Some(rng.random()),
            score,
            bound: score.and(bound),
            wdl: score.and(maybe(rng, [1, 2, 997])),
            nodes: Some(rng.random()),
            nps: Some(rng.random()),
            hashfull: Some(rng.random()),
            time: Some(rng.random()),
            currmove: Some("c3c4".into()),
            currmovenumber: Some(rng.random()),
            pv: if rng.random_bool(0.5) { words(rng, 1) } else { vec![] },
            string: None,
        }
    }

    fn option(rng: &mut StdRng) -> OptionInfo {
        let of_type = match rng.random_range(0..5) {
            0 => OptionType::Check { default: rng.random() },
            1 => OptionType::Spin { default: rng.random(), min: rng.random(), max: rng.random() },
            2 => OptionType::Combo { default: text(rng), vars: words(rng, 1) },
            3 => OptionType::Button,
            _ => OptionType::String { default: if rng.random() { text(rng) } else { String::new() } },
        };
        OptionInfo { name: ["Hash", "Clear Hash"].choose(rng).unwrap().to_string(), of_type }
    }

    fn any_reply(rng: &mut StdRng) -> Reply {
        let count = rng.random();
        match rng.random_range(0..14) {
            0 => Reply::IdName(text(rng)),
            1 => Reply::IdAuthor(text(rng)),
            2 => Reply::Option(option(rng)),
            3 => Reply::Introduced(if rng.random() { Dialect::Ugi } else { Dialect::Uci }),
            4 => Reply::ReadyOk,
            5 => Reply::Awaiting { command: "plant".into(), words: words(rng, 1) },
            6 => Reply::Info(Box::new(info(rng))),
            7 => Reply::Info(Box::new(Info { string: Some(text(rng)), ..Info::default() })),
            8 => Reply::BestMove { best: Some("c3c4".into()), ponder: maybe(rng, "a1".into()) },
            9 => Reply::Response(text(rng)),
            10 => Reply::PerftMove("c3c4xd5".into(), count),
            11 => Reply::PerftTotal(count),
            12 => Reply::BenchTotal { nodes: count, nps: rng.random() },
            _ => Reply::Error(text(rng)),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for seed in 0..5_000 {
            let reply = any_reply(&mut StdRng::seed_from_u64(seed));
            assert_eq!(read(&reply.to_string()), reply, "seed {seed}: {reply}");
        }
    }
}
