//! How good a `WaldMeister` position is: a small net guesses how many points each set will be worth in the end.
//!
//! It learnt that from games of tern against itself, on boards of all sizes. See `sets.weights.txt` for how.

mod features;
mod net;
mod ordering;
mod outlook;
mod params;
mod woods;

use super::{Evaluate, NetWeights, Term, Tunable, Weights};
use crate::game::{Game, Player};
use crate::games::waldmeister::{Board, SIDES, WaldMeister};
use features::{Ground, SetFeatures};
use outlook::Outlook;

pub use features::Features;
pub use net::Net;

/// Written by `tern tune`.
static NET: Net = Net::read(include_bytes!("sets.weights"));

/// A point at the end of the game.
const POINT: i32 = 100;

/// How many trees are still to be planted.
fn plies_to_come<B: Board>(position: &WaldMeister<B>) -> usize {
    (position.hand(Player::P1).total() + position.hand(Player::P2).total()) as usize
}

impl<B: Board> Evaluate for WaldMeister<B> {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        let plies_to_come = plies_to_come(self);
        let for_mover = |value| Term::for_both("the move", |player| if player == self.to_move() { value } else { 0 });
        // If the best move is the last one, there is nothing to guess.
        if plies_to_come <= 1 {
            let outlook = Outlook::new(self);
            visit(Term::for_both("points", |player| POINT * outlook.woods(player).points()));
            visit(for_mover(POINT * outlook.best_gain()));
            return;
        }
        let (ground, phase) = (Ground::new(self, plies_to_come), Net::phase(plies_to_come));
        let worth = |features: &SetFeatures| NET.worth(features, phase);
        visit(Term::for_both("sets", |player| ground.sets(player).iter().map(worth).sum()));
        // What the best move gains takes long to find, and early in the game it says little.
        if plies_to_come <= Net::LATE {
            visit(for_mover(NET.gain(plies_to_come) * Outlook::new(self).best_gain()));
        }
    }

    const STAGES: usize = 7;

    // How much can still change does not depend on the size of the board, but on the trees that are left.
    fn stage(&self) -> usize {
        match plies_to_come(self) {
            43.. => 0,
            29.. => 1,
            17.. => 2,
            9.. => 3,
            5.. => 4,
            2.. => 5,
            _ => 6,
        }
    }
}

impl<B: Board> Tunable for WaldMeister<B> {
    const WEIGHTS: Weights<Self> = Weights::Net(NetWeights {
        sizes: SIDES,
        features,
        margin: |end| points(end, Player::P1) - points(end, Player::P2),
    });
}

fn points<B: Board>(position: &WaldMeister<B>, player: Player) -> i32 {
    position.points(player) as i32
}

/// What the net is shown; `None` where it is not asked.
fn features<B: Board>(position: &WaldMeister<B>) -> Option<Features> {
    let plies_to_come = plies_to_come(position);
    if plies_to_come <= 1 {
        return None;
    }
    let ground = Ground::new(position, plies_to_come);
    let gain = if plies_to_come <= Net::LATE { Outlook::new(position).best_gain() } else { 0 };
    let mover = position.to_move();
    Some(Features { sets: [mover, mover.opponent()].map(|player| ground.sets(player)), plies_to_come, gain })
}
