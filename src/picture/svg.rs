//! Writes SVG: elements, attributes, numbers. Knows nothing of boards.

use std::fmt::{Display, Write};

/// A number with so many decimals at most, and none that say nothing.
pub(super) fn rounded(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text as it may stand between tags and in attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// SVG under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    /// Starts an element. It is written when it ends, so end it with one of the methods of [`Tag`].
    pub(crate) fn tag(&mut self, name: &'static str) -> Tag<'_> {
        self.text.push('<');
        self.text.push_str(name);
        Tag { svg: self, name }
    }

    /// Ends an element that was left open.
    pub(crate) fn close(&mut self, name: &'static str) {
        let _ = write!(self.text, "</{name}>");
    }

    /// Adds what was written elsewhere.
    pub(crate) fn append(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// A start tag whose attributes are being written.
#[must_use]
pub(crate) struct Tag<'a> {
    svg: &'a mut Svg,
    name: &'static str,
}

impl Tag<'_> {
    /// An attribute with a text.
    pub(crate) fn set(self, name: &str, value: impl Display) -> Self {
        let _ = write!(self.svg.text, " {name}=\"{}\"", escaped(&value.to_string()));
        self
    }

    /// An attribute with a number.
    pub(crate) fn num(self, name: &str, value: f64) -> Self {
        self.set(name, rounded(value, 2))
    }

    /// Leaves the element open for others in it.
    pub(crate) fn open(self) {
        self.svg.text.push('>');
    }

    /// An element without content.
    pub(crate) fn empty(self) {
        self.svg.text.push_str("/>");
    }

    /// An element that holds a text.
    pub(crate) fn text(self, text: &str) {
        let _ = write!(self.svg.text, ">{}</{}>", escaped(text), self.name);
    }
}

/// The data of a path, in numbers of two decimals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    data: String,
}

impl Path {
    /// Adds a command of the path language and its coordinates.
    pub(crate) fn then(mut self, command: char, coordinates: &[f64]) -> Self {
        self.data.push(command);
        for (i, &number) in coordinates.iter().enumerate() {
            let number = rounded(number, 2);
            if i > 0 && !number.starts_with('-') {
                self.data.push(' ');
            }
            self.data.push_str(&number);
        }
        self
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.001, 1.0, 0.5, 1.005_1, -86.602_54, 100.0].map(|number| rounded(number, 2));
        assert_eq!(written.join(" "), "0 0 1 0.5 1.01 -86.6 100");
        assert_eq!(rounded(100.0, 0), "100");
    }

    #[test]
    fn texts_are_escaped() {
        let mut svg = Svg::default();
        svg.tag("text").set("a", "\"<").num("x", 0.5).text("a & b");
        assert_eq!(svg.into_text(), "<text a=\"&quot;&lt;\" x=\"0.5\">a &amp; b</text>");
    }

    #[test]
    fn paths_need_no_blank_before_a_minus() {
        let path = Path::default().then('M', &[0.0, 1.0]).then('l', &[2.0, -3.5]).then('z', &[]);
        assert_eq!(path.to_string(), "M0 1l2-3.5z");
    }
}
