//! What a line of Differo is worth to a player, term by term. All of it depends on nothing but the pieces on that line, so
//! that it is worked out once for every state of a line, and a term more costs nothing.

use super::weights::Weights;
use crate::game::Player;
use crate::games::differo::Content;

/// A name, and what a line is worth to a player.
pub(super) type LineTerm = (&'static str, fn(&Weights, Content, Player) -> i32);

/// All terms. The evaluation is their sum over all lines.
pub(super) const LINE_TERMS: [LineTerm; 7] = [
    ("advance", advance),
    ("edges", edges),
    ("ways ahead", ways_ahead),
    ("other ways", other_ways),
    ("blocked ways", blocked_ways),
    ("held pieces", held),
    ("goals in reach", goals_in_reach),
];

fn advance(weights: &Weights, line: Content, player: Player) -> i32 {
    let value = match line.shape.row_for(player) {
        Some(2) => weights.on_row_c,
        Some(3) => weights.on_row_d,
        Some(4) => weights.on_row_e,
        Some(5) => weights.on_row_f,
        Some(6) => weights.on_row_g,
        Some(7) => weights.on_row_h,
        _ => 0,
    };
    value * line.count(player)
}

fn edges(weights: &Weights, line: Content, player: Player) -> i32 {
    let value = match (line.shape.upright, line.shape.lines_to_edge()) {
        (true, 0) => weights.on_edge,
        (true, 1) => weights.near_edge,
        (true, 2) => weights.off_centre,
        _ => 0,
    };
    value * line.count(player)
}

/// The rows that moves towards the goal lead to, as bits, counted from the player's side.
fn rows_ahead(line: Content, player: Player) -> u16 {
    if line.shape.upright { line.shape.rows_for(player, line.moves(player).onward(player) as u16) } else { 0 }
}

fn ways_ahead(weights: &Weights, line: Content, player: Player) -> i32 {
    let rows = rows_ahead(line, player);
    let to_row = |row: u32, value: i32| if rows & (1 << row) == 0 { 0 } else { value };
    rows.count_ones() as i32 * weights.way_ahead + to_row(6, weights.way_to_row_g) + to_row(7, weights.way_to_row_h)
}

fn other_ways(weights: &Weights, line: Content, player: Player) -> i32 {
    (line.moves(player).count() - rows_ahead(line, player).count_ones()) as i32 * weights.other_way
}

fn blocked_ways(weights: &Weights, line: Content, player: Player) -> i32 {
    let steps = line.balance(player);
    if !line.shape.upright || steps <= 0 {
        return 0;
    }
    let [own, enemy] = [player, player.opponent()].map(|player| line.pieces[player]);
    let targets = match player {
        Player::P1 => own << steps,
        Player::P2 => own >> steps,
    };
    (targets & own).count_ones() as i32 * weights.own_in_way
        + (targets & enemy).count_ones() as i32 * weights.enemy_in_way
}

fn held(weights: &Weights, line: Content, player: Player) -> i32 {
    if !line.shape.upright || line.balance(player) > 0 { 0 } else { weights.held * line.count(player) }
}

fn goals_in_reach(weights: &Weights, line: Content, player: Player) -> i32 {
    let with_more = |more, value| if line.is_from_goal(player, line.balance(player) + more) { value } else { 0 };
    with_more(0, weights.goal_in_reach)
        + with_more(1, weights.goal_but_for_one)
        + with_more(2, weights.goal_but_for_two)
        + with_more(3, weights.goal_but_for_three)
        + with_more(-1, weights.goal_past_by_one)
        + with_more(-2, weights.goal_past_by_two)
}
