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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::written_game::tests::sample;

    /// Two games, of which the second has an illegal move.
    fn record() -> String {
        let game = |number: usize, moves: &str| {
            format!(
                "[Number \"{number}\"]\n[Game \"wali\"]\n[P1 \"a\"]\n[P2 \"b\"]\n[Result \"1/2-1/2\"]\n[Reason \"length\"]\n\
                 [P1Limit \"\"]\n[P2Limit \"\"]\n[Seed \"1\"]\n[Start \"6/6/6/6/6 w 12 12 - - 0\"]\n\n{moves} 1/2-1/2\n\n"
            )
        };
        game(1, "1. c3 {opening} d4 {+5/3 7ms}") + &game(2, "1. c3 {opening} c3 {opening}")
    }

    fn replayed(text: &str, number: Option<usize>, quiet: bool) -> (Option<bool>, String) {
        let mut output = Vec::new();
        let result = replay_text(text, number, quiet, &mut output);
        (result.ok(), String::from_utf8(output).unwrap())
    }

    #[test]
    fn games_are_shown_with_their_last_position() {
        let (right, shown) = replayed(&record(), None, false);
        assert_eq!(right, Some(false));
        assert!(shown.starts_with("game 1, wali: a – b 1/2-1/2 (length)\nply 2: d4 (+5/3 7ms)\n"), "{shown}");
        assert_eq!(shown.matches("ply ").count(), 1, "the second has no last position: {shown}");
        let end = "game 2, wali: a – b 1/2-1/2 (length)\n\
                   game 2 is wrong: move 2: illegal move 'c3': c3 is not empty\n2 games, 1 wrong\n";
        assert!(shown.ends_with(end), "{shown}");
    }

    #[test]
    fn a_chosen_game_is_shown_move_by_move() {
        let (right, shown) = replayed(&record(), Some(1), false);
        assert_eq!(right, Some(true));
        let plies: Vec<&str> = shown.lines().filter(|line| line.starts_with("ply ")).collect();
        assert_eq!(plies, ["ply 1: c3 (opening)", "ply 2: d4 (+5/3 7ms)"]);
        assert!(shown.ends_with("1 games, 0 wrong\n") && !shown.contains("game 2"), "{shown}");
        assert_eq!(replayed(&record(), Some(3), false).0, None, "there is no such game");
    }

    #[test]
    fn who_is_quiet_only_checks() {
        let (right, shown) = replayed(&record(), None, true);
        assert_eq!(right, Some(false));
        assert_eq!(shown, "game 2 is wrong: move 2: illegal move 'c3': c3 is not empty\n2 games, 1 wrong\n");
        let first = &record()[..record().find("[Number \"2").unwrap()];
        assert_eq!(replayed(first, None, true), (Some(true), "1 games, 0 wrong\n".into()));
        let cut = "the last game was not written to its end\n1 games, 0 wrong\n";
        assert_eq!(replayed(&format!("{first}[Number"), None, true), (Some(false), cut.into()));
    }

    #[test]
    fn a_fault_is_told_in_the_heading() {
        assert!(heading(&sample()).ends_with(" 0-1 (illegal move: 'a1\"': no)"), "{}", heading(&sample()));
    }
}
