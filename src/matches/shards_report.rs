//! What there is to say about the parts of a merged match: what each has contributed, what is missing, who plays differently.

use super::homogeneity::{Homogeneity, Pairs, compare, together};
use super::merge::{Found, FoundPair, Source};
use super::plan::Plan;
use super::record::{Ending, FaultKind};
use super::shard::Shard;
use super::statistics::Pentanomial;
use super::stream::Stream;
use crate::game::{GameResult, Player};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// About the parts of a match.
#[derive(Clone, Debug, Serialize)]
pub struct ShardsReport {
    /// How many parts the match was cut into.
    of: usize,
    shards: Vec<ShardReport>,
    /// Games that should count and are not there.
    missing: Vec<MissingGames>,
    /// Pairs that appeared once more and were counted once.
    repeated_pairs: usize,
    /// Those of them with other moves: with `--nodes` there should be none.
    repeated_differently: usize,
    /// Games that were played though the sequential test was decided before them.
    games_after_decision: usize,
    /// Games that cannot be part of a sequential test as long as some before them are missing.
    games_waiting: usize,
    /// Whether all parts are alike; nothing if there are too few pairs.
    homogeneity: Option<Homogeneity>,
    /// Parts that stand out.
    odd_shards: Vec<OddOne>,
    /// Machines that stand out; asked only if some have played several parts.
    odd_machines: Vec<OddOne>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct ShardReport {
    number: usize,
    /// Where it was played, or the pairs that were taken from it.
    machines: BTreeSet<String>,
    games: usize,
    /// The faults of every engine.
    faults: BTreeMap<String, BTreeMap<FaultKind, u64>>,
    #[serde(skip)]
    pairs: Pairs,
}

#[derive(Clone, Debug, Serialize)]
struct MissingGames {
    shard: usize,
    first: usize,
    last: usize,
}

/// A part or a machine that plays differently.
#[derive(Clone, Debug, Serialize)]
struct OddOne {
    name: String,
    /// How often one that plays like the others differs from them by as much.
    p: f64,
}

/// A part is named if, with all parts alike, it would be in one match of a hundred.
const SIGNIFICANT: f64 = 0.01;

impl ShardsReport {
    /// `counted` pairs of the schedule had their say.
    pub(super) fn new(found: &Found, stream: &Stream<'_>, counted: usize) -> Self {
        let of = found.sources.first().map_or(1, |source| source.shard.of);
        let mut shards: BTreeMap<usize, ShardReport> = BTreeMap::new();
        let mut machines: BTreeMap<String, Pairs> = BTreeMap::new();
        for (&place, pair) in &found.pairs {
            let Source { shard, machine, .. } = &found.sources[pair.source];
            let report = shards.entry(shard.number).or_default();
            report.number = shard.number;
            report.add(&found.plan, pair);
            if let Some(machine) = machine {
                report.machines.insert(machine.clone());
                add_pair(machines.entry(machine.clone()).or_default(), &found.plan, place, pair);
            }
            add_pair(&mut report.pairs, &found.plan, place, pair);
        }
        let shards: Vec<ShardReport> = shards.into_values().collect();
        let groups: Vec<&Pairs> = shards.iter().map(|shard| &shard.pairs).collect();
        let names: Vec<String> = shards.iter().map(ShardReport::name).collect();
        let fewer = machines.len() > 1 && machines.len() < shards.len();
        // A decided test needs no more games than it had.
        let wanted = if stream.decided { counted } else { found.plan.schedule.pairs() };
        Self {
            of,
            missing: missing(found, of, wanted),
            repeated_pairs: found.repeated,
            repeated_differently: found.repeated_differently,
            games_after_decision: stream.after_decision,
            games_waiting: stream.waiting,
            homogeneity: compare(&groups),
            odd_shards: odd_ones(&names, &groups),
            odd_machines: if fewer {
                odd_ones(&machines.keys().cloned().collect::<Vec<_>>(), &machines.values().collect::<Vec<_>>())
            } else {
                Vec::new()
            },
            shards,
        }
    }

    /// Whether no game is missing.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }
}

impl ShardReport {
    fn add(&mut self, plan: &Plan, pair: &FoundPair) {
        self.games += pair.games.len();
        for game in pair.games.iter().map(|game| &game.summary) {
            let (Ending::Fault(fault), GameResult::Win(winner)) = (&game.ending, game.result) else { continue };
            let Some(scheduled) = plan.schedule.game(game.number) else { continue };
            let name = plan.name(scheduled.players[winner.opponent()]).to_string();
            *self.faults.entry(name).or_default().entry(fault.kind).or_default() += 1;
        }
    }

    fn name(&self) -> String {
        let machines: Vec<&str> = self.machines.iter().map(String::as_str).collect();
        let on = if machines.is_empty() { String::new() } else { format!(" on {}", machines.join(", ")) };
        format!("shard {}{on}", self.number)
    }
}

/// Counts a whole pair as the first engine of the pairing sees it.
fn add_pair(pairs: &mut Pairs, plan: &Plan, place: usize, pair: &FoundPair) {
    let scheduled = pair.games.first().and_then(|game| plan.schedule.game(game.summary.number));
    let Some(scheduled) = scheduled.filter(|_| plan.schedule.games_of_pair(place) == 2 && pair.games.len() == 2) else {
        return;
    };
    // The first engine of a pairing is the first player of the first game, and the second of the second.
    let points = pair.games.iter().zip(Player::BOTH).map(|(game, player)| match game.summary.result {
        GameResult::Draw => 1,
        GameResult::Win(winner) => 2 * usize::from(winner == player),
    });
    pairs.entry(scheduled.pairing).or_default().add(points.sum());
}

/// Runs of games that are not there, part by part.
fn missing(found: &Found, of: usize, wanted: usize) -> Vec<MissingGames> {
    let schedule = &found.plan.schedule;
    let mut missing: Vec<MissingGames> = Vec::new();
    for shard in 1..=of {
        let is_missing = |number: &usize| {
            let pair = schedule.pair_of(*number);
            let games = found.pairs.get(&pair).map_or(&[][..], |pair| &pair.games);
            pair < wanted && !games.iter().any(|game| game.summary.number == *number)
        };
        for number in schedule.part(Shard { number: shard, of }).filter(is_missing) {
            match missing.last_mut() {
                Some(run) if run.shard == shard && run.last + 1 == number => run.last = number,
                _ => missing.push(MissingGames { shard, first: number, last: number }),
            }
        }
    }
    missing
}

/// Compares each with all others.
fn odd_ones(names: &[String], groups: &[&Pairs]) -> Vec<OddOne> {
    let all = together(groups.iter().copied());
    let mut odd = Vec::new();
    for (name, group) in names.iter().zip(groups) {
        let Some(test) = compare(&[group, &without(&all, group)]) else { continue };
        // So many are asked that one of them stands out by chance.
        if test.p * (groups.len() as f64) < SIGNIFICANT {
            odd.push(OddOne { name: name.clone(), p: test.p });
        }
    }
    odd
}

/// All pairs but those of one group.
fn without(all: &Pairs, group: &Pairs) -> Pairs {
    let rest = |(&pairing, pairs): (&usize, &Pentanomial)| {
        let own = group.get(&pairing).copied().unwrap_or_default();
        (pairing, Pentanomial(std::array::from_fn(|i| pairs.0[i] - own.0[i])))
    };
    all.iter().map(rest).collect()
}

impl fmt::Display for ShardsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let machines: BTreeSet<&String> = self.shards.iter().flat_map(|shard| &shard.machines).collect();
        writeln!(
            f,
            "{} of {} shards, {} of them whole, played on {} machine{}",
            self.shards.len(),
            self.of,
            self.whole(),
            machines.len(),
            if machines.len() == 1 { "" } else { "s" }
        )?;
        if let Some(Homogeneity { chi2, degrees_of_freedom, p }) = self.homogeneity {
            writeln!(f, "are the shards alike? χ² {chi2:.1} with {degrees_of_freedom} degrees of freedom, p = {p:.3}")?;
        }
        for OddOne { name, p } in self.odd_shards.iter().chain(&self.odd_machines) {
            writeln!(f, "{} plays differently: p = {p:.1e}", printable(name))?;
        }
        for shard in &self.shards {
            for (engine, faults) in &shard.faults {
                let faults: Vec<String> = faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
                writeln!(f, "{}: faults of {}: {}", printable(&shard.name()), printable(engine), faults.join(", "))?;
            }
        }
        self.write_repeated(f)?;
        self.write_missing(f)
    }
}

/// Names come from files, and are not to command the terminal.
fn printable(name: &str) -> String {
    name.replace(char::is_control, "?")
}

/// So many gaps are told one by one.
const GAPS_TOLD: usize = 20;

impl ShardsReport {
    fn whole(&self) -> usize {
        let has_gap = |shard: &&ShardReport| self.missing.iter().any(|gap| gap.shard == shard.number);
        self.shards.iter().filter(|shard| !has_gap(shard)).count()
    }

    fn write_repeated(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.repeated_pairs > 0 {
            let differently = match self.repeated_differently {
                0 => String::new(),
                count => format!("; {count} of them had other moves"),
            };
            let (pairs, verb) = if self.repeated_pairs == 1 { ("pair", "counts") } else { ("pairs", "count") };
            writeln!(f, "{} {pairs} appeared more than once and {verb} once{differently}", self.repeated_pairs)?;
        }
        if self.games_after_decision > 0 {
            writeln!(f, "{} games do not count: the test was decided before them", self.games_after_decision)?;
        }
        if self.games_waiting > 0 {
            writeln!(f, "{} games do not count yet: a sequential test needs those before them", self.games_waiting)?;
        }
        Ok(())
    }

    fn write_missing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for MissingGames { shard, first, last } in self.missing.iter().take(GAPS_TOLD) {
            writeln!(f, "missing: shard {shard} of {}, games {first} to {last}", self.of)?;
        }
        match self.missing.len().saturating_sub(GAPS_TOLD) {
            0 => Ok(()),
            more => writeln!(f, "missing: {more} more gaps"),
        }
    }
}
