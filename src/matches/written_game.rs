//! How a game is written in a record: `[Tag "value"]` lines, moves with remarks, and the result.

use super::limit::ThinkLimit;
use super::reader::RecordError;
use super::record::{Ending, GameRecord, OPENING, Opinion, RESULTS, RecordedMove, Remark, Setup};
use crate::game::{ByPlayer, GameResult, Player};
use crate::games::any::GameKind;
use crate::protocol::InfoScore;
use nom::branch::alt;
use nom::bytes::complete::{escaped_transform, is_not, tag, take_until, take_while1};
use nom::character::complete::{char, digit1, i32 as signed, multispace0, multispace1, u32 as number, u64 as long};
use nom::combinator::{all_consuming, map, not, opt, rest, value};
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::time::Duration;

/// A game as written, before anybody asked what its tags mean.
pub(super) struct WrittenGame<'a> {
    tags: Vec<(&'a str, String)>,
    moves: Vec<RecordedMove>,
    black_first: bool,
    result: GameResult,
}

pub(super) fn written_game(input: &str) -> IResult<&str, WrittenGame<'_>> {
    let (input, tags) = many1(terminated(tag_line, multispace0)).parse(input)?;
    let (input, black_first) = opt(terminated(tag("1..."), multispace0)).parse(input)?;
    let (input, moves) = many0(terminated(recorded_move, multispace0)).parse(input)?;
    let (input, result) = terminated(result, multispace0).parse(input)?;
    Ok((input, WrittenGame { tags, moves, black_first: black_first.is_some(), result }))
}

/// `[Name "value"]`, with a backslash before quotation marks, backslashes, and the letters that stand for line ends.
pub(super) fn tag_line(input: &str) -> IResult<&str, (&str, String)> {
    let symbol = alt((value("\\", tag("\\")), value("\"", tag("\"")), value("\n", tag("n")), value("\r", tag("r"))));
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

/// `+12/7 30ms`, `#-3/9 5ms`, `- 4ms`. Behind it may stand what others said of the move.
fn remark(input: &str) -> IResult<&str, Remark> {
    let score = alt((
        map(preceded(char('#'), signed), |moves| Some(InfoScore::Mate(moves))),
        map(signed, |points| Some(InfoScore::Cp(points))),
        value(None, char('-')),
    ));
    let depth = opt(preceded(char('/'), number));
    let time = map(delimited(multispace1, long, tag("ms")), Duration::from_millis);
    let note = opt((multispace1, rest));
    map(all_consuming((score, depth, time, note)), |(score, depth, time, _)| Remark {
        opinion: Opinion { depth, score },
        time,
    })
    .parse(input)
}

impl WrittenGame<'_> {
    fn find(&self, tag: &str) -> Option<&str> {
        self.tags.iter().find(|(name, _)| *name == tag).map(|(_, text)| text.as_str())
    }

    /// What a tag says, if `read` makes something of it.
    fn read<T, E: ToString>(
        &self,
        line: usize,
        tag: &'static str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, RecordError> {
        let text = self.find(tag).ok_or(RecordError::NoTag { line, tag })?;
        read(text).map_err(|error| RecordError::Tag { line, tag, value: text.into(), expected: error.to_string() })
    }

    /// What the tags mean; `line` is that of the first.
    pub(super) fn interpret(self, line: usize) -> Result<GameRecord, RecordError> {
        let count = |tag| self.read(line, tag, |text| text.parse::<u64>().map_err(|_| "a whole number"));
        let own = |tag| self.read(line, tag, |text| Ok::<_, String>(text.to_string()));
        let limit = |tag| self.read(line, tag, |text| text.parse::<ThinkLimit>().map_err(|_| "limits of thinking"));
        let fault = self.find("Fault").unwrap_or_default();
        Ok(GameRecord {
            number: count("Number")? as usize,
            game: self.read(line, "Game", |text| text.parse::<GameKind>().map_err(|_| GameKind::names().join(", ")))?,
            players: ByPlayer { p1: own("P1")?, p2: own("P2")? },
            result: self.read(line, "Result", |text| {
                RESULTS.contains(&(text, self.result)).then_some(self.result).ok_or("the result after the moves")
            })?,
            ending: self
                .read(line, "Reason", |text| Ending::from_words(text, fault).ok_or("a way for games to end"))?,
            limits: ByPlayer { p1: limit("P1Limit")?, p2: limit("P2Limit")? },
            setup: self.setup(line)?,
            seed: count("Seed")?,
            start: own("Start")?,
            first: if self.black_first { Player::P2 } else { Player::P1 },
            opening: self.moves.iter().take_while(|played| played.remark.is_none()).count(),
            moves: self.moves,
        })
    }

    /// What the match was; nothing in a record of an earlier version.
    fn setup(&self, line: usize) -> Result<Option<Setup>, RecordError> {
        let tags = ["P1Command", "P2Command", "P1Options", "P2Options", "MaxPlies"];
        if tags.iter().all(|tag| self.find(tag).is_none()) {
            return Ok(None);
        }
        let split = |text: &str| shlex::split(text).ok_or("words as in a shell");
        let pair = |word: String| word.split_once('=').map(|(name, value)| (name.to_string(), value.to_string()));
        let options = |text: &str| {
            split(text)?.into_iter().map(pair).collect::<Option<Vec<_>>>().ok_or("options, each with = and its value")
        };
        Ok(Some(Setup {
            commands: ByPlayer { p1: self.read(line, tags[0], split)?, p2: self.read(line, tags[1], split)? },
            options: ByPlayer { p1: self.read(line, tags[2], options)?, p2: self.read(line, tags[3], options)? },
            max_plies: self.read(line, tags[4], |text| text.parse().map_err(|_| "a whole number"))?,
        }))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::Reason;
    use crate::matches::read_games;
    use crate::matches::record::{Fault, FaultKind};

    /// A game with everything in it.
    pub(in crate::matches) fn sample() -> GameRecord {
        let opinion = |score, depth| Opinion { depth, score };
        let played = |text: &str, remark: Option<(Opinion, u64)>| RecordedMove {
            text: text.into(),
            remark: remark.map(|(opinion, ms)| Remark { opinion, time: Duration::from_millis(ms) }),
        };
        GameRecord {
            number: 7,
            game: GameKind::Wali,
            players: ByPlayer { p1: r#"the "old" \ one"#.into(), p2: "b ]".into() },
            limits: ByPlayer { p1: "tc 10+0.1".parse().unwrap(), p2: "nodes 5 depth 3".parse().unwrap() },
            setup: None,
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
            result: GameResult::Win(Player::P2),
            ending: Ending::Fault(Fault { kind: FaultKind::IllegalMove, details: "'a1\"': no".into() }),
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let fault = sample();
        let drawn =
            GameRecord { result: GameResult::Draw, ending: Ending::Length, moves: vec![], opening: 0, ..sample() };
        let drawn = GameRecord { number: 8, ..drawn };
        let setup = Setup {
            commands: ByPlayer { p1: vec!["./a b".into(), "it's\n\"x\"".into()], p2: vec![] },
            options: ByPlayer {
                p1: vec![("Hash".into(), "16".into()), ("Clear Hash".into(), String::new())],
                p2: vec![],
            },
            max_plies: 500,
        };
        let ending = Ending::Rules(Reason::Stones);
        let won = GameRecord { first: Player::P1, ending, number: 9, setup: Some(setup), ..sample() };
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
    fn notes_stand_behind_remarks() {
        let game = sample();
        let notes: Vec<String> = (0..game.moves.len()).map(|i| format!("tern {i} {{}}\n1-0")).collect();
        let text = game.annotated(&notes);
        assert!(text.contains("c3 {opening | tern 0    1-0} 2. pass {+12/4 30ms | tern 1    1-0}"), "{text}");
        assert_eq!(read_games(&text), Ok((vec![game], text.len())));
    }

    #[test]
    fn every_reason_and_fault_is_read_again() {
        for word in ["goal", "stones", "blocked", "points", "repetition", "idle", "material", "length", "resignation"] {
            assert_eq!(Ending::from_words(word, "").unwrap().to_string(), word);
        }
        for word in ["illegal move", "crash", "hang", "time", "error"] {
            assert!(matches!(Ending::from_words(word, "x"), Some(Ending::Fault(_))), "{word}");
        }
        assert_eq!(Ending::from_words("aliens", ""), None);
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
                "[Game \"wali\"]",
                "[Game \"go\"]",
                "line 1: the game that begins here has [Game 'go'], expected wali, wali-total, differo, waldmeister",
            ),
            (
                "[Reason \"illegal move\"]",
                "[Reason \"aliens\"]",
                "line 1: the game that begins here has [Reason 'aliens'], expected a way for games to end",
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

    #[test]
    fn what_nobody_thought_of_has_only_its_note() {
        let mut game = sample();
        game.moves[1].remark = None;
        let notes: Vec<String> = (0..game.moves.len()).map(|i| format!("note {i}")).collect();
        let text = game.annotated(&notes);
        assert!(text.contains("1... c3 {opening | note 0} 2. pass {note 1} c3c4xd5 {#-3/9 0ms | note 2}"), "{text}");
        assert!(game.to_string().contains("2. pass {opening} c3c4xd5"));
    }

    #[test]
    fn line_ends_in_names_are_kept() {
        let game = GameRecord { players: ByPlayer { p1: "a\rb\nc".into(), p2: "\r\n".into() }, ..sample() };
        let text = game.to_string();
        assert!(text.contains("[P1 \"a\\rb\\nc\"]\n[P2 \"\\r\\n\"]\n"), "{text}");
        assert_eq!(read_games(&text).unwrap().0, [game]);
    }

    #[test]
    fn lines_of_moves_are_broken_before_they_are_too_long() {
        // Words of so many characters each: `2. pass {+12/4 30ms | xxx}` and the like.
        let lines = |lengths: [usize; 2]| {
            let mut game = sample();
            game.first = Player::P1;
            game.moves.truncate(2);
            game.moves[1].remark = None;
            let notes = [lengths[0] - "1. c3 {opening | }".len(), lengths[1] - "pass {}".len()];
            let text = game.annotated(&notes.map(|length| "x".repeat(length)));
            let moves = text.split("\n\n").nth(1).unwrap();
            moves.lines().map(|line| line.chars().count()).collect::<Vec<_>>()
        };
        assert_eq!(lines([50, 48]), [99, 3]);
        assert_eq!(lines([50, 49]), [50, 49 + 4]);
        assert_eq!(lines([47, 47]), [47 + 1 + 47 + 4], "all in one line");
        assert_eq!(lines([120, 20]), [120, 20 + 4], "a long word has a line of its own, and none before it");
    }
}
