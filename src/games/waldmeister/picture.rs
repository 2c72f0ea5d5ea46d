//! A picture of a `WaldMeister` board: trees on a forest floor, and small forests of what is still in hand.

use super::board::{Board, Cell, cells, largest_group, lowest_group, neighbours};
use super::moves::WaldMeisterMove;
use super::position::{Goal, WaldMeister};
use super::tree::{Colour, Height, Tree};
use super::trees;
use crate::game::{Game, Player};
use crate::picture::{ACCENT, Frame, Path, Pen, Picture, Point, ROW_HEIGHT, Subject, UNIT, View, state_of_play};

/// Half the width and half the height of a player's panel beside the board.
const PANEL: Point = Point::new(1.28, 1.56);
/// The size of a tree in hand; on the board it is 1.
const IN_HAND: f64 = 0.62;
/// From one tree in hand to the next.
const PITCH: f64 = 0.66;

fn place<B: Board>(cell: Cell<B>) -> Point {
    let (column, row) = (f64::from(cell.column()), f64::from(cell.row()));
    Point::new(column + row / 2.0, row * ROW_HEIGHT)
}

/// A slide that waits for its tree.
#[derive(Clone, Copy)]
struct HalfSlide<B: Board> {
    from: Cell<B>,
    to: Cell<B>,
}

impl<B: Board> HalfSlide<B> {
    fn of(pending: &[WaldMeisterMove<B>]) -> Option<Self> {
        match *pending.first()? {
            WaldMeisterMove::Slide { from, to, .. } => Some(Self { from, to }),
            WaldMeisterMove::First { cell, .. } => Some(Self { from: cell, to: cell }),
        }
    }
}

impl<B: Board> Picture for WaldMeister<B> {
    fn cells(&self) -> Vec<(String, Point)> {
        self.board().map(|cell| (cell.to_string(), place(cell))).collect()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        self.board().filter_map(|cell| Some((cell.to_string(), self.piece_at(cell)?.to_string()))).collect()
    }

    fn hands(&self) -> [Vec<(String, u32)>; 2] {
        Player::BOTH.map(|player| {
            let hand = self.hand(player);
            hand.kinds().map(|tree| (tree.to_string(), u32::from(hand.count(tree)))).collect()
        })
    }

    fn paint(&self, view: &View<WaldMeisterMove<B>>) -> Pen {
        let mut pen = Pen::new(&self.frame(), view.flip);
        let half = HalfSlide::of(&view.pending);
        trees::define(&mut pen);
        self.paint_floor(&mut pen);
        self.paint_names(&mut pen);
        match half {
            Some(half) => paint_slide(&mut pen, half.from, half.to, true),
            None => paint_last(&mut pen, view.last),
        }
        self.paint_trees(&mut pen, half);
        for player in Player::BOTH {
            let planting = half.is_some() && player == self.turn;
            self.paint_panel(&mut pen, player, planting);
        }
        pen
    }

    /// The groups that count for a player, each outlined and with its points.
    fn paint_overlay(&self, subject: Subject<'_>, pen: &mut Pen) -> bool {
        let Subject::Player(player) = subject else { return false };
        let sets = self.groups(player).into_iter().enumerate().filter(|(_, set)| *set != B::NONE);
        let groups: Vec<(usize, B)> = sets.map(|(i, set)| (i, largest(set))).collect();
        let goal = self.goal(player);
        for &(i, group) in &groups {
            let name = match goal {
                Goal::Colours => Colour::ALL[i].name(),
                Goal::Heights => Height::ALL[i].name(),
            };
            pen.group("tern-group", "none").set("stroke-linecap", "round").open();
            pen.title(&format!("{name}: {}", group.count()));
            paint_edge(pen, group, OUTLINES[i], goal);
            pen.close();
        }
        // Above all edges, and those of colours elsewhere than those of heights, so that none covers another.
        for (i, group) in groups {
            let at = match goal {
                Goal::Colours => cells(group).next().map(|cell| place(cell).plus(0.0, -0.5)),
                Goal::Heights => cells(group).last().map(|cell| place(cell).plus(0.0, 0.5)),
            };
            pen.plate(at.unwrap_or_else(|| self.middle()), &group.count().to_string(), OUTLINES[i]);
        }
        true
    }
}

/// The colours of outlines: far apart, and not those of trees.
const OUTLINES: [&str; 3] = ["#b3400a", ACCENT, "#7a1fa2"];

/// The largest group of a set that is not empty; of several the lowest.
fn largest<B: Board>(set: B) -> B {
    let (mut rest, size) = (set, largest_group(set));
    loop {
        let group = lowest_group(rest);
        if group.count() == size {
            return group;
        }
        rest = rest & !group;
    }
}

/// The edge of a group of cells: whole for colours, broken and a little further inside for heights.
fn paint_edge<B: Board>(pen: &mut Pen, group: B, colour: &str, goal: Goal) {
    const STEPS: [(f64, f64); 6] =
        [(1.0, 0.0), (-1.0, 0.0), (0.5, ROW_HEIGHT), (-0.5, -ROW_HEIGHT), (0.5, -ROW_HEIGHT), (-0.5, ROW_HEIGHT)];
    let (inset, dashes) = match goal {
        Goal::Colours => (0.45, "none"),
        Goal::Heights => (0.37, "14 11"),
    };
    let mut edge = Path::default();
    for centre in cells(group).map(place) {
        let inside = |(x, y): (f64, f64)| cells(group).any(|other| place(other).distance(centre.plus(x, y)) < 0.1);
        for (x, y) in STEPS.into_iter().filter(|&step| !inside(step)) {
            let (middle, half) = (centre.plus(inset * x, inset * y), 0.6 * inset);
            edge = edge.then('M', &pen.at(middle.plus(half * y, -half * x)));
            edge = edge.then('L', &pen.at(middle.plus(-half * y, half * x)));
        }
    }
    let edge = edge.to_string();
    for (stroke, width, dashes) in [("#fff", "12", "none"), (colour, "7.5", dashes)] {
        let line = pen.tag("path").set("d", &edge).set("stroke", stroke).set("stroke-width", width);
        line.set("stroke-dasharray", dashes).empty();
    }
}

impl<B: Board> WaldMeister<B> {
    /// All cells, row by row from a1 on.
    fn board(&self) -> impl Iterator<Item = Cell<B>> + use<B> {
        let side = self.side();
        (0..side).flat_map(move |row| (0..side).map(move |column| Cell::new(column, row)))
    }

    fn middle(&self) -> Point {
        let half = f64::from(self.side() - 1) / 2.0;
        Point::new(1.5 * half, half * ROW_HEIGHT)
    }

    /// From the middle of the board to the middle of p1's panel, which stands in the free corner at the lower right. That
    /// of p2 stands opposite.
    fn panel(&self) -> Point {
        let middle = self.middle();
        let side = f64::from(self.side());
        Point::new(side + 1.5 + PANEL.x - middle.x, -0.62 + PANEL.y - middle.y)
    }

    fn frame(&self) -> Frame {
        let (middle, panel) = (self.middle(), self.panel());
        let half_width = (middle.x + 0.75).max(panel.x + PANEL.x) + 0.35;
        // The panels always reach further up and down than the board.
        let half_height = PANEL.y - panel.y + 0.58;
        let [p1, p2] = Player::BOTH.map(|player| self.points(player));
        Frame {
            look: "tern-picture tern-forest",
            ground: "#c9cfae",
            ink: "#26301f",
            label: format!("waldmeister board, p1 has {p1} points, p2 {p2}. {}", state_of_play(self)),
            low: middle.plus(-half_width, -half_height),
            high: middle.plus(half_width, half_height),
        }
    }

    /// The cells; those of trees that cannot move any more are darker.
    fn paint_floor(&self, pen: &mut Pen) {
        let can_move = self.empty() | neighbours(self.empty());
        let (open, stuck): (Vec<_>, Vec<_>) = self.board().partition(|cell| can_move & cell.bit() != B::NONE);
        for (class, fill, set) in [("tern-cell", "#f3ecd6", open), ("tern-cell tern-stuck", "#d3c7a4", stuck)] {
            pen.group(class, fill).set("stroke", "#b3a886").set("stroke-width", "2.5").open();
            for cell in set {
                let [x, y] = pen.at(place(cell));
                pen.tag("path").set("data-cell", cell).set("d", hexagon([x, y], 56.0)).empty();
            }
            pen.close();
        }
    }

    /// Letters where the columns, which lean, meet the lower and the upper edge; numbers at both ends of the rows.
    fn paint_names(&self, pen: &mut Pen) {
        let last = self.side() - 1;
        let mut names = Vec::new();
        for i in 0..self.side() {
            let letter = char::from(b'a' + i).to_string();
            names.push((place(Cell::<B>::new(i, 0)).plus(-0.44, -0.76), letter.clone()));
            names.push((place(Cell::<B>::new(i, last)).plus(0.44, 0.76), letter));
            names.push((place(Cell::<B>::new(0, i)).plus(-0.76, 0.0), (i + 1).to_string()));
            names.push((place(Cell::<B>::new(last, i)).plus(0.76, 0.0), (i + 1).to_string()));
        }
        pen.labels(0.27, &names);
    }

    fn paint_trees(&self, pen: &mut Pen, half: Option<HalfSlide<B>>) {
        // From the back to the front, so that a tall tree may cover a little of the one behind it.
        for cell in self.board().collect::<Vec<_>>().into_iter().rev() {
            let Some(tree) = self.piece_at(cell) else { continue };
            let now = half.filter(|half| half.from == cell).map_or(cell, |half| half.to);
            let [x, y] = pen.at(place(now));
            let tag = pen.tag("use").set("data-piece", tree).set("data-cell", now).set("href", format!("#tern-{tree}"));
            tag.num("x", x).num("y", y).empty();
        }
    }
}

// ---- what is beside the board ----

impl<B: Board> WaldMeister<B> {
    /// What a player scores, and what is left in hand: a column for each colour, a row for each height. What counts is
    /// summed up beneath the columns or beside the rows.
    fn paint_panel(&self, pen: &mut Pen, player: Player, planting: bool) {
        let turn = if player == Player::P1 { 1.0 } else { -1.0 };
        let centre = self.middle().plus(turn * self.panel().x, turn * self.panel().y);
        let [x, y] = pen.at(centre);
        let (width, height) = (2.0 * PANEL.x * UNIT, 2.0 * PANEL.y * UNIT);
        pen.tag("g").set("class", "tern-hand").set("transform", format!("translate({x:.2} {y:.2})")).open();
        let panel = pen.tag("rect").set("class", "tern-panel").num("x", -width / 2.0).num("y", -height / 2.0);
        let panel = panel.num("width", width).num("height", height).set("rx", "18").set("fill", "#e3dfc2");
        panel.set("stroke", "#b3a886").set("stroke-width", "2.5").empty();
        self.paint_heading(pen, player);
        for tree in Tree::ALL {
            self.paint_in_hand(pen, player, tree, planting);
        }
        self.paint_sums(pen, player);
        pen.close();
    }

    fn paint_heading(&self, pen: &mut Pen, player: Player) {
        let goal = match self.goal(player) {
            Goal::Colours => "colours",
            Goal::Heights => "heights",
        };
        let top = -PANEL.y * UNIT;
        let to_move = self.outcome().is_none() && self.turn == player;
        pen.group("tern-dark-ink", "#26301f").set("text-anchor", "start").open();
        if to_move {
            pen.tag("path")
                .set(
                    "d",
                    Path::default()
                        .then('M', &[-108.0, top + 19.0])
                        .then('l', &[17.0, 11.0])
                        .then('l', &[-17.0, 11.0])
                        .then('z', &[]),
                )
                .empty();
        }
        let name = format!("p{} {goal}", player.index() + 1);
        pen.tag("text").set("x", "-84").num("y", top + 30.0).set("dy", ".35em").set("font-size", "23").text(&name);
        let points = pen.tag("text").set("x", "110").num("y", top + 31.0).set("dy", ".35em").set("font-size", "32");
        points.set("text-anchor", "end").text(&self.points(player).to_string());
        pen.close();
    }

    /// Where a kind of tree stands in a panel, from its middle, y downwards.
    fn place_in_panel(&self, player: Player, tree: Tree) -> [f64; 2] {
        let (column, row) = (tree.colour.index() as f64 - 1.0, 1.0 - tree.height.index() as f64);
        let (dx, dy) = match self.goal(player) {
            Goal::Colours => (-0.06, 0.1),
            Goal::Heights => (-0.15, 0.22),
        };
        [(column * PITCH * 1.12 + dx) * UNIT, (row * PITCH * 1.12 + dy) * UNIT]
    }

    fn paint_in_hand(&self, pen: &mut Pen, player: Player, tree: Tree, planting: bool) {
        let [x, y] = self.place_in_panel(player, tree);
        let count = self.hand(player).count(tree);
        let group = pen.tag("g").set("data-hand", format!("p{}", player.index() + 1)).set("data-piece", tree);
        let group = if count == 0 { group.set("opacity", ".18") } else { group };
        group.open();
        if planting && count > 0 {
            let mark = pen.tag("circle").set("class", "tern-choice").num("cx", x).num("cy", y + 1.0).set("r", "32");
            mark.set("fill", "#fffbe8")
                .set("stroke", ACCENT)
                .set("stroke-width", "4")
                .set("stroke-dasharray", "9 6")
                .empty();
        }
        let scaled = format!("translate({x:.2} {y:.2})scale({IN_HAND})");
        pen.tag("use").set("href", format!("#tern-{tree}")).set("transform", scaled).empty();
        if count == 0 {
            return pen.close();
        }
        let number = pen.tag("text").set("class", "tern-dark-ink").num("x", x + 28.0).num("y", y + 20.0);
        // The ring around a choice must not run through its number.
        let number = if planting {
            number.set("stroke", "#fffbe8").set("stroke-width", "6").set("paint-order", "stroke")
        } else {
            number
        };
        number.set("dy", ".35em").set("font-size", "21").set("fill", "#26301f").text(&count.to_string());
        pen.close();
    }

    /// The largest group of each colour or height.
    fn paint_sums(&self, pen: &mut Pen, player: Player) {
        pen.group("tern-sum", ACCENT).set("font-size", "25").open();
        for (i, group) in self.groups(player).into_iter().enumerate() {
            let tree = Tree { height: Height::ALL[i], colour: Colour::ALL[i] };
            let [x, y] = self.place_in_panel(player, tree);
            let [x, y] = match self.goal(player) {
                Goal::Colours => [x, PANEL.y * UNIT - 24.0],
                Goal::Heights => [PANEL.x * UNIT - 22.0, y + 6.0],
            };
            let size = largest_group(group).to_string();
            pen.tag("text").num("x", x).num("y", y).set("dy", ".35em").text(&size);
        }
        pen.close();
    }
}

// ---- marks ----

/// A hexagon with a corner on top, of this distance from its middle to a corner.
fn hexagon([x, y]: [f64; 2], radius: f64) -> Path {
    let (half, wide) = (radius / 2.0, radius * ROW_HEIGHT);
    Path::default()
        .then('M', &[x, y - radius])
        .then('l', &[wide, half])
        .then('v', &[radius])
        .then('l', &[-wide, half])
        .then('l', &[-wide, -half])
        .then('v', &[-radius])
        .then('z', &[])
}

fn paint_last<B: Board>(pen: &mut Pen, last: Option<WaldMeisterMove<B>>) {
    match last {
        Some(WaldMeisterMove::First { cell, .. }) => paint_slide(pen, cell, cell, false),
        Some(WaldMeisterMove::Slide { from, to, .. }) => paint_slide(pen, from, to, false),
        None => {}
    }
}

/// The way of a tree, and the cell that it left: there a tree was planted, or is to be.
fn paint_slide<B: Board>(pen: &mut Pen, from: Cell<B>, to: Cell<B>, open: bool) {
    pen.marks();
    let outline = hexagon(pen.at(place(from)), 50.0);
    let mark =
        pen.tag("path").set("class", "tern-last").set("d", outline).set("stroke", ACCENT).set("stroke-width", "7");
    let mark =
        if open { mark.set("fill", "#fff7c4").set("stroke-dasharray", "16 9") } else { mark.set("fill", "none") };
    mark.set("stroke-linejoin", "round").empty();
    if from != to {
        let goal = hexagon(pen.at(place(to)), 50.0);
        let mark = pen.tag("path").set("class", "tern-last").set("d", goal).set("stroke", ACCENT).set("fill", "none");
        mark.set("stroke-width", "3.5").set("stroke-linejoin", "round").empty();
        pen.slide("tern-last", place(from), place(to));
    }
    if open {
        let [x, y] = pen.at(place(from));
        let plus =
            Path::default().then('M', &[x - 17.0, y]).then('h', &[34.0]).then('m', &[-17.0, -17.0]).then('v', &[34.0]);
        let sign = pen.tag("path").set("d", plus).set("stroke", ACCENT).set("stroke-width", "8");
        sign.set("stroke-linecap", "round").empty();
    }
    pen.close();
}
