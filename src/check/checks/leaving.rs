//! The last words: `quit`, or the end of the input, at rest and in search.

use crate::check::failure::{Failure, Outcome};
use crate::check::subject::Subject;
use crate::check::under_test::{EngineUnderTest, says};

/// An engine that has begun to search, or only come to rest.
fn engine_with(subject: &mut Subject<'_>, search: Option<&str>) -> Result<EngineUnderTest, Failure> {
    let mut engine = subject.newcomer()?;
    engine.send("uginewgame\nposition startpos");
    match search {
        Some(limits) => engine.be_in_search(limits).map(drop)?,
        None => engine.settle().map(drop)?,
    }
    Ok(engine)
}

pub(super) fn quit_at_rest(subject: &mut Subject<'_>) -> Outcome {
    let mut engine = engine_with(subject, None)?;
    engine.send("quit");
    engine.leave().map_err(|failure| failure.after("quit"))?;
    Ok(String::new())
}

pub(super) fn quit_in_search(subject: &mut Subject<'_>) -> Outcome {
    let mut engine = engine_with(subject, Some("infinite"))?;
    engine.send("quit");
    engine.leave().map_err(|failure| failure.after("go infinite and quit"))?;
    Ok(String::new())
}

pub(super) fn end_at_rest(subject: &mut Subject<'_>) -> Outcome {
    let mut engine = engine_with(subject, None)?;
    engine.close_input();
    engine.leave().map_err(|failure| failure.after("the end of its input"))?;
    Ok(String::new())
}

/// Whether the search would have ended or not.
pub(super) fn end_in_search(subject: &mut Subject<'_>) -> Outcome {
    for limits in ["infinite", "movetime 200"] {
        let mut engine = engine_with(subject, Some(limits))?;
        engine.close_input();
        engine.leave().map_err(|failure| failure.after(&format!("go {limits} and the end of its input")))?;
    }
    Ok(String::new())
}

/// The end of the input lets a search finish.
pub(super) fn best_move_before_leaving(subject: &mut Subject<'_>) -> Outcome {
    for limits in ["infinite", "movetime 200"] {
        let mut engine = engine_with(subject, Some(limits))?;
        engine.close_input();
        if !engine.leave()?.iter().any(|line| says(line, "bestmove")) {
            let expected = format!("bestmove after go {limits} and the end of its input");
            return Err(Failure::new(expected, "none"));
        }
    }
    Ok(String::new())
}
