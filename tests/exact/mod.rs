//! The score of a position by a search that leaves nothing out: what minimax would say.

use tern::eval::Searchable;
use tern::history::History;
use tern::search::{Control, Score, SearchRequest, Table, search};

/// The exact score of a game that is not over, so many plies deep.
pub(crate) fn score<G: Searchable>(position: &G, depth: u32) -> Score {
    let request = SearchRequest { exhaustive: true, ..SearchRequest::to_depth(depth) };
    let (game, table) = (History::new(position.clone()), Table::new(1).expect("a megabyte"));
    let mut score = None;
    search(&game, &[], &request, &table, &Control::new(false), &mut |info| score = Some(info.score));
    score.expect("a report")
}
