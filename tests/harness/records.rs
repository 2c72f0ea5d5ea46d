//! Any bytes as the record of a match.

use super::is_readable;
use tern::matches::{read_games, replay_text};

/// A record is refused readably, or read: then it is written and read again as the same games, and can be replayed.
pub(crate) fn record(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (games, used) = match read_games(text) {
        Ok(read) => read,
        Err(error) => return assert!(is_readable(&error.to_string()), "{error}"),
    };
    assert!(text.is_char_boundary(used));
    assert!(text[used..].is_empty() || text[used..].starts_with('['), "a game broken off begins with a tag");
    let written: String = games.iter().map(ToString::to_string).collect();
    assert_eq!(read_games(&written), Ok((games, written.len())), "{written}");
    for number in [None, Some(1)] {
        let mut shown = Vec::new();
        // Whether the games are right is another question.
        let _ = replay_text(text, number, false, &mut shown);
        let shown = str::from_utf8(&shown).expect("text");
        assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
    }
}
