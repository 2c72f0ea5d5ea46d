//! What goes wrong is said in one line, and changes nothing.

use crate::check::failure::{Failure, Outcome, agree, quoted};
use crate::check::rollout;
use crate::check::subject::Subject;
use crate::check::under_test::{EngineUnderTest, position, says};

/// Fails unless the only answer to `line` is one error.
fn refused(engine: &mut EngineUnderTest, line: &str) -> Result<String, Failure> {
    engine.send(line);
    let said = engine.settle()?;
    // A search under way goes on talking.
    let said: Vec<&String> = said.iter().filter(|line| !says(line, "info")).collect();
    match said.as_slice() {
        [error] if error.starts_with("error ") => Ok((*error).clone()),
        [] => Err(Failure::new(format!("an error line after {line}"), "nothing")),
        [first, ..] => Err(Failure::new(format!("one error line and nothing else after {line}"), quoted(first))),
    }
}

/// The offending word is quoted.
pub(super) fn named(subject: &mut Subject<'_>) -> Outcome {
    let too_long = format!("position fen {} qqqq", rollout::after(subject.game, &[]).fen());
    let engine = subject.engine()?;
    for (line, offender) in [
        ("xyzzy", "xyzzy"),
        ("go depth twelve", "twelve"),
        ("query weather", "weather"),
        ("move zz99", "zz99"),
        ("position startpos moves zz99", "zz99"),
        (&too_long, "qqqq"),
        ("setoption name Nonsense value 1", "Nonsense"),
        ("undo many", "many"),
    ] {
        let error = refused(engine, line)?;
        if !error.contains(offender) {
            return Err(Failure::new(format!("an error that names {offender} after {line}"), quoted(&error)));
        }
    }
    Ok(String::new())
}

/// One bad move, and the old position stays.
pub(super) fn all_or_nothing(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let [_, moves, _] = subject.stages();
    let before = rollout::after(kind, &moves).fen();
    let engine = subject.engine()?;
    engine.set_up(&moves)?;
    let half_good = position(&moves[..moves.len() / 2]);
    for line in [format!("{half_good} zz99"), "position fen x".into(), "move zz99".into()] {
        engine.send(&line);
        agree("fen", &before, &engine.ask("fen")?).map_err(|failure| failure.after("a position that is refused"))?;
    }
    Ok(String::new())
}

/// A search is not pulled from under its own feet.
pub(super) fn busy(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    let started = engine.be_in_search("infinite")?;
    for line in ["position startpos", "uginewgame", "setoption name Hash value 1", "undo", "go depth 1"] {
        refused(engine, line).map_err(|failure| failure.after("go infinite"))?;
    }
    engine.send("stop");
    engine.best_move(started)?;
    Ok(String::new())
}
