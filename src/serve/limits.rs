//! What a page may ask of an engine.

use super::ServeArguments;
use crate::protocol::Command;
use crate::token::Token;
use std::time::Duration;

/// Bytes on their way to an engine that does not read them.
const MAX_BACKLOG: usize = 1 << 20;

/// Bounds for every socket.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) sockets: u32,
    pub(super) line: usize,
    pub(super) hash: u64,
    pub(super) threads: u64,
    pub(super) idle: Duration,
    /// Bytes that may wait for an engine.
    pub(super) backlog: usize,
}

impl Limits {
    pub(super) fn new(arguments: &ServeArguments) -> Self {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        let line = arguments.max_line as usize;
        Self {
            sockets: arguments.max_sockets,
            line,
            hash: arguments.max_hash,
            threads: arguments.max_threads.unwrap_or_else(cores),
            idle: arguments.idle(),
            backlog: MAX_BACKLOG.max(2 * line),
        }
    }

    /// The `error` line that answers what a page may not say, instead of the engine; nothing if the engine may hear it.
    pub(super) fn refusal(&self, line: &str) -> Option<String> {
        if line.contains(['\n', '\r']) {
            return Some("error a frame is one line".into());
        }
        let Ok(Some(Command::SetOption { name, value: Some(value) })) = Command::parse(line) else { return None };
        let (_, most) = [("Hash", self.hash), ("Threads", self.threads)]
            .into_iter()
            .find(|(limited, _)| name.eq_ignore_ascii_case(limited))?;
        let allowed = value.trim().parse::<u64>().is_ok_and(|number| number <= most);
        let value = Token::from(value.as_str());
        (!allowed).then(|| format!("error option {name} cannot be {value}: this server allows {most} at most"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> Option<String> {
        let arguments = ServeArguments { max_hash: 256, max_threads: Some(2), ..ServeArguments::default() };
        Limits::new(&arguments).refusal(line)
    }

    #[test]
    fn hash_and_threads_have_bounds() {
        assert_eq!(refusal("setoption name Hash value 256"), None);
        assert_eq!(
            refusal("  setoption name HASH value 257").unwrap(),
            "error option HASH cannot be '257': this server allows 256 at most"
        );
        assert!(refusal("setoption name Threads value 3").is_some());
        assert!(refusal("setoption name Hash value 99999999999999999999").is_some());
        assert_eq!(refusal("setoption name MultiPV value 300"), None);
    }

    #[test]
    fn everything_else_is_for_the_engine_to_judge() {
        for line in ["", "go infinite", "no such command", "setoption name Hash", "# setoption name Hash value 9999"] {
            assert_eq!(refusal(line), None);
        }
        assert_eq!(refusal("d\nsetoption name Hash value 9999").unwrap(), "error a frame is one line");
    }
}
