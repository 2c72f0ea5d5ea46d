//! What is said during a search, and how it is written.

use crate::check::failure::{Failure, Outcome, quoted};
use crate::check::rollout;
use crate::check::subject::Subject;
use crate::check::under_test::says;
use crate::games::any::AnyGame;
use crate::protocol::Reply;

const NUMBERS: [&str; 7] = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"];

/// At least one line with a score before every answer, all of them well written, with lines that can be played.
pub(super) fn before_best_move(subject: &mut Subject<'_>) -> Outcome {
    let kind = subject.game;
    let stages = subject.stages();
    let engine = subject.engine()?;
    let mut count = 0;
    for moves in stages {
        let game = rollout::after(kind, &moves);
        engine.set_up(&moves)?;
        for limits in ["depth 2", "nodes 1", "movetime 20", "p1time 0 p2time 0"] {
            let answer = engine.go(limits)?;
            let scored: Vec<&String> = answer.info.iter().filter(|line| line.contains(" score ")).collect();
            if scored.is_empty() {
                return Err(Failure::new(format!("info with a score before bestmove after go {limits}"), "none"));
            }
            for line in &scored {
                well_written(&game, line)?;
            }
            count += scored.len();
        }
    }
    Ok(format!("{count} lines"))
}

fn well_written(game: &AnyGame, line: &str) -> Result<(), Failure> {
    let words: Vec<&str> = line.split(' ').collect();
    let after = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
    let is_number = |word: Option<&&str>| word.is_some_and(|word| word.parse::<i64>().is_ok());
    for name in NUMBERS {
        if !after(name).is_some_and(|rest| is_number(rest.first())) {
            return Err(Failure::new(format!("info with {name} and a whole number"), quoted(line)));
        }
    }
    let scored =
        after("score").is_some_and(|rest| matches!(rest, ["cp" | "mate", score, ..] if is_number(Some(score))));
    if !scored {
        return Err(Failure::new("info with score cp or mate and a whole number", quoted(line)));
    }
    let line_of_play = after("pv").unwrap_or(&[]);
    if line_of_play.is_empty() {
        return Err(Failure::new("info with pv and moves", quoted(line)));
    }
    let played = game.clone().play(line_of_play, false);
    played
        .map_err(|error| Failure::new("info with a pv of legal moves", format!("{}: {error}", line_of_play.join(" "))))
}

/// With option `ShowWDL`, every score comes with three numbers that add up to a thousand.
pub(super) fn wdl(subject: &mut Subject<'_>) -> Outcome {
    let [_, moves, _] = subject.stages();
    let mut engine = subject.newcomer()?;
    engine.send("setoption name ShowWDL value true");
    engine.set_up(&moves)?;
    let answer = engine.go("depth 2")?;
    let scored: Vec<&String> = answer.info.iter().filter(|line| line.contains(" score ")).collect();
    for line in &scored {
        let wdl = match line.parse() {
            Ok(Reply::Info(info)) => info.wdl,
            _ => None,
        };
        if wdl.is_none_or(|shares| shares.iter().map(|&share| u64::from(share)).sum::<u64>() != 1000) {
            return Err(Failure::new("wdl and three numbers that add up to 1000 after the score", quoted(line)));
        }
    }
    Ok(format!("{} lines", scored.len()))
}

/// Line feeds alone end lines, and no blanks come before them.
pub(super) fn tidy_lines(subject: &mut Subject<'_>) -> Outcome {
    let mut engine = subject.newcomer()?;
    engine.send("ugi\nposition startpos\nquery moves\nd");
    let mut lines = engine.settle()?;
    let answer = engine.go("depth 1")?;
    lines.extend(answer.info);
    lines.push(answer.line);
    match lines.iter().find(|line| line.ends_with(|c: char| c.is_ascii_whitespace())) {
        Some(line) => Err(Failure::new("no blanks at the end of a line", quoted(line))),
        None => Ok(format!("{} lines", lines.len())),
    }
}

/// The same words but for the time, twice.
pub(super) fn repeatable(subject: &mut Subject<'_>) -> Outcome {
    let [_, moves, _] = subject.stages();
    let mut runs = Vec::new();
    for _ in 0..2 {
        let engine = subject.engine()?;
        engine.send("setoption name Seed value 7\nuginewgame");
        engine.set_up(&moves)?;
        let answer = engine.go("nodes 2000")?;
        let mut lines: Vec<String> =
            answer.info.iter().filter(|line| says(line, "info") && line.contains(" score ")).cloned().collect();
        lines.push(answer.line);
        runs.push(lines.iter().map(|line| timeless(line)).collect::<Vec<_>>());
    }
    match runs[0].iter().zip(&runs[1]).find(|(first, second)| first != second) {
        Some((first, second)) => Err(Failure::new(first, second)),
        None if runs[0].len() != runs[1].len() => {
            Err(Failure::new(format!("{} lines again", runs[0].len()), format!("{} lines", runs[1].len())))
        }
        None => Ok(format!("{} lines", runs[0].len())),
    }
}

/// A line without what depends on the machine.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for name in ["time", "nps"] {
        if let Some(at) = words.iter().position(|word| *word == name) {
            words.drain(at..words.len().min(at + 2));
        }
    }
    words.join(" ")
}
