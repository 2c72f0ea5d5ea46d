//! `WaldMeister` as the protocol and a person see it; the reading itself is done next door.

use super::board::Board;
use super::move_text::WaldMeisterMoveError;
use super::moves::WaldMeisterMove;
use super::position::WaldMeister;
use super::position_text::WaldMeisterPositionError;
use crate::game::Player;
use crate::notation::{Notation, ParsedMove};
use std::str::FromStr;

impl<B: Board> FromStr for WaldMeister<B> {
    type Err = WaldMeisterPositionError;

    fn from_str(text: &str) -> Result<Self, WaldMeisterPositionError> {
        Self::read(text)
    }
}

impl<B: Board> Notation for WaldMeister<B> {
    type MoveError = WaldMeisterMoveError;

    const PLAYERS: [&'static str; 2] = ["p1", "p2"];

    fn parse_move(&self, text: &str) -> Result<ParsedMove<WaldMeisterMove<B>>, WaldMeisterMoveError> {
        self.read_move(text)
    }

    fn draw(&self, last: Option<WaldMeisterMove<B>>) -> String {
        self.drawing(last)
    }

    fn score(&self) -> [String; 2] {
        Player::BOTH.map(|player| self.points(player).to_string())
    }
}
