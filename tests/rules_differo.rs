//! The rules of Differo: one test a rule, and ten thousand positions against a second, naive reading of them.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod exact;
#[path = "naive/differo.rs"]
mod naive;

use std::collections::BTreeSet;
use tern::eval::{Evaluate, LIMIT, MoveOrdering};
use tern::game::{Game, GameMove, GameResult, Outcome, Player};
use tern::games::differo::{Differo, DifferoMove};
use tern::notation::{Notation, ParsedMove};
use tern::perft::perft;

const START: &str = "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w";

fn position(text: &str) -> Differo {
    text.parse::<Differo>().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(position: &Differo, text: &str) -> DifferoMove {
    match position.parse_move(text) {
        Ok(ParsedMove::Whole(m)) => m,
        other => panic!("{text} in {position}: {other:?}"),
    }
}

fn refused(text: &str, m: &str) -> String {
    position(text).parse_move(m).expect_err(m).to_string()
}

fn play(text: &str, moves: &[&str]) -> Differo {
    let mut position = position(text);
    for m in moves {
        position.play_unchecked(legal(&position, m));
    }
    position
}

fn moves(position: &Differo) -> BTreeSet<String> {
    position.legal_moves().iter().map(ToString::to_string).collect()
}

/// The moves that start on a cell, separated by blanks.
fn moves_from(text: &str, cell: &str) -> String {
    let from_here: Vec<String> = moves(&position(text)).into_iter().filter(|m| m.starts_with(cell)).collect();
    from_here.join(" ")
}

/// Who won and why, or `none`.
fn outcome(position: &Differo) -> String {
    position.outcome().map_or("none".into(), |outcome| format!("{} {}", outcome.result, outcome.reason))
}

fn ends(text: &str) -> String {
    outcome(&position(text))
}

/// A small generator of random numbers; the seed is all there is to know of it.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Calls `visit` with every position of random games, the last ones included, until there were `count`.
fn random_positions(seed: u64, count: usize, mut visit: impl FnMut(&Differo)) {
    let mut dice = Dice(seed);
    let mut position = Differo::start();
    for _ in 0..count {
        visit(&position);
        let choices = position.legal_moves();
        // Now and then a game is cut short, so that not all of them are long.
        if position.outcome().is_some() || dice.roll(100) == 0 {
            position = Differo::start();
        } else {
            position.play_unchecked(choices[dice.roll(choices.len())]);
        }
    }
}

// ---- the start ----

#[test]
fn starts_with_thirteen_pieces_a_side() {
    assert_eq!(Differo::start().to_string(), START);
    assert_eq!(position(START), Differo::start());
    assert_eq!(START.matches('w').count(), 13 + " w".matches('w').count());
    assert_eq!(START.matches('b').count(), 13);
    assert_eq!(outcome(&Differo::start()), "none");
}

// ---- moves ----

#[test]
fn a_lone_piece_steps_by_one_along_all_three_axes() {
    let text = "5/6/1b5/8/4w4/8/7/6/5 w";
    assert_eq!(moves_from(text, "e5"), "e5d4 e5d5 e5e4 e5e6 e5f5 e5f6");
}

#[test]
fn a_line_carries_by_the_difference_of_pieces_on_all_of_it() {
    // Row e: three to one, then four to none. The other lines through e1 hold nothing else.
    assert_eq!(moves_from("5/6/7/8/ww5wb/8/7/6/5 w", "e1"), "e1d1 e1e3 e1f2");
    assert_eq!(moves_from("5/6/7/8/ww5ww/8/7/6/5 w", "e1"), "e1d1 e1e5 e1f2");
}

#[test]
fn nobody_moves_on_a_line_without_a_majority() {
    let even = "5/6/7/8/w7b/8/7/6/5 w";
    assert_eq!(moves_from(even, "e1"), "e1d1 e1f2");
    let minority = "5/6/7/8/w6bb/8/7/6/5 w";
    assert_eq!(moves_from(minority, "e1"), "e1d1 e1f2");
}

#[test]
fn pieces_in_between_are_jumped() {
    // From e1 over e2 (own) and e3 (enemy), four steps.
    assert!(moves_from("5/6/7/8/wwb3www/8/7/6/5 w", "e1").contains("e1e5"));
}

#[test]
fn the_target_must_be_empty_and_on_the_board() {
    // Two on the row: e1 and e3. Each is two steps from the other, and two steps to the left of e1 lies nothing.
    assert_eq!(moves_from("5/6/7/8/w1w6/8/7/6/5 w", "e1"), "e1d1 e1f2");
    assert!(moves_from("5/6/7/8/w1w6/8/7/6/5 w", "e3").contains("e3e5"));
}

#[test]
fn nothing_is_captured() {
    random_positions(7, 2_000, |position| {
        let text = position.to_string();
        let (rows, _) = text.split_once(' ').expect("rows");
        assert_eq!([rows.matches('w').count(), rows.matches('b').count()], [13, 13], "{text}");
    });
}

#[test]
fn the_goal_row_of_the_opponent_is_closed() {
    assert_eq!(moves_from("5/6/7/8/9/8/7/2w3/5 w", "b3"), "b3b2 b3b4 b3c3 b3c4");
    assert_eq!(moves_from("5/3b2/7/8/9/8/7/6/5 b", "h7"), "h7g6 h7g7 h7h6 h7h8");
}

#[test]
fn reaching_the_own_goal_wins_at_once() {
    let white = play("5/1w4/7/8/9/8/7/5b/5 w", &["h5i5"]);
    assert_eq!(outcome(&white), "p1win goal");
    assert_eq!(moves(&white), BTreeSet::new());
    assert_eq!(white.count_moves(), 0);
    let black = play("5/1w4/7/8/9/8/7/1b4/5 b", &["b2a2"]);
    assert_eq!(outcome(&black), "p2win goal");
}

#[test]
fn a_player_without_a_move_loses() {
    // No pieces, no moves.
    assert_eq!(ends("5/6/7/8/4b4/8/7/6/5 w"), "p2win blocked");
    assert_eq!(ends("5/6/7/8/4w4/8/7/6/5 b"), "p1win blocked");
    // A white piece in the corner of the board, outnumbered or matched on all its lines.
    assert_eq!(ends("5/6/7/8/w7b/7b/7/5b/5 w"), "none");
    assert_eq!(ends("5/6/7/b7/w7b/b7/7/6/5 w"), "p2win blocked");
    assert_eq!(ends("5/6/7/b7/w7b/b7/7/6/5 b"), "none");
}

#[test]
fn any_state_may_come_back() {
    let start = Differo::start();
    let there_and_back = play(START, &["d3e3", "f7e7", "e3d3", "e7f7"]);
    assert_eq!(there_and_back, start);
    assert_eq!(there_and_back.hash(), start.hash());
    assert!(there_and_back.repetition_reach() >= 4);
}

// ---- the designer's problem ----

/// Whether the player to move wins within `plies`, by plain minimax.
fn wins_within(position: &Differo, plies: u32) -> bool {
    plies > 0 && position.legal_moves().into_iter().any(|m| winning(position, m, plies))
}

/// Whether a move wins within `plies`, itself included, whatever the opponent answers.
fn winning(position: &Differo, m: DifferoMove, plies: u32) -> bool {
    let mut next = *position;
    next.play_unchecked(m);
    match next.outcome() {
        Some(_) => true,
        None if plies < 3 => false,
        None => next.legal_moves().into_iter().all(|answer| {
            let mut after = next;
            after.play_unchecked(answer);
            after.outcome().is_none() && wins_within(&after, plies - 2)
        }),
    }
}

#[test]
fn the_problem_of_the_designer_has_one_solution() {
    let problem = position("5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w");
    let solutions: Vec<String> =
        problem.legal_moves().into_iter().filter(|&m| winning(&problem, m, 3)).map(|m| m.to_string()).collect();
    assert_eq!(solutions, ["g4g5"]);
}

// ---- against the naive generator, and against itself ----

#[test]
fn agrees_with_the_naive_generator() {
    random_positions(2024, 10_000, |position| {
        let text = position.to_string();
        let mut ours: Vec<(String, String)> = Vec::new();
        position.for_each_move(|m| {
            let mut next = *position;
            next.play_unchecked(m);
            ours.push((m.to_string(), next.to_string()));
        });
        assert_eq!(position.count_moves(), ours.len() as u64, "{text}");
        let mut theirs = naive::successors(&text);
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{text}");
        let ending = naive::outcome(&text).map_or("none".into(), |(verdict, reason)| format!("{verdict} {reason}"));
        assert_eq!(outcome(position), ending, "{text}");
    });
}

#[test]
fn texts_lead_back_to_where_they_came_from() {
    random_positions(11, 2_000, |known| {
        let read = position(&known.to_string());
        // Equal in all parts: the hash and the states of the lines, kept up move by move, are what they are from scratch.
        assert_eq!(read, *known);
        assert_eq!(read.hash(), known.hash());
        for m in known.legal_moves() {
            assert_eq!(legal(known, &m.to_string()), m);
        }
    });
}

#[test]
fn accepts_no_move_that_is_not_generated() {
    let cells: Vec<String> = ('a'..='i').flat_map(|row| (1..=9).map(move |n| format!("{row}{n}"))).collect();
    random_positions(5, 20, |position| {
        let generated = moves(position);
        for from in &cells {
            for to in &cells {
                let text = format!("{from}{to}");
                assert_eq!(position.parse_move(&text).is_ok(), generated.contains(&text), "{text} in {position}");
            }
        }
    });
}

#[test]
fn moves_have_numbers_of_their_own() {
    random_positions(3, 500, |position| {
        let moves = position.legal_moves();
        let numbers: BTreeSet<u32> = moves.iter().map(|m| m.to_bits()).collect();
        assert_eq!(numbers.len(), moves.len());
        assert!(numbers.iter().all(|&bits| bits != 0 && bits < 1 << 24));
        assert!(moves.iter().all(|m| m.slot() < DifferoMove::SLOTS));
    });
}

// ---- position texts ----

#[test]
fn position_texts_are_checked_part_by_part() {
    let refused = |text: &str| text.parse::<Differo>().expect_err(text).to_string();
    for (text, message) in [
        ("", "the position text ends before the rows; expected: rows, side to move"),
        ("5/6/7/8/9/8/7/6/5", "the position text ends before the side to move; expected: rows, side to move"),
        ("5/6/7/8/9/8/7/6/5 w 0", "unexpected '0' after the side to move"),
        ("5/6/7/8/9/8/7/6 w", "board '5/6/7/8/9/8/7/6' has 8 rows, expected 9 separated by '/'"),
        ("5/6/7/8/9/8/7/6/5/5 w", "board '5/6/7/8/9/8/7/6/5/5' has 10 rows, expected 9 separated by '/'"),
        ("5/6/7/8/x8/8/7/6/5 w", "row e, 'x8', may hold only w, b and the digits 1 to 9"),
        ("5/6/7/8//8/7/6/5 w", "row e, '', may hold only w, b and the digits 1 to 9"),
        ("5/6/7/8/10/8/7/6/5 w", "row e, '10', may hold only w, b and the digits 1 to 9"),
        ("5/6/6/8/9/8/7/6/5 w", "row g, '6', covers 6 cells, expected 7"),
        ("5/6/7/8/9/8/7/6/w5 w", "row a, 'w5', covers 6 cells, expected 5"),
        ("5/6/7/8/999999999w/8/7/6/5 w", "row e, '999999999w', covers 82 cells, expected 9"),
        ("5/6/7/8/9/8/7/6/5 x", "side to move 'x' must be w or b"),
        ("5/6/7/8/wwwwwwwww/wwwww3/7/6/5 w", "too many pieces: white has 14 on the board, and there are only 13"),
        (
            "5/6/7/8/9/8/7/6/1w3 w",
            "impossible white piece on a2: row a is the goal of the other side, which white may not enter",
        ),
        (
            "4b/6/7/8/9/8/7/6/5 w",
            "impossible black piece on i9: row i is the goal of the other side, which black may not enter",
        ),
        (
            "w4/6/7/8/9/8/7/6/4b w",
            "impossible pieces on i5 and a5: the game ends when the first piece reaches its goal",
        ),
    ] {
        assert_eq!(refused(text), message);
    }
}

#[test]
fn a_piece_in_its_goal_is_a_finished_game() {
    assert_eq!(ends("4w/6/7/8/9/8/7/2b3/5 b"), "p1win goal");
    assert_eq!(ends("5/6/7/8/4w4/8/7/6/b4 w"), "p2win goal");
}

// ---- move texts ----

#[test]
fn only_two_cells_make_a_move() {
    for text in ["", "d2", "d2e3x", "d2j3", "d2e0", "pass"] {
        let message =
            format!("'{text}' is not a Differo move; write where a piece stands and where it goes, as in g4g5");
        assert_eq!(refused(START, text), message);
    }
}

#[test]
fn illegal_moves_are_explained() {
    for (text, message) in [
        ("d2g1", "illegal move 'd2g1': there is no cell 'g1'; row g runs from g3 to g9"),
        ("b7d2", "illegal move 'b7d2': there is no cell 'b7'; row b runs from b1 to b6"),
        ("e2e3", "illegal move 'e2e3': there is no piece of yours on e2"),
        ("f3e3", "illegal move 'f3e3': there is no piece of yours on f3"),
        ("d2f3", "illegal move 'd2f3': no line leads from d2 to f3"),
        ("d2d2", "illegal move 'd2d2': no line leads from d2 to d2"),
        (
            "d2e3",
            "illegal move 'd2e3': this line carries you nowhere, with 1 of your pieces on it and 2 of your opponent's",
        ),
        ("d2e2", "illegal move 'd2e2': this line carries you 3 steps, not 1 step"),
        ("b2b3", "illegal move 'b2b3': this line carries you 4 steps, not 1 step"),
        ("d4f4", "illegal move 'd4f4': this line carries you 1 step, not 2 steps"),
        ("d2a2", "illegal move 'd2a2': row a is your opponent's goal, which you may not enter"),
        ("c4d4", "illegal move 'c4d4': d4 is not empty"),
    ] {
        assert_eq!(refused(START, text), message);
    }
    let one_step = "5/6/7/8/4w4/8/7/6/5 w";
    assert_eq!(refused(one_step, "e5e7"), "illegal move 'e5e7': this line carries you 1 step, not 2 steps");
    let over = "w4/6/7/8/4w4/8/7/6/5 b";
    assert_eq!(refused(over, "e5e6"), "illegal move 'e5e6': the game is over, white has reached the goal");
}

// ---- for a person ----

#[test]
fn score_is_the_foremost_row_of_each_side() {
    assert_eq!(Differo::start().score(), ["d", "f"]);
    assert_eq!(position("5/6/2w4/8/9/8/7/2b3/5 w").score(), ["g", "b"]);
    assert_eq!(position("5/6/7/8/9/8/7/2b3/5 w").score(), ["-", "b"]);
}

#[test]
fn the_drawing_shows_lines_numbers_goals_and_the_last_move() {
    let start = Differo::start();
    let last = legal(&start, "d3e3");
    let mut after = start;
    after.play_unchecked(last);
    let expected = r"
          i ─·───·───·───·───·─   goal of ○
            / \ / \ / \ / \ / \
        h ─·───●───●───●───●───·─
          / \ / \ / \ / \ / \ / \
      g ─·───●───·───●───·───●───·─
        / \ / \ / \ / \ / \ / \ / \
    f ─·───●───●───●───●───●───●───·─
      / \ / \ / \ / \ / \ / \ / \ / \
  e ─·───·──(○)──·───·───·───·───·───·─
      \ / \ / \ / \ / \ / \ / \ / \ / \
    d ─·───○──(·)──○───○───○───○───·─  9
        \ / \ / \ / \ / \ / \ / \ / \
      c ─·───○───·───○───·───○───·─  8
          \ / \ / \ / \ / \ / \ / \
        b ─·───○───○───○───○───·─  7
            \ / \ / \ / \ / \ / \
          a ─·───·───·───·───·─  6   goal of ●
              \   \   \   \   \
               1   2   3   4   5
  foremost: ○ row e  ● row f
";
    assert_eq!(after.draw(Some(last)), expected.trim_start_matches('\n'));
}

// ---- the evaluation ----

/// The board turned by half a turn with the colours swapped: the same position for the other player.
fn turned(text: &str) -> String {
    let swap = |c| match c {
        'w' => 'b',
        'b' => 'w',
        other => other,
    };
    let (rows, side) = text.split_once(' ').expect("rows and a side");
    let rows: String = rows.chars().rev().map(swap).collect();
    format!("{rows} {}", side.chars().map(swap).collect::<String>())
}

/// The board seen in a mirror beside it.
fn mirrored(text: &str) -> String {
    let (rows, side) = text.split_once(' ').expect("rows and a side");
    let rows: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
    format!("{} {side}", rows.join("/"))
}

#[test]
fn the_evaluation_knows_neither_colours_nor_sides_of_the_board() {
    random_positions(99, 3_000, |known| {
        if known.outcome().is_some() {
            return;
        }
        let text = known.to_string();
        let value = known.evaluate();
        assert!(value.abs() <= LIMIT);
        let mut white = 0;
        known.for_each_term(|term| white += term.p1 - term.p2);
        assert_eq!(value, if known.to_move() == Player::P1 { white } else { -white }, "{text}");
        assert_eq!(position(&turned(&text)).evaluate(), value, "{text} turned");
        assert_eq!(position(&mirrored(&text)).evaluate(), value, "{text} mirrored");
    });
}

#[test]
fn the_game_is_the_same_for_both_players_and_in_a_mirror() {
    let mut looked_at = 0;
    random_positions(98, 3_000, |known| {
        looked_at += 1;
        let text = known.to_string();
        let (turned, mirrored) = (position(&turned(&text)), position(&mirrored(&text)));
        assert_eq!(mirrored.outcome(), known.outcome(), "{text}");
        let for_the_other = |outcome: Outcome| match outcome.result {
            GameResult::Win(winner) => Outcome::win(winner.opponent(), outcome.reason),
            GameResult::Draw => outcome,
        };
        assert_eq!(turned.outcome(), known.outcome().map(for_the_other), "{text}");
        let depth = if looked_at % 20 == 0 { 3 } else { 1 };
        for image in [turned, mirrored] {
            assert_eq!(perft(&image, depth), perft(known, depth), "{text} and {image}");
            if depth == 3 && known.outcome().is_none() {
                assert_eq!(exact::score(&image, 2), exact::score(known, 2), "{text} and {image}");
            }
        }
    });
}

#[test]
fn forcing_moves_are_the_moves_into_the_goal() {
    let mut seen = 0;
    random_positions(123, 3_000, |known| {
        if known.outcome().is_some() {
            return;
        }
        let mut forcing = BTreeSet::new();
        known.for_each_forcing_move(|m| assert!(forcing.insert(m.to_string()), "{m} twice in {known}"));
        let goals: BTreeSet<String> = moves(known)
            .into_iter()
            .filter(|m| {
                let mut next = *known;
                next.play_unchecked(legal(known, m));
                next.outcome().is_some_and(|outcome| outcome.reason == tern::game::Reason::Goal)
            })
            .collect();
        seen += goals.len();
        assert_eq!(forcing, goals, "{known}");
    });
    assert!(seen > 100, "only {seen} moves into the goal");
}

#[test]
fn moves_into_the_goal_score_most() {
    let position = position("5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w");
    let mut after = play(&position.to_string(), &["g4g5"]);
    after.play_unchecked(after.legal_moves()[0]);
    let best = after.legal_moves().into_iter().max_by_key(|&m| after.move_score(m)).expect("a move");
    after.play_unchecked(best);
    assert_eq!(outcome(&after), "p1win goal");
}
