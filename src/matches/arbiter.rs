//! One game between two engines, every move judged by our own rules.

use super::limit::{Clock, go_line};
use super::opening::{Opening, OpeningError};
use super::plan::Plan;
use super::record::{Ending, GameRecord, RecordedMove, Remark};
use super::schedule::ScheduledGame;
use super::seat::{Failure, Fault, FaultKind, Seat};
use crate::game::{GameResult, Player, scramble};
use crate::games::any::AnyGame;
use crate::token::Token;
use std::time::Duration;
use thiserror::Error;

/// Why a game has no result.
#[derive(Debug, Error)]
pub(super) enum NoResult {
    #[error("the match is being broken off")]
    Interrupted,
    #[error("game {0} cannot begin: {1}")]
    Opening(usize, OpeningError),
}

/// How a game ended.
struct End {
    verdict: GameResult,
    ending: Ending,
}

impl End {
    fn fault(by: Player, fault: Fault) -> Self {
        Self { verdict: GameResult::Win(by.opponent()), ending: Ending::Fault(fault) }
    }
}

/// Plays a game between the engines at the two seats, p1 first.
pub(super) fn play(
    plan: &Plan,
    scheduled: &ScheduledGame,
    seats: &mut [&mut Seat<'_>; 2],
) -> Result<GameRecord, NoResult> {
    let opening = plan.opening(scheduled);
    let unplayable = |error| NoResult::Opening(scheduled.number, error);
    let start = opening.set_up(plan.ground.kind).map_err(unplayable)?;
    let game = opening.begin(plan.ground.kind).map_err(unplayable)?;
    let limits = scheduled.players.map(|player| plan.contestants[player].limit);
    let moves = opening.moves.iter().map(|text| RecordedMove { text: text.clone(), remark: None }).collect();
    let mut board = Board { plan, opening, game, moves, clocks: limits.map(Clock::new) };
    let end = board.finish(scheduled, seats)?;
    Ok(GameRecord {
        number: scheduled.number,
        game: plan.ground.kind.to_string(),
        players: scheduled.players.map(|player| plan.contestants[player].name.clone()),
        limits: limits.map(|limit| limit.to_string()),
        seed: plan.seed,
        start: start.fen(),
        first: start.to_move(),
        opening: opening.moves.len(),
        moves: board.moves,
        verdict: end.verdict,
        ending: end.ending,
    })
}

/// A game under way.
struct Board<'a> {
    plan: &'a Plan,
    opening: &'a Opening,
    game: AnyGame,
    moves: Vec<RecordedMove>,
    clocks: [Clock; 2],
}

impl Board<'_> {
    fn finish(&mut self, scheduled: &ScheduledGame, seats: &mut [&mut Seat<'_>; 2]) -> Result<End, NoResult> {
        for player in Player::BOTH {
            let seed = seed_for(self.plan.seed, scheduled.number, player);
            if let Err(failure) = seats[player.index()].prepare(seed) {
                return lost(player, failure);
            }
        }
        loop {
            if let Some(end) = self.judge() {
                return Ok(end);
            }
            let player = self.game.to_move();
            if let Err(failure) = self.one_move(player, seats[player.index()]) {
                return lost(player, failure);
            }
        }
    }

    /// Whether the game is over.
    fn judge(&self) -> Option<End> {
        if let Some(outcome) = self.game.outcome() {
            return Some(End { verdict: outcome.result, ending: Ending::Rules(outcome.reason.to_string()) });
        }
        (self.moves.len() >= self.plan.max_plies).then_some(End { verdict: GameResult::Draw, ending: Ending::Length })
    }

    fn one_move(&mut self, player: Player, seat: &mut Seat<'_>) -> Result<(), Failure> {
        let clock = self.clocks[player.index()];
        let thought = seat.think(&self.position_line(), &go_line(&self.clocks, player), clock.allowance())?;
        self.clocks[player.index()].spend(thought.time);
        if let Err(error) = self.game.play(&[&thought.best], false) {
            // Whatever it was thinking, it starts afresh.
            seat.vacate();
            let details = format!("played {}: {error}", Token::from(thought.best.as_str()));
            return Err(Failure::Fault(Fault { kind: FaultKind::IllegalMove, details }));
        }
        // As precise as it is written, so that what is read equals what was.
        let time = Duration::from_millis(thought.time.as_millis() as u64);
        let remark = Some(Remark { opinion: thought.opinion, time });
        self.moves.push(RecordedMove { text: thought.best, remark });
        Ok(())
    }

    fn position_line(&self) -> String {
        let mut line = format!("position {}", self.opening);
        if !self.moves.is_empty() {
            line += " moves";
            for played in &self.moves {
                line.push(' ');
                line += &played.text;
            }
        }
        line
    }
}

/// The game is lost for the engine that failed.
fn lost(player: Player, failure: Failure) -> Result<End, NoResult> {
    match failure {
        Failure::Fault(fault) => Ok(End::fault(player, fault)),
        Failure::Interrupted => Err(NoResult::Interrupted),
    }
}

/// A seed for one player of one game, never 0 and below 2³¹: it depends on nothing else, so that games can be played in
/// any order and by any process.
fn seed_for(seed: u64, number: usize, player: Player) -> u64 {
    let game = scramble(seed) ^ scramble(2 * number as u64 + player.index() as u64);
    (scramble(game) >> 33).max(1)
}
