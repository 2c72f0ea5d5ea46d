//! Differo: on every line of a hexagon the side with more pieces moves them, by exactly the difference.
//!
//! ```
//! use tern::game::{Game, Player};
//! use tern::games::differo::{Cell, Differo};
//!
//! let start = Differo::start();
//! let white = Cell::all().filter(|&cell| start.piece_at(cell) == Some(Player::P1));
//! assert_eq!(white.count(), 13);
//! assert_eq!(start.to_string().parse(), Ok(start));
//! assert_eq!(start.legal_moves().len(), 20);
//! ```

mod board;
mod drawing;
mod lines;
mod mobility;
mod moves;
mod notation;
mod picture;
mod position;
mod states;

pub use board::Cell;
pub use moves::DifferoMove;
pub use notation::{DifferoMoveError, DifferoPositionError};
pub use position::Differo;

pub(crate) use lines::{LINES, PLACES};
pub(crate) use states::{Content, STATES, State, UPRIGHT_STATES};
