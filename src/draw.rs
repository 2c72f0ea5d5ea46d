//! A position as an SVG file.

use crate::games::any::{AnyGame, GameKind};
use crate::games::waldmeister::SIDES;
use crate::picture::Arrow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is drawn, and where to.
#[derive(Clone, Debug, clap::Args)]
pub struct DrawArguments {
    /// The game
    #[arg(long, value_name = "NAME", default_value_t = GameKind::Wali)]
    game: GameKind,
    /// The side of the board, in games that have several sizes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(5..=11), conflicts_with = "fen")]
    size: Option<u8>,
    /// A position text; the start position if left out
    #[arg(long, value_name = "TEXT")]
    fen: Option<String>,
    /// Moves to play from there, separated by blanks; the last may be half a move
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Arrows, separated by blanks: two cells each, and perhaps how good the move is, as in "c3c4 d2d3:bad"
    #[arg(long, value_name = "ARROWS", default_value = "")]
    arrows: String,
    /// Show the board from the other side
    #[arg(long)]
    flip: bool,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Draws the position and writes the file.
///
/// # Errors
///
/// If there is no such position, move or arrow, or the file cannot be written; then there is no new file, and an old one is
/// as it was.
pub fn run(arguments: &DrawArguments) -> io::Result<()> {
    let svg = picture(arguments)?;
    replace(&arguments.output, svg + "\n")
}

fn picture(arguments: &DrawArguments) -> io::Result<String> {
    if arguments.size.is_some() && arguments.game != GameKind::WaldMeister {
        return Err(invalid(format!("--size means nothing to {}, whose board has one size", arguments.game)));
    }
    let size = arguments.size.unwrap_or(8).clamp(*SIDES.start(), *SIDES.end());
    let mut game = match &arguments.fen {
        Some(text) => AnyGame::from_fen(arguments.game, text).map_err(invalid)?,
        None => AnyGame::start(arguments.game, usize::from(size)),
    };
    let moves: Vec<&str> = arguments.moves.split_whitespace().collect();
    game.play(&moves, true).map_err(invalid)?;
    let arrows: Result<Vec<Arrow>, _> = arguments.arrows.split_whitespace().map(str::parse).collect();
    game.svg(&arrows.map_err(invalid)?, arguments.flip).map_err(invalid)
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}

/// Writes a file beside the old one, and puts it in its place when it is whole.
fn replace(path: &Path, content: String) -> io::Result<()> {
    let explain = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let name = path.file_name().ok_or_else(|| invalid(format!("{} is not the name of a file", path.display())))?;
    let mut aside = name.to_owned();
    aside.push(format!(".{}.part", std::process::id()));
    let aside = path.with_file_name(aside);
    let written = fs::write(&aside, content).and_then(|()| fs::rename(&aside, path));
    if written.is_err() {
        // What is half written is of no use to anybody.
        let _ = fs::remove_file(&aside);
    }
    written.map_err(explain)
}
