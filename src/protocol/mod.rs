//! How the conversation is spelled: commands in, replies out. Knows no game and no search.

mod command;
mod help;
mod reply;
mod words;

pub use crate::search::Score as InfoScore;
pub use command::{Command, CommandError, GoCommand, Query, StartFrom};
pub use help::help;
pub use reply::{Info, Reply};
