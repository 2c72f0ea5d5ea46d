//! Option `ShowWDL`: scores told as wins, draws and losses too.

use crate::eval::wdl::{self, Wdl};
use crate::game::GameResult;
use crate::games::any::AnyGame;
use crate::protocol::{InfoScore, Reply};

/// Adds to a report on a search of this game how such games end.
pub(super) fn add_to(reply: &mut Reply, game: &AnyGame) {
    if let Reply::Info(info) = reply {
        info.wdl = info.score.map(|score| expected(game, score)).map(|wdl| [wdl.wins, wdl.draws, wdl.losses]);
    }
}

fn expected(game: &AnyGame, score: InfoScore) -> Wdl {
    match (game.outcome().map(|outcome| outcome.result), score) {
        (Some(GameResult::Draw), _) => Wdl::DRAWN,
        (Some(GameResult::Win(winner)), _) if winner == game.to_move() => Wdl::WON,
        (Some(GameResult::Win(_)), _) => Wdl::LOST,
        (None, InfoScore::Mate(moves)) => {
            if moves > 0 {
                Wdl::WON
            } else {
                Wdl::LOST
            }
        }
        (None, InfoScore::Cp(points)) => wdl::expected(game, points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::any::GameKind;

    #[test]
    fn what_is_proven_is_certain() {
        let game = AnyGame::start(GameKind::Differo, AnyGame::USUAL_SIZE);
        assert_eq!(expected(&game, InfoScore::Mate(3)), Wdl::WON);
        assert_eq!(expected(&game, InfoScore::Mate(-3)), Wdl::LOST);
        let even = expected(&game, InfoScore::Cp(0));
        assert!(even.wins == even.losses && even.wins > 0, "{even:?}");
    }

    #[test]
    fn what_is_over_is_certain_too() {
        let of = |game, fen: &str| expected(&AnyGame::from_fen(game, fen).unwrap(), InfoScore::Cp(7));
        // Two stones of one side are too few, whoever is to move.
        assert_eq!(of(GameKind::Wali, "6/6/w1ww2/6/b4b w 0 0 - - 0"), Wdl::WON);
        assert_eq!(of(GameKind::Wali, "6/6/b1bb2/6/w4w w 0 0 - - 0"), Wdl::LOST);
        assert_eq!(of(GameKind::WaliTotal, "6/6/6/6/ww2bb w 0 0 - - 0"), Wdl::DRAWN);
        let game = AnyGame::start(GameKind::Wali, AnyGame::USUAL_SIZE);
        assert_eq!(expected(&game, InfoScore::Mate(0)), Wdl::LOST, "mated already");
    }
}
