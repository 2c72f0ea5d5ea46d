//! A Wali position: stones, hands, what may not be stepped back, and how the game ends.

use super::board::{BOARD, Cell, exact_threes, neighbours};
use super::moves::WaliMove;
use crate::game::{ByPlayer, Game, Outcome, Player, Reason, hash_keys};
use std::fmt::Debug;
use std::marker::PhantomData;

/// Stones each player starts with.
pub(crate) const STONES: u8 = 12;

/// Plies in the move phase without a capture that make a draw.
pub(crate) const IDLE_LIMIT: u8 = 100;

/// From this idle count on the transposition table tells counts apart: closer to the draw than most lines it looks at.
const IDLE_MATTERS: u8 = 60;

/// What the two ways to play Wali differ in.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// What the game is called.
    const NAME: &'static str;
    /// Stones in an exact three cannot be taken.
    const THREES_PROTECT: bool;
    /// A stone may not undo the step it made on its owner's previous turn.
    const NO_STEPPING_BACK: bool;
    /// A player left with this many stones or fewer has lost.
    const LOST_WITH: u32;
    /// If neither player has more stones than this, the game is drawn.
    const DRAWN_WITH: Option<u32>;
}

/// The rules of `wali`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic;

impl Rules for Classic {
    const NAME: &'static str = "wali";
    const THREES_PROTECT: bool = true;
    const NO_STEPPING_BACK: bool = true;
    const LOST_WITH: u32 = 2;
    const DRAWN_WITH: Option<u32> = None;
}

/// The rules of `wali-total`: fight to the last stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total;

impl Rules for Total {
    const NAME: &'static str = "wali-total";
    const THREES_PROTECT: bool = false;
    const NO_STEPPING_BACK: bool = false;
    const LOST_WITH: u32 = 0;
    const DRAWN_WITH: Option<u32> = Some(2);
}

/// The stone on `stone` may not step to `to` on its owner's next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoReturn {
    /// Where the stone stands.
    pub stone: Cell,
    /// Where it came from.
    pub to: Cell,
}

/// The two parts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Drop,
    Move,
}

/// A position of Wali.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wali<R: Rules> {
    pub(super) stones: ByPlayer<u64>,
    /// Both 0 exactly in the move phase.
    pub(super) hands: ByPlayer<u8>,
    pub(super) no_return: ByPlayer<Option<NoReturn>>,
    /// Plies of the move phase since the last capture.
    pub(super) idle: u8,
    pub(super) side: Player,
    pub(super) hash: u64,
    pub(super) rules: PhantomData<R>,
}

static STONE_KEYS: ByPlayer<[u64; Cell::LIMIT]> = ByPlayer { p1: hash_keys(1), p2: hash_keys(2) };
static HAND_KEYS: ByPlayer<[u64; STONES as usize + 1]> = ByPlayer { p1: hash_keys(3), p2: hash_keys(4) };
static NO_RETURN_KEYS: ByPlayer<[u64; Cell::LIMIT * Cell::LIMIT]> = ByPlayer { p1: hash_keys(5), p2: hash_keys(6) };
static IDLE_KEYS: [u64; IDLE_LIMIT as usize + 1] = hash_keys(7);
const SIDE_KEY: u64 = hash_keys::<1>(8)[0];

impl<R: Rules> Wali<R> {
    /// The start of the game: an empty board and twelve stones in each hand.
    pub fn start() -> Self {
        Self::assemble(ByPlayer::both(0), ByPlayer::both(STONES), ByPlayer::both(None), 0, Player::P1)
    }

    /// Puts a position together; hands that can no longer be dropped are discarded.
    pub(super) fn assemble(
        stones: ByPlayer<u64>,
        hands: ByPlayer<u8>,
        no_return: ByPlayer<Option<NoReturn>>,
        idle: u8,
        side: Player,
    ) -> Self {
        let mut position = Self { stones, hands, no_return, idle, side, hash: 0, rules: PhantomData };
        if position.dropping_is_over() {
            position.hands = ByPlayer::both(0);
        }
        position.hash = position.recompute_hash();
        position
    }

    /// Whose stone stands on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones(player) & cell.bit() != 0)
    }

    /// The stones of a player on the board.
    pub(crate) const fn stones(&self, player: Player) -> u64 {
        *self.stones.get(player)
    }

    /// The stones of a player not yet on the board.
    pub(crate) const fn hand(&self, player: Player) -> u8 {
        *self.hands.get(player)
    }

    /// Plies without a capture after which the game is drawn.
    pub(crate) const fn plies_to_idle_draw(&self) -> u32 {
        (IDLE_LIMIT - self.idle) as u32
    }

    /// The empty cells.
    pub(crate) const fn empty(&self) -> u64 {
        BOARD & !(self.stones.p1 | self.stones.p2)
    }

    pub(crate) const fn phase(&self) -> Phase {
        if self.hands.p1 == 0 && self.hands.p2 == 0 { Phase::Move } else { Phase::Drop }
    }

    /// The cells where a player could drop a stone.
    pub(crate) const fn droppable(&self, player: Player) -> u64 {
        if self.hand(player) == 0 { 0 } else { self.empty() & !neighbours(self.stones(player)) }
    }

    /// The enemy stones that a player may capture.
    pub(crate) const fn prey(&self, player: Player) -> u64 {
        let enemy = self.stones(player.opponent());
        if R::THREES_PROTECT { enemy & !exact_threes(enemy) } else { enemy }
    }

    const fn dropping_is_over(&self) -> bool {
        self.droppable(Player::P1) == 0 && self.droppable(Player::P2) == 0
    }

    /// The hash from scratch; `play` keeps it up to date.
    pub(super) fn recompute_hash(&self) -> u64 {
        let mut hash = if self.side == Player::P2 { SIDE_KEY } else { 0 };
        for player in Player::BOTH {
            for cell in super::board::cells(self.stones[player]) {
                hash ^= STONE_KEYS[player][cell.index()];
            }
            hash ^= HAND_KEYS[player][usize::from(self.hands[player])] ^ no_return_key(player, self.no_return[player]);
        }
        hash
    }

    fn toggle_stone(&mut self, player: Player, cell: Cell) {
        self.stones[player] ^= cell.bit();
        self.hash ^= STONE_KEYS[player][cell.index()];
    }

    fn set_hand(&mut self, player: Player, count: u8) {
        let keys = &HAND_KEYS[player];
        self.hash ^= keys[usize::from(self.hand(player))] ^ keys[usize::from(count)];
        self.hands[player] = count;
    }

    fn set_no_return(&mut self, player: Player, value: Option<NoReturn>) {
        let old = std::mem::replace(&mut self.no_return[player], value);
        self.hash ^= no_return_key(player, old) ^ no_return_key(player, value);
    }

    fn drop_stone(&mut self, cell: Cell) {
        let me = self.side;
        self.toggle_stone(me, cell);
        self.set_hand(me, self.hand(me).saturating_sub(1));
        if self.dropping_is_over() {
            self.set_hand(Player::P1, 0);
            self.set_hand(Player::P2, 0);
        }
    }

    fn step(&mut self, from: Cell, to: Cell) {
        let me = self.side;
        self.toggle_stone(me, from);
        self.toggle_stone(me, to);
        if R::NO_STEPPING_BACK {
            self.set_no_return(me, Some(NoReturn { stone: to, to: from }));
        }
        self.idle = (self.idle + 1).min(IDLE_LIMIT);
    }

    fn take(&mut self, cell: Cell) {
        let enemy = self.side.opponent();
        self.toggle_stone(enemy, cell);
        if self.no_return[enemy].is_some_and(|no_return| no_return.stone == cell) {
            self.set_no_return(enemy, None);
        }
        self.idle = 0;
    }

    /// The player who has too few stones left, the one to move first.
    fn out_of_stones(&self) -> Option<Player> {
        [self.side, self.side.opponent()].into_iter().find(|&player| self.count(player) <= R::LOST_WITH)
    }

    pub(crate) const fn count(&self, player: Player) -> u32 {
        self.stones(player).count_ones()
    }

    fn has_step(&self) -> bool {
        self.steps(self.side).any(|steps| steps.capturing | steps.quiet != 0)
    }
}

fn no_return_key(player: Player, value: Option<NoReturn>) -> u64 {
    value.map_or(0, |value| NO_RETURN_KEYS[player][value.stone.index() * Cell::LIMIT + value.to.index()])
}

impl<R: Rules> Game for Wali<R> {
    type Move = WaliMove;

    fn to_move(&self) -> Player {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase() == Phase::Drop {
            return None;
        }
        if let Some(loser) = self.out_of_stones() {
            return Some(Outcome::win(loser.opponent(), Reason::Stones));
        }
        if R::DRAWN_WITH.is_some_and(|few| Player::BOTH.iter().all(|&player| self.count(player) <= few)) {
            return Some(Outcome::draw(Reason::Material));
        }
        if !self.has_step() {
            return Some(Outcome::win(self.side.opponent(), Reason::Blocked));
        }
        (self.idle >= IDLE_LIMIT).then_some(Outcome::draw(Reason::Idle))
    }

    fn for_each_move(&self, visit: impl FnMut(WaliMove)) {
        self.generate(visit);
    }

    fn count_moves(&self) -> u64 {
        self.count_legal()
    }

    fn play_unchecked(&mut self, m: WaliMove) {
        match m {
            WaliMove::Drop(cell) => self.drop_stone(cell),
            WaliMove::Step { from, to } => self.step(from, to),
            WaliMove::Capture { from, to, taken } => {
                self.step(from, to);
                self.take(taken);
            }
            WaliMove::Pass => {}
        }
        self.side = self.side.opponent();
        self.hash ^= SIDE_KEY;
        debug_assert_eq!(self.hash, self.recompute_hash(), "after {m}");
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn table_key(&self) -> u64 {
        if self.idle < IDLE_MATTERS { self.hash } else { self.hash ^ IDLE_KEYS[usize::from(self.idle)] }
    }

    fn repetition_reach(&self) -> usize {
        usize::from(self.idle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::History;

    #[test]
    fn a_game_is_drawn_when_no_plies_are_left() {
        let start: Wali<Total> = "w4b/6/2w3/6/w3bb w 0 0 - - 97".parse().unwrap();
        let mut game = History::new(start);
        for (text, left) in [("c3c4", 3), ("f5f4", 2), ("c4c3", 1)] {
            assert_eq!((game.position().plies_to_idle_draw(), game.outcome()), (left, None), "before {text}");
            game.play_texts(&[text], false).unwrap();
        }
        assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Idle)));
    }
}
