//! Sentences for a person.

use super::played_game::End;
use super::seat::Seat;
use crate::game::{Player, Reason};
use crate::games::any::{AnyGame, GameKind};
use crate::search::{Level, Score};

/// What a player is called by the rules.
pub(super) fn name(game: &AnyGame, player: Player) -> &'static str {
    game.player_names()[player.index()]
}

/// A player by colour and name: `White (Ann)`.
pub(super) fn who(game: &AnyGame, seats: &[Seat; 2], player: Player) -> String {
    let (colour, name) = (name(game, player), seats[player.index()].name());
    if colour == name { colour.into() } else { format!("{colour} ({name})") }
}

/// Who sits in a seat, and how strong they are in this game if that is known.
pub(super) fn occupant(kind: GameKind, seat: &Seat) -> String {
    match seat {
        Seat::Tern(level) => format!("tern, {} (Elo {})", self::level(*level), level.rating(kind).elo),
        Seat::Person(name) => name.clone(),
    }
}

/// A level by name.
pub(super) fn level(level: Level) -> String {
    format!("level {level}")
}

/// The level to try after one was beaten: the next that is stronger in this game.
pub(super) fn next_level(kind: GameKind, beaten: Level) -> Option<Level> {
    let stronger = |level: &Level| level.rating(kind).elo > beaten.rating(kind).elo;
    Level::by_rating(kind).into_iter().filter(|&level| level != Level::Greedy).find(stronger)
}

/// All levels with their ratings in a game, the weakest first.
pub(super) fn levels(kind: GameKind) -> String {
    let rated: Vec<String> =
        Level::by_rating(kind).iter().map(|level| format!("{level} ({})", level.rating(kind).elo)).collect();
    let rated: Vec<&str> = rated.iter().map(String::as_str).collect();
    let (weaker, stronger) = rated.split_at(rated.len() / 2);
    format!("The levels, with their Elo in {}:\n  {},\n  {}.", title(kind), weaker.join(", "), list(stronger, "and"))
}

/// What a game is called in a sentence.
pub(super) fn title(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Wali => "Wali",
        GameKind::WaliTotal => "Wali-total",
        GameKind::Differo => "Differo",
        GameKind::WaldMeister => "WaldMeister",
    }
}

/// What a game is about, for one who has to choose.
pub(super) fn about(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Wali => "drop stones apart, then step them into rows of three to capture",
        GameKind::WaliTotal => "the same to the last stone, with nothing protected",
        GameKind::Differo => "race across a hexagon; lines on which you outnumber carry you",
        GameKind::WaldMeister => "slide and plant trees; one scores colours, the other heights",
    }
}

/// A list as one would say it: `a, b or c`.
pub(super) fn list(names: &[&str], before_last: &str) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} {before_last} {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Whether a line says yes, as an empty one does, or no.
pub(super) fn yes_or_no(line: &str) -> Option<bool> {
    match line.to_ascii_lowercase().as_str() {
        "" | "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

/// How a game ended.
pub(super) fn ending(game: &AnyGame, seats: &[Seat; 2], end: End) -> String {
    let Some(winner) = end.winner() else { return drawn(game, end) };
    let (champion, loser) = (&seats[winner.index()], winner.opponent());
    let colour = name(game, winner);
    let subject = match champion.name() {
        Seat::YOU => format!("You have won as {colour}"),
        name if name == colour => format!("{colour} has won"),
        name => format!("{colour} ({name}) has won"),
    };
    let [p1, p2] = game.score();
    // The winner's points first, as in every report of a match.
    let points = if winner == Player::P1 { format!("{p1} to {p2}") } else { format!("{p2} to {p1}") };
    let loser = name(game, loser);
    match end {
        End::Resigned(_) => format!("{subject}: {loser} has resigned."),
        End::Rules(outcome) => match outcome.reason {
            Reason::Goal => format!("{subject} by reaching the goal."),
            Reason::Stones => {
                format!(
                    "{subject}: {loser} has too few stones left ({}).",
                    if winner == Player::P1 { &p2 } else { &p1 }
                )
            }
            Reason::Blocked => format!("{subject}: {loser} has no move left."),
            Reason::Points => format!("{subject} by points, {points}."),
            reason => format!("{subject} ({reason})."),
        },
    }
}

fn drawn(game: &AnyGame, end: End) -> String {
    let [p1, p2] = game.score();
    match end {
        End::Rules(outcome) => match outcome.reason {
            Reason::Points => format!("Drawn by points, {p1} to {p2}."),
            Reason::Repetition => "Drawn: the same position came up for the third time.".into(),
            Reason::Idle => "Drawn: nothing was captured for 100 plies.".into(),
            Reason::Material => "Drawn: neither side has enough left to win.".into(),
            reason => format!("Drawn ({reason})."),
        },
        End::Resigned(_) => "Resigned.".into(),
    }
}

/// What a move is worth to the player who makes it.
pub(super) fn worth(score: Score) -> String {
    let moves = |count: i32| format!("{count} move{}", if count == 1 { "" } else { "s" });
    match score {
        // Scores are in hundredths of about one stone or point.
        Score::Cp(hundredths) => format!("worth {:+.2}", f64::from(hundredths) / 100.0),
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
        assert_eq!(worth(Score::Cp(12)), "worth +0.12");
        assert_eq!(worth(Score::Mate(1)), "wins in 1 move");
        assert_eq!(worth(Score::Mate(-2)), "loses in 2 moves, as all moves do");
    }
}
