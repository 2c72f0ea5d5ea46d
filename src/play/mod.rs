//! A game in the terminal, line by line: a person against tern, two people, or tern against itself to look at.

mod conversation;
mod order;
mod paint;
mod saved;
mod seat;
mod sitting;
mod thinker;
mod words;

use crate::games::any::GameKind;
use crate::session::{OptionError, Options};
use conversation::Conversation;
use seat::{Levels, You};
use sitting::Sitting;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;
use thinker::Thinker;

/// What is played, and by whom.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayArguments {
    /// The game
    #[arg(long, value_name = "NAME", default_value_t = GameKind::Wali, conflicts_with = "resume")]
    game: GameKind,
    /// The side of the board, in games that have several sizes
    #[arg(long, value_name = "N", value_parser = board_size, conflicts_with = "resume")]
    size: Option<usize>,
    /// A position text to start from
    #[arg(long, value_name = "TEXT", conflicts_with = "resume")]
    fen: Option<String>,
    /// Which player you are; with both two people play, with none you watch
    #[arg(long, value_name = "WHO", value_enum, default_value_t = You::P1)]
    you: You,
    /// How well tern plays: random, greedy or search; two of them, as in search,greedy, are for p1 and p2
    #[arg(long, value_name = "LEVEL", default_value = "search")]
    level: Levels,
    /// How long tern thinks about a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
    /// Seeds every random choice of tern; 0 stands for a different seed every time
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// The table of options knows which sizes there are.
fn board_size(text: &str) -> Result<usize, OptionError> {
    let mut options = Options::default();
    options.set("BoardSize", Some(text))?;
    Ok(options.board_size)
}

impl PlayArguments {
    fn sitting(&self) -> io::Result<Sitting> {
        let size = self.size.unwrap_or(Options::default().board_size);
        match &self.resume {
            Some(file) => saved::read(file),
            None => Sitting::new(self.game, size, self.fen.clone())
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error)),
        }
    }
}

/// Plays until the person quits, the input ends, or, if there is no person, the game is over. Fails if the output does.
///
/// The output is painted with escape codes; give a stream that removes them where they are not wanted.
pub fn run(arguments: &PlayArguments, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let sitting = arguments.sitting()?;
    let thinker = Thinker::new(Duration::from_millis(arguments.movetime), arguments.seed)?;
    let seats = seat::seats(arguments.you, arguments.level);
    Conversation::new(input, output, seats, thinker, sitting, arguments.resume.clone()).hold()
}
