//! The repetition rule, and the only place that knows it: a state that occurs for the third time is a draw.
//!
//! ```
//! use tern::games::differo::Differo;
//! use tern::history::History;
//!
//! let mut game = History::new(Differo::start());
//! let round = ["d3e3", "f7e7", "e3d3", "e7f7"];
//! game.play_texts(&round, false)?;
//! assert!(game.outcome().is_none(), "the second occurrence of the start");
//! game.play_texts(&round, false)?;
//! assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(tern::game::Reason::Repetition));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::game::Game;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The occurrence that makes a draw.
const DRAWN_AT: u32 = 3;

/// Both sides need two moves to go away and come back.
const SHORTEST_CYCLE: usize = 4;

/// How often each state of a game has occurred. Looking one up takes the same time however long the game is.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    counts: HashMap<u64, u32, BuildHasherDefault<StateHasher>>,
}

impl Occurrences {
    /// Counts a state.
    pub fn add<G: Game>(&mut self, position: &G) {
        *self.counts.entry(position.hash()).or_default() += 1;
    }

    /// Takes back the count of a state whose move is taken back.
    pub fn remove<G: Game>(&mut self, position: &G) {
        if let Some(count) = self.counts.get_mut(&position.hash()) {
            *count = count.saturating_sub(1);
        }
    }

    fn count(&self, hash: u64) -> u32 {
        self.counts.get(&hash).copied().unwrap_or(0)
    }

    /// Whether a state that was counted is a draw if it occurs once more.
    pub fn is_draw_if_repeated<G: Game>(&self, position: &G) -> bool {
        self.count(position.hash()) + 1 >= DRAWN_AT
    }

    /// Whether a state that was counted is a draw by repetition.
    pub fn is_draw<G: Game>(&self, position: &G) -> bool {
        self.count(position.hash()) >= DRAWN_AT
    }
}

/// The states from the start of a game to the leaf of a search.
#[derive(Clone, Debug)]
pub struct SearchPath {
    /// The states of the game, the root of the search included.
    played: Occurrences,
    /// The hashes of the states from the root to the one before the current.
    line: Vec<u64>,
}

impl SearchPath {
    /// A path that begins with what was played, and has room for so many plies of search.
    pub fn new(played: Occurrences, plies: usize) -> Self {
        Self { played, line: Vec::with_capacity(plies) }
    }

    /// A move is made in this position.
    pub fn push<G: Game>(&mut self, position: &G) {
        self.line.push(position.hash());
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        self.line.pop();
    }

    /// Goes back to the root.
    pub fn clear(&mut self) {
        self.line.clear();
    }

    /// Whether a position reached by the search is to be taken for a draw by repetition. Within the search the second
    /// occurrence is enough: what was best the first time is best again. States of the game need their third.
    pub fn is_repetition<G: Game>(&self, position: &G) -> bool {
        let reach = position.repetition_reach();
        if reach < SHORTEST_CYCLE {
            return false;
        }
        let hash = position.hash();
        self.may_equal(reach).any(|&earlier| earlier == hash) || self.played.count(hash) + 1 >= DRAWN_AT
    }

    /// The states of the line that a position with this reach may repeat, the latest first.
    fn may_equal(&self, reach: usize) -> impl Iterator<Item = &u64> {
        let first = self.line.len().saturating_sub(reach);
        self.line[first..].iter().rev().skip(SHORTEST_CYCLE - 1).step_by(2)
    }
}

/// States are hashed already.
#[derive(Clone, Copy, Debug, Default)]
struct StateHasher(u64);

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::differo::Differo;
    use crate::games::wali::{Total, Wali};
    use crate::history::History;

    /// There and back again, so often.
    fn shuffled(rounds: usize) -> History<Differo> {
        let mut game = History::new(Differo::start());
        for _ in 0..rounds {
            for text in ["d3e3", "f7e7", "e3d3", "e7f7"] {
                let m = game.position().legal_moves().into_iter().find(|m| m.to_string() == text).unwrap();
                game.play_unchecked(m);
            }
        }
        game
    }

    #[test]
    fn a_state_is_looked_up_by_the_hash_it_has() {
        let mut hasher = StateHasher::default();
        hasher.write_u64(0x0123_4567_89AB_CDEF);
        assert_eq!(hasher.finish(), 0x0123_4567_89AB_CDEF);
    }

    #[test]
    fn a_long_game_takes_no_longer_to_look_through() {
        let game = shuffled(1_500);
        assert_eq!(game.moves().len(), 6_000);
        let mut path = SearchPath::new(game.occurrences().clone(), 8);
        let position = game.position();
        assert!(path.is_repetition(position));
        for compared in [0, 0, 0, 0, 1, 1, 2, 2, 3] {
            assert_eq!(path.may_equal(position.repetition_reach()).count(), compared);
            path.push(position);
        }
    }

    #[test]
    fn states_of_the_game_need_their_third_occurrence_and_those_of_the_search_their_second() {
        let start = Differo::start();
        for (rounds, drawn) in [(0, false), (1, true)] {
            let game = shuffled(rounds);
            let path = SearchPath::new(game.occurrences().clone(), 8);
            assert_eq!(path.is_repetition(&start), drawn, "{rounds} rounds before the search");
        }
        let mut path = SearchPath::new(History::new(start).occurrences().clone(), 8);
        (0..3).for_each(|_| path.push(&start));
        assert!(!path.is_repetition(&start), "three plies ago the other side was to move");
        path.push(&start);
        assert!(path.is_repetition(&start));
        path.clear();
        assert!(!path.is_repetition(&start));
    }

    #[test]
    fn what_occurred_twice_is_a_draw_if_it_comes_up_again() {
        let (start, game) = (Differo::start(), shuffled(1));
        assert!(game.drawn_if_repeated().eq([&start, &start]), "the start, now and at first, and nothing in between");
        assert_eq!(shuffled(0).drawn_if_repeated().count(), 0);
    }

    #[test]
    fn a_cycle_may_begin_right_after_a_capture() {
        let start: Wali<Total> = "w4b/6/2w3/6/w3bb w 0 0 - - 0".parse().unwrap();
        let mut game = History::new(start);
        let mut path = SearchPath::new(game.occurrences().clone(), 8);
        for text in ["c3c4", "f5f4", "c4c3", "f4f5"] {
            assert!(!path.is_repetition(game.position()), "before {text}");
            path.push(game.position());
            game.play_texts(&[text], false).unwrap();
        }
        assert_eq!(game.position().repetition_reach(), SHORTEST_CYCLE);
        assert!(path.is_repetition(game.position()));
        path.pop();
        assert!(!path.is_repetition(game.position()), "the path is one state shorter");
    }
}
