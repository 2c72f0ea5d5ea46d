//! The file in which the games of a match are recorded, and from which a match that was interrupted is resumed.

use super::judge::{Flaw, check_game};
use super::manifest::{Manifest, ManifestError};
use super::opening::{OpeningError, Openings};
use super::plan::Plan;
use super::reader::{BEGINNING, MANIFEST, RecordError, RecordReader};
use super::record::{GameRecord, write_head};
use super::schedule::ScheduledGame;
use crate::game::{ByPlayer, Player};
use crate::token::Token;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why a record cannot be used. Whatever it is, the file is as it was.
#[derive(Debug, Error)]
pub enum RecordFileError {
    /// It is not to be overwritten.
    #[error("{0} exists already: add --resume to tern match to go on with it, or choose another name")]
    Exists(PathBuf),
    /// Another match writes to it.
    #[error("{0} is in use by another match")]
    Locked(PathBuf),
    /// It cannot be opened, read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// It is not a record.
    #[error("{0}: {1}")]
    Record(PathBuf, RecordError),
    /// A game in it cannot have been played.
    #[error("{path}: game {number} is wrong: {flaw}")]
    Flaw {
        /// The file.
        path: PathBuf,
        /// The game.
        number: usize,
        /// What is wrong.
        flaw: Box<Flaw>,
    },
    /// It does not say what match it belongs to.
    #[error(
        "{0} was written by an earlier version, which did not note the commands and options of the engines: tern replay \
         reads it, but the match cannot be gone on with"
    )]
    Old(PathBuf),
    /// What it says about its match cannot be read, or is about another one.
    #[error("{0}: {1}")]
    Manifest(PathBuf, ManifestError),
    /// It ends with something that is not the beginning of a game of the match.
    #[error("{path} ends with {found}, which is not the beginning of a game of this match: remove it to go on")]
    Tail {
        /// The file.
        path: PathBuf,
        /// What is there.
        found: Token,
    },
    /// It is the record of another match.
    #[error("{path} is the record of another match: game {number} has {what} {found}, and here it would be {expected}")]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The game that shows it.
        number: usize,
        /// In what it differs.
        what: &'static str,
        /// What it is there.
        found: Token,
        /// What it is here.
        expected: Token,
    },
    /// An opening of the match cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

/// A record that grows. Nobody else can write to it as long as it is open.
pub(super) struct RecordFile {
    path: PathBuf,
    file: File,
    /// Where the next game begins. What the file holds beyond is cut off then, and no earlier.
    end: u64,
    /// What is missing between the last game and the next.
    separator: &'static str,
    /// What is to be said about the match before the next game.
    manifest: String,
}

impl RecordFile {
    /// Begins a record in a file that does not exist yet.
    pub(super) fn create(path: &Path, manifest: &Manifest) -> Result<Self, RecordFileError> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => RecordFileError::Exists(path.into()),
            _ => RecordFileError::Io(path.into(), error),
        })?;
        lock(path, &file)?;
        Ok(Self { path: path.into(), file, end: 0, separator: "", manifest: manifest.line() })
    }

    /// Goes on with the record of the same match, and visits the games that are in it, each checked against the match and
    /// the rules. Changes nothing until a game is added.
    pub(super) fn resume(
        path: &Path,
        plan: &Plan,
        manifest: &Manifest,
        stop: &AtomicBool,
        mut visit: impl FnMut(&GameRecord),
    ) -> Result<Self, RecordFileError> {
        let failed = |error| RecordFileError::Io(path.into(), error);
        let file = File::options().read(true).write(true).open(path).map_err(failed)?;
        lock(path, &file)?;
        let mut reader = RecordReader::new(BufReader::new(&file));
        let mut manifests = 0;
        while let Some(game) = reader.next() {
            let game = game.map_err(|error| RecordFileError::Record(path.into(), error))?;
            check_recorded(path, &game, plan, stop)?;
            if manifests < reader.manifest().1 {
                let wrong = |error| RecordFileError::Manifest(path.into(), error);
                manifest.check_resumed(reader.manifest().0).map_err(wrong)?;
                manifests = reader.manifest().1;
            }
            visit(&game);
        }
        if !is_beginning(reader.tail(), plan) {
            return Err(RecordFileError::Tail { path: path.into(), found: reader.tail().into() });
        }
        let end = reader.used();
        let said = reader.manifest().0.to_string();
        let separator = separator(&file, end).map_err(failed)?;
        let manifest = if manifest.is(&said) { String::new() } else { manifest.line() };
        Ok(Self { path: path.into(), file, end, separator, manifest })
    }

    /// Writes a game. If that fails, the games before it are still there, and nothing else.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), RecordFileError> {
        let text = format!("{}{}{game}", self.separator, self.manifest);
        let written = self.write_at_end(text.as_bytes());
        if written.is_ok() {
            self.end += text.len() as u64;
            self.separator = "";
            self.manifest = String::new();
        } else {
            // Half a game would be recognised as such; no game at all is better.
            let _ = self.file.set_len(self.end);
        }
        written.map_err(|error| RecordFileError::Io(self.path.clone(), error))
    }

    fn write_at_end(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.file.seek(SeekFrom::End(0))? != self.end {
            self.file.set_len(self.end)?;
            self.file.seek(SeekFrom::Start(self.end))?;
        }
        self.file.write_all(bytes)
    }
}

fn lock(path: &Path, file: &File) -> Result<(), RecordFileError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(RecordFileError::Locked(path.into())),
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) => {
            log::warn!("{} cannot be locked: {error}", path.display());
            Ok(())
        }
    }
}

/// What has to be written before the next game so that an empty line separates it from what ends at `end`.
fn separator(mut file: &File, end: u64) -> io::Result<&'static str> {
    let mut last = [0; 2];
    let count = end.min(2) as usize;
    file.seek(SeekFrom::Start(end - count as u64))?;
    file.read_exact(&mut last[..count])?;
    Ok(match &last[..count] {
        [] | [b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}

/// Whether the end of a record is the beginning of a game of the match, or nothing at all.
fn is_beginning(tail: &str, plan: &Plan) -> bool {
    if tail.starts_with(MANIFEST) || MANIFEST.starts_with(tail) {
        return true;
    }
    let Some(number) = tail.strip_prefix(BEGINNING) else { return BEGINNING.starts_with(tail) };
    let Some((number, _)) = number.split_once('"') else { return number.bytes().all(|c| c.is_ascii_digit()) };
    let Some(game) = number.parse().ok().and_then(|number| plan.game(number)) else { return false };
    let mut head = String::new();
    // Writing to a string does not fail.
    let _ =
        write_head(&mut head, game.number, plan.ground.kind, ByPlayer::new(|player| plan.name(game.players[player])));
    tail.starts_with(&head) || head.starts_with(tail)
}

/// Checks that a game is one of the match, and right by the rules.
pub(super) fn check_recorded(
    path: &Path,
    game: &GameRecord,
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<(), RecordFileError> {
    check_match(path, game, plan, stop)?;
    let wrong = |flaw| RecordFileError::Flaw { path: path.into(), number: game.number, flaw: Box::new(flaw) };
    check_game(game, |_, _| {}).map_err(wrong)
}

fn check_match(path: &Path, game: &GameRecord, plan: &Plan, stop: &AtomicBool) -> Result<(), RecordFileError> {
    let differs = |what, found: &str, expected: &str| {
        let (found, expected) = (found.into(), expected.into());
        RecordFileError::OtherMatch { path: path.into(), number: game.number, what, found, expected }
    };
    let Some(scheduled) = plan.game(game.number) else {
        let numbers = plan.games();
        let expected = format!("{} to {}", numbers.start, numbers.end - 1);
        return Err(differs("the number", &game.number.to_string(), &expected));
    };
    let facts = [
        facts_of_match(game, plan, &scheduled),
        facts_of_engines(game, plan, &scheduled).ok_or_else(|| RecordFileError::Old(path.into()))?,
        facts_of_opening(game, plan, &scheduled, stop)?,
    ];
    match facts.into_iter().flatten().find(|(_, found, expected)| found != expected) {
        Some((what, found, expected)) => Err(differs(what, &found, &expected)),
        None => Ok(()),
    }
}

/// Something that a game of the match says: what it is about, what is found, and what would be right.
type Fact = (&'static str, String, String);

fn facts_of_match(game: &GameRecord, plan: &Plan, scheduled: &ScheduledGame) -> Vec<Fact> {
    let name = |player| plan.name(scheduled.players[player]).to_string();
    let limit = |player| plan.contestants[scheduled.players[player]].limit.to_string();
    vec![
        ("the game", game.game.to_string(), plan.ground.kind.to_string()),
        ("the seed", game.seed.to_string(), plan.seed.to_string()),
        ("as first player", game.players.p1.clone(), name(Player::P1)),
        ("as second player", game.players.p2.clone(), name(Player::P2)),
        ("the limit", game.limits.p1.to_string(), limit(Player::P1)),
        ("the limit", game.limits.p2.to_string(), limit(Player::P2)),
    ]
}

/// `None` if the game does not say.
fn facts_of_engines(game: &GameRecord, plan: &Plan, scheduled: &ScheduledGame) -> Option<Vec<Fact>> {
    let found = game.setup.as_ref()?;
    let expected = plan.setup(scheduled);
    let mut facts = vec![("--max-plies", found.max_plies.to_string(), expected.max_plies.to_string())];
    for player in Player::BOTH {
        facts.push(("the command", found.command_text(player), expected.command_text(player)));
        facts.push(("the options", found.options_text(player), expected.options_text(player)));
    }
    Some(facts)
}

fn facts_of_opening(
    game: &GameRecord,
    plan: &Plan,
    scheduled: &ScheduledGame,
    stop: &AtomicBool,
) -> Result<Vec<Fact>, OpeningError> {
    if matches!(plan.openings, Openings::Elsewhere) {
        return Ok(Vec::new());
    }
    let opening = plan.opening(scheduled, stop)?;
    let moves: Vec<&str> = game.moves[..game.opening].iter().map(|played| played.text.as_str()).collect();
    Ok(vec![
        ("the start", game.start.clone(), opening.set_up(plan.ground.kind)?.fen()),
        ("the opening", moves.join(" "), opening.moves.join(" ")),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameResult;
    use crate::matches::plan::tests::{manifest, plan};
    use crate::matches::record::{Ending, Fault, FaultKind, RecordedMove};

    fn fresh(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tern-record-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    /// A game of the match that ends right after its opening: the first player crashes.
    fn crashed(plan: &Plan, number: usize) -> GameRecord {
        let scheduled = plan.game(number).unwrap();
        let opening = plan.opening(&scheduled, &AtomicBool::new(false)).unwrap();
        let start = opening.set_up(plan.ground.kind).unwrap();
        let to_move = opening.begin(plan.ground.kind).unwrap().to_move();
        let fault = Fault { kind: FaultKind::Crash, details: "died".into() };
        GameRecord {
            number,
            game: plan.ground.kind,
            players: ByPlayer::new(|player| plan.name(scheduled.players[player]).into()),
            result: GameResult::Win(to_move.opponent()),
            ending: Ending::Fault(fault),
            limits: ByPlayer::new(|player| plan.contestants[scheduled.players[player]].limit),
            setup: Some(plan.setup(&scheduled)),
            seed: plan.seed,
            start: start.fen(),
            first: start.to_move(),
            opening: opening.moves.len(),
            moves: opening.moves.iter().map(|text| RecordedMove { text: text.clone(), remark: None }).collect(),
        }
    }

    /// The numbers of the games in a record, which is then gone on with by one more if that is wanted.
    fn resumed(path: &Path, more: Option<usize>) -> Result<Vec<usize>, RecordFileError> {
        let (plan, manifest) =
            (plan(&["a", "b"], "round-robin", 8, None), manifest(&["a", "b"], "round-robin", 8, None));
        let mut numbers = Vec::new();
        let stop = AtomicBool::new(false);
        let mut file = RecordFile::resume(path, &plan, &manifest, &stop, |game| numbers.push(game.number))?;
        if let Some(number) = more {
            file.add(&crashed(&plan, number))?;
        }
        Ok(numbers)
    }

    /// A record of the first two games, and its text.
    fn written(name: &str) -> (PathBuf, String) {
        let (plan, manifest) =
            (plan(&["a", "b"], "round-robin", 8, None), manifest(&["a", "b"], "round-robin", 8, None));
        let path = fresh(name);
        let mut file = RecordFile::create(&path, &manifest).unwrap();
        for number in [1, 2] {
            file.add(&crashed(&plan, number)).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    }

    #[test]
    fn a_record_is_begun_once_and_has_one_writer() {
        let path = fresh("once");
        let manifest = manifest(&["a", "b"], "round-robin", 8, None);
        let file = RecordFile::create(&path, &manifest).unwrap();
        assert!(matches!(RecordFile::create(&path, &manifest), Err(RecordFileError::Exists(_))));
        assert!(matches!(resumed(&path, None), Err(RecordFileError::Locked(_))));
        drop(file);
        assert_eq!(resumed(&path, None).unwrap(), [0; 0]);
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(resumed(&path, None), Err(RecordFileError::Io(..))));
    }

    #[test]
    fn what_is_gone_on_with_reads_as_if_it_had_been_written_at_once() {
        let (path, whole) = written("whole");
        let first_end = whole.find("[Number \"2\"]").unwrap();
        let first = whole[..first_end].trim_end();
        let tails = ["", "\n", "\n\n", "\n\n[Num", "\n\n[Number \"", "\n\n[Number \"2", "\n\n[Number \"2\"]\n[Ga"];
        for tail in tails {
            std::fs::write(&path, format!("{first}{tail}")).unwrap();
            assert_eq!(resumed(&path, Some(2)).unwrap(), [1], "{tail:?}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "{tail:?}");
        }
        assert_eq!(resumed(&path, Some(3)).unwrap(), [1, 2]);
        assert_eq!(resumed(&path, None).unwrap(), [1, 2, 3]);
        std::fs::write(&path, &whole[..20]).unwrap();
        assert_eq!(resumed(&path, Some(1)).unwrap(), [0; 0], "it was cut in the manifest");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_is_no_beginning_of_a_game_is_left_alone() {
        let (path, whole) = written("tail");
        for tail in ["Dear diary", "[Number \"x", "[Number \"99\"]", "[Number \"3\"]\n[Game \"chess\"]"] {
            std::fs::write(&path, format!("{whole}{tail}")).unwrap();
            assert!(resumed(&path, Some(3)).is_err(), "{tail}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{whole}{tail}"), "{tail}");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_record_of_another_match_is_told_by_what_differs() {
        let plan = plan(&["a", "b"], "round-robin", 8, None);
        let right = crashed(&plan, 1);
        let told = |game: GameRecord| {
            let checked = check_match("x".as_ref(), &game, &plan, &AtomicBool::new(false));
            checked.map_or_else(|error| error.to_string(), |()| "right".into())
        };
        assert_eq!(told(right.clone()), "right");
        let another_opening = {
            let mut moves = right.moves.clone();
            moves.swap(0, 2);
            moves
        };
        for (game, difference) in [
            (GameRecord { number: 9, ..right.clone() }, "game 9 has the number '9', and here it would be '1 to 8'"),
            (GameRecord { seed: 7, ..right.clone() }, "game 1 has the seed '7', and here it would be '1'"),
            (GameRecord { moves: another_opening, ..right.clone() }, "game 1 has the opening "),
            (GameRecord { start: "6/6/6/6/b5 w 12 11 - - 0".into(), ..right.clone() }, "game 1 has the start "),
            (GameRecord { setup: None, ..right.clone() }, "was written by an earlier version"),
        ] {
            let said = told(game);
            assert!(said.contains(difference), "{said}");
        }
    }

    #[test]
    fn a_record_without_its_manifest_is_gone_on_with_by_its_games() {
        let (path, whole) = written("bare");
        std::fs::write(&path, &whole[whole.find("[Number").unwrap()..]).unwrap();
        assert_eq!(resumed(&path, Some(3)).unwrap(), [1, 2]);
        assert_eq!(resumed(&path, None).unwrap(), [1, 2, 3]);
        std::fs::remove_file(&path).unwrap();
    }
}
