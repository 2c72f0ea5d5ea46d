//! Several games in one session: none leaves anything behind for the next.

use crate::driver::Tern;

const SEARCH: &str = "go nodes 5000";

fn set(tern: &Tern, game: &str) {
    tern.quietly(&[&format!("setoption name Game value {game}")]);
}

/// What a search says, but for the clock.
fn timeless(tern: &Tern) -> Vec<String> {
    let strip = |line: String| {
        let mut words: Vec<_> = line.split(' ').map(String::from).collect();
        for i in 1..words.len() {
            if matches!(words[i - 1].as_str(), "nps" | "time") {
                words[i].clear();
            }
        }
        words.join(" ")
    };
    tern.search(SEARCH).into_iter().map(strip).collect()
}

fn fresh(game: &str) -> Vec<String> {
    timeless(&Tern::with_args(&["--game", game]))
}

#[test]
fn a_search_is_the_same_whatever_was_played_before() {
    let games: Vec<String> = tern::games::any::GameKind::ALL.iter().map(ToString::to_string).collect();
    let tern = Tern::start();
    for game in games.iter().chain(games.iter().rev()).chain(&games) {
        // Away and back, so that even the game just played is met anew.
        set(&tern, if game == "wali" { "wali-total" } else { "wali" });
        tern.search("go nodes 300");
        set(&tern, game);
        assert_eq!(tern.query("game"), *game);
        assert_eq!(timeless(&tern), fresh(game), "{game}");
    }
}

#[test]
fn the_position_belongs_to_the_game() {
    let tern = Tern::start();
    tern.quietly(&["move c3"]);
    set(&tern, "differo");
    let start = tern.query("fen");
    tern.error("move c3");
    tern.error("position fen 6/6/6/6/6 w 12 12 - - 0");
    assert_eq!(tern.query("fen"), start);
    set(&tern, "wali");
    assert_eq!(tern.query("fen"), "6/6/6/6/6 w 12 12 - - 0");
    assert!(tern.error("undo").contains("undo"));
}
