//! A place at the board of any game: the game so far, and who thinks about it.

use crate::adapter::State;
use crate::strategy::{Limit, Mind, Strategy};
use crate::two_ply::OnBoard;
use std::error::Error;
use tern::eval::Evaluate;
use tern::game::{Game, Player};
use tern::games::any::GameKind;
use tern::games::differo::Differo;
use tern::games::waldmeister::AnyWaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::notation::{Notation, ParsedMove};
use tern::protocol::StartFrom;
use tern::session::Options;

/// A place at the board.
pub(crate) trait Seat {
    /// Sets up a position and plays the moves from it. On an error nothing changes.
    fn set_up(&mut self, from: &StartFrom, moves: &[&str]) -> Result<(), Box<dyn Error>>;
    /// Whose turn it is.
    fn to_move(&self) -> Player;
    /// A move, unless the game is over.
    fn choose(&mut self, limit: Limit) -> Option<String>;
}

/// Takes a seat at the start of the game that the options say.
pub(crate) fn take(options: &Options, strategy: Strategy) -> Box<dyn Seat> {
    let hash = options.hash;
    match options.game {
        GameKind::Wali => At::boxed(Wali::<Classic>::start(), strategy, hash),
        GameKind::WaliTotal => At::boxed(Wali::<Total>::start(), strategy, hash),
        GameKind::Differo => At::boxed(Differo::start(), strategy, hash),
        GameKind::WaldMeister => match AnyWaldMeister::start_near(options.board_size) {
            AnyWaldMeister::Small(start) => At::boxed(start, strategy, hash),
            AnyWaldMeister::Large(start) => At::boxed(start, strategy, hash),
        },
    }
}

/// The one kind of seat.
struct At<G: Game> {
    start: G,
    state: State<G>,
    mind: Box<dyn Mind<G>>,
}

impl<G: Notation + Evaluate + OnBoard> At<G> {
    fn boxed(start: G, strategy: Strategy, megabytes: usize) -> Box<dyn Seat> {
        Box::new(Self { state: State::new(start.clone()), start, mind: strategy.mind(megabytes) })
    }
}

impl<G: Notation> Seat for At<G> {
    fn set_up(&mut self, from: &StartFrom, moves: &[&str]) -> Result<(), Box<dyn Error>> {
        let mut state = State::new(match from {
            StartFrom::Startpos => self.start.clone(),
            StartFrom::Fen(text) => text.parse::<G>()?,
        });
        for text in moves {
            match state.position().parse_move(text)? {
                ParsedMove::Whole(m) => state.advance(m),
                ParsedMove::Half { .. } => return Err(format!("{text} is only half a move").into()),
            }
        }
        self.state = state;
        Ok(())
    }

    fn to_move(&self) -> Player {
        self.state.position().to_move()
    }

    fn choose(&mut self, limit: Limit) -> Option<String> {
        let position = self.state.position();
        if position.outcome().is_some() {
            return None;
        }
        let any = || position.legal_moves().first().copied();
        self.mind.choose(&self.state, limit).or_else(any).map(|m| m.to_string())
    }
}
