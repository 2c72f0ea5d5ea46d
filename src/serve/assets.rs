//! The files of the page, inside the program.

use super::bundle::bundle;
use crate::picture;
use axum::http::header;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

/// Files from the folder `page`, each with its name.
macro_rules! page {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("page/", $name)))),*] };
}

/// Pictures of the rules.
macro_rules! pictures {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("docs/pictures/", $name), include_str!(concat!("../../docs/pictures/", $name)))),*]
    };
}

const PAGE: &[(&str, &str)] = page![
    "analysis.js",
    "app.js",
    "arrows.js",
    "board-engine.js",
    "board.js",
    "clock.js",
    "console.js",
    "controls.js",
    "css/base.css",
    "css/board.css",
    "css/layout.css",
    "css/panels.css",
    "dialogs.js",
    "dom.js",
    "early.js",
    "events.js",
    "game.js",
    "graph.js",
    "i18n.js",
    "icon.svg",
    "icons.js",
    "index.html",
    "keep.js",
    "keys.js",
    "learn.js",
    "levels.js",
    "library.js",
    "main.js",
    "markdown.js",
    "movelist.js",
    "newgame.js",
    "options.js",
    "overlays.js",
    "panels.js",
    "protocol.js",
    "records.js",
    "review.js",
    "seats.js",
    "selection.js",
    "socket.js",
    "status.js",
    "storage.js",
    "tabs.js",
    "texts/en.js",
    "texts/pt.js",
    "texts/rules.pt.md",
    "theme.js",
    "thinker.js",
    "token.js",
    "tree.js",
    "win.js",
];

const PICTURES: &[(&str, &str)] = pictures![
    "differo-move.svg",
    "differo-problem.svg",
    "differo-start.svg",
    "waldmeister-score.svg",
    "waldmeister-slide.svg",
    "wali-capture.svg",
    "wali-drop.svg",
    "wali-no-return.svg",
];

const RULES: &str = include_str!("../../rules.md");

/// From which loss on a move is called what, as in reports.
const BOUNDARIES: &str = include_str!("../report/boundaries.txt");

/// The modules that a page asks for; all others are in them, since every request more makes the first board later.
static BUNDLES: LazyLock<[(&str, String); 2]> =
    LazyLock::new(|| ["early.js", "main.js"].map(|entry| (entry, bundle(entry, PAGE))));

/// What the page may load and do: its own files, its own sockets, and pictures that it makes itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
pub(super) const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// The text of a file by its name; from a folder, for whoever changes the page, or from inside the program.
fn text(name: &str, folder: Option<&Path>) -> Option<Cow<'static, str>> {
    match name {
        "rules.md" => return Some(RULES.into()),
        "boundaries.txt" => return Some(BOUNDARIES.into()),
        "page.css" => return Some(style(folder).into()),
        _ => {}
    }
    let bundle = BUNDLES.iter().find(|(entry, _)| folder.is_none() && *entry == name);
    if let Some((_, text)) = bundle {
        return Some(text.as_str().into());
    }
    let embedded = PAGE.iter().chain(PICTURES).find(|(known, _)| *known == name);
    if let Some(folder) = folder
        && !name.split('/').any(|part| part.starts_with('.') || part.is_empty() || part.contains('\\'))
        && let Ok(text) = std::fs::read_to_string(folder.join(name))
    {
        return Some(text.into());
    }
    embedded.map(|(_, text)| (*text).into())
}

/// The style of the page and of pictures in one file.
fn style(folder: Option<&Path>) -> String {
    let sheets = ["css/base.css", "css/layout.css", "css/board.css", "css/panels.css"];
    let own: String = sheets.iter().filter_map(|name| text(name, folder)).collect();
    own + &picture_style()
}

/// The style of pictures, with the dark colours where the page is dark and not only where the system is.
fn picture_style() -> String {
    picture::STYLE.replacen("@media (prefers-color-scheme:dark){", ":root[data-theme=\"dark\"]{", 1)
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

/// Answers with a file.
pub(super) fn file(path: &str, folder: Option<&Path>) -> Response {
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    match text(name, folder) {
        Some(text) => ([(header::CONTENT_TYPE, content_type(name))], text).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The names of all files in a folder and those in it.
    fn files(folder: &Path, prefix: &str) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let name = |entry: &fs::DirEntry| format!("{prefix}{}", entry.file_name().to_str().unwrap());
        entries
            .flat_map(|entry| {
                let is_folder = entry.file_type().unwrap().is_dir();
                if is_folder { files(&entry.path(), &format!("{}/", name(&entry))) } else { vec![name(&entry)] }
            })
            .collect()
    }

    #[test]
    fn every_file_of_the_page_is_in_the_program() {
        let mut here = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page"), "");
        here.sort();
        let mut known: Vec<&str> = PAGE.iter().map(|(name, _)| *name).collect();
        known.sort_unstable();
        assert_eq!(here, known);
    }

    #[test]
    fn every_picture_of_the_rules_is_in_the_program() {
        let named = RULES.split("](docs/").skip(1).map(|rest| format!("docs/{}", rest.split(')').next().unwrap()));
        for name in named {
            assert!(text(&name, None).is_some(), "{name}");
        }
    }

    #[test]
    fn pictures_are_dark_where_the_page_is() {
        let style = picture_style();
        assert!(style.contains(":root[data-theme=\"dark\"]{") && !style.contains("prefers-color-scheme"));
    }

    #[test]
    fn the_modules_have_the_forms_that_can_be_joined() {
        let scripts = PAGE.iter().filter(|(name, _)| content_type(name).starts_with("text/javascript"));
        let forms = ["import {", "import en from", "import pt from", "export default {"];
        let declared = ["function ", "async function ", "class ", "const "].map(|word| format!("export {word}"));
        for (name, text) in scripts.clone() {
            for line in text.lines().filter(|line| line.starts_with("import") || line.starts_with("export")) {
                let known = forms.iter().any(|form| line.starts_with(form));
                assert!(known || declared.iter().any(|form| line.starts_with(form)), "{name}: {line}");
                assert!(!line.starts_with("import") || line.contains(" from \"./"), "{name}: {line}");
            }
        }
        // Each once, and none before what it imports.
        let all = &BUNDLES[1].1;
        let place = |name: &str| all.find(&format!("modules[\"{name}\"] = "));
        for (name, text) in scripts.filter(|(name, _)| *name != "early.js") {
            assert_eq!(all.matches(&format!("modules[\"{name}\"] = ")).count(), 1, "{name}");
            for needed in text.lines().filter_map(|line| line.split(" from \"./").nth(1)) {
                let needed = needed.trim_end_matches("\";");
                assert!(place(needed).is_some() && place(needed) < place(name), "{name} is before {needed}");
            }
        }
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        for name in ["../mod.rs", "../../../Cargo.toml", "/etc/passwd", "..\\mod.rs", "./index.html", "a//b"] {
            assert!(text(name, Some(&folder)).is_none(), "{name}");
        }
        assert!(text("index.html", Some(&folder)).is_some());
    }
}
