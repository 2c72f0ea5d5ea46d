//! The page of a match.

use super::chart::{Chart, round_numbers};
use super::html::{self, board, duration};
use super::match_report::{EngineRow, FaultRow, MatchReport, Moment, OpeningRow, Rating, SprtRow};
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
            div.beside { (sides(report)) (endings(report)) (lengths(report)) }
            (times(report))
            (openings(report))
            (faults(report))
        }
    };
    html::page(&title, &body)
}

fn percent(part: f64) -> String {
    if part.is_finite() { format!("{:.1}\u{a0}%", 100.0 * part) } else { "–".into() }
}

/// A signed number, or what stands for one that is not finite.
fn elo(value: f64) -> String {
    match value {
        f64::INFINITY => "∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        _ if value.is_nan() => "–".into(),
        // No plus before a zero.
        _ if value.abs() < 0.5 => "0".into(),
        _ => format!("{value:+.0}").replace('-', "−"),
    }
}

fn ranking(report: &MatchReport) -> Markup {
    let bounded = report.engines.iter().any(|engine| engine.rating.is_some_and(|rating| rating.bounded));
    html! {
        section {
            h2 { "Ratings" }
            div.scroll { table {
                thead { tr {
                    th { "engine" } th { "rating (95 %)" } th.left { (span_text(report)) } th { "games" } th { "wins" } th { "draws" } th { "losses" } th { "score" }
                    th title="pairs by points: 0, ½, 1, 1½, 2" { "pairs" } th.left { "plays with" }
                } }
                tbody { @for engine in &report.engines { (ranking_row(engine, rating_span(report))) } }
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

/// From the lowest end of an interval to the highest; nothing if nobody has a rating.
fn rating_span(report: &MatchReport) -> Option<(f64, f64)> {
    let ratings = || report.engines.iter().filter_map(|engine| engine.rating);
    let low = ratings().map(|rating| rating.elo - rating.error).fold(f64::INFINITY, f64::min);
    let high = ratings().map(|rating| rating.elo + rating.error).fold(f64::NEG_INFINITY, f64::max);
    (low < high).then_some((low, high))
}

/// What the intervals are drawn on.
fn span_text(report: &MatchReport) -> String {
    rating_span(report).map(|(low, high)| format!("{} … {}", elo(low), elo(high))).unwrap_or_default()
}

/// A rating as a dot on its 95 % interval.
fn whisker(rating: Rating, (low, high): (f64, f64)) -> Markup {
    let percents = |elo: f64| 100.0 * elo / (high - low);
    let style =
        format!("left:{:.1}%;width:{:.1}%", percents(rating.elo - rating.error - low), percents(2.0 * rating.error));
    html! { span.whisker { span style=(style) {} } }
}

fn ranking_row(engine: &EngineRow, span: Option<(f64, f64)>) -> Markup {
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
            td.name { (engine.name) } td { (rating) }
            td { @if let (Some(rating), Some(span)) = (engine.rating, span) { (whisker(rating, span)) } }
            td { (engine.tally.games()) } td { (wins) } td { (draws) } td { (losses) }
            td { (percent(engine.score)) }
            td { (engine.pairs.0.map(|count| count.to_string()).join(" · ")) }
            td.left.soft { (engine.settings) }
        }
    }
}

/// The difference of two engines in words.
fn duel(report: &MatchReport, sprt: &SprtRow) -> Markup {
    let last = report.over_time.last().and_then(|moment| moment.elo);
    // The better one first, whoever is being tested.
    let (winner, loser, last) = match last {
        Some([found, low, high]) if found < 0.0 => (&sprt.second, &sprt.first, Some([-found, -high, -low])),
        _ => (&sprt.first, &sprt.second, last),
    };
    let [low, high] = sprt.bounds;
    let decision = match sprt.llr {
        llr if llr >= high => format!("enough to accept {} Elo", sprt.test.elo1),
        llr if llr <= low => format!("enough to accept {} Elo", sprt.test.elo0),
        _ => "which decides nothing yet".into(),
    };
    html! {
        @if let Some([found, low, high]) = last {
            p { (winner) " against " (loser) ": Elo " b { (elo(found)) } ", 95 % between " (elo(low)) " and " (elo(high)) "." }
        }
        p.soft {
            "Whether " (sprt.first) " is better by " (sprt.test.elo1) " Elo rather than " (sprt.test.elo0) ": the log-likelihood ratio is "
            (decimal(sprt.llr, 2)) " (bounds " (decimal(low, 2)) " and " (decimal(high, 2)) "), " (decision) "."
        }
    }
}

/// A number with so many digits after the point.
fn decimal(number: f64, digits: usize) -> String {
    format!("{number:.digits$}").replace('-', "−")
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
                            @for cell in row { (cross_cell(*cell)) }
                        }
                    }
                }
            } }
        }
    }
}

/// Points of games, the stronger the colour the more of them.
fn cross_cell(tally: Option<Tally>) -> Markup {
    let Some(tally) = tally else { return html! { td { "·" } } };
    let shade = format!("--part:{:.0}%", 60.0 * tally.score());
    html! { td.shade style=(shade) { (tally.points()) " / " (tally.games()) } }
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
                @if let Some(sprt) = &report.sprt { (elo_over_time(sprt, moments)) (llr_over_time(sprt, moments)) }
                @else { (ratings_over_time(report, moments)) }
            }
        }
    }
}

/// Writes round numbers beside a chart of this range, and pairs below it.
fn add_axes(chart: &mut Chart, (low, high): (f64, f64), moments: &[Moment]) {
    for number in round_numbers(low, high, 5.0) {
        chart.height((number - low) / (high - low), if high - low < 20.0 { decimal(number, 0) } else { elo(number) });
    }
    let pairs = moments.last().map_or(1, |moment| moment.pairs) as f64;
    for number in round_numbers(0.0, pairs, 5.0).into_iter().filter(|number| number.fract() == 0.0 && *number > 0.0) {
        chart.place(number / pairs, format!("{number:.0}"));
    }
}

/// A chart over pairs with its title.
fn framed(title: &str, chart: Chart) -> Markup {
    html! { div.plain { h3 { (title) } (chart.finish()) p.soft.under { "pairs of games" } } }
}

fn elo_over_time(sprt: &SprtRow, moments: &[Moment]) -> Markup {
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
    add_axes(&mut chart, range, moments);
    chart.band("band", &band);
    chart.level("half", height(0.0));
    chart.line("", &curve(moments, range, |moment| moment.elo.map(|[elo, ..]| elo)));
    framed(&format!("Elo of {} against {}, and its 95 % interval", sprt.first, sprt.second), chart)
}

fn llr_over_time(sprt: &SprtRow, moments: &[Moment]) -> Markup {
    let numbers = moments.iter().filter_map(|moment| moment.llr).chain(sprt.bounds);
    let Some(range) = range(numbers) else { return html! {} };
    let mut chart = Chart::new("Log-likelihood ratio over time");
    add_axes(&mut chart, range, moments);
    for bound in sprt.bounds {
        chart.level("bound", (bound - range.0) / (range.1 - range.0));
    }
    chart.level("half", (0.0 - range.0) / (range.1 - range.0));
    chart.line("", &curve(moments, range, |moment| moment.llr));
    let title = format!("Log-likelihood ratio of {} to {} Elo, and its bounds", sprt.test.elo1, sprt.test.elo0);
    framed(&title, chart)
}

fn ratings_over_time(report: &MatchReport, moments: &[Moment]) -> Markup {
    let settled = &moments[moments.len() / 10..];
    let Some(range) = range(settled.iter().flat_map(|moment| &moment.ratings).flatten().copied()) else {
        return html! {};
    };
    let mut chart = Chart::new("Ratings over time");
    add_axes(&mut chart, range, moments);
    for place in 0..report.engines.len() {
        let points = curve(moments, range, |moment| moment.ratings.get(place).copied().flatten());
        chart.line(&format!("own c{}", place % COLOURS), &points);
    }
    html! {
        div {
            (framed("Ratings", chart))
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

/// Wins, draws and losses, and the score.
fn tally_cells(tally: Tally) -> Markup {
    let Tally { wins, draws, losses } = tally;
    html! { td { (wins) " – " (draws) " – " (losses) } td { (percent(tally.score())) } }
}

fn sides(report: &MatchReport) -> Markup {
    html! {
        section {
            h2 { "Sides" }
            div.scroll { table {
                thead { tr { th { "" } th { "as first" } th { "score" } th { "as second" } th { "score" } } }
                tbody {
                    @for engine in &report.engines {
                        tr { td.name { (engine.name) } (tally_cells(engine.as_first)) (tally_cells(engine.as_second)) }
                    }
                    tr { td.soft { "all" } (tally_cells(report.first_player)) (tally_cells(report.first_player.reversed())) }
                }
            } }
            p.soft { "Wins – draws – losses." }
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

/// Games by length, in so many rows at most.
fn lengths(report: &MatchReport) -> Markup {
    const ROWS: usize = 12;
    let first = report.lengths.iter().position(|&count| count > 0).unwrap_or(0);
    let together = (report.lengths.len() - first).div_ceil(ROWS).max(1);
    let rows: Vec<u64> = report.lengths[first..].chunks(together).map(|bins| bins.iter().sum()).collect();
    let most = rows.iter().copied().max().unwrap_or(0);
    html! {
        section {
            h2 { "How long games were" }
            table { tbody {
                @for (row, &count) in rows.iter().enumerate() {
                    @let from = (first + row * together) * BIN;
                    (bar_row(&format!("{from} – {} plies", from + together * BIN - 1), count, most))
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
    for ms in round_numbers(0.0, most, 4.0) {
        let text = match ms {
            0.0 => "0".into(),
            _ if ms < 1.0 => format!("{ms:.1}\u{a0}ms"),
            _ => duration(ms as u64),
        };
        chart.height(ms / most, text);
    }
    let plies = (bins * BIN) as f64;
    for ply in round_numbers(0.0, plies, 6.0) {
        chart.place(ply / plies, format!("{ply:.0}"));
    }
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
                // What takes no time needs no picture.
                @if means().flatten().any(|&mean| mean >= 1.0) {
                    div.plain { h3 { "Mean time of a move" } (chart.finish()) p.soft.under { "plies" } (legend(report)) }
                }
            }
        }
    }
}

/// How often an opening decided who won, and the openings that did so most.
fn openings(report: &MatchReport) -> Markup {
    let name = |opening: &OpeningRow| {
        if opening.moves.is_empty() { opening.opening.clone() } else { opening.moves.clone() }
    };
    let [first, even, second] = report.openings_for;
    let one_sided = report.openings.iter().filter(|opening| opening.tally.wins != opening.tally.losses);
    let one_sided: Vec<&OpeningRow> = one_sided.collect();
    html! {
        section {
            h2 { "Openings" }
            p {
                (report.openings_in_all) @if report.openings_in_all == 1 { " opening: " } @else { " openings: " }
                (even) " gave both sides the same, " (first) " more to the first player, " (second) " more to the second."
            }
            @if !one_sided.is_empty() {
                div.scroll { table {
                    thead { tr { th { "opening" } th { "games" } th { "first wins" } th { "draws" } th { "second wins" } th { "first scores" } } }
                    tbody { @for opening in &one_sided { tr {
                        td.text { (name(opening)) } td { (opening.tally.games()) } td { (opening.tally.wins) } td { (opening.tally.draws) }
                        td { (opening.tally.losses) } td { (percent(opening.tally.score())) }
                    } } }
                } }
            }
            @if (first + second) as usize > one_sided.len() { p.soft { "These are the most one-sided." } }
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
