//! How games end that stand like this: from a score to the chances of a win, a draw and a loss.
//!
//! A score in points says little to a person, and a point is worth something else in every game and at every stage of it.
//! The curves were fitted by `tern tune --wdl` to games of tern against itself.
//!
//! ```
//! use tern::eval::wdl::{self, Wdl};
//! use tern::games::any::{AnyGame, GameKind};
//!
//! let start = AnyGame::start(GameKind::Wali, 8);
//! let Wdl { wins, draws, losses } = wdl::expected(&start, 80);
//! assert_eq!(wins + draws + losses, 1000);
//! assert!(wins > losses);
//! ```

use super::Evaluate;
use crate::games::any::{AnyGame, GameKind, with_history};
use std::str::{FromStr, SplitAsciiWhitespace};
use std::sync::LazyLock;

/// How a thousand games like this end for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Wdl {
    /// A proven win.
    pub const WON: Self = Self { wins: 1000, draws: 0, losses: 0 };
    /// A proven draw.
    pub const DRAWN: Self = Self { wins: 0, draws: 1000, losses: 0 };
    /// A proven loss.
    pub const LOST: Self = Self { wins: 0, draws: 0, losses: 1000 };

    /// What the player to move can expect of the game, from 0 to 1; a draw is half a win.
    pub fn expectation(self) -> f64 {
        f64::from(2 * self.wins + self.draws) / 2000.0
    }

    /// The same for the other player.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Where the curves are given, in points; between these they are straight, and beyond the last one they stay as they are.
///
/// A score of exactly zero is often a repetition that the search has seen, so that it has a place of its own.
pub(crate) const KNOTS: [i32; 18] = [0, 1, 5, 10, 20, 30, 45, 60, 80, 110, 150, 200, 300, 450, 650, 1000, 1500, 2500];

/// The knots around a score that is not negative: the number of the lower one, and the share of the way to the next.
pub(crate) fn place(points: i32) -> (usize, f64) {
    let above = KNOTS.partition_point(|&knot| knot <= points);
    if above == KNOTS.len() {
        return (KNOTS.len() - 2, 1.0);
    }
    let (low, high) = (KNOTS[above - 1], KNOTS[above]);
    (above - 1, f64::from(points - low) / f64::from(high - low))
}

/// How games end at each of the [`KNOTS`].
pub(crate) type Curve = [Wdl; KNOTS.len()];

/// How games end with this score.
pub(crate) fn at(curve: &Curve, points: i32) -> Wdl {
    if points < 0 {
        return at(curve, -points).turned();
    }
    let (knot, share) = place(points);
    let (low, high) = (curve[knot], curve[knot + 1]);
    let between = |low: u32, high: u32| (f64::from(low) * (1.0 - share) + f64::from(high) * share).round() as u32;
    let losses = between(low.losses, high.losses);
    // Both halves may have been rounded up.
    let wins = between(low.wins, high.wins).min(1000 - losses);
    Wdl { wins, draws: 1000 - wins - losses, losses }
}

/// A row of the text with the curves: which game and stage of it, the score, and how such games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) game: GameKind,
    pub(crate) stage: usize,
    pub(crate) points: i32,
    pub(crate) wdl: Wdl,
}

impl Row {
    /// Reads a row; `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        fn word<T: FromStr>(words: &mut SplitAsciiWhitespace<'_>) -> Option<T> {
            words.next()?.parse().ok()
        }
        let words = &mut text.split_ascii_whitespace();
        let (game, stage, points) = (word(words)?, word(words)?, word(words)?);
        let wdl = Wdl { wins: word(words)?, draws: word(words)?, losses: word(words)? };
        words.next().is_none().then_some(Self { game, stage, points, wdl })
    }
}

/// The rows of all games, as `tern tune --wdl` writes them.
const ROWS: &str = include_str!("wdl.txt");

/// The curves of every game by stage.
static CURVES: LazyLock<Vec<(GameKind, Vec<Curve>)>> = LazyLock::new(|| {
    let rows: Vec<Row> = ROWS.lines().filter_map(Row::read).collect();
    let curves = |game| {
        let mut curves: Vec<Curve> = Vec::new();
        for row in rows.iter().filter(|row| row.game == game) {
            curves.resize(curves.len().max(row.stage + 1), [Wdl::DRAWN; KNOTS.len()]);
            if let Some(knot) = KNOTS.iter().position(|&knot| knot == row.points) {
                curves[row.stage][knot] = row.wdl;
            }
        }
        (game, curves)
    };
    GameKind::ALL.iter().map(|&game| curves(game)).collect()
});

/// How games end in which a search gives the player to move this score.
pub fn expected(game: &AnyGame, points: i32) -> Wdl {
    let stage = with_history!(game, history => history.position().stage());
    let curves = CURVES.iter().find(|(kind, _)| *kind == game.kind());
    // The tests see to it that there is a curve for every stage of every game.
    curves.and_then(|(_, curves)| curves.get(stage)).map_or(Wdl::DRAWN, |curve| at(curve, points))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::LIMIT;

    #[test]
    fn every_stage_of_every_game_has_a_curve() {
        fn stages<G: Evaluate>(_: &G) -> usize {
            G::STAGES
        }
        let rows: Vec<Row> = ROWS.lines().filter_map(Row::read).collect();
        for &kind in GameKind::ALL {
            let game = AnyGame::start(kind, AnyGame::USUAL_SIZE);
            let stages = with_history!(&game, history => stages(history.position()));
            let expected = (0..stages).flat_map(|stage| KNOTS.map(|points| (stage, points))).collect::<Vec<_>>();
            let found = rows.iter().filter(|row| row.game == kind).map(|row| (row.stage, row.points));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{kind}");
        }
        assert!(rows.iter().all(|row| row.wdl.wins + row.wdl.draws + row.wdl.losses == 1000));
        let lines = ROWS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert_eq!(lines, rows.len(), "a row that cannot be read");
    }

    #[test]
    fn chances_add_up_and_turn_round_with_the_score() {
        for (kind, curves) in CURVES.iter() {
            for curve in curves {
                let mut last = 0.0;
                for points in -3000..=3000 {
                    let wdl = at(curve, points);
                    assert_eq!(wdl.wins + wdl.draws + wdl.losses, 1000, "{kind} at {points}");
                    // Rounding may cost a thousandth.
                    assert!(wdl.expectation() > last - 0.0011, "{kind} at {points}");
                    assert_eq!(at(curve, -points), wdl.turned(), "{kind} at {points}");
                    last = wdl.expectation();
                }
                // Where no game has been, the end of a curve is a guess.
                assert!(last > 0.9, "{kind}: {last}");
            }
        }
    }

    #[test]
    fn the_expectation_counts_draws_half() {
        assert!((Wdl { wins: 500, draws: 300, losses: 200 }.expectation() - 0.65).abs() < 1e-9);
        assert!((Wdl::LOST.expectation() + Wdl::WON.expectation() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn places_between_knots() {
        assert_eq!(place(0), (0, 0.0));
        assert_eq!(place(15), (3, 0.5));
        assert_eq!(place(2500), (KNOTS.len() - 2, 1.0));
        assert_eq!(place(LIMIT), (KNOTS.len() - 2, 1.0));
    }

    #[test]
    fn rows_are_read() {
        let wdl = Wdl { wins: 400, draws: 250, losses: 350 };
        let row = Row { game: GameKind::WaldMeister, stage: 3, points: 45, wdl };
        assert_eq!(Row::read("waldmeister 3 45 400 250 350"), Some(row));
        for bad in ["", "# game stage points", "chess 0 1 2 3 4", "wali 0 1 2 3", "wali 0 1 2 3 4 5", "wali x 1 2 3 4"]
        {
            assert_eq!(Row::read(bad), None, "{bad}");
        }
    }
}
