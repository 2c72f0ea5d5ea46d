//! One answer to every question, of exactly two words.

use crate::check::failure::{Failure, Outcome, quoted};
use crate::check::subject::Subject;
use crate::check::under_test::{EngineUnderTest, says};
use std::time::Duration;

/// How long to listen for an answer too many.
const MOMENT: Duration = Duration::from_millis(100);

const EXPECTED: &str = "one bestmove for every go";

pub(super) fn one_best_move(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    for limits in ["depth 1", "nodes 100", "movetime 20", "p1time 100 p2time 100"] {
        engine.go(limits)?;
        none_left(engine, &format!("go {limits}"))?;
        // Too late to stop anything.
        engine.send("stop");
        none_left(engine, &format!("go {limits}, its bestmove and stop"))?;
        engine.hear_no("bestmove", MOMENT, EXPECTED)?;
    }
    let started = engine.start_search("infinite")?;
    engine.send("stop\nstop");
    engine.best_move(started).map_err(|failure| failure.after("go infinite and stop twice"))?;
    none_left(engine, "go infinite and stop twice")?;
    engine.hear_no("bestmove", MOMENT, EXPECTED)?;
    Ok(String::new())
}

/// Fails if there is an answer too many by the time that all else is dealt with.
fn none_left(engine: &mut EngineUnderTest, circumstances: &str) -> Result<(), Failure> {
    match engine.settle()?.iter().find(|line| says(line, "bestmove")) {
        Some(line) => Err(Failure::new(EXPECTED, format!("{} as well", quoted(line))).after(circumstances)),
        None => Ok(()),
    }
}

pub(super) fn stop_at_rest(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    engine.send("stop");
    none_left(engine, "stop at rest")?;
    engine.hear_no("bestmove", MOMENT, EXPECTED)?;
    Ok(String::new())
}

/// Referees take the line as a whole.
pub(super) fn two_word_best_move(subject: &mut Subject<'_>) -> Outcome {
    let stages = subject.stages();
    let engine = subject.engine()?;
    for moves in stages {
        engine.set_up(&moves)?;
        let answer = engine.go("depth 2")?;
        if answer.line.split(' ').count() != 2 {
            return Err(Failure::new("bestmove and one move", quoted(&answer.line)));
        }
    }
    Ok(String::new())
}

/// The three questions of UGI, at any stage of a game.
pub(super) fn two_word_response(subject: &mut Subject<'_>) -> Outcome {
    let mut stages = subject.stages().to_vec();
    stages.extend(subject.random_games().take(1));
    let engine = subject.engine()?;
    for moves in stages {
        engine.set_up(&moves)?;
        for question in ["gameover", "p1turn", "result"] {
            engine.send(&format!("query {question}"));
            let said: Vec<String> = engine.settle()?.into_iter().filter(|line| says(line, "response")).collect();
            let good = said.len() == 1 && said[0].split(' ').count() == 2;
            if !good {
                let seen = if said.is_empty() { "none".into() } else { quoted(&said.join(", ")) };
                return Err(Failure::new(format!("one response of two words to query {question}"), seen));
            }
        }
    }
    Ok(String::new())
}

/// There is no move to give, and that is said.
pub(super) fn finished(subject: &mut Subject<'_>) -> Outcome {
    let games = subject.random_games();
    let engine = subject.engine()?;
    for moves in games {
        engine.set_up(&moves)?;
        let answer = engine.go("depth 1")?;
        if answer.line != "bestmove (none)" {
            return Err(Failure::new("bestmove (none) in a finished game", quoted(&answer.line)));
        }
        if !answer.info.iter().any(|line| line.starts_with("info depth 0 score ")) {
            return Err(Failure::new("info depth 0 score ... in a finished game", "none"));
        }
    }
    Ok(String::new())
}
