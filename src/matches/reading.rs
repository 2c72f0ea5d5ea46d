//! Reading records of games.

use super::heard::Opinion;
use super::record::{Ending, GameRecord, OPENING, RESULTS, RecordedMove, Remark};
use crate::game::{GameResult, Player};
use crate::protocol::InfoScore;
use crate::token::Token;
use nom::branch::alt;
use nom::bytes::complete::{escaped_transform, is_not, tag, take_until, take_while1};
use nom::character::complete::{char, digit1, i32 as signed, multispace0, multispace1, u32 as number, u64 as long};
use nom::combinator::{all_consuming, map, not, opt, value};
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::time::Duration;
use thiserror::Error;

/// Why a record could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The text is not a record.
    #[error("line {line}: expected a game, with [Tag \"value\"] lines, moves and a result, not {found}")]
    Syntax {
        /// Where.
        line: usize,
        /// What is there.
        found: Token,
    },
    /// A tag that must be there is not.
    #[error("line {line}: the game that begins here has no [{tag} \"…\"]")]
    NoTag {
        /// Where the game begins.
        line: usize,
        /// What is missing.
        tag: &'static str,
    },
    /// A tag says something that cannot be.
    #[error("line {line}: the game that begins here has [{tag} {value}], expected {expected}")]
    Tag {
        /// Where the game begins.
        line: usize,
        /// Which tag.
        tag: &'static str,
        /// What it says.
        value: Token,
        /// What would be right.
        expected: &'static str,
    },
}

/// The games of a record, and how much of the text they take up. What follows is a game whose end is missing.
pub fn read_games(text: &str) -> Result<(Vec<GameRecord>, usize), RecordError> {
    let lines_between = |rest: &str, after: &str| rest[..rest.len() - after.len()].matches('\n').count();
    let mut games = Vec::new();
    let mut rest = text.trim_start();
    let mut line = 1 + lines_between(text, rest);
    while !rest.is_empty() {
        match written_game(rest) {
            Ok((after, written)) => {
                games.push(written.interpret(line)?);
                line += lines_between(rest, after);
                rest = after;
            }
            // Broken off in the middle: no result, and no other game after it.
            Err(_) if rest.starts_with('[') && !rest[1..].contains("\n\n[") && !ends_in_result(rest) => break,
            Err(error) => {
                let at = match &error {
                    nom::Err::Error(error) | nom::Err::Failure(error) => error.input,
                    nom::Err::Incomplete(_) => rest,
                };
                let found = at.lines().next().unwrap_or_default();
                return Err(RecordError::Syntax { line: line + lines_between(rest, at), found: found.into() });
            }
        }
    }
    Ok((games, text.len() - rest.len()))
}

fn ends_in_result(text: &str) -> bool {
    let last = text.split_ascii_whitespace().next_back();
    RESULTS.iter().any(|(result, _)| last == Some(*result))
}

/// A game as written, before anybody asked what its tags mean.
struct WrittenGame<'a> {
    tags: Vec<(&'a str, String)>,
    moves: Vec<RecordedMove>,
    black_first: bool,
    verdict: GameResult,
}

fn written_game(input: &str) -> IResult<&str, WrittenGame<'_>> {
    let (input, tags) = many1(terminated(tag_line, multispace0)).parse(input)?;
    let (input, black_first) = opt(terminated(tag("1..."), multispace0)).parse(input)?;
    let (input, moves) = many0(terminated(recorded_move, multispace0)).parse(input)?;
    let (input, verdict) = terminated(result, multispace0).parse(input)?;
    Ok((input, WrittenGame { tags, moves, black_first: black_first.is_some(), verdict }))
}

/// `[Name "value"]`, with backslashes before quotation marks and backslashes.
fn tag_line(input: &str) -> IResult<&str, (&str, String)> {
    let symbol = alt((value("\\", tag("\\")), value("\"", tag("\""))));
    let text = map(opt(escaped_transform(is_not("\\\"\n"), '\\', symbol)), Option::unwrap_or_default);
    let quoted = delimited(char('"'), text, char('"'));
    let name = take_while1(|c: char| c.is_ascii_alphanumeric());
    delimited(char('['), separated_pair(name, char(' '), quoted), char(']')).parse(input)
}

/// `1-0` and the like.
fn result(input: &str) -> IResult<&str, GameResult> {
    let [(first, win), (second, loss), (third, draw)] = RESULTS;
    alt((value(win, tag(first)), value(loss, tag(second)), value(draw, tag(third)))).parse(input)
}

/// `12. c3 {+5/3 7ms}`, where the number may be left out.
fn recorded_move(input: &str) -> IResult<&str, RecordedMove> {
    let move_number = || (digit1, char('.'));
    let (input, _) = opt((move_number(), multispace0)).parse(input)?;
    let (input, text) = preceded((not(result), not(move_number())), is_not(" \t\r\n{}[]")).parse(input)?;
    let comment = preceded(multispace0, delimited(char('{'), take_until("}"), char('}')));
    let (input, comment) = opt(comment).parse(input)?;
    // A remark that somebody else wrote says nothing to us.
    let remark = comment.filter(|text| *text != OPENING).and_then(|text| remark(text).ok()).map(|(_, remark)| remark);
    Ok((input, RecordedMove { text: text.into(), remark }))
}

/// `+12/7 30ms`, `#-3/9 5ms`, `- 4ms`.
fn remark(input: &str) -> IResult<&str, Remark> {
    let score = alt((
        map(preceded(char('#'), signed), |moves| Some(InfoScore::Mate(moves))),
        map(signed, |points| Some(InfoScore::Cp(points))),
        value(None, char('-')),
    ));
    let depth = opt(preceded(char('/'), number));
    let time = map(delimited(multispace1, long, tag("ms")), Duration::from_millis);
    map(all_consuming((score, depth, time)), |(score, depth, time)| Remark { opinion: Opinion { depth, score }, time })
        .parse(input)
}

impl WrittenGame<'_> {
    fn interpret(self, line: usize) -> Result<GameRecord, RecordError> {
        let find = |tag| self.tags.iter().find(|(name, _)| *name == tag).map(|(_, text)| text.as_str());
        let need = |tag| find(tag).ok_or(RecordError::NoTag { line, tag });
        let count = |tag| {
            let text = need(tag)?;
            let wrong = || RecordError::Tag { line, tag, value: text.into(), expected: "a whole number" };
            text.parse::<u64>().map_err(|_| wrong())
        };
        let own = |tag| need(tag).map(String::from);
        let result = need("Result")?;
        if !RESULTS.contains(&(result, self.verdict)) {
            let expected = "the result after the moves";
            return Err(RecordError::Tag { line, tag: "Result", value: result.into(), expected });
        }
        Ok(GameRecord {
            number: count("Number")? as usize,
            game: own("Game")?,
            players: [own("P1")?, own("P2")?],
            limits: [own("P1Limit")?, own("P2Limit")?],
            seed: count("Seed")?,
            start: own("Start")?,
            first: if self.black_first { Player::P2 } else { Player::P1 },
            opening: self.moves.iter().take_while(|played| played.remark.is_none()).count(),
            verdict: self.verdict,
            ending: Ending::from_words(need("Reason")?, find("Fault").unwrap_or_default()),
            moves: self.moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::seat::{Fault, FaultKind};

    fn sample() -> GameRecord {
        let opinion = |score, depth| Opinion { depth, score };
        let played = |text: &str, remark: Option<(Opinion, u64)>| RecordedMove {
            text: text.into(),
            remark: remark.map(|(opinion, ms)| Remark { opinion, time: Duration::from_millis(ms) }),
        };
        GameRecord {
            number: 7,
            game: "wali".into(),
            players: [r#"the "old" \ one"#.into(), "b ]".into()],
            limits: ["tc 10+0.1".into(), "nodes 5 depth 3".into()],
            seed: 3,
            start: "6/6/6/6/6 b 12 12 - - 0".into(),
            first: Player::P2,
            opening: 1,
            moves: vec![
                played("c3", None),
                played("pass", Some((opinion(Some(InfoScore::Cp(12)), Some(4)), 30))),
                played("c3c4xd5", Some((opinion(Some(InfoScore::Mate(-3)), Some(9)), 0))),
                played("d4d7+sl", Some((opinion(Some(InfoScore::Cp(-7)), None), 12))),
                played("e1", Some((opinion(None, None), 1_234_567))),
            ],
            verdict: GameResult::Win(Player::P2),
            ending: Ending::Fault(Fault { kind: FaultKind::IllegalMove, details: "'a1\"': no".into() }),
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let fault = sample();
        let drawn =
            GameRecord { verdict: GameResult::Draw, ending: Ending::Length, moves: vec![], opening: 0, ..sample() };
        let drawn = GameRecord { number: 8, ..drawn };
        let won = GameRecord { first: Player::P1, ending: Ending::Rules("stones".into()), number: 9, ..sample() };
        let games = vec![fault, drawn, won];
        let text: String = games.iter().map(ToString::to_string).collect();
        assert_eq!(read_games(&text), Ok((games, text.len())));
    }

    #[test]
    fn moves_are_written_as_in_chess() {
        let text = sample().to_string();
        let moves = text.split("\n\n").nth(1).unwrap();
        assert_eq!(
            moves,
            "1... c3 {opening} 2. pass {+12/4 30ms} c3c4xd5 {#-3/9 0ms} 3. d4d7+sl {-7 12ms} e1 {- 1234567ms}\n0-1"
        );
    }

    #[test]
    fn a_game_cut_off_anywhere_is_left_out() {
        let one = sample().to_string();
        let whole = one.trim_end().len();
        for end in (1..whole - 3).filter(|&end| one.is_char_boundary(end)) {
            let text = format!("{one}{}", &one[..end]);
            let (games, used) = read_games(&text).unwrap_or_else(|error| panic!("cut at {end}: {error}"));
            assert_eq!((games.len(), used), (1, one.len()), "cut at {end}");
        }
        assert_eq!(read_games("").unwrap(), (vec![], 0));
    }

    #[test]
    fn mistakes_are_found() {
        let good = sample().to_string();
        for (from, to, message) in [
            ("[Game", "Game", "line 2: expected a game, with [Tag \"value\"] lines, moves and a result, not"),
            ("pass", "2.", "line 13: expected a game, with [Tag \"value\"] lines, moves and a result, not"),
            ("[Seed \"3\"]\n", "", "line 1: the game that begins here has no [Seed \"…\"]"),
            (
                "[Seed \"3\"]",
                "[Seed \"x\"]",
                "line 1: the game that begins here has [Seed 'x'], expected a whole number",
            ),
            (
                "[Result \"0-1\"]",
                "[Result \"1-0\"]",
                "line 1: the game that begins here has [Result '1-0'], expected the result after the moves",
            ),
        ] {
            let bad = good.replacen(from, to, 1);
            let error = read_games(&bad).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
            let second = read_games(&format!("\n{good}{bad}")).unwrap_err().to_string();
            let line = |error: &str| error.split([' ', ':']).nth(1).and_then(|number| number.parse::<usize>().ok());
            let lines_before = 1 + good.matches('\n').count();
            assert_eq!(line(&second), line(&error).map(|line| line + lines_before), "{second}");
        }
    }
}
