//! What tern must bear, as functions of bytes: each takes any input whatever, and panics if a promise is broken. The fuzzers
//! in `fuzz/` and the tests in `tests/fuzz.rs` run the same ones.

pub(crate) mod conversation;
pub(crate) mod flood;
pub(crate) mod records;
pub(crate) mod script;
pub(crate) mod seeds;
pub(crate) mod texts;
pub(crate) mod wire;

#[path = "../naive/mod.rs"]
mod naive;

/// A whole session: the bytes are a script, spoken first line by line with every answer checked, then all at once.
pub(crate) fn session(data: &[u8]) {
    let script = script::Script::new(data);
    let spoken = conversation::speak(&script);
    flood::pour(&script, &spoken);
}

/// An error message is for a person: one line that can be read.
fn is_readable(message: &str) -> bool {
    !message.is_empty() && message.len() < 500 && !message.contains(char::is_control)
}
