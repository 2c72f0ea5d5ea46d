//! How good a Differo position is: what each line is good for, added up.

use super::{Evaluate, Term};
use crate::game::{Game, Player};
use crate::games::differo::{Content, Differo, DifferoMove, Line};
use std::sync::LazyLock;

/// A piece by the row it stands on, counted from its owner's side: it has so much less to go.
const ADVANCE: [i32; 9] = [0, 0, 8, 18, 32, 50, 74, 100, 0];
/// A move towards the goal, and each step it goes: lines that carry pieces on are what the game is about.
const WAY_AHEAD: i32 = 6;
const STEP_AHEAD: i32 = 4;
/// Any other move: room to wait, and to change the balance of lines.
const OTHER_WAY: i32 = 2;
/// A line that carries a piece into the goal on the next move: the opponent must do something about it.
const GOAL_IN_REACH: i32 = 80;
/// One piece more on the line, or one enemy less, and it would carry a piece into the goal.
const GOAL_BUT_FOR_ONE: i32 = 20;
/// A piece on an upright line that carries it nowhere.
const HELD: i32 = -3;
/// Having the move.
const TEMPO: i32 = 20;

/// A name, and what a line is worth to a player.
type LineTerm = (&'static str, fn(Content, Player) -> i32);

/// What a line is worth to a player, term by term. The evaluation is the sum over all lines.
const LINE_TERMS: [LineTerm; 5] = [
    ("advance", advance),
    ("ways ahead", ways_ahead),
    ("other ways", other_ways),
    ("goals in reach", goals_in_reach),
    ("held pieces", held),
];

fn advance(line: Content, player: Player) -> i32 {
    line.shape.row_for(player).map_or(0, |row| ADVANCE[usize::from(row)] * line.count(player))
}

fn ways_ahead(line: Content, player: Player) -> i32 {
    let moves = line.moves(player);
    if line.shape.upright {
        moves.onward(player).count_ones() as i32 * (WAY_AHEAD + STEP_AHEAD * moves.steps() as i32)
    } else {
        0
    }
}

fn other_ways(line: Content, player: Player) -> i32 {
    let moves = line.moves(player);
    let onward = if line.shape.upright { moves.onward(player).count_ones() } else { 0 };
    (moves.count() - onward) as i32 * OTHER_WAY
}

fn goals_in_reach(line: Content, player: Player) -> i32 {
    let steps = line.balance(player);
    if line.is_from_goal(player, steps) {
        GOAL_IN_REACH
    } else if line.is_from_goal(player, steps + 1) {
        GOAL_BUT_FOR_ONE
    } else {
        0
    }
}

fn held(line: Content, player: Player) -> i32 {
    if !line.shape.upright || line.balance(player) > 0 { 0 } else { HELD * line.count(player) }
}

/// What every state of a line is worth, to White's credit.
static WORTH: LazyLock<Vec<i16>> = LazyLock::new(|| {
    Content::all()
        .map(|line| {
            let for_player = |player| -> i32 { LINE_TERMS.iter().map(|(_, value)| value(line, player)).sum() };
            (for_player(Player::P1) - for_player(Player::P2)) as i16
        })
        .collect()
});

impl Evaluate for Differo {
    const QUIET_SWING: i32 = 120;

    fn for_each_term(&self, mut visit: impl FnMut(Term)) {
        for (name, value) in LINE_TERMS {
            visit(Term::for_both(name, |player| Line::all().map(|line| value(self.content(line), player)).sum()));
        }
        visit(Term::for_both("the move", |player| if player == self.to_move() { TEMPO } else { 0 }));
    }

    fn for_each_forcing(&self, visit: impl FnMut(DifferoMove)) {
        self.for_each_goal_move(visit);
    }

    fn in_danger(&self) -> bool {
        self.moves_by_line(self.to_move().opponent()).any(|(_, moves)| moves.reach_goal())
    }

    fn promise(&self, m: DifferoMove) -> i32 {
        let up = i32::from(m.to.row()) - i32::from(m.from.row());
        let onward = if self.to_move() == Player::P1 { up } else { -up };
        if matches!(m.to.row(), 0 | 8) { 100 } else { onward }
    }

    fn evaluate(&self) -> i32 {
        let worth = WORTH.as_slice();
        let balance: i32 =
            self.states().iter().map(|&state| worth.get(usize::from(state)).map_or(0, |&v| v as i32)).sum();
        TEMPO + if self.to_move() == Player::P1 { balance } else { -balance }
    }
}
