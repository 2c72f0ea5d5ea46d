//! Differo once more, slow and obvious, from the rules and on texts alone: what the engine is checked against.
#![allow(unreachable_pub)]

use std::collections::BTreeMap;

/// A row counted from a = 0 and a number counted from 1.
type Cell = (i32, i32);

/// `w` or `b` on every cell that is not empty, and the side to move.
struct Board {
    pieces: BTreeMap<Cell, char>,
    side: char,
}

/// One step along each axis, both ways.
const WAYS: [Cell; 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];

/// The numbers of the cells of every row from a to i, as the rules list them.
const NUMBERS: [(i32, i32); 9] = [(1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9)];

fn on_board((row, number): Cell) -> bool {
    (0..9).contains(&row) && (NUMBERS[row as usize].0..=NUMBERS[row as usize].1).contains(&number)
}

fn goal_of(side: char) -> i32 {
    if side == 'w' { 8 } else { 0 }
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn name((row, number): Cell) -> String {
    format!("{}{number}", (b'a' + row as u8) as char)
}

impl Board {
    fn read(text: &str) -> Self {
        let (rows, side) = text.split_once(' ').expect("rows and a side");
        let mut pieces = BTreeMap::new();
        for (row, row_text) in (0..9).rev().zip(rows.split('/')) {
            let mut number = NUMBERS[row as usize].0;
            for c in row_text.chars() {
                if let Some(gap) = c.to_digit(10) {
                    number += gap as i32;
                } else {
                    pieces.insert((row, number), c);
                    number += 1;
                }
            }
        }
        Self { pieces, side: side.chars().next().expect("a side") }
    }

    fn write(&self) -> String {
        let row_text = |row: i32| {
            let (first, last) = NUMBERS[row as usize];
            let (mut text, mut gap) = (String::new(), 0);
            for number in first..=last {
                let piece = self.pieces.get(&(row, number));
                gap += i32::from(piece.is_none());
                if gap > 0 && (piece.is_some() || number == last) {
                    text += &gap.to_string();
                    gap = 0;
                }
                text.extend(piece);
            }
            text
        };
        let rows: Vec<String> = (0..9).rev().map(row_text).collect();
        format!("{} {}", rows.join("/"), self.side)
    }

    /// Pieces of a side on the whole line through a cell.
    fn count(&self, cell: Cell, way: Cell, side: char) -> i32 {
        (-8..=8).filter(|i| self.pieces.get(&(cell.0 + i * way.0, cell.1 + i * way.1)) == Some(&side)).count() as i32
    }

    fn moves(&self) -> Vec<(Cell, Cell)> {
        let mut moves = Vec::new();
        for (&from, _) in self.pieces.iter().filter(|&(_, &piece)| piece == self.side) {
            for way in WAYS {
                let n = self.count(from, way, self.side) - self.count(from, way, other(self.side));
                let to = (from.0 + n * way.0, from.1 + n * way.1);
                let allowed = to.0 != goal_of(other(self.side));
                if n > 0 && on_board(to) && !self.pieces.contains_key(&to) && allowed {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn in_goal(&self, side: char) -> bool {
        self.pieces.iter().any(|(cell, &piece)| piece == side && cell.0 == goal_of(side))
    }
}

/// Every legal move and the position it leads to; none if the game is over.
pub fn successors(position: &str) -> Vec<(String, String)> {
    if outcome(position).is_some() {
        return Vec::new();
    }
    let board = Board::read(position);
    let play = |(from, to): (Cell, Cell)| {
        let mut pieces = board.pieces.clone();
        pieces.remove(&from);
        pieces.insert(to, board.side);
        (name(from) + &name(to), Board { pieces, side: other(board.side) }.write())
    };
    board.moves().into_iter().map(play).collect()
}

/// Who has won and why, if the game is over.
pub fn outcome(position: &str) -> Option<(&'static str, &'static str)> {
    let board = Board::read(position);
    if board.in_goal('w') {
        return Some(("p1win", "goal"));
    }
    if board.in_goal('b') {
        return Some(("p2win", "goal"));
    }
    let winner = if board.side == 'w' { "p2win" } else { "p1win" };
    board.moves().is_empty().then_some((winner, "blocked"))
}
