//! How good a `WaldMeister` position is.
//!
//! The weights were fitted to the points at the end of some thousand games of the engine against itself. Early in the game
//! a group counts less for its size, and more for being safe.

mod ordering;
mod outlook;
mod params;
mod weights;
mod woods;

use super::{Evaluate, Term};
use crate::game::{Game, Player};
use crate::games::waldmeister::{Board, WaldMeister, lowest_group, neighbours};
use outlook::Outlook;
use weights::WALDMEISTER;

/// A point at the end of the game.
const POINT: i32 = 100;
/// Being safe is not worth more with more plies to come than this: so early hardly anything is safe for good.
const FAR: i32 = 30;

/// The weights of the terms so many plies before the end of the game.
struct Weights {
    grouped: i32,
    beside_safe: i32,
    joinable: i32,
    gained: i32,
}

impl Weights {
    const fn new(plies_to_come: i32) -> Self {
        // The best move is part of the evaluation. If it is the last one, that is all there is to know.
        if plies_to_come <= 1 {
            return Self { grouped: POINT, beside_safe: 0, joinable: 0, gained: POINT };
        }
        let near = if plies_to_come < FAR { plies_to_come } else { FAR };
        let fitted = WALDMEISTER;
        let grouped = fitted.grouped - fitted.grouped_less_a_ply * plies_to_come / 10;
        Self {
            grouped,
            beside_safe: fitted.beside_safe + fitted.beside_safe_more_a_ply * near / 10,
            joinable: fitted.joinable,
            gained: grouped * fitted.gained / 100,
        }
    }
}

/// The safest group of a set: trees that cannot move any more count two, trees of the set beside them one.
fn safest<B: Board>(set: B, movable: B) -> i32 {
    let mut best = 0;
    let mut rest = set & !movable;
    while rest != B::NONE {
        let group = lowest_group(rest);
        rest = rest & !group;
        best = best.max(2 * group.count() + (neighbours(group) & set & movable).count());
    }
    best as i32
}

/// How many other trees of a set are one open cell away from its largest group.
fn joinable<B: Board>(set: B, largest: B, open: B) -> i32 {
    let bridges = neighbours(largest) & open;
    (neighbours(bridges) & set & !largest).count() as i32
}

/// How many trees are still to be planted.
fn plies_to_come<B: Board>(position: &WaldMeister<B>) -> i32 {
    (position.hand(Player::P1).total() + position.hand(Player::P2).total()) as i32
}

fn for_each_weighed_term<B: Board>(position: &WaldMeister<B>, weights: &Weights, mut visit: impl FnMut(Term)) {
    let outlook = Outlook::new(position);
    let movable = position.trees() & neighbours(position.empty());
    let open = position.empty() | movable;
    visit(Term::for_both("groups", |player| weights.grouped * outlook.woods(player).points()));
    visit(Term::for_both("safe groups", |player| {
        let sets = position.groups(player).into_iter();
        weights.beside_safe * sets.map(|set| safest(set, movable)).sum::<i32>()
    }));
    visit(Term::for_both("joinable", |player| {
        let leading = outlook.woods(player).leading();
        let most = leading.filter_map(|(set, largest)| largest.map(|group| joinable(set, group, open)).max());
        weights.joinable * most.sum::<i32>()
    }));
    let gain = weights.gained * outlook.best_gain();
    visit(Term::for_both("the move", |player| if player == position.to_move() { gain } else { 0 }));
}

impl<B: Board> Evaluate for WaldMeister<B> {
    fn for_each_term(&self, visit: impl FnMut(Term)) {
        for_each_weighed_term(self, &Weights::new(plies_to_come(self)), visit);
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
