//! Pictures of positions: where the cells of a board are, what stands on them, and the board as SVG.
//!
//! A game says what is where; how an SVG is written, and what looks the same in all games (stones, arrows, the names of
//! the players), is here. A picture depends on nothing but the position and the [`View`], so that the same position gives
//! the same bytes on every machine.
//!
//! The colours are presentation attributes: a picture looks right where style sheets are forbidden, as inlined in a page
//! with a strict Content-Security-Policy. [`STYLE`] adds dark mode and print; such a page can serve it as a file.
//!
//! ```
//! use tern::games::any::{AnyGame, GameKind};
//!
//! let mut game = AnyGame::start(GameKind::Wali, 8);
//! game.play(&["c3", "d3"], false)?;
//! let svg = game.svg(&[], false)?;
//! assert!(svg.starts_with("<svg") && svg.contains("data-cell=\"c3\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod parts;
mod svg;

pub use parts::Pen;
pub(crate) use parts::{ACCENT, DANGER, Frame, Seat, Stone, UNIT};
pub(crate) use svg::{Path, Svg};

use crate::game::{GameResult, Player};
use crate::notation::Notation;
use crate::token::Token;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The rules that adapt a picture to dark mode and to print. Every picture carries them.
pub const STYLE: &str = include_str!("style.css");

/// A place on the board: x to the right, y upwards, neighbouring cells at distance 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

impl Point {
    /// The place at these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The place that lies this far to the right and upwards.
    pub(crate) fn plus(self, x: f64, y: f64) -> Self {
        Self::new(self.x + x, self.y + y)
    }

    /// The place a part of the way to another one.
    pub(crate) fn towards(self, other: Self, part: f64) -> Self {
        self.plus((other.x - self.x) * part, (other.y - self.y) * part)
    }

    /// How far it is to another place.
    pub(crate) fn distance(self, other: Self) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }
}

/// The height of a row of hexagons whose centres are at distance 1.
pub(crate) const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;

impl fmt::Display for Point {
    /// `x,y`, rounded to four decimals, as `query board` shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", svg::rounded(self.x, 4), svg::rounded(self.y, 4))
    }
}

/// How good a move is that an arrow shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrowKind {
    /// The best move, and the colour of an arrow that says nothing else.
    #[default]
    Best,
    /// Nearly as good.
    Good,
    /// A mistake.
    Doubtful,
    /// A blunder.
    Bad,
}

impl ArrowKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Best, Self::Good, Self::Doubtful, Self::Bad];

    /// What the kind is called after the colon of an arrow.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Doubtful => "doubtful",
            Self::Bad => "bad",
        }
    }
}

/// An arrow between two cells, by their names. Written like a move, perhaps with a kind: `c3c4`, `d4d7+sl:bad`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it starts.
    pub from: String,
    /// Where it points.
    pub to: String,
    /// How good the move is.
    pub kind: ArrowKind,
}

/// Why a text is no arrow on this board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArrowError {
    /// Not two cells.
    #[error("{0} is not an arrow; write two cells and perhaps how good the move is, as in c3c4 or c3c4:bad")]
    Syntax(Token),
    /// No such kind.
    #[error("{0} is not a kind of arrow; expected one of best, good, doubtful, bad")]
    Kind(Token),
    /// A cell that this board does not have.
    #[error("there is no cell {0} on this board")]
    Cell(Token),
}

/// The name of a cell at the start of a text, a letter and digits, and what follows it.
fn split_cell(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (digits > 0).then(|| text.split_at(1 + digits))
}

impl FromStr for Arrow {
    type Err = ArrowError;

    fn from_str(text: &str) -> Result<Self, ArrowError> {
        let (cells, kind) = text.split_once(':').unwrap_or((text, ArrowKind::default().name()));
        let kind = ArrowKind::ALL
            .into_iter()
            .find(|known| known.name() == kind)
            .ok_or_else(|| ArrowError::Kind(kind.into()))?;
        let ends = split_cell(cells).and_then(|(from, rest)| Some((from, split_cell(rest)?.0)));
        let (from, to) = ends.ok_or_else(|| ArrowError::Syntax(text.into()))?;
        Ok(Self { from: from.into(), to: to.into(), kind })
    }
}

/// What a picture shows beyond the position.
#[derive(Clone, Debug)]
pub struct View<M> {
    /// The move that led here; it is marked.
    pub last: Option<M>,
    /// The moves that complete a pending half move, none if nothing is pending. The half move is shown as if it were
    /// played, and what it waits for is marked.
    pub pending: Vec<M>,
    /// Arrows on top of the board.
    pub arrows: Vec<Arrow>,
    /// The board from the other side.
    pub flip: bool,
}

impl<M> Default for View<M> {
    fn default() -> Self {
        Self { last: None, pending: Vec::new(), arrows: Vec::new(), flip: false }
    }
}

/// What an overlay is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// What happens in a cell, by its name.
    Cell(&'a str),
    /// What a player has reached.
    Player(Player),
}

/// A game that can be shown by someone who does not know its rules.
pub trait Picture: Notation {
    /// Every cell of the board and its centre. The first cell, a1, is at 0,0 wherever the board has one at its corner.
    fn cells(&self) -> Vec<(String, Point)>;

    /// What stands where, in the letters of the position text.
    fn pieces(&self) -> Vec<(String, String)>;

    /// What each player can still bring on the board, and how many of each.
    fn hands(&self) -> [Vec<(String, u32)>; 2];

    /// Draws the board, and everything beside it. Arrows are drawn by [`svg`](Self::svg).
    #[doc(hidden)]
    fn paint(&self, view: &View<Self::Move>) -> Pen;

    /// Draws what a cell or a player counts on; says whether there was anything to draw.
    #[doc(hidden)]
    fn paint_overlay(&self, _subject: Subject<'_>, _pen: &mut Pen) -> bool {
        false
    }

    /// What lies over the picture of the position, as one group of SVG; nothing if there is nothing to see.
    fn overlay(&self, subject: Subject<'_>, flip: bool) -> Option<String> {
        let mut pen = Pen::overlay(flip);
        self.paint_overlay(subject, &mut pen).then(|| pen.finish_overlay())
    }

    /// The position as one line of SVG.
    ///
    /// # Errors
    /// If an arrow names a cell that the board does not have.
    fn svg(&self, view: &View<Self::Move>) -> Result<String, ArrowError> {
        let mut pen = self.paint(view);
        let cells = self.cells();
        let place = |name: &str| {
            let found = cells.iter().find(|(cell, _)| cell == name);
            found.map(|(_, place)| *place).ok_or_else(|| ArrowError::Cell(name.into()))
        };
        for arrow in &view.arrows {
            pen.arrow(place(&arrow.from)?, place(&arrow.to)?, arrow.kind);
        }
        Ok(pen.finish())
    }
}

/// Who is to move, or who has won.
pub(crate) fn state_of_play<G: Notation>(position: &G) -> String {
    let name = |player: Player| G::PLAYERS[player.index()];
    match position.outcome().map(|outcome| outcome.result) {
        None => format!("{} to move", name(position.to_move())),
        Some(GameResult::Win(winner)) => format!("{} has won", name(winner)),
        Some(GameResult::Draw) => "Drawn".into(),
    }
}
