//! The report of a match: what is known of it, from its record alone.

use super::args::ReportArguments;
use super::match_page;
use super::match_summary::{EngineSummary, MatchSummary};
use super::source::{named, page_path, refuse_foreign, visit_record};
use crate::files;
use crate::matches::{
    Anchor, AnchorSpec, Copies, Estimate, GameRecord, Hypotheses, Pentanomial, Sprt, Strength, Tally, result_text,
};
use crate::token::Token;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// Elo and the rest are followed over at most so many times.
const TIMES: usize = 120;
/// How often the sequential test may be wrong, as in `tern match` if nobody says otherwise.
const ERROR_RATE: f64 = 0.05;

/// All that is said of a match. Numbers that are not finite become `null` in JSON.
#[derive(Serialize)]
pub(super) struct MatchReport {
    report: &'static str,
    version: &'static str,
    pub(super) game: String,
    pub(super) games: usize,
    pub(super) mean_plies: f64,
    /// The last game was not written to its end, and is left out.
    pub(super) cut_off: bool,
    /// The best first.
    pub(super) engines: Vec<EngineRow>,
    /// Points of every engine against every other, in the order of the engines.
    pub(super) cross_table: Vec<Vec<Option<Tally>>>,
    pub(super) first_player: Tally,
    pub(super) endings: BTreeMap<String, u64>,
    /// Games by plies: 0 to 9, 10 to 19 and so on.
    pub(super) lengths: Vec<u64>,
    pub(super) copies: Copies,
    pub(super) unpaired: usize,
    pub(super) over_time: Vec<Moment>,
    /// The sequential test, for a match of two engines.
    pub(super) sprt: Option<SprtRow>,
    pub(super) openings: Vec<OpeningRow>,
    pub(super) openings_in_all: usize,
    /// How many gave more to the first player, the same to both, and more to the second.
    pub(super) openings_for: [u64; 3],
    pub(super) faults: Vec<FaultRow>,
}

/// What is said of an engine.
#[derive(Serialize)]
pub(super) struct EngineRow {
    pub(super) name: String,
    pub(super) settings: String,
    #[serde(flatten)]
    pub(super) tally: Tally,
    pub(super) score: f64,
    pub(super) pairs: Pentanomial,
    /// Nothing if no chain of games connects it with the others.
    pub(super) rating: Option<Rating>,
    /// The difference that its pairs show against all others together.
    pub(super) strength: Strength,
    pub(super) as_first: Tally,
    pub(super) as_second: Tally,
    pub(super) faults: u64,
    pub(super) time: TimeRow,
}

#[derive(Clone, Copy, Serialize)]
pub(super) struct Rating {
    pub(super) elo: f64,
    pub(super) error: f64,
    /// It rests on a draw that was not played.
    pub(super) bounded: bool,
}

/// How long an engine thought, in milliseconds.
#[derive(Serialize)]
pub(super) struct TimeRow {
    pub(super) moves: u64,
    pub(super) total: u64,
    pub(super) mean: f64,
    pub(super) median: Option<u64>,
    pub(super) most_95: Option<u64>,
    pub(super) longest: u64,
    /// The mean for every ten plies.
    pub(super) by_ply: Vec<Option<f64>>,
}

/// How the match stood after some pairs.
#[derive(Serialize)]
pub(super) struct Moment {
    pub(super) pairs: usize,
    /// The ratings in the order of the engines.
    pub(super) ratings: Vec<Option<f64>>,
    /// The Elo difference of two engines, as the first in the record sees it, and its 95 % interval.
    pub(super) elo: Option<[f64; 3]>,
    pub(super) llr: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct SprtRow {
    pub(super) first: String,
    pub(super) second: String,
    #[serde(flatten)]
    pub(super) test: Sprt,
    pub(super) llr: f64,
    pub(super) bounds: [f64; 2],
}

#[derive(Serialize)]
pub(super) struct OpeningRow {
    pub(super) opening: String,
    pub(super) moves: String,
    #[serde(flatten)]
    pub(super) tally: Tally,
}

#[derive(Serialize)]
pub(super) struct FaultRow {
    pub(super) game: usize,
    pub(super) engine: String,
    pub(super) kind: String,
    pub(super) details: String,
    pub(super) position: String,
    pub(super) moves: usize,
    #[serde(skip)]
    pub(super) svg: String,
}

/// So many openings are listed, the most one-sided first.
const OPENINGS_LISTED: usize = 15;

/// Reads the record and writes what the arguments ask for.
pub(super) fn run(arguments: &ReportArguments, file: &Path, output: &mut impl Write) -> io::Result<()> {
    let page = page_path(arguments);
    refuse_foreign(&page)?;
    for path in [Some(&page), arguments.json.as_ref(), arguments.csv.as_ref()].into_iter().flatten() {
        files::check_writable(path).map_err(|error| named(path, error.kind(), &error))?;
    }
    let report = match &arguments.csv {
        None => read(file, arguments, &mut io::sink())?,
        Some(path) => {
            let mut report = None;
            files::replace_with(path, |table| read(file, arguments, table).map(|found| report = Some(found)))?;
            report.ok_or(io::ErrorKind::InvalidData)?
        }
    };
    write_all(&report, &page, arguments.json.as_deref())?;
    writeln!(output, "{} games of {} engines", report.games, report.engines.len())
}

/// Writes the page of a finished match, as `tern match --report` does.
pub(super) fn write_page(
    file: &Path,
    page: &Path,
    sprt: Option<Hypotheses>,
    anchor: Option<&AnchorSpec>,
) -> io::Result<()> {
    refuse_foreign(page)?;
    let (summary, cut_off) = read_record(file, &mut io::sink())?;
    write_all(&MatchReport::new(&summary, cut_off, sprt.unwrap_or(USUAL), anchor)?, page, None)
}

/// The test of a match that was none.
const USUAL: Hypotheses = Hypotheses { elo0: 0.0, elo1: 5.0 };

fn read(file: &Path, arguments: &ReportArguments, table: &mut impl Write) -> io::Result<MatchReport> {
    let (summary, cut_off) = read_record(file, table)?;
    MatchReport::new(&summary, cut_off, arguments.sprt, arguments.anchor.as_ref())
}

fn write_all(report: &MatchReport, page: &Path, json: Option<&Path>) -> io::Result<()> {
    let write = |path: &Path, text: String| {
        files::replace(path, text.as_bytes()).map_err(|error| named(path, error.kind(), &error))?;
        // Nobody may be there to read it, and that is no reason to stop.
        let _ = writeln!(io::stderr(), "wrote {}", path.display());
        Ok::<(), io::Error>(())
    };
    write(page, match_page::page(report))?;
    json.map_or(Ok(()), |path| write(path, serde_json::to_string_pretty(report)? + "\n"))
}

/// Adds up a record, one game at a time, and writes a row of the table for each; true if the last game was cut off.
fn read_record(file: &Path, table: &mut impl Write) -> io::Result<(MatchSummary, bool)> {
    let mut summary = MatchSummary::default();
    writeln!(table, "number,game,first,second,result,reason,plies,opening,first_ms,second_ms")?;
    let cut_off = visit_record(file, None, &mut |played| {
        let Some(record) = &played.record else { return Ok(()) };
        writeln!(table, "{}", row(record))?;
        summary.add(record, &played.game).map_err(|error| named(file, io::ErrorKind::InvalidData, &error))
    })?;
    if summary.games == 0 {
        return Err(named(file, io::ErrorKind::InvalidData, &"there is no whole game in it"));
    }
    Ok((summary, cut_off))
}

/// A line of the table, texts in quotation marks.
fn row(record: &GameRecord) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let time = |player: usize| {
        let own = record.moves.iter().skip((player + record.first.index()) % 2).step_by(2);
        own.filter_map(|played| played.remark).map(|remark| remark.time.as_millis() as u64).fold(0, u64::saturating_add)
    };
    let opening: Vec<&str> = record.moves[..record.opening].iter().map(|played| played.text.as_str()).collect();
    let [first, second] = [&record.players.p1, &record.players.p2].map(|name| quoted(name));
    let (number, game, result) = (record.number, record.game, result_text(record.result));
    let (ending, plies, opening) = (record.ending.to_string(), record.moves.len(), quoted(&opening.join(" ")));
    format!("{number},{game},{first},{second},{result},{ending},{plies},{opening},{},{}", time(0), time(1))
}

impl MatchReport {
    fn new(
        summary: &MatchSummary,
        cut_off: bool,
        hypotheses: Hypotheses,
        anchor: Option<&AnchorSpec>,
    ) -> io::Result<Self> {
        let anchor = anchor.map_or(Ok(Anchor::Mean), |anchor| find_anchor(summary, anchor))?;
        let ranked = ranked(summary, anchor);
        let order: Vec<usize> = ranked.iter().map(|(engine, _)| *engine).collect();
        let duel = (summary.engines.len() == 2).then(|| test(hypotheses));
        let copies = summary.pairs.pairings.values().map(|pairing| pairing.copies);
        Ok(Self {
            report: "match",
            version: env!("CARGO_PKG_VERSION"),
            game: summary.kinds.join(", "),
            games: summary.games,
            mean_plies: summary.plies as f64 / summary.games.max(1) as f64,
            cut_off,
            engines: ranked.iter().map(|&(engine, rating)| engine_row(summary, engine, rating)).collect(),
            cross_table: order
                .iter()
                .map(|&engine| order.iter().map(|&other| summary.pairs.between(engine, other)).collect())
                .collect(),
            first_player: summary.first_player,
            endings: summary.endings.clone(),
            lengths: summary.lengths.clone(),
            copies: copies.fold(Copies::default(), Copies::plus),
            unpaired: summary.pairs.unpaired(),
            over_time: over_time(summary, anchor, &order, duel),
            sprt: duel.map(|test| sprt_row(summary, test)),
            openings: openings(summary),
            openings_in_all: summary.openings.len(),
            openings_for: openings_for(summary),
            faults: faults(summary),
        })
    }
}

fn find_anchor(summary: &MatchSummary, anchor: &AnchorSpec) -> io::Result<Anchor> {
    let engine = summary.engines.iter().position(|engine| engine.name == anchor.name);
    engine.map(|engine| Anchor::Engine(engine, anchor.elo)).ok_or_else(|| {
        let problem = format!("--anchor: there is no engine {} in the record", Token::from(anchor.name.as_str()));
        io::Error::new(io::ErrorKind::InvalidInput, problem)
    })
}

/// The engines, the best first, those without a rating last.
fn ranked(summary: &MatchSummary, anchor: Anchor) -> Vec<(usize, Option<Rating>)> {
    let ratings = summary.pairs.ratings(summary.engines.len(), anchor);
    let rating = |&(engine, Estimate { elo, error }): &(usize, Estimate)| {
        (engine, Some(Rating { elo, error, bounded: ratings.bounded().contains(&engine) }))
    };
    let mut ranked: Vec<_> = ratings.ranked().iter().map(rating).collect();
    let rest = (0..summary.engines.len()).filter(|engine| !ranked.iter().any(|(known, _)| known == engine));
    let rest: Vec<_> = rest.map(|engine| (engine, None)).collect();
    ranked.extend(rest);
    ranked
}

fn engine_row(summary: &MatchSummary, engine: usize, rating: Option<Rating>) -> EngineRow {
    let (tally, pairs) = summary.pairs.of_engine(engine);
    let EngineSummary { name, settings, as_first, as_second, faults, time } = &summary.engines[engine];
    let mean = |&(moves, ms): &(u64, u64)| (moves > 0).then(|| ms as f64 / moves as f64);
    EngineRow {
        name: name.clone(),
        settings: settings.clone(),
        tally,
        score: tally.score(),
        pairs,
        rating,
        strength: pairs.strength(),
        as_first: *as_first,
        as_second: *as_second,
        faults: faults.values().sum(),
        time: TimeRow {
            moves: time.moves,
            total: time.total_ms,
            mean: time.mean(),
            median: time.quantile(0.5),
            most_95: time.quantile(0.95),
            longest: time.longest_ms,
            by_ply: time.by_ply.iter().map(mean).collect(),
        },
    }
}

fn test(Hypotheses { elo0, elo1 }: Hypotheses) -> Sprt {
    Sprt { elo0, elo1, alpha: ERROR_RATE, beta: ERROR_RATE }
}

fn sprt_row(summary: &MatchSummary, test: Sprt) -> SprtRow {
    let pairs = summary.pairs.pairings.values().next().map(|pairing| pairing.pairs).unwrap_or_default();
    let [first, second] = [0, 1].map(|engine| summary.engines[engine].name.clone());
    SprtRow { first, second, test, llr: test.llr(pairs), bounds: test.bounds() }
}

fn over_time(summary: &MatchSummary, anchor: Anchor, order: &[usize], duel: Option<Sprt>) -> Vec<Moment> {
    let moment = |(pairs, encounters): (usize, Vec<crate::matches::Encounter>)| {
        let ratings = crate::matches::Ratings::fit(summary.engines.len(), &encounters, anchor);
        let known: Vec<usize> = ratings.ranked().iter().map(|(engine, _)| *engine).collect();
        let rating = |engine: &usize| ratings.of(*engine).filter(|_| known.contains(engine)).map(|found| found.elo);
        let results = encounters.first().map(|encounter| encounter.pairs).unwrap_or_default();
        let Strength { elo, elo_low, elo_high, .. } = results.strength();
        Moment {
            pairs,
            ratings: order.iter().map(rating).collect(),
            elo: duel.map(|_| [elo, elo_low, elo_high]),
            llr: duel.map(|test| test.llr(results)),
        }
    };
    summary.pairs.over_time(TIMES).into_iter().map(moment).collect()
}

fn openings(summary: &MatchSummary) -> Vec<OpeningRow> {
    let mut rows: Vec<OpeningRow> = summary
        .openings
        .iter()
        .map(|(opening, found)| OpeningRow { opening: opening.clone(), moves: found.moves.clone(), tally: found.tally })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.tally.wins.abs_diff(row.tally.losses)));
    rows.truncate(OPENINGS_LISTED);
    rows
}

fn openings_for(summary: &MatchSummary) -> [u64; 3] {
    let mut counts = [0; 3];
    for opening in summary.openings.values() {
        let place = match opening.tally.wins.cmp(&opening.tally.losses) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        };
        counts[place] += 1;
    }
    counts
}

fn faults(summary: &MatchSummary) -> Vec<FaultRow> {
    let row = |fault: &super::match_summary::FaultSeen| FaultRow {
        game: fault.game,
        engine: summary.engines[fault.engine].name.clone(),
        kind: fault.kind.to_string(),
        details: fault.details.clone(),
        position: fault.fen.clone(),
        moves: fault.moves,
        svg: fault.svg.clone(),
    };
    summary.faults.iter().map(row).collect()
}

/// Whether the page of a match can be written, asked before the match is played.
pub(super) fn check_page(page: &Path) -> io::Result<()> {
    refuse_foreign(page)?;
    files::check_writable(page).map_err(|error| named(page, error.kind(), &error))
}
