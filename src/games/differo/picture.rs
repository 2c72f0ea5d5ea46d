//! A picture of a Differo board: the lines are the game, so the lines are the picture.

use super::board::{Cell, ROWS, cells, goal_row, row_letter, width};
use super::lines::{Crossing, Line};
use super::moves::DifferoMove;
use super::position::Differo;
use crate::game::{Game, Player};
use crate::notation::Notation;
use crate::picture::{ACCENT, Frame, Path, Pen, Picture, Point, ROW_HEIGHT, Seat, Stone, Subject, View, state_of_play};

/// The radius of a piece.
const PIECE: f64 = 0.34;

/// The middle of the board, seen from a1.
const MIDDLE: Point = Point::new(2.0, 4.0 * ROW_HEIGHT);

/// The number of a cell grows to the right, and every row starts half a cell further left than the one below it.
fn place(cell: Cell) -> Point {
    Point::new(f64::from(cell.number()) - f64::from(cell.row()) / 2.0, f64::from(cell.row()) * ROW_HEIGHT)
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::P1 => "w",
        Player::P2 => "b",
    }
}

fn all_cells() -> impl Iterator<Item = Cell> {
    cells((1 << Cell::COUNT) - 1)
}

/// The first and the last cell of a row.
fn ends(row: u8) -> [Point; 2] {
    let first = Cell::first_number(row);
    [first, first + width(row) - 1].map(|number| Cell::new(row, number).map_or(MIDDLE, place))
}

impl Picture for Differo {
    fn cells(&self) -> Vec<(String, Point)> {
        all_cells().map(|cell| (cell.to_string(), place(cell))).collect()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let owned = all_cells().filter_map(|cell| Some((cell, self.piece_at(cell)?)));
        owned.map(|(cell, player)| (cell.to_string(), letter(player).into())).collect()
    }

    fn hands(&self) -> [Vec<(String, u32)>; 2] {
        [Vec::new(), Vec::new()]
    }

    fn paint(&self, view: &View<DifferoMove>) -> Pen {
        let [white, black] = Player::BOTH.map(|player| self.foremost_row(player).map_or('-', row_letter));
        let frame = Frame {
            look: "tern-picture tern-slate",
            ground: "#9fb0b8",
            ink: "#1d2a31",
            label: format!("differo board, White has reached row {white}, Black row {black}. {}", state_of_play(self)),
            low: MIDDLE.plus(-5.6, -4.5),
            high: MIDDLE.plus(5.6, 4.5),
        };
        let mut pen = Pen::new(&frame, view.flip);
        pen.stone_colours();
        paint_hexagon(&mut pen);
        paint_goals(&mut pen);
        paint_lattice(&mut pen);
        paint_names(&mut pen);
        self.paint_seats(&mut pen, [white, black]);
        paint_way(&mut pen, view.last);
        let stones: Vec<Stone> = all_cells()
            .filter_map(|cell| Some(Stone { owner: self.piece_at(cell)?, cell: cell.to_string(), at: place(cell) }))
            .collect();
        pen.stones(&stones, PIECE);
        if let Some(DifferoMove { to, .. }) = view.last {
            pen.marks();
            pen.ring("tern-last", place(to), PIECE + 0.01, ACCENT);
            pen.close();
        }
        pen
    }

    /// The three lines through a piece, with the sum that says how far they carry it, and where to.
    fn paint_overlay(&self, subject: Subject<'_>, pen: &mut Pen) -> bool {
        let Subject::Cell(name) = subject else { return false };
        let Some((cell, owner)) = name.parse().ok().and_then(|cell| Some((cell, self.piece_at(cell)?))) else {
            return false;
        };
        for crossing in Crossing::all_of(cell) {
            self.paint_count(pen, cell, owner, crossing.line);
        }
        true
    }
}

impl Differo {
    /// Where a player's piece can go along a line, as if it were their turn.
    fn ways(&self, player: Player, from: Cell, line: Line) -> Vec<Cell> {
        let mut ways = Vec::new();
        let position = Self { side: player, ..*self };
        position.generate(|m| {
            let on_line = |cell| Crossing::all_of(cell).into_iter().any(|crossing| crossing.line == line);
            if m.from == from && on_line(m.to) {
                ways.push(m.to);
            }
        });
        ways
    }

    /// A line, what stands on it, and where that carries a piece.
    fn paint_count(&self, pen: &mut Pen, from: Cell, owner: Player, line: Line) {
        let on_line = (0..=line.last_place()).fold(0, |set, place| set | line.cell(place).bit());
        let count = |player: Player| (self.pieces(player) & on_line).count_ones() as i32;
        let (own, enemy) = (count(owner), count(owner.opponent()));
        let sum = format!("{own} − {enemy} = {}", (own - enemy).to_string().replace('-', "−"));
        let ways = self.ways(owner, from, line);
        let colour = if ways.is_empty() { "#49545a" } else { ACCENT };
        let names: Vec<String> = ways.iter().map(Cell::to_string).collect();
        pen.group("tern-count", "none").open();
        pen.title(format!("{sum} {}", names.join(" ")).trim_end());
        let (low, high) = (place(line.cell(0)), place(line.cell(line.last_place())));
        let way = pen.path(&[low, high]);
        let stroke = pen.tag("path").set("d", way).set("stroke", colour).set("stroke-opacity", ".55");
        stroke.set("stroke-width", "11").set("stroke-linecap", "round").empty();
        for to in ways {
            pen.slide("tern-way", place(from), place(to));
            pen.target("tern-way", place(to), 0.3, ACCENT);
        }
        // Beyond the end that has no name: to the right of a row, above any other line.
        let length = low.distance(high);
        let beyond = if low.y < high.y { 0.46 } else { 0.68 };
        pen.plate(low.towards(high, (length + beyond) / length), &sum, colour);
        pen.close();
    }

    fn paint_seats(&self, pen: &mut Pen, reached: [char; 2]) {
        for (player, y) in Player::BOTH.into_iter().zip([-4.1, 4.1]) {
            let text = format!("{}: row {}", Self::PLAYERS[player.index()], reached[player.index()]);
            let to_move = self.outcome().is_none() && self.side == player;
            let at = pen.unmirrored(MIDDLE.plus(-5.0, y), MIDDLE);
            pen.seat(&Seat { owner: player, at, text, to_move });
        }
    }
}

/// The board itself, with room around its cells.
fn paint_hexagon(pen: &mut Pen) {
    let corners: Vec<Point> = (0..6)
        .map(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::FRAC_PI_3).sin_cos();
            MIDDLE.plus(4.55 * cos, 4.55 * sin)
        })
        .collect();
    let outline = pen.path(&corners).then('z', &[]);
    let hexagon = pen.tag("path").set("class", "tern-board").set("d", outline).set("fill", "#c6d2d7");
    hexagon.set("stroke", "#7b8d96").set("stroke-width", "3").set("stroke-linejoin", "round").empty();
}

/// The goal rows, each in the colour of the player who wants to get there.
fn paint_goals(pen: &mut Pen) {
    for (player, colour) in Player::BOTH.into_iter().zip(["#fffdf5", "#3b4247"]) {
        let way = pen.path(&ends(goal_row(player)));
        let goal = pen.tag("path").set("class", "tern-goal").set("d", way).set("stroke", colour);
        goal.set("stroke-width", "66").set("stroke-linecap", "round").set("stroke-opacity", ".8").empty();
    }
}

/// All lines, the places where they cross, and the cells around these.
fn paint_lattice(pen: &mut Pen) {
    let cell = |row: u8, number: u8| Cell::new(row, number).map_or(MIDDLE, place);
    let mut lines = Path::default();
    for i in 0..ROWS {
        let (first, last) = (Cell::first_number(i), Cell::first_number(i) + width(i) - 1);
        // Along the row, along the number, and along the difference of the two, which is i - 4.
        let low = cell(i.saturating_sub(4), 4_u8.saturating_sub(i));
        let high = cell(8.min(i + 4), 8.min(12 - i));
        let third = [low, high];
        for ends in [[cell(i, first), cell(i, last)], [cell(first, i), cell(last, i)], third] {
            for (&end, command) in ends.iter().zip(['M', 'L']) {
                lines = lines.then(command, &pen.at(end));
            }
        }
    }
    let lattice = pen.tag("path").set("class", "tern-line").set("d", lines).set("fill", "none");
    lattice.set("stroke", "#6c7f89").set("stroke-width", "4").set("stroke-linecap", "round").empty();
    pen.group("tern-node", "#6c7f89").open();
    all_cells().for_each(|cell| pen.circle(place(cell), 0.085).empty());
    pen.close();
    pen.group("tern-cell", "#000").set("fill-opacity", "0").open();
    all_cells().for_each(|cell| pen.circle(place(cell), 0.47).set("data-cell", cell).empty());
    pen.close();
}

/// Letters to the left of the rows; numbers at the lower ends of the lines they name, in the direction of these lines.
fn paint_names(pen: &mut Pen) {
    let mut names: Vec<(Point, String)> = Vec::new();
    for row in 0..ROWS {
        let [left, _] = ends(row);
        names.push((left.plus(-0.78, 0.0), row_letter(row).to_string()));
        let lowest = Cell::new(row.saturating_sub(4), row).map_or(MIDDLE, place);
        names.push((lowest.plus(0.39, -0.39 * 2.0 * ROW_HEIGHT), (row + 1).to_string()));
    }
    pen.labels(0.26, &names);
}

/// The way of the last move, beneath the pieces it jumped.
fn paint_way(pen: &mut Pen, last: Option<DifferoMove>) {
    let Some(DifferoMove { from, to }) = last else { return };
    let way = pen.path(&[place(from), place(to)]);
    let line = pen.tag("path").set("class", "tern-last").set("d", way).set("stroke", ACCENT);
    line.set("stroke-width", "9").set("stroke-opacity", ".75").set("stroke-linecap", "round").empty();
    pen.circle(place(from), 0.14).set("class", "tern-last").set("fill", ACCENT).empty();
}
