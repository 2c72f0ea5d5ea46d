//! Reading records of games, one game at a time.

use super::limit::ThinkLimit;
use super::record::{Ending, GameRecord, OPENING, Opinion, RESULTS, RecordedMove, Remark, Setup};
use crate::game::{ByPlayer, GameResult, Player};
use crate::games::any::GameKind;
use crate::protocol::InfoScore;
use crate::token::Token;
use nom::branch::alt;
use nom::bytes::complete::{escaped_transform, is_not, tag, take_until, take_while1};
use nom::character::complete::{char, digit1, i32 as signed, multispace0, multispace1, u32 as number, u64 as long};
use nom::combinator::{all_consuming, map, not, opt, rest, value};
use nom::multi::{many0, many1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::io::{self, BufRead, Read};
use std::time::Duration;
use thiserror::Error;

/// Why a record could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The text is something else altogether.
    #[error("not a record: line {line} is {found}, and a game begins with [Number \"1\"] or another [Tag \"value\"]")]
    NotARecord {
        /// Where.
        line: usize,
        /// What is there.
        found: Token,
    },
    /// A game is not written as games are.
    #[error("line {line}: expected a game, with [Tag \"value\"] lines, moves and a result, not {found}")]
    Syntax {
        /// Where.
        line: usize,
        /// What is there.
        found: Token,
    },
    /// Bytes that are not text.
    #[error("line {line}: not UTF-8: byte {byte} of the line is wrong")]
    NotUtf8 {
        /// Where.
        line: usize,
        /// Which byte, from 1 on.
        byte: usize,
    },
    /// A game that has no end.
    #[error("line {line}: the game that begins here has more than {MAX_GAME} bytes")]
    TooLong {
        /// Where the game begins.
        line: usize,
    },
    /// The record could not be read to its end.
    #[error("line {line}: {problem}")]
    Io {
        /// Where.
        line: usize,
        /// What happened.
        problem: io::ErrorKind,
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
        expected: String,
    },
}

/// More than any game takes; what is longer is not read into memory.
const MAX_GAME: usize = 64 << 20;

/// How the record of every game begins that tern has written.
pub(super) const BEGINNING: &str = "[Number \"";

/// How a line begins that says what match the games after it belong to. PGN leaves lines with a percent sign to programs.
pub(super) const MANIFEST: &str = "% tern manifest ";

/// The games of a record, one after the other. Holds no more than one game in memory. What may follow the last is the
/// [`tail`](Self::tail): a game of which only the beginning was written.
pub struct RecordReader<R> {
    input: R,
    /// The game that is being read: whole lines, and blank lines before it left out.
    text: String,
    /// The line with which `text` begins, from 1 on.
    first_line: usize,
    /// Lines read so far.
    lines: usize,
    /// Bytes of the games read and the blanks after them.
    used: u64,
    /// What the last line with a manifest says, and how many there have been.
    manifest: String,
    manifests: usize,
    /// Whether there are moves in `text`.
    has_moves: bool,
    has_games: bool,
    finished: bool,
}

impl<R: BufRead> RecordReader<R> {
    /// Reads a record from its beginning.
    pub fn new(input: R) -> Self {
        Self {
            input,
            text: String::new(),
            first_line: 1,
            lines: 0,
            used: 0,
            manifest: String::new(),
            manifests: 0,
            has_moves: false,
            has_games: false,
            finished: false,
        }
    }

    /// How many bytes the games read so far take up.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// What the record says about the match, the last time it did; and how often it did so far. A record has its manifest
    /// in a line before the games; records put behind each other have several.
    pub(super) fn manifest(&self) -> (&str, usize) {
        (&self.manifest, self.manifests)
    }

    /// The beginning of a game whose end is missing; empty if the record is whole. Known once there are no more games.
    pub fn tail(&self) -> &str {
        &self.text
    }

    fn read_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        while !self.text_is_a_game() {
            if !self.read_line()? {
                return self.check_tail().map(|()| None);
            }
        }
        let first_line = self.first_line;
        let (rest, written) = written_game(&self.text).map_err(|error| self.syntax_error(&error))?;
        let game = written.interpret(first_line)?;
        let taken = self.text.len() - rest.len();
        self.first_line += self.text[..taken].matches('\n').count();
        self.used += taken as u64;
        self.text.drain(..taken);
        self.has_moves = false;
        self.has_games = true;
        Ok(Some(game))
    }

    /// Whether the last line read ends a game, or should have been preceded by the end of one.
    fn text_is_a_game(&self) -> bool {
        let line = self.text.strip_suffix('\n').unwrap_or(&self.text);
        let line = &line[line.rfind('\n').map_or(0, |end| end + 1)..];
        self.has_moves && (ends_in_result(line) || has_bracket(line))
    }

    /// Adds a line to the text; false if there is none.
    fn read_line(&mut self) -> Result<bool, RecordError> {
        let room = (MAX_GAME + 1).saturating_sub(self.text.len());
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(room as u64).read_until(b'\n', &mut bytes);
        let line = self.lines + 1;
        read.map_err(|error| RecordError::Io { line, problem: error.kind() })?;
        if bytes.is_empty() && room > 0 {
            return Ok(false);
        }
        if self.text.len() + bytes.len() > MAX_GAME {
            return Err(RecordError::TooLong { line: self.first_line });
        }
        self.lines = line;
        let text = match str::from_utf8(&bytes) {
            Ok(text) => text,
            // A character of which only the first bytes were written belongs to a game that was not written to its end.
            Err(error) if error.error_len().is_none() && !bytes.ends_with(b"\n") => {
                str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(error) => return Err(RecordError::NotUtf8 { line, byte: error.valid_up_to() + 1 }),
        };
        if self.text.is_empty() && text.starts_with(MANIFEST) && text.ends_with('\n') {
            self.used += text.len() as u64;
            self.manifest = text[MANIFEST.len()..].trim_end().into();
            self.manifests += 1;
        } else if self.text.is_empty() {
            self.first_line = line;
            let blanks = text.len() - text.trim_start().len();
            self.used += blanks as u64;
            self.text.push_str(&text[blanks..]);
        } else {
            self.text.push_str(text);
        }
        let begun = text.trim_start();
        self.has_moves |= !self.text.is_empty() && !begun.is_empty() && !begun.starts_with('[');
        Ok(true)
    }

    /// What is left at the end is the beginning of a game, or else no part of a record.
    fn check_tail(&self) -> Result<(), RecordError> {
        let is_begun = |beginning: &str| self.text.starts_with(beginning) || beginning.starts_with(&self.text);
        if is_begun(BEGINNING) || is_begun(MANIFEST) {
            return Ok(());
        }
        let everything = nom::Err::Error(nom::error::Error::new(self.text.as_str(), nom::error::ErrorKind::Eof));
        Err(self.syntax_error(&written_game(&self.text).err().unwrap_or(everything)))
    }

    fn syntax_error(&self, error: &nom::Err<nom::error::Error<&str>>) -> RecordError {
        let at = match error {
            nom::Err::Error(error) | nom::Err::Failure(error) => error.input,
            nom::Err::Incomplete(_) => "",
        };
        let before = &self.text[..self.text.len() - at.len()];
        let found = at.lines().next().unwrap_or_default().into();
        let line = self.first_line + before.matches('\n').count();
        if !self.has_games && tag_line(&self.text).is_err() {
            let found = self.text.lines().next().unwrap_or_default().into();
            return RecordError::NotARecord { line: self.first_line, found };
        }
        RecordError::Syntax { line, found }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let game = self.read_game();
        self.finished = !matches!(game, Ok(Some(_)));
        game.transpose()
    }
}

/// The games of a record, and how much of the text they take up. What follows is a game whose end is missing.
pub fn read_games(text: &str) -> Result<(Vec<GameRecord>, usize), RecordError> {
    let mut reader = RecordReader::new(text.as_bytes());
    let games = reader.by_ref().collect::<Result<_, _>>()?;
    Ok((games, reader.used() as usize))
}

fn ends_in_result(line: &str) -> bool {
    let last = line.split_ascii_whitespace().next_back();
    RESULTS.iter().any(|(result, _)| last == Some(*result))
}

/// Whether there is a bracket outside of remarks: it belongs to the next game.
fn has_bracket(line: &str) -> bool {
    let mut in_remark = false;
    line.chars().any(|c| {
        in_remark = c == '{' || (in_remark && c != '}');
        c == '[' && !in_remark
    })
}

/// A game as written, before anybody asked what its tags mean.
struct WrittenGame<'a> {
    tags: Vec<(&'a str, String)>,
    moves: Vec<RecordedMove>,
    black_first: bool,
    result: GameResult,
}

fn written_game(input: &str) -> IResult<&str, WrittenGame<'_>> {
    let (input, tags) = many1(terminated(tag_line, multispace0)).parse(input)?;
    let (input, black_first) = opt(terminated(tag("1..."), multispace0)).parse(input)?;
    let (input, moves) = many0(terminated(recorded_move, multispace0)).parse(input)?;
    let (input, result) = terminated(result, multispace0).parse(input)?;
    Ok((input, WrittenGame { tags, moves, black_first: black_first.is_some(), result }))
}

/// `[Name "value"]`, with a backslash before quotation marks, backslashes, and the letters that stand for line ends.
fn tag_line(input: &str) -> IResult<&str, (&str, String)> {
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

    fn interpret(self, line: usize) -> Result<GameRecord, RecordError> {
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
mod tests {
    use super::*;
    use crate::game::Reason;
    use crate::matches::record::{Fault, FaultKind};

    fn sample() -> GameRecord {
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
    fn manifests_stand_between_games() {
        let game = sample().to_string();
        let text = format!("{MANIFEST}{{\"a\":1}}\n\n{game}{game}{MANIFEST}two\r\n{game}{MANIFEST}cut o");
        let mut reader = RecordReader::new(text.as_bytes());
        let mut seen = Vec::new();
        while let Some(read) = reader.next() {
            assert_eq!(read, Ok(sample()));
            seen.push((reader.manifest().0.to_string(), reader.manifest().1));
        }
        assert_eq!(seen, [("{\"a\":1}".into(), 1), ("{\"a\":1}".into(), 1), ("two".into(), 2)]);
        assert_eq!(reader.tail(), format!("{MANIFEST}cut o"));
        assert!(read_games("% LaTeX\n").is_err() && read_games("% te").is_ok());
    }

    #[test]
    fn a_name_cut_in_the_middle_of_a_character_is_a_game_cut_off() {
        let game = GameRecord { players: ByPlayer { p1: "é".into(), p2: "b".into() }, ..sample() }.to_string();
        let cut = game.find('é').unwrap() + 1;
        let bytes = [game.as_bytes(), &game.as_bytes()[..cut]].concat();
        let mut reader = RecordReader::new(&bytes[..]);
        assert_eq!(reader.by_ref().flatten().count(), 1);
        assert_eq!((reader.used() as usize, reader.tail()), (game.len(), &game[..cut - 1]));
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
    fn games_that_an_earlier_version_glued_together_are_read() {
        let one = sample().to_string();
        let text = format!("{}{one}", one.trim_end());
        assert_eq!(read_games(&text).unwrap().0.len(), 2);
    }

    #[test]
    fn other_files_are_not_records() {
        for text in ["[1, 2]", "[\n  {\"a\": 1}\n]\n", "[package]\nname = \"x\"\n", "hello", "[]\n", "[N"] {
            let read = read_games(text);
            if text == "[N" {
                assert_eq!(read, Ok((vec![], 0)), "as little as this may be the beginning of a game");
                continue;
            }
            let error = read.unwrap_err().to_string();
            assert!(error.starts_with("not a record: line 1 is '"), "{error}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_have_a_line() {
        let game = sample().to_string();
        let mut bytes = format!("{game}{game}").into_bytes();
        let place = game.len() + game.find("wali").unwrap();
        bytes[place] = 0xff;
        let line = game.matches('\n').count() + 2;
        let error = RecordReader::new(&bytes[..]).find_map(Result::err);
        assert_eq!(error, Some(RecordError::NotUtf8 { line, byte: 8 }));
    }

    #[test]
    fn a_game_without_end_is_not_kept() {
        let endless = std::io::repeat(b'x').take(1 << 40);
        let error = RecordReader::new(io::BufReader::new(endless)).find_map(Result::err);
        assert_eq!(error, Some(RecordError::TooLong { line: 1 }));
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
}
