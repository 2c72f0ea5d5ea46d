//! What an engine says, as far as a referee cares.

use crate::protocol::InfoScore;
use std::str::{FromStr, SplitAsciiWhitespace};

/// A line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard<'a> {
    /// `ugiok`.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `option name N type …`: there is an option of this name.
    Option(String),
    /// `info …` about the best line.
    Info(Opinion),
    /// `bestmove M`: nothing that follows the move matters.
    BestMove(&'a str),
    /// `error …`.
    Error(&'a str),
    /// Anything else.
    Other,
}

/// What an engine thinks of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// How deep it has looked.
    pub depth: Option<u32>,
    /// The score for the player to move.
    pub score: Option<InfoScore>,
}

impl<'a> Heard<'a> {
    pub(super) fn read(line: &'a str) -> Self {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("ugiok") => Self::UgiOk,
            Some("readyok") => Self::ReadyOk,
            Some("bestmove") => Self::BestMove(words.next().unwrap_or_default()),
            Some("error") => Self::Error(line.trim()),
            Some("option") => {
                let name: Vec<_> =
                    words.skip_while(|word| *word == "name").take_while(|word| *word != "type").collect();
                Self::Option(name.join(" "))
            }
            Some("info") => opinion(words).map_or(Self::Other, Self::Info),
            _ => Self::Other,
        }
    }
}

/// What an `info` line says about the best line; `None` if it is about another one, or says nothing of interest.
fn opinion(mut words: SplitAsciiWhitespace<'_>) -> Option<Opinion> {
    fn number<N: FromStr>(words: &mut SplitAsciiWhitespace<'_>) -> Option<N> {
        words.next()?.parse().ok()
    }
    let mut opinion = Opinion::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => opinion.depth = number(&mut words),
            "multipv" if number(&mut words) != Some(1) => return None,
            "score" => {
                opinion.score = match words.next() {
                    Some("cp") => number(&mut words).map(InfoScore::Cp),
                    Some("mate") => number(&mut words).map(InfoScore::Mate),
                    _ => None,
                }
            }
            // Whatever follows is made of moves or is free text.
            "pv" | "string" => break,
            _ => {}
        }
    }
    (opinion != Opinion::default()).then_some(opinion)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let score = Some(InfoScore::Mate(-2));
        for (line, heard) in [
            ("ugiok", Heard::UgiOk),
            (" readyok ", Heard::ReadyOk),
            ("option name Clear Hash type button", Heard::Option("Clear Hash".into())),
            ("bestmove c3 ponder d4\r", Heard::BestMove("c3")),
            ("bestmove", Heard::BestMove("")),
            ("error no such thing", Heard::Error("error no such thing")),
            ("info depth 4 multipv 1 score mate -2 pv depth 9", Heard::Info(Opinion { depth: Some(4), score })),
            ("info depth 4 multipv 2 score cp 1", Heard::Other),
            ("info string depth 3", Heard::Other),
            ("id name x", Heard::Other),
            ("", Heard::Other),
        ] {
            assert_eq!(Heard::read(line), heard, "{line}");
        }
    }
}
