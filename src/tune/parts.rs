//! Games to learn from, played in parts on many machines: `--shard` plays a part and writes it, `--from` learns from all of them
//! what games played in one piece would have taught.
//!
//! A file begins with a line that says which games these are, and has a line of JSON for each: its moves, and what the searches
//! said of the last positions. Moves are played again by the rules when they are read.

use super::sample::{PlayedGame, RecordedGame, SelfPlay};
use super::{TuneArguments, games_by_size, named, wdl};
use crate::eval::{Searchable, Tunable, Weights};
use crate::files;
use crate::games::any::{AnyGame, with_history};
use crate::lines::read_line;
use crate::matches::{ManifestError, Shard, file_fingerprint, first_difference};
use crate::notation::Notation;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// Games from one start with one seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameSet {
    start: String,
    seed: u64,
    games: u64,
}

impl GameSet {
    pub(super) fn new(start: &AnyGame, seed: u64, games: u64) -> Self {
        Self { start: start.fen(), seed, games }
    }
}

/// What all parts have in common but the number of the part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    tern: String,
    /// The fingerprint of the program: another evaluation plays other games.
    program: String,
    game: String,
    nodes: u64,
    sets: Vec<GameSet>,
    shard: Shard,
}

impl Header {
    fn new(arguments: &TuneArguments, shard: Shard) -> io::Result<Self> {
        Ok(Self {
            tern: env!("CARGO_PKG_VERSION").into(),
            program: file_fingerprint(&std::env::current_exe()?)?,
            game: arguments.game.to_string(),
            nodes: arguments.nodes,
            sets: sets(arguments),
            shard,
        })
    }

    /// The same for any part of so many.
    fn json(&self, of: usize) -> serde_json::Value {
        serde_json::to_value(Self { shard: Shard { number: 1, of }, ..self.clone() }).unwrap_or_default()
    }
}

/// One game of a part.
#[derive(Debug, Serialize, Deserialize)]
struct GameLine {
    set: usize,
    number: u64,
    /// Nothing if it came to no end.
    game: Option<RecordedGame>,
}

/// All games that a fit needs.
fn sets(arguments: &TuneArguments) -> Vec<GameSet> {
    fn of<G: Tunable>(start: &G, arguments: &TuneArguments) -> Vec<(usize, u64)> {
        let _ = start;
        match &G::WEIGHTS {
            Weights::Table(_) => vec![(AnyGame::USUAL_SIZE, arguments.games)],
            Weights::Net(net) => games_by_size(net, arguments.games).collect(),
        }
    }
    let usual = AnyGame::start(arguments.game, AnyGame::USUAL_SIZE);
    if arguments.wdl {
        return wdl::sets(arguments).map(|(seed, games)| GameSet::new(&usual, seed, games)).into();
    }
    let sizes = with_history!(&usual, history => of(history.start(), arguments));
    let set = |(size, games)| GameSet::new(&AnyGame::start(arguments.game, size), arguments.seed, games);
    sizes.into_iter().map(set).collect()
}

/// Plays the games of a part and writes them to a new file.
pub(super) fn write(arguments: &TuneArguments, shard: Shard, path: &Path) -> io::Result<()> {
    if path.exists() {
        return Err(named(path, &io::ErrorKind::AlreadyExists.into()));
    }
    let header = Header::new(arguments, shard)?;
    let mut content = serde_json::to_vec(&header)?;
    content.push(b'\n');
    for (set, GameSet { start, seed, games }) in header.sets.iter().enumerate() {
        let game = AnyGame::from_fen(arguments.game, start).map_err(io::Error::other)?;
        let places = shard.share(*games as usize);
        let numbers = places.start as u64..places.end as u64;
        let played = with_history!(&game, history => {
            SelfPlay { start: history.start(), nodes: arguments.nodes, seed: *seed }.record(numbers, arguments.threads)
        })?;
        for (number, game) in played {
            serde_json::to_writer(&mut content, &GameLine { set, number, game })?;
            content.push(b'\n');
        }
    }
    files::create(path, &content).map_err(|error| named(path, &error))
}

/// The games of a set from the files of all parts, in order.
pub(super) fn read<G: Searchable + Notation>(
    play: &SelfPlay<'_, G>,
    games: u64,
    arguments: &TuneArguments,
) -> io::Result<Vec<PlayedGame<G>>> {
    let mut expected = Header::new(arguments, Shard::WHOLE)?;
    if let Some(path) = arguments.from.first().filter(|_| arguments.any_build) {
        // Another build, but the same for all parts.
        expected.program = open(path).map_err(|error| named(path, &error))?.0.program;
    }
    let wanted = GameSet { start: play.start.to_string(), seed: play.seed, games };
    let Some(set) = expected.sets.iter().position(|set| *set == wanted) else {
        return Err(io::Error::other("these games are not among those of the parts"));
    };
    let mut found: BTreeMap<u64, Option<PlayedGame<G>>> = BTreeMap::new();
    let mut of = None;
    for path in &arguments.from {
        let keep = |line: GameLine| {
            if line.set == set && line.number < games && !found.contains_key(&line.number) {
                let game = line.game.map(|game| game.replay(play.start)).transpose()?;
                found.insert(line.number, game);
            }
            Ok(())
        };
        read_part(path, &expected, &mut of, keep).map_err(|error| named(path, &error))?;
    }
    if let Some(number) = (0..games).find(|number| !found.contains_key(number)) {
        return Err(missing(number, games, of.unwrap_or(1)));
    }
    Ok(found.into_values().flatten().collect())
}

/// Which part is not there, or not whole.
fn missing(number: u64, games: u64, of: usize) -> io::Error {
    let has = |shard: &usize| Shard { number: *shard, of }.share(games as usize).contains(&(number as usize));
    let shard = Shard { number: (1..=of).find(has).unwrap_or(1), of };
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("{shard} is missing, or not whole: there is no game {}", number + 1),
    )
}

/// No line is longer.
const LONGEST_LINE: usize = 1 << 24;

/// The header of a part, and the rest of it.
fn open(path: &Path) -> io::Result<(Header, BufReader<File>)> {
    let mut input = BufReader::new(File::open(path)?);
    let header = parse_line(&mut input, 1)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok((header, input))
}

/// Checks that a part is one of these games, and hands over its lines.
fn read_part(
    path: &Path,
    expected: &Header,
    of: &mut Option<usize>,
    mut keep: impl FnMut(GameLine) -> io::Result<()>,
) -> io::Result<()> {
    let (header, mut input) = open(path)?;
    let of = *of.get_or_insert(header.shard.of);
    if header.shard.of == 0 {
        return Err(invalid("there are no parts".into()));
    }
    first_difference("", &header.json(header.shard.of), &expected.json(of)).map_err(|error| match error {
        ManifestError::Other { field, found, expected } => {
            invalid(format!("these are other games: their {field} is {found}, and here it would be {expected}"))
        }
        other => invalid(other.to_string()),
    })?;
    for number in 2.. {
        let Some(line) = parse_line(&mut input, number)? else { break };
        keep(line)?;
    }
    Ok(())
}

fn invalid(problem: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

fn parse_line<T: DeserializeOwned>(input: &mut BufReader<File>, number: usize) -> io::Result<Option<T>> {
    let Some(line) = read_line(input, LONGEST_LINE, 0)? else { return Ok(None) };
    if line.too_long {
        return Err(invalid(format!("line {number} is too long")));
    }
    serde_json::from_slice(&line.bytes).map(Some).map_err(|error| invalid(format!("line {number}: {error}")))
}
