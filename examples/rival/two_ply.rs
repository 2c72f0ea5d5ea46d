//! A plain player: one move and one answer ahead, by the score on the board alone.

use crate::adapter::State;
use crate::strategy::{Limit, Mind};
use std::time::Instant;
use tern::game::{Game, GameResult, Player};
use tern::games::differo::Differo;
use tern::games::waldmeister::{Board, WaldMeister};
use tern::games::wali::{Rules, Wali};
use tern::notation::Notation;

/// More than any score.
const WIN: i32 = 1_000_000;

/// A game whose score can be read from the board at any time.
pub(crate) trait OnBoard: Game {
    /// What a player would get if the game ended now.
    fn score_of(&self, player: Player) -> i32;

    /// The score of the player to move less that of the other; a game that is over is worth more than any score.
    fn balance(&self) -> i32 {
        let me = self.to_move();
        match self.outcome().map(|outcome| outcome.result) {
            Some(GameResult::Draw) => 0,
            Some(GameResult::Win(player)) if player == me => WIN,
            Some(GameResult::Win(_)) => -WIN,
            None => self.score_of(me) - self.score_of(me.opponent()),
        }
    }
}

impl<B: Board> OnBoard for WaldMeister<B> {
    fn score_of(&self, player: Player) -> i32 {
        self.points(player) as i32
    }
}

impl<R: Rules> OnBoard for Wali<R> {
    /// Stones.
    fn score_of(&self, player: Player) -> i32 {
        self.score()[player.index()].parse().unwrap_or(0)
    }
}

impl OnBoard for Differo {
    /// Rows that the foremost piece has come.
    fn score_of(&self, player: Player) -> i32 {
        let row = self.score()[player.index()].bytes().next().map_or(0, i32::from);
        if player == Player::P1 { row - i32::from(b'a') } else { i32::from(b'i') - row }
    }
}

/// The player.
pub(crate) struct TwoPly;

impl<G: OnBoard> Mind<G> for TwoPly {
    fn choose(&mut self, state: &State<G>, limit: Limit) -> Option<G::Move> {
        let deadline = Instant::now() + limit.time;
        let mut moves = Vec::new();
        state.position().for_each_distinct_move(|m| moves.push((after(state.position(), m), m)));
        moves.sort_by_cached_key(|(next, _)| next.balance());
        let mut best = (-WIN - 1, moves.first()?.1);
        let mut refutation = None;
        for (next, m) in &moves {
            let Some(value) = value_after_answer(next, best.0, &mut refutation, deadline) else { break };
            if value > best.0 {
                best = (value, *m);
            }
        }
        Some(best.1)
    }
}

/// What a move is worth to the player who made it once it has been answered, or an upper bound of that as soon as it is not
/// better than `alpha`; `None` if the time is up. The answer that refuted the last move is tried first on the next.
fn value_after_answer<G: OnBoard>(
    position: &G,
    alpha: i32,
    refutation: &mut Option<G::Move>,
    deadline: Instant,
) -> Option<i32> {
    if position.outcome().is_some() {
        return Some(-position.balance());
    }
    let mut answers = Vec::new();
    position.for_each_distinct_move(|m| answers.push(m));
    if let Some(place) = answers.iter().position(|&m| Some(m) == *refutation) {
        answers.swap(0, place);
    }
    let mut worst = WIN;
    for (i, &m) in answers.iter().enumerate() {
        // A look at the clock costs about as much as an answer.
        if i % 16 == 0 && Instant::now() >= deadline {
            return None;
        }
        let value = after(position, m).balance();
        if value < worst {
            worst = value;
            *refutation = Some(m);
        }
        if worst <= alpha {
            break;
        }
    }
    Some(worst)
}

fn after<G: Game>(position: &G, m: G::Move) -> G {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}
