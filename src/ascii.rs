//! Drawings for terminals that know nothing but ASCII.

/// A drawing with every character that is not ASCII replaced by one that is. Each keeps its place, and no two that mean
/// different things become the same: stones `o` and `x`, an empty crossing `.`, a stone taken `*`, and the heights of trees the
/// letters they have in texts.
pub(crate) fn in_ascii(drawing: &str) -> String {
    drawing
        .chars()
        .map(|c| match c {
            '○' => 'o',
            '●' => 'x',
            '·' => '.',
            '×' => '*',
            '▂' => 's',
            '▅' => 'm',
            '█' => 't',
            '─' | '–' => '-',
            '│' => '|',
            '─'..='╿' => '+',
            c if c.is_ascii() => c,
            _ => '?',
        })
        .collect()
}

/// Whether a locale, in the words of the environment, is one without characters beyond ASCII. The first of `LC_ALL`, `LC_CTYPE`
/// and `LANG` that says something counts; where all are silent, drawings are not restricted.
#[cfg(feature = "cli")]
pub(crate) fn is_ascii_locale(variable: impl Fn(&str) -> Option<String>) -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    said.is_some_and(|locale| matches!(locale.as_str(), "C" | "POSIX"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::differo::Differo;
    use crate::games::waldmeister::WaldMeister;
    use crate::games::wali::{Classic, Wali};
    use crate::notation::Notation;

    #[test]
    fn every_drawing_has_an_ascii_form() {
        let drawings = [
            "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 a2a3 d3e3 4".parse::<Wali<Classic>>().unwrap().draw(None),
            Differo::start().draw(None),
            "5/5/1sl3/2mg2/5 1 011111111 111101111 c".parse::<WaldMeister<u64>>().unwrap().draw(None),
        ];
        for drawing in drawings {
            let ascii = in_ascii(&drawing);
            assert!(ascii.is_ascii() && !ascii.contains('?'), "{ascii}");
            assert_eq!(ascii.chars().count(), drawing.chars().count());
        }
    }

    #[test]
    fn trees_become_the_letters_of_their_texts() {
        assert_eq!(in_ascii(" ▂l (▅g)[█d]"), " sl (mg)[td]");
        assert_eq!(in_ascii("├───┤ │ × │"), "+---+ | * |");
    }

    #[cfg(feature = "cli")]
    #[test]
    fn the_first_variable_that_is_set_decides() {
        let env = |set: &'static [(&str, &str)]| {
            move |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_string())
        };
        assert!(is_ascii_locale(env(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")])));
        assert!(is_ascii_locale(env(&[("LC_ALL", ""), ("LANG", "POSIX")])));
        assert!(!is_ascii_locale(env(&[("LC_CTYPE", "pt_BR.UTF-8"), ("LANG", "C")])));
        assert!(!is_ascii_locale(env(&[("LC_ALL", "C.UTF-8")])));
        assert!(!is_ascii_locale(env(&[])));
    }
}
