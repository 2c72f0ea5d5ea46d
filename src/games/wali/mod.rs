//! Wali: drop stones apart, then step them into rows of exactly three to capture.
//!
//! ```
//! use tern::game::{Game, Player};
//! use tern::games::wali::{Cell, Classic, Wali, WaliPositionError};
//!
//! let mut position: Wali<Classic> = "6/6/2wb2/6/6 w 11 11 - - 0".parse()?;
//! assert_eq!(position.piece_at("d3".parse()?), Some(Player::P2));
//! let free = Cell::all().filter(|&cell| position.piece_at(cell).is_none()).count();
//! assert_eq!(free, 28);
//! let m = position.legal_moves()[0];
//! position.play(m)?;
//! assert!(position.play(m).is_err(), "the cell is taken");
//! assert!(matches!("6/6 w".parse::<Wali<Classic>>(), Err(WaliPositionError::RowCount(..) | WaliPositionError::Missing(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

pub(crate) use board::{
    BOARD, CENTRE_COLUMNS, CENTRE_ROW, COLUMNS, INNER_COLUMNS, INNER_ROWS, Lines, ROWS, cells, exact_threes,
    neighbours, rows,
};
pub(crate) use position::{Phase, STONES};
