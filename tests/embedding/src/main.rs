//! What a program outside the package does with tern: read a position of each game, look at the board, list, play and take
//! back moves, see a repetition, and search.

use std::error::Error;
use tern::eval::Searchable;
use tern::game::{Player, Reason};
use tern::games::differo::Differo;
use tern::games::waldmeister::{Tree, WaldMeister};
use tern::games::wali::{Classic, Wali};
use tern::history::History;
use tern::notation::{CellError, Notation};
use tern::perft::perft;
use tern::search::{Control, OutOfMemory, SearchRequest, Table, search};

fn main() -> Result<(), Box<dyn Error>> {
    let wali: Wali<Classic> = "6/1w1b2/2w1b1/1w4/3bb1 w 0 0 - - 7".parse()?;
    println!("wali c3 {}", stone(wali.piece_at("c3".parse()?)));
    explore(wali)?;

    let differo: Differo = "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w".parse()?;
    println!("differo h5 {}", stone(differo.piece_at("h5".parse()?)));
    explore(differo)?;
    repeat(differo)?;

    let waldmeister: WaldMeister<u64> = "5/5/2tl2/5/5 2 111111011 111111111 c".parse()?;
    println!("waldmeister c3 {}", tree(waldmeister.piece_at("c3".parse()?)));
    explore(waldmeister)?;

    refuse();
    Ok(())
}

fn stone(owner: Option<Player>) -> &'static str {
    match owner {
        Some(Player::P1) => "white",
        Some(Player::P2) => "black",
        None => "empty",
    }
}

fn tree(tree: Option<Tree>) -> String {
    tree.map_or("empty".into(), |tree| tree.to_string())
}

/// Lists and counts moves, plays the best one by a search, and takes it back.
fn explore<G: Notation + Searchable>(position: G) -> Result<(), Box<dyn Error>> {
    let mut game = History::new(position.clone());
    println!("  {} moves, perft 2 {}", game.legal_moves().len(), perft(&position, 2));
    let (table, control) = (small_table()?, Control::new(false));
    let mut depth = 0;
    let found = search(&game, &[], &SearchRequest::to_depth(5), &table, &control, &mut |info| depth = info.depth);
    let best = found.ok_or("the game is over")?.best;
    game.play(best)?;
    println!("  depth {depth}, {best}: {}", game.position());
    assert_eq!(game.undo(), Some(best));
    assert_eq!(game.position(), &position);
    Ok(())
}

fn repeat(position: Differo) -> Result<(), Box<dyn Error>> {
    let mut game = History::new(position);
    let round = ["d3e3", "f7e7", "e3d3", "e7f7"];
    game.play_texts(&round, false)?;
    assert_eq!(game.outcome(), None);
    game.play_texts(&round, false)?;
    let reason = game.outcome().map(|outcome| outcome.reason);
    assert_eq!(reason, Some(Reason::Repetition));
    println!("  {} plies: {}", game.moves().len(), Reason::Repetition);
    Ok(())
}

/// Errors have names.
fn small_table() -> Result<Table, OutOfMemory> {
    Table::new(1)
}

fn refuse() {
    let error: CellError = "z9".parse::<tern::games::wali::Cell>().unwrap_err();
    println!("{error}");
}
