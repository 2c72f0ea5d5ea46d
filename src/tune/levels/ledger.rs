//! Pairs of games that have been played: a calibration that was broken off, or that is to have more games, goes on from there.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

/// What came of pairs of games, by a text that says all on which that depends.
pub(super) struct Ledger {
    known: HashMap<String, usize>,
    file: Option<Mutex<File>>,
}

impl Ledger {
    /// Reads what is in the file, to which new pairs are added; nothing is kept without one.
    pub(super) fn open(path: Option<&Path>) -> io::Result<Self> {
        let Some(path) = path else { return Ok(Self { known: HashMap::new(), file: None }) };
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let text = fs::read_to_string(path)?;
        // A line that was cut off is played again.
        let (whole, cut) = text.rsplit_once('\n').unwrap_or(("", &text));
        if !cut.is_empty() {
            writeln!(file)?;
        }
        Ok(Self { known: whole.lines().filter_map(read_line).collect(), file: Some(Mutex::new(file)) })
    }

    /// The half points of a pair that was played before.
    pub(super) fn get(&self, key: &str) -> Option<usize> {
        self.known.get(key).copied()
    }

    /// Puts down what came of a pair.
    pub(super) fn add(&self, key: &str, half_points: usize) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut file = file.lock().map_err(|_| io::Error::other("another thread could not write its games"))?;
        file.write_all(format!("{key}\t{half_points}\n").as_bytes())
    }
}

fn read_line(line: &str) -> Option<(String, usize)> {
    let (key, half_points) = line.rsplit_once('\t')?;
    let half_points = half_points.parse().ok().filter(|half_points| *half_points <= 4)?;
    Some((key.to_string(), half_points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_line_is_forgotten_and_harms_no_other() {
        let path = std::env::temp_dir().join(format!("tern-ledger-{}", std::process::id()));
        fs::write(&path, "a\t3\nb\t4\nno number\nc\t9\nd\t").unwrap();
        let ledger = Ledger::open(Some(&path)).unwrap();
        assert_eq!(["a", "b", "c", "d"].map(|key| ledger.get(key)), [Some(3), Some(4), None, None]);
        ledger.add("e", 1).unwrap();
        let ledger = Ledger::open(Some(&path)).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(["a", "d", "e"].map(|key| ledger.get(key)), [Some(3), None, Some(1)]);
    }
}
