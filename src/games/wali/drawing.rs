//! A Wali board for a person to look at.

use super::board::{COLUMNS, Cell, ROWS};
use super::moves::WaliMove;
use super::position::{Phase, Rules, Wali};
use crate::game::{ByPlayer, Player};
use std::fmt::Write;

const STONE: ByPlayer<char> = ByPlayer { p1: '○', p2: '●' };

impl<R: Rules> Wali<R> {
    pub(super) fn drawing(&self, last: Option<WaliMove>) -> String {
        let mut text = String::new();
        let letters: Vec<String> = (0..COLUMNS).map(|column| char::from(b'a' + column).to_string()).collect();
        let letters = format!("      {}", letters.join("   "));
        let rule = |left: &str, middle: &str, right: &str| {
            format!("    {left}{}{right}\n", vec!["───"; usize::from(COLUMNS)].join(middle))
        };
        let _ = writeln!(text, "{letters}");
        text += &rule("┌", "┬", "┐");
        for row in (0..ROWS).rev() {
            let _ = write!(text, "  {} │", row + 1);
            for cell in (0..COLUMNS).filter_map(|column| Cell::new(column, row)) {
                let _ = write!(text, "{}│", self.draw_cell(cell, last));
            }
            let _ = writeln!(text, " {}", row + 1);
            text += &if row > 0 { rule("├", "┼", "┤") } else { rule("└", "┴", "┘") };
        }
        let _ = writeln!(text, "{letters}");
        text + &self.caption()
    }

    /// Three characters: the stone, in brackets if it moved last; the cells it left and emptied are marked too.
    fn draw_cell(&self, cell: Cell, last: Option<WaliMove>) -> String {
        let stone = self.piece_at(cell).map(|player| STONE[player]);
        match last {
            Some(WaliMove::Drop(to) | WaliMove::Step { to, .. } | WaliMove::Capture { to, .. }) if to == cell => {
                format!("({})", stone.unwrap_or(' '))
            }
            Some(WaliMove::Step { from, .. } | WaliMove::Capture { from, .. }) if from == cell => " · ".into(),
            Some(WaliMove::Capture { taken, .. }) if taken == cell => " × ".into(),
            _ => format!(" {} ", stone.unwrap_or(' ')),
        }
    }

    fn caption(&self) -> String {
        let [white, black] = STONE.into_array();
        let mut text = match self.phase() {
            Phase::Drop => format!("  in hand: {white} {}  {black} {}\n", self.hands.p1, self.hands.p2),
            Phase::Move => format!(
                "  stones: {white} {}  {black} {}   plies without a capture: {}\n",
                self.count(Player::P1),
                self.count(Player::P2),
                self.idle
            ),
        };
        for player in Player::BOTH {
            if let Some(back) = self.no_return[player] {
                let _ = writeln!(text, "  {} on {} may not step back to {}", STONE[player], back.stone, back.to);
            }
        }
        text
    }
}
