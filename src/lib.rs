//! tern: a headless engine for the board games Wali, Differo and WaldMeister.
//!
//! Layers, each of which uses only those above it: what a game is ([`game`], [`notation`]), the rules ([`games`]), how good
//! a position is ([`eval`]), which move to play ([`search`]), how the conversation is spelled ([`protocol`]) and who
//! remembers it all ([`engine`]). On top of them stands what uses an engine: a person at the terminal ([`play`]), the
//! referee of matches ([`referee`]), the checker of engines, our own or others ([`check`]), and the search for better weights
//! ([`tune`]).

pub mod ascii;
pub mod check;
pub mod client;
pub mod eval;
pub mod game;
pub mod games;
pub mod history;
pub mod matches;
pub mod notation;
pub mod perft;
pub mod picture;
pub mod play;
pub mod protocol;
pub mod search;
pub mod session;
pub mod token;
pub mod tune;
