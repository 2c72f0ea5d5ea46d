//! A picture of a Wali board: hollows in a piece of wood, and stones in them.

use super::board::{COLUMNS, Cell, ROWS, cells, exact_threes};
use super::moves::WaliMove;
use super::position::{NoReturn, Phase, Rules, Wali};
use crate::game::{Game, Player};
use crate::notation::Notation;
use crate::picture::{ACCENT, DANGER, Frame, Path, Pen, Picture, Point, Seat, Stone, View, state_of_play};

/// The radius of a stone, and of the hollow it lies in.
const STONE: f64 = 0.36;
const HOLLOW: f64 = 0.41;

/// Stones as they lie beside the board: their radius, and how far they are apart.
const SMALL_STONE: f64 = 0.12;
const SMALL_PITCH: f64 = 0.27;

fn place(cell: Cell) -> Point {
    Point::new(f64::from(cell.column()), f64::from(cell.row()))
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::P1 => "w",
        Player::P2 => "b",
    }
}

fn all_cells() -> impl Iterator<Item = Cell> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).filter_map(move |column| Cell::new(column, row)))
}

/// A step with what it may take: a half move as a picture shows it.
struct HalfStep {
    from: Cell,
    to: Cell,
    prey: Vec<Cell>,
}

impl HalfStep {
    fn of(pending: &[WaliMove]) -> Option<Self> {
        let &WaliMove::Capture { from, to, .. } = pending.first()? else { return None };
        let taken = |m: &WaliMove| if let WaliMove::Capture { taken, .. } = *m { Some(taken) } else { None };
        Some(Self { from, to, prey: pending.iter().filter_map(taken).collect() })
    }
}

impl<R: Rules> Picture for Wali<R> {
    fn cells(&self) -> Vec<(String, Point)> {
        all_cells().map(|cell| (cell.to_string(), place(cell))).collect()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let owned = all_cells().filter_map(|cell| Some((cell, self.piece_at(cell)?)));
        owned.map(|(cell, player)| (cell.to_string(), letter(player).into())).collect()
    }

    fn hands(&self) -> [Vec<(String, u32)>; 2] {
        Player::BOTH.map(|player| match self.hand(player) {
            0 => Vec::new(),
            count => vec![(letter(player).into(), u32::from(count))],
        })
    }

    fn paint(&self, view: &View<WaliMove>) -> Pen {
        let [white, black] = Player::BOTH.map(|player| self.count(player));
        let frame = Frame {
            look: "tern-picture tern-wood",
            ground: "#c39a62",
            ink: "#37240f",
            label: format!("{} board, {white} white and {black} black stones. {}", R::NAME, state_of_play(self)),
            low: Point::new(-1.0, -1.5),
            high: Point::new(6.0, 5.5),
        };
        let mut pen = Pen::new(&frame, view.flip);
        pen.stone_colours();
        paint_wood(&mut pen);
        paint_hollows(&mut pen);
        self.paint_seats(&mut pen);
        let half = HalfStep::of(&view.pending);
        paint_origin(&mut pen, view.last);
        if let Some(half) = &half {
            self.paint_glow(&mut pen, half);
        }
        pen.stones(&self.stones_shown(half.as_ref()), STONE);
        pen.marks();
        match &half {
            Some(half) => half.prey.iter().for_each(|&cell| pen.target("tern-prey", place(cell), 0.41, DANGER)),
            None => self.paint_marks(&mut pen, view.last),
        }
        pen.close();
        pen
    }
}

impl<R: Rules> Wali<R> {
    /// The stones on the board, the one that makes a half step where it goes.
    fn stones_shown(&self, half: Option<&HalfStep>) -> Vec<Stone> {
        let shown = |cell: Cell| {
            let owner = self.piece_at(cell)?;
            let now = half.filter(|half| half.from == cell).map_or(cell, |half| half.to);
            Some(Stone { owner, cell: now.to_string(), at: place(now) })
        };
        all_cells().filter_map(shown).collect()
    }

    /// Light under the exact threes that a step has made.
    fn paint_glow(&self, pen: &mut Pen, half: &HalfStep) {
        let own = self.stones(self.side) & !half.from.bit() | half.to.bit();
        let line = |shared: fn(Cell) -> u8| {
            let on_line =
                cells(own).filter(|&cell| shared(cell) == shared(half.to)).fold(0, |set, cell| set | cell.bit());
            let three = exact_threes(on_line);
            if three & half.to.bit() == 0 { 0 } else { three }
        };
        let run = line(Cell::row) | line(Cell::column);
        for (radius, opacity) in [(0.49, ".35"), (0.45, ".6"), (0.41, "1")] {
            pen.group("tern-glow", "#fff1a8").set("fill-opacity", opacity).open();
            cells(run).for_each(|cell| pen.circle(place(cell), radius).empty());
            pen.close();
        }
        pen.circle(place(half.from), 0.1).set("fill", ACCENT).set("fill-opacity", ".7").empty();
    }

    fn paint_seats(&self, pen: &mut Pen) {
        for (player, y) in Player::BOTH.into_iter().zip([-1.13, 5.03]) {
            let (name, hand) = (Self::PLAYERS[player.index()], self.hand(player));
            let (text, shown) = match self.phase() {
                Phase::Drop => (format!("{name}: {hand}"), hand),
                Phase::Move => (format!("{name}: {} stones", self.count(player)), 0),
            };
            let to_move = self.outcome().is_none() && self.side == player;
            let at = pen.unmirrored(Point::new(-0.18, y), Point::new(2.5, y));
            pen.seat(&Seat { owner: player, at, text, to_move });
            let row: Vec<Point> = (0..shown)
                .map(|i| pen.unmirrored(Point::new(5.35 - f64::from(i) * SMALL_PITCH, y), Point::new(2.5, y)))
                .collect();
            pen.small_stones(player, &row, SMALL_STONE);
        }
    }

    /// The last move, and the steps back that it forbids.
    fn paint_marks(&self, pen: &mut Pen, last: Option<WaliMove>) {
        match last {
            Some(WaliMove::Drop(to) | WaliMove::Step { to, .. }) => pen.ring("tern-last", place(to), 0.37, ACCENT),
            Some(WaliMove::Capture { to, taken, .. }) => {
                pen.ring("tern-last", place(to), 0.37, ACCENT);
                pen.cross("tern-taken", place(taken), 0.16, DANGER);
            }
            Some(WaliMove::Pass) | None => {}
        }
        for player in Player::BOTH {
            if let Some(back) = self.no_return[player] {
                paint_no_return(pen, back, player == self.side);
            }
        }
    }
}

/// The board itself: a plate with some grain.
fn paint_wood(pen: &mut Pen) {
    let [x, y] = pen.upper_left(Point::new(-0.5, -0.5), Point::new(5.5, 4.5));
    let plate = pen.tag("rect").set("class", "tern-board").num("x", x - 8.0).num("y", y - 8.0);
    let plate = plate.set("width", "616").set("height", "516").set("rx", "18").set("fill", "#deba84");
    plate.set("stroke", "#a2773f").set("stroke-width", "3").empty();
    let grain = (0..9).fold(Path::default(), |path, i| {
        let (i, lean) = (f64::from(i), f64::from(i * i % 5));
        path.then('M', &[x + 8.0, y + 22.0 + 58.0 * i])
            .then('c', &[150.0, -14.0 - 5.0 * lean, 260.0, 20.0 + 6.0 * lean, 380.0, 4.0])
            .then('s', &[150.0, -16.0 + 7.0 * lean, 204.0, -2.0])
    });
    let grain = pen.tag("path").set("class", "tern-grain").set("d", grain).set("fill", "none");
    grain.set("stroke", "#c4985a").set("stroke-opacity", ".5").set("stroke-width", "3").empty();
}

/// The cells, their hollows and their names.
fn paint_hollows(pen: &mut Pen) {
    pen.group("tern-hollow", "#b98d52").set("stroke", "#a2773f").set("stroke-width", "2").open();
    all_cells().for_each(|cell| pen.circle(place(cell), HOLLOW).set("fill-opacity", ".55").empty());
    pen.close();
    pen.group("tern-cell", "#000").set("fill-opacity", "0").open();
    for cell in all_cells() {
        let [x, y] = pen.at(place(cell));
        let square = pen.tag("rect").set("data-cell", cell).num("x", x - 50.0).num("y", y - 50.0);
        square.set("width", "100").set("height", "100").empty();
    }
    pen.close();
    let letters = (0..COLUMNS).map(|i| (Point::new(f64::from(i), -0.76), char::from(b'a' + i).to_string()));
    let numbers = (0..ROWS).map(|i| (Point::new(-0.77, f64::from(i)), (i + 1).to_string()));
    pen.labels(0.25, &letters.chain(numbers).collect::<Vec<_>>());
}

/// Where the stone that moved last came from.
fn paint_origin(pen: &mut Pen, last: Option<WaliMove>) {
    if let Some(WaliMove::Step { from, .. } | WaliMove::Capture { from, .. }) = last {
        pen.circle(place(from), 0.1).set("class", "tern-last").set("fill", ACCENT).set("fill-opacity", ".75").empty();
    }
}

/// A small arrow, crossed out. It is faint while the other player is to move.
fn paint_no_return(pen: &mut Pen, back: NoReturn, matters: bool) {
    let (stone, to) = (place(back.stone), place(back.to));
    pen.group("tern-no-return", "none").set("opacity", if matters { "1" } else { ".7" }).open();
    pen.crossed_arrow(stone.towards(to, 0.45), stone.towards(to, 0.86));
    pen.close();
}
