//! What the terms of `WaldMeister` weigh, in hundredths of a point. Written by `tern tune`.

use super::{Weights, for_each_weighed_term, plies_to_come};
use crate::eval::weights::weights;
use crate::eval::{self, NamedWeights, Tunable};
use crate::games::waldmeister::{Board, WaldMeister};

weights! {
    /// Weights that are fitted. The earlier in the game, the less a group counts for its size, and the more for being safe.
    pub(super) struct Fitted {
        /// A tree of a largest group close to the end of the game: all but certain.
        grouped,
        /// That much less, in tenths, for every ply to come, in which the group may be torn apart.
        grouped_less_a_ply,
        /// A tree beside a safe group of its set. The trees of the safe group itself, which can never move again, count
        /// twice.
        beside_safe,
        /// That much more, in tenths, for every ply to come: the longer the game, the more of what is not safe will be gone.
        beside_safe_more_a_ply,
        /// A tree that one more of its set would join to the largest group, on a cell where that can still be put.
        joinable,
        /// What the best move gains at once, in hundredths of what groups are worth: the answer takes some of it back.
        gained,
    }
}

/// For `waldmeister`.
pub(super) const WALDMEISTER: Fitted = Fitted {
    grouped: 80,
    grouped_less_a_ply: 12,
    beside_safe: 10,
    beside_safe_more_a_ply: 5,
    joinable: 20,
    gained: 60,
};

impl<B: Board> Tunable for WaldMeister<B> {
    const WEIGHTS: eval::Weights<Self> = eval::Weights::Named(NamedWeights {
        constant: "WALDMEISTER",
        list: || WALDMEISTER.list(),
        slopes,
        // The very last move is not judged but counted.
        is_quiet: |position| plies_to_come(position) > 1,
    });
}

fn slopes<B: Board>(position: &WaldMeister<B>) -> Vec<f64> {
    let none = Weights { grouped: 0, beside_safe: 0, joinable: 0, gained: 0 };
    let count = |weights: Weights| {
        let mut balance = 0;
        for_each_weighed_term(position, &weights, |term| balance += term.p1 - term.p2);
        f64::from(balance)
    };
    let gained = count(Weights { gained: 1, ..none });
    let grouped = count(Weights { grouped: 1, ..none }) + gained * f64::from(WALDMEISTER.gained) / 100.0;
    let beside_safe = count(Weights { beside_safe: 1, ..none });
    let joinable = count(Weights { joinable: 1, ..none });
    let plies = plies_to_come(position);
    let (tenths, near_tenths) = (f64::from(plies) / 10.0, f64::from(plies.min(super::FAR)) / 10.0);
    let worth_of_group = f64::from(Weights::new(plies).grouped);
    vec![grouped, -grouped * tenths, beside_safe, beside_safe * near_tenths, joinable, gained * worth_of_group / 100.0]
}
