//! How the conversation is spelled, both ways: commands to an engine, replies from it. Knows no game and no search.

mod command;
mod help;
mod info;
mod option;
mod reply;
mod words;

pub use command::{Command, CommandError, GoCommand, Query, StartFrom};
pub use help::help;
pub use info::{Bound, Info, InfoScore};
pub use option::{OptionInfo, OptionInfoError, OptionType};
pub use reply::{Dialect, Reply, ReplyError, nps};
