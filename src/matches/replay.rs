//! Recorded games played again: checked against the rules, and drawn.

use super::args::ReplayArguments;
use super::reading::read_games;
use super::record::{Ending, GameRecord, result_text};
use crate::game::GameResult;
use crate::games::any::{AnyGame, AnyPlayError, GameKind, PositionError, UnknownGame};
use crate::token::Token;
use std::fmt;
use std::io::{self, Write};
use thiserror::Error;

/// What is wrong with a recorded game.
#[derive(Debug, Error)]
enum Flaw {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("start: {0}")]
    Start(PositionError),
    #[error("move {number}: {error}")]
    Move { number: usize, error: AnyPlayError },
    #[error("it is said to have ended by {said} with {result}, but by the rules {found}")]
    End { said: Token, result: &'static str, found: String },
}

/// Replays a file of games; false if there is anything wrong with them.
pub fn replay(arguments: &ReplayArguments, output: &mut impl Write) -> io::Result<bool> {
    let named =
        |kind, problem: &dyn fmt::Display| io::Error::new(kind, format!("{}: {problem}", arguments.file.display()));
    let text = std::fs::read_to_string(&arguments.file).map_err(|error| named(error.kind(), &error))?;
    replay_text(&text, arguments.number, arguments.quiet, output).map_err(|error| named(error.kind(), &error))
}

/// The same for the text of such a file: all games, or every position of the one with a number.
pub fn replay_text(text: &str, number: Option<usize>, quiet: bool, output: &mut impl Write) -> io::Result<bool> {
    let (mut games, used) = read_games(text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let cut_off = used < text.len();
    if let Some(number) = number {
        games.retain(|game| game.number == number);
        if games.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("there is no game {number} in it")));
        }
    }
    let mut flaws = 0;
    for game in &games {
        if !quiet {
            writeln!(output, "{}", heading(game))?;
        }
        let mut show = |position: &AnyGame, ply: usize| {
            let is_last = ply == game.moves.len();
            if number.is_some() || (is_last && !quiet) {
                write!(output, "{}{}", caption(game, ply), position.draw())?;
            }
            Ok(())
        };
        if let Err(flaw) = check(game, &mut show)? {
            flaws += 1;
            writeln!(output, "game {} is wrong: {flaw}", game.number)?;
        }
    }
    if cut_off {
        writeln!(output, "the last game was not written to its end")?;
    }
    writeln!(output, "{} games, {flaws} wrong", games.len())?;
    Ok(flaws == 0 && !cut_off)
}

/// Plays a game again, showing every position.
fn check(game: &GameRecord, show: &mut dyn FnMut(&AnyGame, usize) -> io::Result<()>) -> io::Result<Result<(), Flaw>> {
    let mut position = match set_up(game) {
        Ok(position) => position,
        Err(flaw) => return Ok(Err(flaw)),
    };
    show(&position, 0)?;
    for (number, played) in (1..).zip(&game.moves) {
        if let Err(error) = position.play(&[&played.text], false) {
            return Ok(Err(Flaw::Move { number, error }));
        }
        show(&position, number)?;
    }
    Ok(judge(game, &position))
}

fn set_up(game: &GameRecord) -> Result<AnyGame, Flaw> {
    let kind: GameKind = game.game.parse()?;
    AnyGame::from_fen(kind, &game.start).map_err(Flaw::Start)
}

/// Whether the game ended as it is said to.
fn judge(game: &GameRecord, position: &AnyGame) -> Result<(), Flaw> {
    let outcome = position.outcome();
    let right = match (&game.ending, outcome) {
        (Ending::Rules(reason), Some(outcome)) => {
            outcome.result == game.verdict && outcome.reason.to_string() == *reason
        }
        (Ending::Length, None) => game.verdict == GameResult::Draw,
        (Ending::Fault(_), None) => game.verdict != GameResult::Draw,
        _ => false,
    };
    if right {
        return Ok(());
    }
    let found = outcome.map_or_else(
        || "it was not over".into(),
        |outcome| format!("by {} with {}", outcome.reason, result_text(outcome.result)),
    );
    Err(Flaw::End { said: game.ending.to_string().as_str().into(), result: result_text(game.verdict), found })
}

fn heading(game: &GameRecord) -> String {
    let [p1, p2] = &game.players;
    let fault = match &game.ending {
        Ending::Fault(fault) => format!(": {}", fault.details),
        _ => String::new(),
    };
    let result = result_text(game.verdict);
    let heading = format!("game {}, {}: {p1} – {p2} {result} ({}{fault})", game.number, game.game, game.ending);
    // Names are what somebody wrote, and are not to command the terminal.
    heading.replace(char::is_control, "?")
}

/// What was played last, and what the engine thought of it.
fn caption(game: &GameRecord, ply: usize) -> String {
    match ply.checked_sub(1).and_then(|last| game.moves.get(last)) {
        None => String::new(),
        Some(played) => {
            let remark = played.remark.map_or_else(|| "opening".into(), |remark| remark.to_string());
            format!("ply {ply}: {} ({remark})\n", played.text)
        }
    }
}
