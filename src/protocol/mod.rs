//! How the conversation is spelled: commands in, replies out. Knows no game and no search.

mod command;
mod help;
mod query;
mod reply;
mod words;

pub use command::{Command, CommandError, GoCommand, StartFrom};
pub use help::help;
pub use query::{PROTOCOL, Query};
pub use reply::{Info, InfoScore, Reply};
