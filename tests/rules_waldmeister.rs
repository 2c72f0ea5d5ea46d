//! `WaldMeister` by its rules: a second generator, random games, and small positions a person can check.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "naive/waldmeister.rs"]
mod naive;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use tern::game::{Game, GameMove, Player};
use tern::games::waldmeister::{AnyWaldMeister, Board, SIDES, WaldMeister};
use tern::notation::{Awaits, Notation, ParsedMove};

type Small = WaldMeister<u64>;

const START: &str = "8/8/8/8/8/8/8/8 1 333333333 333333333 c";
/// Four plies before the end.
const LATE: &str = "tdsl1mlsgmltgml/slsdtgmgsdtl1mg/2mdtlmgtlsd1/tgmgmdsgtdmgsgtg/ml1slsgsgsdsd1/1sltltdtdmdsltd/1mdtd1tltlsdml/1ml2tgslmd1 1 010000010 000011000 c";

fn parse(text: &str) -> Small {
    text.parse::<Small>().expect(text)
}

fn whole<G: Notation>(position: &G, text: &str) -> G::Move {
    match position.parse_move(text).expect(text) {
        ParsedMove::Whole(m) => m,
        ParsedMove::Half { .. } => panic!("{text} is only half a move"),
    }
}

fn play<G: Notation>(position: &G, text: &str) -> G {
    let mut next = position.clone();
    next.play_unchecked(whole(position, text));
    next
}

/// The start of a game on a board of some side, p1 scoring what is asked for.
fn start<B: Board>(side: u8, goal: char) -> WaldMeister<B> {
    let text = WaldMeister::<B>::start(side).expect("a side for this integer").to_string();
    text.replace(" c", &format!(" {goal}")).parse().expect("a start")
}

/// Every position of a random game.
fn random_game<B: Board>(side: u8, random: &mut StdRng) -> Vec<WaldMeister<B>> {
    let goal = if random.random() { 'c' } else { 'h' };
    let mut positions = vec![start(side, goal)];
    while let Some(position) = positions.last().filter(|position| position.outcome().is_none()) {
        let moves = position.legal_moves();
        let mut next = *position;
        next.play_unchecked(moves[random.random_range(0..moves.len())]);
        positions.push(next);
    }
    positions
}

/// Runs a check on both integers for each side.
macro_rules! on_every_side {
    ($check:ident) => {
        for side in SIDES {
            let mut random = StdRng::seed_from_u64(u64::from(side));
            match AnyWaldMeister::start(side).expect("a side") {
                AnyWaldMeister::Small(_) => $check::<u64>(side, &mut random),
                AnyWaldMeister::Large(_) => $check::<u128>(side, &mut random),
            }
        }
    };
}

// ---- against the second generator ----

fn successors_agree<B: Board>(position: &WaldMeister<B>) {
    let text = position.to_string();
    let outcome = position.outcome().map(|outcome| (outcome.result.to_string(), outcome.reason.to_string()));
    assert_eq!(outcome, naive::outcome(&text).map(|(verdict, why)| (verdict.into(), why.into())), "{text}");
    let mut moves = Vec::new();
    position.for_each_move(|m| {
        let mut next = *position;
        next.play_unchecked(m);
        moves.push((m.to_string(), next.to_string()));
    });
    assert_eq!(moves.len() as u64, position.count_moves(), "{text}");
    moves.sort();
    let mut expected = naive::successors(&text);
    expected.sort();
    assert!(moves == expected, "{text}: {moves:?}, expected {expected:?}");
}

#[test]
fn moves_positions_and_outcomes_agree_on_2000_positions() {
    fn check<B: Board>(side: u8, random: &mut StdRng) {
        let mut checked = 0;
        while checked < 2000 / SIDES.count() + 1 {
            for position in random_game::<B>(side, random) {
                if position.outcome().is_some() || random.random_range(0..6) == 0 {
                    successors_agree(&position);
                    checked += 1;
                }
            }
        }
    }
    on_every_side!(check);
}

#[test]
fn bits_are_the_legal_move_they_stand_for_or_none() {
    fn check<B: Board>(side: u8, random: &mut StdRng) {
        let positions = random_game::<B>(side, random);
        // What was legal in one position is asked for in others, as the search does.
        let slides: Vec<_> = positions[1..].iter().flat_map(Game::legal_moves).collect();
        for position in &positions[1..] {
            let legal: HashMap<_, _> = position.legal_moves().into_iter().map(|m| (m.to_bits(), m)).collect();
            assert!(legal.iter().all(|(&bits, &m)| position.move_from_bits(bits) == Some(m)), "{position}");
            for _ in 0..500 {
                let elsewhere = slides[random.random_range(0..slides.len())].to_bits();
                for bits in [elsewhere, random.random_range(0..1 << 18)] {
                    assert_eq!(position.move_from_bits(bits), legal.get(&bits).copied(), "{bits} in {position}");
                }
            }
        }
    }
    on_every_side!(check);
}

#[test]
fn scores_agree_on_10000_positions() {
    fn check<B: Board>(side: u8, random: &mut StdRng) {
        let mut checked = 0;
        while checked < 10_000 / SIDES.count() + 1 {
            for position in random_game::<B>(side, random) {
                let points = Player::BOTH.map(|player| position.points(player) as usize);
                assert_eq!(points, naive::points(&position.to_string()), "{position}");
                assert_eq!(position.score(), points.map(|points| points.to_string()));
                checked += 1;
            }
        }
    }
    on_every_side!(check);
}

// ---- random games ----

#[test]
fn random_games_end_when_all_trees_stand() {
    fn check<B: Board>(side: u8, random: &mut StdRng) {
        let trees = 18 * usize::from(side * side / 18).min(3);
        for _ in 0..40 {
            let positions = random_game::<B>(side, random);
            assert_eq!(positions.len(), trees + 1, "one ply a tree with side {side}");
            for position in &positions[..trees] {
                assert!(position.count_moves() > 0, "{position}");
                assert_eq!(position.repetition_reach(), 0);
            }
        }
    }
    on_every_side!(check);
}

#[test]
fn texts_are_read_as_they_were_written() {
    fn check<B: Board>(side: u8, random: &mut StdRng) {
        for position in random_game::<B>(side, random) {
            let text = position.to_string();
            let again = text.parse::<WaldMeister<B>>().expect(&text);
            assert_eq!(again, position, "{text}: also the hash, here computed from scratch");
            let moves = position.legal_moves();
            for _ in 0..moves.len().min(100) {
                let m = moves[random.random_range(0..moves.len())];
                assert_eq!(whole(&position, &m.to_string()), m);
            }
        }
    }
    on_every_side!(check);
}

#[test]
fn accepts_no_move_that_is_not_generated() {
    const TREES: [&str; 9] = ["sl", "sg", "sd", "ml", "mg", "md", "tl", "tg", "td"];
    let mut random = StdRng::seed_from_u64(55);
    let cells: Vec<String> =
        ["a", "b", "c", "d", "e"].iter().flat_map(|letter| (1..=5).map(move |n| format!("{letter}{n}"))).collect();
    let slides = cells.iter().flat_map(|from| cells.iter().map(move |to| format!("{from}{to}")));
    let places: Vec<String> = cells.iter().cloned().chain(slides).collect();
    for position in (0..4).flat_map(|_| random_game::<u64>(5, &mut random)) {
        let generated: HashSet<String> = match position.outcome() {
            Some(_) => HashSet::new(),
            None => position.legal_moves().iter().map(ToString::to_string).collect(),
        };
        for text in places.iter().flat_map(|place| TREES.iter().map(move |tree| format!("{place}+{tree}"))) {
            let accepted = matches!(position.parse_move(&text), Ok(ParsedMove::Whole(_)));
            assert_eq!(accepted, generated.contains(&text), "{text} in {position}");
        }
    }
}

#[test]
fn every_move_has_bits_and_a_slot_of_its_own_range() {
    fn check<B: Board>(side: u8, random: &mut StdRng) {
        for position in random_game::<B>(side, random) {
            let moves = position.legal_moves();
            let bits: HashSet<u32> = moves.iter().map(|m| m.to_bits()).collect();
            assert_eq!(bits.len(), moves.len(), "{position}");
            assert!(bits.iter().all(|&bits| bits != 0 && bits < 1 << 24), "{position}");
            assert!(moves.iter().all(|m| m.slot() < <WaldMeister<B> as Game>::Move::SLOTS), "{position}");
        }
    }
    on_every_side!(check);
}

#[test]
fn the_hash_of_a_move_is_that_of_its_position() {
    fn check<B: Board>(side: u8, random: &mut StdRng) {
        for position in random_game::<B>(side, random) {
            let mut texts = HashMap::new();
            position.for_each_move(|m| {
                let mut next = position;
                next.play_unchecked(m);
                assert_eq!(position.hash_after(m), next.hash(), "{m} in {position}");
                let text = next.to_string();
                assert_eq!(texts.entry(next.hash()).or_insert_with(|| text.clone()), &text);
            });
        }
    }
    on_every_side!(check);
}

// ---- rules one can check by hand ----

#[test]
fn the_first_move_plants_only() {
    let position = parse(START);
    assert_eq!(position.count_moves(), 64 * 9);
    assert_eq!(play(&position, "d4+sl").to_string(), "8/8/8/8/3sl4/8/8/8 2 233333333 333333333 c");
}

#[test]
fn a_tree_slides_along_three_lines() {
    let position = play(&parse(START), "c3+td");
    let targets: HashSet<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .filter_map(|m| m.strip_suffix("+sl").map(Into::into))
        .collect();
    let expected = "a3 b3 d3 e3 f3 g3 h3 c1 c2 c4 c5 c6 c7 c8 a5 b4 d2 e1";
    assert_eq!(targets, expected.split(' ').map(|to| format!("c3{to}")).collect());
}

#[test]
fn the_slid_tree_makes_room_for_the_planted_one() {
    let position = play(&parse("8/8/8/8/8/2td5/8/8 2 333333332 333333333 c"), "c3a5+mg");
    assert_eq!(position.to_string(), "8/8/8/td7/8/2mg5/8/8 1 333333332 333323333 c");
}

#[test]
fn each_player_plants_from_their_own_hand() {
    let position = parse("5/5/5/2sl2/5 2 011111111 111111111 c");
    let position = play(&position, "c2c3+sl");
    assert_eq!(position.to_string(), "5/5/2sl2/2sl2/5 1 011111111 011111111 c");
    let text = position.parse_move("c3c4+sl").expect_err("p1 has none left").to_string();
    assert!(text.contains("no sl left") && text.contains("sg sd ml"), "{text}");
}

#[test]
fn largest_groups_are_scored_and_smaller_ones_are_not() {
    // Light: a3 b2 c1 in a line of equal sums, e5 apart. Small: a3 b2. Tall: e5. Medium: c1.
    let position = parse("4tl/5/sl4/1sl3/2ml2 1 011011111 011111011 c");
    assert_eq!(naive::points(&position.to_string()), [3, 4]);
    assert_eq!(position.score(), ["3", "4"].map(String::from));
    let position = parse("4tl/5/sl4/1sl3/2ml2 1 011011111 011111011 h");
    assert_eq!(position.score(), ["4", "3"].map(String::from));
}

#[test]
fn cells_with_equal_difference_are_no_neighbours() {
    let position = parse("5/5/5/1sl3/sl4 1 011111111 011111111 c");
    assert_eq!(position.score(), ["1", "1"].map(String::from));
}

#[test]
fn the_last_tree_may_take_the_last_cell() {
    let mut random = StdRng::seed_from_u64(6);
    let positions = random_game::<u64>(6, &mut random);
    let [.., before, end] = positions.as_slice() else { panic!("a whole game") };
    assert!(before.count_moves() > 0);
    assert!(!end.to_string().split(' ').next().expect("rows").contains(char::is_numeric), "{end}");
    assert_eq!(end.count_moves(), 0);
    assert!(end.parse_move("a1a2+sl").expect_err("over").to_string().contains("over"));
}

#[test]
fn different_moves_may_lead_to_the_same_position() {
    let position = parse("5/5/sl1sl2/5/5 1 011111111 011111111 c");
    assert_eq!(position.count_moves() % 8, 0, "sl is used up by both");
    let position = parse("8/8/8/8/8/8/8/sl1sl5 1 233333333 233333333 c");
    let [left, right] = ["a1b1+sl", "c1b1+sl"].map(|text| whole(&position, text));
    assert_ne!(left, right);
    assert_eq!(position.hash_after(left), position.hash_after(right));
    assert_eq!(play(&position, "a1b1+sl"), play(&position, "c1b1+sl"));
}

#[test]
fn hands_and_goals_are_part_of_the_state() {
    let texts = [
        "8/8/8/8/8/8/8/sl1mg5 1 233333333 333323333 c",
        "8/8/8/8/8/8/8/sl1mg5 1 333323333 233333333 c",
        "8/8/8/8/8/8/8/sl1mg5 1 233333333 333323333 h",
        "8/8/8/8/8/8/8/slsgslsg4 1 133333333 313333333 c",
        "8/8/8/8/8/8/8/slsgslsg4 1 223333333 223333333 c",
        "8/8/8/8/8/8/8/slsgslsg4 1 313333333 133333333 c",
        "8/8/8/8/8/8/8/slsgslsgsgsg2 1 213333333 213333333 c",
        "8/8/8/8/8/8/8/slsgslsgsgsg2 1 303333333 123333333 c",
    ];
    let hashes: HashSet<u64> = texts.iter().map(|text| parse(text).hash()).collect();
    assert_eq!(hashes.len(), texts.len());
}

// ---- half moves ----

#[test]
fn a_slide_alone_awaits_a_tree() {
    let position = parse(LATE);
    let Ok(ParsedMove::Half { awaits: Awaits::Plant, completions }) = position.parse_move("a4a3") else {
        panic!("half a move")
    };
    let words: Vec<&str> = completions.iter().map(|(word, _)| word.as_str()).collect();
    assert_eq!(words, ["sg", "tg"]);
    for (word, m) in completions {
        assert_eq!(m.to_string(), format!("a4a3+{word}"));
        assert_eq!(whole(&position, &m.to_string()), m);
    }
}

#[test]
fn the_first_cell_alone_awaits_a_tree() {
    let Ok(ParsedMove::Half { awaits: Awaits::Plant, completions }) = parse(START).parse_move("d4") else {
        panic!("half a move")
    };
    assert_eq!(completions.len(), 9);
    assert_eq!(completions[4].0, "mg");
    assert_eq!(completions[4].1.to_string(), "d4+mg");
}

// ---- errors ----

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let refused = [
        (START, "", "is not a WaldMeister move"),
        (START, "d4sl", "is not a WaldMeister move"),
        (START, "d0+sl", "is not a WaldMeister move"),
        (START, "d04+sl", "is not a WaldMeister move"),
        (START, "d999999999999+sl", "is not a WaldMeister move"),
        (START, "d4+", "plants '', which is no tree"),
        (START, "d4+xy", "plants 'xy', which is no tree"),
        (START, "d4+sll", "plants 'sll', which is no tree"),
        (START, "d9+sl", "d9 is not on this board, which reaches from a1 to h8"),
        (START, "i1+sl", "i1 is not on this board"),
        (START, "d255+sl", "d255 is not on this board"),
        (START, "d4d5+sl", "the board is empty"),
        (LATE, "a4+sg", "only the first move"),
        (LATE, "a4", "only the first move"),
        (LATE, "a1a2+sg", "no tree on a1"),
        (LATE, "a4c5+sg", "a4 and c5 are not on one line"),
        (LATE, "a4a4+sg", "a slide must leave its cell; a4 is where the tree stands already"),
        (LATE, "a4a5+sg", "the tree on a4 cannot slide to a5"),
        (LATE, "a4a6+sg", "the tree on a4 cannot slide to a6"),
        (LATE, "a4a3+sl", "no sl left in hand; expected one of sg tg"),
    ];
    for (position, text, reason) in refused {
        let error = parse(position).parse_move(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
        assert!(error.contains(&format!("'{text}'")), "{text} is quoted: {error}");
    }
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    let refused = [
        ("", "ends before the rows"),
        ("8/8/8/8/8/8/8/8", "ends before the side to move"),
        ("8/8/8/8/8/8/8/8 1 333333333", "ends before the p2 hand"),
        ("8/8/8/8/8/8/8/8 1 333333333 333333333", "ends before the p1 goal"),
        ("8/8/8/8/8/8/8/8 1 333333333 333333333 c 0", "unexpected '0'"),
        ("4/4/4/4 1 333333333 333333333 c", "has 4 rows, expected 5 to 11"),
        ("12/12/12/12/12/12/12/12/12/12/12/12 1 333333333 333333333 c", "has 12 rows, expected 5 to 11"),
        ("8/8/8/8/8/8/8/7 1 333333333 333333333 c", "row 1, '7', covers 7 cells, expected 8"),
        ("8/44/8/8/8/8/8/8 1 333333333 333333333 c", "row 7, '44', covers 44 cells, expected 8"),
        ("7td1/8/8/8/8/8/8/8 1 333333333 333333333 c", "row 8, '7td1', covers 9 cells, expected 8"),
        ("8/8/8/8/8/8/8/4294967295sl4294967295 1 333333333 333333333 c", "covers 8589934591 cells"),
        ("8/8/8/8/8/8/8/99999999999 1 333333333 333333333 c", "holds '99999999999'"),
        ("8/8/8/8/8/8/8/ 1 333333333 333333333 c", "row 1, '', holds ''"),
        ("8/8/8/8/8/8/8/08 1 333333333 333333333 c", "row 1, '08', holds '08'"),
        ("8/8/3xl4/8/8/8/8/8 1 333333333 333333333 c", "row 6, '3xl4', holds 'xl4'"),
        ("8/8/3sl4/8/8/8/8/7s 1 333333333 333333333 c", "row 1, '7s', holds 's'"),
        ("8/8/8/8/8/8/8/8 w 333333333 333333333 c", "side to move 'w' must be 1 or 2"),
        ("8/8/8/8/8/8/8/8 1 33333333 333333333 c", "p1 hand '33333333' must be nine digits from 0 to 3"),
        ("8/8/8/8/8/8/8/8 1 333333333 3333333333 c", "p2 hand '3333333333' must be nine digits"),
        ("8/8/8/8/8/8/8/8 1 333333333 33333333x c", "p2 hand '33333333x' must be nine digits"),
        ("8/8/8/8/8/8/8/8 1 333343333 333333333 c", "p1 hand '333343333' must be nine digits from 0 to 3"),
        ("5/5/5/5/5 1 333333333 333333333 c", "p1 hand '333333333' must be nine digits from 0 to 1"),
        ("8/8/8/8/8/8/8/8 1 333333333 333333333 x", "p1 goal 'x' must be c"),
        ("8/8/8/8/8/8/8/8 1 333333333 233333333 c", "sl: 0 on the board, 3 and 2 in the hands"),
        ("8/8/8/8/8/8/8/sl7 2 333333333 333333333 c", "sl: 1 on the board, 3 and 3 in the hands"),
        ("8/8/8/8/8/8/8/8 2 333333333 333333333 c", "side to move '2' must be 1: 0 trees"),
        ("8/8/8/8/8/8/8/sl7 1 233333333 333333333 c", "side to move '1' must be 2: 1 trees"),
        ("8/8/8/8/8/8/8/sl7 2 333333333 233333333 c", "p1 hand '333333333' holds 27 trees, expected 26"),
        ("8/8/8/8/8/8/8/slsl6 1 133333333 333333333 c", "p1 hand '133333333' holds 25 trees, expected 26"),
    ];
    for (text, reason) in refused {
        let error = AnyWaldMeister::parse(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn an_integer_refuses_boards_it_is_not_meant_for() {
    let large = WaldMeister::<u128>::start(9).expect("a large board").to_string();
    let error = large.parse::<Small>().expect_err("too large").to_string();
    assert!(error.contains("has 9 rows, expected 5 to 8"), "{error}");
    assert!(matches!(AnyWaldMeister::parse(&large), Ok(AnyWaldMeister::Large(_))));
    assert!(matches!(AnyWaldMeister::parse(START), Ok(AnyWaldMeister::Small(_))));
    assert!([4, 12].map(AnyWaldMeister::start).iter().all(Option::is_none));
}

#[test]
fn large_boards_write_two_digit_gaps() {
    let position = WaldMeister::<u128>::start(11).expect("the largest board");
    let next = play(&position, "k11+td");
    let rest = ["11"; 10].join("/");
    assert_eq!(next.to_string(), format!("10td/{rest} 2 333333332 333333333 c"));
    let next = play(&next, "k11a11+sl");
    assert_eq!(next.to_string(), format!("td9sl/{rest} 1 333333332 233333333 c"));
}

// ---- the drawing ----

#[test]
fn the_drawing_tells_it_all() {
    let before = parse("5/5/1sl3/2mg2/5 1 011111111 111101111 c");
    let drawing = play(&before, "c2d1+td").draw(Some(whole(&before, "c2d1+td")));
    let expected = "
               a   b   c   d   e
           5  a5  b5  c5  d5  e5  5
         4  a4  b4  c4  d4  e4  4
       3  a3  ▂l  c3  d3  e3  3
     2  a2  b2 (█d) d2  e2  2
   1  a1  b1  c1 [▅g] e1  1
    a   b   c   d   e
  ▂ small ▅ medium █ tall   l light g green d dark   (planted) [slid] last
  p1 colours: 3 points = light 1 + green 1 + dark 1
     in hand: sg 1, sd 1, ml 1, mg 1, md 1, tl 1, tg 1
  p2 heights: 3 points = small 1 + medium 1 + tall 1
     in hand: sl 1, sg 1, sd 1, ml 1, md 1, tl 1, tg 1, td 1
";
    assert_eq!(drawing, expected[1..]);
}

#[test]
fn the_drawing_fits_a_terminal() {
    for side in 5..=11 {
        let drawing = match AnyWaldMeister::start(side).expect("a side that exists") {
            AnyWaldMeister::Small(position) => position.draw(None),
            AnyWaldMeister::Large(position) => position.draw(None),
        };
        let widest = drawing.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "side {side}: {widest:?} columns");
        assert!(drawing.lines().all(|line| line == line.trim_end()), "{drawing}");
    }
}
