//! The record of games with what was found out about every move as notes, which every reader of records can read.

use super::analysis::{GameAnalysis, MoveAnalysis};
use super::marks::Mark;
use super::source::{Source, named};
use super::work::WorkFile;
use crate::files;
use std::io::{self, Write};
use std::path::Path;

/// Writes the record; the games of the source and of the work come in the same order.
pub(super) fn write(source: &Source, work: &WorkFile, path: &Path) -> io::Result<()> {
    let mut games = work.games()?;
    let annotated = files::replace_with(path, |file| {
        source.visit(|played| {
            let unfinished =
                || io::Error::new(io::ErrorKind::InvalidInput, "the game is not over: a record needs a result");
            let record = played.to_record().ok_or_else(unfinished)?;
            let analysis = games.next().ok_or(io::ErrorKind::UnexpectedEof)??;
            file.write_all(record.annotated(&notes(&analysis)).as_bytes())
        })?;
        Ok(())
    });
    annotated.map_err(|error| named(path, error.kind(), &error))
}

/// Written as people type it, for whatever reads the record.
fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

fn notes(analysis: &GameAnalysis) -> Vec<String> {
    analysis.moves.iter().map(note).collect()
}

/// `+35/9 62 % | mistake, chances 62 % → 41 % | better d3e3 f7e7`.
fn note(m: &MoveAnalysis) -> String {
    let mut note = format!("{}/{} {}", m.score, m.depth, percent(m.before));
    let Some(mark) = m.mark else { return note };
    if matches!(mark, Mark::Best | Mark::Good) {
        return format!("{note} | {}", mark.name());
    }
    note = format!("{note} | {}, chances {} → {}", mark.name(), percent(m.before), percent(m.after));
    if m.line.is_empty() { note } else { format!("{note} | better {}", m.line.join(" ")) }
}
