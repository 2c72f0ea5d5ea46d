//! The rules of the games, one folder each, and any of them ([`any`]).

pub mod any;
pub mod differo;
pub mod waldmeister;
pub mod wali;
