//! The page of a match.

use super::chart::Chart;
use super::html::{self, board, duration};
use super::match_report::{EngineRow, FaultRow, MatchReport, Moment, SprtRow};
use super::match_summary::BIN;
use crate::matches::Tally;
use maud::{Markup, html};

/// Lines of a chart have so many colours.
const COLOURS: usize = 8;

/// The whole page.
pub(super) fn page(report: &MatchReport) -> String {
    let title = match &report.engines[..] {
        [a, b] => format!("{} – {}", a.name, b.name),
        engines => format!("A match of {} engines", engines.len()),
    };
    let body = html! {
        header {
            h1 { (title) }
            p.soft { (report.game) ", " (report.games) " games, " (format!("{:.1}", report.mean_plies)) " plies a game" }
            @if report.cut_off { p { "The last game was not written to its end and is left out." } }
        }
        main {
            (ranking(report))
            @if report.engines.len() > 2 { (cross_table(report)) }
            (over_time(report))
            div.grid { (sides(report)) (endings(report)) (lengths(report)) }
            (times(report))
            (openings(report))
            (faults(report))
        }
    };
    html::page(&title, &body)
}

fn percent(part: f64) -> String {
    if part.is_finite() { format!("{:.1} %", 100.0 * part) } else { "–".into() }
}

/// A signed number, or what stands for one that is not finite.
fn elo(value: f64) -> String {
    match value {
        f64::INFINITY => "∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        _ if value.is_nan() => "–".into(),
        _ => format!("{value:+.0}"),
    }
}

fn ranking(report: &MatchReport) -> Markup {
    let bounded = report.engines.iter().any(|engine| engine.rating.is_some_and(|rating| rating.bounded));
    html! {
        section {
            h2 { "Ratings" }
            div.scroll { table {
                thead { tr {
                    th { "engine" } th { "rating (95 %)" } th { "games" } th { "wins" } th { "draws" } th { "losses" } th { "score" }
                    th title="pairs by points: 0, ½, 1, 1½, 2" { "pairs" } th.left { "plays with" }
                } }
                tbody { @for engine in &report.engines { (ranking_row(engine)) } }
            } }
            p.soft {
                "One maximum-likelihood fit over all pairs of games; a draw counts half. A difference of 400 means ten points to one."
                @if bounded { " * One side lost every game, so that one draw is counted that was not played: the distance is hardly more than a bound." }
            }
            @if report.copies.copied_pairs > 0 {
                p.soft { (report.copies.copied_pairs) " pairs are move by move those of earlier ones and are not counted." }
            }
            @if report.unpaired > 0 {
                p.soft { (report.unpaired) " games have no other from the same opening with sides swapped and are left out of the ratings." }
            }
            @if let Some(sprt) = &report.sprt { (duel(report, sprt)) }
        }
    }
}

fn ranking_row(engine: &EngineRow) -> Markup {
    let Tally { wins, draws, losses } = engine.tally;
    let rating = engine.rating.map_or_else(
        || "–".into(),
        |rating| {
            let mark = if rating.bounded { " *" } else { "" };
            if rating.error > 0.0 {
                format!("{} ± {:.0}{mark}", elo(rating.elo), rating.error)
            } else {
                format!("{:.0}", rating.elo)
            }
        },
    );
    html! {
        tr {
            td.name { (engine.name) } td { (rating) } td { (engine.tally.games()) } td { (wins) } td { (draws) } td { (losses) }
            td { (percent(engine.score)) }
            td { (engine.pairs.0.map(|count| count.to_string()).join(" · ")) }
            td.left.soft { (engine.settings) }
        }
    }
}

/// The difference of two engines in words.
fn duel(report: &MatchReport, sprt: &SprtRow) -> Markup {
    let last = report.over_time.last().and_then(|moment| moment.elo);
    let [low, high] = sprt.bounds;
    let decision = match sprt.llr {
        llr if llr >= high => format!("enough to accept {} Elo", sprt.test.elo1),
        llr if llr <= low => format!("enough to accept {} Elo", sprt.test.elo0),
        _ => "which decides nothing yet".into(),
    };
    html! {
        @if let Some([found, low, high]) = last {
            p { (sprt.first) " against " (sprt.second) ": Elo " b { (elo(found)) } ", 95 % between " (elo(low)) " and " (elo(high)) "." }
        }
        p.soft {
            "Log-likelihood ratio of " (sprt.test.elo1) " Elo to " (sprt.test.elo0) ": " (format!("{:.2}", sprt.llr)) " (bounds "
            (format!("{low:.2}")) " and " (format!("{high:.2}")) "), " (decision) "."
        }
    }
}

fn cross_table(report: &MatchReport) -> Markup {
    html! {
        section {
            h2 { "Cross table" }
            div.scroll { table {
                thead { tr { th { "points" } @for number in 1..=report.engines.len() { th { (number) } } } }
                tbody {
                    @for (number, (engine, row)) in report.engines.iter().zip(&report.cross_table).enumerate() {
                        tr {
                            td.name { (number + 1) ". " (engine.name) }
                            @for cell in row { td { (cell.map_or_else(|| "·".into(), points)) } }
                        }
                    }
                }
            } }
        }
    }
}

fn points(tally: Tally) -> String {
    format!("{} / {}", tally.points(), tally.games())
}

/// The range of some numbers with a little room, from the finite ones among them.
fn range(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = numbers.filter(|number| number.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
    let room = ((high - low) * 0.05).max(1.0);
    (low <= high).then_some((low - room, high + room))
}

/// What is drawn of a number that changes over time: points from 0 to 1 in both directions.
fn curve(moments: &[Moment], (low, high): (f64, f64), value: impl Fn(&Moment) -> Option<f64>) -> Vec<(f64, f64)> {
    let all = moments.last().map_or(1, |moment| moment.pairs) as f64;
    let point = |moment: &Moment| {
        let value = value(moment).filter(|value| value.is_finite())?;
        Some((moment.pairs as f64 / all, (value - low) / (high - low)))
    };
    moments.iter().filter_map(point).collect()
}

fn over_time(report: &MatchReport) -> Markup {
    let moments = &report.over_time[..];
    if moments.len() < 2 {
        return html! {};
    }
    html! {
        section {
            h2 { "Over time" }
            div.grid {
                @if report.sprt.is_some() { (elo_over_time(moments)) (llr_over_time(report, moments)) }
                @else { (ratings_over_time(report, moments)) }
            }
        }
    }
}

/// A chart with its axes: the title, what is at the top and at the bottom, and what is drawn.
fn framed(title: &str, (low, high): (String, String), chart: Chart, moments: &[Moment]) -> Markup {
    let pairs = moments.last().map_or(0, |moment| moment.pairs);
    html! {
        div.plain {
            h3 { (title) }
            div.axis { span { (high) } }
            (chart.finish())
            div.axis { span { (low) } span { (pairs) " pairs" } }
        }
    }
}

fn elo_over_time(moments: &[Moment]) -> Markup {
    // The first pairs say so little that their intervals would flatten everything else.
    let settled = &moments[moments.len() / 10..];
    let numbers = settled.iter().filter_map(|moment| moment.elo).flatten().chain([0.0]);
    let Some(range) = range(numbers) else { return html! {} };
    let height = |value: f64| ((value - range.0) / (range.1 - range.0)).clamp(0.0, 1.0);
    let all = moments.last().map_or(1, |moment| moment.pairs) as f64;
    let band: Vec<_> = moments
        .iter()
        .filter_map(|moment| moment.elo.map(|[_, low, high]| (moment.pairs as f64 / all, height(low), height(high))))
        .collect();
    let mut chart = Chart::new("Elo difference over time, with its 95 % interval");
    chart.band("band", &band);
    chart.level("half", height(0.0));
    chart.line("", &curve(moments, range, |moment| moment.elo.map(|[elo, ..]| elo)));
    framed("Elo difference and its 95 % interval", (elo(range.0), elo(range.1)), chart, moments)
}

fn llr_over_time(report: &MatchReport, moments: &[Moment]) -> Markup {
    let Some(sprt) = &report.sprt else { return html! {} };
    let numbers = moments.iter().filter_map(|moment| moment.llr).chain(sprt.bounds);
    let Some(range) = range(numbers) else { return html! {} };
    let mut chart = Chart::new("Log-likelihood ratio over time");
    for bound in sprt.bounds {
        chart.level("bound", (bound - range.0) / (range.1 - range.0));
    }
    chart.level("half", (0.0 - range.0) / (range.1 - range.0));
    chart.line("", &curve(moments, range, |moment| moment.llr));
    let ends = (format!("{:.1}", range.0), format!("{:.1}", range.1));
    let title = format!("Log-likelihood ratio, {} to {} Elo", sprt.test.elo1, sprt.test.elo0);
    framed(&title, ends, chart, moments)
}

fn ratings_over_time(report: &MatchReport, moments: &[Moment]) -> Markup {
    let settled = &moments[moments.len() / 10..];
    let Some(range) = range(settled.iter().flat_map(|moment| &moment.ratings).flatten().copied()) else {
        return html! {};
    };
    let mut chart = Chart::new("Ratings over time");
    for place in 0..report.engines.len() {
        let points = curve(moments, range, |moment| moment.ratings.get(place).copied().flatten());
        chart.line(&format!("own c{}", place % COLOURS), &points);
    }
    html! {
        div {
            (framed("Ratings", (elo(range.0), elo(range.1)), chart, moments))
            (legend(report))
        }
    }
}

fn legend(report: &MatchReport) -> Markup {
    html! {
        p.counts {
            @for (place, engine) in report.engines.iter().enumerate() {
                span { span.key.own.{ "c" (place % COLOURS) } {} (engine.name) }
            }
        }
    }
}

fn sides(report: &MatchReport) -> Markup {
    let row = |name: &str, tally: Tally| {
        let Tally { wins, draws, losses } = tally;
        html! { tr { td.name { (name) } td { (wins) } td { (draws) } td { (losses) } td { (percent(tally.score())) } } }
    };
    html! {
        section {
            h2 { "Sides" }
            div.scroll { table {
                thead { tr { th { "" } th { "wins" } th { "draws" } th { "losses" } th { "score" } } }
                tbody {
                    (row("first player", report.first_player))
                    @for engine in &report.engines {
                        (row(&format!("{} as first", engine.name), engine.as_first))
                        (row(&format!("{} as second", engine.name), engine.as_second))
                    }
                }
            } }
        }
    }
}

/// A row of a table with a bar: how many of how many at most.
fn bar_row(name: &str, count: u64, most: u64) -> Markup {
    let width = 8.0 * count as f64 / most.max(1) as f64;
    html! { tr { td { (name) } td { (count) } td.left { span.bar style={ "width:" (format!("{width:.2}")) "rem" } {} } } }
}

fn endings(report: &MatchReport) -> Markup {
    let most = report.endings.values().copied().max().unwrap_or(0);
    html! {
        section {
            h2 { "How games ended" }
            table { tbody { @for (reason, &count) in &report.endings { (bar_row(reason, count, most)) } } }
        }
    }
}

fn lengths(report: &MatchReport) -> Markup {
    let most = report.lengths.iter().copied().max().unwrap_or(0);
    let first = report.lengths.iter().position(|&count| count > 0).unwrap_or(0);
    html! {
        section {
            h2 { "How long games were" }
            table { tbody {
                @for (place, &count) in report.lengths.iter().enumerate().skip(first) {
                    (bar_row(&format!("{} – {} plies", place * BIN, place * BIN + BIN - 1), count, most))
                }
            } }
        }
    }
}

fn times(report: &MatchReport) -> Markup {
    if report.engines.iter().all(|engine| engine.time.moves == 0) {
        return html! {};
    }
    let known = |ms: Option<u64>| ms.map_or_else(|| "–".into(), duration);
    let means = || report.engines.iter().flat_map(|engine| &engine.time.by_ply);
    let most = means().flatten().fold(1.0_f64, |most, &mean| most.max(mean));
    let bins = report.engines.iter().map(|engine| engine.time.by_ply.len()).max().unwrap_or(1);
    let mut chart = Chart::new("Mean time of a move by ply");
    for (place, engine) in report.engines.iter().enumerate() {
        let points = engine.time.by_ply.iter().enumerate();
        let at = |bin: usize| (bin as f64 + 0.5) / bins as f64;
        let points: Vec<_> = points.filter_map(|(bin, mean)| Some((at(bin), (*mean)? / most))).collect();
        chart.line(&format!("own c{}", place % COLOURS), &points);
    }
    html! {
        section {
            h2 { "Time" }
            div.grid {
                div.scroll { table {
                    thead { tr { th { "a move" } th { "mean" } th { "median" } th { "95 %" } th { "longest" } th { "in all" } } }
                    tbody { @for engine in &report.engines { tr {
                        td.name { (engine.name) } td { (duration(engine.time.mean as u64)) } td { (known(engine.time.median)) }
                        td { (known(engine.time.most_95)) } td { (duration(engine.time.longest)) } td { (duration(engine.time.total)) }
                    } } }
                } }
                div.plain {
                    div.axis { span { "mean " (duration(most as u64)) } }
                    (chart.finish())
                    div.axis { span { "ply 0" } span { "ply " (bins * BIN) } }
                    (legend(report))
                }
            }
        }
    }
}

fn openings(report: &MatchReport) -> Markup {
    let name = |opening: &super::match_report::OpeningRow| {
        if opening.moves.is_empty() { opening.opening.clone() } else { opening.moves.clone() }
    };
    html! {
        section {
            h2 { "Openings" }
            div.scroll { table {
                thead { tr { th { "opening" } th { "games" } th { "first wins" } th { "draws" } th { "second wins" } th { "first scores" } } }
                tbody { @for opening in &report.openings { tr {
                    td.text { (name(opening)) } td { (opening.tally.games()) } td { (opening.tally.wins) } td { (opening.tally.draws) }
                    td { (opening.tally.losses) } td { (percent(opening.tally.score())) }
                } } }
            } }
            @if report.openings_in_all > report.openings.len() {
                p.soft { "And " (report.openings_in_all - report.openings.len()) " more." }
            }
        }
    }
}

fn faults(report: &MatchReport) -> Markup {
    let count: u64 = report.engines.iter().map(|engine| engine.faults).sum();
    html! {
        section {
            h2 { "Faults" }
            @if count == 0 { p { "None: no illegal move, no crash, no lost clock." } }
            @else {
                p { @for engine in report.engines.iter().filter(|engine| engine.faults > 0) { (engine.name) ": " (engine.faults) ". " } }
                div.moments { @for fault in &report.faults { (fault_card(fault)) } }
                @if count > report.faults.len() as u64 { p.soft { "And " (count - report.faults.len() as u64) " more." } }
            }
        }
    }
}

fn fault_card(fault: &FaultRow) -> Markup {
    html! {
        figure.moment {
            (board(&fault.svg))
            figcaption {
                p { b.blunder { (fault.kind) } ", " (fault.engine) ", game " (fault.game) " after " (fault.moves) " moves" }
                p { (fault.details) }
                p.soft { code { (fault.position) } }
            }
        }
    }
}
