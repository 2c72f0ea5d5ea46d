//! What looks the same in all games: the frame, the names of cells, stones, marks and arrows.

use super::svg::{Path, Tag, rounded};
use super::{ArrowKind, Point, STYLE, Svg};
use crate::game::Player;

/// Units of the picture from one cell to its neighbour: fine enough for numbers of two decimals.
pub(crate) const UNIT: f64 = 100.0;
/// Pixels from one cell to its neighbour, where nobody says how large the picture shall be.
const PIXELS: f64 = 64.0;

/// The size of the text on a plate.
const PLATE: f64 = 0.22;

/// The colour of what is new or possible: the last move, the player to move.
pub(crate) const ACCENT: &str = "#0b5fc0";
/// The colour of what is taken or forbidden.
pub(crate) const DANGER: &str = "#c3123d";

/// What a picture is of, and how large.
pub(crate) struct Frame {
    /// The class of the whole picture: what the board is made of.
    pub(crate) look: &'static str,
    /// The colour of the frame.
    pub(crate) ground: &'static str,
    /// The colour of the texts on it.
    pub(crate) ink: &'static str,
    /// What a person hears who does not see the picture.
    pub(crate) label: String,
    /// The lower left corner.
    pub(crate) low: Point,
    /// The upper right corner.
    pub(crate) high: Point,
}

/// A stone of White or Black.
#[derive(Clone, Debug)]
pub(crate) struct Stone {
    pub(crate) owner: Player,
    pub(crate) cell: String,
    pub(crate) at: Point,
}

/// A player's place beside the board.
pub(crate) struct Seat {
    pub(crate) owner: Player,
    /// Where the player's own stone is, the text to its right.
    pub(crate) at: Point,
    pub(crate) text: String,
    pub(crate) to_move: bool,
}

/// Draws in the coordinates of a board.
#[derive(Clone, Debug)]
pub struct Pen {
    svg: Svg,
    flip: bool,
    ink: &'static str,
}

impl Pen {
    /// A picture with nothing but its frame.
    pub(crate) fn new(frame: &Frame, flip: bool) -> Self {
        let mut pen = Self { svg: Svg::default(), flip, ink: frame.ink };
        let ([x1, y1], [x2, y2]) = (pen.at(frame.low), pen.at(frame.high));
        let (left, top, width, height) = (x1.min(x2), y1.min(y2), (x2 - x1).abs(), (y2 - y1).abs());
        let pixels = PIXELS / UNIT;
        pen.tag("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set("viewBox", [left, top, width, height].map(|number| rounded(number, 2)).join(" "))
            .num("width", width * pixels)
            .num("height", height * pixels)
            .set("class", frame.look)
            .set("role", "img")
            .set("aria-label", &frame.label)
            .set("font-family", "system-ui,sans-serif")
            .set("font-weight", "600")
            .set("text-anchor", "middle")
            .open();
        let style: String = STYLE.lines().collect();
        pen.svg.append(&format!("<style>{style}</style>"));
        let corner = pen.tag("rect").set("class", "tern-frame").set("fill", frame.ground).num("x", left).num("y", top);
        corner.num("width", width).num("height", height).num("rx", 0.24 * UNIT).empty();
        pen
    }

    /// What lies over a picture: no frame, and clicks go through.
    pub(super) fn overlay(flip: bool) -> Self {
        let mut pen = Self { svg: Svg::default(), flip, ink: "#111" };
        pen.tag("g").set("class", "tern-overlay").set("pointer-events", "none").open();
        pen
    }

    /// The end of what lies over a picture, and all of it.
    pub(super) fn finish_overlay(mut self) -> String {
        self.close();
        self.svg.into_text()
    }

    /// A place on the board in units of the picture, which has its y downwards.
    pub(crate) fn at(&self, place: Point) -> [f64; 2] {
        let turn = if self.flip { -UNIT } else { UNIT };
        [place.x * turn, -place.y * turn]
    }

    /// A way on the board in units of the picture.
    pub(crate) fn path(&self, places: &[Point]) -> Path {
        let commands = std::iter::once('M').chain(std::iter::repeat('L'));
        places.iter().zip(commands).fold(Path::default(), |path, (&place, command)| path.then(command, &self.at(place)))
    }

    /// Starts an element.
    pub(crate) fn tag(&mut self, name: &'static str) -> Tag<'_> {
        self.svg.tag(name)
    }

    /// Starts a group of elements of a class that share a colour. Ends with [`close`](Self::close).
    pub(crate) fn group(&mut self, class: &str, fill: &str) -> Tag<'_> {
        let tag = self.svg.tag("g");
        (if class.is_empty() { tag } else { tag.set("class", class) }).set("fill", fill)
    }

    /// Ends a group.
    pub(crate) fn close(&mut self) {
        self.svg.close("g");
    }

    /// Ends an element that is not a group.
    pub(crate) fn end(&mut self, name: &'static str) {
        self.svg.close(name);
    }

    /// A circle, to be given its looks.
    pub(crate) fn circle(&mut self, centre: Point, radius: f64) -> Tag<'_> {
        let [x, y] = self.at(centre);
        self.svg.tag("circle").num("cx", x).num("cy", y).num("r", radius * UNIT)
    }

    /// Texts of one size in the colour of the frame's ink, each centred.
    pub(crate) fn labels(&mut self, size: f64, labels: &[(Point, String)]) {
        let ink = self.ink;
        self.group("tern-ink", ink).num("font-size", size * UNIT).open();
        for (place, text) in labels {
            let [x, y] = self.at(*place);
            self.tag("text").num("x", x).num("y", y).set("dy", ".35em").text(text);
        }
        self.close();
    }

    /// The player's stone, a text beside it, and a sign if it is their turn. Not turned with the board.
    pub(crate) fn seat(&mut self, seat: &Seat) {
        let [x, y] = self.at(seat.at);
        let radius = 0.17 * UNIT;
        self.stone_at(seat.owner, [x, y], radius).empty();
        let ink = self.ink;
        self.group("tern-ink", ink).num("font-size", 0.27 * UNIT).set("text-anchor", "start").open();
        self.tag("text").num("x", x + 0.32 * UNIT).num("y", y).set("dy", ".35em").text(&seat.text);
        if seat.to_move {
            let sign = Path::default().then('M', &[x - 0.45 * UNIT, y - 0.13 * UNIT]);
            let sign = sign.then('l', &[0.2 * UNIT, 0.13 * UNIT]).then('l', &[-0.2 * UNIT, 0.13 * UNIT]).then('z', &[]);
            self.tag("path").set("d", sign).empty();
        }
        self.close();
    }

    /// The place that looks the same distance from the left after the board was turned about `middle`.
    pub(crate) fn unmirrored(&self, place: Point, middle: Point) -> Point {
        if self.flip { Point::new(2.0 * middle.x - place.x, place.y) } else { place }
    }

    /// The upper left corner of a part of the board between two of its corners.
    pub(crate) fn upper_left(&self, low: Point, high: Point) -> [f64; 2] {
        let ([x1, y1], [x2, y2]) = (self.at(low), self.at(high));
        [x1.min(x2), y1.min(y2)]
    }

    /// A short text on a plate that is read on anything; not turned with the board.
    pub(crate) fn plate(&mut self, centre: Point, text: &str, colour: &str) {
        let [x, y] = self.at(centre);
        // About as wide as the system's fonts make it: nothing can be measured here.
        let ems = |letter: char| match letter {
            ' ' => 0.35,
            '0'..='9' => 0.7,
            _ => 0.84,
        };
        let (width, height) = ((PLATE * text.chars().map(ems).sum::<f64>() + 0.18) * UNIT, 1.6 * PLATE * UNIT);
        let plate = self.tag("rect").num("x", x - width / 2.0).num("y", y - height / 2.0).num("width", width);
        let plate = plate.num("height", height).num("rx", height / 2.0).set("fill", "#fff").set("stroke", colour);
        plate.num("stroke-width", 3.5).empty();
        let text_tag = self.tag("text").num("x", x).num("y", y).set("dy", ".35em").num("font-size", PLATE * UNIT);
        text_tag.set("fill", colour).text(text);
    }

    /// What the elements of the group that was just opened mean, for whoever points at them or listens.
    pub(crate) fn title(&mut self, text: &str) {
        self.tag("title").text(text);
    }

    // ---- stones ----

    /// What stones need to be there before the first of them.
    pub(crate) fn stone_colours(&mut self) {
        self.tag("defs").open();
        for (id, colours) in [("w", ["#fff", "#f6efe0", "#cfc0a3"]), ("b", ["#77716b", "#37332f", "#14110f"])] {
            let gradient = self.tag("radialGradient").set("id", format!("tern-stone-{id}"));
            gradient.set("cx", ".38").set("cy", ".32").set("r", ".72").open();
            for (offset, colour) in ["0", ".6", "1"].iter().zip(colours) {
                self.tag("stop").set("offset", offset).set("stop-color", colour).empty();
            }
            self.svg.close("radialGradient");
        }
        self.svg.close("defs");
    }

    fn stone_at(&mut self, owner: Player, [x, y]: [f64; 2], radius: f64) -> Tag<'_> {
        let (class, letter, rim) = match owner {
            Player::P1 => ("tern-white", 'w', "#7d6f55"),
            Player::P2 => ("tern-black", 'b', "#0b0908"),
        };
        let circle = self.svg.tag("circle").set("class", class).num("cx", x).num("cy", y).num("r", radius);
        circle.set("fill", format!("url(#tern-stone-{letter})")).set("stroke", rim).num("stroke-width", radius / 18.0)
    }

    /// Stones on the board, with their shadows beneath all of them.
    pub(crate) fn stones(&mut self, stones: &[Stone], radius: f64) {
        self.group("tern-shadow", "#000").set("fill-opacity", ".24").open();
        for stone in stones {
            let [x, y] = self.at(stone.at);
            self.tag("circle").num("cx", x + 2.0).num("cy", y + 5.0).num("r", radius * UNIT).empty();
        }
        self.close();
        for stone in stones {
            let at = self.at(stone.at);
            let letter = if stone.owner == Player::P1 { "w" } else { "b" };
            self.stone_at(stone.owner, at, radius * UNIT)
                .set("data-piece", letter)
                .set("data-cell", &stone.cell)
                .empty();
        }
    }

    /// Stones beside the board.
    pub(crate) fn small_stones(&mut self, owner: Player, places: &[Point], radius: f64) {
        for &place in places {
            let at = self.at(place);
            self.stone_at(owner, at, radius * UNIT).empty();
        }
    }

    // ---- marks ----

    /// Starts a group of marks, which let clicks through to what is beneath. Ends with [`close`](Self::close).
    pub(crate) fn marks(&mut self) {
        self.tag("g").set("pointer-events", "none").open();
    }

    /// A ring around a cell in a colour, on a light edge so that it is seen on anything.
    pub(crate) fn ring(&mut self, class: &str, centre: Point, radius: f64, colour: &str) {
        self.group(class, "none").open();
        self.circle(centre, radius).set("stroke", "#fff").set("stroke-opacity", ".75").num("stroke-width", 9.0).empty();
        self.circle(centre, radius).set("stroke", colour).num("stroke-width", 5.5).empty();
        self.close();
    }

    /// A broken ring: something may happen here.
    pub(crate) fn target(&mut self, class: &str, centre: Point, radius: f64, colour: &str) {
        let dash = rounded(radius * UNIT * std::f64::consts::TAU / 24.0, 2);
        self.group(class, "none").open();
        self.circle(centre, radius).set("stroke", "#fff").set("stroke-opacity", ".8").num("stroke-width", 10.0).empty();
        let ring = self.circle(centre, radius).set("stroke", colour).num("stroke-width", 6.5);
        ring.set("stroke-dasharray", format!("{dash} {dash}")).empty();
        self.close();
    }

    /// A cross: something was here and is gone.
    pub(crate) fn cross(&mut self, class: &str, centre: Point, size: f64, colour: &str) {
        let [x, y] = self.at(centre);
        let (half, all) = (size * UNIT, 2.0 * size * UNIT);
        let path = Path::default()
            .then('M', &[x - half, y - half])
            .then('l', &[all, all])
            .then('m', &[0.0, -all])
            .then('l', &[-all, all]);
        let tag = self.tag("path").set("class", class).set("d", path).set("fill", "none").set("stroke", colour);
        tag.num("stroke-width", 6.0).set("stroke-linecap", "round").empty();
    }

    /// A line with a point at its end, and so much white around it.
    fn pointer(&mut self, from: Point, to: Point, width: f64, colour: &str, halo: f64) {
        let length = from.distance(to).max(0.01);
        let head = (3.2 * width / UNIT).min(0.45 * length);
        let neck = to.towards(from, head / length);
        let wing = Point::new((to.y - from.y) / length * head * 0.62, (from.x - to.x) / length * head * 0.62);
        let shaft = self.path(&[from, neck]).to_string();
        let path = [neck.plus(wing.x, wing.y), to, neck.plus(-wing.x, -wing.y)];
        let head = self.path(&path).then('z', &[]).to_string();
        let below = (halo > 0.0).then_some(("#fff", halo));
        for (colour, around) in below.into_iter().chain([(colour, 0.0)]) {
            let line =
                self.tag("path").set("d", &shaft).set("stroke", colour).num("stroke-width", width + 2.0 * around);
            line.set("stroke-linecap", "round").empty();
            let point = self.tag("path").set("d", &head).set("fill", colour).set("stroke", colour);
            point.num("stroke-width", width * 0.3 + 2.0 * around).empty();
        }
    }

    /// The way of a piece from cell to cell, without what stands on either.
    pub(crate) fn slide(&mut self, class: &str, from: Point, to: Point) {
        let length = from.distance(to);
        self.group(class, "none").set("opacity", ".8").set("stroke-linejoin", "round").open();
        self.pointer(from.towards(to, 0.44 / length), to.towards(from, 0.36 / length), 8.0, ACCENT, 0.0);
        self.close();
    }

    /// A small arrow with a bar across it: this way is forbidden.
    pub(crate) fn crossed_arrow(&mut self, from: Point, to: Point) {
        self.pointer(from, to, 5.5, DANGER, 2.25);
        let middle = from.towards(to, 0.4);
        let bar = [(to.y - from.y, from.x - to.x), (from.x - to.x, from.y - to.y)];
        let [across, back] = bar.map(|(x, y)| (x * 0.36, y * 0.36));
        let ends =
            [middle.plus(across.0 + back.0, across.1 + back.1), middle.plus(-across.0 - back.0, -across.1 - back.1)];
        let bar = self.path(&ends).to_string();
        for (colour, width) in [("#fff", 9.0), (DANGER, 5.0)] {
            let line = self.tag("path").set("d", &bar).set("stroke", colour).num("stroke-width", width);
            line.set("stroke-linecap", "round").empty();
        }
    }

    /// An arrow from cell to cell. The better the move, the broader; the colours differ in lightness and between blue and
    /// yellow, which nearly everybody sees.
    pub(crate) fn arrow(&mut self, from: Point, to: Point, kind: ArrowKind) {
        let (colour, width) = match kind {
            ArrowKind::Best => (ACCENT, 13.0),
            ArrowKind::Good => ("#2fa3d6", 11.0),
            ArrowKind::Doubtful => ("#f2a71b", 9.0),
            ArrowKind::Bad => ("#8f1030", 7.0),
        };
        if from == to {
            // What is dropped comes from nowhere: a ring around its cell.
            let ring = self.circle(from, 0.4).set("class", format!("tern-arrow tern-{}", kind.name()));
            let ring = ring.set("fill", "none").set("stroke", colour).num("stroke-width", width);
            return ring.set("opacity", ".9").set("pointer-events", "none").empty();
        }
        let length = from.distance(to).max(0.01);
        let (from, to) = (from.towards(to, 0.22 / length), to.towards(from, 0.12 / length));
        let group = self.group(&format!("tern-arrow tern-{}", kind.name()), "none").set("stroke-linejoin", "round");
        group.set("opacity", ".9").set("pointer-events", "none").open();
        self.pointer(from, to, width, colour, 2.5);
        self.close();
    }

    /// The end of the picture, and the picture.
    pub(super) fn finish(mut self) -> String {
        self.svg.close("svg");
        self.svg.into_text()
    }
}
