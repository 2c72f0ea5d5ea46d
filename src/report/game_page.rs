//! The page of a report of games: a table of all of them, and the first ones in full.

use super::analysis::{GameAnalysis, MoveAnalysis, SideSummary};
use super::args::Effort;
use super::chart::{Chart, round_numbers};
use super::games::accuracy_text;
use super::html::{duration, grouped, page, percent};
use super::marks::{Boundaries, Mark};
use super::moments::moments;
use super::source::Survey;
use crate::games::any::GameKind;
use maud::{Markup, html};
use std::io;

/// The table has at most so many rows, so that a page of a hundred thousand games can still be opened.
const ROWS: usize = 1000;

/// The page under construction.
pub(super) struct GamesPage {
    full: usize,
    effort: Effort,
    survey: Survey,
    added: usize,
    kinds: Vec<GameKind>,
    names: Vec<String>,
    rows: Vec<Markup>,
    games: Vec<Markup>,
}

impl GamesPage {
    pub(super) fn new(full: usize, effort: Effort, survey: Survey) -> Self {
        let (kinds, names, rows, games) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { full, effort, survey, added: 0, kinds, names, rows, games }
    }

    /// Adds a game, in full as long as there is room.
    pub(super) fn add(&mut self, analysis: &GameAnalysis) -> io::Result<()> {
        self.added += 1;
        let kind: Option<GameKind> = analysis.game.parse().ok();
        if let Some(kind) = kind.filter(|kind| !self.kinds.contains(kind)) {
            self.kinds.push(kind);
        }
        let in_full = self.added <= self.full;
        if self.rows.len() < ROWS {
            self.rows.push(row(analysis, in_full.then_some(self.added)));
        }
        if self.added == 1 {
            self.names = analysis.players.to_vec();
        }
        if in_full {
            self.games.push(game(analysis, self.added, self.survey.games == 1)?);
        }
        Ok(())
    }

    /// The whole page.
    pub(super) fn finish(self) -> String {
        let title = match (&self.names[..], self.survey.games) {
            ([p1, p2], 1) => format!("{p1} – {p2}"),
            _ => format!("{} games", self.survey.games),
        };
        let body = html! {
            header {
                h1 { (title) }
                p.soft { (self.settings()) }
                @if self.survey.cut_off { p { "The last game was not written to its end and is left out." } }
            }
            main {
                @if self.survey.games > 1 { (self.table()) }
                @for game in &self.games { (game) }
                section.game { (self.definitions()) }
            }
        };
        page(&title, &body)
    }

    fn settings(&self) -> String {
        let games: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        let each = match self.effort.movetime {
            Some(ms) => format!("{} a position", duration(ms)),
            None => format!("{} nodes a position", grouped(self.effort.nodes)),
        };
        format!("{}, judged by tern {} with {each}", games.join(", "), env!("CARGO_PKG_VERSION"))
    }

    fn table(&self) -> Markup {
        let left_out = self.survey.games - self.rows.len();
        html! {
            section {
                div.scroll { table {
                    thead { tr {
                        th { "game" } th.left { "first" } th.left { "second" } th { "result" } th.left { "by" } th { "moves" }
                        th title="accuracy of the first player" { "acc. 1" } th title="accuracy of the second player" { "acc. 2" }
                        @for mark in [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder, Mark::MissedWin] { th { (mark.plural()) } }
                    } }
                    tbody { @for row in &self.rows { (row) } }
                } }
                @if self.games.len() < self.rows.len() {
                    p.soft { "The first " (self.games.len()) " games are shown in full below; --full N shows more." }
                }
                @if left_out > 0 { p.soft { "And " (left_out) " more games, which --json writes." } }
            }
        }
    }

    /// What the words mean, with the numbers of the games at hand.
    fn definitions(&self) -> Markup {
        html! {
            h2 { "What the words mean" }
            p {
                "Chances are what a player can expect of the game in percent, a draw counted half: scores of the search translated by how "
                "games of tern against itself ended. The loss of a move is what it takes away from the mover's chances."
            }
            @for &kind in &self.kinds {
                @let Boundaries { inaccuracy, mistake, blunder } = Boundaries::of(kind);
                p {
                    "In " (kind.name()) " a move that loses " (hundredths(inaccuracy)) " points of a hundred is an " b { "inaccuracy" } ", from "
                    (hundredths(mistake)) " on a " b { "mistake" } " and from " (hundredths(blunder)) " on a " b { "blunder" } "."
                }
            }
            p {
                b { "Missed win" } ": there was a forced win, and after the move the game is open again. " b { "Best" }
                ": nothing better was found. " b { "Good" } ": anything else. A move that seems wrong is searched again with four times "
                "the nodes, and one that seems to be a blunder or to miss a win once more with eight times, each time beside the better "
                "move, before it is called so. Moves of the opening, moves without a choice, and moves of a player whose chances were "
                "below 5 % already have no mark."
            }
            p {
                b { "Accuracy" } " is the mean over a player's moves of 100 · 2" sup { "−loss / mistake" } ": 100 for a move that loses nothing, "
                "50 for one that loses as much as a mistake begins with. Moves without a mark do not count."
            }
        }
    }
}

fn hundredths(loss: f64) -> String {
    let text = format!("{:.1}", 100.0 * loss);
    text.strip_suffix(".0").map_or(text.clone(), Into::into)
}

fn row(analysis: &GameAnalysis, place: Option<usize>) -> Markup {
    let GameAnalysis { number, players: [p1, p2], result, reason, moves, summary: [a, b], .. } = analysis;
    html! {
        tr {
            td { @if let Some(place) = place { a href={ "#g" (place) } { (number) } } @else { (number) } }
            td.left.name { (p1) } td.left.name { (p2) } td { (result) } td.left { (reason.as_deref().unwrap_or("–")) } td { (moves.len()) }
            td { (accuracy_text(a)) } td { (accuracy_text(b)) }
            @for mark in 2..6 { td { (a.marks[mark]) " – " (b.marks[mark]) } }
        }
    }
}

/// A game in full. The page of a single game has its title already.
fn game(analysis: &GameAnalysis, place: usize, is_only: bool) -> io::Result<Markup> {
    let [p1, p2] = &analysis.players;
    Ok(html! {
        section.game.only[is_only] id={ "g" (place) } {
            @if !is_only { h2 { "Game " (analysis.number) ": " (p1) " – " (p2) } }
            p { (ending(analysis)) }
            div.sides { @for side in 0..2 { (side_card(analysis, side)) } }
            (graph(analysis, place))
            (moments(analysis, place)?)
            h3 { "Moves" }
            p.soft { "Behind each move stand the chances of the player who made it." }
            (move_list(analysis, place))
        }
    })
}

/// How the game ended, in a sentence.
fn ending(analysis: &GameAnalysis) -> Markup {
    let [p1, p2] = &analysis.players;
    let winner = match analysis.result.as_str() {
        "1-0" => Some(p1),
        "0-1" => Some(p2),
        _ => None,
    };
    html! {
        @match winner {
            Some(winner) => { b { (winner) } " won " (analysis.result) },
            None if analysis.result == "*" => "not finished",
            None => "drawn",
        }
        @if let Some(reason) = &analysis.reason { " (" (reason) ")" }
        " after " (analysis.moves.len()) " plies"
    }
}

fn side_card(analysis: &GameAnalysis, side: usize) -> Markup {
    let SideSummary { mean_loss, counted, marks, time_ms, .. } = &analysis.summary[side];
    let name = &analysis.players[side];
    let side_name = &analysis.sides[side];
    html! {
        div.side {
            span.stone.{ "p" (side + 1) } {} strong { (name) }
            @if name != side_name { span.soft { " " (side_name) } }
            div.accuracy { (accuracy_text(&analysis.summary[side])) " %" }
            div.soft {
                "accuracy over " (counted) " moves"
                @if let Some(loss) = mean_loss { ", " (format!("{:.1}", 100.0 * loss)) " points lost a move" }
                @if let Some(time) = time_ms { ", " (duration(*time)) " used" }
            }
            div.counts {
                @for (mark, count) in Mark::ALL.into_iter().zip(marks) {
                    @if *count > 0 {
                        @let word = if *count == 1 { mark.name() } else { mark.plural() };
                        span.(mark.class()) { b { (count) } " " (word) @if !mark.symbol().is_empty() { " " span.mark { (mark.symbol()) } } }
                    }
                }
            }
        }
    }
}

/// What the first player could expect before every move and after the last.
fn chances(analysis: &GameAnalysis) -> Vec<f64> {
    let before = |m: &MoveAnalysis| if m.player == 1 { m.before } else { 1.0 - m.before };
    analysis.moves.iter().map(before).chain([analysis.end]).collect()
}

fn graph(analysis: &GameAnalysis, place: usize) -> Markup {
    let chances = chances(analysis);
    let last = (chances.len() - 1).max(1) as f64;
    let points: Vec<_> = chances.iter().enumerate().map(|(ply, &chance)| (ply as f64 / last, chance)).collect();
    let [p1, p2] = [0, 1].map(|side| full_name(analysis, side));
    let mut chart = Chart::new(&format!("Winning chances of {p1}, move by move"));
    chart.area("white", &points, 0.0);
    for height in [0.0, 0.25, 0.5, 0.75, 1.0] {
        chart.height(height, percent(height));
    }
    let offset = analysis.moves.first().map_or(0, |first| first.player - 1) as f64;
    for number in
        round_numbers(0.0, f64::midpoint(last, offset), 7.0).into_iter().filter(|number| number.fract() == 0.0)
    {
        // Moves are numbered from 1 on, and each has two plies.
        let at = (2.0 * (number - 1.0) - offset) / last;
        if number > 0.0 && at >= 0.0 {
            chart.place(at, format!("{number:.0}"));
        }
    }
    chart.line("", &points);
    for (ply, m) in analysis.moves.iter().enumerate() {
        let Some(mark) = m.mark.filter(|mark| !matches!(mark, Mark::Best | Mark::Good)) else { continue };
        let title = format!("{} {}: {}", move_number(analysis, ply), m.text, verdict(m, mark));
        chart.dot(mark.class(), points[ply + 1], &format!("g{place}m{}", ply + 1), &title);
    }
    html! {
        h3 { "Winning chances" }
        p.counts.soft {
            span { span.stone.p1 {} (p1) }
            span { span.stone.p2 {} (p2) }
        }
        (chart.finish())
    }
}

/// A player with the side, if that is not the name already.
fn full_name(analysis: &GameAnalysis, side: usize) -> String {
    let (name, side) = (&analysis.players[side], &analysis.sides[side]);
    if name == side { name.clone() } else { format!("{name} ({side})") }
}

/// What a move is called, and what it cost.
pub(super) fn verdict(m: &MoveAnalysis, mark: Mark) -> String {
    format!("{}, chances {} → {}", mark.name(), percent(m.before), percent(m.after))
}

/// As in `12.` and `12…`.
pub(super) fn move_number(analysis: &GameAnalysis, ply: usize) -> String {
    let offset = analysis.moves.first().map_or(0, |first| first.player - 1);
    let at = ply + offset;
    format!("{}{}", at / 2 + 1, if at.is_multiple_of(2) { "." } else { "…" })
}

fn move_list(analysis: &GameAnalysis, place: usize) -> Markup {
    let offset = analysis.moves.first().map_or(0, |first| first.player - 1);
    let cells: Vec<Option<usize>> = (0..offset).map(|_| None).chain((0..analysis.moves.len()).map(Some)).collect();
    html! {
        div.moves {
            @for (number, row) in cells.chunks(2).enumerate() {
                div.row {
                    span.number { (number + 1) "." }
                    @for cell in row {
                        @match cell {
                            None => span { "…" },
                            Some(ply) => (move_cell(&analysis.moves[*ply], place, *ply)),
                        }
                    }
                }
            }
        }
    }
}

fn move_cell(m: &MoveAnalysis, place: usize, ply: usize) -> Markup {
    let title = match m.mark {
        Some(mark) if !m.line.is_empty() && !matches!(mark, Mark::Best) => {
            format!("{}; better {} ({})", verdict(m, mark), m.line.join(" "), m.score)
        }
        Some(mark) => verdict(m, mark),
        None if m.opening => "opening".into(),
        None if m.forced => "the only move".into(),
        None => "the game was lost already".into(),
    };
    let time = m.time_ms.map(|time| format!("; thought {}", duration(time))).unwrap_or_default();
    html! {
        span.move id={ "g" (place) "m" (ply + 1) } title={ (title) (time) } {
            span.text.given[m.opening] { (m.text) }
            @if let Some(mark) = m.mark { @if !mark.symbol().is_empty() { " " span.mark.(mark.class()) { (mark.symbol()) } } }
            small { (percent(m.after)) }
        }
    }
}
