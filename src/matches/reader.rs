//! Reading records of games, one game at a time.

use super::record::{GameRecord, RESULTS};
use super::written_game::{tag_line, written_game};
use crate::token::Token;
use std::io::{self, BufRead, Read};
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

/// More than any game takes, tens of thousands of moves with remarks; what is longer is not read into memory.
const MAX_GAME: usize = 4 << 20;

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
        // At least one byte: the text is never longer than allowed.
        let room = MAX_GAME + 1 - self.text.len();
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(room as u64).read_until(b'\n', &mut bytes);
        let line = self.lines + 1;
        read.map_err(|error| RecordError::Io { line, problem: error.kind() })?;
        if bytes.is_empty() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ByPlayer;
    use crate::matches::written_game::tests::sample;

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
        assert_eq!(reader.used() as usize, text.len() - reader.tail().len());
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
    fn games_that_an_earlier_version_glued_together_are_read() {
        let one = sample().to_string();
        let text = format!("{}{one}", one.trim_end());
        assert_eq!(read_games(&text).unwrap().0.len(), 2);
        // What is wrong with the second has the line it has in the file.
        let glued = format!("{}{}", one.trim_end(), one.replace("[Seed", "Seed"));
        let line = one.trim_end().matches('\n').count() + one[..one.find("[Seed").unwrap()].matches('\n').count() + 1;
        let error = read_games(&glued).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
    }

    #[test]
    fn remarks_hold_anything_but_braces() {
        let game = sample();
        for remark in ["{see [1]}", "{[}", "{a\nb}", "{é\n}", "{1-0}", "{1-0\n}"] {
            let text = game.to_string().replacen("{+12/4 30ms}", &format!("{remark}\n"), 1);
            let (games, used) = read_games(&text).unwrap_or_else(|error| panic!("{remark}: {error}"));
            assert_eq!((games.len(), used), (1, text.len()), "{remark}");
            assert_eq!(games[0].moves.len(), game.moves.len(), "{remark}");
        }
        assert!(has_bracket("c3 {x} [Number"));
        assert!(!has_bracket("c3 {x [y] z} 1-0"));
    }

    #[test]
    fn empty_lines_may_be_left_out_or_stand_between_tags() {
        let text = sample().to_string();
        let without = text.replacen("\n\n", "\n", 1);
        assert_eq!(read_games(&without).unwrap().0, [sample()]);
        let more = text.replacen("[Game", "\n \n[Game", 1);
        assert_eq!(read_games(&more).unwrap().0, [sample()]);
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
        let cut = RecordReader::new(&b"[Number \xff"[..]).find_map(Result::err);
        assert_eq!(cut, Some(RecordError::NotUtf8 { line: 1, byte: 9 }), "no character begins like this");
    }

    #[test]
    fn a_game_without_end_is_not_kept() {
        let endless = std::io::repeat(b'x').take(1 << 40);
        let error = RecordReader::new(io::BufReader::new(endless)).find_map(Result::err);
        assert_eq!(error, Some(RecordError::TooLong { line: 1 }));
    }

    #[test]
    fn a_game_may_be_as_long_as_is_allowed_and_no_longer() {
        let game = sample().to_string();
        let game = game.trim_end();
        let (before, result) = game.split_at(game.rfind("0-1").unwrap());
        let padded = |length: usize| format!("{before}{}{result}", " ".repeat(length - game.len()));
        assert_eq!(read_games(&padded(MAX_GAME)).map(|(games, _)| games.len()), Ok(1));
        assert_eq!(read_games(&padded(MAX_GAME + 1)), Err(RecordError::TooLong { line: 1 }));
    }
}
