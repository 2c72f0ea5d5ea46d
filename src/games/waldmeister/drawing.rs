//! A `WaldMeister` board for a person to look at: the colour of a tree is a shade, its height how much there is of it.

use super::board::{Board, Cell, largest_group};
use super::moves::WaldMeisterMove;
use super::position::{Goal, WaldMeister};
use super::tree::{Colour, Height, Tree};
use crate::game::Player;
use std::fmt::Write;

/// Characters from one cell to the next; rows are shifted by half of that, so that neighbours are next to each other.
const PITCH: usize = 6;

const fn shade(colour: Colour) -> &'static str {
    match colour {
        Colour::Light => "░",
        Colour::Green => "▒",
        Colour::Dark => "█",
    }
}

/// Three characters for a tree.
fn glyph(tree: Tree) -> String {
    let shade = shade(tree.colour);
    match tree.height {
        Height::Small => format!(" {shade} "),
        Height::Medium => format!("{shade}{shade} "),
        Height::Tall => shade.repeat(3),
    }
}

impl<B: Board> WaldMeister<B> {
    pub(super) fn drawing(&self, last: Option<WaldMeisterMove<B>>) -> String {
        let letters: Vec<String> = (0..self.side()).map(|column| char::from(b'a' + column).into()).collect();
        let letters = letters.join(&" ".repeat(PITCH - 1));
        let half = PITCH / 2;
        // Columns lean to the right: their letters stand half a cell further out, at the top and at the bottom.
        let mut text = format!("{:indent$}{letters}\n", "", indent = 8 + usize::from(self.side()) * half);
        for row in (0..self.side()).rev() {
            let cells: String = (0..self.side()).map(|column| self.draw_cell(Cell::new(column, row), last)).collect();
            let indent = 3 + usize::from(row) * half;
            let _ = writeln!(text, "{:indent$}{:>2} {cells}{}", "", row + 1, row + 1);
        }
        let _ = writeln!(text, "{:indent$}{letters}", "", indent = 8 - half);
        text + &self.caption()
    }

    /// As many characters as the pitch: the tree, in brackets if it was planted or slid last.
    fn draw_cell(&self, cell: Cell<B>, last: Option<WaldMeisterMove<B>>) -> String {
        let tree = self.tree_at(cell).map_or_else(|| " · ".into(), glyph);
        match last {
            Some(WaldMeisterMove::First { cell: planted, .. } | WaldMeisterMove::Slide { from: planted, .. })
                if planted == cell =>
            {
                format!("({tree}) ")
            }
            Some(WaldMeisterMove::Slide { to, .. }) if to == cell => format!("[{tree}] "),
            _ => format!(" {tree}  "),
        }
    }

    fn caption(&self) -> String {
        let shades = Colour::ALL.map(|colour| format!("{} {}", shade(colour), colour.name())).join("  ");
        let heights = Height::ALL
            .map(|height| format!("{} {}", glyph(Tree { height, colour: Colour::Dark }).trim(), height.name()));
        let mut text = format!("  {shades}   {}   (planted) [slid] last\n", heights.join("  "));
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
