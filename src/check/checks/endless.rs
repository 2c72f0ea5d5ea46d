//! Searches that do not end by themselves, and how fast they end when told to.

use crate::check::failure::{Failure, Outcome};
use crate::check::rollout;
use crate::check::subject::{Subject, check_legal};
use rand::RngExt;
use std::thread;
use std::time::{Duration, Instant};

/// How long a search is listened to that should give no answer.
const HOLD: Duration = Duration::from_millis(200);

pub(super) fn bare(subject: &mut Subject<'_>) -> Outcome {
    held(subject, "", "stop")
}

pub(super) fn infinite(subject: &mut Subject<'_>) -> Outcome {
    held(subject, "infinite", "stop")
}

pub(super) fn ponder(subject: &mut Subject<'_>) -> Outcome {
    held(subject, "ponder p1time 100 p2time 100", "ponderhit")
}

/// At the start, and where there is next to nothing left to search.
fn held(subject: &mut Subject<'_>, limits: &str, release: &str) -> Outcome {
    let kind = subject.game;
    let [start, _, end] = subject.stages();
    let engine = subject.engine()?;
    for moves in [start, end] {
        engine.set_up(&moves)?;
        engine.start_search(limits)?;
        let command = format!("go {limits}");
        let command = command.trim_end();
        engine.hear_no("bestmove", HOLD, &format!("no bestmove between {command} and {release}"))?;
        let released = Instant::now();
        engine.send(release);
        let answer =
            engine.best_move(released).map_err(|failure| failure.after(&format!("{command} and {release}")))?;
        check_legal(&rollout::after(kind, &moves), &answer)?;
    }
    Ok(String::new())
}

const STOPS: usize = 20;

/// After searches of different lengths.
pub(super) fn stop_latency(subject: &mut Subject<'_>) -> Outcome {
    let allowed = subject.arguments.latency();
    let mut rng = subject.rng();
    let stages = subject.stages();
    let engine = subject.engine()?;
    let mut latencies = Vec::new();
    for moves in stages.iter().cycle().take(STOPS) {
        engine.set_up(moves)?;
        engine.start_search("infinite")?;
        thread::sleep(Duration::from_millis(rng.random_range(0..30)));
        let stopped = Instant::now();
        engine.send("stop");
        latencies.push(engine.best_move(stopped).map_err(|failure| failure.after("go infinite and stop"))?.elapsed);
    }
    latencies.sort_unstable();
    let percentile = |percent: usize| latencies[(latencies.len() * percent).div_ceil(100) - 1];
    let shown = [50, 90, 99].map(|percent| format!("{percent}% {:.1} ms", percentile(percent).as_secs_f64() * 1e3));
    let slowest = percentile(100).as_secs_f64() * 1e3;
    let remark = format!("{STOPS} stops: {}, slowest {slowest:.1} ms", shown.join(", "));
    if percentile(50) > allowed {
        return Err(Failure::new(format!("a median of at most {} ms", allowed.as_millis()), remark));
    }
    Ok(remark)
}
