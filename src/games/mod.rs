//! The rules of the games, one folder each, and any of them ([`any`]).
//!
//! ```
//! use tern::games::any::{AnyGame, GameKind};
//!
//! for &kind in GameKind::ALL {
//!     let mut game = AnyGame::start(kind, AnyGame::USUAL_SIZE);
//!     let first = game.moves().swap_remove(0);
//!     game.play(&[&first], false)?;
//!     assert_eq!(game.played(), [first]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod any;
pub mod differo;
pub mod waldmeister;
pub mod wali;
