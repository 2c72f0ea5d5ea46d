//! What a two-player game is: the rules as the search and the session see them. No I/O, and no evaluation.
//!
//! ```
//! use tern::game::Game;
//! use tern::games::wali::{Classic, Wali};
//!
//! /// Works for every game.
//! fn plies_of_first_moves<G: Game>(mut position: G) -> usize {
//!     let mut plies = 0;
//!     while let (None, Some(&m)) = (position.outcome(), position.legal_moves().first()) {
//!         position.play_unchecked(m);
//!         plies += 1;
//!     }
//!     plies
//! }
//!
//! assert!(plies_of_first_moves(Wali::<Classic>::start()) > 20);
//! ```

use crate::token::Token;
use std::fmt::{self, Debug, Display};
use std::ops::{Index, IndexMut};
use strum::{EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

/// One of the two players. `P1` makes the first move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who starts: White in Wali and Differo.
    P1,
    /// The other one: Black in Wali and Differo.
    P2,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Self; 2] = [Self::P1, Self::P2];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::P1 => Self::P2,
            Self::P2 => Self::P1,
        }
    }

    /// 0 for `P1`, 1 for `P2`: the place of this player in a pair.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A value for each player.
///
/// ```
/// use tern::game::{ByPlayer, Player};
///
/// let mut stones = ByPlayer::new(|_| 12);
/// stones[Player::P2] -= 1;
/// assert_eq!(stones, ByPlayer { p1: 12, p2: 11 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T> {
    /// Of the player who starts.
    pub p1: T,
    /// Of the other one.
    pub p2: T,
}

impl<T> ByPlayer<T> {
    /// Computes the value of each player.
    pub fn new(mut value: impl FnMut(Player) -> T) -> Self {
        Self { p1: value(Player::P1), p2: value(Player::P2) }
    }

    /// The same value for both players.
    pub const fn both(value: T) -> Self
    where
        T: Copy,
    {
        Self { p1: value, p2: value }
    }

    /// The value of a player, where [`Index`] cannot be used: in constants.
    pub const fn get(&self, player: Player) -> &T {
        match player {
            Player::P1 => &self.p1,
            Player::P2 => &self.p2,
        }
    }

    /// Both values, that of `P1` first.
    pub fn into_array(self) -> [T; 2] {
        [self.p1, self.p2]
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        self.get(player)
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::P1 => &mut self.p1,
            Player::P2 => &mut self.p2,
        }
    }
}

/// Who won, once a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Player::P1) => "p1win",
            Self::Win(Player::P2) => "p2win",
            Self::Draw => "draw",
        })
    }
}

/// Why a game is over. Written in lower case: `goal`, `stones` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Reason {
    /// A piece reached its goal.
    Goal,
    /// Too few stones are left.
    Stones,
    /// The player to move has no legal move.
    Blocked,
    /// The points were counted.
    Points,
    /// The same state came up for the third time.
    Repetition,
    /// Nothing was captured for too long.
    Idle,
    /// Neither side has what it takes to win.
    Material,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// Why it is over.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `player`.
    pub const fn win(player: Player, reason: Reason) -> Self {
        Self { result: GameResult::Win(player), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { result: GameResult::Draw, reason }
    }
}

/// A move that cannot be played now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("illegal move {0}")]
pub struct IllegalMove(pub Token);

/// A move of some game. Its `Display` is the move text.
pub trait GameMove: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// How many values [`slot`](Self::slot) can take.
    const SLOTS: usize;

    /// The move as a number below 2^24, for storage; never 0, which stands for "no move".
    fn to_bits(self) -> u32;

    /// A number below [`SLOTS`](Self::SLOTS) that moves of the same kind share (the same piece to the same cell, say), so
    /// that what was learnt of one position helps in the next.
    fn slot(self) -> usize;
}

/// A position of some game, with all that the rules need to know of its past but for repetitions, which are judged by
/// whoever keeps the history. Its `Display` is the position text.
///
/// Positions are small and are copied rather than taken back: `let mut next = position.clone(); next.play_unchecked(m);`.
pub trait Game: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// What is played in a turn.
    type Move: GameMove;

    /// Whose turn it is. Turns alternate strictly.
    fn to_move(&self) -> Player;

    /// How the game has ended, or `None` while there is a legal move. Repetitions are not looked at.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` once with every legal move, in an order that depends on nothing but the position.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// The same, but of several moves that lead to the same position only one need be visited.
    fn for_each_distinct_move(&self, visit: impl FnMut(Self::Move)) {
        self.for_each_move(visit);
    }

    /// How many plies the game still goes on, in games where that is certain.
    fn plies_to_end(&self) -> Option<u32> {
        None
    }

    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if it is not legal here; then nothing changes.
    fn play(&mut self, m: Self::Move) -> Result<(), IllegalMove> {
        let mut legal = false;
        self.for_each_move(|other| legal |= other == m);
        if !legal {
            return Err(IllegalMove(Token::from(m.to_string().as_str())));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal. What an illegal one does is not defined, but it does not panic in a release
    /// build.
    fn play_unchecked(&mut self, m: Self::Move);

    /// Identifies the state for the repetition rule: equal states have equal hashes, counters of idle moves left aside.
    fn hash(&self) -> u64;

    /// Identifies the state for the transposition table. Differs from [`hash`](Self::hash) where a counter left out there
    /// is about to decide the game.
    fn table_key(&self) -> u64 {
        self.hash()
    }

    /// How many plies back the present state can have occurred before: 0 right after a move that cannot be reversed.
    fn repetition_reach(&self) -> usize;

    /// The legal move with these [bits](GameMove::to_bits), where that can be told much faster than by generating all moves.
    fn move_from_bits(&self, _bits: u32) -> Option<Self::Move> {
        None
    }

    /// All legal moves in a list of their own. Convenient, not fast.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.for_each_move(|m| moves.push(m));
        moves
    }
}

/// Scrambles a number; the source of all hash keys. (SplitMix64.)
pub(crate) const fn scramble(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A table of `N` hash keys. Tables with different `salt` have different keys.
pub(crate) const fn hash_keys<const N: usize>(salt: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = scramble((salt << 32) + i as u64);
        i += 1;
    }
    keys
}
