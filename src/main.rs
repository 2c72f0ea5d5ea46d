//! The tern binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    tern::cli::run()
}
