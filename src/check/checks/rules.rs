//! The rules: what the engine says about every position of random games, compared with what we know.

use crate::check::engine::Engine;
use crate::check::failure::{Failure, Outcome, agree};
use crate::check::rollout;
use crate::check::subject::{Subject, check_legal};
use crate::game::Player;
use crate::games::any::AnyGame;

pub(super) fn turns(subject: &mut Subject<'_>) -> Outcome {
    compared(subject, "p1turn", |game| (game.to_move() == Player::P1).to_string())
}

pub(super) fn game_over(subject: &mut Subject<'_>) -> Outcome {
    compared(subject, "gameover", |game| game.outcome().is_some().to_string())
}

pub(super) fn results(subject: &mut Subject<'_>) -> Outcome {
    compared(subject, "result", |game| game.outcome().map_or("none".into(), |end| end.result.to_string()))
}

pub(super) fn reasons(subject: &mut Subject<'_>) -> Outcome {
    compared(subject, "reason", |game| game.outcome().map_or("none".into(), |end| end.reason.to_string()))
}

pub(super) fn texts(subject: &mut Subject<'_>) -> Outcome {
    compared(subject, "fen", AnyGame::fen)
}

pub(super) fn scores(subject: &mut Subject<'_>) -> Outcome {
    compared(subject, "score", |game| game.score().join(" "))
}

pub(super) fn name(subject: &mut Subject<'_>) -> Outcome {
    let game = subject.game;
    agree("game", game.name(), &subject.engine()?.ask("game")?)?;
    Ok(String::new())
}

/// Asks after every move. Whether an answer of one word has more is looked at elsewhere.
fn compared(subject: &mut Subject<'_>, question: &str, ours: fn(&AnyGame) -> String) -> Outcome {
    for_each_position(subject, |engine, game| {
        let ours = ours(game);
        let theirs = if ours.contains(' ') { engine.ask(question) } else { engine.ask_word(question) };
        agree(question, &ours, &theirs?)
    })
}

/// Every legal move and no other, in any order.
pub(super) fn legal_moves(subject: &mut Subject<'_>) -> Outcome {
    for_each_position(subject, |engine, game| {
        let response = engine.ask("moves")?;
        let mut theirs: Vec<&str> = response.split(' ').filter(|&m| m != "(none)").collect();
        let ours = game.moves();
        let mut ours: Vec<&str> = ours.iter().map(String::as_str).collect();
        theirs.sort_unstable();
        ours.sort_unstable();
        let missing = ours.iter().find(|m| theirs.binary_search(m).is_err());
        let extra = theirs.iter().find(|m| ours.binary_search(m).is_err());
        let seen = match (missing, extra) {
            (Some(missing), _) => format!("{} without {missing}", theirs.len()),
            (_, Some(extra)) => format!("{} with {extra}", theirs.len()),
            _ if ours.len() != theirs.len() => format!("{}, some of them twice", theirs.len()),
            _ => return Ok(()),
        };
        Err(Failure::new(format!("{} legal moves", ours.len()), seen))
    })
}

/// What the engine itself would play is legal, every few moves of a game.
pub(super) fn best_moves(subject: &mut Subject<'_>) -> Outcome {
    const STRIDE: usize = 4;
    let kind = subject.game;
    let games = subject.random_games();
    let engine = subject.engine()?;
    let mut count = 0;
    for moves in games {
        for length in (0..moves.len()).step_by(STRIDE) {
            engine.set_up(&moves[..length])?;
            check_legal(&rollout::after(kind, &moves[..length]), &engine.go("movetime 2")?)?;
            count += 1;
        }
    }
    Ok(format!("{count} positions"))
}

/// Sets up every position of some random games and looks at it.
fn for_each_position(
    subject: &mut Subject<'_>,
    mut look: impl FnMut(&mut Engine, &AnyGame) -> Result<(), Failure>,
) -> Outcome {
    let kind = subject.game;
    let games = subject.random_games();
    let engine = subject.engine()?;
    let mut count = 0;
    for moves in &games {
        let mut game = rollout::after(kind, &[]);
        for length in 0..=moves.len() {
            engine.set_up(&moves[..length])?;
            look(engine, &game).map_err(|failure| failure.after(&format!("{} moves, in {}", length, game.fen())))?;
            if let Some(next) = moves.get(length) {
                // Our own rules made the move.
                let _ = game.play(&[next], false);
            }
            count += 1;
        }
    }
    Ok(format!("{count} positions of {} games", games.len()))
}
