//! A position as an SVG file.

use crate::arguments::BoardArguments;
use crate::files;
use crate::picture::Arrow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What is drawn, and where to.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DrawArguments {
    #[command(flatten)]
    board: BoardArguments,
    /// Moves to play from there, separated by blanks; the last may be half a move
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Arrows, separated by blanks: two cells each, and perhaps how good the move is, one of best, good,
    /// doubtful and bad, as in "c3c4 d2d3:bad"
    #[arg(long, value_name = "ARROWS", default_value = "")]
    arrows: String,
    /// Show the board from the other side
    #[arg(long)]
    flip: bool,
    /// The file to write, - for standard output; a file that is no SVG is not replaced
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Draws the position and writes the file.
///
/// # Errors
///
/// If there is no such position, move or arrow, or the file cannot be written; then there is no new file, and an old one is
/// as it was.
pub(crate) fn run(arguments: &DrawArguments, output: &mut impl Write) -> io::Result<()> {
    let mut svg = picture(arguments)?;
    svg.push('\n');
    let path = &arguments.output;
    if path.as_os_str() == "-" {
        return output.write_all(svg.as_bytes());
    }
    let written = refuse_all_but_pictures(path).and_then(|()| files::replace(path, svg.as_bytes()));
    written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

/// A slip of the keyboard must not cost anybody a file.
fn refuse_all_but_pictures(path: &Path) -> io::Result<()> {
    let is_file = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
    let mut beginning = [0; 4];
    if is_file && (File::open(path)?.read(&mut beginning)? < 4 || beginning != *b"<svg") {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "this file is no picture of tern and would be lost"));
    }
    Ok(())
}

fn picture(arguments: &DrawArguments) -> io::Result<String> {
    let mut game = arguments.board.start().map_err(invalid)?;
    let moves: Vec<&str> = arguments.moves.split_whitespace().collect();
    game.play(&moves, true).map_err(invalid)?;
    let arrows: Result<Vec<Arrow>, _> = arguments.arrows.split_whitespace().map(str::parse).collect();
    game.svg(&arrows.map_err(invalid)?, arguments.flip).map_err(invalid)
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}
