//! A game in progress, whatever the game: what can be asked of it, played, completed and taken back.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use tern::game::{Game, Player};
use tern::games::any::{AnyGame, GameKind};
use tern::games::differo::{self, Differo};
use tern::games::waldmeister::{Cell, WaldMeister};
use tern::games::wali;
use tern::history::History;
use tern::notation::{Awaits, Notation};
use tern::picture::Subject;

/// White steps from c2 to c3 and takes a stone.
const CAPTURE: &str = "bbb3/6/ww4/2w3/b4b w 0 0 - - 0";

/// A few trees in the open.
const FOREST: &str = "td3tgtg2/4sd3/8/4ml3/8/4mdtd2/4md2td/5sl2 1 232331332 333233311 c";

const ROUND: [&str; 4] = ["d3e3", "f7e7", "e3d3", "e7f7"];

fn game(kind: GameKind, fen: &str) -> AnyGame {
    AnyGame::from_fen(kind, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn differo(moves: &[&str]) -> AnyGame {
    let mut game = AnyGame::start(GameKind::Differo, 8);
    game.play(moves, false).unwrap();
    game
}

#[test]
fn games_know_what_they_are_and_how_they_began() {
    let starts = [
        (GameKind::Wali, "6/6/6/6/6 w 12 12 - - 0", ["White", "Black"]),
        (GameKind::WaliTotal, "6/6/6/6/6 w 12 12 - - 0", ["White", "Black"]),
        (GameKind::Differo, "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w", ["White", "Black"]),
        (GameKind::WaldMeister, "9/9/9/9/9/9/9/9/9 1 333333333 333333333 c", ["p1", "p2"]),
    ];
    for (kind, fen, names) in starts {
        let mut game = AnyGame::start(kind, 9);
        assert_eq!((game.kind(), game.fen(), game.player_names()), (kind, fen.into(), names));
        let first = game.moves().remove(0);
        game.play(&[&first], false).unwrap();
        assert_eq!((game.start_fen(), game.played()), (fen.into(), vec![first]));
        assert_eq!(game.to_move(), Player::P2);
        assert_ne!(game.fen(), fen);
    }
    assert_eq!(GameKind::names(), ["wali", "wali-total", "differo", "waldmeister"]);
}

#[test]
fn every_move_is_found_by_its_number_and_no_other_number_finds_one() {
    let start = Differo::start();
    let history = History::new(start);
    let game = differo(&[]);
    for m in history.legal_moves() {
        assert_eq!(game.move_of_bits(tern::game::GameMove::to_bits(m)), Some(m.to_string()));
    }
    assert_eq!(game.move_of_bits(0), None);
}

#[test]
fn steps_are_first_halves_each_once() {
    let capture = game(GameKind::Wali, CAPTURE);
    assert_eq!(capture.moves().iter().filter(|m| m.starts_with("c2c3")).count(), 2, "the three on row 5 are safe");
    assert_eq!(capture.steps().iter().filter(|step| *step == "c2c3").count(), 1);
    assert_eq!(differo(&[]).steps(), differo(&[]).moves());
}

#[test]
fn what_stands_where_and_what_is_in_hand() {
    let capture = game(GameKind::Wali, CAPTURE);
    assert_eq!((capture.cells().len(), capture.cells()[0].0.as_str()), (30, "a1"));
    let pieces: Vec<String> = capture.pieces().into_iter().map(|(cell, piece)| format!("{cell}{piece}")).collect();
    assert_eq!(pieces.len(), 8);
    assert!(["a1b", "c2w", "a3w", "a5b"].iter().all(|piece| pieces.contains(&(*piece).into())), "{pieces:?}");
    assert_eq!(capture.score(), ["3", "5"]);
    let start = AnyGame::start(GameKind::Wali, 8);
    assert_eq!(start.hands().map(|hand| hand.iter().map(|(_, count)| *count).sum::<u32>()), [12, 12]);
    let forest = game(GameKind::WaldMeister, FOREST);
    assert_eq!(forest.hands()[0][0], ("sl".into(), 2));
    assert_eq!(forest.pieces().len(), 10);
    assert_eq!(forest.cells().len(), 64);
    let pieces = differo(&[]).pieces();
    let of = |letter: &str| pieces.iter().filter(|(_, piece)| piece == letter).count();
    assert_eq!((pieces.len(), of("w"), of("b")), (26, 13, 13));
    assert!(pieces.contains(&("d3".into(), "w".into())) && pieces.contains(&("f7".into(), "b".into())));
    assert_eq!(differo(&[]).hands(), [vec![], vec![]]);
}

#[test]
fn cells_are_listed_row_by_row_and_read_as_they_are_written() {
    let wali: Vec<String> = wali::Cell::all().map(|cell| cell.to_string()).collect();
    assert_eq!(
        (wali.len(), &wali[..2], &wali[28..]),
        (30, &["a1".into(), "b1".into()][..], &["e5".into(), "f5".into()][..])
    );
    let differo: Vec<String> = differo::Cell::all().map(|cell| cell.to_string()).collect();
    assert_eq!((differo.len(), differo[0].as_str(), differo[60].as_str()), (61, "a1", "i9"));
    assert!(wali.iter().all(|text| text.parse::<wali::Cell>().unwrap().to_string() == *text));
    assert!(differo.iter().all(|text| text.parse::<differo::Cell>().unwrap().to_string() == *text));
    for (text, small) in [("a1", true), ("h8", true), ("i8", false), ("h9", false)] {
        assert_eq!(text.parse::<Cell<u64>>().is_ok(), small, "{text}");
        assert_eq!(text.parse::<Cell<u128>>().unwrap().to_string(), text);
    }
    for (text, large) in [("k11", true), ("l1", false), ("a12", false), ("A1", false), ("", false)] {
        assert_eq!(text.parse::<Cell<u128>>().is_ok(), large, "{text}");
        assert!(text.parse::<Cell<u64>>().is_err(), "{text}");
    }
}

#[test]
fn moves_that_lead_to_the_same_forest_are_distinct_once() {
    // Each of the three trees slides to b1 and leaves its own kind behind.
    let forest: WaldMeister<u64> = "8/8/8/8/8/1sl6/8/sl1sl5 2 133333333 233333333 c".parse().unwrap();
    let (mut distinct, mut reached) = (0, HashSet::new());
    forest.for_each_distinct_move(|m| {
        distinct += 1;
        assert!(reached.insert(forest.hash_after(m)), "{m} leads where another did");
    });
    let all: HashSet<u64> = forest.legal_moves().into_iter().map(|m| forest.hash_after(m)).collect();
    assert_eq!(reached, all);
    assert!(distinct < forest.count_moves());
    assert_eq!((forest.plies_to_end(), Differo::start().plies_to_end()), (Some(51), None));
}

#[test]
fn a_half_move_waits_and_is_completed() {
    let mut game = game(GameKind::Wali, CAPTURE);
    let error = game.play(&["c2c3"], false).unwrap_err().to_string();
    assert!(error.contains("'c2c3'") && error.contains("a1 f1"), "{error}");
    assert_eq!(game.pending(), None);

    game.play(&["c2c3"], true).unwrap();
    assert_eq!(game.pending(), Some((Awaits::Capture, vec!["a1".into(), "f1".into()])));
    assert_eq!(game.pending_text(), Some("c2c3"));
    assert_eq!(game.moves(), ["c2c3xa1", "c2c3xf1"]);
    for wrong in ["a3a4", "c2c3", "c2c3xa5"] {
        assert!(game.play(&[wrong], true).is_err(), "{wrong} does not complete it");
        assert_eq!(game.pending_text(), Some("c2c3"));
    }
    assert!(game.complete(Awaits::Plant, "a1").is_err());
    assert!(game.complete(Awaits::Capture, "a5").unwrap_err().to_string().contains("'a5'"));
    game.complete(Awaits::Capture, "f1").unwrap();
    assert_eq!((game.played(), game.pending()), (vec!["c2c3xf1".to_string()], None));
    assert!(game.complete(Awaits::Capture, "a1").is_err());
}

#[test]
fn taking_back_begins_with_the_half_move() {
    let mut game = game(GameKind::Wali, CAPTURE);
    game.play(&["a3a2", "f1f2", "a2a1x"], true).unwrap_err();
    assert_eq!(game.played(), [""; 0], "all or none");
    game.play(&["a3a4", "f1f2"], false).unwrap();
    let before = game.fen();
    game.play(&["a4a3"], true).unwrap_err();
    game.undo(2).unwrap();
    game.play(&["c2c3"], true).unwrap();
    game.undo(7).unwrap();
    assert_eq!((game.pending(), game.fen().as_str()), (None, CAPTURE), "the half move alone");
    game.play(&["a3a4", "f1f2"], false).unwrap();
    assert_eq!(game.fen(), before);
    let error = game.undo(3).unwrap_err().to_string();
    assert!(error.contains('3') && error.contains('2'), "{error}");
    assert_eq!(game.fen(), before);
    game.undo(1).unwrap();
    assert_eq!(game.played(), ["a3a4"]);
}

#[test]
fn a_wrong_move_leaves_everything_as_it_was_even_what_was_pending() {
    let mut game = game(GameKind::Wali, CAPTURE);
    game.play(&["c2c3"], true).unwrap();
    assert!(game.play(&["c2c3xf1", "a1b2"], false).is_err());
    assert_eq!((game.pending_text(), game.fen().as_str()), (Some("c2c3"), CAPTURE));
    game.play(&["c2c3xf1", "a1b1"], false).unwrap();
    assert_eq!(game.played(), ["c2c3xf1", "a1b1"]);
}

#[test]
fn a_half_move_names_all_that_completes_it() {
    let mut game = game(GameKind::Wali, CAPTURE);
    assert_eq!(game.moves_named(&["c2c3", "a3a4", "c2c3xf1"]).unwrap(), ["c2c3xa1", "c2c3xf1", "a3a4"]);
    assert!(game.moves_named(&["a3a4", "a1a2"]).is_err());
    game.play(&["c2c3"], true).unwrap();
    assert_eq!(game.moves_named(&["c2c3xf1"]).unwrap(), ["c2c3xf1"]);
    let error = game.moves_named(&["a3a4"]).unwrap_err().to_string();
    assert!(error.contains("'a3a4'"), "{error}");
}

#[test]
fn the_third_occurrence_is_a_draw_and_taking_it_back_reopens_the_game() {
    let mut game = differo(&[ROUND, ROUND].concat()[..7]);
    assert_eq!(game.outcome(), None);
    game.play(&["e7f7"], false).unwrap();
    assert_eq!(game.outcome().unwrap().reason.to_string(), "repetition");
    assert_eq!(game.moves(), [""; 0]);
    let error = game.play(&["d3e3"], false).unwrap_err().to_string();
    assert!(error.contains("'d3e3'") && error.contains("repetition"), "{error}");
    game.undo(1).unwrap();
    assert_eq!(game.outcome(), None);
    game.undo(3).unwrap();
    game.play(&["d4e4"], false).unwrap();
    game.undo(1).unwrap();
    game.play(&ROUND[..3], false).unwrap();
    assert_eq!(game.outcome(), None, "what was taken back does not count");
    game.play(&ROUND[3..], false).unwrap();
    assert!(game.outcome().is_some());
}

#[test]
fn divide_counts_below_every_move_until_it_is_stopped() {
    let game = differo(&[]);
    let counts = game.divide(2, &AtomicBool::new(false)).unwrap();
    assert_eq!(counts.iter().map(|(m, _)| m.clone()).collect::<Vec<_>>(), game.moves());
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 396);
    assert_eq!(game.divide(4, &AtomicBool::new(true)), None);
}

#[test]
fn the_picture_marks_the_last_move_and_the_pending_half() {
    let mut game = game(GameKind::Wali, CAPTURE);
    let plain = game.svg(&[], false).unwrap();
    assert_ne!(plain, game.svg(&[], true).unwrap());
    assert_ne!(plain, game.svg(&["a3a4".parse().unwrap()], false).unwrap());
    game.play(&["c2c3"], true).unwrap();
    let pending = game.svg(&[], false).unwrap();
    assert_ne!(plain, pending);
    game.undo(1).unwrap();
    assert_eq!(plain, game.svg(&[], false).unwrap());
    game.play(&["a3a4"], false).unwrap();
    assert!(game.svg(&[], false).unwrap().contains("tern-last") && game.draw().contains("(○)"), "{}", game.draw());
}

#[test]
fn what_a_piece_counts_on_lies_over_the_picture() {
    let game = differo(&[]);
    let overlay = game.overlay(Subject::Cell("d4"), false).unwrap();
    assert!(overlay.contains("<title>3 − 2 = 1 e4</title>"), "{overlay}");
    assert_ne!(game.overlay(Subject::Cell("d4"), true), Some(overlay));
    assert_eq!(game.overlay(Subject::Cell("e5"), false), None);
}

#[test]
fn a_history_plays_legal_moves_only_and_remembers_what_was_before() {
    let mut history = History::new(Differo::start());
    let [first, second] = [0, 1].map(|i| history.legal_moves()[i]);
    history.play(first).unwrap();
    assert!(history.play(second).unwrap_err().to_string().contains(&second.to_string()), "it is Black's turn");
    assert_eq!(history.moves().collect::<Vec<_>>(), [first]);
    assert_eq!(history.last_move(), Some(first));
    assert_eq!(history.earlier_positions().collect::<Vec<_>>(), [&Differo::start()]);
    assert_eq!(history.start(), &Differo::start());
    assert_eq!((history.undo(), history.undo()), (Some(first), None));
    assert_eq!(history.position().score(), ["d", "f"]);
}
