//! The turning points of a game: the moves that lost most with pictures, the others in a table.

use super::analysis::{GameAnalysis, MoveAnalysis};
use super::game_page::move_number;
use super::html::{board, percent};
use super::marks::Mark;
use crate::games::any::{AnyGame, GameKind};
use crate::picture::Arrow;
use maud::{Markup, PreEscaped, html};
use std::io;

/// A game has at most so many pictures: those of the moves that lost most.
const PICTURES: usize = 8;

/// The moves that turned the game, with what would have been better.
pub(super) fn moments(analysis: &GameAnalysis, place: usize) -> io::Result<Markup> {
    let is_at_least = |least: Mark| move |ply: &usize| analysis.moves[*ply].mark.is_some_and(|mark| mark >= least);
    let all = || 0..analysis.moves.len();
    let mut shown: Vec<usize> = all().filter(is_at_least(Mark::Mistake)).collect();
    shown.sort_by(|&a, &b| analysis.moves[b].loss.total_cmp(&analysis.moves[a].loss));
    shown.truncate(PICTURES);
    shown.sort_unstable();
    let cards = shown.iter().zip(pictures(analysis, &shown)?);
    let others: Vec<usize> = all().filter(is_at_least(Mark::Inaccuracy)).filter(|ply| !shown.contains(ply)).collect();
    Ok(html! {
        @if !shown.is_empty() {
            h3 { "Turning points" }
            p.soft {
                "On the boards: " span.blunder { "red" } " or " span.mistake { "orange" } " is what was played, " span.best-move { "blue" }
                " what was better; thin rings are the move before."
            }
            div.moments { @for (&ply, picture) in cards { (card(analysis, (place, ply), &board(&picture))) } }
        }
        @if !others.is_empty() {
            h3 { @if shown.is_empty() { "Inaccuracies" } @else { "Also" } }
            div.scroll { table.others { tbody { @for ply in others { (row(analysis, (place, ply))) } } } }
        }
    })
}

/// The move, which leads to its place in the list, and what it is called.
fn name(analysis: &GameAnalysis, (place, ply): (usize, usize)) -> Markup {
    let m = &analysis.moves[ply];
    html! {
        a href={ "#g" (place) "m" (ply + 1) } { (move_number(analysis, ply)) " " span.text { (m.text) } }
        @if let Some(mark) = m.mark { " " span.mark.(mark.class()) { (mark.symbol()) "\u{a0}" (mark.name()) } }
    }
}

/// The better line, its first move before all.
fn better(m: &MoveAnalysis) -> Markup {
    html! {
        @if let Some((first, rest)) = m.line.split_first() {
            span.text { b { (first) } " " (rest.join(" ")) } span.soft { " (" (m.score.replace('-', "−")) ")" }
        }
    }
}

fn card(analysis: &GameAnalysis, (place, ply): (usize, usize), picture: &PreEscaped<String>) -> Markup {
    let m = &analysis.moves[ply];
    html! {
        figure.moment {
            (picture)
            figcaption {
                p { (name(analysis, (place, ply))) }
                p.soft { (analysis.players[m.player - 1]) "’s chances fell from " (percent(m.before)) " to " (percent(m.after)) "." }
                @if !m.line.is_empty() { p { "Better: " (better(m)) } }
            }
        }
    }
}

fn row(analysis: &GameAnalysis, (place, ply): (usize, usize)) -> Markup {
    let m = &analysis.moves[ply];
    html! {
        tr {
            td { (name(analysis, (place, ply))) }
            td { (percent(m.before)) " → " (percent(m.after)) }
            td.left.line { "better " (better(m)) }
        }
    }
}

/// The positions before these moves, which are in order, with an arrow for what was played and one for what was better.
fn pictures(analysis: &GameAnalysis, plies: &[usize]) -> io::Result<Vec<String>> {
    let wrong = |error: &dyn std::fmt::Display| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
    let kind: GameKind = analysis.game.parse().map_err(|error| wrong(&error))?;
    let mut game = AnyGame::from_fen(kind, &analysis.start).map_err(|error| wrong(&error))?;
    let mut pictures = Vec::new();
    for (ply, m) in analysis.moves.iter().enumerate() {
        if plies.contains(&ply) {
            let bad = if m.mark == Some(Mark::Mistake) { "doubtful" } else { "bad" };
            let arrow = |text: &str, kind: &str| format!("{}:{kind}", cells_of(text)).parse::<Arrow>().ok();
            let better = m.line.first().and_then(|best| arrow(best, "best"));
            let arrows: Vec<Arrow> = arrow(&m.text, bad).into_iter().chain(better).collect();
            pictures.push(game.svg(&arrows, false).map_err(|error| wrong(&error))?);
        }
        game.play(&[&m.text], false).map_err(|error| wrong(&error))?;
    }
    Ok(pictures)
}

/// The two cells that a move goes from and to; a stone that is dropped goes nowhere, and has the same cell twice.
fn cells_of(text: &str) -> String {
    let cells = text.split(['+', 'x']).next().unwrap_or_default();
    let is_one = cells.chars().filter(char::is_ascii_alphabetic).count() == 1;
    if is_one { cells.repeat(2) } else { cells.into() }
}
