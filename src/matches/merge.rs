//! `tern merge`: parts of a match, played anywhere and handed over in any order, become one result.
//!
//! Two passes: every game of every part is checked and remembered in a few bytes, then what counts is added up in the order of
//! the schedule. Of a pair that appears twice, one copy is taken, and always the same one, whatever the order of the parts.

use super::args::MergeArguments;
use super::manifest::{Manifest, ManifestError};
use super::plan::Plan;
use super::reader::{RecordError, RecordReader, read_games};
use super::record::{GameRecord, GameSummary};
use super::record_file::{RecordFile, RecordFileError, check_recorded};
use super::report::Report;
use super::shard::Shard;
use super::shards_report::ShardsReport;
use super::stream::Stream;
use super::tournament::{MatchError, anchor};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Why parts cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A record cannot be read, or a game in it cannot have been played.
    #[error(transparent)]
    Record(#[from] RecordFileError),
    /// A record does not say what match it belongs to.
    #[error("{0} does not say what match it belongs to: it has no manifest before its first game")]
    NoManifest(PathBuf),
    /// What it says cannot be.
    #[error("{0}: {1}")]
    Manifest(PathBuf, ManifestError),
    /// It is a part of another match.
    #[error("{path}: {error}, as in {first}")]
    Other {
        /// The record.
        path: PathBuf,
        /// The record it is compared with.
        first: PathBuf,
        /// In what they differ.
        error: Box<ManifestError>,
    },
    /// A game stands in a part to which it does not belong.
    #[error("{path}: game {number} does not belong to {shard}")]
    Stray {
        /// The record.
        path: PathBuf,
        /// The game.
        number: usize,
        /// What the record claims to be.
        shard: Shard,
    },
    /// There is not a single game.
    #[error("there are no games in these records")]
    Empty,
    /// The anchor of the ratings takes no part.
    #[error("{0}")]
    Anchor(Box<MatchError>),
}

/// A match put together.
#[derive(Clone, Debug)]
pub struct Merged {
    /// What the match in one piece would have reported.
    pub report: Report,
    /// What there is to say about the parts.
    pub shards: ShardsReport,
}

/// The games behind one manifest: a record, or one of several put behind each other.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Which of the files.
    file: usize,
    pub(super) shard: Shard,
    pub(super) machine: Option<String>,
}

/// A game, and where its record stands.
#[derive(Clone, Debug)]
pub(super) struct FoundGame {
    pub(super) summary: GameSummary,
    bytes: Range<u64>,
}

/// The games of a pair in one source.
#[derive(Clone, Debug)]
pub(super) struct FoundPair {
    pub(super) source: usize,
    pub(super) games: Vec<FoundGame>,
}

impl FoundPair {
    fn moves(&self) -> Vec<u64> {
        self.games.iter().map(|game| game.summary.moves).collect()
    }

    /// Whole pairs first; among equals something that does not depend on who comes first.
    fn rank(&self) -> (std::cmp::Reverse<usize>, Vec<u64>) {
        (std::cmp::Reverse(self.games.len()), self.moves())
    }
}

/// Everything that was found in the records.
pub(super) struct Found {
    pub(super) plan: Plan,
    manifest: Manifest,
    pub(super) sources: Vec<Source>,
    /// The pairs by their place in the schedule, each from one source.
    pub(super) pairs: BTreeMap<usize, FoundPair>,
    /// Pairs that appeared once more, and those of them with other moves.
    pub(super) repeated: usize,
    pub(super) repeated_differently: usize,
}

/// Merges records, and writes what it was asked to write.
///
/// # Errors
///
/// If parts do not belong together, or a record cannot be read or written.
pub fn merge(arguments: &MergeArguments) -> Result<Merged, MergeError> {
    let mut found = read_all(&arguments.records)?;
    let names = found.plan.contestants.iter().map(|contestant| contestant.name.as_str());
    found.plan.anchor =
        anchor(arguments.anchor.as_ref(), names).map_err(|error| MergeError::Anchor(Box::new(error)))?;
    let mut stream = Stream::new(&found.plan);
    let mut counted = Vec::new();
    for pair in 0..found.plan.schedule.pairs() {
        let games = found.pairs.get(&pair).map_or(&[][..], |pair| &pair.games);
        if stream.add(games.iter().map(|game| &game.summary), found.plan.schedule.games_of_pair(pair)) {
            counted.push(pair);
        }
    }
    let shards = ShardsReport::new(&found, &stream, counted.last().map_or(0, |last| last + 1));
    if let Some(path) = &arguments.record {
        write_record(path, &found, &counted, &arguments.records)?;
    }
    Ok(Merged { report: Report::new(&found.plan, &stream.standings), shards })
}

fn read_all(paths: &[PathBuf]) -> Result<Found, MergeError> {
    let mut found: Option<(PathBuf, Found)> = None;
    for (file, path) in paths.iter().enumerate() {
        read_record(file, path, &mut found)?;
    }
    found.map(|(_, found)| found).ok_or(MergeError::Empty)
}

/// Reads one record into what was found before it.
fn read_record(file: usize, path: &Path, found: &mut Option<(PathBuf, Found)>) -> Result<(), MergeError> {
    let failed = |error| MergeError::Record(RecordFileError::Io(path.into(), error));
    let unreadable = |error: RecordError| MergeError::Record(RecordFileError::Record(path.into(), error));
    let mut reader = RecordReader::new(BufReader::new(File::open(path).map_err(failed)?));
    let mut manifests = 0;
    let mut pairs: BTreeMap<usize, FoundPair> = BTreeMap::new();
    loop {
        let begin = reader.used();
        let Some(game) = reader.next().transpose().map_err(unreadable)? else { break };
        let (text, count) = reader.manifest();
        if count == 0 {
            return Err(MergeError::NoManifest(path.into()));
        }
        if count > manifests {
            manifests = count;
            if let Some((_, found)) = found {
                found.take_over(std::mem::take(&mut pairs));
            }
            begin_source(file, path, text, found)?;
        }
        if let Some((_, found)) = found {
            found.check(path, &game)?;
            let pair = pairs.entry(found.plan.schedule.pair_of(game.number));
            let pair = pair.or_insert_with(|| FoundPair { source: found.sources.len() - 1, games: Vec::new() });
            pair.insert(FoundGame { summary: game.summary(), bytes: begin..reader.used() });
        }
    }
    if let Some((_, found)) = found {
        found.take_over(pairs);
    }
    Ok(())
}

/// Notes that games of another part follow, and refuses those of another match.
fn begin_source(file: usize, path: &Path, text: &str, found: &mut Option<(PathBuf, Found)>) -> Result<(), MergeError> {
    let wrong = |error| MergeError::Manifest(path.into(), error);
    let manifest = Manifest::read(text).map_err(wrong)?;
    let source = Source { file, shard: manifest.shard, machine: manifest.machine.clone() };
    if let Some((first, found)) = found {
        let other = |error| MergeError::Other { path: path.into(), first: first.clone(), error: Box::new(error) };
        found.manifest.check_merged(&manifest).map_err(other)?;
        found.sources.push(source);
    } else {
        let plan = manifest.plan().map_err(wrong)?;
        let (sources, pairs) = (vec![source], BTreeMap::new());
        let new = Found { plan, manifest, sources, pairs, repeated: 0, repeated_differently: 0 };
        *found = Some((path.into(), new));
    }
    Ok(())
}

impl FoundPair {
    /// Adds a game, unless it is there.
    fn insert(&mut self, game: FoundGame) {
        let number = |game: &FoundGame| game.summary.number;
        if let Err(place) = self.games.binary_search_by_key(&number(&game), number) {
            self.games.insert(place, game);
        }
    }
}

impl Found {
    /// Checks that a game is one of the match, of the part it stands in, and right by the rules.
    fn check(&self, path: &Path, game: &GameRecord) -> Result<(), MergeError> {
        check_recorded(path, game, &self.plan, &AtomicBool::new(false))?;
        let shard = self.sources.last().map_or(Shard::WHOLE, |source| source.shard);
        if self.plan.schedule.part(shard).contains(&game.number) {
            return Ok(());
        }
        Err(MergeError::Stray { path: path.into(), number: game.number, shard })
    }

    /// Takes the pairs of a source, unless they are there already.
    fn take_over(&mut self, pairs: BTreeMap<usize, FoundPair>) {
        for (place, new) in pairs {
            let Some(old) = self.pairs.get(&place) else {
                self.pairs.insert(place, new);
                continue;
            };
            self.repeated += 1;
            self.repeated_differently += usize::from(old.games.len() == new.games.len() && old.moves() != new.moves());
            if new.rank() < old.rank() {
                self.pairs.insert(place, new);
            }
        }
    }
}

/// Writes the record of the match in one piece.
fn write_record(path: &Path, found: &Found, counted: &[usize], inputs: &[PathBuf]) -> Result<(), MergeError> {
    let mut record = RecordFile::create(path, &found.manifest.of_the_whole())?;
    let mut open: Option<(usize, File)> = None;
    for pair in counted.iter().filter_map(|pair| found.pairs.get(pair)) {
        let number = found.sources[pair.source].file;
        let input = &inputs[number];
        let failed = |error: io::Error| RecordFileError::Io(input.clone(), error);
        let file = match &mut open {
            Some((current, file)) if *current == number => file,
            _ => &mut open.insert((number, File::open(input).map_err(failed)?)).1,
        };
        for game in &pair.games {
            let text = read_bytes(file, &game.bytes).map_err(failed)?;
            let (games, _) = read_games(&text).map_err(|error| RecordFileError::Record(input.clone(), error))?;
            games.iter().try_for_each(|game| record.add(game))?;
        }
    }
    Ok(())
}

fn read_bytes(file: &mut File, bytes: &Range<u64>) -> io::Result<String> {
    file.seek(SeekFrom::Start(bytes.start))?;
    let mut text = String::new();
    file.by_ref().take(bytes.end - bytes.start).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameResult, Player};
    use crate::matches::record::{Ending, Fault, FaultKind};

    const WON: GameResult = GameResult::Win(Player::P1);
    const LOST: GameResult = GameResult::Win(Player::P2);

    /// What was found of a match between two engines: nothing yet.
    fn found(games: u32, of: usize, machines: &[&str]) -> Found {
        let engine =
            |name| serde_json::json!({"name": name, "command": [], "program": "", "options": [], "limit": "nodes 1"});
        let manifest = serde_json::json!({
            "format": 1, "tern": "", "game": "wali", "size": null, "engines": [engine("a"), engine("b")],
            "tournament": "round-robin", "games": games, "openings": {"plies": 4}, "seed": 1, "max_plies": 500,
            "margin_ms": 0, "patience_ms": 0, "sprt": null, "shard": {"number": 1, "of": of}, "machine": null,
        });
        let manifest = Manifest::read(&manifest.to_string()).unwrap();
        let source = |(number, machine): (usize, &&str)| Source {
            file: 0,
            shard: Shard { number, of },
            machine: Some((*machine).to_string()),
        };
        Found {
            plan: manifest.plan().unwrap(),
            manifest,
            sources: (1..).zip(machines).map(source).collect(),
            pairs: BTreeMap::new(),
            repeated: 0,
            repeated_differently: 0,
        }
    }

    fn game(number: usize, result: GameResult, moves: u64) -> FoundGame {
        FoundGame { summary: GameSummary { number, result, ending: Ending::Length, plies: 1, moves }, bytes: 0..0 }
    }

    /// Some games of the first pair, by their moves.
    fn pair(source: usize, moves: &[u64]) -> BTreeMap<usize, FoundPair> {
        let games = (1..).zip(moves).map(|(number, &moves)| game(number, WON, moves)).collect();
        BTreeMap::from([(0, FoundPair { source, games })])
    }

    #[test]
    fn of_two_copies_of_a_pair_always_the_same_is_taken() {
        for (copies, taken, differently) in [
            ([&[1, 2][..], &[1, 2]], &[1, 2][..], 0),
            ([&[1, 2], &[1, 3]], &[1, 2], 1),
            ([&[1, 3], &[1, 2]], &[1, 2], 1),
            ([&[5], &[7, 8]], &[7, 8], 0),
            ([&[7, 8], &[5]], &[7, 8], 0),
        ] {
            let mut found = found(4, 1, &["x", "y"]);
            found.take_over(pair(0, copies[0]));
            assert_eq!((found.repeated, found.repeated_differently), (0, 0));
            found.take_over(pair(1, copies[1]));
            assert_eq!(found.pairs[&0].moves(), taken, "{copies:?}");
            assert_eq!((found.repeated, found.repeated_differently), (1, differently), "{copies:?}");
        }
        let mut same = found(4, 1, &["x", "y"]);
        same.take_over(pair(0, &[1, 2]));
        same.take_over(pair(1, &[1, 2]));
        same.take_over(pair(1, &[1, 4]));
        same.take_over(pair(1, &[1, 5]));
        assert_eq!((same.pairs[&0].source, same.repeated, same.repeated_differently), (0, 3, 2), "the first of equals");
    }

    #[test]
    fn games_of_a_pair_are_in_order_and_there_once() {
        let mut pair = FoundPair { source: 0, games: Vec::new() };
        for (number, moves) in [(2, 20), (1, 10), (2, 99), (1, 99)] {
            pair.insert(game(number, WON, moves));
        }
        assert_eq!(pair.moves(), [10, 20]);
    }

    /// All games but some, the first engine's points in each pair given, on a machine for each part.
    fn played(machines: &[&str], points: &[usize], without: &[usize]) -> Found {
        let (of, pairs) = (machines.len(), points.len());
        let mut found = found(2 * pairs as u32, of, machines);
        for (place, points) in points.iter().enumerate() {
            let results = match points {
                0 => [LOST, WON],
                1 => [GameResult::Draw, WON],
                2 => [WON, WON],
                3 => [WON, GameResult::Draw],
                _ => [WON, LOST],
            };
            let source = (0..of).find(|part| Shard { number: part + 1, of }.share(pairs).contains(&place)).unwrap();
            let games = (2 * place + 1..).zip(results).filter(|(number, _)| !without.contains(number));
            let games: Vec<_> = games.map(|(number, result)| game(number, result, number as u64)).collect();
            if !games.is_empty() {
                found.pairs.insert(place, FoundPair { source, games });
            }
        }
        found
    }

    /// The report on the parts, and on the match.
    fn told(found: &Found) -> (ShardsReport, String) {
        let mut stream = Stream::new(&found.plan);
        for pair in found.pairs.values() {
            stream.add(pair.games.iter().map(|game| &game.summary), 2);
        }
        let report = ShardsReport::new(found, &stream, found.plan.schedule.pairs());
        let text = report.to_string();
        (report, text)
    }

    #[test]
    fn parts_that_are_whole_need_few_words() {
        let (report, text) = told(&played(&["x", "y"], &[2; 8], &[]));
        assert!(report.is_complete());
        assert_eq!(text, "2 of 2 shards, 2 of them whole, played on 2 machines\n");
        assert!(told(&played(&["x", "x"], &[2; 8], &[])).1.ends_with("played on 1 machine\n"));
    }

    #[test]
    fn gaps_are_told_part_by_part() {
        let (report, text) = told(&played(&["x", "y", "z"], &[2; 9], &[2, 3, 4, 6, 7, 8, 18]));
        assert!(!report.is_complete());
        assert_eq!(
            text,
            "3 of 3 shards, 0 of them whole, played on 3 machines\n\
             missing: shard 1 of 3, games 2 to 4\n\
             missing: shard 1 of 3, games 6 to 6\n\
             missing: shard 2 of 3, games 7 to 8\n\
             missing: shard 3 of 3, games 18 to 18\n"
        );
        let (report, text) = told(&played(&["x", "y", "z"], &[2; 9], &[2]));
        assert!(text.starts_with("3 of 3 shards, 2 of them whole, "), "{text}");
        let report = serde_json::to_value(&report).unwrap();
        assert_eq!([0, 1, 2].map(|shard| report["shards"][shard]["games"].as_u64().unwrap()), [5, 6, 6]);
        let odd: Vec<usize> = (0..25).map(|pair| 2 * pair + 1).collect();
        let (_, text) = told(&played(&["x"], &[2; 25], &odd));
        assert!(text.contains("games 39 to 39\nmissing: 5 more gaps\n") && !text.contains("games 41"), "{text}");
    }

    #[test]
    fn a_decided_test_misses_nothing_that_comes_later() {
        let found = played(&["x"], &[2; 8], &[3, 5, 6, 9]);
        let mut stream = Stream::new(&found.plan);
        (stream.decided, stream.after_decision, stream.waiting) = (true, 6, 7);
        assert_eq!(
            ShardsReport::new(&found, &stream, 2).to_string(),
            "1 of 1 shards, 0 of them whole, played on 1 machine\n\
             6 games do not count: the test was decided before them\n\
             7 games do not count yet: a sequential test needs those before them\n\
             missing: shard 1 of 1, games 3 to 3\n"
        );
    }

    #[test]
    fn half_a_pair_says_nothing_about_its_part() {
        // Twenty pairs are lost in each part: in the first there is one game of each, in the second none.
        let points = [[0, 2, 2, 4].repeat(15), [0].repeat(20)].concat().repeat(2);
        let without: Vec<usize> = (60..80).map(|place| 2 * place + 2).chain(281..=320).collect();
        let (_, text) = told(&played(&["x", "y"], &points, &without));
        assert!(text.contains("are the shards alike? χ² 0.0 with 2 degrees of freedom, p = 1.000\n"), "{text}");
    }

    #[test]
    fn copies_and_faults_are_told() {
        let mut found = played(&["x", "y"], &[2; 8], &[]);
        (found.repeated, found.repeated_differently) = (1, 0);
        assert!(told(&found).1.ends_with("1 pair appeared more than once and counts once\n"));
        (found.repeated, found.repeated_differently) = (3, 2);
        assert!(
            told(&found).1.ends_with("3 pairs appeared more than once and count once; 2 of them had other moves\n")
        );
        let crash = Ending::Fault(Fault { kind: FaultKind::Crash, details: String::new() });
        for place in [0, 1] {
            // The first player won, so that the second crashed: b, then a.
            found.pairs.get_mut(&place).unwrap().games.iter_mut().for_each(|game| game.summary.ending = crash.clone());
        }
        let (_, text) = told(&found);
        assert!(text.contains("\nshard 1 on x: faults of a: crash 2\nshard 1 on x: faults of b: crash 2\n"), "{text}");
    }

    #[test]
    fn whoever_plays_differently_is_named() {
        let even: Vec<usize> = [0, 2, 2, 4].repeat(15);
        let (_, text) = told(&played(&["x", "y", "z"], &even.repeat(3), &[]));
        assert!(text.contains("are the shards alike? χ² 0.0 with 4 degrees of freedom, p = 1.000\n"), "{text}");
        assert!(!text.contains("differently"), "{text}");
        // Three are asked, so that p = 0.0093 is still chance, and p = 0.0033 just not.
        for (lost, named) in [(25, ""), (26, "shard 2 on y plays differently: p = 3.3e-3\n")] {
            let worse = [[0, 2].repeat(lost), [2, 4].repeat(30 - lost)].concat();
            let (_, text) = told(&played(&["x", "y", "z"], &[&even[..], &worse, &even].concat(), &[]));
            let odd: String = text.split_inclusive('\n').filter(|line| line.contains("differently")).collect();
            assert_eq!(odd, named, "{text}");
        }
        let lost = [0, 0, 0, 2].repeat(15);
        let points = [&even[..], &lost, &even, &even].concat();
        let (_, text) = told(&played(&["x", "y", "z", "z"], &points, &[]));
        let odd: Vec<&str> = text.lines().filter(|line| line.contains("differently")).collect();
        assert!(odd[0].starts_with("shard 2 on y plays differently: p = "), "{text}");
        assert!(
            odd[1].starts_with("y plays differently: p = "),
            "machines too, where one has played several parts: {text}"
        );
    }
}
