//! Wali: drop stones apart, then step them into rows of exactly three to capture.

mod board;
mod drawing;
mod moves;
mod notation;
mod picture;
mod position;

pub use board::Cell;
pub use moves::WaliMove;
pub use notation::{WaliMoveError, WaliPositionError};
pub use position::{Classic, NoReturn, Rules, Total, Wali};

pub(crate) use board::{CENTRE_COLUMNS, CENTRE_ROW, COLUMNS, INNER_COLUMNS, INNER_ROWS, Lines, ROWS, neighbours, rows};
pub(crate) use position::{Phase, STONES};
