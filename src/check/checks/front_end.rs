//! What a front end needs that knows no game: protocol 2.

use crate::check::failure::{Failure, Outcome, agree};
use crate::check::rollout::after;
use crate::check::subject::Subject;
use crate::check::under_test::EngineUnderTest;
use crate::games::any::AnyGame;
use crate::notation::first_half;

/// Words in any order.
fn sorted(words: &str) -> String {
    let mut words: Vec<&str> = words.split_ascii_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

fn list(words: &[String]) -> String {
    if words.is_empty() { "(none)".into() } else { words.join(" ") }
}

/// Asks after the first moves of every random game, and compares with what our own rules say.
fn compare(subject: &mut Subject<'_>, question: &str, ours: fn(&AnyGame) -> String) -> Outcome {
    let kind = subject.game;
    let stages = subject.stages();
    let engine = subject.engine()?;
    for moves in &stages {
        engine.set_up(moves)?;
        let theirs = engine.ask(question)?;
        agree(question, &sorted(&ours(&after(kind, moves))), &sorted(&theirs))
            .map_err(|failure| failure.after(&format!("{} moves", moves.len())))?;
    }
    Ok(String::new())
}

pub(super) fn protocol(subject: &mut Subject<'_>) -> Outcome {
    let number = subject.engine()?.ask("protocol")?;
    match number.parse::<u32>() {
        Ok(2..) => Ok(String::new()),
        _ => Err(Failure::new("a number from 2 on as the answer to query protocol", number)),
    }
}

pub(super) fn steps(subject: &mut Subject<'_>) -> Outcome {
    compare(subject, "steps", |game| list(&game.steps()))
}

pub(super) fn board(subject: &mut Subject<'_>) -> Outcome {
    compare(subject, "board", |game| {
        list(&game.cells().into_iter().map(|(cell, place)| format!("{cell},{place}")).collect::<Vec<_>>())
    })
}

pub(super) fn pieces(subject: &mut Subject<'_>) -> Outcome {
    compare(subject, "pieces", |game| {
        list(&game.pieces().into_iter().map(|(cell, piece)| format!("{cell}={piece}")).collect::<Vec<_>>())
    })
}

pub(super) fn hands(subject: &mut Subject<'_>) -> Outcome {
    compare(subject, "hands", |game| {
        let [p1, p2] = game.hands();
        let held = |name: &'static str| move |(piece, count): (String, u32)| format!("{name}:{piece}={count}");
        list(&p1.into_iter().map(held("p1")).chain(p2.into_iter().map(held("p2"))).collect::<Vec<_>>())
    })
}

pub(super) fn history(subject: &mut Subject<'_>) -> Outcome {
    compare(subject, "history", |game| list(&game.played()))?;
    compare(subject, "lastmove", |game| list(&game.played().pop().into_iter().collect::<Vec<_>>()))?;
    compare(subject, "start", AnyGame::start_fen)
}

pub(super) fn svg(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let engine = subject.engine()?;
    engine.set_up(&[])?;
    let picture = engine.ask("svg")?;
    let missing = |cell: &String| !picture.contains(&format!("data-cell=\"{cell}\""));
    match after(kind, &[]).cells().into_iter().map(|(cell, _)| cell).find(missing) {
        Some(cell) => Err(Failure::new(format!("an element with data-cell=\"{cell}\" in the picture"), "none")),
        None if picture.starts_with("<svg") && picture.ends_with("</svg>") => Ok(String::new()),
        None => Err(Failure::new("<svg …</svg> as the answer to query svg", "something else")),
    }
}

/// What `go` printed while a half move was pending can be played back.
pub(super) fn whole_moves(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let games = subject.random_games();
    let engine = subject.engine()?;
    for moves in games {
        for length in 0..moves.len() {
            let game = after(kind, &moves[..length]);
            let has_halves = |whole: &String| first_half(whole) != whole;
            if let Some(whole) = game.moves().into_iter().find(has_halves) {
                return play_back(engine, &moves[..length], &whole);
            }
        }
    }
    Ok("no half moves in these games".into())
}

fn play_back(engine: &mut EngineUnderTest, moves: &[String], whole: &str) -> Outcome {
    let half = first_half(whole);
    engine.set_up(moves)?;
    engine.send(&format!("move {half}\nmove {whole}"));
    engine.settle()?;
    agree("lastmove", whole, &engine.ask("lastmove")?)
        .map_err(|f| f.after(&format!("move {half} and move {whole}")))?;
    Ok(String::new())
}
