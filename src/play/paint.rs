//! Colour. Boards are drawn without it; what stands for what is told by the characters, whatever the game.

use anstyle::{Ansi256Color, Style};
use std::fmt::Write;

/// A colour that is readable on black and on white alike: each has a contrast of at least three to one with both.
const fn colour(number: u8) -> Style {
    Ansi256Color(number).on_default()
}

const BLACK_STONE: Style = colour(31).bold();
const LIGHT_TREE: Style = colour(136);
const GREEN_TREE: Style = colour(28);
const DARK_TREE: Style = colour(97);
const PROBLEM: Style = colour(160);

/// The last move stands in brackets, what it took is crossed out.
const MARK: Style = colour(162).bold();

/// The style of a character that `next` follows. A tree is its height and the letter of its colour.
fn style(c: char, next: Option<char>) -> Option<Style> {
    Some(match (c, next) {
        ('○', _) => Style::new().bold(),
        ('●', _) => BLACK_STONE,
        ('▂' | '▅' | '█', Some('l')) => LIGHT_TREE,
        ('▂' | '▅' | '█', Some('g')) => GREEN_TREE,
        ('▂' | '▅' | '█', Some('d')) => DARK_TREE,
        ('(' | ')' | '[' | ']' | '×', _) => MARK,
        ('·' | '/' | '\\' | '─'..='╿', _) => Style::new().dimmed(),
        _ => return None,
    })
}

fn is_tree(c: char) -> bool {
    matches!(c, '▂' | '▅' | '█')
}

/// A board with colours.
pub(super) fn board(drawing: &str) -> String {
    let mut painted = String::new();
    let mut current = None;
    let mut chars = drawing.chars().peekable();
    let mut before = None;
    while let Some(c) = chars.next() {
        // The letter of a tree has the colour of the tree.
        let wanted = if before.is_some_and(is_tree) { current } else { style(c, chars.peek().copied()) };
        before = Some(c);
        // Neighbours of one colour share their escape codes.
        if wanted != current {
            // Writing to a string does not fail.
            let _ = write!(painted, "{:#}", current.unwrap_or_default());
            let _ = write!(painted, "{}", wanted.unwrap_or_default());
            current = wanted;
        }
        painted.push(c);
    }
    let _ = write!(painted, "{:#}", current.unwrap_or_default());
    painted
}

/// A line that should be seen: whose turn it is, how the game ended.
pub(super) fn headline(text: &str) -> String {
    let bold = Style::new().bold();
    format!("{bold}{text}{bold:#}")
}

/// An explanation of what went wrong.
pub(super) fn problem(text: &str) -> String {
    format!("{PROBLEM}{text}{PROBLEM:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paint_comes_off() {
        let drawing = "  ┌───┐\n 1│(○)│ ·\n ▂l (▅g) █d ▂ small";
        let painted = board(drawing);
        assert_ne!(painted, drawing);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), drawing);
        assert_eq!(board("plain"), "plain");
        assert!(painted.contains(&format!("{GREEN_TREE}▅g{GREEN_TREE:#}")), "{painted:?}");
    }
}
