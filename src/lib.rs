//! tern: a headless engine for the board games Wali, Differo and `WaldMeister`, as a library.
//!
//! A game is a position with moves ([`game`]), read and written as text ([`notation`]), kept with its past ([`history`]),
//! judged ([`eval`]) and searched ([`search`]):
//!
//! ```
//! use tern::games::differo::Differo;
//! use tern::game::Player;
//! use tern::history::History;
//! use tern::search::{Control, SearchRequest, Table, search};
//!
//! let start: Differo = "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w".parse()?;
//! assert_eq!(start.piece_at("d2".parse()?), Some(Player::P1));
//!
//! let mut game = History::new(start);
//! game.play_texts(&["d3e3", "f7e7"], false)?;
//! let found = search(&game, &[], &SearchRequest::to_depth(4), &Table::new(1)?, &Control::new(false), &mut |_| {});
//! let best = found.ok_or("the game is over")?.best;
//! game.play(best)?;
//! assert_eq!(game.undo(), Some(best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Layers, each of which uses only those before it: [`token`], [`game`], [`notation`], [`history`], [`perft`], the rules
//! ([`games`]), [`eval`], [`search`], [`protocol`] and [`session`]. With the feature `cli`, which is on by default, come
//! those that start engines and talk to people: `client`, `matches`, `check`, `play`, `report`, `tune`; with `serve`, also on by
//! default, the page in the browser. Without it
//! (`default-features = false`) the crate has few dependencies.

#[cfg(feature = "cli")]
mod arguments;
mod ascii;
#[cfg(feature = "cli")]
mod check;
// Public for the binary, which is a crate of its own; nobody else has a use for it.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
pub mod client;
#[cfg(feature = "cli")]
mod draw;
pub mod eval;
#[cfg(feature = "cli")]
mod files;
pub mod game;
pub mod games;
pub mod history;
mod lines;
#[cfg(feature = "cli")]
pub mod matches;
pub mod notation;
pub mod perft;
pub mod picture;
#[cfg(feature = "cli")]
pub mod play;
#[cfg(feature = "cli")]
mod progress;
pub mod protocol;
#[cfg(feature = "cli")]
mod report;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod session;
pub mod token;
#[cfg(feature = "cli")]
mod tune;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
