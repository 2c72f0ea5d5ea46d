//! The rules of the games for people: the sections of rules.md, as text for a terminal.
//!
//! ```
//! use tern::games::any::GameKind;
//!
//! assert!(tern::rules::of(GameKind::Differo).starts_with("Differo\n======="));
//! ```

mod plain;

#[cfg(feature = "cli")]
pub(crate) use plain::wrapped;

use crate::games::any::GameKind;

const DOCUMENT: &str = include_str!("../../rules.md");

/// The heading of the section that has the rules of a game.
const fn heading(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Wali | GameKind::WaliTotal => "Wali",
        GameKind::Differo => "Differo",
        GameKind::WaldMeister => "WaldMeister",
    }
}

/// What to look for in the section that wali-total shares.
const VARIANT: &str = "wali-total is Wali with the changes listed under \"Two ways to play\".";

/// The rules of a game.
pub fn of(kind: GameKind) -> String {
    let section = DOCUMENT.split("\n## ").find(|section| section.lines().next() == Some(heading(kind)));
    let text = plain::text(&format!("## {}", section.unwrap_or_default()));
    match kind {
        GameKind::WaliTotal => format!("{VARIANT}\n\n{text}"),
        _ => text,
    }
}

/// The rules of all games.
pub fn all() -> String {
    [GameKind::Wali, GameKind::Differo, GameKind::WaldMeister].map(of).join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_rules() {
        for &kind in GameKind::ALL {
            let text = of(kind);
            assert!(text.contains("How it ends") || text.contains("how it ends"), "{kind}");
            assert!(text.contains("Writing it down"), "{kind}");
            assert!(!text.contains("```") && !text.contains("](") && !text.contains("**"), "{text}");
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(80), "{kind}: {widest:?} columns");
        }
        let words: Vec<String> = all().split_whitespace().map(String::from).collect();
        assert!(words.join(" ").contains("A group of light trees"));
    }
}
