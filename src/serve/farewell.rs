//! Why a socket is closed, in the code and the few words that fit into the last frame.

use crate::client::{Silence, StartError};
use axum::extract::ws::{CloseFrame, close_code};
use thiserror::Error;

/// Bytes of a reason that fit into a close frame.
const MAX_REASON: usize = 123;

/// Why a conversation is over, where it was not the page that ended it.
#[derive(Debug, Error)]
pub(super) enum Farewell {
    /// The engine has ended.
    #[error("the engine {0}")]
    Ended(Silence),
    /// The engine was not started.
    #[error("{0}")]
    NotStarted(StartError),
    /// The page said nothing for too long, or does not read.
    #[error("nothing was asked of the engine for too long")]
    Idle,
    /// The engine does not read what it is told.
    #[error("the engine does not read what it is told")]
    Deaf,
    /// A frame that is not a line.
    #[error("a frame must be text")]
    NotText,
    /// A line that is too long, or no frame at all.
    #[error("a line is too long, or the frame is broken")]
    TooLong,
    /// No more engines may run.
    #[error("too many engines run already; close another page or game first")]
    TooMany,
    /// tern is told to end.
    #[error("tern serve has ended")]
    Shutdown,
}

impl Farewell {
    fn code(&self) -> u16 {
        match self {
            Self::Ended(_) => 4000,
            Self::NotStarted(_) => 4001,
            Self::Idle => 4002,
            Self::Deaf => 4003,
            Self::NotText => close_code::UNSUPPORTED,
            Self::TooLong => close_code::SIZE,
            Self::TooMany => close_code::AGAIN,
            Self::Shutdown => close_code::AWAY,
        }
    }

    /// The last frame.
    pub(super) fn frame(&self) -> CloseFrame {
        let mut reason = self.to_string();
        while reason.len() > MAX_REASON {
            reason.pop();
        }
        CloseFrame { code: self.code(), reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_fits_into_the_frame() {
        let error = StartError::Program {
            program: "ü".repeat(300).as_str().into(),
            error: std::io::Error::other("x".repeat(200)),
        };
        let frame = Farewell::NotStarted(error).frame();
        assert!(frame.reason.len() <= MAX_REASON && frame.reason.starts_with("'ü"), "{}", frame.reason);
    }
}
