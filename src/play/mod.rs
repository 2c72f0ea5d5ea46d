//! A game in the terminal, line by line: a person against tern, two people, or tern against itself to look at.

mod conversation;
mod keeper;
mod paint;
mod played_game;
mod player_command;
mod requests;
mod saved;
mod seat;
mod thinker;
mod words;

pub use keeper::Keeper;

use crate::arguments::BoardArguments;
use crate::ascii;
use conversation::Conversation;
use played_game::PlayedGame;
use seat::{Levels, You};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;
use thinker::Thinker;

/// What is played, and by whom.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayArguments {
    #[command(flatten)]
    board: BoardArguments,
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
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "size", "fen"])]
    resume: Option<PathBuf>,
    /// Draw boards in plain ASCII; done anyway where the locale asks for it
    #[arg(long)]
    ascii: bool,
}

impl PlayArguments {
    fn game(&self) -> io::Result<PlayedGame> {
        let usage = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        if let Some(file) = &self.resume {
            return saved::read(file);
        }
        let size = self.board.size().map_err(|error| usage(error.to_string()))?;
        PlayedGame::new(self.board.game, size, self.board.fen.clone()).map_err(|error| usage(error.to_string()))
    }
}

/// Plays until the person quits, the input ends, or, if there is no person, the game is over. Fails if the output does.
///
/// The output is painted with escape codes; give a stream that removes them where they are not wanted. `keeper` always knows
/// the game as it stands.
pub fn run(arguments: &PlayArguments, input: impl BufRead, output: impl Write, keeper: &Keeper) -> io::Result<()> {
    let game = arguments.game()?;
    let thinker = Thinker::new(Duration::from_millis(arguments.movetime), arguments.seed)?;
    let seats = seat::seats(arguments.you, arguments.level);
    let ascii = arguments.ascii || ascii::is_ascii_locale(|name| std::env::var(name).ok());
    let file = arguments.resume.clone();
    Conversation { input, output, seats, thinker, game, file, keeper, ascii }.hold()
}
