//! A piece of input, kept to be quoted in an error message.
//!
//! ```
//! use tern::token::Token;
//!
//! assert_eq!(Token::from("c3\n").to_string(), r"'c3\n'");
//! ```

use std::fmt;

/// As much of a token as a message shows, in characters as they are shown.
const SHOWN: usize = 40;

/// An offending piece of input. Displays in quotation marks on one line, whatever it holds, and cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    shown: String,
    cut: bool,
}

impl From<&str> for Token {
    fn from(text: &str) -> Self {
        let mut width = 0;
        let fits = |c: &char| {
            width += c.escape_debug().count();
            width <= SHOWN
        };
        let shown: String = text.chars().take_while(fits).collect();
        let cut = shown.len() < text.len();
        Self { shown, cut }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}{}'", self.shown.escape_debug(), if self.cut { "…" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_on_one_short_line() {
        assert_eq!(Token::from("c3c4").to_string(), "'c3c4'");
        assert_eq!(Token::from("a\0\n").to_string(), r"'a\0\n'");
        assert_eq!(Token::from("x".repeat(50).as_str()).to_string(), format!("'{}…'", "x".repeat(40)));
        // What cannot be shown is spelled out, and takes up that much more.
        assert_eq!(Token::from("\u{1a}".repeat(50).as_str()).to_string(), format!("'{}…'", r"\u{1a}".repeat(6)));
    }
}
