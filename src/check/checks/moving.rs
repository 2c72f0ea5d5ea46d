//! Moves one by one: `move`, `undo`, and moves in two halves.

use crate::check::engine::{Engine, says};
use crate::check::failure::{Failure, Outcome, agree, quoted};
use crate::check::rollout;
use crate::check::subject::Subject;
use crate::games::any::AnyGame;
use crate::notation::Awaits;

/// Fails unless the engine has the same position as we do.
fn same_position(engine: &mut Engine, game: &AnyGame, circumstances: &str) -> Result<(), Failure> {
    let theirs = engine.ask("fen").map_err(|failure| failure.after(circumstances))?;
    agree("fen", &game.fen(), &theirs).map_err(|failure| failure.after(circumstances))
}

pub(super) fn move_and_undo(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let [_, moves, _] = subject.stages();
    let engine = subject.engine()?;
    for (m, played) in moves.iter().zip(1..) {
        engine.send(&format!("move {m}"));
        same_position(engine, &rollout::after(kind, &moves[..played]), &format!("move {m}"))?;
    }
    let Some(last) = moves.len().checked_sub(1) else { return Ok(String::new()) };
    engine.send("undo");
    same_position(engine, &rollout::after(kind, &moves[..last]), "undo")?;
    engine.send(&format!("undo {last}"));
    same_position(engine, &rollout::after(kind, &[]), "undo of all moves")?;
    engine.send(&format!("move {}", moves.join(" ")));
    same_position(engine, &rollout::after(kind, &moves), "move with several moves")?;
    Ok(format!("{} moves", moves.len()))
}

/// A half move, and all that can complete it.
struct Half {
    text: String,
    awaits: Awaits,
    words: Vec<String>,
}

/// The first half of some legal move, if the position has moves of two halves.
fn find_half(game: &AnyGame) -> Option<Half> {
    game.moves().iter().find_map(|whole| {
        (1..whole.len()).rev().filter(|&end| whole.is_char_boundary(end)).find_map(|end| {
            let mut copy = game.clone();
            copy.play(&[&whole[..end]], true).ok()?;
            let (awaits, words) = copy.pending()?;
            Some(Half { text: whole[..end].into(), awaits, words })
        })
    })
}

pub(super) fn half_moves(subject: &mut Subject<'_>) -> Outcome {
    /// As many as prove the point.
    const ENOUGH: usize = 3;
    let kind = subject.game;
    let games = subject.random_games();
    let engine = subject.engine()?;
    let mut count = 0;
    for moves in games {
        for length in 0..moves.len() {
            let game = rollout::after(kind, &moves[..length]);
            let Some(half) = find_half(&game) else { continue };
            engine.set_up(&moves[..length])?;
            complete(engine, game, &half).map_err(|failure| failure.after(&format!("move {}", half.text)))?;
            count += 1;
            if count == ENOUGH {
                return Ok(format!("{count} half moves"));
            }
        }
    }
    Ok(format!("{count} half moves"))
}

/// Plays the first half, takes it back, plays it again and completes it.
fn complete(engine: &mut Engine, mut game: AnyGame, half: &Half) -> Result<(), Failure> {
    let Half { text, awaits, words } = half;
    engine.send(&format!("move {text}"));
    let said = engine.settle()?;
    let awaiting = said.iter().find(|line| says(line, "awaiting")).map_or("nothing", String::as_str);
    let mut theirs: Vec<&str> = awaiting.split(' ').skip(2).collect();
    let mut ours: Vec<&str> = words.iter().map(String::as_str).collect();
    theirs.sort_unstable();
    ours.sort_unstable();
    if theirs != ours || !awaiting.starts_with(&format!("awaiting {awaits} ")) {
        return Err(Failure::new(format!("awaiting {awaits} {}", words.join(" ")), quoted(awaiting)));
    }
    agree("pending", &awaits.to_string(), &engine.ask("pending")?)?;
    engine.send("undo");
    agree("pending after undo", "none", &engine.ask("pending")?)?;
    let Some(word) = words.last() else { return Ok(()) };
    engine.send(&format!("move {text}\n{awaits} {word}"));
    // Our own rules named the word.
    let _ = game.play(&[text], true).and_then(|()| game.complete(*awaits, word));
    same_position(engine, &game, &format!("{awaits} {word}"))
}
