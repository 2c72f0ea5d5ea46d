//! Any bytes as a command line, as a position text and as a move text.

use super::{is_readable, naive, seeds};
use std::collections::HashSet;
use std::sync::LazyLock;
use tern::eval::{Evaluate, LIMIT};
use tern::games::any::{AnyGame, GameKind};
use tern::games::differo::Differo;
use tern::games::waldmeister::{AnyWaldMeister, WaldMeister};
use tern::games::wali::{Classic, Total, Wali};
use tern::notation::{Notation, ParsedMove};
use tern::protocol::Command;

/// A command line: read or refused, and the same with other blanks.
pub(crate) fn command(data: &[u8]) {
    let Ok(line) = str::from_utf8(data) else { return };
    let read = Command::parse(line);
    if let Err(error) = &read {
        assert!(is_readable(&error.to_string()), "{line:?}: {error}");
    }
    // What was read can be written, and means the same.
    if let Ok(Some(command)) = &read {
        let written = command.to_string();
        assert_eq!(Command::parse(&written), Ok(Some(command.clone())), "{written:?} from {line:?}");
    }
    // The value of an option is kept as it was written.
    if !matches!(read, Ok(Some(Command::SetOption { .. }))) {
        let spaced = format!("\t{} \r", line.split_ascii_whitespace().collect::<Vec<_>>().join(" \t "));
        assert_eq!(Command::parse(&spaced), read, "{line:?} with other blanks");
    }
}

/// A position text, read by every game.
pub(crate) fn position(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    accept::<Wali<Classic>>(GameKind::Wali, text);
    accept::<Wali<Total>>(GameKind::WaliTotal, text);
    accept::<Differo>(GameKind::Differo, text);
    match AnyWaldMeister::parse(text) {
        Ok(AnyWaldMeister::Small(_)) => accept::<WaldMeister<u64>>(GameKind::WaldMeister, text),
        Ok(AnyWaldMeister::Large(_)) => accept::<WaldMeister<u128>>(GameKind::WaldMeister, text),
        Err(error) => assert!(is_readable(&error.to_string()), "{text:?}: {error}"),
    }
}

/// A text that is refused is refused readably; one that is read can be written, drawn, judged and played on.
fn accept<G: Notation + Evaluate>(game: GameKind, text: &str) {
    let position = match text.parse::<G>() {
        Ok(position) => position,
        Err(error) => return assert!(is_readable(&error.to_string()), "{text:?}: {error}"),
    };
    let written = position.to_string();
    assert_eq!(written.parse::<G>().as_ref().ok(), Some(&position), "{written} from {text:?}");
    assert!(!position.draw(None).is_empty() && position.score().iter().all(|score| is_readable(score)), "{written}");
    let outcome = position.outcome().map(|outcome| (outcome.result.to_string(), outcome.reason.to_string()));
    let naive_outcome = naive::outcome(game, &written).map(|(verdict, reason)| (verdict.into(), reason.into()));
    assert_eq!(outcome, naive_outcome, "{game} {written}");
    if outcome.is_none() {
        assert!(position.evaluate().abs() <= LIMIT, "{written}");
        assert_eq!(successors(&position), sorted(naive::successors(game, &written)), "{game} {written}");
    }
}

fn successors<G: Notation>(position: &G) -> Vec<(String, String)> {
    let after = |m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        next.to_string()
    };
    sorted(position.legal_moves().into_iter().map(|m| (m.to_string(), after(m))).collect())
}

fn sorted(mut moves: Vec<(String, String)>) -> Vec<(String, String)> {
    moves.sort();
    moves
}

/// The positions in which move texts are read, and the texts of all legal moves in each.
static GROUNDS: LazyLock<Vec<(GameKind, String, HashSet<String>)>> = LazyLock::new(|| {
    let ground = |(kind, text): (GameKind, &str)| {
        let game = AnyGame::from_fen(kind, text).unwrap_or_else(|error| panic!("{kind} {text}: {error}"));
        (kind, text.to_string(), game.moves().into_iter().collect())
    };
    seeds::positions().into_iter().map(ground).collect()
});

/// A move text: the first byte chooses the position. Whole moves are exactly the legal ones, half moves their beginnings.
pub(crate) fn move_text(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(rest) else { return };
    let (kind, fen, legal) = &GROUNDS[usize::from(choice) % GROUNDS.len()];
    match kind {
        GameKind::Wali => read_move::<Wali<Classic>>(fen, legal, text),
        GameKind::WaliTotal => read_move::<Wali<Total>>(fen, legal, text),
        GameKind::Differo => read_move::<Differo>(fen, legal, text),
        GameKind::WaldMeister if fen.split('/').count() > 8 => read_move::<WaldMeister<u128>>(fen, legal, text),
        GameKind::WaldMeister => read_move::<WaldMeister<u64>>(fen, legal, text),
    }
}

fn read_move<G: Notation>(fen: &str, legal: &HashSet<String>, text: &str) {
    let position = fen.parse::<G>().unwrap_or_else(|error| panic!("{fen}: {error}"));
    match position.parse_move(text) {
        Ok(ParsedMove::Whole(m)) => {
            assert!(legal.contains(text), "{text:?} is taken for a move in {fen}");
            assert_eq!(m.to_string(), text);
        }
        Ok(ParsedMove::Half { completions, .. }) => {
            assert!(!completions.is_empty() && !legal.contains(text), "{text:?} in {fen}");
            for (word, m) in completions {
                let whole = m.to_string();
                assert!(
                    whole.starts_with(text) && whole.ends_with(&word) && legal.contains(&whole),
                    "{whole} in {fen}"
                );
            }
        }
        Err(error) => {
            assert!(!legal.contains(text), "{text:?} is refused in {fen}: {error}");
            assert!(is_readable(&error.to_string()), "{text:?} in {fen}: {error}");
        }
    }
}
