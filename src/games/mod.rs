//! The rules of the games: is it legal?

pub mod any;
pub mod differo;
pub mod waldmeister;
pub mod wali;
