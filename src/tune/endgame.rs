//! `tern tune endgame`: solves the endgames of `wali-total` and writes the tablebase.

use super::{named, refuse_all_but_weights};
use crate::eval::wali_endgame::{BYTES, tablebase};
use crate::files;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// What `tern tune endgame` can be told.
#[derive(Args, Clone, Debug)]
pub(crate) struct EndgameArguments {
    /// The file with the tablebase, to put the new one into it
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// Solves all endgames, and writes them into their file if told to.
///
/// # Errors
///
/// If the output or the file cannot be written.
pub(super) fn run(arguments: &EndgameArguments, output: &mut impl Write) -> io::Result<()> {
    if let Some(path) = &arguments.write {
        refuse_all_but_weights(path, BYTES)?;
        files::check_writable(path).map_err(|error| named(path, &error))?;
    }
    let tablebase = tablebase();
    if let Some(path) = &arguments.write {
        files::replace(path, &tablebase).map_err(|error| named(path, &error))?;
    }
    writeln!(output, "{} bytes", tablebase.len())
}
