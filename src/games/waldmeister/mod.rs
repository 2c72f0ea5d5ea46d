//! `WaldMeister`: slide any tree, plant an own one where it stood; one player gathers colours, the other heights.

mod any;
mod board;
mod drawing;
mod hand;
mod move_text;
mod moves;
mod notation;
mod picture;
mod position;
mod position_text;
mod tree;
mod trees;

pub use any::AnyWaldMeister;
pub use board::{Board, Cell, SIDES};
pub use hand::Hand;
pub use move_text::WaldMeisterMoveError;
pub use moves::WaldMeisterMove;
pub use position::{Goal, WaldMeister};
pub use position_text::WaldMeisterPositionError;
pub use tree::{Colour, Height, Tree};

pub(crate) use board::{CELLS, cells, lowest_group, neighbours};
pub(crate) use position::{Growth, TREES};
