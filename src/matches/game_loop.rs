//! One game between two engines, every move judged by our own rules.

use super::clock::{self, Clock};
use super::opening::{Opening, OpeningError};
use super::plan::Plan;
use super::record::{Ending, Fault, FaultKind, GameRecord, RecordedMove, Remark};
use super::schedule::ScheduledGame;
use super::seat::{Failure, Seat};
use crate::client::StartError;
use crate::game::{ByPlayer, GameResult, Player, scramble};
use crate::games::any::AnyGame;
use crate::protocol::Command;
use crate::token::Token;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// Why a game has no result.
#[derive(Debug, Error)]
pub(super) enum NoResult {
    #[error("the match is being broken off")]
    Interrupted,
    #[error("game {0} cannot begin: {1}")]
    Opening(usize, OpeningError),
    #[error("engine {name}: {error}")]
    NotStarted { name: String, error: StartError },
}

/// How a game ended.
struct End {
    result: GameResult,
    ending: Ending,
}

/// Plays a game between the engines at the two seats.
pub(super) fn play(
    plan: &Plan,
    scheduled: &ScheduledGame,
    seats: ByPlayer<&mut Seat<'_>>,
    stop: &AtomicBool,
) -> Result<GameRecord, NoResult> {
    let unplayable = |error| match error {
        OpeningError::Interrupted => NoResult::Interrupted,
        error => NoResult::Opening(scheduled.number, error),
    };
    let opening = plan.opening(scheduled, stop).map_err(unplayable)?;
    let start = opening.set_up(plan.ground.kind).map_err(unplayable)?;
    let game = opening.begin(plan.ground.kind).map_err(unplayable)?;
    let limits = ByPlayer::new(|player| plan.contestants[scheduled.players[player]].limit);
    let moves = opening.moves.iter().map(|text| RecordedMove { text: text.clone(), remark: None }).collect();
    let mut board =
        Board { plan, opening: &opening, game, moves, clocks: ByPlayer::new(|player| Clock::new(limits[player])) };
    let end = board.finish(scheduled, seats)?;
    Ok(GameRecord {
        number: scheduled.number,
        game: plan.ground.kind,
        players: ByPlayer::new(|player| plan.name(scheduled.players[player]).into()),
        result: end.result,
        ending: end.ending,
        limits,
        setup: Some(plan.setup(scheduled)),
        seed: plan.seed,
        start: start.fen(),
        first: start.to_move(),
        opening: opening.moves.len(),
        moves: board.moves,
    })
}

/// A game under way.
struct Board<'a> {
    plan: &'a Plan,
    opening: &'a Opening,
    game: AnyGame,
    moves: Vec<RecordedMove>,
    clocks: ByPlayer<Clock>,
}

impl Board<'_> {
    fn finish(&mut self, scheduled: &ScheduledGame, mut seats: ByPlayer<&mut Seat<'_>>) -> Result<End, NoResult> {
        let name = |player: Player| self.plan.name(scheduled.players[player]);
        for player in Player::BOTH {
            let seed = seed_for(self.plan.seed, scheduled.number, player);
            if let Err(failure) = seats[player].prepare(seed) {
                return lost(player, name(player), failure);
            }
        }
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            let player = self.game.to_move();
            if let Err(failure) = self.one_move(player, seats[player]) {
                return lost(player, name(player), failure);
            }
        }
    }

    /// How the game has ended, if it has.
    fn end(&self) -> Option<End> {
        if let Some(outcome) = self.game.outcome() {
            return Some(End { result: outcome.result, ending: Ending::Rules(outcome.reason) });
        }
        let too_long = self.moves.len() >= self.plan.max_plies as usize;
        too_long.then_some(End { result: GameResult::Draw, ending: Ending::Length })
    }

    fn one_move(&mut self, player: Player, seat: &mut Seat<'_>) -> Result<(), Failure> {
        let allowance = self.clocks[player].allowance(self.plan.patience.margin);
        let thought = seat.think(&self.position(), &clock::go(&self.clocks, player), allowance)?;
        self.clocks[player].spend(thought.time);
        if let Err(error) = self.game.play(&[&thought.best], false) {
            // Whatever it was thinking, it starts afresh.
            seat.vacate();
            let details = format!("played {} in {}: {error}", Token::from(thought.best.as_str()), self.game.fen());
            return Err(Failure::Fault(Fault { kind: FaultKind::IllegalMove, details }));
        }
        // As precise as it is written, so that what is read equals what was.
        let time = Duration::from_millis(thought.time.as_millis() as u64);
        let remark = Some(Remark { opinion: thought.opinion, time });
        self.moves.push(RecordedMove { text: thought.best, remark });
        Ok(())
    }

    fn position(&self) -> Command {
        Command::position(self.opening.from.clone(), self.moves.iter().map(|played| &played.text))
    }
}

/// The game is lost for the engine that failed, unless it is not to blame.
fn lost(player: Player, name: &str, failure: Failure) -> Result<End, NoResult> {
    match failure {
        Failure::Fault(fault) => Ok(End { result: GameResult::Win(player.opponent()), ending: Ending::Fault(fault) }),
        Failure::NotStarted(error) => Err(NoResult::NotStarted { name: name.into(), error }),
        Failure::Interrupted => Err(NoResult::Interrupted),
    }
}

/// A seed for one player of one game, never 0 and below 2³¹: it depends on nothing else, so that games can be played in
/// any order and by any process.
fn seed_for(seed: u64, number: usize, player: Player) -> u64 {
    let game = scramble(seed) ^ scramble(2 * number as u64 + player.index() as u64);
    (scramble(game) >> 33).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever plays a game again, with whatever version, gets the same seeds.
    #[test]
    fn seeds_follow_from_the_game() {
        for (seed, number, player, expected) in [
            (1, 1, Player::P1, 2_128_701_901),
            (1, 1, Player::P2, 394_708_980),
            (1, 2, Player::P1, 1_658_452_167),
            (9, 32, Player::P2, 151_771_011),
            (u64::MAX, 100_000_000, Player::P1, 931_156_769),
        ] {
            assert_eq!(seed_for(seed, number, player), expected, "{seed} {number} {player:?}");
        }
    }
}
