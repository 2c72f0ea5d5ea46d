//! Recorded games checked against the rules: the moves, the result, and the reason for it.

use super::record::{Ending, FaultKind, GameRecord, result_text};
use crate::game::{GameResult, Player};
use crate::games::any::{AnyGame, AnyPlayError, PositionError};
use crate::token::Token;
use thiserror::Error;

/// What is wrong with a recorded game.
#[derive(Debug, Error)]
pub enum Flaw {
    /// It does not begin with a position.
    #[error("start: {0}")]
    Start(PositionError),
    /// The first move is said to be made by the wrong player.
    #[error("the first move is said to be made by the other player")]
    First,
    /// A move is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// Which, from 1 on.
        number: usize,
        /// Why.
        error: AnyPlayError,
    },
    /// It did not end as it is said to have ended.
    #[error("it is said to have ended by {said} with {result}, but by the rules {found}")]
    End {
        /// The reason it gives.
        said: Token,
        /// The result it gives.
        result: &'static str,
        /// What is true.
        found: String,
    },
    /// The engine that is said to have failed was not asked anything.
    #[error("it is said to be lost by {said}, but {result} blames the engine that was not to move")]
    Blame {
        /// The reason it gives.
        said: Token,
        /// The result it gives.
        result: &'static str,
    },
    /// It is said to have been too long, and was not; or the other way round.
    #[error("it has {plies} moves and ended by {said}, but games of the match are drawn after {max_plies}")]
    Length {
        /// How long it was.
        plies: usize,
        /// The reason it gives.
        said: Token,
        /// How long it might have been.
        max_plies: u32,
    },
}

/// Plays a game again, and gives every position and the number of moves made to `visit`.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn check_game(game: &GameRecord, mut visit: impl FnMut(&AnyGame, usize)) -> Result<(), Flaw> {
    let mut position = AnyGame::from_fen(game.game, &game.start).map_err(Flaw::Start)?;
    if position.to_move() != game.first {
        return Err(Flaw::First);
    }
    visit(&position, 0);
    for (number, played) in (1..).zip(&game.moves) {
        position.play(&[&played.text], false).map_err(|error| Flaw::Move { number, error })?;
        visit(&position, number);
    }
    check_end(game, &position)?;
    check_length(game)
}

/// Whether the game ended as it is said to have.
fn check_end(game: &GameRecord, position: &AnyGame) -> Result<(), Flaw> {
    let said = || Token::from(game.ending.to_string().as_str());
    let result = result_text(game.result);
    let outcome = position.outcome();
    let right = match (&game.ending, outcome) {
        (Ending::Rules(reason), Some(outcome)) => outcome.result == game.result && outcome.reason == *reason,
        (Ending::Length, None) => game.result == GameResult::Draw,
        (Ending::Fault(_) | Ending::Resignation, None) => game.result != GameResult::Draw,
        _ => false,
    };
    if !right {
        let found = outcome.map_or_else(
            || "it was not over".into(),
            |outcome| format!("by {} with {}", outcome.reason, result_text(outcome.result)),
        );
        return Err(Flaw::End { said: said(), result, found });
    }
    match (&game.ending, game.result) {
        (Ending::Fault(fault), GameResult::Win(winner)) if !can_fail(game, fault.kind, winner.opponent(), position) => {
            Err(Flaw::Blame { said: said(), result })
        }
        _ => Ok(()),
    }
}

/// An engine can fail when it is to move, or when it is told of the new game.
fn can_fail(game: &GameRecord, kind: FaultKind, loser: Player, position: &AnyGame) -> bool {
    let begins = game.moves.len() == game.opening && matches!(kind, FaultKind::Crash | FaultKind::Hang);
    loser == position.to_move() || begins
}

/// Whether the game was drawn after as many moves as the match allows, and no earlier.
fn check_length(game: &GameRecord) -> Result<(), Flaw> {
    let Some(max_plies) = game.setup.as_ref().map(|setup| setup.max_plies) else { return Ok(()) };
    let plies = game.moves.len();
    // An opening may be longer than the games.
    let most = (max_plies as usize).max(game.opening);
    if plies == most || (plies < most && game.ending != Ending::Length) {
        return Ok(());
    }
    Err(Flaw::Length { plies, said: game.ending.to_string().as_str().into(), max_plies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::reader::read_games;

    /// What is wrong with a game of Wali of two moves, the second of them an engine's.
    fn flaw(result: &str, reason: &str, max_plies: u32) -> String {
        flaw_of("6/6/6/6/6 w 12 12 - - 0", "1. c3 {opening} d4 {+0/1 1ms}", result, reason, max_plies)
    }

    /// What is wrong with a game that begins here.
    fn flaw_of(start: &str, moves: &str, result: &str, reason: &str, max_plies: u32) -> String {
        let text = format!(
            "[Number \"1\"]\n[Game \"wali\"]\n[P1 \"a\"]\n[P2 \"b\"]\n[Result \"{result}\"]\n[Reason \"{reason}\"]\n\
             [P1Limit \"\"]\n[P2Limit \"\"]\n[P1Command \"\"]\n[P2Command \"\"]\n[P1Options \"\"]\n[P2Options \"\"]\n\
             [MaxPlies \"{max_plies}\"]\n[Seed \"1\"]\n[Start \"{start}\"]\n\n{moves} {result}\n"
        );
        let (games, _) = read_games(&text).unwrap();
        check_game(&games[0], |_, _| {}).map_or_else(|flaw| flaw.to_string(), |()| String::new())
    }

    #[test]
    fn only_the_engine_to_move_can_fail() {
        for reason in ["illegal move", "crash", "hang", "time", "error"] {
            assert_eq!(flaw("0-1", reason, 500), "", "White was to move and lost");
            assert!(flaw("1-0", reason, 500).ends_with("1-0 blames the engine that was not to move"));
            assert!(flaw("1/2-1/2", reason, 500).contains("but by the rules it was not over"));
        }
    }

    #[test]
    fn anybody_may_give_up_a_game_that_is_not_over() {
        assert_eq!(flaw("0-1", "resignation", 500), "");
        assert_eq!(flaw("1-0", "resignation", 500), "");
        assert!(flaw("1/2-1/2", "resignation", 500).contains("but by the rules it was not over"));
    }

    #[test]
    fn games_are_drawn_when_they_are_as_long_as_the_match_allows() {
        assert_eq!(flaw("1/2-1/2", "length", 2), "");
        let early = flaw("1/2-1/2", "length", 3);
        assert_eq!(early, "it has 2 moves and ended by 'length', but games of the match are drawn after 3");
        assert!(flaw("0-1", "crash", 1).starts_with("it has 2 moves"));
        assert!(flaw("1-0", "length", 2).contains("but by the rules it was not over"));
    }

    #[test]
    fn a_game_ends_by_the_rules_with_the_result_and_for_the_reason_they_give() {
        let ended = |result: &str, reason: &str| flaw_of("6/6/b1bb2/6/w4w w 0 0 - - 0", "", result, reason, 500);
        assert_eq!(ended("0-1", "stones"), "");
        for (result, reason) in [("1-0", "stones"), ("0-1", "blocked"), ("1/2-1/2", "length"), ("0-1", "crash")] {
            let said =
                format!("it is said to have ended by '{reason}' with {result}, but by the rules by stones with 0-1");
            assert_eq!(ended(result, reason), said);
        }
        assert!(flaw("0-1", "stones", 500).ends_with("but by the rules it was not over"));
    }

    #[test]
    fn moves_are_made_by_whose_turn_it_is() {
        let black_first = flaw_of("6/6/6/6/6 w 12 12 - - 0", "1... c3 {opening}", "1/2-1/2", "length", 1);
        assert_eq!(black_first, "the first move is said to be made by the other player");
        assert_eq!(flaw_of("6/6/6/6/6 b 12 12 - - 0", "1... c3 {opening}", "1/2-1/2", "length", 1), "");
        let illegal = flaw_of("6/6/6/6/6 w 12 12 - - 0", "1. c3 {opening} c3 {opening}", "1/2-1/2", "length", 2);
        assert_eq!(illegal, "move 2: illegal move 'c3': c3 is not empty");
    }

    #[test]
    fn either_engine_can_leave_before_the_first_move() {
        let after = |moves: &str, reason: &str| flaw_of("6/6/6/6/6 w 12 12 - - 0", moves, "1-0", reason, 500);
        let (opening, with_move) = ("1. c3 {opening} d4 {opening}", "1. c3 {opening} d4 {+0/1 1ms}");
        for (reason, can_be) in [("crash", true), ("hang", true), ("time", false), ("error", false)] {
            assert_eq!(after(opening, reason).is_empty(), can_be, "{reason}");
            assert!(!after(with_move, reason).is_empty(), "{reason}");
        }
    }

    #[test]
    fn an_opening_may_be_longer_than_the_games() {
        let opening = "1. c3 {opening} d4 {opening}";
        assert_eq!(flaw_of("6/6/6/6/6 w 12 12 - - 0", opening, "1/2-1/2", "length", 1), "");
        assert_eq!(flaw_of("6/6/6/6/6 w 12 12 - - 0", opening, "0-1", "crash", 3), "");
    }
}
