//! Sentences for a person.

use crate::game::{GameResult, Outcome, Player, Reason};
use crate::games::any::AnyGame;
use crate::search::Score;

/// What a player is called.
pub(super) fn name(game: &AnyGame, player: Player) -> &'static str {
    game.player_names()[player.index()]
}

/// How a game ended.
pub(super) fn ending(game: &AnyGame, outcome: Outcome) -> String {
    let points = game.score().join(" to ");
    let GameResult::Win(winner) = outcome.result else {
        return match outcome.reason {
            Reason::Points => format!("Drawn by points, {points}."),
            Reason::Repetition => "Drawn: the same position came up for the third time.".into(),
            Reason::Idle => "Drawn: nothing was captured for too long.".into(),
            Reason::Material => "Drawn: neither side has enough left to win.".into(),
            reason => format!("Drawn ({reason})."),
        };
    };
    let (winner, loser) = (name(game, winner), name(game, winner.opponent()));
    match outcome.reason {
        Reason::Goal => format!("{winner} has won by reaching the goal."),
        Reason::Stones => format!("{winner} has won: {loser} has too few stones left."),
        Reason::Blocked => format!("{winner} has won: {loser} has no move left."),
        Reason::Points => format!("{winner} has won by points, {points}."),
        reason => format!("{winner} has won ({reason})."),
    }
}

/// What a move is worth to the player who makes it.
pub(super) fn worth(score: Score) -> String {
    let moves = |count: i32| format!("{count} move{}", if count == 1 { "" } else { "s" });
    match score {
        Score::Points(points) => format!("worth {points:+} points"),
        Score::Mate(own) if own > 0 => format!("wins in {}", moves(own)),
        Score::Mate(own) => format!("loses in {}, as all moves do", moves(-own)),
    }
}

/// As many lines of moves as a person may want to see at once.
const LINES: usize = 12;

/// Characters of a line.
const WIDTH: usize = 76;

/// The moves that begin with `beginning`, as many as fit.
pub(super) fn moves(all: &[String], beginning: &str) -> String {
    let wanted: Vec<&str> = all.iter().map(String::as_str).filter(|m| m.starts_with(beginning)).collect();
    if wanted.is_empty() {
        return format!("None of the {} moves begins with {beginning}.", all.len());
    }
    let longest = wanted.iter().map(|m| m.len()).max().unwrap_or(0);
    let in_a_line = (WIDTH / (longest + 2)).max(1);
    let mut lines = vec![format!("{} move{}:", wanted.len(), if wanted.len() == 1 { "" } else { "s" })];
    for line in wanted.chunks(in_a_line).take(LINES) {
        let padded: Vec<String> = line.iter().map(|m| format!("{m:<longest$}")).collect();
        lines.push(format!("  {}", padded.join("  ").trim_end()));
    }
    let shown = in_a_line * LINES;
    if let Some(next) = wanted.get(shown) {
        let start: String = next.chars().take(beginning.chars().count() + 2).collect();
        lines.push(format!("  and {} more; ask for some of them, as in: moves {start}", wanted.len() - shown));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let all: Vec<String> = (0..500).map(|i| format!("m{i:03}")).collect();
        let text = moves(&all, "");
        assert!(text.starts_with("500 moves:\n  m000  m001"), "{text}");
        assert!(text.ends_with("\n  and 356 more; ask for some of them, as in: moves m1"), "{text}");
        assert_eq!(moves(&all, "m499"), "1 move:\n  m499");
        assert_eq!(moves(&all, "x"), "None of the 500 moves begins with x.");
    }

    #[test]
    fn worth_in_words() {
        assert_eq!(worth(Score::Points(12)), "worth +12 points");
        assert_eq!(worth(Score::Mate(1)), "wins in 1 move");
        assert_eq!(worth(Score::Mate(-2)), "loses in 2 moves, as all moves do");
    }
}
