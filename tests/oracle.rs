//! The search against an oracle: every position of wali-total with at most six stones, solved by retrograde analysis.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod retrograde;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use retrograde::{Oracle, Value, fen, positions};
use std::sync::LazyLock;
use tern::eval::{Evaluate, TablebaseValue};
use tern::game::{GameResult, Player};
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
    searched_in(game(own, enemy), request)
}

fn searched_in(mut game: History<Wali<Total>>, request: &SearchRequest) -> (Score, (u32, u32)) {
    let table = Table::new(4).unwrap();
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

/// Exactly what the oracle says, in the words of the protocol.
fn score_of(value: Value) -> Score {
    match value {
        Value::Won(plies) => Score::Mate(plies.div_ceil(2) as i32),
        Value::Drawn => Score::Cp(0),
        Value::Lost(plies) => Score::Mate(-(plies.div_ceil(2) as i32)),
    }
}

#[test]
fn no_move_gives_anything_away() {
    const POSITIONS: usize = 500;
    let positions = random_positions(3, 3).filter(|&(own, enemy)| can_go_wrong(own, enemy)).take(POSITIONS);
    for (own, enemy) in positions {
        let before = ORACLE.value(own, enemy);
        let (_, (next, last)) = searched(own, enemy, &SearchRequest::to_nodes(50_000));
        let after = ORACLE.value(next, last);
        assert!(keeps(before, after), "{}: {before:?}, then {after:?}", fen(own, enemy));
    }
}

#[test]
fn scores_are_exact_and_moves_the_best() {
    for (own, enemy) in mixed_positions(300) {
        let (value, fen) = (ORACLE.value(own, enemy), fen(own, enemy));
        let (score, (next, last)) = searched(own, enemy, &SearchRequest::to_nodes(1000));
        assert_eq!(score, score_of(value), "{fen}");
        let expected = match value {
            Value::Won(plies) => Value::Lost(plies - 1),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies - 1),
        };
        assert_eq!(if next == 0 { Value::Lost(0) } else { ORACLE.value(next, last) }, expected, "{fen}");
    }
}

/// The move that loses as late as possible, for the player who moves.
fn longest_defence(game: &History<Wali<Total>>) -> History<Wali<Total>> {
    let after = game.legal_moves().into_iter().map(|m| {
        let mut after = game.clone();
        after.play(m).unwrap();
        after
    });
    let plies = |after: &History<Wali<Total>>| {
        if after.outcome().is_some() {
            return 0;
        }
        // From the view of White, who is to move and wins.
        let (black, white) = stones(&after.position().to_string());
        match ORACLE.value(white, black) {
            Value::Won(plies) => plies,
            other => panic!("{other:?} in {}", after.position()),
        }
    };
    after.max_by_key(plies).unwrap()
}

#[test]
fn every_win_is_converted() {
    let is_won = |&(own, enemy): &(u32, u32)| matches!(ORACLE.value(own, enemy), Value::Won(_));
    let hard = random_positions(3, 3).filter(is_won).take(40);
    let easy =
        [(3, 2), (3, 1), (4, 2), (5, 1)].into_iter().flat_map(|(own, enemy)| random_positions(own, enemy).take(5));
    for (own, enemy) in hard.chain(easy) {
        let Value::Won(plies) = ORACLE.value(own, enemy) else { panic!("all of these are won") };
        let mut game = game(own, enemy);
        let table = Table::new(4).unwrap();
        while game.outcome().is_none() {
            let request = SearchRequest::to_nodes(20_000);
            let found = search(&game, &[], &request, &table, &Control::new(false), &mut |_| {}).unwrap();
            game.play(found.best).unwrap();
            if game.outcome().is_none() {
                game = longest_defence(&game);
            }
        }
        assert_eq!(game.outcome().unwrap().result, GameResult::Win(Player::P1), "{}", fen(own, enemy));
        assert_eq!(game.moves().len(), plies as usize, "{}", fen(own, enemy));
    }
}

/// How a position ends if it is drawn after so many plies without a capture, of which there are few: who captures here wins.
fn soon(own: u32, enemy: u32, plies: u32) -> i32 {
    let mut best = -1;
    Oracle::for_each_successor(own, enemy, |next, last| {
        let captures = next.count_ones() < enemy.count_ones();
        best = best.max(if captures {
            1
        } else if plies == 1 {
            0
        } else {
            -soon(next, last, plies - 1)
        });
    });
    best
}

#[test]
fn nothing_is_given_away_shortly_before_a_draw_by_idle_plies() {
    const LEFT: u32 = 4;
    let (mut saved, mut decided) = (0, 0);
    for (own, enemy) in random_positions(3, 3).filter(|&(own, enemy)| can_go_wrong(own, enemy)).take(300) {
        let text = fen(own, enemy).replace("- - 0", &format!("- - {}", 100 - LEFT));
        let before = soon(own, enemy, LEFT);
        let (score, (next, last)) = searched_in(History::new(text.parse().unwrap()), &SearchRequest::to_nodes(5000));
        let after = if next.count_ones() < 3 { 1 } else { -soon(next, last, LEFT - 1) };
        assert_eq!(before, after, "{text}: {score:?}");
        match score {
            Score::Mate(moves) => assert_eq!(moves.signum(), before, "{text}: {score:?}"),
            Score::Cp(_) => saved += u32::from(before == 0 && ORACLE.value(own, enemy) != Value::Drawn),
        }
        decided += u32::from(before != 0);
    }
    assert!(saved > 20 && decided > 20, "{saved} {decided}");
}

/// Of every position and its mirror images one, in which the stones of the player to move come first.
fn is_first_image(own: u32) -> bool {
    let mirrored = |flip: fn(u32, u32) -> (u32, u32)| {
        let image = |cell: u32| flip(cell % 6, cell / 6);
        (0..30).filter(|cell| own >> cell & 1 == 1).map(image).fold(0, |set, (x, y)| set | 1 << (6 * y + x))
    };
    own <= mirrored(|x, y| (5 - x, y)) && own <= mirrored(|x, y| (x, 4 - y)) && own <= mirrored(|x, y| (5 - x, 4 - y))
}

fn in_the_tablebase(own: u32, enemy: u32) -> Value {
    match fen(own, enemy).parse::<Wali<Total>>().unwrap().probe_tablebase() {
        Some(TablebaseValue::Win(plies)) => Value::Won(plies),
        Some(TablebaseValue::Draw) => Value::Drawn,
        Some(TablebaseValue::Loss(plies)) => Value::Lost(plies),
        other => panic!("{other:?} of {}", fen(own, enemy)),
    }
}

#[test]
fn the_tablebase_is_right_in_every_position() {
    let sides = [(3, 3), (3, 2), (2, 3), (3, 1), (1, 3), (4, 2), (2, 4), (4, 1), (1, 4), (5, 1), (1, 5)];
    for (white, black) in sides {
        let mut first = (0, false);
        for (own, enemy) in positions(white, black) {
            if own != first.0 {
                first = (own, is_first_image(own));
            }
            if first.1 {
                assert_eq!(in_the_tablebase(own, enemy), ORACLE.value(own, enemy), "{}", fen(own, enemy));
            }
        }
        for (own, enemy) in random_positions(white as u32, black as u32).take(2000) {
            assert_eq!(in_the_tablebase(own, enemy), ORACLE.value(own, enemy), "{}", fen(own, enemy));
        }
    }
}
