//! A Differo position: the pieces, what they make of each line, and how the game ends.

use super::board::{Cell, cells, goal, in_row, turned};
use super::lines::{LINES, Line};
use super::mobility::Mobility;
use super::moves::DifferoMove;
use super::states::{self, State};
use crate::game::{ByPlayer, Game, Outcome, Player, Reason, hash_keys};

/// Pieces each player has.
pub(crate) const PIECES: u32 = 13;

/// A position of Differo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differo {
    pub(super) pieces: ByPlayer<u64>,
    /// What stands on every line, kept up to date by `play`.
    pub(super) states: [State; LINES],
    /// Which lines have moves, and which lead into a goal, kept up to date with the states.
    pub(super) mobility: Mobility,
    pub(super) side: Player,
    pub(super) hash: u64,
}

static PIECE_KEYS: ByPlayer<[u64; Cell::COUNT]> = ByPlayer { p1: hash_keys(21), p2: hash_keys(22) };
const SIDE_KEY: u64 = hash_keys::<1>(23)[0];

/// White's pieces at the start. Black's are the same seen from the other side.
const START: u64 = in_row(1, 0b01_1110) | in_row(2, 0b010_1010) | in_row(3, 0b0111_1110);

impl Differo {
    /// The start of the game.
    pub fn start() -> Self {
        Self::assemble(ByPlayer { p1: START, p2: turned(START) }, Player::P1)
    }

    /// Puts a position together.
    pub(super) fn assemble(pieces: ByPlayer<u64>, side: Player) -> Self {
        let hash = if side == Player::P2 { SIDE_KEY } else { 0 };
        let mut position =
            Self { pieces: ByPlayer::both(0), states: states::EMPTY, mobility: Mobility::NONE, side, hash };
        for player in Player::BOTH {
            for cell in cells(pieces[player]) {
                position.put(player, cell);
                position.mobility.update(cell, &position.states);
            }
        }
        position
    }

    /// The pieces of a player.
    pub(crate) const fn pieces(&self, player: Player) -> u64 {
        *self.pieces.get(player)
    }

    /// The states of all lines.
    pub(crate) const fn states(&self) -> &[State; LINES] {
        &self.states
    }

    /// The lines on which a player could move into the goal, a bit each.
    pub(crate) const fn goal_lines(&self, player: Player) -> u32 {
        self.mobility.goal_lines(player)
    }

    /// Whose piece stands on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces(player) & cell.bit() != 0)
    }

    /// The player who has a piece in their goal.
    pub(super) fn winner_by_goal(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces(player) & goal(player) != 0)
    }

    /// The lines on which a move of the player to move changes something, with their new states.
    pub(crate) fn for_each_change(&self, m: DifferoMove, mut visit: impl FnMut(Line, State)) {
        let digit = digit(self.side);
        let state = |line: Line| self.states[line.index()];
        for (from, to) in states::shares(m.from).iter().zip(states::shares(m.to)) {
            let without = state(from.line).wrapping_sub(from.weight * digit);
            if from.line == to.line {
                visit(from.line, without.wrapping_add(to.weight * digit));
            } else {
                visit(from.line, without);
                visit(to.line, state(to.line).wrapping_add(to.weight * digit));
            }
        }
    }

    /// Whether a move of the player to move wins, or leaves the opponent no way into the goal.
    pub(crate) fn parries(&self, m: DifferoMove) -> bool {
        let opponent = self.side.opponent();
        let changed = states::lines_through(m.from) | states::lines_through(m.to);
        let mut parried = self.goal_lines(opponent) & !changed == 0;
        self.for_each_change(m, |_, state| parried &= !Mobility::reaches_goal(state, opponent));
        parried || goal(self.side) & m.to.bit() != 0
    }

    /// The hash after a move.
    pub(crate) fn hash_after(&self, m: DifferoMove) -> u64 {
        let keys = &PIECE_KEYS[self.side];
        self.hash ^ keys[m.from.index()] ^ keys[m.to.index()] ^ SIDE_KEY
    }

    // Adding and taking wrap, so that an illegal move makes nonsense but no panic.
    fn put(&mut self, player: Player, cell: Cell) {
        for share in states::shares(cell) {
            let state = &mut self.states[share.line.index()];
            *state = state.wrapping_add(share.weight * digit(player));
        }
        self.toggle(player, cell);
    }

    fn take(&mut self, player: Player, cell: Cell) {
        for share in states::shares(cell) {
            let state = &mut self.states[share.line.index()];
            *state = state.wrapping_sub(share.weight * digit(player));
        }
        self.toggle(player, cell);
    }

    fn toggle(&mut self, player: Player, cell: Cell) {
        self.pieces[player] ^= cell.bit();
        self.hash ^= PIECE_KEYS[player][cell.index()];
    }
}

/// How a player's piece counts in the state of a line.
const fn digit(player: Player) -> State {
    player as State + 1
}

impl Game for Differo {
    type Move = DifferoMove;

    fn to_move(&self) -> Player {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner_by_goal() {
            return Some(Outcome::win(winner, Reason::Goal));
        }
        let blocked = self.mobility.lines(self.side) == 0;
        blocked.then_some(Outcome::win(self.side.opponent(), Reason::Blocked))
    }

    fn for_each_move(&self, visit: impl FnMut(DifferoMove)) {
        self.generate(visit);
    }

    fn count_moves(&self) -> u64 {
        self.count_legal()
    }

    fn play_unchecked(&mut self, m: DifferoMove) {
        self.take(self.side, m.from);
        self.put(self.side, m.to);
        self.mobility.update(m.from, &self.states);
        self.mobility.update(m.to, &self.states);
        self.side = self.side.opponent();
        self.hash ^= SIDE_KEY;
        debug_assert_eq!(*self, Self::assemble(self.pieces, self.side), "after {m}");
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    // No move is irreversible: any earlier state may come back.
    fn repetition_reach(&self) -> usize {
        usize::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_move_changes_is_known_before_it_is_played() {
        let rows = "5/b1bbbb/2wb1b1/bb3b1w/wb1w2bb1/1ww1ww2/1w1w3/ww3w/5";
        let middle = ["w", "b"].map(|side| format!("{rows} {side}").parse().unwrap());
        for position in [Differo::start()].into_iter().chain(middle) {
            assert!(position.count_moves() > 0);
            for m in position.legal_moves() {
                let mut next = position;
                next.play_unchecked(m);
                assert_eq!(position.hash_after(m), next.hash(), "{m} in {position}");
                let (mut states, mut changes) = (position.states, 0);
                position.for_each_change(m, |line, state| {
                    states[line.index()] = state;
                    changes += 1;
                });
                assert_eq!((states, changes), (next.states, 5), "{m} in {position}");
            }
        }
    }

    #[test]
    fn a_move_parries_if_the_opponent_cannot_win_after_it() {
        let rows = [
            "5/3w2/1w5/8/9/8/7/2b3/5",
            "5/3w2/7/8/9/8/1b5/2b3/5",
            "5/b3bb/2b1b2/wb1bw3/b3w3w/w2wwb1b/w1w1bbw/b1www1/5",
        ];
        let (mut parried, mut lost) = (0, 0);
        for text in rows.iter().flat_map(|rows| [format!("{rows} w"), format!("{rows} b")]) {
            let position: Differo = text.parse().unwrap();
            for m in position.legal_moves() {
                let mut next = position;
                next.play_unchecked(m);
                let goal = goal(next.side);
                let loses = next.legal_moves().iter().any(|reply| goal & reply.to.bit() != 0);
                assert_eq!(position.parries(m), !loses, "{m} in {position}");
                if loses { lost += 1 } else { parried += 1 }
            }
        }
        assert!(parried > 10 && lost > 10, "{parried} {lost}");
    }

    #[test]
    fn a_piece_that_comes_into_the_line_of_a_threat_parries_it() {
        // On its line to i8 the piece on h7 meets one of Black's; it goes to i7 unless Black enters that line as well.
        let position: Differo = "5/3w2/3b3/4b3/9/8/7/6/5 b".parse().unwrap();
        let mut parrying = position.legal_moves();
        parrying.retain(|&m| position.parries(m));
        assert_eq!(parrying.iter().map(ToString::to_string).collect::<Vec<_>>(), ["f6f7", "f6g7"]);
    }
}
