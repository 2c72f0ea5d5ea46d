//! What all pages have in common. Texts go through maud, which escapes whatever is not written in this program.

use crate::picture;
use maud::{Markup, PreEscaped, html};

/// How every page begins.
pub(super) const BEGINNING: &str = "<!DOCTYPE html>\n<!-- tern report -->\n";

const STYLE: &str = include_str!("style.css");

/// A whole page.
pub(super) fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                // Nothing is loaded from anywhere, whatever a name in a record may try.
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(picture::STYLE)) }
            }
            body {
                (body)
                footer { "Written by tern " (env!("CARGO_PKG_VERSION")) "." }
            }
        }
    };
    format!("{BEGINNING}{}\n", page.into_string())
}

/// A picture of a board; the page has its style already.
pub(super) fn board(svg: &str) -> PreEscaped<String> {
    let style: String = picture::STYLE.lines().collect();
    PreEscaped(svg.replacen(&format!("<style>{style}</style>"), "", 1))
}

/// A part as a percentage that stays on one line.
pub(super) fn percent(part: f64) -> String {
    format!("{:.0}\u{a0}%", 100.0 * part)
}

/// A duration as a person writes it, on one line.
pub(super) fn duration(ms: u64) -> String {
    let text = match ms {
        0 => "< 1 ms".into(),
        1..1000 => format!("{ms} ms"),
        1000..60_000 => format!("{:.1} s", ms as f64 / 1000.0),
        60_000..3_600_000 => format!("{} min {:02} s", ms / 60_000, ms / 1000 % 60),
        _ => format!("{} h {:02} min", ms / 3_600_000, ms / 60_000 % 60),
    };
    text.replace(' ', "\u{a0}")
}

/// A number with a thin space after every three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join("\u{202f}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_write_the_page() {
        let text = page("<script>", &html! { p title="\"" { "a & <b>" } p { ("</p><script>alert(1)</script>") } });
        assert!(text.starts_with(BEGINNING));
        assert!(!text.contains("<script") && text.contains("&lt;script&gt;"), "{text}");
    }

    #[test]
    fn durations_are_short() {
        let texts = [0, 7, 1500, 61_000, 7_320_000].map(|ms| duration(ms).replace('\u{a0}', " "));
        assert_eq!(texts, ["< 1 ms", "7 ms", "1.5 s", "1 min 01 s", "2 h 02 min"]);
    }

    #[test]
    fn digits_stand_in_threes() {
        let texts = [0, 999, 20_000, 1_234_567].map(|number| grouped(number).replace('\u{202f}', " "));
        assert_eq!(texts, ["0", "999", "20 000", "1 234 567"]);
    }
}
