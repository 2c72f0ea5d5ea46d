//! `info …`: what a search tells about itself.

use std::fmt;
use std::str::{FromStr, SplitAsciiWhitespace};

/// A score for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfoScore {
    /// `cp N`.
    Cp(i32),
    /// `mate N`.
    Mate(i32),
}

/// Which side of the truth a score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `lowerbound`: the truth is at least this.
    Lower,
    /// `upperbound`: the truth is at most this.
    Upper,
}

/// What an `info` line tells. Nothing has to be there; unknown words, and numbers that are none, are skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// `depth`.
    pub depth: Option<u32>,
    /// `seldepth`.
    pub seldepth: Option<u32>,
    /// `multipv`, counted from 1.
    pub multipv: Option<u32>,
    /// `score`.
    pub score: Option<InfoScore>,
    /// `lowerbound` or `upperbound` after the score.
    pub bound: Option<Bound>,
    /// `wdl`: wins, draws and losses of a thousand such games.
    pub wdl: Option<[u32; 3]>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `nps`.
    pub nps: Option<u64>,
    /// `hashfull`, in thousandths.
    pub hashfull: Option<u32>,
    /// `time`, in milliseconds.
    pub time: Option<u64>,
    /// `currmove`.
    pub currmove: Option<String>,
    /// `currmovenumber`.
    pub currmovenumber: Option<u32>,
    /// `pv`; empty if there is none.
    pub pv: Vec<String>,
    /// `string`: the rest of the line.
    pub string: Option<String>,
}

fn number<N: FromStr>(words: &mut SplitAsciiWhitespace<'_>) -> Option<N> {
    words.next()?.parse().ok()
}

impl Info {
    /// Reads what follows the word `info`.
    pub(super) fn read(line: &str) -> Self {
        let mut info = Self::default();
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let words = &mut words;
            match word {
                "depth" => info.depth = number(words),
                "seldepth" => info.seldepth = number(words),
                "multipv" => info.multipv = number(words),
                "score" => info.score = score(words),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => info.wdl = wdl(words),
                "nodes" => info.nodes = number(words),
                "nps" => info.nps = number(words),
                "hashfull" => info.hashfull = number(words),
                "time" => info.time = number(words),
                "currmove" => info.currmove = words.next().map(Into::into),
                "currmovenumber" => info.currmovenumber = number(words),
                "pv" => info.pv = words.map(Into::into).collect(),
                "string" => info.string = Some(words.collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        info
    }

    /// Whether this is about the best line, the only one unless several are asked for.
    pub fn is_about_best(&self) -> bool {
        self.multipv.is_none_or(|rank| rank == 1)
    }
}

fn score(words: &mut SplitAsciiWhitespace<'_>) -> Option<InfoScore> {
    match words.next()? {
        "cp" => number(words).map(InfoScore::Cp),
        "mate" => number(words).map(InfoScore::Mate),
        _ => None,
    }
}

fn wdl(words: &mut SplitAsciiWhitespace<'_>) -> Option<[u32; 3]> {
    Some([number(words)?, number(words)?, number(words)?])
}

impl fmt::Display for InfoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(points) => write!(f, "cp {points}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Writes a field that is there.
fn field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<&dyn fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// What can be written, if it is there.
fn shown<T: fmt::Display>(value: &Option<T>) -> Option<&dyn fmt::Display> {
    value.as_ref().map(|value| value as &dyn fmt::Display)
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", shown(&self.depth))?;
        field(f, "seldepth", shown(&self.seldepth))?;
        field(f, "multipv", shown(&self.multipv))?;
        field(f, "score", shown(&self.score))?;
        match self.bound {
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
            None => {}
        }
        if let Some([wins, draws, losses]) = self.wdl {
            write!(f, " wdl {wins} {draws} {losses}")?;
        }
        field(f, "nodes", shown(&self.nodes))?;
        field(f, "nps", shown(&self.nps))?;
        field(f, "hashfull", shown(&self.hashfull))?;
        field(f, "time", shown(&self.time))?;
        field(f, "currmove", shown(&self.currmove))?;
        field(f, "currmovenumber", shown(&self.currmovenumber))?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        field(f, "string", shown(&self.string))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_are_skipped() {
        let info = Info::read("depth 4 tbhits 7 multipv 2 score mate -2 upperbound refutation nodes many pv depth 9");
        let expected = Info {
            depth: Some(4),
            multipv: Some(2),
            score: Some(InfoScore::Mate(-2)),
            bound: Some(Bound::Upper),
            pv: vec!["depth".into(), "9".into()],
            ..Info::default()
        };
        assert_eq!(info, expected);
        assert!(!info.is_about_best());
        assert_eq!(Info::read("string depth 3"), Info { string: Some("depth 3".into()), ..Info::default() });
    }
}
