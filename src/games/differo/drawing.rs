//! A Differo board for a person to look at.

use super::board::{Cell, ROWS, goal_row, row_cells, row_letter, width};
use super::moves::DifferoMove;
use super::position::Differo;
use crate::game::{ByPlayer, Player};
use std::fmt::Write;

const PIECE: ByPlayer<char> = ByPlayer { p1: '○', p2: '●' };

impl Differo {
    /// Every cell joined to its neighbours. A row is called by the letter to its left, a line that runs from lower right
    /// to upper left by the number at its lower end.
    pub(super) fn drawing(&self, last: Option<DifferoMove>) -> String {
        let mut text = String::new();
        for row in (0..ROWS).rev() {
            let indent = indent(row);
            let _ = write!(text, "{:indent$}{} {}", "", row_letter(row), self.draw_row(row, last));
            if row < ROWS / 2 {
                let _ = write!(text, "  {}", width(row) + 1);
            }
            if let Some(player) = Player::BOTH.into_iter().find(|&player| goal_row(player) == row) {
                let _ = write!(text, "   goal of {}", PIECE[player]);
            }
            let _ = writeln!(text, "\n{}", links_below(row));
        }
        let numbers: Vec<String> = (1..=width(0)).map(|number| number.to_string()).collect();
        let indent = indent(0) + 5;
        let _ = writeln!(text, "{:indent$}{}", "", numbers.join("   "));
        text + &self.caption()
    }

    /// The cells of a row, three characters each: those of the last move in brackets.
    fn draw_row(&self, row: u8, last: Option<DifferoMove>) -> String {
        let draw = |cell: Cell| {
            let shown = self.piece_at(cell).map_or('·', |player| PIECE[player]);
            match last {
                Some(DifferoMove { from, to }) if [from, to].contains(&cell) => format!("({shown})"),
                _ => format!("─{shown}─"),
            }
        };
        let drawn: Vec<String> = row_cells(row).map(draw).collect();
        drawn.join("─")
    }

    fn caption(&self) -> String {
        let reached = |player| self.foremost_row(player).map_or('-', row_letter);
        let [white, black] = PIECE.into_array();
        format!("  foremost: {white} row {}  {black} row {}\n", reached(Player::P1), reached(Player::P2))
    }
}

/// Blanks before the letter of a row.
fn indent(row: u8) -> usize {
    2 + 2 * usize::from(ROWS - width(row))
}

/// The strokes that join a row to the one below and, in the lower half, its last cell to the number of its line.
fn links_below(row: u8) -> String {
    let cells = usize::from(width(row));
    let (blanks, links) = if row > ROWS / 2 {
        (2, vec!["/ \\"; cells].join(" "))
    } else if row > 0 {
        (4, format!("{} \\", vec!["\\ /"; cells - 1].join(" ")))
    } else {
        (4, vec!["\\"; cells].join("   "))
    };
    format!("{:1$}{links}", "", indent(row) + blanks)
}
