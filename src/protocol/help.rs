//! The help text: one table of commands.

use crate::token::Token;

/// A command, how it is written, and what it does.
struct Entry {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
}

impl Entry {
    fn line(&self) -> String {
        format!("{:<11} {}", self.name, self.about)
    }
}

const fn entry(name: &'static str, usage: &'static str, about: &'static str) -> Entry {
    Entry { name, usage, about }
}

const ENTRIES: &[Entry] = &[
    entry("ugi", "ugi", "introduce yourself and list the options (uci does the same)"),
    entry("isready", "isready", "answer readyok, even during a search"),
    entry("uginewgame", "uginewgame", "forget everything and set up the start position (also ucinewgame)"),
    entry("setoption", "setoption name NAME [value VALUE]", "change an option that ugi lists"),
    entry("position", "position startpos|fen TEXT [moves MOVE...]", "set up a position"),
    entry("move", "move MOVE...", "play moves from here"),
    entry("capture", "capture CELL", "Wali: say which stone a step captures"),
    entry("plant", "plant TREE", "WaldMeister: say which tree is planted after a slide"),
    entry("undo", "undo [N]", "take back N moves, or the half move that waits for its capture or tree"),
    entry(
        "go",
        "go [depth N] [nodes N] [movetime MS] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [mate N] \
         [searchmoves MOVE...] [infinite] [ponder]",
        "search for the best move until the first limit, or until stop",
    ),
    entry("stop", "stop", "end the search and give its best move"),
    entry("ponderhit", "ponderhit", "the expected move was played: go on under the clock"),
    entry(
        "query",
        "query gameover|p1turn|result|reason|game|fen|score|moves [PREFIX]|steps [CELL]|pending|lastmove|history|start|board|\
         pieces|hands|svg [flip]|overlay CELL|p1|p2 [flip]|players|levels|protocol",
        "ask about the position",
    ),
    entry("d", "d", "draw the board"),
    entry("eval", "eval", "explain the static evaluation"),
    entry("perft", "perft N", "count the move sequences of length N"),
    entry("bench", "bench", "search a fixed set of positions and count nodes"),
    entry("rules", "rules", "print the rules of the game"),
    entry("help", "help [COMMAND] | help option NAME", "list the commands, or explain one, or an option"),
    entry("quit", "quit", "leave"),
];

/// The list of commands, or the usage of one; an error message if there is no such command.
pub fn help(command: Option<&str>) -> Result<String, String> {
    match command {
        None => Ok(ENTRIES.iter().map(Entry::line).collect::<Vec<_>>().join("\n")),
        Some(wanted) => ENTRIES
            .iter()
            .find(|entry| entry.name == wanted)
            .map(|entry| format!("{}\n    {}", entry.usage, entry.about))
            .ok_or_else(|| format!("no help for {}; help lists the commands", Token::from(wanted))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Command, CommandError};

    #[test]
    fn every_command_in_the_list_exists() {
        for entry in ENTRIES {
            let parsed = Command::parse(entry.name);
            assert!(!matches!(parsed, Err(CommandError::Unknown(_))), "{}", entry.name);
            assert!(help(Some(entry.name)).is_ok());
        }
    }
}
