//! Recorded games played again: checked against the rules, and drawn.

use super::args::ReplayArguments;
use super::judge::check_game;
use super::reader::RecordReader;
use super::record::{Ending, GameRecord, result_text};
use crate::ascii::{in_ascii, is_ascii_locale};
use crate::game::ByPlayer;
use crate::games::any::AnyGame;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

/// Replays a file of games; false if there is anything wrong with them.
pub fn replay(arguments: &ReplayArguments, output: &mut impl Write) -> io::Result<bool> {
    let named =
        |kind, problem: &dyn fmt::Display| io::Error::new(kind, format!("{}: {problem}", arguments.file.display()));
    let file = File::open(&arguments.file).map_err(|error| named(error.kind(), &error))?;
    let view = View { number: arguments.number, quiet: arguments.quiet, ascii: arguments.ascii || locale_is_ascii() };
    replay_record(BufReader::new(file), view, output).map_err(|error| named(error.kind(), &error))
}

/// The same for the text of such a file: all games, or every position of the one with a number.
pub fn replay_text(text: &str, number: Option<usize>, quiet: bool, output: &mut impl Write) -> io::Result<bool> {
    replay_record(text.as_bytes(), View { number, quiet, ascii: false }, output)
}

/// What of a record is shown, and how.
#[derive(Clone, Copy)]
struct View {
    /// Only this game, and every position of it.
    number: Option<usize>,
    quiet: bool,
    ascii: bool,
}

fn locale_is_ascii() -> bool {
    is_ascii_locale(|name| std::env::var(name).ok())
}

fn replay_record(record: impl BufRead, view: View, output: &mut impl Write) -> io::Result<bool> {
    let mut reader = RecordReader::new(record);
    let (mut games, mut flaws) = (0, 0);
    for game in reader.by_ref() {
        let game = game.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        if view.number.is_some_and(|number| number != game.number) {
            continue;
        }
        games += 1;
        flaws += usize::from(!show(&game, view, output)?);
    }
    if let (Some(number), 0) = (view.number, games) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("there is no game {number} in it")));
    }
    let cut_off = !reader.tail().is_empty();
    if cut_off {
        writeln!(output, "the last game was not written to its end")?;
    }
    writeln!(output, "{games} games, {flaws} wrong")?;
    Ok(flaws == 0 && !cut_off)
}

/// Shows a game, with every position or the last; false if it is wrong.
fn show(game: &GameRecord, view: View, output: &mut impl Write) -> io::Result<bool> {
    let shown = |text: String| if view.ascii { in_ascii(&text) } else { text };
    if !view.quiet {
        writeln!(output, "{}", shown(heading(game)))?;
    }
    let mut written = Ok(());
    let checked = check_game(game, |position: &AnyGame, ply| {
        let is_last = ply == game.moves.len();
        if written.is_ok() && (view.number.is_some() || (is_last && !view.quiet)) {
            written = write!(output, "{}", shown(caption(game, ply) + &position.draw()));
        }
    });
    written?;
    if let Err(flaw) = &checked {
        writeln!(output, "game {} is wrong: {flaw}", game.number)?;
    }
    Ok(checked.is_ok())
}

fn heading(game: &GameRecord) -> String {
    let ByPlayer { p1, p2 } = &game.players;
    let fault = match &game.ending {
        Ending::Fault(fault) => format!(": {}", fault.details),
        _ => String::new(),
    };
    let result = result_text(game.result);
    let heading = format!("game {}, {}: {p1} – {p2} {result} ({}{fault})", game.number, game.game, game.ending);
    // Names are what somebody wrote, and are not to command the terminal.
    heading.replace(char::is_control, "?")
}

/// What was played last, and what the engine thought of it.
fn caption(game: &GameRecord, ply: usize) -> String {
    match ply.checked_sub(1).and_then(|last| game.moves.get(last)) {
        None => String::new(),
        Some(played) => {
            let remark = played.remark.map_or_else(|| "opening".into(), |remark| remark.to_string());
            format!("ply {ply}: {} ({remark})\n", played.text)
        }
    }
}
