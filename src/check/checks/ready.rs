//! `isready` is answered at any time.

use crate::check::failure::{Failure, Outcome, quoted};
use crate::check::subject::Subject;
use crate::check::under_test::says;

const TIMES: usize = 3;

/// As often as it is asked.
pub(super) fn at_rest(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    for _ in 0..TIMES {
        engine.settle()?;
    }
    Ok(String::new())
}

/// Without disturbing the search.
pub(super) fn in_search(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    let started = engine.be_in_search("infinite")?;
    for _ in 0..TIMES {
        let said = engine.settle().map_err(|failure| failure.after("go infinite and isready"))?;
        if let Some(early) = said.iter().find(|line| says(line, "bestmove")) {
            return Err(Failure::new("readyok without an end of the search", quoted(early)));
        }
    }
    engine.send("stop");
    engine.best_move(started).map_err(|failure| failure.after("stop"))?;
    Ok(String::new())
}
