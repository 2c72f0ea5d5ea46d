//! Ctrl-C, and requests to end from elsewhere, while somebody plays.

use super::INTERRUPTED;
use crate::play::Keeper;
use std::io::{self, Write};

/// From now on an interrupt prints the game before it ends the process.
pub(super) fn tell_the_game(keeper: &Keeper) -> io::Result<()> {
    let keeper = keeper.clone();
    ctrlc::set_handler(move || {
        let mut output = io::stdout();
        // If nobody reads it, there is nobody to tell.
        let _ = writeln!(output, "\n{}", keeper.farewell()).and_then(|()| output.flush());
        std::process::exit(i32::from(INTERRUPTED));
    })
    .map_err(io::Error::other)
}
