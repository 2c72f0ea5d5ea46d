//! What positions are worth to a search, and how that is told to a person.

use crate::eval;
use crate::game::{GameResult, Outcome, Player};

/// The worth of a position for the player to move, in points of the evaluation; proven wins and losses lie beyond.
pub type Value = i32;

/// No search is deeper than this.
pub(super) const MAX_PLY: usize = 128;

/// A win on the spot. A win in n plies is worth n less.
pub(super) const WIN: Value = 30_000;

/// A draw.
pub(super) const DRAW: Value = 0;

/// Larger than every value.
pub(super) const INFINITE: Value = WIN + 1;

/// From here on a value is a proven win.
pub(super) const PROVEN: Value = WIN - 2 * MAX_PLY as Value;

const _: () = assert!(eval::LIMIT < PROVEN && INFINITE <= i16::MAX as Value);

/// The value for `player` of a game that ended `ply` plies below the root.
pub(super) fn of_outcome(outcome: Outcome, player: Player, ply: usize) -> Value {
    match outcome.result {
        GameResult::Draw => DRAW,
        GameResult::Win(winner) if winner == player => WIN - ply as Value,
        GameResult::Win(_) => ply as Value - WIN,
    }
}

/// A value as it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in points of the evaluation.
    Points(Value),
    /// A proven end: won in so many own moves, or lost if negative. 0 if the game is over.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        let moves = (WIN - value.abs() + 1) / 2;
        match value {
            PROVEN.. => Self::Mate(moves),
            _ if value <= -PROVEN => Self::Mate(-moves),
            _ => Self::Points(value),
        }
    }
}

/// Values are stored in the table as seen from the position itself, not from the root `ply` above it.
pub(super) fn to_table(value: Value, ply: usize) -> Value {
    match value {
        PROVEN.. => value + ply as Value,
        _ if value <= -PROVEN => value - ply as Value,
        _ => value,
    }
}

/// The opposite of [`to_table`].
pub(super) fn from_table(value: Value, ply: usize) -> Value {
    match value {
        PROVEN.. => value - ply as Value,
        _ if value <= -PROVEN => value + ply as Value,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_values_are_told_in_own_moves() {
        assert_eq!(Score::from(WIN - 1), Score::Mate(1));
        assert_eq!(Score::from(WIN - 3), Score::Mate(2));
        assert_eq!(Score::from(2 - WIN), Score::Mate(-1));
        assert_eq!(Score::from(-WIN), Score::Mate(0));
        assert_eq!(Score::from(-250), Score::Points(-250));
        assert_eq!(Score::from(eval::LIMIT), Score::Points(eval::LIMIT));
    }

    #[test]
    fn table_values_do_not_depend_on_the_root() {
        let win_in_three_seen_from_ply_two = WIN - 5;
        assert_eq!(to_table(win_in_three_seen_from_ply_two, 2), WIN - 3);
        assert_eq!(from_table(WIN - 3, 2), win_in_three_seen_from_ply_two);
        assert_eq!(from_table(to_table(7 - WIN, 4), 4), 7 - WIN);
    }
}
