//! The judgement of `WaldMeister` positions: what it must not depend on, and that the fast way to count points is right.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod exact;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use tern::eval::{Evaluate, LIMIT, MoveOrdering, Term};
use tern::game::{Game, GameResult, Player};
use tern::games::waldmeister::{AnyWaldMeister, Board, SIDES, WaldMeister};
use tern::perft::perft;

/// Positions of random games on boards of one side, the start and finished games left out.
fn random_positions<B: Board>(side: u8, games: u64) -> Vec<WaldMeister<B>> {
    let mut random = StdRng::seed_from_u64(u64::from(side));
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = WaldMeister::start(side).expect("a side for this integer");
        while position.outcome().is_none() {
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
            positions.push(position);
        }
        positions.pop();
    }
    positions
}

/// Runs a check on the random positions of every side.
macro_rules! on_every_side {
    ($check:ident, $games:expr) => {
        for side in SIDES {
            match AnyWaldMeister::start(side).expect("a side") {
                AnyWaldMeister::Small(_) => random_positions::<u64>(side, $games).iter().for_each($check),
                AnyWaldMeister::Large(_) => random_positions::<u128>(side, $games).iter().for_each($check),
            }
        }
    };
}

fn terms<G: Evaluate>(position: &G) -> Vec<Term> {
    let mut terms = Vec::new();
    position.for_each_term(|term| terms.push(term));
    terms
}

#[test]
fn before_the_last_move_the_evaluation_is_the_result() {
    fn check<B: Board>(position: &WaldMeister<B>) {
        let to_come: u32 = Player::BOTH.map(|player| position.hand(player).total()).iter().sum();
        if to_come > 1 {
            return;
        }
        let mover = position.to_move();
        let results = position.legal_moves().into_iter().map(|m| {
            let mut end = *position;
            end.play_unchecked(m);
            end.points(mover) as i32 - end.points(mover.opponent()) as i32
        });
        assert_eq!(Some(position.evaluate()), results.max().map(|points| 100 * points), "{position}");
    }
    on_every_side!(check, 20);
}

#[test]
fn evaluations_stay_within_the_limit() {
    fn check<B: Board>(position: &WaldMeister<B>) {
        let sum: i32 = terms(position).iter().map(|term| term.p1 - term.p2).sum();
        assert!(sum.abs() < LIMIT, "{position}");
    }
    on_every_side!(check, 10);
}

// ---- symmetries, on texts ----

/// A position text taken apart: the board as a square of names, empty for no tree, and the other fields.
struct Parts {
    grid: Vec<Vec<String>>,
    turn: String,
    hands: [String; 2],
    goal: String,
}

impl Parts {
    fn of(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let grid = fields[0].split('/').map(Self::row).collect();
        Self { grid, turn: fields[1].into(), hands: [fields[2].into(), fields[3].into()], goal: fields[4].into() }
    }

    fn row(text: &str) -> Vec<String> {
        let mut cells = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.chars().take_while(char::is_ascii_digit).count();
            let (part, after) = rest.split_at(if digits > 0 { digits } else { 2 });
            match part.parse::<usize>() {
                Ok(gap) => cells.resize(cells.len() + gap, String::new()),
                Err(_) => cells.push(part.into()),
            }
            rest = after;
        }
        cells
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.grid.iter().map(|row| Self::row_text(row)).collect();
        format!("{} {} {} {} {}", rows.join("/"), self.turn, self.hands[0], self.hands[1], self.goal)
    }

    fn row_text(row: &[String]) -> String {
        let mut text = String::new();
        for part in row.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
            if part[0].is_empty() {
                text += &part.len().to_string();
            } else {
                text += &part[0];
            }
        }
        text
    }

    /// Letters and numbers of the cells change places.
    fn transposed(mut self) -> Self {
        let last = self.grid.len() - 1;
        // The first row of the text is the one with the highest number.
        self.grid = (0..=last).map(|i| (0..=last).map(|j| self.grid[last - j][last - i].clone()).collect()).collect();
        self
    }

    /// The board turned by half a circle.
    fn turned(mut self) -> Self {
        self.grid.reverse();
        self.grid.iter_mut().for_each(|row| row.reverse());
        self
    }

    /// Other trees in place of all trees, on the board and in the hands.
    fn renamed(mut self, rename: impl Fn(usize) -> usize) -> Self {
        const TREES: [&str; 9] = ["sl", "sg", "sd", "ml", "mg", "md", "tl", "tg", "td"];
        for cell in self.grid.iter_mut().flatten().filter(|cell| !cell.is_empty()) {
            let index = TREES.iter().position(|tree| tree == cell).unwrap();
            *cell = TREES[rename(index)].into();
        }
        self.hands = self.hands.map(|hand| {
            let mut renamed = [' '; 9];
            hand.chars().enumerate().for_each(|(index, count)| renamed[rename(index)] = count);
            renamed.iter().collect()
        });
        self
    }

    /// Colours become heights and heights colours, in the trees and in what is scored.
    fn mirrored(self) -> Self {
        let mut mirrored = self.renamed(|tree| tree % 3 * 3 + tree / 3);
        mirrored.goal = if mirrored.goal == "c" { "h" } else { "c" }.into();
        mirrored
    }
}

#[test]
fn the_evaluation_does_not_depend_on_how_one_looks_at_the_board() {
    fn check<B: Board>(position: &WaldMeister<B>) {
        let text = position.to_string();
        let parts = || Parts::of(&text);
        assert_eq!(parts().text(), text, "the test itself reads and writes");
        let same = [
            parts().transposed(),
            parts().turned(),
            parts().turned().transposed(),
            parts().renamed(|tree| (tree + 3) % 9),
            parts().renamed(|tree| tree / 3 * 3 + (tree + 1) % 3),
            parts().mirrored(),
        ];
        for other in same {
            let other = other.text().parse::<WaldMeister<B>>().expect("a position");
            assert_eq!(terms(&other), terms(position), "{other}, {position}");
            assert_eq!(other.count_moves(), position.count_moves());
        }
    }
    on_every_side!(check, 3);
}

#[test]
fn the_game_does_not_depend_on_how_one_looks_at_the_board() {
    for position in random_positions::<u64>(5, 40).iter().step_by(7) {
        let text = position.to_string();
        let parts = || Parts::of(&text);
        let near_the_end = position.plies_to_end().is_some_and(|plies| plies <= 3);
        for other in
            [parts().transposed(), parts().turned(), parts().renamed(|tree| (tree + 3) % 9), parts().mirrored()]
        {
            let other = other.text().parse::<WaldMeister<u64>>().expect("a position");
            assert_eq!(perft(&other, 2), perft(position, 2), "{other}, {position}");
            let depth = if near_the_end { 3 } else { 1 };
            assert_eq!(exact::score(&other, depth), exact::score(position, depth), "{other}, {position}");
        }
    }
}

#[test]
fn who_scores_what_decides_who_wins() {
    fn check<B: Board>(side: u8) {
        let mut random = StdRng::seed_from_u64(77 + u64::from(side));
        for _ in 0..20 {
            let mut position = WaldMeister::<B>::start(side).expect("a side for this integer");
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                position.play_unchecked(moves[random.random_range(0..moves.len())]);
            }
            let swapped = position.to_string().replace(" c", " h");
            let swapped = swapped.parse::<WaldMeister<B>>().expect("a position");
            let verdict = match position.outcome().expect("the end").result {
                GameResult::Win(winner) => GameResult::Win(winner.opponent()),
                GameResult::Draw => GameResult::Draw,
            };
            assert_eq!(swapped.outcome().map(|outcome| outcome.result), Some(verdict), "{position}");
        }
    }
    [5, 6, 7, 8].into_iter().for_each(check::<u64>);
    [9, 11].into_iter().for_each(check::<u128>);
}

#[test]
fn of_moves_that_lead_to_the_same_position_one_is_scored() {
    fn check<B: Board>(position: &WaldMeister<B>) {
        let (mut scored, mut distinct) = (HashSet::new(), HashSet::new());
        position.for_each_scored_move(|m, _| assert!(scored.insert(position.hash_after(m)), "{m} twice in {position}"));
        position.for_each_move(|m| {
            distinct.insert(position.hash_after(m));
        });
        assert_eq!(scored, distinct, "{position}");
    }
    on_every_side!(check, 3);
}

#[test]
fn a_move_that_joins_groups_scores_more() {
    let position = "5/5/5/sl4/2ml2 1 011111111 111011111 c".parse::<WaldMeister<u64>>().expect("a position");
    let mut scores = HashMap::new();
    position.for_each_scored_move(|m, score| {
        scores.insert(m.to_string(), score);
    });
    assert!(scores["c1b1+tl"] > scores["c1d1+tl"], "light beside light");
    assert!(scores["c1b1+tl"] > scores["c1b1+td"], "and a third light one behind it");
}
