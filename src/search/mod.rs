//! Which move? One search for all games: iterative deepening on any number of threads. Names no concrete game.
//!
//! [`search`] takes a typed game in progress, [`run`] one of any game; both take a [`SearchRequest`], report [`Info`] after
//! every iteration and give the [`BestMove`].
//!
//! ```
//! use tern::games::differo::Differo;
//! use tern::history::History;
//! use tern::search::{Control, Score, SearchRequest, Table, search};
//!
//! let problem: Differo = "5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w".parse()?;
//! let (table, control) = (Table::new(1)?, Control::new(false));
//! let mut score = None;
//! let found = search(&History::new(problem), &[], &SearchRequest::to_depth(5), &table, &control, &mut |info| {
//!     score = Some(info.score);
//! });
//! assert_eq!(found.map(|found| found.best.to_string()), Some("g4g5".into()));
//! assert_eq!(score, Some(Score::Mate(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to look: `threads` starts the search and `helpers` wakes those who help, `root` deepens it, `alpha_beta` and `quiescence` walk
//! the tree, `move_stack` and `heuristics` order moves, `transposition` remembers positions, `tablebase` knows endgames, `abdada` divides
//! the work, `time` minds the clock.

mod abdada;
mod alpha_beta;
mod control;
mod gaps;
mod helpers;
mod heuristics;
mod huge_pages;
mod level;
mod limits;
mod move_stack;
mod node;
mod progress;
mod quiescence;
mod reductions;
mod report;
mod request;
mod root;
mod root_moves;
mod run;
mod tablebase;
mod threads;
mod time;
mod transposition;
mod value;
mod worker;

pub use control::Control;
pub use helpers::probe_memory;
pub use level::{Level, Rating};
#[cfg(feature = "cli")]
pub(crate) use level::{LevelTable, Row, Skill, TABLE as LEVEL_TABLE, play_with};
pub use limits::{GameClock, Limits};
pub use progress::Progress;
pub use report::{BestMove, Info, Score};
pub use request::SearchRequest;
pub use run::run;
pub use transposition::{OutOfMemory, Table};
pub use value::Value;

use crate::eval::Searchable;
use crate::history::History;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Searches among some moves, all if none are named, until a limit binds or `control` stops it, and gives the best move;
/// `None` if the game is over.
///
/// `report` is called with every line of every completed iteration, and with the final lines if the last iteration was
/// broken off. The answer of an infinite or pondering search is held back until it is released.
pub fn search<G: Searchable>(
    game: &History<G>,
    root_moves: &[G::Move],
    request: &SearchRequest,
    table: &Table,
    control: &Control,
    report: &mut dyn FnMut(Info<G::Move>),
) -> Option<BestMove<G::Move>> {
    // The same seed and position, the same choice, whatever came before.
    let mut rng = StdRng::seed_from_u64(request.seed ^ game.position().hash());
    let mut root_moves = if root_moves.is_empty() { game.legal_moves() } else { root_moves.to_vec() };
    if root_moves.is_empty() {
        return None;
    }
    if request.variety && request.level == Level::Search {
        // Of moves that turn out equally good the search keeps the one it tried first. Weaker levels have choices of their own.
        root_moves.shuffle(&mut rng);
    }
    let skill = level::TABLE.row(G::GAME, request.level).skill;
    let best = match request.level {
        Level::Random => level::random(game.position(), &root_moves, control, &mut rng, report),
        Level::Greedy => level::greedy(game.position(), &root_moves, request.multipv, control, &mut rng, report),
        _ => match skill {
            Some(skill) => level::play_with(skill, game, &root_moves, request, table, control, report),
            None => threads::deepen(game, &root_moves, request, table, control, report),
        },
    };
    control.wait_for_release(request.limits.infinite);
    best
}
