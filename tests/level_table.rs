//! docs/levels.md shows the table that is built into tern.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use tern::games::any::GameKind;
use tern::search::Level;

/// A row of a table in Markdown.
fn row(level: Level, cell: impl Fn(GameKind) -> String) -> String {
    let cells: Vec<_> = GameKind::ALL.iter().map(|&game| cell(game)).collect();
    format!("| `{level}` | {} |", cells.join(" | "))
}

#[test]
fn the_document_shows_the_ratings_of_this_build() {
    let document = include_str!("../docs/levels.md");
    for &level in Level::ALL {
        let expected = row(level, |game| {
            let rating = level.rating(game);
            format!("{} ± {}", rating.elo, rating.error)
        });
        assert!(document.contains(&expected), "docs/levels.md lacks {expected}");
    }
}

#[test]
fn the_document_shows_nodes_and_bounds_of_this_build() {
    let document = include_str!("../docs/levels.md");
    let table = include_str!("../src/search/level/levels.tsv");
    let fields = |game: GameKind, level: Level| {
        let start = format!("{game}\t{level}\t");
        let line = table.lines().find(|line| line.starts_with(&start)).unwrap();
        line.split('\t').skip(4).collect::<Vec<_>>().join(", ")
    };
    for &level in Level::ALL.iter().filter(|level| level.number().is_some()) {
        let expected = row(level, |game| fields(game, level));
        assert!(document.contains(&expected), "docs/levels.md lacks {expected}");
    }
}
