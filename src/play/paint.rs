//! Colour. Boards are drawn without it; what stands for what is told by the characters, whatever the game.

use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// The last move stands in brackets, what it took is crossed out.
const MARK: Style = AnsiColor::BrightMagenta.on_default().bold();

fn style(c: char) -> Option<Style> {
    Some(match c {
        '○' => Style::new().bold(),
        '●' => AnsiColor::BrightCyan.on_default().bold(),
        '▂' | '▅' | '█' => AnsiColor::BrightGreen.on_default(),
        '(' | ')' | '[' | ']' | '×' => MARK,
        '·' | '/' | '\\' | '─'..='╿' => Style::new().dimmed(),
        _ => return None,
    })
}

/// A board with colours.
pub(super) fn board(drawing: &str) -> String {
    let mut painted = String::new();
    let mut current = None;
    for c in drawing.chars() {
        let wanted = style(c);
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
    let red = AnsiColor::BrightRed.on_default();
    format!("{red}{text}{red:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paint_comes_off() {
        let drawing = "  ┌───┐\n 1│(○)│ ·\n";
        let painted = board(drawing);
        assert_ne!(painted, drawing);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), drawing);
        assert_eq!(board("plain"), "plain");
    }
}
