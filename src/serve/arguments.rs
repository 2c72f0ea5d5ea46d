//! What can be written behind `tern serve`.

use crate::matches::EngineSpec;
use clap::Parser;
use std::path::PathBuf;
use std::time::Duration;

/// Which engines there are, where the page is, and what it may use up.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArguments {
    /// The port at 127.0.0.1; 0 takes any that is free [default: 7077, or any if that is taken]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Another engine that the page offers, as in 'name=old cmd="./old --quiet" option.Hash=16'; may be given several times
    #[arg(short, long, value_name = "SPEC")]
    pub engine: Vec<EngineSpec>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Engines that may run at once
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub max_sockets: u32,
    /// The longest line that a page may send, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10, value_parser = clap::value_parser!(u32).range(256..=64 << 20))]
    pub max_line: u32,
    /// The most that a page may set Hash to, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub max_hash: u64,
    /// The most that a page may set Threads to [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    pub max_threads: Option<u64>,
    /// An engine that is told nothing for so many minutes is ended
    #[arg(long, value_name = "MINUTES", default_value_t = 60.0, value_parser = minutes)]
    pub idle: f64,
    /// Take the files of the page from this folder, and not those inside the program: for whoever changes them
    #[arg(long, value_name = "FOLDER")]
    pub page: Option<PathBuf>,
}

impl Default for ServeArguments {
    fn default() -> Self {
        /// An empty command line.
        #[derive(Parser)]
        struct Nothing {
            #[command(flatten)]
            arguments: ServeArguments,
        }
        Nothing::parse_from(["serve"]).arguments
    }
}

impl ServeArguments {
    pub(super) fn idle(&self) -> Duration {
        Duration::from_secs_f64(self.idle * 60.0)
    }
}

/// A time that is neither nothing nor endless.
fn minutes(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|minutes| (0.01..=100_000.0).contains(minutes));
    number.ok_or_else(|| "expected a number from 0.01 to 100000".into())
}
