//! Move generation speed, side by side with a chess library.

fn main() {}
