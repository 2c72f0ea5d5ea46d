//! A list of moves as they are written.

use std::fmt;

/// The texts of moves in their order. Kept as one line of text, so that a line of megabytes stays as long as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTexts(String);

impl MoveTexts {
    /// The moves one by one.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_ascii_whitespace()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves as a slice wants them.
    pub fn to_vec(&self) -> Vec<&str> {
        self.iter().collect()
    }

    /// Adds a move at the end.
    pub fn push(&mut self, text: &str) {
        for word in text.split_ascii_whitespace() {
            if !self.0.is_empty() {
                self.0.push(' ');
            }
            self.0.push_str(word);
        }
    }
}

impl<S: AsRef<str>> Extend<S> for MoveTexts {
    fn extend<I: IntoIterator<Item = S>>(&mut self, texts: I) {
        texts.into_iter().for_each(|text| self.push(text.as_ref()));
    }
}

impl<S: AsRef<str>> FromIterator<S> for MoveTexts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let mut moves = Self::default();
        moves.extend(texts);
        moves
    }
}

impl fmt::Display for MoveTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
