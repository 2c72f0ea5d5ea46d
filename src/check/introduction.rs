//! How the engine introduces itself, as far as the checker needs to know.

use super::engine::{Engine, says};
use crate::games::any::GameKind;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Introduction {
    /// Whether it came to its end, `ugiok`.
    pub(super) complete: bool,
    /// What the engine calls itself.
    pub(super) name: Option<String>,
    /// The games that its option Game offers, `None` without such an option.
    pub(super) games: Option<Vec<GameKind>>,
}

impl Introduction {
    pub(super) fn ask(engine: &mut Engine) -> Self {
        engine.send("ugi");
        match engine.hear_until("ugiok") {
            Ok(lines) => Self { complete: true, ..Self::read(&lines) },
            // A check of its own says what is wrong.
            Err(_) => Self::default(),
        }
    }

    fn read(lines: &[String]) -> Self {
        let name = lines.iter().find_map(|line| line.trim().strip_prefix("id name "));
        let game = lines.iter().filter(|line| says(line, "option")).find_map(|line| {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let is_game = words.get(2).is_some_and(|name| name.eq_ignore_ascii_case("Game"));
            is_game.then(|| {
                words.windows(2).filter(|pair| pair[0] == "var").filter_map(|pair| pair[1].parse().ok()).collect()
            })
        });
        Self { complete: false, name: name.map(|name| name.trim().to_owned()), games: game }
    }

    /// The games to check if none is named.
    pub(super) fn games(&self) -> Vec<GameKind> {
        match &self.games {
            Some(games) if !games.is_empty() => games.clone(),
            _ => vec![GameKind::Wali],
        }
    }

    pub(super) fn is_tern(&self) -> bool {
        self.name.as_ref().is_some_and(|name| says(name, "tern"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_name_are_found() {
        let lines = ["id name tern 1.0", "option name Game type combo default wali var wali var chess var wali-total"];
        let introduction = Introduction::read(&lines.map(String::from));
        assert!(introduction.is_tern());
        assert_eq!(introduction.games(), [GameKind::Wali, GameKind::WaliTotal]);
    }

    #[test]
    fn a_stranger_plays_wali() {
        let introduction = Introduction::read(&["id name Ternary".into()]);
        assert!(!introduction.is_tern());
        assert_eq!((introduction.games.clone(), introduction.games()), (None, vec![GameKind::Wali]));
    }
}
