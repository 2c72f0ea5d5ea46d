//! What the options are for: the answer to `help option NAME`.

use super::options::{OptionError, Options};

/// Every option, what it does, and which games it matters to.
const ABOUT: &[(&str, &str)] = &[
    ("Game", "which game is played; a change sets up its start position"),
    ("BoardSize", "side of the board; a change sets up the start position. Matters to waldmeister only"),
    ("Hash", "size of the transposition table in MiB; if there is not enough memory the old table stays. All games"),
    ("Threads", "how many threads search. All games"),
    ("MultiPV", "how many best moves are reported, each with its line. All games"),
    ("Level", "how well tern plays: from random, any legal move, and greedy, one move ahead, to search. All games"),
    ("Seed", "seeds every random choice; 0 takes a new seed each time. All games"),
    ("MoveOverhead", "milliseconds lost between the clock and tern on every move. All games"),
    ("Ponder", "name the expected answer with the best move. All games"),
    ("ShowWDL", "add to every score how many of a thousand such games are won, drawn and lost. All games"),
    ("Clear Hash", "forget what earlier searches have found. All games"),
];

/// What an option does, and how it is advertised.
pub(super) fn option_help(name: &str) -> Result<String, OptionError> {
    let known = ABOUT.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let (known, about) = known.ok_or_else(|| OptionError::Unknown(name.into()))?;
    let advertised = Options::advertise().into_iter().find(|option| option.name == *known);
    let line = advertised.map(|option| option.to_string()).unwrap_or_default();
    Ok(format!("{line}\n    {about}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_explained() {
        let advertised = Options::advertise();
        assert_eq!(advertised.len(), ABOUT.len());
        for (name, _) in ABOUT {
            let text = option_help(&name.to_uppercase()).unwrap();
            assert!(text.starts_with(&format!("option name {name} type ")), "{text}");
        }
        assert!(option_help("Colour").is_err());
    }
}
