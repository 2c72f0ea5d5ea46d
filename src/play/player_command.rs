//! What a person can type besides moves: one table, which reads it and explains it.

use crate::token::Token;
use thiserror::Error;

/// A line that a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayerCommand {
    /// List the moves that begin like this.
    Moves(String),
    Hint,
    Undo,
    Resign,
    /// tern plays at this level from now on; without one, which there are.
    Level(Option<String>),
    /// The players change sides.
    Swap,
    Rules,
    /// The same game again, or another.
    New(Option<String>),
    /// To this file, or one with a name of our choice.
    Save(Option<String>),
    Board,
    Help,
    Quit,
    /// Anything else is a move, or part of one.
    Move(String),
}

/// An order that cannot be followed as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{order} is a command and goes alone: leave out {extra}")]
pub(super) struct PlayerCommandError {
    order: &'static str,
    extra: Token,
}

/// Makes an order of what follows its name; `None` if nothing may follow.
type Read = fn(&str) -> Option<PlayerCommand>;

/// What may follow an order.
fn optional(rest: &str) -> Option<String> {
    (!rest.is_empty()).then(|| rest.into())
}

/// The name of every order, how it is used, what it does, and how it is read.
const COMMANDS: [(&str, &str, &str, Read); 12] = [
    ("moves", "moves [START]", "list the legal moves, or those that begin with START", |rest| {
        Some(PlayerCommand::Moves(rest.to_ascii_lowercase()))
    }),
    ("hint", "hint", "what tern would play", |rest| rest.is_empty().then_some(PlayerCommand::Hint)),
    ("undo", "undo", "take back your last move, or half a move", |rest| rest.is_empty().then_some(PlayerCommand::Undo)),
    ("board", "board", "draw the board again", |rest| rest.is_empty().then_some(PlayerCommand::Board)),
    ("rules", "rules", "the rules of the game", |rest| rest.is_empty().then_some(PlayerCommand::Rules)),
    ("level", "level [N]", "how well tern plays from now on; alone, which levels there are", |rest| {
        Some(PlayerCommand::Level(optional(rest)))
    }),
    ("swap", "swap", "change sides", |rest| rest.is_empty().then_some(PlayerCommand::Swap)),
    ("resign", "resign", "give up this game", |rest| rest.is_empty().then_some(PlayerCommand::Resign)),
    ("new", "new [GAME]", "start a new game, of another kind if you name it", |rest| {
        Some(PlayerCommand::New(optional(rest)))
    }),
    ("save", "save [FILE]", "keep the game, to go on with it or to replay it", |rest| {
        Some(PlayerCommand::Save(optional(rest)))
    }),
    ("help", "help", "this list", |rest| rest.is_empty().then_some(PlayerCommand::Help)),
    ("quit", "quit", "leave", |rest| rest.is_empty().then_some(PlayerCommand::Quit)),
];

impl PlayerCommand {
    /// Reads a line that is not blank.
    pub(super) fn read(line: &str) -> Result<Self, PlayerCommandError> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match COMMANDS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(first)) {
            Some((order, _, _, read)) => read(rest).ok_or_else(|| PlayerCommandError { order, extra: rest.into() }),
            None => Ok(Self::Move(line.to_ascii_lowercase())),
        }
    }
}

/// The list of orders.
pub(super) fn help() -> String {
    let lines: Vec<String> = COMMANDS.iter().map(|(_, usage, about, _)| format!("  {usage:<14} {about}")).collect();
    lines.join("\n")
}

/// The names of all orders.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, ..)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_in_any_case_and_moves() {
        assert_eq!(PlayerCommand::read(" HINT\r\n"), Ok(PlayerCommand::Hint));
        assert_eq!(PlayerCommand::read("moves  C3"), Ok(PlayerCommand::Moves("c3".into())));
        assert_eq!(PlayerCommand::read("save My Game.txt"), Ok(PlayerCommand::Save(Some("My Game.txt".into()))));
        assert_eq!(PlayerCommand::read("save"), Ok(PlayerCommand::Save(None)));
        assert_eq!(PlayerCommand::read("C3c4"), Ok(PlayerCommand::Move("c3c4".into())));
    }

    #[test]
    fn what_is_too_much_is_quoted() {
        let error = PlayerCommand::read("undo 3").unwrap_err().to_string();
        assert_eq!(error, "undo is a command and goes alone: leave out '3'");
    }
}
