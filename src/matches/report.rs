//! The results of a match in words and tables, or as JSON.

use super::plan::Plan;
use super::seat::FaultKind;
use super::spec::Contestant;
use super::standings::{PairingResults, Standings, Tally};
use super::statistics::{Decision, Pentanomial, Sprt, Strength};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// All there is to say about a match. Numbers that are not finite become `null` in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Which game was played.
    game: String,
    /// The seed of the match.
    seed: u64,
    /// Games that were to be played.
    games_planned: usize,
    /// Games that were played.
    games: u64,
    /// Moves per game, both players' counted.
    mean_plies: f64,
    /// The games as the first player sees it.
    first_player: Tally,
    /// How often games ended for which reason.
    endings: BTreeMap<String, u64>,
    /// The engines in the order they were named.
    engines: Vec<EngineReport>,
    /// Who played whom.
    pairings: Vec<PairingReport>,
    /// The sequential test, if there was one.
    sprt: Option<SprtReport>,
}

/// Results against one opponent or all of them.
#[derive(Clone, Copy, Debug, Serialize)]
struct Results {
    #[serde(flatten)]
    tally: Tally,
    score: f64,
    pairs: Pentanomial,
    #[serde(flatten)]
    strength: Strength,
}

impl Results {
    fn new((tally, pairs): (Tally, Pentanomial)) -> Self {
        Self { tally, score: tally.score(), pairs, strength: pairs.strength() }
    }
}

#[derive(Clone, Debug, Serialize)]
struct EngineReport {
    name: String,
    limit: String,
    options: BTreeMap<String, String>,
    #[serde(flatten)]
    results: Results,
    faults: BTreeMap<FaultKind, u64>,
}

#[derive(Clone, Debug, Serialize)]
struct PairingReport {
    first: String,
    second: String,
    #[serde(flatten)]
    results: Results,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct SprtReport {
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    bounds: [f64; 2],
    decision: Decision,
}

impl Report {
    pub(super) fn new(plan: &Plan, standings: &Standings) -> Self {
        let engine = |(i, contestant): (usize, &Contestant)| EngineReport {
            name: contestant.name.clone(),
            limit: contestant.limit.to_string(),
            options: contestant.options.iter().cloned().collect(),
            results: Results::new(standings.of_engine(plan, i)),
            faults: standings.faults[i].clone(),
        };
        let pairing = |(&[first, second], results): (&[usize; 2], &PairingResults)| PairingReport {
            first: plan.contestants[first].name.clone(),
            second: plan.contestants[second].name.clone(),
            results: Results::new((results.tally, results.pairs)),
        };
        let sprt = plan.sprt.zip(standings.pairings.first()).map(|(test, results)| SprtReport {
            test,
            llr: test.llr(results.pairs),
            bounds: test.bounds(),
            decision: test.decide(results.pairs),
        });
        Self {
            game: plan.ground.kind.to_string(),
            seed: plan.seed,
            games_planned: plan.games.len(),
            games: standings.games(),
            mean_plies: standings.plies as f64 / standings.games() as f64,
            first_player: standings.first_player,
            endings: standings.endings.clone(),
            engines: plan.contestants.iter().enumerate().map(engine).collect(),
            pairings: plan.pairings.iter().zip(&standings.pairings).map(pairing).collect(),
            sprt,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} of {} games, seed {}", self.game, self.games, self.games_planned, self.seed)?;
        if let [only] = &self.pairings[..] {
            self.write_duel(f, only)?;
        } else {
            self.write_ranking(f)?;
            self.write_cross_table(f)?;
        }
        if self.games == 0 {
            return Ok(());
        }
        let Tally { wins, draws, losses } = self.first_player;
        writeln!(f, "first player: {wins} wins, {draws} draws, {losses} losses; {:.1} plies a game", self.mean_plies)?;
        let endings: Vec<String> = self.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(f, "games ended by: {}", endings.join(", "))?;
        for engine in self.engines.iter().filter(|engine| !engine.faults.is_empty()) {
            let faults: Vec<String> = engine.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            writeln!(f, "faults of {}: {}", engine.name, faults.join(", "))?;
        }
        Ok(())
    }
}

impl Report {
    fn write_duel(&self, f: &mut fmt::Formatter<'_>, pairing: &PairingReport) -> fmt::Result {
        for engine in &self.engines {
            let options = engine.options.iter().map(|(name, value)| format!("{name} {value}"));
            let settings: Vec<String> = std::iter::once(engine.limit.clone()).chain(options).collect();
            writeln!(f, "  {}: {}", engine.name, settings.join(", "))?;
        }
        let Results { tally: Tally { wins, draws, losses }, score, pairs, strength } = pairing.results;
        writeln!(f, "{} against {}: {wins} wins, {draws} draws, {losses} losses", pairing.first, pairing.second)?;
        writeln!(
            f,
            "score {}, Elo {} (95 %), likelihood of superiority {}",
            percent(score),
            elo_text(strength),
            percent(strength.los)
        )?;
        let Pentanomial([none, half, one, more, two]) = pairs;
        writeln!(f, "pairs by points: 0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {two}")?;
        self.sprt.map_or(Ok(()), |sprt| writeln!(f, "{sprt}"))
    }

    fn write_ranking(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.name_width();
        let heads = ["games", "wins", "draws", "losses"].map(|head| format!("{head:>7}")).concat();
        writeln!(f, "  {:<width$}{heads}{:>9}{:>18}{:>9}", "", "score", "Elo (95 %)", "LOS")?;
        for engine in self.ranked() {
            let Results { tally, score, strength, .. } = engine.results;
            let Tally { wins, draws, losses } = tally;
            let counts = [tally.games(), wins, draws, losses].map(|count| format!("{count:>7}")).concat();
            let (score, elo, los) = (percent(score), elo_text(strength), percent(strength.los));
            writeln!(f, "  {:<width$}{counts}{score:>9}{elo:>18}{los:>9}", engine.name)?;
        }
        Ok(())
    }

    /// Points of every engine against every other, in the order of the ranking.
    fn write_cross_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.name_width();
        let ranked = self.ranked();
        write!(f, "  {:<width$}   ", "points")?;
        (1..=ranked.len()).try_for_each(|number| write!(f, "{number:>8}"))?;
        writeln!(f)?;
        for (rank, engine) in ranked.iter().enumerate() {
            write!(f, "  {:<width$} {:>2}", engine.name, rank + 1)?;
            ranked.iter().try_for_each(|other| write!(f, "{:>8}", self.points(&engine.name, &other.name)))?;
            writeln!(f)?;
        }
        Ok(())
    }

    fn ranked(&self) -> Vec<&EngineReport> {
        let mut ranked: Vec<_> = self.engines.iter().collect();
        ranked.sort_by(|a, b| b.results.score.total_cmp(&a.results.score));
        ranked
    }

    fn points(&self, engine: &str, other: &str) -> String {
        let tally = self.pairings.iter().find_map(|pairing| {
            let tally = pairing.results.tally;
            match (pairing.first.as_str(), pairing.second.as_str()) {
                (first, second) if (first, second) == (engine, other) => Some(tally),
                (first, second) if (first, second) == (other, engine) => Some(tally.reversed()),
                _ => None,
            }
        });
        tally.map_or_else(|| "·".into(), |tally| tally.points().to_string())
    }

    fn name_width(&self) -> usize {
        self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max("points".len())
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, .. } = self.test;
        let [lower, upper] = self.bounds;
        let decision = match self.decision {
            Decision::Elo0 => format!("Elo {elo0} accepted"),
            Decision::Elo1 => format!("Elo {elo1} accepted"),
            Decision::Open => "not decided".into(),
        };
        write!(f, "SPRT of Elo {elo0} against {elo1}: LLR {:.2} in ({lower:.2}, {upper:.2}), {decision}", self.llr)
    }
}

/// A part of a whole; a dash if it is not known.
fn percent(part: f64) -> String {
    if part.is_finite() { format!("{:.1} %", 100.0 * part) } else { "–".into() }
}

/// The Elo difference and its error.
pub(super) fn elo_text(strength: Strength) -> String {
    let Strength { elo, error, .. } = strength;
    match (elo.is_nan(), elo.is_finite(), error.is_finite()) {
        (true, ..) => "–".into(),
        (_, false, _) => if elo > 0.0 { "+∞" } else { "−∞" }.into(),
        (_, _, true) => format!("{elo:+.1} ± {error:.1}"),
        _ => format!("{elo:+.1} ± ∞"),
    }
}
