//! How the conversation is spelled, both ways: commands in, replies out. Knows no game and no search.
//!
//! ```
//! use tern::protocol::{Command, Reply};
//!
//! let command = Command::parse("position startpos   moves c3 d3")?.ok_or("a blank line")?;
//! assert_eq!(command.to_string(), "position startpos moves c3 d3");
//! let reply: Reply = "bestmove c3".parse()?;
//! assert_eq!(reply, Reply::BestMove { best: Some("c3".into()), ponder: None });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod error;
mod go;
mod help;
mod info;
mod moves;
mod option;
mod query;
mod reply;
mod words;

pub use command::{Command, StartFrom};
pub use error::CommandError;
pub use go::GoCommand;
pub use help::help;
pub use info::{Bound, Info, InfoScore};
pub use moves::MoveTexts;
pub use option::{OptionInfo, OptionInfoError, OptionType};
pub use query::{PROTOCOL, Query, Side};
pub use reply::{Dialect, Reply, ReplyError, nps};
