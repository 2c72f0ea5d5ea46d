//! Ctrl-C, and requests to end from elsewhere, while somebody plays.

use super::INTERRUPTED;
use crate::play::Keeper;
use std::io::{self, Write};

/// From now on an interrupt prints the game before it ends the process, and leaves the terminal as it was.
pub(super) fn tell_the_game(keeper: &Keeper) -> io::Result<()> {
    let keeper = keeper.clone();
    let terminal = TerminalMode::now();
    ctrlc::set_handler(move || {
        terminal.restore();
        let mut output = io::stdout();
        // If nobody reads it, there is nobody to tell.
        let _ = writeln!(output, "\n{}", keeper.farewell()).and_then(|()| output.flush());
        std::process::exit(i32::from(INTERRUPTED));
    })
    .map_err(io::Error::other)
}

/// How the terminal echoes and reads, which the editing of lines changes for a while.
#[cfg(unix)]
struct TerminalMode(Option<nix::sys::termios::Termios>);

#[cfg(unix)]
impl TerminalMode {
    fn now() -> Self {
        Self(nix::sys::termios::tcgetattr(io::stdin()).ok())
    }

    fn restore(&self) {
        use nix::sys::termios::{SetArg, tcsetattr};
        if let Some(mode) = &self.0 {
            // Without a terminal there is nothing to restore.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, mode);
        }
    }
}

/// The console of Windows takes care of itself.
#[cfg(not(unix))]
struct TerminalMode;

#[cfg(not(unix))]
impl TerminalMode {
    fn now() -> Self {
        Self
    }

    fn restore(&self) {}
}
