//! Plays the games of a match, several at a time, and hands them over in the order of the schedule.

use super::arbiter::{self, NoResult};
use super::plan::Plan;
use super::record::GameRecord;
use super::schedule::ScheduledGame;
use super::seat::Seat;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// What becomes of a finished game: the match goes on, or is decided.
pub(super) type GameResult = io::Result<ControlFlow<()>>;

/// Plays `games`, and calls `finished` with each in order, so that what depends on the order (the end of a sequential
/// test, a record) does not depend on chance. Raising `stop` breaks the match off: games under way are abandoned, and
/// `finished` hears of those that were waiting for an earlier one.
pub(super) fn run(
    plan: &Plan,
    games: &[ScheduledGame],
    stop: &AtomicBool,
    finished: &mut dyn FnMut(GameRecord) -> GameResult,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..plan.concurrency.min(games.len()) {
            let (sender, next) = (sender.clone(), &next);
            thread::Builder::new()
                .name("board".into())
                .spawn_scoped(scope, move || work(plan, games, next, stop, &sender))?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let mut flow = Ok(ControlFlow::Continue(()));
        for (place, result) in results {
            match result {
                Ok(record) => drop(waiting.insert(place, record)),
                Err(NoResult::Interrupted) => {}
                Err(error) => flow = Err(io::Error::other(error)),
            }
            while let (Ok(ControlFlow::Continue(())), Some(record)) = (&flow, waiting.remove(&due)) {
                flow = finished(record);
                due += 1;
            }
            if !matches!(flow, Ok(ControlFlow::Continue(()))) {
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
        Ok(())
    })
}

/// Plays one game after the other until none is left.
fn work(
    plan: &Plan,
    games: &[ScheduledGame],
    next: &AtomicUsize,
    stop: &AtomicBool,
    results: &Sender<(usize, Result<GameRecord, NoResult>)>,
) {
    let new_seat = |contestant| Seat::new(contestant, plan.ground.kind, plan.patience, stop);
    let mut seats: Vec<Seat<'_>> = plan.contestants.iter().map(new_seat).collect();
    while !stop.load(Ordering::Relaxed) {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(game) = games.get(place) else { return };
        // Engines that have nothing to do would only take up memory.
        for (i, seat) in seats.iter_mut().enumerate() {
            if !game.players.contains(&i) {
                seat.vacate();
            }
        }
        let Ok([p1, p2]) = seats.get_disjoint_mut(game.players) else { return };
        let result = arbiter::play(plan, game, &mut [p1, p2]);
        if results.send((place, result)).is_err() {
            return;
        }
    }
}
