//! Charts as SVG that stretches with the page: lines keep their width, and all text stands beside it.

use maud::{Markup, PreEscaped, html};
use std::fmt::Write;

/// The size of a chart in its own units; the page stretches it.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 100.0;

/// A chart whose points go from 0 to 1 in both directions, 0 at the left and at the bottom.
pub(super) struct Chart {
    svg: String,
    /// What is written beside the chart at which height, and below it at which place.
    heights: Vec<(f64, String)>,
    places: Vec<(f64, String)>,
}

impl Chart {
    /// An empty chart; `label` is for those who do not see it.
    pub(super) fn new(label: &str) -> Self {
        let label = maud::html! { (label) }.into_string();
        let svg = format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
             aria-label=\"{label}\">"
        );
        Self { svg, heights: Vec::new(), places: Vec::new() }
    }

    /// A faint line at a height, with a text at its left.
    pub(super) fn height(&mut self, height: f64, text: String) {
        self.level("grid", height);
        self.heights.push((height, text));
    }

    /// A faint line from top to bottom, with a text below.
    pub(super) fn place(&mut self, at: f64, text: String) {
        self.line("grid", &[(at, 0.0), (at, 1.0)]);
        self.places.push((at, text));
    }

    /// The area between the points and a height.
    pub(super) fn area(&mut self, class: &str, points: &[(f64, f64)], base: f64) {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        let _ = write!(
            self.svg,
            "<path class=\"{class}\" d=\"{}L{:.1} {:.2}L{:.1} {:.2}z\"/>",
            path(points),
            x(last.0),
            y(base),
            x(first.0),
            y(base)
        );
    }

    /// The area between two heights at every point.
    pub(super) fn band(&mut self, class: &str, points: &[(f64, f64, f64)]) {
        let low = points.iter().map(|&(at, low, _)| (at, low));
        let high = points.iter().rev().map(|&(at, _, high)| (at, high));
        let around: Vec<_> = low.chain(high).collect();
        let _ = write!(self.svg, "<path class=\"{class}\" d=\"{}z\"/>", path(&around));
    }

    /// A line through the points.
    pub(super) fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let _ = write!(self.svg, "<path class=\"line {class}\" d=\"{}\"/>", path(points));
    }

    /// A line at a height.
    pub(super) fn level(&mut self, class: &str, height: f64) {
        self.line(class, &[(0.0, height), (1.0, height)]);
    }

    /// A dot that leads to a place of the page, and says something when it is pointed at.
    pub(super) fn dot(&mut self, class: &str, (at, height): (f64, f64), link: &str, title: &str) {
        let title = maud::html! { (title) }.into_string();
        let _ = write!(
            self.svg,
            "<a href=\"#{link}\"><path class=\"dot {class}\" d=\"M{:.1} {:.2}h0\"><title>{title}</title></path></a>",
            x(at),
            y(height)
        );
    }

    /// The chart with its texts.
    pub(super) fn finish(self) -> Markup {
        let svg = PreEscaped(self.svg + "</svg>");
        html! {
            div.plot {
                div.heights { @for (height, text) in &self.heights { span style={ "bottom:" (percents(*height)) } { (text) } } }
                (svg)
                div.places { @for (at, text) in &self.places { span style={ "left:" (percents(*at)) } { (text) } } }
            }
        }
    }
}

fn percents(part: f64) -> String {
    format!("{:.1}%", 100.0 * part)
}

/// Round numbers from one to another, about so many.
pub(super) fn round_numbers(low: f64, high: f64, about: f64) -> Vec<f64> {
    if high <= low {
        return vec![low];
    }
    let rough = (high - low) / about;
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|count| count as f64 * step).collect()
}

fn x(at: f64) -> f64 {
    at * WIDTH
}

fn y(height: f64) -> f64 {
    (1.0 - height.clamp(0.0, 1.0)) * HEIGHT
}

fn path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, &(at, height)) in points.iter().enumerate() {
        let _ = write!(path, "{}{:.1} {:.2}", if i == 0 { 'M' } else { 'L' }, x(at), y(height));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beside_a_chart_are_round() {
        assert_eq!(round_numbers(-1171.0, 56.0, 4.0), [-1000.0, -500.0, 0.0]);
        assert_eq!(round_numbers(0.0, 35.0, 8.0), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]);
        assert_eq!(round_numbers(3.0, 3.0, 4.0), [3.0]);
    }

    #[test]
    fn texts_stand_beside_the_chart() {
        let mut chart = Chart::new("a < b");
        chart.height(0.5, "50 %".into());
        chart.place(0.25, "10".into());
        let text = chart.finish().into_string();
        assert!(text.contains("aria-label=\"a &lt; b\""), "{text}");
        assert!(text.contains("<span style=\"bottom:50.0%\">50 %</span>"), "{text}");
        assert!(text.contains("<span style=\"left:25.0%\">10</span>"), "{text}");
    }
}
