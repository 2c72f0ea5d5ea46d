//! The results of a match in words and tables, or as JSON.

use super::plan::Plan;
use super::ranking::{RatingReport, rating_text, ratings};
use super::ratings::Anchor;
use super::record::FaultKind;
use super::shard::Shard;
use super::spec::Contestant;
use super::sprt::{Decision, Sprt};
use super::standings::{Copies, FaultReport, PairingResults, Standings, Tally};
use super::statistics::{Pentanomial, Strength};
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
    /// Which part of the match this is; nothing if it is all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
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
    /// The engine whose rating is given and not found; if there is none, the mean of the ratings is 0.
    anchor: Option<AnchorReport>,
    /// The engines in the order they were named.
    pub(super) engines: Vec<EngineReport>,
    /// Who played whom.
    pub(super) pairings: Vec<PairingReport>,
    /// The sequential test, if there was one.
    sprt: Option<SprtReport>,
}

/// Results against one opponent or all of them.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Results {
    #[serde(flatten)]
    pub(super) tally: Tally,
    pub(super) score: f64,
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
pub(super) struct EngineReport {
    pub(super) name: String,
    limit: String,
    options: BTreeMap<String, String>,
    /// Nothing if no chain of games connects it with the others.
    pub(super) rating: Option<RatingReport>,
    #[serde(flatten)]
    pub(super) results: Results,
    faults: BTreeMap<FaultKind, u64>,
    /// The first of them in full.
    first_faults: Vec<FaultReport>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct PairingReport {
    pub(super) first: String,
    pub(super) second: String,
    #[serde(flatten)]
    pub(super) results: Results,
    #[serde(flatten)]
    copies: Copies,
    /// Pairs of which only one game has been played: no part of what is said about strength.
    half_pairs: usize,
}

/// An engine with a rating that was given.
#[derive(Clone, Debug, Serialize)]
struct AnchorReport {
    name: String,
    elo: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct SprtReport {
    #[serde(flatten)]
    test: Sprt,
    llr: f64,
    bounds: [f64; 2],
    /// No decision is made with fewer pairs.
    least_pairs: u64,
    pairs: u64,
    decision: Decision,
}

impl Report {
    pub(super) fn new(plan: &Plan, standings: &Standings) -> Self {
        let mut ratings = ratings(plan, standings);
        let mut engine = |(i, contestant): (usize, &Contestant)| EngineReport {
            name: contestant.name.clone(),
            limit: contestant.limit.to_string(),
            options: contestant.options.iter().cloned().collect(),
            rating: ratings[i].take(),
            results: Results::new(standings.of_engine(plan, i)),
            faults: standings.faults[i].counts.clone(),
            first_faults: standings.faults[i].first.clone(),
        };
        let pairing = |(&[first, second], results): (&[usize; 2], &PairingResults)| PairingReport {
            first: plan.name(first).into(),
            second: plan.name(second).into(),
            results: Results::new((results.tally, results.pairs)),
            copies: results.copies,
            half_pairs: results.half_pairs(),
        };
        let sprt = plan.decides().zip(standings.pairings.first());
        Self {
            game: plan.ground.kind.to_string(),
            seed: plan.seed,
            games_planned: plan.games().len(),
            shard: Some(plan.shard).filter(|shard| !shard.is_whole()),
            games: standings.games(),
            mean_plies: standings.plies as f64 / standings.games() as f64,
            first_player: standings.first_player,
            endings: standings.endings.clone(),
            anchor: match plan.anchor {
                Anchor::Mean => None,
                Anchor::Engine(engine, elo) => Some(AnchorReport { name: plan.name(engine).into(), elo }),
            },
            engines: plan.contestants.iter().enumerate().map(&mut engine).collect(),
            pairings: plan.schedule.pairings.iter().zip(&standings.pairings).map(pairing).collect(),
            sprt: sprt.map(|(test, results)| SprtReport::new(test, results.pairs)),
        }
    }
}

impl SprtReport {
    fn new(test: Sprt, results: Pentanomial) -> Self {
        Self {
            test,
            llr: test.llr(results),
            bounds: test.bounds(),
            least_pairs: Sprt::LEAST_PAIRS,
            pairs: results.pairs(),
            decision: test.decide(results),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shard = self.shard.map_or_else(String::new, |shard| format!(", {shard}"));
        writeln!(f, "{}: {} of {} games{shard}, seed {}", self.game, self.games, self.games_planned, self.seed)?;
        if let [only] = &self.pairings[..] {
            self.write_duel(f, only)?;
        } else {
            self.write_ranking(f)?;
            self.write_cross_table(f)?;
            self.write_doubts(f)?;
        }
        if self.games == 0 {
            return Ok(());
        }
        let Tally { wins, draws, losses } = self.first_player;
        writeln!(f, "first player: {wins} wins, {draws} draws, {losses} losses; {:.1} plies a game", self.mean_plies)?;
        let endings: Vec<String> = self.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(f, "games ended by: {}", endings.join(", "))?;
        self.write_copies(f)?;
        self.engines.iter().try_for_each(|engine| engine.write_faults(f))
    }
}

impl EngineReport {
    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.faults.is_empty() {
            return Ok(());
        }
        let faults: Vec<String> = self.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(f, "faults of {}: {}", self.name, faults.join(", "))?;
        for FaultReport { game, kind, details } in &self.first_faults {
            // Part of it is what an engine wrote, and is not to command the terminal.
            writeln!(f, "  game {game}, {kind}: {}", details.replace(char::is_control, "?"))?;
        }
        let told = self.first_faults.len() as u64;
        match self.faults.values().sum::<u64>() - told {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more"),
        }
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
            "score {}, Elo {} (95 %), nElo {}, likelihood of superiority {}",
            percent(score),
            elo_text(strength),
            nelo_text(strength),
            percent(strength.los)
        )?;
        let Pentanomial([none, half, one, more, two]) = pairs;
        writeln!(f, "pairs by points: 0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {two}")?;
        if self.anchor.is_some() {
            let rating = |engine: &EngineReport| format!("{} {}", engine.name, rating_text(engine.rating.as_ref()));
            writeln!(f, "ratings: {}", self.engines.iter().map(rating).collect::<Vec<_>>().join(", "))?;
            self.write_doubts(f)?;
        }
        self.sprt.map_or(Ok(()), |sprt| writeln!(f, "{sprt}"))
    }

    /// What was played and says less than it seems to.
    fn write_copies(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Copies { copied_pairs, mirrored_pairs } =
            self.pairings.iter().map(|pairing| pairing.copies).fold(Copies::default(), Copies::plus);
        let half_pairs: usize = self.pairings.iter().map(|pairing| pairing.half_pairs).sum();
        if copied_pairs > 0 {
            let s = plural(copied_pairs);
            writeln!(f, "{copied_pairs} pair{s} not counted: move by move the same games as an earlier pair")?;
        }
        if mirrored_pairs > 0 {
            let s = plural(mirrored_pairs);
            writeln!(
                f,
                "{mirrored_pairs} pair{s} of two games that are move by move the same: the engines play alike"
            )?;
        }
        if half_pairs > 0 {
            let s = plural(half_pairs as u64);
            writeln!(f, "{half_pairs} pair{s} half played: that game counts for the score, not for Elo")?;
        }
        Ok(())
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, .. } = self.test;
        let [lower, upper] = self.bounds;
        let decision = match self.decision {
            Decision::Elo0 => format!("Elo {elo0} accepted"),
            Decision::Elo1 => format!("Elo {elo1} accepted"),
            Decision::Open if self.pairs < self.least_pairs => {
                format!("not decided: {} of at least {} pairs", self.pairs, self.least_pairs)
            }
            Decision::Open => "not decided".into(),
        };
        write!(f, "SPRT of Elo {elo0} against {elo1}: LLR {:.2} in ({lower:.2}, {upper:.2}), {decision}", self.llr)
    }
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A part of a whole; a dash if it is not known.
pub(super) fn percent(part: f64) -> String {
    if part.is_finite() { format!("{:.1} %", 100.0 * part) } else { "–".into() }
}

/// The Elo difference and its error; both ends of the interval if they are not about as far away; the one there is after a
/// clean sweep.
pub(super) fn elo_text(strength: Strength) -> String {
    let Strength { elo, error, elo_low, elo_high, .. } = strength;
    match (elo.is_nan(), elo_low.is_finite(), elo_high.is_finite()) {
        (true, ..) | (_, false, false) => "–".into(),
        (_, true, false) => format!("above {elo_low:+.1}"),
        (_, false, true) => format!("below {elo_high:+.1}"),
        _ if (elo_high - elo - error).abs() < error / 10.0 => format!("{elo:+.1} ± {error:.1}"),
        _ => format!("{elo:+.1} [{elo_low:+.1}, {elo_high:+.1}]"),
    }
}

/// The normalized Elo difference and its error.
fn nelo_text(strength: Strength) -> String {
    let Strength { nelo, nelo_error, .. } = strength;
    if nelo.is_finite() { format!("{nelo:+.1} ± {nelo_error:.1}") } else { "–".into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameResult, Player};
    use crate::matches::plan::tests::{plan, standings};
    use crate::matches::record::{Ending, Fault};

    const WON: GameResult = GameResult::Win(Player::P1);
    const LOST: GameResult = GameResult::Win(Player::P2);

    #[test]
    fn a_duel_is_told_in_full() {
        let test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let mut plan = plan(&["a", "b"], "round-robin", 30, Some(test));
        plan.anchor = Anchor::Engine(1, 1000.0);
        // b crashes in every second game, in which it plays first; the last pair is half played.
        let crash = Ending::Fault(Fault { kind: FaultKind::Crash, details: "said \u{7}".into() });
        let mut games: Vec<_> = (0..12).flat_map(|_| [(WON, Ending::Length), (LOST, crash.clone())]).collect();
        games[0].0 = GameResult::Draw;
        games.push((LOST, Ending::Resignation));
        let shown = Report::new(&plan, &standings(&plan, &games)).to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(
            lines[..5],
            [
                "wali: 25 of 30 games, seed 1",
                "  a: nodes 1",
                "  b: nodes 1",
                "a against b: 23 wins, 1 draws, 1 losses",
                "score 94.0 %, Elo +668.8 [+277.8, +1162.7] (95 %), nElo +1703.7 ± 139.0, likelihood of superiority 100.0 %",
            ]
        );
        assert_eq!(lines[5], "pairs by points: 0: 0, ½: 0, 1: 0, 1½: 1, 2: 11");
        assert!(lines[6].starts_with("ratings: a +") && lines[6].ends_with(", b 1000"), "{shown}");
        assert_eq!(
            lines[7],
            "SPRT of Elo 0 against 5: LLR 0.17 in (-2.94, 2.94), not decided: 12 of at least 50 pairs"
        );
        assert_eq!(
            lines[8..11],
            [
                "first player: 11 wins, 1 draws, 13 losses; 13.0 plies a game",
                "games ended by: crash 12, length 12, resignation 1",
                "1 pair half played: that game counts for the score, not for Elo",
            ]
        );
        assert_eq!(lines[11..13], ["faults of b: crash 12", "  game 2, crash: said ?"]);
        assert_eq!(lines[21..], ["  game 20, crash: said ?", "  and 2 more"]);
    }

    #[test]
    fn what_was_not_played_is_not_told() {
        let plan = plan(&["a", "b"], "round-robin", 30, None);
        let none = Report::new(&plan, &standings(&plan, &[])).to_string();
        assert!(none.ends_with("pairs by points: 0: 0, ½: 0, 1: 0, 1½: 0, 2: 0\n"), "{none}");
        assert!(none.contains("score –, Elo – (95 %), nElo –, likelihood of superiority –\n"), "{none}");
        let two = Report::new(&plan, &standings(&plan, &[(WON, Ending::Length), (WON, Ending::Length)])).to_string();
        assert!(two.ends_with("2 wins, 0 draws, 0 losses; 1.5 plies a game\ngames ended by: length 2\n"), "{two}");
    }

    #[test]
    fn copies_are_counted_in_words() {
        use crate::matches::record::GameSummary;
        let plan = plan(&["a", "b"], "round-robin", 30, None);
        let shown = |moves: &[u64]| {
            let mut standings = Standings::new(&plan);
            for (number, &moves) in (1..).zip(moves) {
                let game = GameSummary { number, result: GameResult::Draw, ending: Ending::Length, plies: 1, moves };
                standings.add(&plan.game(number).unwrap(), &game);
            }
            let shown = Report::new(&plan, &standings).to_string();
            shown
                .lines()
                .skip_while(|line| !line.starts_with("games ended"))
                .skip(1)
                .map(String::from)
                .collect::<Vec<_>>()
        };
        assert_eq!(shown(&[1, 2, 3, 4]), [""; 0]);
        assert_eq!(shown(&[1, 2, 1, 2]), ["1 pair not counted: move by move the same games as an earlier pair"]);
        assert_eq!(shown(&[1, 2, 1, 2, 1, 2]), ["2 pairs not counted: move by move the same games as an earlier pair"]);
        let alike = "of two games that are move by move the same: the engines play alike";
        assert_eq!(shown(&[1, 1, 2, 3]), [format!("1 pair {alike}")]);
        assert_eq!(shown(&[1, 1, 2, 2]), [format!("2 pairs {alike}")]);
    }

    #[test]
    fn a_test_is_told_with_its_decision() {
        let test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let told = |pairs: [u64; 5]| SprtReport::new(test, Pentanomial(pairs)).to_string();
        for (pairs, end) in [
            ([0, 0, 0, 0, 300], ", Elo 5 accepted"),
            ([300, 0, 0, 0, 0], ", Elo 0 accepted"),
            ([12, 12, 1, 12, 12], ", not decided: 49 of at least 50 pairs"),
            ([12, 12, 2, 12, 12], "), not decided"),
            ([12, 12, 3, 12, 12], "), not decided"),
        ] {
            assert!(told(pairs).ends_with(end), "{}", told(pairs));
        }
    }

    #[test]
    fn differences_have_an_error_or_two_ends() {
        let text = |elo: f64, elo_low: f64, elo_high: f64| {
            let error = (elo_high - elo_low) / 2.0;
            elo_text(Strength { elo, error, elo_low, elo_high, los: 0.5, nelo: 0.0, nelo_error: 0.0 })
        };
        let far = f64::INFINITY;
        assert_eq!(text(10.0, 0.0, 20.0), "+10.0 ± 10.0");
        assert_eq!(text(10.5, 0.0, 20.0), "+10.5 ± 10.0", "about in the middle");
        assert_eq!(text(9.5, 0.0, 20.0), "+9.5 ± 10.0");
        assert_eq!(text(11.0, 0.0, 20.0), "+11.0 [+0.0, +20.0]", "a tenth of the error is too much");
        assert_eq!(text(9.0, 0.0, 20.0), "+9.0 [+0.0, +20.0]");
        assert_eq!(text(far, 50.0, far), "above +50.0");
        assert_eq!(text(-far, -far, -50.0), "below -50.0");
        assert_eq!(text(0.0, -far, far), "–");
        assert_eq!(text(f64::NAN, 0.0, 20.0), "–");
    }
}
