//! Games on disk. One that goes on is a file of protocol commands, which tern itself can read as well; one that is over is a
//! record as those of matches, which can be replayed.

use super::played_game::{End, PlayedGame};
use super::seat::Seat;
use crate::files;
use crate::game::{ByPlayer, GameResult};
use crate::games::any::{AnyGame, AnyPlayError};
use crate::matches::{Ending, GameRecord, Opinion, RecordedMove, Remark, ThinkLimit};
use crate::protocol::{Command, CommandError, StartFrom};
use crate::session::{OptionError, Options};
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// Why a file is not a saved game.
#[derive(Debug, Error)]
enum SavedError {
    #[error("it is a record of games that are over: tern replay shows them")]
    Record,
    #[error("line {0}: {1}")]
    Line(usize, CommandError),
    #[error("line {0}: {1}")]
    Option(usize, OptionError),
    #[error("it sets up no position; expected a line as in: position startpos moves ...")]
    NoPosition,
    #[error("its position is wrong: {0}")]
    Position(Box<dyn Error + Send + Sync>),
    #[error("its moves cannot be played: {0}")]
    Play(#[from] AnyPlayError),
}

/// A game that was saved, and who played it if the file says so.
pub(super) struct Saved {
    pub(super) played: PlayedGame,
    pub(super) seats: Option<[Seat; 2]>,
}

/// The text of a saved game.
fn text(played: &PlayedGame, seats: &[Seat; 2]) -> String {
    match played.end() {
        Some(end) => record(played, seats, end).to_string(),
        None => commands(played, seats),
    }
}

fn record(played: &PlayedGame, [p1, p2]: &[Seat; 2], end: End) -> GameRecord {
    // Nobody measured how long a person thought.
    let remark = Remark { opinion: Opinion::default(), time: Duration::ZERO };
    let moves = played.moves.iter().map(|text| RecordedMove { text: text.clone(), remark: Some(remark) }).collect();
    let even = played.moves.len().is_multiple_of(2);
    let to_move = played.game.to_move();
    GameRecord {
        number: 1,
        game: played.kind,
        players: ByPlayer { p1: p1.name().into(), p2: p2.name().into() },
        result: end.winner().map_or(GameResult::Draw, GameResult::Win),
        ending: match end {
            End::Rules(outcome) => Ending::Rules(outcome.reason),
            End::Resigned(_) => Ending::Resignation,
        },
        limits: ByPlayer::new(|_| ThinkLimit::default()),
        setup: None,
        seed: 0,
        start: played.game.start_fen(),
        first: if even { to_move } else { to_move.opponent() },
        opening: 0,
        moves,
    }
}

/// Who sits where stands in comments, which tern skips.
fn commands(played: &PlayedGame, [p1, p2]: &[Seat; 2]) -> String {
    let commands = [
        Command::set_option("Game", played.kind),
        Command::set_option("BoardSize", played.size),
        played.position_command(),
        Command::Draw,
    ];
    let lines: Vec<String> = commands.iter().map(ToString::to_string).collect();
    let kind = played.kind;
    format!(
        "# A game of {kind}. To go on with it: tern play --resume FILE. To look at it: tern < FILE\n# p1: {p1}\n# p2: {p2}\n{}\n",
        lines.join("\n")
    )
}

/// Writes a game to a file that does not exist yet; with `own` it is ours, and may be replaced.
pub(super) fn write(played: &PlayedGame, seats: &[Seat; 2], file: &Path, own: bool) -> io::Result<()> {
    let text = text(played, seats);
    if own { files::replace(file, text.as_bytes()) } else { files::create(file, text.as_bytes()) }
}

/// A name that no file has yet.
pub(super) fn free_name(played: &PlayedGame) -> PathBuf {
    let names = (1u64..).map(|number| PathBuf::from(format!("{}-{number}.txt", played.kind)));
    // There are more names than files; the fallback is never needed.
    names.into_iter().find(|name| !name.exists()).unwrap_or_default()
}

/// The moves of a game that was saved, for those who want nothing else of it.
pub(crate) fn read_saved(file: &Path) -> io::Result<AnyGame> {
    read(file).map(|saved| saved.played.game)
}

/// Reads a game that was saved.
pub(super) fn read(file: &Path) -> io::Result<Saved> {
    let explain = |kind, error: &dyn std::fmt::Display| io::Error::new(kind, format!("{}: {error}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| explain(error.kind(), &error))?;
    parse(&text).map_err(|error| explain(io::ErrorKind::InvalidData, &error))
}

fn parse(text: &str) -> Result<Saved, SavedError> {
    if text.starts_with("[Number \"") || text.starts_with('%') {
        return Err(SavedError::Record);
    }
    let mut options = Options::default();
    let mut position = None;
    for (line, number) in text.lines().zip(1..) {
        match Command::parse(line).map_err(|error| SavedError::Line(number, error))? {
            Some(Command::SetOption { name, value }) => {
                options.set(&name, value.as_deref()).map_err(|error| SavedError::Option(number, error))?;
            }
            Some(Command::Position { from, moves }) => position = Some((from, moves)),
            // The file may ask tern for more, which is nothing to us.
            _ => {}
        }
    }
    let (from, moves) = position.ok_or(SavedError::NoPosition)?;
    let fen = match from {
        StartFrom::Startpos => None,
        StartFrom::Fen(fen) => Some(fen),
    };
    let mut played = PlayedGame::new(options.game, options.board_size, fen).map_err(SavedError::Position)?;
    played.game.play(&moves.to_vec(), false)?;
    played.moves = moves.iter().map(String::from).collect();
    Ok(Saved { played, seats: seat_of(text, "# p1: ").zip(seat_of(text, "# p2: ")).map(<[Seat; 2]>::from) })
}

/// What a comment says of a seat; nothing if somebody wrote something else there.
fn seat_of(text: &str, comment: &str) -> Option<Seat> {
    text.lines().find_map(|line| line.strip_prefix(comment))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::any::GameKind;
    use crate::matches::{check_game, read_games};
    use crate::search::Level;

    #[test]
    fn what_is_saved_is_read_again() {
        let mut played = PlayedGame::new(GameKind::WaliTotal, 8, None).unwrap();
        for m in ["c3", "d3", "a1"] {
            played.play(m).unwrap();
        }
        let seats = [Seat::Tern(Level::Two), Seat::Person("Ann".into())];
        let Saved { played: again, seats: read } = parse(&text(&played, &seats)).unwrap();
        assert_eq!(read, Some(seats));
        assert_eq!((again.kind, again.game.fen(), again.moves), (played.kind, played.game.fen(), played.moves));
    }

    #[test]
    fn a_game_that_is_over_can_be_replayed() {
        let mut resigned = PlayedGame::new(GameKind::Wali, 8, None).unwrap();
        resigned.play("c3").unwrap();
        resigned.resigned = Some(resigned.game.to_move());
        let mut won = PlayedGame::new(GameKind::Differo, 8, Some("5/1w4/7/8/9/8/7/4b1/5 w".into())).unwrap();
        won.play("h5i6").unwrap();
        for played in [resigned, won] {
            let saved = text(&played, &[Seat::Person("Ann".into()), Seat::Tern(Level::One)]);
            let (games, _) = read_games(&saved).unwrap();
            assert!(check_game(&games[0], |_, _| {}).is_ok(), "{saved}");
            assert_eq!((games[0].players.p1.as_str(), games[0].moves.len()), ("Ann", 1));
            assert!(matches!(parse(&saved), Err(SavedError::Record)));
        }
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        for (text, message) in [
            ("", "it sets up no position; expected a line as in: position startpos moves ..."),
            ("\nhello", "line 2: unknown command 'hello'; try help"),
            ("setoption name Game value chess", "line 1: option Game cannot be 'chess': expected one of wali, "),
            ("position fen 6/6 w", "its position is wrong: "),
            ("position startpos moves c3 c3", "its moves cannot be played: illegal move 'c3'"),
        ] {
            let error = parse(text).err().unwrap().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
    }
}
