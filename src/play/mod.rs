//! A game in the terminal, line by line: a person against tern, two people, or tern against itself to look at.
//!
//! ```
//! use clap::{Command, FromArgMatches};
//! use std::io;
//! use tern::play::{Console, Keeper, Leave, PlayArguments, run};
//!
//! let command = <PlayArguments as clap::Args>::augment_args(Command::new("play"));
//! let arguments = PlayArguments::from_arg_matches(&command.get_matches_from(["play", "--level", "random"]))?;
//! let keeper = Keeper::default();
//! let console = Console::plain(&b"c3\nquit\n"[..], io::sink());
//! assert_eq!(run(&arguments, console, &keeper)?, Leave::Quit);
//! assert!(keeper.farewell().starts_with("The game was: position startpos moves c3 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod console;
mod conversation;
mod keeper;
mod paint;
mod played_game;
mod player_command;
mod questions;
mod requests;
mod saved;
mod seat;
mod thinker;
mod thinking;
mod words;

pub use console::Console;
pub use keeper::Keeper;
pub(crate) use saved::read_saved;

use crate::arguments::{game, size, size_for};
use crate::ascii;
use crate::games::any::GameKind;
use crate::search::Limits;
use console::Answer;
use conversation::Conversation;
use played_game::PlayedGame;
use questions::Choices;
use seat::{Levels, You};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use thinker::Thinker;

/// What is played, and by whom. What is left out is asked for in a terminal.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayArguments {
    /// The game; wali if nobody is asked
    #[arg(long, value_name = "NAME", value_parser = game(), ignore_case = true)]
    game: Option<GameKind>,
    /// The side of the board, 5 to 11, for WaldMeister
    #[arg(long, value_name = "N", value_parser = size())]
    size: Option<u8>,
    /// A position text to start from
    #[arg(long, value_name = "TEXT", conflicts_with = "size")]
    fen: Option<String>,
    /// Which player you are, p1 if nobody is asked; with both two people play, with none you watch
    #[arg(long, value_name = "WHO", value_enum)]
    you: Option<You>,
    /// How well tern plays: random, greedy, 1 to 10 or search, 3 if nobody is asked; two of them, as in 5,greedy, are for p1 and p2
    #[arg(long, value_name = "LEVEL")]
    level: Option<Levels>,
    /// Your name; twice if two people play
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// How long tern thinks about a move at most, in milliseconds; 1000 if there is no other limit
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// How many positions tern looks at for a move at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many plies tern looks ahead at most
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Seeds every random choice of tern; 0 stands for a different seed every time
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Go on with a game that was saved, with the same players unless told otherwise
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "size", "fen"])]
    resume: Option<PathBuf>,
    /// Whether to ask for what is left out here: auto asks in a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Ask::Auto)]
    ask: Ask,
    /// Draw boards in plain ASCII; done anyway where the locale asks for it
    #[arg(long)]
    ascii: bool,
}

/// When to ask questions before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Ask {
    /// In a terminal.
    Auto,
    /// Wherever the answers come from.
    Always,
    /// Take the defaults.
    Never,
}

/// How long tern thinks if nothing limits it.
const USUAL_MOVE_TIME: Duration = Duration::from_secs(1);

impl PlayArguments {
    /// Whether there is a board on the command line, and with it a game.
    fn names_a_board(&self) -> bool {
        self.size.is_some() || self.fen.is_some()
    }

    /// Whether it says anything about who plays.
    fn names_players(&self) -> bool {
        self.you.is_some() || self.level.is_some() || !self.name.is_empty()
    }

    fn game(&self, kind: GameKind) -> io::Result<PlayedGame> {
        let usage = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        let size = size_for(kind, self.size).map_err(|error| usage(error.to_string()))?;
        PlayedGame::new(kind, size, self.fen.clone()).map_err(|error| usage(error.to_string()))
    }

    fn limits(&self) -> Limits {
        let move_time = self.movetime.map(Duration::from_millis);
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let move_time = move_time.or(unlimited.then_some(USUAL_MOVE_TIME));
        Limits { move_time, nodes: self.nodes, depth: self.depth, ..Limits::NONE }
    }
}

/// How the person left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// By a word, or the end of the input or of a game that was watched.
    Quit,
    /// With Ctrl-C.
    Interrupt,
}

/// Plays until the person quits, the input ends, or, if there is no person, the game is over. Fails if the output does. `keeper`
/// always knows the game as it stands.
pub fn run(arguments: &PlayArguments, mut console: Console, keeper: &Keeper) -> io::Result<Leave> {
    let resumed = arguments.resume.as_deref().map(saved::read).transpose()?;
    // What is wrong with the command line is said before any question.
    if arguments.names_a_board() {
        arguments.game(arguments.game.unwrap_or(GameKind::Wali))?;
    }
    let ask = match arguments.ask {
        Ask::Auto => console.is_terminal(),
        Ask::Always => true,
        Ask::Never => false,
    };
    let Choices { kind, seats } = match questions::choices(&mut console, arguments, resumed.as_ref(), ask)? {
        ControlFlow::Continue(choices) => choices,
        ControlFlow::Break(left) => {
            let line_ended = matches!(left, Answer::Line(_));
            writeln!(console.output, "{}Goodbye.", if line_ended { "" } else { "\n" })?;
            return Ok(if left == Answer::Interrupt { Leave::Interrupt } else { Leave::Quit });
        }
    };
    let game = resumed.map_or_else(|| arguments.game(kind), |saved| Ok(saved.played))?;
    let thinker = Thinker::new(arguments.limits(), arguments.seed)?;
    let ascii = arguments.ascii || ascii::is_ascii_locale(|name| std::env::var(name).ok());
    let file = arguments.resume.clone();
    Conversation {
        console,
        seats,
        thinker,
        game,
        file,
        keeper,
        ascii,
        last_reply: None,
        explained: None,
        declined: false,
    }
    .hold()
}
