//! A game described for a person: the board with all that belongs to it, and the evaluation term by term.

use super::options::Options;
use crate::eval;
use crate::game::{GameResult, Outcome, Player};
use crate::games::any::AnyGame;
use crate::protocol::{Dialect, Reply};
use std::fmt::Write;

/// The board, who is to move or has won, and the position text.
pub(super) fn board(game: &AnyGame) -> String {
    let mut text = game.draw();
    let [p1, p2] = game.player_names();
    let name = |player: Player| if player == Player::P1 { p1 } else { p2 };
    // Writing to a string does not fail.
    let _ = match game.outcome() {
        None => writeln!(text, "  {} to move", name(game.to_move())),
        Some(Outcome { result: GameResult::Win(winner), reason }) => {
            writeln!(text, "  {} has won ({reason})", name(winner))
        }
        Some(Outcome { result: GameResult::Draw, reason }) => writeln!(text, "  drawn ({reason})"),
    };
    if let Some((awaits, words)) = game.pending() {
        let _ = writeln!(text, "  awaiting {awaits} {}", words.join(" "));
    }
    let _ = writeln!(text, "  {}", game.fen());
    text
}

/// The static evaluation from the first player's side.
pub(super) fn evaluation(game: &AnyGame) -> String {
    let terms = eval::terms(game);
    if terms.is_empty() {
        return "the game is over, there is nothing to evaluate".into();
    }
    let [p1, p2] = game.player_names();
    let mut text = format!("{:<18}{p1:>9}{p2:>9}{:>9}\n", "", "balance");
    for term in &terms {
        let _ = writeln!(text, "{:<18}{:>9}{:>9}{:>9}", term.name, term.p1, term.p2, term.p1 - term.p2);
    }
    let total: i32 = terms.iter().map(|term| term.p1 - term.p2).sum();
    let _ = writeln!(text, "total {total} for {p1}");
    text
}

/// Who we are and what can be set.
pub(super) fn introduction(dialect: Dialect) -> Vec<Reply> {
    let name = Reply::IdName(format!("tern {}", env!("CARGO_PKG_VERSION")));
    let author = Reply::IdAuthor("the tern developers".into());
    let options = Options::advertise().into_iter().map(Reply::Option);
    [name, author].into_iter().chain(options).chain([Reply::Introduced(dialect)]).collect()
}
