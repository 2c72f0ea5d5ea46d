//! The rules of Wali: against a second, independent generator, then one readable test a rule; its texts; its evaluation.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod exact;
#[path = "naive/wali.rs"]
mod naive;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use tern::eval::{Evaluate, MoveOrdering};
use tern::game::{Game, GameResult, Outcome};
use tern::games::wali::{Classic, Rules, Total, Wali};
use tern::notation::{Notation, ParsedMove};
use tern::perft::perft;

const START: &str = "6/6/6/6/6 w 12 12 - - 0";

fn read<R: Rules>(text: &str) -> Wali<R> {
    text.parse::<Wali<R>>().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn wali(text: &str) -> Wali<Classic> {
    read(text)
}

fn total(text: &str) -> Wali<Total> {
    read(text)
}

/// The legal moves in alphabetical order; none if the game is over.
fn moves<R: Rules>(position: &Wali<R>) -> Vec<String> {
    let mut moves: Vec<String> = match position.outcome() {
        Some(_) => Vec::new(),
        None => position.legal_moves().iter().map(ToString::to_string).collect(),
    };
    moves.sort();
    moves
}

/// The legal moves that begin with some letters.
fn moves_with<R: Rules>(position: &Wali<R>, beginning: &str) -> Vec<String> {
    moves(position).into_iter().filter(|m| m.starts_with(beginning)).collect()
}

fn is_legal<R: Rules>(position: &Wali<R>, text: &str) -> bool {
    moves(position).contains(&text.to_string())
}

/// The position after some moves, all of which must be legal and whole.
fn after<R: Rules>(position: &Wali<R>, moves: &str) -> Wali<R> {
    let mut position = *position;
    for text in moves.split(' ') {
        assert_eq!(position.outcome(), None, "before {text} in {position}");
        match position.parse_move(text) {
            Ok(ParsedMove::Whole(m)) => position.play_unchecked(m),
            other => panic!("{text} in {position}: {other:?}"),
        }
    }
    position
}

/// Who won and why, or "none".
fn ending<R: Rules>(position: &Wali<R>) -> String {
    position.outcome().map_or("none".into(), |outcome| format!("{} {}", outcome.result, outcome.reason))
}

/// Positions from random games, the start included; captures are played more often than not, so that games end.
fn positions_from_play<R: Rules>(seed: u64, at_least: usize) -> Vec<Wali<R>> {
    println!("{} positions from random play with seed {seed}", R::NAME);
    let mut rng = StdRng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < at_least {
        let mut position = Wali::<R>::start();
        positions.push(position);
        while position.outcome().is_none() {
            let moves = position.legal_moves();
            let mut captures = Vec::new();
            position.for_each_forcing_move(|m| captures.push(m));
            let among = if captures.is_empty() || rng.random_bool(0.4) { moves } else { captures };
            position.play_unchecked(*among.choose(&mut rng).unwrap());
            positions.push(position);
        }
    }
    positions
}

/// Positions nobody played into: any stones anywhere, any step that may not be taken back, any idle count.
fn positions_at_random<R: Rules>(seed: u64, count: usize) -> Vec<Wali<R>> {
    println!("{} positions at random with seed {seed}", R::NAME);
    let mut rng = StdRng::seed_from_u64(seed);
    (0..count).map(|_| read(&text_at_random::<R>(&mut rng))).collect()
}

fn text_at_random<R: Rules>(rng: &mut StdRng) -> String {
    let mut board = ['1'; 30];
    for colour in ['w', 'b'] {
        for _ in 0..rng.random_range(1..=12) {
            board[rng.random_range(0..30)] = colour;
        }
    }
    let no_return = |colour: char, rng: &mut StdRng| {
        let place = rng.random_range(0..30);
        let (column, row) = (place % 6, place / 6);
        if !R::NO_STEPPING_BACK || board[place] != colour || column == 5 {
            return "-".to_string();
        }
        // Row 5 is written first.
        let (letter, next, number) = (b'a' + column as u8, b'b' + column as u8, 5 - row);
        format!("{}{number}{}{number}", char::from(letter), char::from(next))
    };
    let white = no_return('w', rng);
    let black = no_return('b', rng);
    let rows: Vec<String> = board.chunks(6).map(|row| row.iter().collect()).collect();
    let side = ["w", "b"].choose(rng).unwrap();
    format!("{} {side} 0 0 {white} {black} {}", rows.join("/"), rng.random_range(0..=100))
}

// ---- the second generator ----

fn agrees_with_the_naive_rules<R: Rules>(position: &Wali<R>) {
    let text = position.to_string();
    let ending = position.outcome().map(|outcome| (outcome.result.to_string(), outcome.reason.to_string()));
    let naive_ending = naive::outcome(R::NAME, &text).map(|(verdict, reason)| (verdict.into(), reason.into()));
    assert_eq!(ending, naive_ending, "the outcome of {} {text}", R::NAME);

    let mut successors: Vec<_> = moves(position).into_iter().map(|m| (after(position, &m).to_string(), m)).collect();
    let mut expected: Vec<_> = naive::successors(R::NAME, &text).into_iter().map(|(m, next)| (next, m)).collect();
    successors.sort();
    expected.sort();
    assert_eq!(successors, expected, "the moves of {} {text}", R::NAME);
}

fn agree_with_the_naive_rules<R: Rules>(seed: u64) {
    let played = positions_from_play::<R>(seed, 12_000);
    let distinct: HashSet<String> = played.iter().map(ToString::to_string).collect();
    assert!(distinct.len() >= 10_000, "only {} different positions", distinct.len());
    played.iter().for_each(agrees_with_the_naive_rules);
    positions_at_random::<R>(seed, 4_000).iter().for_each(agrees_with_the_naive_rules);
}

#[test]
fn wali_agrees_with_the_naive_rules() {
    agree_with_the_naive_rules::<Classic>(7001);
}

#[test]
fn wali_total_agrees_with_the_naive_rules() {
    agree_with_the_naive_rules::<Total>(7002);
}

// ---- the drop phase ----

#[test]
fn the_start_is_an_empty_board_and_twelve_stones_each() {
    assert_eq!(Wali::<Classic>::start().to_string(), START);
    assert_eq!(wali(START), Wali::start());
    assert_eq!(moves(&wali(START)).len(), 30);
}

#[test]
fn no_drop_beside_an_own_stone() {
    let position = after(&wali(START), "c3 a1");
    for beside in ["c4", "c2", "b3", "d3"] {
        assert!(!is_legal(&position, beside), "{beside}");
    }
    for elsewhere in ["b2", "b4", "d2", "d4", "a2", "b1"] {
        assert!(is_legal(&position, elsewhere), "{elsewhere}: diagonal, or beside an enemy stone");
    }
}

/// White has stones but no cell for them; Black has one cell left, c5.
const WHITE_MUST_PASS: &str = "1w1wbw/b2bwb/wbw1b1/b1b2w/1w1wb1 w 3 3 - - 0";

#[test]
fn who_has_stones_but_no_cell_must_pass() {
    let moves_there = "f2 b3 e4 d4 b5 e5 b1 a2 f5 c2 d1 a4 c3 e1 a3 f4 d5 e3";
    let position = after(&wali(START), moves_there);
    assert_eq!(position.to_string(), WHITE_MUST_PASS);
    assert_eq!(moves(&position), ["pass"]);
    assert_eq!(moves(&after(&position, "pass")), ["c5"]);
}

#[test]
fn who_has_no_stones_must_pass_while_the_other_can_drop() {
    let position = wali("wbwbwb/bwbwbw/wbwbwb/1wbwbw/6 w 0 1 - - 0");
    assert_eq!(moves(&position), ["pass"]);
    let position = after(&position, "pass");
    assert_eq!(moves(&position), ["a1", "a2", "b1", "d1", "f1"]);
    assert_eq!(after(&position, "a2").to_string(), "wbwbwb/bwbwbw/wbwbwb/bwbwbw/6 w 0 0 - - 0");
}

#[test]
fn passing_is_only_for_those_who_must() {
    assert!(!is_legal(&wali(START), "pass"));
    assert!(!is_legal(&wali("6/6/w1ww2/6/2b1bb w 0 0 - - 0"), "pass"));
}

#[test]
fn dropping_ends_when_neither_can_and_hands_are_discarded() {
    let position = after(&wali(WHITE_MUST_PASS), "pass c5");
    assert_eq!(position.to_string(), "1wbwbw/b2bwb/wbw1b1/b1b2w/1w1wb1 w 0 0 - - 0");
    assert!(is_legal(&position, "b5a5"), "the turn has passed on, and stones are stepped");
}

#[test]
fn hands_that_cannot_be_dropped_read_zero() {
    let position = wali("1wbwbw/b2bwb/wbw1b1/b1b2w/1w1wb1 w 3 2 - - 0");
    assert_eq!(position.to_string(), "1wbwbw/b2bwb/wbw1b1/b1b2w/1w1wb1 w 0 0 - - 0");
    assert_eq!(position, after(&wali(WHITE_MUST_PASS), "pass c5"));
}

// ---- captures ----

#[test]
fn a_step_into_exactly_three_captures() {
    let in_a_row = wali("b5/6/w1ww2/6/2b1bb w 0 0 - - 8");
    assert_eq!(moves_with(&in_a_row, "a3b3"), ["a3b3xa5", "a3b3xc1", "a3b3xe1", "a3b3xf1"]);
    assert_eq!(after(&in_a_row, "a3b3xe1").to_string(), "b5/6/1www2/6/2b2b b 0 0 b3a3 - 0");

    let in_a_column = wali("3w1b/6/2w3/3w1b/b2w2 w 0 0 - - 0");
    assert_eq!(moves_with(&in_a_column, "c3d3"), ["c3d3xa1", "c3d3xf2", "c3d3xf5"]);
    assert_eq!(moves_with(&in_a_column, "c3c4"), ["c3c4"]);
}

#[test]
fn four_or_more_capture_nothing() {
    assert_eq!(moves_with(&wali("6/6/w1www1/6/2b1bb w 0 0 - - 0"), "a3b3"), ["a3b3"]);
    assert_eq!(moves_with(&wali("6/6/w1wwww/6/2b1bb w 0 0 - - 0"), "a3b3"), ["a3b3"]);
    assert_eq!(moves_with(&wali("6/2w3/ww1w1b/6/2b2b w 0 0 - - 0"), "c4c3"), ["c4c3"], "filled from the side");
}

#[test]
fn a_four_one_way_does_not_spoil_a_three_the_other_way() {
    let position = wali("5b/2w3/ww1w1b/2w3/2w2b w 0 0 - - 0");
    assert_eq!(moves_with(&position, "c4c3"), ["c4c3xf1", "c4c3xf3", "c4c3xf5"]);
}

#[test]
fn leaving_a_four_is_not_a_capture() {
    let position = wali("6/6/wwww2/6/2b1bb w 0 0 - - 0");
    assert_eq!(moves_with(&position, "a3"), ["a3a2", "a3a4"]);
    assert_eq!(moves_with(&position, "d3"), ["d3d2", "d3d4", "d3e3"]);
}

#[test]
fn the_cell_that_was_left_does_not_count() {
    // b3 c3 . e3 becomes b3 . d3 e3: no three. With f3 there are three ahead.
    assert_eq!(moves_with(&wali("6/6/1ww1w1/6/b1bb2 w 0 0 - - 0"), "c3d3"), ["c3d3"]);
    let position = wali("6/6/1ww1ww/6/b1bb2 w 0 0 - - 0");
    assert_eq!(moves_with(&position, "c3d3"), ["c3d3xa1", "c3d3xc1", "c3d3xd1"]);
}

#[test]
fn two_lines_at_once_capture_one_stone() {
    let position = wali("5b/2w3/1w1w1b/2w3/b1w2b w 0 0 - - 0");
    assert_eq!(moves_with(&position, "c4c3"), ["c4c3xa1", "c4c3xf1", "c4c3xf3", "c4c3xf5"]);
    assert_eq!(after(&position, "c4c3xa1").score(), ["5", "3"]);
}

#[test]
fn a_capture_is_compulsory() {
    let position = wali("b5/6/w1ww2/6/2b1bb w 0 0 - - 0");
    assert!(!is_legal(&position, "a3b3"));
    let Ok(ParsedMove::Half { completions, .. }) = position.parse_move("a3b3") else { panic!("a3b3 is half a move") };
    let cells: Vec<&str> = completions.iter().map(|(cell, _)| cell.as_str()).collect();
    assert_eq!(cells, ["c1", "e1", "f1", "a5"]);
}

#[test]
fn stones_in_an_exact_three_cannot_be_taken() {
    let one_outside = "5b/6/w1ww2/6/3bbb w 0 0 - - 0";
    assert_eq!(moves_with(&wali(one_outside), "a3b3"), ["a3b3xf5"]);
    assert_eq!(moves_with(&total(one_outside), "a3b3"), ["a3b3xd1", "a3b3xe1", "a3b3xf1", "a3b3xf5"]);
    let upright = wali("5b/5b/w1ww1b/6/b5 w 0 0 - - 0");
    assert_eq!(moves_with(&upright, "a3b3"), ["a3b3xa1"]);
    let four = wali("6/6/w1ww2/6/2bbbb w 0 0 - - 0");
    assert_eq!(moves_with(&four, "a3b3"), ["a3b3xc1", "a3b3xd1", "a3b3xe1", "a3b3xf1"], "four protect nothing");
}

#[test]
fn with_nothing_to_take_the_step_stands_alone() {
    let position = wali("6/6/w1ww2/6/3bbb w 0 0 - - 5");
    assert_eq!(moves_with(&position, "a3b3"), ["a3b3"]);
    assert_eq!(after(&position, "a3b3").to_string(), "6/6/1www2/6/3bbb b 0 0 b3a3 - 6", "and is idle");
}

// ---- stepping back ----

#[test]
fn a_stone_may_not_step_straight_back() {
    let position = after(&wali("w4b/6/2w3/6/w3bb w 0 0 - - 0"), "c3c4 f5f4");
    assert_eq!(position.to_string(), "w5/2w2b/6/6/w3bb w 0 0 c4c3 f4f5 2");
    assert_eq!(moves_with(&position, "c4"), ["c4b4", "c4c5", "c4d4"]);
    let later = after(&position, "a1a2 f1f2");
    assert!(is_legal(&later, "c4c3"), "only the next turn is barred");
    assert!(!is_legal(&later, "a2a1"));
}

#[test]
fn another_stone_may_go_where_one_may_not_return() {
    let position = wali("w5/2w2b/1w4/6/w3bb w 0 0 c4c3 - 2");
    assert!(is_legal(&position, "b3c3") && !is_legal(&position, "c4c3"));
}

#[test]
fn in_wali_total_stepping_back_is_allowed() {
    let position = after(&total("w4b/6/2w3/6/w3bb w 0 0 - - 0"), "c3c4 f5f4");
    assert_eq!(position.to_string(), "w5/2w2b/6/6/w3bb w 0 0 - - 2");
    assert!(is_legal(&position, "c4c3"));
}

#[test]
fn a_captured_stone_takes_its_no_return_with_it() {
    let position = wali("b5/6/w1ww2/6/2b1bb w 0 0 - c1b1 3");
    assert_eq!(after(&position, "a3b3xc1").to_string(), "b5/6/1www2/6/4bb b 0 0 b3a3 - 0");
    assert_eq!(after(&position, "a3b3xf1").to_string(), "b5/6/1www2/6/2b1b1 b 0 0 b3a3 c1b1 0");
}

// ---- the end ----

#[test]
fn two_stones_are_too_few_in_wali() {
    let position = after(&wali("6/6/w1ww2/6/2b1bb w 0 0 - - 0"), "a3b3xc1");
    assert_eq!(ending(&position), "p1win stones");
    assert_eq!(ending(&wali("6/6/b1bb2/6/w4w w 0 0 - - 0")), "p2win stones");
    assert_eq!(ending(&wali("6/6/b1bb2/6/w4w b 0 0 - - 0")), "p2win stones", "whoever is to move");
    assert_eq!(ending(&wali("6/6/b1bb2/6/w3ww w 0 0 - - 0")), "none");
}

#[test]
fn few_stones_are_no_loss_while_dropping() {
    assert_eq!(ending(&wali("6/6/2w3/6/b5 w 11 11 - - 0")), "none");
    assert_eq!(ending(&total(START)), "none");
}

#[test]
fn wali_total_is_played_to_the_last_stone() {
    assert_eq!(ending(&total("6/6/b1bb2/6/w4w w 0 0 - - 0")), "none");
    assert_eq!(ending(&total("6/6/b1bb2/6/5w w 0 0 - - 0")), "none");
    assert_eq!(ending(&after(&total("6/6/b1bb2/6/5w b 0 0 - - 0"), "a3b3xf1")), "p2win stones");
}

#[test]
fn who_is_to_move_and_cannot_step_has_lost() {
    let shut_in = "5b/6/b5/wb4/wwb3 w 0 0 - - 0";
    assert_eq!(ending(&wali(shut_in)), "p2win blocked");
    assert_eq!(ending(&total(shut_in)), "p2win blocked");
    assert_eq!(ending(&wali("5b/6/b5/wb4/wwb3 b 0 0 - - 0")), "none", "it is the other's turn");
}

#[test]
fn a_step_that_may_not_be_made_does_not_save() {
    assert_eq!(ending(&wali("5b/6/b5/wb4/ww4 w 0 0 b1c1 - 1")), "p2win blocked");
    assert_eq!(moves(&wali("5b/6/b5/wb4/ww4 w 0 0 - - 1")), ["b1c1"]);
    assert_eq!(moves(&total("5b/6/b5/wb4/ww4 w 0 0 - - 1")), ["b1c1"]);
}

#[test]
fn two_stones_each_are_a_draw_in_wali_total() {
    assert_eq!(ending(&total("6/6/6/6/ww2bb w 0 0 - - 0")), "draw material");
    assert_eq!(ending(&total("6/6/6/6/w3bb b 0 0 - - 0")), "draw material");
    assert_eq!(ending(&total("6/6/6/6/ww1bbb w 0 0 - - 0")), "none");
    assert_eq!(ending(&total("6/6/6/6/4bb w 0 0 - - 0")), "p2win stones", "no stone at all is a loss first");
}

#[test]
fn a_hundred_plies_without_a_capture_are_a_draw() {
    let quiet = "b5/6/w1ww2/6/2b1bb w 0 0 - - 99";
    assert_eq!(ending(&wali(quiet)), "none");
    assert_eq!(ending(&after(&wali(quiet), "a3a2")), "draw idle");
    assert_eq!(ending(&after(&total(quiet), "a3a2")), "draw idle");
    let captured = after(&wali(quiet), "a3b3xa5");
    assert_eq!((ending(&captured), captured.to_string().ends_with(" 0")), ("none".into(), true));
}

#[test]
fn losses_come_before_the_idle_draw_and_stones_before_steps() {
    assert_eq!(ending(&wali("6/6/b1bb2/6/w4w w 0 0 - - 100")), "p2win stones");
    assert_eq!(ending(&wali("5b/6/b5/wb4/wwb3 w 0 0 - - 100")), "p2win blocked");
    assert_eq!(ending(&wali("6/6/b5/wb4/wb4 w 0 0 - - 0")), "p2win stones", "two stones, neither can step");
}

#[test]
fn drops_and_passes_are_not_idle() {
    let position = after(&wali(START), "f2 b3 e4 d4 b5 e5 b1 a2 f5 c2 d1 a4 c3 e1 a3 f4 d5 e3 pass");
    assert!(position.to_string().ends_with(" 0"), "{position}");
}

// ---- texts ----

#[test]
fn position_errors_name_the_offender() {
    for (text, message) in [
        ("", "the position text ends before the rows"),
        ("6/6/6/6/6", "ends before the side to move"),
        ("6/6/6/6/6 w", "ends before the white hand"),
        ("6/6/6/6/6 w 12", "ends before the black hand"),
        ("6/6/6/6/6 w 12 12", "ends before the white no-return"),
        ("6/6/6/6/6 w 12 12 -", "ends before the black no-return"),
        ("6/6/6/6/6 w 12 12 - -", "ends before the idle count"),
        ("6/6/6/6/6 w 12 12 - - 0 0", "unexpected '0' after the idle count"),
        ("6/6/6/6 w 12 12 - - 0", "board '6/6/6/6' has 4 rows, expected 5"),
        ("6/6/6/6/6/6 w 12 12 - - 0", "board '6/6/6/6/6/6' has 6 rows, expected 5"),
        ("6/6/x5/6/6 w 12 12 - - 0", "row 3, 'x5', may hold only w, b and the digits 1 to 6"),
        ("6/6/W5/6/6 w 12 12 - - 0", "row 3, 'W5', may hold only"),
        ("6//6/6/6 w 12 12 - - 0", "row 4, '', may hold only"),
        ("7/6/6/6/6 w 12 12 - - 0", "row 5, '7', may hold only"),
        ("6/60/6/6/6 w 12 12 - - 0", "row 4, '60', may hold only"),
        ("6/6/6/5/6 w 12 12 - - 0", "row 2, '5', covers 5 cells, expected 6"),
        ("6/6/6/6/6w w 12 12 - - 0", "row 1, '6w', covers 7 cells, expected 6"),
        ("6/6/6/6/6 W 12 12 - - 0", "side to move 'W' must be w or b"),
        ("6/6/6/6/6 w 13 12 - - 0", "white hand '13' must be a number from 0 to 12"),
        ("6/6/6/6/6 w 12 -1 - - 0", "black hand '-1' must be a number from 0 to 12"),
        ("6/6/6/6/6 w 12 99999999999 - - 0", "black hand '99999999999' must be"),
        ("6/6/2w3/6/6 w 12 12 - - 0", "too many stones: white has 1 on the board and 12 in hand"),
        ("6/6/2w3/6/b5 w 11 10 - - 0", "impossible hands: black has 1 stones on the board and 10 in hand"),
        ("6/6/w1ww2/6/2b1bb w 0 0 a3 - 0", "white no-return 'a3' must be '-' or two neighbouring cells"),
        ("6/6/w1ww2/6/2b1bb w 0 0 a3a6 - 0", "white no-return 'a3a6' must be"),
        ("6/6/w1ww2/6/2b1bb w 0 0 - c1e1 0", "black no-return 'c1e1' must be '-' or two neighbouring cells"),
        ("6/6/w1ww2/6/2b1bb w 0 0 c1b1 - 0", "white no-return 'c1b1' names no white stone: c1 holds none"),
        ("6/6/2w3/6/b5 w 11 11 c3c4 - 0", "white no-return 'c3c4' must be '-' while stones can be dropped"),
        ("6/6/w1ww2/6/2b1bb w 0 0 - - x", "idle count 'x' must be a number from 0 to 100"),
        ("6/6/w1ww2/6/2b1bb w 0 0 - - 101", "idle count '101' must be a number from 0 to 100"),
        ("6/6/2w3/6/b5 w 11 11 - - 3", "idle count '3' must be 0 while stones can be dropped"),
    ] {
        let error = text.parse::<Wali<Classic>>().expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}, expected … {message} …");
    }
    let in_total = "6/6/w1ww2/6/2b1bb w 0 0 a3a2 - 0".parse::<Wali<Total>>().unwrap_err().to_string();
    assert!(in_total.contains("white no-return 'a3a2' must be '-' in wali-total"), "{in_total}");
}

#[test]
fn move_errors_name_the_offender() {
    let dropping = "6/6/2w3/6/b5 w 11 11 - - 0";
    let stepping = "5b/6/w1ww2/6/3bbb w 0 0 d3d4 - 1";
    for (position, text, message) in [
        (dropping, "", "'' is not a Wali move"),
        (dropping, "c", "'c' is not a Wali move"),
        (dropping, "g1", "'g1' is not a Wali move"),
        (dropping, "a6", "'a6' is not a Wali move"),
        (dropping, "C3", "'C3' is not a Wali move"),
        (dropping, "c3 ", "'c3 ' is not a Wali move"),
        (dropping, "passed", "'passed' is not a Wali move"),
        (dropping, "é1", "'é1' is not a Wali move"),
        (stepping, "a3b3x", "'a3b3x' is not a Wali move"),
        (stepping, "a3b3xf5xd1", "'a3b3xf5xd1' is not a Wali move"),
        (dropping, "c3c4", "illegal move 'c3c4': stones are still being dropped; drop one, as in c3"),
        (WHITE_MUST_PASS, "b5a5", "illegal move 'b5a5': stones are still being dropped; the only move is pass"),
        (WHITE_MUST_PASS, "c5", "illegal move 'c5': you cannot drop a stone now; the only move is pass"),
        (dropping, "c3", "illegal move 'c3': c3 is not empty"),
        (dropping, "c4", "illegal move 'c4': c4 is next to a stone of your own"),
        (dropping, "pass", "illegal move 'pass': there is a legal drop"),
        (stepping, "pass", "illegal move 'pass': there is a legal step"),
        (stepping, "a1", "illegal move 'a1': no stone can be dropped any more; step one, as in c3c4"),
        (stepping, "b3b4", "illegal move 'b3b4': there is no stone of yours on b3"),
        (stepping, "f5f4", "illegal move 'f5f4': there is no stone of yours on f5"),
        (stepping, "a3a5", "illegal move 'a3a5': a5 is not one orthogonal step from a3"),
        (stepping, "a3b4", "illegal move 'a3b4': b4 is not one orthogonal step from a3"),
        (stepping, "a3a3", "illegal move 'a3a3': a3 is not one orthogonal step from a3"),
        (stepping, "c3d3", "illegal move 'c3d3': d3 is not empty"),
        (stepping, "d3d4", "illegal move 'd3d4': that stone came from d4 on your last turn"),
        (stepping, "a3a2xf5", "illegal move 'a3a2xf5': the step to a2 makes no row of exactly three"),
        (stepping, "a3b3xd1", "illegal move 'a3b3xd1': d1 may not be taken: it stands in a row of exactly three"),
        (stepping, "a3b3xe5", "illegal move 'a3b3xe5': e5 may not be taken: no enemy stone stands there"),
        (stepping, "a3b3xc3", "illegal move 'a3b3xc3': c3 may not be taken: no enemy stone stands there"),
    ] {
        let error = wali(position).parse_move(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}, expected … {message} …");
    }
}

#[test]
fn no_move_is_legal_in_a_finished_game() {
    for (over, reason) in [("6/6/b1bb2/6/w4w w 0 0 - - 0", "stones"), ("b5/6/w1ww2/6/2b1bb w 0 0 - - 100", "idle")] {
        for text in ["a1a2", "f1f2", "a3a2", "a3b3", "a3b3xa5", "pass", "c5"] {
            let error = wali(over).parse_move(text).expect_err(text).to_string();
            assert_eq!(error, format!("illegal move '{text}': the game is over ({reason})"));
        }
    }
}

#[test]
fn accepts_no_move_that_is_not_generated() {
    fn check<R: Rules>(seed: u64) {
        let cells: Vec<String> = ["a", "b", "c", "d", "e", "f"]
            .iter()
            .flat_map(|column| (1..=5).map(move |row| format!("{column}{row}")))
            .collect();
        let pairs: Vec<String> =
            cells.iter().flat_map(|from| cells.iter().map(move |to| format!("{from}{to}"))).collect();
        let captures = pairs.iter().flat_map(|step| cells.iter().map(move |taken| format!("{step}x{taken}")));
        let texts: Vec<String> =
            cells.iter().chain(&pairs).cloned().chain(captures).chain(["pass".to_string()]).collect();
        let played = positions_from_play::<R>(seed, 500).into_iter().step_by(20);
        for position in played.chain(positions_at_random::<R>(seed, 25)) {
            let generated: HashSet<String> = moves(&position).into_iter().collect();
            for text in &texts {
                let accepted = matches!(position.parse_move(text), Ok(ParsedMove::Whole(_)));
                assert_eq!(accepted, generated.contains(text), "{text} in {position}");
            }
        }
    }
    check::<Classic>(7005);
    check::<Total>(7006);
}

// ---- hashes ----

#[test]
fn whatever_changes_the_moves_changes_the_hash() {
    let texts = [
        "b5/6/w1ww2/6/2b1bb w 0 0 - - 0",
        "b5/6/w1ww2/6/2b1bb b 0 0 - - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 a3a2 - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 a3a4 - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 a3b3 - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 c3b3 - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 d3d4 - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 d3c3 - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 c3d3 - 0",
        "b5/6/w1ww2/6/2b1bb w 0 0 - c1b1 0",
        "b5/w5/2ww2/6/2b1bb w 0 0 - - 0",
        "w5/6/w1ww2/6/2b1bb w 0 0 - - 0",
        "6/6/w1ww2/6/2b1bb w 0 0 - - 0",
        "6/6/6/6/w5 w 11 12 - - 0",
        "6/6/6/6/w5 b 11 12 - - 0",
        "6/6/6/6/b5 w 12 11 - - 0",
    ];
    for key in [Wali::hash, Wali::<Classic>::table_key] {
        assert_eq!(texts.map(|text| key(&wali(text))).iter().collect::<HashSet<_>>().len(), texts.len());
    }
}

#[test]
fn the_table_tells_idle_counts_apart_near_the_draw_and_the_hash_never() {
    let idle = |count: usize| wali(&format!("b5/6/w1ww2/6/2b1bb w 0 0 - - {count}"));
    let keys: HashSet<u64> = (60..=100).map(|count| idle(count).table_key()).collect();
    assert_eq!(keys.len(), 41);
    assert!((0..60).all(|count| idle(count).table_key() == idle(0).hash()) && !keys.contains(&idle(0).hash()));
    assert!((0..=100).all(|count| idle(count).hash() == idle(0).hash() && idle(count).repetition_reach() == count));
}

#[test]
fn near_the_draw_positions_differ_in_as_many_bits_as_before() {
    let [here, there] = ["b5/6/w1ww2/6/2b1bb", "b5/6/w1w1w1/6/2b1bb"].map(|rows| wali(&format!("{rows} w 0 0 - - 80")));
    assert_ne!(here.hash(), there.hash());
    assert_eq!(here.table_key() ^ there.table_key(), here.hash() ^ there.hash());
}

// ---- drawings ----

#[test]
fn the_drawing_shows_the_last_capture_and_who_may_not_step_back() {
    let before = wali("b5/6/w1ww2/6/2b1bb w 0 0 - c1b1 3");
    let Ok(ParsedMove::Whole(last)) = before.parse_move("a3b3xe1") else { panic!("a3b3xe1 is a move") };
    let expected = "
      a   b   c   d   e   f
    ┌───┬───┬───┬───┬───┬───┐
  5 │ ● │   │   │   │   │   │ 5
    ├───┼───┼───┼───┼───┼───┤
  4 │   │   │   │   │   │   │ 4
    ├───┼───┼───┼───┼───┼───┤
  3 │ · │(○)│ ○ │ ○ │   │   │ 3
    ├───┼───┼───┼───┼───┼───┤
  2 │   │   │   │   │   │   │ 2
    ├───┼───┼───┼───┼───┼───┤
  1 │   │   │ ● │   │ × │ ● │ 1
    └───┴───┴───┴───┴───┴───┘
      a   b   c   d   e   f
  stones: ○ 3  ● 3   plies without a capture: 0
  ○ on b3 may not step back to a3
  ● on c1 may not step back to b1
";
    assert_eq!(after(&before, "a3b3xe1").draw(Some(last)), expected.trim_start_matches('\n'));
    let dropped = after(&wali(START), "c3");
    let Ok(ParsedMove::Whole(last)) = wali(START).parse_move("c3") else { panic!("c3 is a move") };
    let drawing = dropped.draw(Some(last));
    assert!(drawing.contains("\n  3 │   │   │(○)│   │   │   │ 3\n"), "{drawing}");
    assert!(drawing.ends_with("  in hand: ○ 11  ● 12\n"), "{drawing}");
}

// ---- symmetry ----

/// The position text with every cell moved; `cell` maps column and row, both from 0, to those in the image.
fn mirrored<R: Rules>(position: &Wali<R>, cell: impl Fn(usize, usize) -> (usize, usize)) -> Wali<R> {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = [["1"; 6]; 5];
    for (row, line) in fields[0].split('/').rev().enumerate() {
        let mut column = 0;
        for letter in line.chars() {
            if let Some(gap) = letter.to_digit(10) {
                column += gap as usize;
            } else {
                let (c, r) = cell(column, row);
                board[r][c] = if letter == 'w' { "w" } else { "b" };
                column += 1;
            }
        }
    }
    let name = |text: &str| {
        let (column, row) = cell(usize::from(text.as_bytes()[0] - b'a'), usize::from(text.as_bytes()[1] - b'1'));
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    };
    let no_return = |text: &str| match text {
        "-" => "-".to_string(),
        _ => name(&text[..2]) + &name(&text[2..]),
    };
    let rows: Vec<String> = board.iter().rev().map(|row| row.concat()).collect();
    let [white, black] = [no_return(fields[4]), no_return(fields[5])];
    read(&format!("{} {} {} {} {white} {black} {}", rows.join("/"), fields[1], fields[2], fields[3], fields[6]))
}

/// The same position with the colours exchanged, the other side to move.
fn recoloured<R: Rules>(position: &Wali<R>) -> Wali<R> {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let swapped: String = [fields[0], " ", fields[1]].concat();
    let swapped = swapped.replace('w', "?").replace('b', "w").replace('?', "b");
    read(&format!("{swapped} {} {} {} {} {}", fields[3], fields[2], fields[5], fields[4], fields[6]))
}

/// The same end with the players exchanged.
fn for_the_other(outcome: Outcome) -> Outcome {
    match outcome.result {
        GameResult::Win(winner) => Outcome::win(winner.opponent(), outcome.reason),
        GameResult::Draw => outcome,
    }
}

fn looks_the_same_from_all_sides<R: Rules>(seed: u64) {
    let mut positions = positions_from_play::<R>(seed, 1_000);
    positions.extend(positions_at_random::<R>(seed, 1_000));
    for (i, position) in positions.iter().enumerate() {
        let left_right = mirrored(position, |column, row| (5 - column, row));
        let up_down = mirrored(position, |column, row| (column, 4 - row));
        let other_colour = recoloured(position);
        let depth = if i % 20 == 0 { 3 } else { 1 };
        for image in [left_right, up_down, other_colour] {
            if position.outcome().is_none() {
                assert_eq!(image.evaluate(), position.evaluate(), "{position} and {image}");
                assert!(i % 20 > 0 || exact::score(&image, 2) == exact::score(position, 2), "{position} and {image}");
            }
            assert_eq!(perft(&image, depth), perft(position, depth), "{position} and {image}");
        }
        assert_eq!(left_right.outcome(), position.outcome(), "{position}");
        assert_eq!(up_down.outcome(), position.outcome(), "{position}");
        assert_eq!(other_colour.outcome(), position.outcome().map(for_the_other), "{position}");
    }
}

#[test]
fn wali_looks_the_same_from_all_sides() {
    looks_the_same_from_all_sides::<Classic>(7003);
}

#[test]
fn wali_total_looks_the_same_from_all_sides() {
    looks_the_same_from_all_sides::<Total>(7004);
}
