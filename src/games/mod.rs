//! The rules of the games: is it legal?

pub mod wali;
