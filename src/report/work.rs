//! The work that is done: a file beside the page with one line for every game, so that an interrupted report goes on where it
//! was, and no more than one game is in memory.

use super::analysis::GameAnalysis;
use super::args::Effort;
use super::marks::Boundaries;
use super::source::{PlayedGame, named};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Done {
    /// Tells the game, and how it was looked at.
    key: u64,
    analysis: GameAnalysis,
}

/// What must be the same for a game to be done already.
pub(super) fn key(played: &PlayedGame, effort: Effort) -> u64 {
    let Effort { nodes, movetime, threads } = effort;
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), nodes, movetime, threads).hash(&mut hasher);
    format!("{:?}", Boundaries::of(played.game.kind())).hash(&mut hasher);
    (played.number(), played.players(), played.game.kind(), played.game.start_fen()).hash(&mut hasher);
    played.game.played().hash(&mut hasher);
    hasher.finish()
}

/// The file with what is done.
pub(super) struct WorkFile {
    path: PathBuf,
    file: BufReader<File>,
    /// Games that were done when the file was opened are read until one does not fit.
    reading: bool,
    /// Where the next game is written.
    end: u64,
}

impl WorkFile {
    /// Opens the file beside a page, or begins it.
    pub(super) fn open(page: &Path) -> io::Result<Self> {
        let mut name = page.file_name().unwrap_or_default().to_os_string();
        name.push(".unfinished");
        let path = page.with_file_name(name);
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| named(&path, error.kind(), &error))?;
        Ok(Self { path, file: BufReader::new(file), reading: true, end: 0 })
    }

    /// Whether the next game is done already.
    pub(super) fn has(&mut self, key: u64) -> io::Result<bool> {
        if !self.reading {
            return Ok(false);
        }
        let mut line = String::new();
        // What is not text, or no whole line, was not written to its end.
        let read = self.file.read_line(&mut line).unwrap_or(0);
        let done = serde_json::from_str::<Done>(&line).ok().filter(|done| line.ends_with('\n') && done.key == key);
        if done.is_some() {
            self.end += read as u64;
            return Ok(true);
        }
        self.reading = false;
        let file = self.file.get_mut();
        file.set_len(self.end)?;
        file.seek(SeekFrom::Start(self.end))?;
        Ok(false)
    }

    /// Adds a game that is done.
    pub(super) fn add(&mut self, key: u64, analysis: GameAnalysis) -> io::Result<()> {
        let mut line = serde_json::to_string(&Done { key, analysis })?;
        line.push('\n');
        self.file.get_mut().write_all(line.as_bytes()).map_err(|error| named(&self.path, error.kind(), &error))
    }

    /// Reads what was done, one game at a time.
    pub(super) fn games(&self) -> io::Result<impl Iterator<Item = io::Result<GameAnalysis>>> {
        let lines = BufReader::new(File::open(&self.path)?).lines();
        Ok(lines.map(|line| Ok(serde_json::from_str::<Done>(&line?)?.analysis)))
    }

    /// Removes the file: everything is written elsewhere.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}
