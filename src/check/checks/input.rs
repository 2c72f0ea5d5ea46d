//! No input of any kind ends or confuses an engine.

use crate::check::engine::Engine;
use crate::check::failure::{Failure, Outcome, agree, quoted};
use crate::check::rollout;
use crate::check::subject::{Subject, check_legal};

const BAD_LINES: [&[u8]; 25] = [
    b"xyzzy",
    b"",
    b" \t ",
    b"# a remark",
    b"\0\0",
    b"\xff\xfe\x80",
    b"\xe2\x98\x83",
    b"go depth x",
    b"go depth -3",
    b"go depth 99999999999999999999",
    b"go movetime",
    b"go sideways",
    b"go searchmoves zz99",
    b"position",
    b"position fen",
    b"position fen x y z",
    b"position fen 99999999999999999999/1 w",
    b"position startpos moves zz99",
    b"position startpos moves \xc3\xa9",
    b"setoption",
    b"setoption name",
    b"setoption name Hash value lots",
    b"query",
    b"query weather",
    b"ponderhit",
];

/// Sends something bad, ends whatever that may have started, and waits for a sign of life.
fn survive(engine: &mut Engine, line: &[u8]) -> Result<(), Failure> {
    engine.send_bytes([line, b"\nstop\n"].concat());
    let circumstances = || quoted(&String::from_utf8_lossy(line));
    engine.settle().map(drop).map_err(|failure| failure.after(&circumstances()))
}

/// After all of it the engine must still play.
fn still_plays(subject: &mut Subject<'_>) -> Outcome {
    let start = rollout::after(subject.game, &[]);
    let answer = subject.engine()?.go("depth 1")?;
    check_legal(&start, &answer).map_err(|failure| failure.after("bad input"))?;
    Ok(String::new())
}

pub(super) fn bad_lines(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    for line in BAD_LINES {
        survive(engine, line)?;
    }
    still_plays(subject)
}

const LONG: usize = 1 << 20;

pub(super) fn long_lines(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    survive(engine, &b"x".repeat(LONG))?;
    survive(engine, &b" ".repeat(LONG))?;
    survive(engine, &[b"position startpos moves".as_slice(), &b" zz99".repeat(LONG / 5)].concat())?;
    still_plays(subject)
}

/// Tabs, repeated blanks, and line ends of other systems.
pub(super) fn blanks(subject: &mut Subject<'_>) -> Outcome {
    let m = rollout::after(subject.game, &[]).moves().into_iter().next().unwrap_or_default();
    let engine = subject.engine()?;
    engine.send_bytes(format!("position \t startpos   moves {m}\t\r\n").into_bytes());
    agree("p1turn", "false", &engine.ask_word("p1turn")?)
        .map_err(|failure| failure.after("a position with odd blanks"))?;
    engine.send_bytes(b"\t isready \r\n".to_vec());
    engine.hear_until("readyok").map_err(|failure| failure.after("isready with odd blanks"))?;
    Ok(String::new())
}
