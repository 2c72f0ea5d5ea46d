//! `tern serve`: the address is printed, Ctrl-C ends it.

use super::usage;
use crate::serve::{ServeArguments, ServeError, Server};
use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};

/// Serves the page until it is interrupted.
pub(super) fn serve(arguments: &ServeArguments) -> io::Result<ExitCode> {
    let server = Server::bind(arguments, &std::env::current_exe()?).map_err(|error| match error {
        ServeError::Engine(error) => usage(error),
        error => io::Error::other(error),
    })?;
    let stopper = server.stopper();
    ctrlc::set_handler(move || stopper.stop()).map_err(io::Error::other)?;
    writeln!(io::stdout(), "{}", server.address())?;
    io::stdout().flush()?;
    // If nobody reads it, there is nobody to tell.
    let _ = writeln!(io::stderr(), "Open this address in a browser. Ctrl-C ends tern serve and its engines.");
    if arguments.open {
        open(&server.address());
    }
    server.run()?;
    Ok(ExitCode::SUCCESS)
}

/// Asks the system to show a page. Where that fails, the person has the address.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // Waited for elsewhere, so that it does not stay behind as a zombie.
        Ok(mut browser) => drop(std::thread::spawn(move || browser.wait())),
        Err(error) => log::warn!("cannot open a browser with {program}: {error}"),
    }
}
