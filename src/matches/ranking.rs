//! The ratings of all engines in a report, and the tables of a match of more than two.

use super::plan::Plan;
use super::ratings::{Encounter, Estimate, Ratings};
use super::report::{EngineReport, Report, Results, percent};
use super::standings::{Standings, Tally};
use super::statistics::{NORMAL_95, normal};
use serde::Serialize;
use std::fmt;

/// The rating of one engine.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RatingReport {
    elo: f64,
    /// Half the width of its 95 % interval; 0 for the anchor, whose rating is given.
    error: f64,
    /// It rests on a draw that was not played: nobody below a gap has scored against anybody above it.
    bounded: bool,
    /// By how much it is better than the engine ranked below it; nothing for the last.
    above_next: Option<StepReport>,
}

/// The difference between an engine and the one ranked below it.
#[derive(Clone, Debug, Serialize)]
struct StepReport {
    name: String,
    elo: f64,
    error: f64,
    /// How likely it is above 0.
    los: f64,
}

/// The ratings of all engines in the order they were named.
pub(super) fn ratings(plan: &Plan, standings: &Standings) -> Vec<Option<RatingReport>> {
    let met = plan.schedule.pairings.iter().zip(&standings.pairings);
    let encounters: Vec<_> = met.map(|(&players, results)| Encounter { players, pairs: results.pairs }).collect();
    let found = Ratings::fit(plan.contestants.len(), &encounters, plan.anchor);
    let mut reports = vec![None; plan.contestants.len()];
    for (place, &(engine, Estimate { elo, error })) in found.ranked().iter().enumerate() {
        let next = found.ranked().get(place + 1).map(|(next, _)| *next);
        let above_next = next.and_then(|next| {
            let Estimate { elo, error } = found.difference(engine, next)?;
            Some(StepReport { name: plan.name(next).into(), elo, error, los: normal(NORMAL_95 * elo / error) })
        });
        let bounded = found.bounded().contains(&engine);
        reports[engine] = Some(RatingReport { elo, error, bounded, above_next });
    }
    reports
}

/// A rating with its error.
pub(super) fn rating_text(rating: Option<&RatingReport>) -> String {
    rating.map_or_else(|| "–".into(), |rating| estimate_text(rating.elo, rating.error))
}

fn estimate_text(elo: f64, error: f64) -> String {
    if error > 0.0 { format!("{elo:+.0} ± {error:.0}") } else { format!("{elo:.0}") }
}

impl Report {
    pub(super) fn write_ranking(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.name_width();
        write!(f, "  {:<width$}{:>6}{:>6}{:>6}{:>7}", "", "games", "wins", "draws", "losses")?;
        writeln!(f, "{:>9}{:>16}{:>17}{:>9}", "score", "rating (95 %)", "above the next", "LOS")?;
        for engine in self.ranked() {
            let Results { tally, score, .. } = engine.results;
            let Tally { wins, draws, losses } = tally;
            let step = engine.rating.as_ref().and_then(|rating| rating.above_next.as_ref());
            let above = step.map_or_else(String::new, |step| estimate_text(step.elo, step.error));
            let los = step.map_or_else(String::new, |step| percent(step.los));
            write!(f, "  {:<width$}{:>6}{wins:>6}{draws:>6}{losses:>7}", engine.name, tally.games())?;
            let line = format!("{:>9}{:>16}{above:>17}{los:>9}", percent(score), rating_text(engine.rating.as_ref()));
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Points of every engine against every other, in the order of the ranking.
    pub(super) fn write_cross_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

    /// What ratings cannot tell.
    pub(super) fn write_doubts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |chosen: &dyn Fn(&EngineReport) -> bool| {
            let chosen = self.engines.iter().filter(|engine| chosen(engine));
            chosen.map(|engine| engine.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let bounded = names(&|engine| engine.rating.as_ref().is_some_and(|rating| rating.bounded));
        if !bounded.is_empty() {
            writeln!(
                f,
                "between these one side lost every game, so that one draw is counted that was not played: {bounded}"
            )?;
        }
        let unconnected = names(&|engine| engine.rating.is_none());
        if !unconnected.is_empty() && self.engines.iter().any(|engine| engine.rating.is_some()) {
            writeln!(
                f,
                "no chain of games connects these with the others, so that nothing compares them: {unconnected}"
            )?;
        }
        Ok(())
    }

    /// By rating, those without one by score and last.
    fn ranked(&self) -> Vec<&EngineReport> {
        let key = |engine: &EngineReport| {
            let elo = engine.rating.as_ref().map_or(f64::NEG_INFINITY, |rating| rating.elo);
            (elo, engine.results.score)
        };
        let mut ranked: Vec<_> = self.engines.iter().collect();
        ranked.sort_by(|a, b| {
            let ((elo_a, score_a), (elo_b, score_b)) = (key(a), key(b));
            elo_b.total_cmp(&elo_a).then(score_b.total_cmp(&score_a))
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameResult, Player};
    use crate::matches::plan::tests::{plan, standings};
    use crate::matches::record::Ending;

    fn results(texts: &str) -> Vec<(GameResult, Ending)> {
        let result = |c: char| match c {
            '1' => GameResult::Win(Player::P1),
            '0' => GameResult::Win(Player::P2),
            _ => GameResult::Draw,
        };
        texts.chars().map(|c| (result(c), Ending::Length)).collect()
    }

    #[test]
    fn a_tournament_is_a_ranking_and_a_cross_table() {
        // In each round a-b, b-a, a-c, c-a, b-c, c-b, whoever is named first playing first.
        let plan = plan(&["last", "the middle", "top"], "round-robin", 4, None);
        let report = Report::new(&plan, &standings(&plan, &results("01=10100=1=0")));
        let shown = report.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(
            lines[1..9],
            [
                "             games  wins draws losses    score   rating (95 %)   above the next      LOS",
                "  top            8     4     3      1   68.8 %       +96 ± 154        +64 ± 287   66.8 %",
                "  the middle     8     4     1      3   56.2 %       +32 ± 165       +160 ± 263   88.4 %",
                "  last           8     1     2      5   25.0 %      -128 ± 139",
                "  points              1       2       3",
                "  top         1       ·     2.5       3",
                "  the middle  2     1.5       ·       3",
                "  last        3       1       1       ·",
            ],
            "{shown}"
        );
    }

    #[test]
    fn doubts_name_the_engines_they_are_about() {
        let plan = plan(&["a", "b", "c", "d"], "ladder", 2, None);
        let sweep = Report::new(&plan, &standings(&plan, &results("10====")));
        let told = sweep.to_string();
        assert!(told.contains("one draw is counted that was not played: a, b\n"), "{told}");
        assert!(!told.contains("no chain of games"), "{told}");
        let first = Report::new(&plan, &standings(&plan, &results("==")));
        let told = first.to_string();
        assert!(told.contains("so that nothing compares them: c, d\n") && !told.contains("one draw"), "{told}");
        let none = Report::new(&plan, &standings(&plan, &[])).to_string();
        assert!(!none.contains("no chain of games"), "{none}");
    }
}
