//! A match added up from its record, game by game.

use super::pairs::{PairedGame, Pairs, field};
use crate::game::{GameResult, Player};
use crate::games::any::AnyGame;
use crate::matches::{Ending, FaultKind, GameRecord, Tally};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use thiserror::Error;

/// More engines than anybody lets play against each other; a file with more is something else.
const MOST_ENGINES: usize = 100;
/// So many openings are told apart.
const MOST_OPENINGS: usize = 5000;
/// So many faults are shown with their positions, the others counted.
const FAULTS_SHOWN: usize = 20;
/// Plies for which lengths and times are added up together.
pub(super) const BIN: usize = 10;
/// So many of them are told apart.
const MOST_BINS: usize = 60;

/// Too many engines.
#[derive(Debug, Error)]
#[error("with game {0} there are more than {MOST_ENGINES} engines, which is more than a report has room for")]
pub(super) struct TooManyEngines(usize);

/// A match added up.
#[derive(Default)]
pub(super) struct MatchSummary {
    pub(super) games: usize,
    /// The names of the games played, which is one in a record of `tern match`.
    pub(super) kinds: Vec<String>,
    pub(super) engines: Vec<EngineSummary>,
    pub(super) pairs: Pairs,
    /// As the first player sees it.
    pub(super) first_player: Tally,
    pub(super) endings: BTreeMap<String, u64>,
    /// Games by their length in plies, ten lengths together.
    pub(super) lengths: Vec<u64>,
    pub(super) plies: usize,
    pub(super) openings: BTreeMap<String, OpeningSummary>,
    /// Games from openings beyond those that are told apart.
    pub(super) other_openings: u64,
    pub(super) faults: Vec<FaultSeen>,
}

/// An engine in a match.
#[derive(Default)]
pub(super) struct EngineSummary {
    pub(super) name: String,
    /// Its limits, and its options if any.
    pub(super) settings: String,
    pub(super) as_first: Tally,
    pub(super) as_second: Tally,
    pub(super) faults: BTreeMap<FaultKind, u64>,
    pub(super) time: TimeUsage,
}

/// How long an engine thought.
#[derive(Default)]
pub(super) struct TimeUsage {
    pub(super) moves: u64,
    pub(super) total_ms: u64,
    pub(super) longest_ms: u64,
    /// Moves by time, rounded to two digits, from which the median is read.
    counts: BTreeMap<u64, u64>,
    /// Moves and time for every ten plies.
    pub(super) by_ply: Vec<(u64, u64)>,
}

/// The games from an opening.
#[derive(Default)]
pub(super) struct OpeningSummary {
    /// As the first player sees it.
    pub(super) tally: Tally,
    /// What it is, if there are moves.
    pub(super) moves: String,
}

/// A fault, and where it happened.
pub(super) struct FaultSeen {
    pub(super) game: usize,
    pub(super) engine: usize,
    pub(super) kind: FaultKind,
    pub(super) details: String,
    pub(super) fen: String,
    pub(super) svg: String,
    pub(super) moves: usize,
}

impl MatchSummary {
    /// Adds a game that ended in this position.
    pub(super) fn add(&mut self, record: &GameRecord, last: &AnyGame) -> Result<(), TooManyEngines> {
        let players = [self.engine(record, Player::P1)?, self.engine(record, Player::P2)?];
        let half_points = match record.result {
            GameResult::Win(Player::P1) => 2,
            GameResult::Draw => 1,
            GameResult::Win(Player::P2) => 0,
        };
        self.games += 1;
        self.plies += record.moves.len();
        let kind = record.game.to_string();
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
        *field(&mut self.first_player, half_points) += 1;
        *field(&mut self.engines[players[0]].as_first, half_points) += 1;
        *field(&mut self.engines[players[1]].as_second, 2 - half_points) += 1;
        *self.endings.entry(record.ending.to_string()).or_default() += 1;
        *bin(&mut self.lengths, record.moves.len()) += 1;
        self.add_opening(record, half_points);
        self.add_times(record, players);
        self.add_fault(record, players, last);
        // A game of an engine against itself says nothing about strength.
        if players[0] != players[1] {
            self.pairs.add(paired(record, players, half_points));
        }
        Ok(())
    }

    /// The number of an engine, by its name.
    fn engine(&mut self, record: &GameRecord, player: Player) -> Result<usize, TooManyEngines> {
        let name = &record.players[player];
        if let Some(known) = self.engines.iter().position(|engine| engine.name == *name) {
            return Ok(known);
        }
        if self.engines.len() == MOST_ENGINES {
            return Err(TooManyEngines(record.number));
        }
        let options = record.setup.as_ref().map(|setup| &setup.options[player]);
        let options = options.into_iter().flatten().map(|(name, value)| format!("{name} {value}"));
        let settings: Vec<String> = std::iter::once(record.limits[player].to_string()).chain(options).collect();
        let engine = EngineSummary { name: name.clone(), settings: settings.join(", "), ..EngineSummary::default() };
        self.engines.push(engine);
        Ok(self.engines.len() - 1)
    }

    fn add_opening(&mut self, record: &GameRecord, half_points: usize) {
        let key = opening_text(record);
        if self.openings.len() >= MOST_OPENINGS && !self.openings.contains_key(&key) {
            self.other_openings += 1;
            return;
        }
        let opening = self.openings.entry(key).or_default();
        opening.moves = moves_text(record, record.opening);
        *field(&mut opening.tally, half_points) += 1;
    }

    fn add_times(&mut self, record: &GameRecord, players: [usize; 2]) {
        for (ply, played) in record.moves.iter().enumerate() {
            let Some(remark) = played.remark else { continue };
            let mover = players[(ply + record.first.index()) % 2];
            self.engines[mover].time.add(ply, remark.time.as_millis() as u64);
        }
    }

    fn add_fault(&mut self, record: &GameRecord, players: [usize; 2], last: &AnyGame) {
        let (Ending::Fault(fault), GameResult::Win(winner)) = (&record.ending, record.result) else { return };
        let engine = players[winner.opponent().index()];
        *self.engines[engine].faults.entry(fault.kind).or_default() += 1;
        if self.faults.len() < FAULTS_SHOWN {
            self.faults.push(FaultSeen {
                game: record.number,
                engine,
                kind: fault.kind,
                details: fault.details.clone(),
                fen: last.fen(),
                // Without arrows there is nothing that could be wrong.
                svg: last.svg(&[], false).unwrap_or_default(),
                moves: record.moves.len(),
            });
        }
    }
}

/// A game as pairs see it.
fn paired(record: &GameRecord, players: [usize; 2], half_points: usize) -> PairedGame {
    let swapped = players[0] > players[1];
    let [a, b] = players;
    PairedGame {
        engines: if swapped { [b, a] } else { [a, b] },
        swapped,
        half_points: if swapped { 2 - half_points } else { half_points },
        opening: hash(&(record.game, &record.start, opening_text(record))),
        moves: hash(&(record.game, &record.start, moves_text(record, record.moves.len()))),
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn opening_text(record: &GameRecord) -> String {
    format!("{} {}", record.start, moves_text(record, record.opening))
}

fn moves_text(record: &GameRecord, count: usize) -> String {
    record.moves[..count].iter().map(|played| played.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The entry for a ply; the last is for all beyond.
fn bin<T: Default + Clone>(bins: &mut Vec<T>, ply: usize) -> &mut T {
    let place = (ply / BIN).min(MOST_BINS - 1);
    if bins.len() <= place {
        bins.resize(place + 1, T::default());
    }
    &mut bins[place]
}

impl TimeUsage {
    fn add(&mut self, ply: usize, ms: u64) {
        self.moves += 1;
        self.total_ms = self.total_ms.saturating_add(ms);
        self.longest_ms = self.longest_ms.max(ms);
        *self.counts.entry(two_digits(ms)).or_default() += 1;
        let (moves, time) = bin(&mut self.by_ply, ply);
        (*moves, *time) = (*moves + 1, time.saturating_add(ms));
    }

    /// The time that this part of the moves does not exceed.
    pub(super) fn quantile(&self, part: f64) -> Option<u64> {
        let wanted = (part * self.moves as f64).ceil() as u64;
        let mut seen = 0;
        self.counts.iter().find_map(|(&ms, &count)| {
            seen += count;
            (seen >= wanted && seen > 0).then_some(ms)
        })
    }

    pub(super) fn mean(&self) -> f64 {
        self.total_ms as f64 / self.moves as f64
    }
}

/// Rounded so that there are few different times.
fn two_digits(ms: u64) -> u64 {
    let mut unit = 1;
    while ms / unit >= 100 {
        unit *= 10;
    }
    ms / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_down_to_two_digits() {
        assert_eq!([0, 99, 123, 98_765, u64::MAX].map(two_digits), [0, 99, 120, 98_000, 18_000_000_000_000_000_000]);
    }

    #[test]
    fn quantiles_of_times() {
        let mut time = TimeUsage::default();
        (1..=10).for_each(|ms| time.add(0, ms));
        assert_eq!((time.quantile(0.5), time.quantile(0.95), time.quantile(0.0)), (Some(5), Some(10), Some(1)));
        assert_eq!(TimeUsage::default().quantile(0.5), None);
    }
}
