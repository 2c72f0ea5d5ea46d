//! Differo: a hexagon on which every line carries its majority, exactly as far as it is a majority, towards the goal.

mod board;
mod drawing;
mod lines;
mod moves;
mod notation;
mod picture;
mod position;
mod states;

pub use board::Cell;
pub use moves::DifferoMove;
pub use notation::{DifferoMoveError, DifferoPositionError};
pub use position::Differo;

pub(crate) use lines::LINES;
pub(crate) use states::{Content, STATES, State};
