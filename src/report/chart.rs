//! Charts as SVG that stretches with the page: lines keep their width, and all text stands beside it.

use std::fmt::Write;

/// The size of a chart in its own units; the page stretches it.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 100.0;

/// A chart whose points go from 0 to 1 in both directions, 0 at the left and at the bottom.
pub(super) struct Chart {
    svg: String,
}

impl Chart {
    /// An empty chart; `label` is for those who do not see it.
    pub(super) fn new(label: &str) -> Self {
        let label = maud::html! { (label) }.into_string();
        let svg = format!(
            "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
             aria-label=\"{label}\">"
        );
        Self { svg }
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

    /// The chart.
    pub(super) fn finish(self) -> maud::PreEscaped<String> {
        maud::PreEscaped(self.svg + "</svg>")
    }
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
