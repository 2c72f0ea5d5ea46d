//! What a two-player game is: the rules as the search and the session see them. No I/O, and no opinion on what is good.

use crate::token::Token;
use std::fmt::{self, Debug, Display};
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

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Goal => "goal",
            Self::Stones => "stones",
            Self::Blocked => "blocked",
            Self::Points => "points",
            Self::Repetition => "repetition",
            Self::Idle => "idle",
            Self::Material => "material",
        })
    }
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
