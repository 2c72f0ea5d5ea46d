//! Positions are understood, however they are given.

use crate::check::engine::position;
use crate::check::failure::{Outcome, agree};
use crate::check::subject::Subject;
use crate::check::{engine::Engine, failure::Failure, rollout};
use crate::game::Player;
use crate::games::any::AnyGame;

/// Fails if the engine is wrong about whose turn it is or whether the game is over.
fn understood(engine: &mut Engine, command: &str, game: &AnyGame) -> Result<(), Failure> {
    engine.send(command);
    let shown: String = command.chars().take(60).collect();
    for (question, ours) in [("p1turn", game.to_move() == Player::P1), ("gameover", game.outcome().is_some())] {
        let theirs = engine.ask_word(question).map_err(|failure| failure.after(&shown))?;
        agree(question, &ours.to_string(), &theirs).map_err(|failure| failure.after(&shown))?;
    }
    Ok(())
}

/// No `moves` at all, and `moves` without any.
pub(super) fn empty_move_list(subject: &mut Subject<'_>) -> Outcome {
    let start = rollout::after(subject.game, &[]);
    let engine = subject.engine()?;
    understood(engine, "position startpos", &start)?;
    understood(engine, "position startpos moves", &start)?;
    Ok(String::new())
}

/// A whole game in one line.
pub(super) fn long_move_list(subject: &mut Subject<'_>) -> Outcome {
    let game = subject.game;
    let longest = subject.random_games().into_iter().max_by_key(Vec::len).unwrap_or_default();
    let engine = subject.engine()?;
    for length in [longest.len().saturating_sub(1), longest.len()] {
        let moves = &longest[..length];
        understood(engine, &position(moves), &rollout::after(game, moves))?;
    }
    Ok(format!("{} moves", longest.len()))
}

/// Position texts, with moves from there.
pub(super) fn texts(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let stages = subject.stages();
    let engine = subject.engine()?;
    for moves in stages {
        let mut game = rollout::after(kind, &moves);
        let fen = game.fen();
        understood(engine, &format!("position fen {fen}"), &game)?;
        if let Some(m) = game.moves().first()
            && game.play(&[m], false).is_ok()
        {
            understood(engine, &format!("position fen {fen} moves {m}"), &game)?;
        }
    }
    Ok(String::new())
}
