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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::any::GameKind;

    #[test]
    fn the_balance_is_what_the_first_player_is_ahead_by() {
        let mut both_sides = 0;
        for (game, fen) in [
            (GameKind::Wali, "2b3/w4w/1b2b1/2w3/4wb w 8 8 - - 0"),
            (GameKind::Differo, "5/b1bbbb/2wb1b1/bb3b1w/wb1w2bb1/1ww1ww2/1w1w3/ww3w/5 w"),
            (GameKind::WaldMeister, "td3tgtg2/4sd3/8/4ml3/8/4mdtd2/4md2td/5sl2 1 232331332 333233311 c"),
        ] {
            let game = AnyGame::from_fen(game, fen).unwrap();
            let text = evaluation(&game);
            let lines: Vec<&str> = text.lines().collect();
            let (total, terms) = lines[1..].split_last().unwrap();
            let mut sum = 0;
            for line in terms {
                let numbers: Vec<i32> = line.split_whitespace().rev().map_while(|word| word.parse().ok()).collect();
                let [balance, p2, p1] = numbers[..] else { panic!("{line}") };
                assert_eq!(balance, p1 - p2, "{line}");
                both_sides += usize::from(p1 != 0 && p2 != 0);
                sum += balance;
            }
            assert_eq!(*total, format!("total {sum} for {}", game.player_names()[0]));
        }
        assert!(both_sides > 0, "in some game both sides have something to their credit");
        let over = AnyGame::from_fen(GameKind::Wali, "6/6/b1bb2/6/w4w w 0 0 - - 0").unwrap();
        assert_eq!(evaluation(&over), "the game is over, there is nothing to evaluate");
    }

    #[test]
    fn the_board_tells_whose_turn_it_is_or_who_has_won() {
        let line = |game, fen: &str| {
            let text = board(&AnyGame::from_fen(game, fen).unwrap());
            text.lines().rev().nth(1).unwrap().trim().to_string()
        };
        assert_eq!(line(GameKind::Wali, "6/6/6/6/b5 w 12 11 - - 0"), "White to move");
        assert_eq!(line(GameKind::Wali, "6/6/6/6/b5 b 12 11 - - 0"), "Black to move");
        assert_eq!(line(GameKind::Wali, "6/6/b1bb2/6/w4w w 0 0 - - 0"), "Black has won (stones)");
        assert_eq!(line(GameKind::Wali, "6/6/w1ww2/6/b4b w 0 0 - - 0"), "White has won (stones)");
        assert_eq!(line(GameKind::WaliTotal, "6/6/6/6/ww2bb w 0 0 - - 0"), "drawn (material)");
    }
}
