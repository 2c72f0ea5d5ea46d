//! Why a command was refused.

use super::input::InputError;
use super::options::OptionError;
use crate::games::any::{AnyPlayError, PositionError};
use crate::search::OutOfMemory;
use std::io;
use thiserror::Error;

/// Why a command was refused. The session turns it into an `error` line in one place.
#[derive(Debug, Error)]
pub(super) enum SessionError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Play(#[from] AnyPlayError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error("{0}")]
    Help(String),
    #[error("a search is running: send stop first")]
    SearchRunning,
    #[error("no thread can be started for this: {0}")]
    Thread(io::Error),
}
