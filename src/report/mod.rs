//! `tern report`: what happened in games and matches, for people: a page with pictures, and the same as JSON.

mod analysis;
mod annotate;
mod args;
mod chart;
mod fit;
mod game_page;
mod games;
mod html;
mod marks;
mod match_page;
mod match_report;
mod match_summary;
mod moments;
mod pairs;
mod source;
mod work;

pub(crate) use args::ReportArguments;

use crate::matches::MatchArguments;
use std::io::{self, Write};

/// Writes the report that the arguments ask for, and tells on `output` what is in it.
///
/// # Errors
///
/// If there are no games, they are broken, or a file cannot be written.
pub(crate) fn run(arguments: &ReportArguments, output: &mut impl Write) -> io::Result<()> {
    match &arguments.file {
        Some(file) if arguments.of_match => match_report::run(arguments, file, output),
        _ => games::run(arguments, output),
    }
}

/// Writes the page of a match that was recorded.
///
/// # Errors
///
/// If the record is broken, or the page cannot be written.
pub(crate) fn write_match_page(arguments: &MatchArguments) -> io::Result<()> {
    match (&arguments.record, &arguments.report) {
        (Some(record), Some(page)) => match_report::write_page(record, page, arguments.sprt, arguments.anchor.as_ref()),
        _ => Ok(()),
    }
}

/// Whether [`write_match_page`] has a chance, asked before the match is played.
///
/// # Errors
///
/// If the page cannot be written.
pub(crate) fn check_match_page(arguments: &MatchArguments) -> io::Result<()> {
    arguments.report.as_deref().map_or(Ok(()), match_report::check_page)
}
