//! Any of the games: the one list of them, and a game in progress whatever the game.
//!
//! ```
//! use tern::games::any::{AnyGame, GameKind};
//!
//! let mut game = AnyGame::start(GameKind::Differo, 8);
//! game.play(&["d3e3"], false)?;
//! assert_eq!(game.moves().len(), 18);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod kind;

pub(crate) use game::with_history;
pub use game::{AnyGame, AnyPlayError, MoveError, PositionError};
pub use kind::{GameKind, UnknownGame};
