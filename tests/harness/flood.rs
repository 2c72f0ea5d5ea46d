//! A session all at once and cut off anywhere: whatever is lost in the hurry, nothing is said too often, and it ends.

use super::conversation::shown;
use super::script::{Script, tamed};
use super::wire::Wire;
use tern::protocol::Command;

/// How often something was asked or said.
#[derive(Default)]
struct Tally {
    ready: usize,
    searches: usize,
    questions: usize,
    quits: usize,
}

/// Sends lines that were spoken before, without waiting for answers, and closes the input in the middle of them.
pub(crate) fn pour(script: &Script, spoken: &[Vec<u8>]) {
    let bytes = cut_off(spoken, script.dice);
    let asked = asked(&bytes);
    let wire = Wire::new(script.game);
    wire.send(&bytes);
    let lines = wire.finish();
    let said = |beginning: &str| lines.iter().filter(|line| line.starts_with(beginning)).count();
    let context = || format!("{lines:?} after{}", shown(std::slice::from_ref(&bytes)));
    assert!(said("readyok") <= asked.ready && said("response ") <= asked.questions, "{}", context());
    assert!(said("bestmove ") <= asked.searches, "{}", context());
    if asked.quits == 0 {
        assert_eq!(said("readyok"), asked.ready, "{}", context());
        assert_eq!(said("response "), asked.questions, "{}", context());
        assert!(said("bestmove ") + said("error ") >= asked.searches, "{}", context());
    }
}

/// The lines up to some byte. What the cut makes of the last one must not take for ever either.
fn cut_off(lines: &[Vec<u8>], dice: usize) -> Vec<u8> {
    let mut bytes = lines.join(&b'\n');
    bytes.push(b'\n');
    bytes.truncate(dice % (2 * bytes.len()));
    let last = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if let Ok(line) = str::from_utf8(&bytes[last..]) {
        let harmless = tamed(line).unwrap_or_default();
        bytes.truncate(last);
        bytes.extend_from_slice(harmless.as_bytes());
    }
    // In the hurry a stop may hit another count or search than the one it was meant for: there must be one for each.
    let is_work = |command: &Command| matches!(command, Command::Go(_) | Command::Perft(_) | Command::Bench);
    let works = commands(&bytes).filter(is_work).count();
    bytes.extend(b"\nstop".repeat(works));
    bytes
}

fn commands(bytes: &[u8]) -> impl Iterator<Item = Command> {
    let read = |line| str::from_utf8(line).ok().and_then(|line| Command::parse(line).ok().flatten());
    bytes.split(|&byte| byte == b'\n').filter_map(read)
}

fn asked(bytes: &[u8]) -> Tally {
    let mut tally = Tally::default();
    for command in commands(bytes) {
        match command {
            Command::IsReady => tally.ready += 1,
            Command::Go(_) => tally.searches += 1,
            Command::Query(_) => tally.questions += 1,
            Command::Quit => tally.quits += 1,
            _ => {}
        }
    }
    tally
}
