//! Which lines have moves, and which of those lead into a goal. Every node of a search asks, and a move changes five lines of 27,
//! so the answers are kept up to date.

use super::board::Cell;
use super::lines::LINES;
use super::states::{self, Content, State};
use crate::game::Player;
use std::sync::LazyLock;

/// Sets of lines, a bit each: where White can move, where Black can, where White can reach the goal, where Black can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mobility([u32; 4]);

/// For every state a bit for each of the four sets that a line in it belongs to. There is room for every number a state could have, so
/// that none is out of range.
static SETS: LazyLock<Box<[u8; 1 << State::BITS]>> = LazyLock::new(|| {
    let mut sets = Box::new([0; 1 << State::BITS]);
    for (sets, content) in sets.iter_mut().zip(Content::all()) {
        let [white, black] = Player::BOTH.map(|player| content.moves(player));
        let bits = [white.count() > 0, black.count() > 0, white.reach_goal(), black.reach_goal()];
        *sets = bits.into_iter().rev().fold(0, |sets, bit| 2 * sets + u8::from(bit));
    }
    sets
});

/// The four bits apart from each other.
static APART: [[u32; 4]; 16] = {
    let mut apart = [[0; 4]; 16];
    let mut i = 0;
    while i < 4 * apart.len() {
        apart[i / 4][i % 4] = ((i / 4) >> (i % 4) & 1) as u32;
        i += 1;
    }
    apart
};

impl Mobility {
    /// Of lines with nothing on them.
    pub(super) const NONE: Self = Self([0; 4]);

    /// The lines on which a player can move.
    pub(crate) const fn lines(self, player: Player) -> u32 {
        self.0[player.index()]
    }

    /// The lines on which a player can move into the goal.
    pub(crate) const fn goal_lines(self, player: Player) -> u32 {
        self.0[2 + player.index()]
    }

    /// Whether a player can move into the goal on a line in this state.
    pub(super) fn reaches_goal(state: State, player: Player) -> bool {
        SETS[usize::from(state)] & (4 << player.index()) != 0
    }

    /// The states of the lines through this cell have changed.
    #[inline]
    pub(super) fn update(&mut self, cell: Cell, states: &[State; LINES]) {
        let sets = &SETS;
        for share in states::shares(cell) {
            let line = share.line.index();
            let belongs = APART[usize::from(sets[usize::from(states[line])] & 0xF)];
            self.0.iter_mut().zip(belongs).for_each(|(set, bit)| *set = *set & !(1 << line) | bit << line);
        }
    }
}
