//! What the table and the hidden layer know apart, and what must be equal: a line in a mirror, and the same line seen by the other
//! player.

use crate::game::{Game, Player};
use crate::games::differo::{Content, Differo, LINES, PLACES, STATES, State, UPRIGHT_STATES};
use std::sync::LazyLock;

/// For every state the number of what it is to the other player: the board turned by half a turn, the colours swapped.
static TURNED: LazyLock<Vec<State>> = LazyLock::new(|| Content::all().map(|line| line.turned().state()).collect());

/// For every state the number of what a mirror beside the board shows.
static MIRRORED: LazyLock<Vec<State>> = LazyLock::new(|| Content::all().map(|line| line.mirrored().state()).collect());

/// The entry that stands for this one and all that must be equal to it: White to move, and the lower of two mirror images.
pub(super) fn twin(entry: usize) -> usize {
    let state = if entry < STATES { entry } else { usize::from(TURNED[entry - STATES]) };
    state.min(usize::from(MIRRORED[state]))
}

/// Rows of the hidden layer: one for every state, and a second one for those of lines that lean to the right, whose mirror
/// images lean to the left and have the same states.
pub(super) const ROWS: usize = STATES + UPRIGHT_STATES;

/// The row of a line, by its state; the states of rows come first, those of upright lines after them.
#[inline]
pub(super) fn row(line: usize, state: State) -> State {
    if line < LINES / 3 * 2 { state } else { state.wrapping_add(UPRIGHT_STATES as State) }
}

fn state(row: usize) -> usize {
    if row < STATES { row } else { row - UPRIGHT_STATES }
}

/// The row of what a mirror beside the board shows.
pub(super) fn mirrored(row: usize) -> usize {
    match row {
        STATES.. => row - UPRIGHT_STATES,
        _ if row >= STATES - UPRIGHT_STATES => row + UPRIGHT_STATES,
        _ => usize::from(MIRRORED[row]),
    }
}

/// The row of the same line, as it is to the other player.
pub(super) fn turned(row: usize) -> usize {
    usize::from(TURNED[state(row)]) + row - state(row)
}

/// Calls `visit` with the row of every line, as the player to move sees it, or in view 1 the mirror image of it.
pub(super) fn for_each_row(position: &Differo, view: usize, visit: &mut dyn FnMut(usize)) {
    for (line, &state) in position.states().iter().enumerate() {
        let row = usize::from(row(line, state));
        let row = if position.to_move() == Player::P1 { row } else { turned(row) };
        visit(if view == 0 { row } else { mirrored(row) });
    }
}

/// What rows have in common: how many pieces stand on a line, and who stands on each of its places. So many numbers for each line.
const PARTS_OF_A_LINE: usize = (PLACES + 1) * (PLACES + 1) + 2 * PLACES;

/// The same of all lines that are told apart: rows, those that lean to the left, those that lean to the right.
pub(super) const PARTS: usize = LINES * PARTS_OF_A_LINE;

/// The parts of every row.
pub(super) fn parts() -> Vec<Vec<usize>> {
    let mut parts: Vec<_> = Content::all().map(parts_of).collect();
    let leaning = parts[STATES - UPRIGHT_STATES..].to_vec();
    let shift = LINES / 3 * PARTS_OF_A_LINE;
    parts.extend(leaning.into_iter().map(|parts| parts.into_iter().map(|part| part + shift).collect()));
    parts
}

fn parts_of(content: Content) -> Vec<usize> {
    let start = content.shape.number() * PARTS_OF_A_LINE;
    let [white, black] = Player::BOTH.map(|player| content.count(player) as usize);
    let mut parts = vec![start + white * (PLACES + 1) + black];
    for player in Player::BOTH {
        let places = (0..PLACES).filter(|place| content.pieces[player] >> place & 1 != 0);
        parts.extend(places.map(|place| start + (PLACES + 1) * (PLACES + 1) + 2 * place + player.index()));
    }
    parts
}
