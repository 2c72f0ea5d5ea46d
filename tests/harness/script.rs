//! A script made of any bytes: which lines are sent, with the few that would take for ever made shorter.

use tern::games::any::GameKind;
use tern::protocol::Command;

/// No script goes on for longer than this.
const MOST_LINES: usize = 40;

/// No search of a script visits more positions than this.
const MOST_NODES: u64 = 60;

/// Memory and threads that every machine has.
const MOST_HASH: u64 = 4;
const MOST_THREADS: u64 = 3;

/// What is said in a session.
pub(crate) struct Script {
    pub(crate) game: GameKind,
    pub(crate) lines: Vec<Vec<u8>>,
    /// A number that depends on every byte, for all choices that are left open.
    pub(crate) dice: usize,
}

impl Script {
    /// The first byte chooses the game, the others are the lines.
    pub(crate) fn new(data: &[u8]) -> Self {
        let (&choice, rest) = data.split_first().unwrap_or((&0, &[]));
        let dice = data.iter().fold(7, |dice: usize, &byte| dice.wrapping_mul(31).wrapping_add(usize::from(byte)));
        Self {
            game: GameKind::ALL[usize::from(choice) % GameKind::ALL.len()],
            lines: rest.split(|&byte| byte == b'\n').take(MOST_LINES).map(Into::into).collect(),
            dice,
        }
    }
}

/// A line as it is sent: `?` stands for a legal move, `~` for the first half of one.
pub(crate) fn resolved(line: &str, moves: &[String], dice: usize) -> String {
    let mut place = dice;
    let mut fill = |word: &str| match word {
        "?" | "~" if !moves.is_empty() => {
            place = place.wrapping_mul(31).wrapping_add(7);
            let whole = &moves[place % moves.len()];
            let half = if word == "~" { whole.find(['x', '+']) } else { None };
            whole[..half.unwrap_or(whole.len())].to_string()
        }
        other => other.to_string(),
    };
    line.split(' ').map(&mut fill).collect::<Vec<_>>().join(" ")
}

/// A line made harmless: every search ends after a few nodes unless it waits for a stop anyway, and what asks for much
/// memory or many threads is left out.
pub(crate) fn tamed(line: &str) -> Option<String> {
    let too_much =
        |value: &Option<String>, most| value.as_ref().and_then(|v| v.parse::<u64>().ok()).is_some_and(|v| v > most);
    match Command::parse(line) {
        Ok(Some(Command::Go(go))) if go.infinite && go.nodes.is_none() && !go.ponder => Some(line.into()),
        Ok(Some(Command::Go(go))) => Some(format!("{line} nodes {}", go.nodes.unwrap_or(u64::MAX).min(MOST_NODES))),
        Ok(Some(Command::SetOption { name, value })) => {
            let refused = (name.eq_ignore_ascii_case("hash") && too_much(&value, MOST_HASH))
                || (name.eq_ignore_ascii_case("threads") && too_much(&value, MOST_THREADS));
            (!refused).then(|| line.into())
        }
        _ => Some(line.into()),
    }
}

/// Whether a line starts a count that nobody can wait for, and that must be stopped.
pub(crate) fn counts_for_ever(command: &Command) -> bool {
    matches!(command, Command::Bench | Command::Perft(2..))
}
