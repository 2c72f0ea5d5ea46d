//! How the conversation is spelled, both ways: commands in, replies out. Knows no game and no search.

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
