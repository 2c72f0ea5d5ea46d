//! `WaldMeister`: slide any tree, plant an own one where it stood; one player gathers colours, the other heights.
//!
//! Boards of side 5 to 8 live in a `u64`, larger ones in a `u128`; [`AnyWaldMeister`] is either.
//!
//! ```
//! use tern::game::Game;
//! use tern::games::waldmeister::{Colour, Height, WaldMeister};
//!
//! let position: WaldMeister<u64> = "5/5/2tl2/5/5 2 111111011 111111111 c".parse()?;
//! let tree = position.piece_at("c3".parse()?).ok_or("no tree")?;
//! assert_eq!((tree.height, tree.colour), (Height::Tall, Colour::Light));
//! assert_eq!(position.cells().filter(|&cell| position.piece_at(cell).is_some()).count(), 1);
//! assert!(position.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
