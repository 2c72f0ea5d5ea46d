//! What every game owes the engine, whatever its rules: random games in which each requirement is checked at each position.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use tern::eval::{LIMIT, Searchable};
use tern::game::{Game, GameMove, Player, Reason};
use tern::games::any::{AnyGame, GameKind};
use tern::games::differo::Differo;
use tern::games::waldmeister::WaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::notation::{Notation, ParsedMove};

/// Positions looked at for every game.
const POSITIONS: usize = 1_000;

/// No random game is followed for longer than this.
const LONGEST_GAME: usize = 1_000;

/// Plays random games from a position and checks everything on the way.
fn conforms<G: Notation + Searchable>(start: &str, seed: u64) {
    println!("random games from {start} with seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut bits = HashMap::new();
    let mut hashes = HashMap::new();
    let mut looked_at = 0;
    while looked_at < POSITIONS {
        let mut position = read::<G>(start);
        for _ in 0..LONGEST_GAME {
            looked_at += 1;
            text_says_it_all(&position, &mut hashes);
            if position.outcome().is_some() {
                check_the_end(&position);
                break;
            }
            check_moves(&position, &mut bits);
            check_evaluation(&position);
            let next = successor(&position, *position.legal_moves().choose(&mut rng).unwrap());
            assert_eq!(next.to_move(), position.to_move().opponent(), "turns alternate after {position}");
            position = next;
        }
    }
}

fn read<G: Notation>(text: &str) -> G {
    text.parse::<G>().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn successor<G: Game>(position: &G, m: G::Move) -> G {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// The text of a position leads back to it, hash and all, and different texts have different hashes unless the rules of
/// repetition take the positions for the same: then they differ in a counter only, and so have the same moves.
fn text_says_it_all<G: Notation>(position: &G, hashes: &mut HashMap<u64, G>) {
    let text = position.to_string();
    let again = read::<G>(&text);
    assert_eq!(&again, position, "{text}");
    assert_eq!(again.to_string(), text);
    assert_eq!(again.hash(), position.hash(), "{text}");
    assert_eq!(again.table_key(), position.table_key(), "{text}");
    let first = hashes.entry(position.hash()).or_insert_with(|| position.clone());
    assert_eq!(first.to_move(), position.to_move(), "{first} and {text} have the same hash");
    assert_eq!(first.legal_moves(), position.legal_moves(), "{first} and {text} have the same hash");
}

/// A game that is over because the player to move cannot move has no moves.
fn check_the_end<G: Game>(position: &G) {
    let outcome = position.outcome().unwrap();
    assert_ne!(outcome.reason, Reason::Repetition, "{position}: repetitions are for those who keep the history");
    if outcome.reason == Reason::Blocked {
        assert_eq!(position.legal_moves(), [], "{position}");
    }
}

/// `bits` remembers which move every number stood for, over all positions.
fn check_moves<G: Notation>(position: &G, bits: &mut HashMap<u32, String>) {
    let moves = position.legal_moves();
    assert!(!moves.is_empty(), "{position} is not over, and yet there is no move");
    assert_eq!(moves, position.legal_moves(), "the order depends on nothing but the position: {position}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
    let texts: HashSet<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), moves.len(), "a move comes twice in {position}");
    let mut slots = HashMap::new();
    for m in moves {
        let text = m.to_string();
        assert_eq!(position.parse_move(&text).expect(&text), ParsedMove::Whole(m), "{text} in {position}");
        assert!(!text.contains(char::is_whitespace), "{text}");
        assert!((1..1 << 24).contains(&m.to_bits()), "{text}");
        assert!(m.slot() < G::Move::SLOTS, "{text}");
        let essence = essence(&text);
        assert_eq!(*slots.entry(m.slot()).or_insert_with(|| essence.clone()), essence, "two moves, one slot");
        assert_eq!(*bits.entry(m.to_bits()).or_insert_with(|| text.clone()), text, "two moves, one number");
    }
}

/// What the search remembers of a move: its step, whatever is taken; in `WaldMeister` what is planted where.
fn essence(text: &str) -> String {
    match text.split_once('+') {
        Some((slide, tree)) => {
            let second = slide[1..].find(|c: char| c.is_ascii_lowercase()).map_or(slide.len(), |place| place + 1);
            format!("{}+{tree}", &slide[..second])
        }
        None => text.split('x').next().unwrap_or_default().into(),
    }
}

fn check_evaluation<G: Notation + Searchable>(position: &G) {
    let from_scratch = read::<G>(&position.to_string());
    assert_eq!(from_scratch.evaluate(), position.evaluate(), "what is kept up to date in {position}");
    let moves = position.legal_moves();
    position.for_each_forcing_move(|m| assert!(moves.contains(&m), "{m} is forcing but not legal in {position}"));
    let mut balance = 0;
    position.for_each_term(|term| balance += term.p1 - term.p2);
    let value = if position.to_move() == Player::P1 { balance } else { -balance };
    assert_eq!(position.evaluate(), value, "the sum of the terms of {position}");
    assert!(value.abs() <= LIMIT, "{value} for {position}");
}

/// All that a person or a program can see of a game.
fn seen(game: &AnyGame) -> String {
    let pending = game.pending().map(|(awaits, words)| format!("{awaits} {words:?}"));
    format!("{} {:?} {:?} {pending:?}\n{}{:?}", game.fen(), game.outcome(), game.moves(), game.draw(), game.score())
}

/// Plays and takes back at random, one move or several; every state must look as it did when it was first reached.
#[test]
fn what_is_taken_back_leaves_no_trace() {
    for (kind, seed) in GameKind::ALL.iter().zip(8011..) {
        println!("{kind} with seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let mut game = AnyGame::start(*kind, 5);
        let mut states = vec![seen(&game)];
        for _ in 0..3_000 {
            let moves = game.moves();
            let back = rng.random_range(1..=states.len());
            if back < states.len() && (moves.is_empty() || rng.random_bool(0.05)) {
                game.undo(back as u32).unwrap();
                states.truncate(states.len() - back);
            } else if let Some(m) = moves.choose(&mut rng) {
                game.play(&[m], false).unwrap();
                states.push(seen(&game));
            }
            assert_eq!(Some(&seen(&game)), states.last());
        }
    }
}

#[test]
fn wali() {
    conforms::<Wali<Classic>>("6/6/6/6/6 w 12 12 - - 0", 8001);
}

#[test]
fn wali_total() {
    conforms::<Wali<Total>>("6/6/6/6/6 w 12 12 - - 0", 8002);
}

#[test]
fn waldmeister() {
    conforms::<WaldMeister<u64>>("5/5/5/5/5 1 111111111 111111111 c", 8004);
    conforms::<WaldMeister<u128>>("9/9/9/9/9/9/9/9/9 1 333333333 333333333 h", 8005);
}

#[test]
fn differo() {
    conforms::<Differo>("5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w", 8003);
}
