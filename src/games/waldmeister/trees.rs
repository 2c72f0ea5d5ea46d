//! How trees look in pictures.
//!
//! The height of a tree is the number of its tiers. Its colour is told three times: by three greens far apart in
//! lightness, by the outline of its tiers (round, straight, ragged), and by a mark on its trunk. So nobody needs to see
//! colours to tell trees apart.

use super::tree::{Colour, Height, Tree};
use crate::picture::{Path, Pen};

/// The greens of a colour: foliage, its edge, and its side in the light.
const fn greens(colour: Colour) -> [&'static str; 3] {
    match colour {
        Colour::Light => ["#cde46c", "#66801a", "#eaf6ae"],
        Colour::Green => ["#3d9650", "#174d28", "#62b873"],
        Colour::Dark => ["#143c2c", "#03120b", "#2a5e47"],
    }
}

/// The trunk of a colour, and the mark on it.
const fn bark(colour: Colour) -> [&'static str; 2] {
    match colour {
        Colour::Light => ["#fbf7ea", "#4a3a28"],
        Colour::Green => ["#8d5b31", "#fff3d6"],
        Colour::Dark => ["#2a1b10", "#ffe9b8"],
    }
}

/// How many tiers a tree has.
const fn tiers(height: Height) -> u8 {
    match height {
        Height::Small => 1,
        Height::Medium => 2,
        Height::Tall => 3,
    }
}

/// Where a tier begins, how wide it is to either side, and where it ends; y is downwards from the middle of the cell.
struct Tier {
    base: f64,
    reach: f64,
    top: f64,
}

impl Tier {
    fn nth(i: u8) -> Self {
        let i = f64::from(i);
        Self { base: 25.0 - 22.0 * i, reach: 33.0 - 5.5 * i, top: -9.0 - 20.5 * i }
    }

    fn outline(&self, colour: Colour) -> Path {
        let Self { base, reach, top } = *self;
        let start = Path::default().then('M', &[0.0, top]);
        match colour {
            Colour::Light => start
                .then('C', &[0.5 * reach, top, reach, base - 15.0, reach, base - 6.0])
                .then('Q', &[0.9 * reach, base + 4.0, 0.0, base + 4.0])
                .then('Q', &[-0.9 * reach, base + 4.0, -reach, base - 6.0])
                .then('C', &[-reach, base - 15.0, -0.5 * reach, top, 0.0, top])
                .then('z', &[]),
            Colour::Green => start.then('L', &[reach, base]).then('H', &[-reach]).then('z', &[]),
            Colour::Dark => {
                let tooth = reach / 3.0;
                let hem = (0..3).fold(start.then('Q', &[0.25 * reach, base - 13.0, reach, base]), |path, _| {
                    path.then('l', &[-tooth, -6.0]).then('l', &[-tooth, 6.0])
                });
                hem.then('Q', &[-0.25 * reach, base - 13.0, 0.0, top]).then('z', &[])
            }
        }
    }

    /// The side on which the light falls.
    fn lit(&self, colour: Colour) -> Path {
        let Self { base, reach, top } = *self;
        let start = Path::default().then('M', &[-0.06 * reach, top + 6.0]);
        let left = match colour {
            Colour::Light => [-0.5 * reach, top + 6.0, -0.8 * reach, base - 5.0],
            Colour::Green => [-0.4 * reach, 0.5 * (top + base) + 2.0, -0.78 * reach, base - 3.5],
            Colour::Dark => [-0.22 * reach, base - 12.0, -0.72 * reach, base - 6.0],
        };
        start.then('Q', &left).then('Q', &[-0.3 * reach, base - 5.0, -0.06 * reach, top + 6.0]).then('z', &[])
    }
}

/// Defines all kinds of trees, to be used by their names.
pub(super) fn define(pen: &mut Pen) {
    pen.tag("defs").open();
    for tree in Tree::ALL {
        pen.tag("g").set("id", format!("tern-{tree}")).set("stroke-linejoin", "round").open();
        draw(pen, tree);
        pen.close();
    }
    pen.end("defs");
}

fn draw(pen: &mut Pen, tree: Tree) {
    let shadow = pen.tag("ellipse").set("class", "tern-shadow").set("cx", "3").set("cy", "41").set("rx", "23");
    shadow.set("ry", "6").set("fill-opacity", ".22").empty();
    let [wood, mark] = bark(tree.colour);
    let trunk = pen.tag("rect").set("x", "-7").set("y", "21").set("width", "14").set("height", "21").set("rx", "2");
    trunk.set("fill", wood).set("stroke", bark_edge(tree.colour)).set("stroke-width", "1.6").empty();
    let mark_path = match tree.colour {
        Colour::Light => "M-6 31h6M0 36h6",
        Colour::Green => "M-5.5 34h11",
        Colour::Dark => "M0 34h.01",
    };
    let width = if tree.colour == Colour::Dark { "7" } else { "3" };
    let round = if tree.colour == Colour::Dark { "round" } else { "butt" };
    let tag = pen.tag("path").set("d", mark_path).set("stroke", mark).set("stroke-width", width);
    tag.set("stroke-linecap", round).empty();
    let [foliage, edge, light] = greens(tree.colour);
    for i in 0..tiers(tree.height) {
        let tier = Tier::nth(i);
        let crown = pen.tag("path").set("d", tier.outline(tree.colour)).set("fill", foliage).set("stroke", edge);
        crown.set("stroke-width", "2.4").empty();
        pen.tag("path").set("d", tier.lit(tree.colour)).set("fill", light).set("fill-opacity", ".75").empty();
    }
}

const fn bark_edge(colour: Colour) -> &'static str {
    match colour {
        Colour::Light => "#6b5a42",
        Colour::Green => "#4d2f17",
        Colour::Dark => "#0d0703",
    }
}
