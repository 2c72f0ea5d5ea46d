//! tern: a headless engine for the board games Wali, Differo and WaldMeister.
//!
//! Layers, each of which uses only those above it: what a game is ([`game`], [`notation`]), the rules ([`games`]), how good
//! a position is ([`eval`]), which move to play ([`search`]), how the conversation is spelled ([`protocol`]) and who
//! remembers it all ([`engine`]).

pub mod engine;
pub mod eval;
pub mod game;
pub mod games;
pub mod notation;
pub mod perft;
pub mod protocol;
pub mod search;
mod token;
