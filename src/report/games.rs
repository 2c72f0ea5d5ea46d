//! The report of games: every position is searched, then everything is written from what was found.

use super::analysis::{Analyst, GameAnalysis, SideSummary};
use super::args::{Effort, ReportArguments};
use super::game_page::GamesPage;
use super::marks::Boundaries;
use super::source::{Source, Survey, named, page_path, refuse_foreign};
use super::work::{self, WorkFile};
use super::{annotate, fit};
use crate::files;
use crate::games::any::GameKind;
use crate::progress::Progress;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// Writes the report of the games that the arguments name.
pub(super) fn run(arguments: &ReportArguments, output: &mut impl Write) -> io::Result<()> {
    let source = Source::new(arguments)?;
    if let Some(player) = &arguments.boundaries {
        return fit::run(&source, arguments.effort, player, output);
    }
    let page = page_path(arguments);
    refuse_foreign(&page)?;
    for path in [Some(&page), arguments.json.as_ref(), arguments.annotated.as_ref()].into_iter().flatten() {
        files::check_writable(path).map_err(|error| named(path, error.kind(), &error))?;
    }
    let survey = source.survey()?;
    if survey.cut_off {
        // Nobody may be there to read it, and that is no reason to stop.
        let _ = writeln!(io::stderr(), "warning: the last game was not written to its end and is left out");
    }
    let work = search_all(&source, survey, arguments.effort, &page)?;
    write_page(&work, survey, arguments, &page, output)?;
    if let Some(path) = &arguments.json {
        write_json(&work, survey, arguments.effort, path).map_err(|error| named(path, error.kind(), &error))?;
    }
    if let Some(path) = &arguments.annotated {
        annotate::write(&source, &work, path)?;
    }
    work.remove()
}

/// Searches whatever is not done yet.
fn search_all(source: &Source, survey: Survey, effort: Effort, page: &Path) -> io::Result<WorkFile> {
    let mut work = WorkFile::open(page)?;
    let analyst = Analyst::new(effort)?;
    let progress = Progress::new("positions", survey.moves as u64, 0);
    source.visit(|played| {
        let key = work::key(&played, effort);
        if work.has(key)? {
            played.game.played().iter().for_each(|_| progress.advance(String::new));
            return Ok(());
        }
        work.add(key, analyst.analyse(&played, &progress)?)
    })?;
    Ok(work)
}

fn write_page(
    work: &WorkFile,
    survey: Survey,
    arguments: &ReportArguments,
    path: &Path,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut page = GamesPage::new(arguments.full.into(), arguments.effort, survey);
    for analysis in work.games()? {
        let analysis = analysis?;
        tell(&analysis, output)?;
        page.add(&analysis)?;
    }
    files::replace(path, page.finish().as_bytes()).map_err(|error| named(path, error.kind(), &error))?;
    // Nobody may be there to read it, and that is no reason to stop.
    let _ = writeln!(io::stderr(), "wrote {}", path.display());
    Ok(())
}

/// One line for every game.
fn tell(analysis: &GameAnalysis, output: &mut impl Write) -> io::Result<()> {
    let GameAnalysis { number, players: [p1, p2], result, .. } = analysis;
    let [a, b] = [0, 1].map(|side| accuracy_text(&analysis.summary[side]));
    let line = format!("game {number}: {p1} – {p2} {result}, accuracy {a} – {b}");
    // Names are what somebody wrote, and are not to command the terminal.
    writeln!(output, "{}", line.replace(char::is_control, "?"))
}

/// The accuracy of a player in a word.
pub(super) fn accuracy_text(side: &SideSummary) -> String {
    side.accuracy.map_or_else(|| "–".into(), |accuracy| format!("{accuracy:.1}"))
}

fn write_json(work: &WorkFile, survey: Survey, effort: Effort, path: &Path) -> io::Result<()> {
    let Effort { nodes, movetime, threads } = effort;
    let boundaries: serde_json::Map<_, _> =
        GameKind::ALL.iter().map(|&game| (game.to_string(), json!(Boundaries::of(game)))).collect();
    let head = json!({
        "report": "games",
        "version": env!("CARGO_PKG_VERSION"),
        "nodes": movetime.is_none().then_some(nodes),
        "movetime_ms": movetime,
        "threads": threads,
        "boundaries": boundaries,
        "cut_off": survey.cut_off,
    })
    .to_string();
    files::replace_with(path, |file| {
        // The games follow one by one, as the last entry of the object.
        write!(file, "{},\"games\":[", head.strip_suffix('}').unwrap_or(&head))?;
        for (i, analysis) in work.games()?.enumerate() {
            writeln!(file, "{}", if i > 0 { "," } else { "" })?;
            serde_json::to_writer(&mut *file, &analysis?)?;
        }
        file.write_all(b"\n]}\n")
    })
}
