//! A search of a game in progress, whatever the game: moves become texts here.

use super::{BestMove, Control, Info, SearchRequest, Table, search};
use crate::eval::Searchable;
use crate::games::any::{AnyGame, AnyPlayError, with_history};
use crate::history::{History, PlayError};
use crate::notation::Notation;

/// Searches among some moves, all if none are named, until a limit binds or `control` stops it. `None` if the game is over.
///
/// ```
/// use tern::games::any::{AnyGame, GameKind};
/// use tern::search::{self, Control, SearchRequest, Table};
///
/// let game = AnyGame::start(GameKind::Wali, 8);
/// let (request, table) = (SearchRequest::to_depth(4), Table::new(1)?);
/// let found = search::run(&game, &["c3", "a1"], &request, &table, &Control::new(false), &mut |info| {
///     assert!(info.pv[0] == "c3" || info.pv[0] == "a1");
/// })?;
/// assert!(found.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a move named is not legal; [`AnyGame::moves_named`] tells that before a thread is started for the search.
pub fn run(
    game: &AnyGame,
    root_moves: &[&str],
    request: &SearchRequest,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Info<String>),
) -> Result<Option<BestMove<String>>, AnyPlayError> {
    with_history!(game, history => {
        run_typed(history, root_moves, request, table, control, report).map_err(|error| error.map(Into::into))
    })
}

fn run_typed<G: Notation + Searchable>(
    history: &History<G>,
    root_moves: &[&str],
    request: &SearchRequest,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Info<String>),
) -> Result<Option<BestMove<String>>, PlayError<G::MoveError>> {
    let root_moves = history.moves_named(root_moves)?;
    let found = search(history, &root_moves, request, table, control, &mut |info| report(info.into_text()));
    Ok(found.map(BestMove::into_text))
}
