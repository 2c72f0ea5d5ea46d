//! The search against an oracle: every position of wali-total with at most six stones, solved by retrograde analysis.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod retrograde;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use retrograde::{Oracle, Value, fen, positions};
use std::sync::LazyLock;
use tern::games::wali::{Total, Wali};
use tern::history::History;
use tern::search::{Control, Limits, Score, SearchRequest, Table, search};

static ORACLE: LazyLock<Oracle> = LazyLock::new(Oracle::new);

const SEED: u64 = 22;

/// Positions with so many stones against each other, at random, in which White is to move.
fn random_positions(white: u32, black: u32) -> impl Iterator<Item = (u32, u32)> {
    println!("seed {SEED}");
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut set = move |stones: u32, taken: u32| {
        let mut set = 0u32;
        while set.count_ones() < stones {
            set |= 1 << rng.random_range(0..30) & !taken;
        }
        set
    };
    std::iter::repeat_with(move || {
        let own = set(white, 0);
        (own, set(black, own))
    })
}

/// A mix of all that is worth a search.
fn mixed_positions(of_each: usize) -> impl Iterator<Item = (u32, u32)> {
    let sides = [(3, 3), (3, 2), (2, 3), (3, 1), (1, 3), (4, 2), (2, 4)];
    let positions = sides.into_iter().flat_map(move |(white, black)| random_positions(white, black).take(of_each));
    positions.filter(|&(own, enemy)| ORACLE.value(own, enemy) != Value::Lost(0))
}

fn game(own: u32, enemy: u32) -> History<Wali<Total>> {
    History::new(fen(own, enemy).parse().unwrap())
}

/// What a search says of a position, and the position it leads to, as the other player sees it.
fn searched(own: u32, enemy: u32, request: &SearchRequest) -> (Score, (u32, u32)) {
    let (mut game, table) = (game(own, enemy), Table::new(4).unwrap());
    let mut score = None;
    let found = search(&game, &[], request, &table, &Control::new(false), &mut |info| score = Some(info.score));
    game.play(found.unwrap().best).unwrap();
    (score.unwrap(), stones(&game.position().to_string()))
}

/// The stones of Black and of White in a position text.
fn stones(fen: &str) -> (u32, u32) {
    let (mut black, mut white) = (0, 0);
    for (row, text) in fen.split(' ').next().unwrap().split('/').rev().enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            match letter {
                'w' => white |= 1u32 << (6 * row + column),
                'b' => black |= 1u32 << (6 * row + column),
                gap => column += gap.to_digit(10).unwrap() as usize - 1,
            }
            column += 1;
        }
    }
    (black, white)
}

/// Whether the player who moved has kept what there was to have.
fn keeps(before: Value, after: Value) -> bool {
    match before {
        Value::Won(_) => matches!(after, Value::Lost(_)),
        Value::Drawn => matches!(after, Value::Drawn),
        Value::Lost(_) => true,
    }
}

/// Whether some move gives something away.
fn can_go_wrong(own: u32, enemy: u32) -> bool {
    let before = ORACLE.value(own, enemy);
    let mut wrong = false;
    Oracle::for_each_successor(own, enemy, |next, last| wrong |= !keeps(before, ORACLE.value(next, last)));
    wrong
}

#[test]
fn three_stones_always_beat_one_or_two() {
    for few in 1..=2 {
        for many in 3..=6 - few {
            assert!(positions(many, few).all(|(own, enemy)| matches!(ORACLE.value(own, enemy), Value::Won(_))));
            assert!(positions(few, many).all(|(own, enemy)| matches!(ORACLE.value(own, enemy), Value::Lost(_))));
        }
    }
}

#[test]
fn three_against_three() {
    let (mut won, mut drawn, mut lost, mut longest) = (0u32, 0u32, 0u32, 0);
    for (own, enemy) in positions(3, 3) {
        match ORACLE.value(own, enemy) {
            Value::Won(plies) => {
                won += 1;
                longest = longest.max(plies);
            }
            Value::Drawn => drawn += 1,
            Value::Lost(_) => lost += 1,
        }
    }
    let percent = |count: u32| (1000.0 * f64::from(count) / f64::from(won + drawn + lost)).round() / 10.0;
    assert_eq!((percent(won), percent(drawn), percent(lost), longest), (49.9, 18.9, 31.1, 45));
}

#[test]
fn the_moves_of_the_game_are_those_of_the_oracle() {
    for (own, enemy) in mixed_positions(300) {
        let mut expected = Vec::new();
        Oracle::for_each_successor(own, enemy, |next, last| expected.push((next, last)));
        let game = game(own, enemy);
        let mut found = Vec::new();
        for m in game.legal_moves() {
            let mut after = game.clone();
            after.play_unchecked(m);
            found.push(stones(&after.position().to_string()));
        }
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", fen(own, enemy));
    }
}

#[test]
fn every_announced_end_is_true() {
    let mut announced = 0;
    for (own, enemy) in mixed_positions(60) {
        let (value, fen) = (ORACLE.value(own, enemy), fen(own, enemy));
        let (score, _) = searched(own, enemy, &SearchRequest::to_nodes(3000));
        match score {
            Score::Mate(moves) if moves > 0 => {
                let most = moves.unsigned_abs() * 2 - 1;
                assert!(matches!(value, Value::Won(plies) if plies <= most), "{fen}: {score:?}, but {value:?}");
            }
            Score::Mate(moves) => {
                let most = moves.unsigned_abs() * 2;
                assert!(matches!(value, Value::Lost(plies) if plies <= most), "{fen}: {score:?}, but {value:?}");
            }
            Score::Cp(_) => continue,
        }
        announced += 1;
    }
    assert!(announced > 50, "{announced}");
}

#[test]
fn go_mate_finds_a_win_exactly_if_there_is_one() {
    let mut found = 0;
    for (own, enemy) in mixed_positions(30) {
        let (value, fen) = (ORACLE.value(own, enemy), fen(own, enemy));
        for moves in 1..=3 {
            let limits = Limits { mate: Some(moves), ..Limits::NONE };
            let (score, _) = searched(own, enemy, &SearchRequest::new(limits));
            let exists = matches!(value, Value::Won(plies) if plies < 2 * moves);
            let told = matches!(score, Score::Mate(told) if told > 0 && told <= moves as i32);
            assert_eq!(told, exists, "{fen}: mate {moves} gives {score:?}, but {value:?}");
            found += u32::from(exists);
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn few_moves_give_anything_away() {
    const POSITIONS: usize = 500;
    let positions = random_positions(3, 3).filter(|&(own, enemy)| can_go_wrong(own, enemy)).take(POSITIONS);
    let mut wrong = Vec::new();
    for (own, enemy) in positions {
        let before = ORACLE.value(own, enemy);
        let (_, (next, last)) = searched(own, enemy, &SearchRequest::to_nodes(50_000));
        let after = ORACLE.value(next, last);
        if !keeps(before, after) {
            wrong.push(format!("{}: {before:?}, then {after:?}", fen(own, enemy)));
        }
    }
    println!("{} of {POSITIONS} moves were wrong", wrong.len());
    assert!(wrong.len() * 100 <= 4 * POSITIONS, "{wrong:#?}");
}
