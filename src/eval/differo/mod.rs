//! How good a Differo position is: what each line is good for, added up.

mod lines;
mod ordering;
mod params;
mod weights;

use super::{Evaluate, NamedWeights, Term, Tunable};
use crate::eval;
use crate::game::{Game, Player};
use crate::games::differo::{Content, Differo, Line};
use lines::LINE_TERMS;
use std::sync::LazyLock;
use weights::{DIFFERO, Weights};

/// What every state of a line is worth, to White's credit.
struct Worth(Vec<i16>);

impl Worth {
    fn new(weights: &Weights) -> Self {
        let worth = |line: Content| {
            let for_player = |player| -> i32 { LINE_TERMS.iter().map(|(_, value)| value(weights, line, player)).sum() };
            (for_player(Player::P1) - for_player(Player::P2)) as i16
        };
        Self(Content::all().map(worth).collect())
    }

    /// The sum over all lines.
    fn of(&self, position: &Differo) -> i32 {
        let worth = self.0.as_slice();
        position.states().iter().map(|&state| worth.get(usize::from(state)).map_or(0, |&v| v as i32)).sum()
    }
}

static WORTH: LazyLock<Worth> = LazyLock::new(|| Worth::new(&DIFFERO));

/// The same if one weight were 1 and all others 0, for each of them.
static SLOPES: LazyLock<Vec<Worth>> =
    LazyLock::new(|| (0..Weights::COUNT).map(|index| Worth::new(&Weights::unit(index))).collect());

impl Evaluate for Differo {
    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        for (name, value) in LINE_TERMS {
            visit(Term::for_both(name, |player| {
                Line::all().map(|line| value(&DIFFERO, self.content(line), player)).sum()
            }));
        }
        visit(Term::for_both("the move", |player| if player == self.to_move() { DIFFERO.tempo } else { 0 }));
    }

    fn is_threatened(&self) -> bool {
        self.moves_by_line(self.to_move().opponent()).any(|(_, moves)| moves.reach_goal())
    }

    fn evaluate(&self) -> i32 {
        let balance = WORTH.of(self);
        DIFFERO.tempo + if self.to_move() == Player::P1 { balance } else { -balance }
    }
}

impl Tunable for Differo {
    const WEIGHTS: eval::Weights<Self> =
        eval::Weights::Named(NamedWeights { constant: "DIFFERO", list: || DIFFERO.list(), slopes, is_quiet });
}

fn slopes(position: &Differo) -> Vec<f64> {
    let tempo = if position.to_move() == Player::P1 { 1 } else { -1 };
    let slope = |(index, worth): (usize, &Worth)| f64::from(worth.of(position) + tempo * Weights::unit(index).tempo);
    SLOPES.iter().enumerate().map(slope).collect()
}

fn is_quiet(position: &Differo) -> bool {
    let mut wins = false;
    position.for_each_goal_move(|_| wins = true);
    !wins && !position.is_threatened()
}
