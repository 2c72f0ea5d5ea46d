//! The whole protocol, spoken with the real binary through pipes, as careful and careless scripts do.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod conversation;
mod counting;
mod driver;
mod endings;
mod hostile;
mod limits;
mod positions;
mod referee;
mod searching;
mod switching;
