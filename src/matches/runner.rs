//! Plays the games of a match, several at a time, and hands them over in the order of the schedule.

use super::game_loop::{self, NoResult};
use super::plan::{NumberSet, Plan};
use super::record::GameRecord;
use super::schedule::ScheduledGame;
use super::seat::Seat;
use super::tournament::MatchError;
use crate::game::ByPlayer;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What becomes of the match after a finished game: it goes on, is decided, or fails.
pub(super) type Continue = Result<ControlFlow<()>, MatchError>;

/// The games of a match that are still to be played.
pub(super) struct GamesLeft<'a> {
    plan: &'a Plan,
    done: &'a NumberSet,
    next: AtomicUsize,
}

impl<'a> GamesLeft<'a> {
    pub(super) fn new(plan: &'a Plan, done: &'a NumberSet) -> Self {
        Self { plan, done, next: AtomicUsize::new(plan.games().start) }
    }

    fn take(&self) -> Option<ScheduledGame> {
        loop {
            let game = self.plan.game(self.next.fetch_add(1, Ordering::Relaxed))?;
            if !self.done.contains(game.number) {
                return Some(game);
            }
        }
    }

    /// The first game from this number on that is still to be played.
    fn due(&self, from: usize) -> usize {
        let mut number = from;
        while self.done.contains(number) {
            number += 1;
        }
        number
    }
}

type PlayedGame = (usize, Result<GameRecord, NoResult>);

/// Plays the games, and calls `finished` with each in order, so that what depends on the order (the end of a sequential
/// test, a record) does not depend on chance. Raising `stop` breaks the match off: games under way are abandoned, and
/// `finished` hears of those that were waiting for an earlier one.
pub(super) fn run(
    left: &GamesLeft<'_>,
    stop: &Arc<AtomicBool>,
    finished: &mut dyn FnMut(GameRecord) -> Continue,
) -> Result<(), MatchError> {
    let (sender, results) = channel();
    let count = left.plan.games().len() - left.done.len();
    thread::scope(|scope| {
        for _ in 0..left.plan.concurrency.min(count) {
            let sender = sender.clone();
            let board = thread::Builder::new().name("board".into());
            if let Err(error) = board.spawn_scoped(scope, move || work(left, stop, &sender)) {
                stop.store(true, Ordering::Relaxed);
                return Err(error.into());
            }
        }
        drop(sender);
        hand_over(left, &results, stop, finished)
    })
}

/// Hands games over as they finish, each after all before it.
fn hand_over(
    left: &GamesLeft<'_>,
    results: &Receiver<PlayedGame>,
    stop: &AtomicBool,
    finished: &mut dyn FnMut(GameRecord) -> Continue,
) -> Result<(), MatchError> {
    let mut waiting = BTreeMap::new();
    let mut due = left.due(left.plan.games().start);
    let mut flow = Ok(ControlFlow::Continue(()));
    let mut trouble = None;
    for (number, result) in results {
        match result {
            Ok(record) => drop(waiting.insert(number, record)),
            Err(NoResult::Interrupted) => {}
            Err(error) => drop(trouble.get_or_insert(MatchError::Game(error.to_string()))),
        }
        while let (Ok(ControlFlow::Continue(())), Some(record)) = (&flow, waiting.remove(&due)) {
            flow = finished(record);
            due = left.due(due + 1);
        }
        if trouble.is_some() || !matches!(flow, Ok(ControlFlow::Continue(()))) {
            stop.store(true, Ordering::Relaxed);
        }
    }
    if flow?.is_continue() {
        for record in waiting.into_values() {
            if finished(record)?.is_break() {
                break;
            }
        }
    }
    trouble.map_or(Ok(()), Err)
}

/// Plays one game after the other until none is left.
fn work(left: &GamesLeft<'_>, stop: &Arc<AtomicBool>, results: &Sender<PlayedGame>) {
    let plan = left.plan;
    let new_seat = |contestant| Seat::new(contestant, plan.ground.kind, plan.patience, stop);
    let mut seats: Vec<Seat<'_>> = plan.contestants.iter().map(new_seat).collect();
    while !stop.load(Ordering::Relaxed) {
        let Some(game) = left.take() else { return };
        // Engines that have nothing to do would only take up memory.
        for (i, seat) in seats.iter_mut().enumerate() {
            if ![game.players.p1, game.players.p2].contains(&i) {
                seat.vacate();
            }
        }
        let Ok([p1, p2]) = seats.get_disjoint_mut(game.players.into_array()) else { return };
        let result = game_loop::play(plan, &game, ByPlayer { p1, p2 }, stop);
        if results.send((game.number, result)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::plan::tests::plan;

    #[test]
    fn games_that_were_played_are_not_played_again() {
        let plan = plan(&["a", "b"], "round-robin", 6, None);
        let mut done = NumberSet::default();
        for number in [1, 2, 4] {
            done.insert(number);
        }
        let left = GamesLeft::new(&plan, &done);
        assert_eq!([1, 2, 3, 4, 5].map(|from| left.due(from)), [3, 3, 3, 5, 5]);
        let taken: Vec<usize> = std::iter::from_fn(|| left.take()).map(|game| game.number).collect();
        assert_eq!(taken, [3, 5, 6]);
    }
}
