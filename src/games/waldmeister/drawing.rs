//! A `WaldMeister` board for a person at a terminal. A tree is a bar as high as the tree and the letter of its colour; an
//! empty cell shows its name, so that nobody has to count.

use super::board::{Board, Cell, largest_group};
use super::moves::WaldMeisterMove;
use super::position::{Goal, WaldMeister};
use super::tree::{Colour, Height, Tree};
use crate::game::Player;
use std::fmt::Write;

/// Characters from one cell to the next; rows are shifted by half of that, so that neighbours are next to each other.
const PITCH: usize = 4;
const HALF: usize = PITCH / 2;

const fn bar(height: Height) -> char {
    match height {
        Height::Small => '▂',
        Height::Medium => '▅',
        Height::Tall => '█',
    }
}

/// Two characters for a tree.
fn glyph(tree: Tree) -> String {
    format!("{}{}", bar(tree.height), tree.colour.letter())
}

impl<B: Board> WaldMeister<B> {
    pub(super) fn drawing(&self, last: Option<WaldMeisterMove<B>>) -> String {
        let side = usize::from(self.side());
        let letters: Vec<String> = (0..self.side()).map(|column| char::from(b'a' + column).into()).collect();
        let letters = letters.join(&" ".repeat(PITCH - 1));
        // Columns lean to the right: their letters stand half a cell further out, at the top and at the bottom.
        let mut text = format!("{:indent$}{letters}\n", "", indent = 5 + side * HALF);
        for row in (0..self.side()).rev() {
            let cells: String = (0..self.side()).map(|column| self.draw_cell(Cell::new(column, row), last)).collect();
            let indent = 2 + usize::from(row) * HALF;
            let _ = writeln!(text, "{:indent$}{:>2} {cells} {}", "", row + 1, row + 1);
        }
        let _ = writeln!(text, "{:indent$}{letters}", "", indent = 4);
        text + &self.caption()
    }

    /// As many characters as the pitch: a tree, in brackets if it was planted or slid last, or the name of the cell.
    fn draw_cell(&self, cell: Cell<B>, last: Option<WaldMeisterMove<B>>) -> String {
        let Some(tree) = self.tree_at(cell).map(glyph) else {
            return format!(" {:<3}", cell.to_string());
        };
        match last {
            Some(WaldMeisterMove::First { cell: planted, .. } | WaldMeisterMove::Slide { from: planted, .. })
                if planted == cell =>
            {
                format!("({tree})")
            }
            Some(WaldMeisterMove::Slide { to, .. }) if to == cell => format!("[{tree}]"),
            _ => format!(" {tree} "),
        }
    }

    fn caption(&self) -> String {
        let heights = Height::ALL.map(|height| format!("{} {}", bar(height), height.name())).join(" ");
        let colours = Colour::ALL.map(|colour| format!("{} {}", colour.letter(), colour.name())).join(" ");
        let mut text = format!("  {heights}   {colours}   (planted) [slid] last\n");
        for player in Player::BOTH {
            let _ = writeln!(text, "  p{} {}", player.index() + 1, self.account(player));
            let _ = writeln!(text, "     in hand: {}", self.draw_hand(player));
        }
        text
    }

    /// What a player scores, and for what.
    fn account(&self, player: Player) -> String {
        let (goal, names) = match self.goal(player) {
            Goal::Colours => ("colours", Colour::ALL.map(Colour::name)),
            Goal::Heights => ("heights", Height::ALL.map(Height::name)),
        };
        let sizes = self.groups(player).map(largest_group);
        let parts: Vec<String> = names.iter().zip(sizes).map(|(name, size)| format!("{name} {size}")).collect();
        format!("{goal}: {} points = {}", self.points(player), parts.join(" + "))
    }

    fn draw_hand(&self, player: Player) -> String {
        let hand = self.hand(player);
        let kinds: Vec<String> = hand.kinds().map(|tree| format!("{tree} {}", hand.count(tree))).collect();
        if kinds.is_empty() { "nothing".into() } else { kinds.join(", ") }
    }
}
