//! What the terms of Differo weigh. Written by `tern tune`.

use crate::eval::weights::weights;

weights! {
    /// All weights.
    pub(super) struct Weights {
        /// A piece by the row it stands on, counted from its owner's side and compared with row b.
        on_row_c,
        on_row_d,
        on_row_e,
        on_row_f,
        on_row_g,
        on_row_h,
        /// A piece on one of the outermost upright lines, which are short and lead to few others.
        on_edge,
        /// The same one line further in, and two lines.
        near_edge,
        off_centre,
        /// A move towards the goal: lines that carry pieces on are what the game is about.
        way_ahead,
        /// More for a move that goes far, by the row it leads to.
        way_to_row_g,
        way_to_row_h,
        /// Any other move: room to wait, and to change the balance of lines.
        other_way,
        /// A move towards the goal if it were not for an own piece on the cell, which can step aside.
        own_in_way,
        /// The same with an enemy piece on the cell.
        enemy_in_way,
        /// A piece on an upright line that carries it nowhere.
        held,
        /// A line that carries a piece into the goal on the next move: the opponent must do something about it.
        goal_in_reach,
        /// A line that would carry a piece into the goal with one piece more on it, or one enemy less; with two; with three.
        goal_but_for_one,
        goal_but_for_two,
        goal_but_for_three,
        /// A line that would carry a piece into the goal with one piece less on it, or one enemy more; with two.
        goal_past_by_one,
        goal_past_by_two,
        /// Having the move.
        tempo,
    }
}

/// For `differo`.
pub(super) const DIFFERO: Weights = Weights {
    on_row_c: 17,
    on_row_d: 3,
    on_row_e: 20,
    on_row_f: -27,
    on_row_g: -23,
    on_row_h: -21,
    on_edge: -25,
    near_edge: -6,
    off_centre: -14,
    way_ahead: 22,
    way_to_row_g: 1,
    way_to_row_h: 34,
    other_way: 11,
    own_in_way: 15,
    enemy_in_way: -3,
    held: 14,
    goal_in_reach: 80,
    goal_but_for_one: 134,
    goal_but_for_two: 74,
    goal_but_for_three: 33,
    goal_past_by_one: 168,
    goal_past_by_two: 19,
    tempo: 28,
};
