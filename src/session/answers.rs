//! The answers to `query`.

use crate::game::Player;
use crate::games::any::{AnyGame, GameKind};
use crate::notation::begins_with;
use crate::picture::Subject;
use crate::protocol::{PROTOCOL, Query, Side};
use crate::search::Level;

/// What is said to a question about a game.
pub(super) fn answer(game: &AnyGame, question: &Query) -> String {
    let outcome = game.outcome();
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".into());
    match question {
        Query::GameOver => outcome.is_some().to_string(),
        Query::P1Turn => (game.to_move() == Player::P1).to_string(),
        Query::Result => or_none(outcome.map(|outcome| outcome.result.to_string())),
        Query::Reason => or_none(outcome.map(|outcome| outcome.reason.to_string())),
        Query::Pending => or_none(pending(game)),
        Query::Game => game.kind().to_string(),
        Query::Fen => game.fen(),
        Query::Start => game.start_fen(),
        Query::Score => game.score().join(" "),
        Query::Moves(about) => list(beginning(game.moves(), about.as_deref())),
        Query::Steps(about) => list(beginning(game.steps(), about.as_deref())),
        Query::History => list(game.played()),
        Query::LastMove => list(game.played().pop()),
        Query::Board => list(game.cells().into_iter().map(|(cell, place)| format!("{cell},{place}"))),
        Query::Pieces => list(game.pieces().into_iter().map(|(cell, piece)| format!("{cell}={piece}"))),
        Query::Hands => hands(game),
        // Without arrows there is none that could be wrong.
        Query::Svg(side) => game.svg(&[], *side == Side::Flipped).unwrap_or_default(),
        Query::Overlay(about, side) => overlay(game, about.as_deref().unwrap_or_default(), *side),
        Query::Players => list(game.player_names().map(Into::into)),
        Query::Levels => levels(game.kind()),
        Query::Protocol => PROTOCOL.to_string(),
    }
}

/// Words with blanks between them.
fn list(words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = words.into_iter().collect();
    if words.is_empty() { "(none)".into() } else { words.join(" ") }
}

/// What lies over the picture for a player, or else for a cell.
fn overlay(game: &AnyGame, about: &str, side: Side) -> String {
    let player = Player::BOTH.into_iter().find(|player| format!("p{}", player.index() + 1) == about);
    let subject = player.map_or(Subject::Cell(about), Subject::Player);
    list(game.overlay(subject, side == Side::Flipped))
}

/// The levels with their ratings in a game, the weakest first.
fn levels(game: GameKind) -> String {
    list(Level::by_rating(game).into_iter().map(|level| format!("{level}={}", level.rating(game).elo)))
}

fn beginning(mut moves: Vec<String>, about: Option<&str>) -> Vec<String> {
    if let Some(prefix) = about {
        moves.retain(|text| begins_with(text, prefix));
    }
    moves
}

fn pending(game: &AnyGame) -> Option<String> {
    let ((awaits, _), half) = game.pending().zip(game.pending_text())?;
    Some(format!("{awaits} {half}"))
}

fn hands(game: &AnyGame) -> String {
    let of_player = |(player, hand): (usize, Vec<(String, u32)>)| {
        hand.into_iter().map(move |(piece, count)| format!("p{}:{piece}={count}", player + 1))
    };
    list(game.hands().into_iter().enumerate().flat_map(of_player))
}
