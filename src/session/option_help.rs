//! What the options are for: the answer to `help option NAME`.

use super::options::{OptionError, Options};
use crate::games::any::GameKind;
use crate::search::Level;
use std::fmt::Write;

/// Every option, what it does, and which games it matters to.
const ABOUT: &[(&str, &str)] = &[
    ("Game", "which game is played; a change sets up its start position"),
    ("BoardSize", "side of the board; a change sets up the start position. Matters to waldmeister only"),
    ("Hash", "size of the transposition table in MiB; if there is not enough memory the old table stays. All games"),
    ("Threads", "how many threads search. All games"),
    ("MultiPV", "how many best moves are reported, each with its line. All games"),
    (
        "Level",
        "how well tern plays: random any legal move, greedy one move ahead, 1 to 10 in calibrated steps, search. All games",
    ),
    ("LimitStrength", "play at the level whose rating is nearest to Elo, whatever Level says. All games"),
    ("Elo", "how strong to play if LimitStrength is true; help option Level lists the ratings. All games"),
    (
        "Seed",
        "seeds every random choice, also which of equal moves a search tries first; 0 takes a new seed each time, and a search \
         limited by nodes or depth then makes no such choice. All games",
    ),
    ("MoveOverhead", "milliseconds lost between the clock and tern on every move. All games"),
    ("Ponder", "name the expected answer with the best move. All games"),
    ("ShowWDL", "add to every score how many of a thousand such games are won, drawn and lost. All games"),
    ("Clear Hash", "forget what earlier searches have found. All games"),
];

/// What an option does, and how it is advertised.
pub(super) fn option_help(name: &str, game: GameKind) -> Result<String, OptionError> {
    let name = Options::name_of(name)?;
    let about = ABOUT.iter().find(|(known, _)| *known == name).map_or("", |(_, about)| about);
    let advertised = Options::advertise().into_iter().find(|option| option.name == name);
    let line = advertised.map(|option| option.to_string()).unwrap_or_default();
    let ratings = if name == "Level" { ratings(game) } else { String::new() };
    Ok(format!("{line}\n    {about}{ratings}"))
}

/// How strong the levels are in a game, the weakest first.
fn ratings(game: GameKind) -> String {
    let mut text = format!("\n    Elo in {game}, with random at 0; search has 20 ms a move:");
    for level in Level::by_rating(game) {
        let rating = level.rating(game);
        // Writing to a string does not fail.
        let _ = write!(text, "\n    {:<8}{:>5} ± {}", level.name(), rating.elo, rating.error);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_explained() {
        let advertised = Options::advertise();
        assert_eq!(advertised.len(), ABOUT.len());
        for (name, _) in ABOUT {
            let text = option_help(&name.to_uppercase(), GameKind::Wali).unwrap();
            assert!(text.starts_with(&format!("option name {name} type ")), "{text}");
        }
        assert!(option_help("Colour", GameKind::Wali).is_err());
        assert!(option_help("uci_elo", GameKind::Wali).unwrap().starts_with("option name Elo type spin"));
    }

    #[test]
    fn levels_are_told_with_their_ratings_and_nothing_else_is() {
        let level = option_help("Level", GameKind::Wali).unwrap();
        assert!(level.contains("calibrated steps, search. All games\n    Elo in wali, with random at 0;"), "{level}");
        for entry in Level::by_rating(GameKind::Wali) {
            let rating = entry.rating(GameKind::Wali);
            assert!(
                level.contains(&format!("\n    {:<8}{:>5} ± {}", entry.name(), rating.elo, rating.error)),
                "{level}"
            );
        }
        let hash = option_help("hash", GameKind::Wali).unwrap();
        assert!(hash.contains("\n    size of the transposition table") && !hash.contains("Elo in"), "{hash}");
    }
}
