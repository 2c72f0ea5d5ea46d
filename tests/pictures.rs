//! Pictures of positions: every cell and every piece is in them, they are well formed, small, and always the same.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use tern::game::{Game, Player};
use tern::games::differo::Differo;
use tern::games::waldmeister::{AnyWaldMeister, WaldMeister};
use tern::games::wali::{Classic, Total, Wali};
use tern::notation::{Notation, ParsedMove};
use tern::picture::{Arrow, ArrowError, ArrowKind, Picture, Subject, View};

/// The values of an attribute, of all elements that have it.
fn attributes(svg: &str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    svg.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).map(Into::into).collect()
}

/// What stands where, as the picture says.
fn pieces_in(svg: &str) -> Vec<(String, String)> {
    let tags = svg.split('<').filter(|tag| tag.contains("data-piece") && tag.contains("data-cell"));
    let mut pieces: Vec<_> =
        tags.map(|tag| (attributes(tag, "data-cell").remove(0), attributes(tag, "data-piece").remove(0))).collect();
    pieces.sort();
    pieces
}

/// Every element that is opened is closed, and nothing stands outside the picture.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (inside, _) = tag.split_once('>').unwrap_or_else(|| panic!("<{tag} never ends"));
        assert_eq!(inside.matches('"').count() % 2, 0, "<{inside}>");
        let name = inside.split([' ', '/']).find(|name| !name.is_empty()).unwrap();
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "in {svg}");
        } else if !inside.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} left open");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>") && !svg.contains('\n'), "{svg}");
}

fn assert_complete<G: Picture>(position: &G, view: &View<G::Move>) {
    let svg = position.svg(view).unwrap();
    assert_well_formed(&svg);
    assert_eq!(svg, position.svg(view).unwrap());
    assert!(svg.len() < 60_000, "{} bytes", svg.len());
    let ids = attributes(&svg, "id");
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{ids:?}");
    let defined: HashSet<_> = ids.iter().map(|id| format!("#{id}")).collect();
    assert!(attributes(&svg, "href").iter().all(|used| defined.contains(used)));
    for (cell, _) in position.cells() {
        let empty = svg.split('<').filter(|tag| !tag.contains("data-piece"));
        assert_eq!(
            empty.filter(|tag| tag.contains(&format!("data-cell=\"{cell}\""))).count(),
            1,
            "{cell} in {position}"
        );
    }
    if view.pending.is_empty() {
        let mut pieces = position.pieces();
        pieces.sort();
        assert_eq!(pieces_in(&svg), pieces, "{position}");
    }
}

/// Plays at random and looks at the picture of every few positions.
fn play<G: Picture>(mut position: G, rng: &mut StdRng) {
    let mut last = None;
    for ply in 0..70 {
        if ply % 5 == 0 {
            assert_complete(&position, &View { last, flip: rng.random(), ..View::default() });
        }
        let moves = position.legal_moves();
        if position.outcome().is_some() || moves.is_empty() {
            break;
        }
        let m = moves[rng.random_range(0..moves.len())];
        position.play_unchecked(m);
        last = Some(m);
    }
    assert_complete(&position, &View { last, ..View::default() });
}

#[test]
fn pictures_show_every_cell_and_piece() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..3 {
        play(Wali::<Classic>::start(), &mut rng);
        play(Wali::<Total>::start(), &mut rng);
        play(Differo::start(), &mut rng);
        for side in 5..=11 {
            match AnyWaldMeister::start(side).unwrap() {
                AnyWaldMeister::Small(position) => play(position, &mut rng),
                AnyWaldMeister::Large(position) => play(position, &mut rng),
            }
        }
    }
}

/// How many cells lie at distance 1 from each, smallest and largest; all others must be further away.
fn neighbours<G: Picture>(position: &G) -> (usize, usize) {
    let cells = position.cells();
    let around = |here: &str| {
        let (_, centre) = cells.iter().find(|(cell, _)| cell == here).unwrap();
        let others = cells.iter().filter(|(cell, _)| cell != here);
        let distances: Vec<f64> = others.map(|(_, p)| (p.x - centre.x).hypot(p.y - centre.y)).collect();
        assert!(distances.iter().all(|&distance| distance > 0.999_999));
        distances.iter().filter(|&&distance| distance < 1.000_001).count()
    };
    let counts: Vec<usize> = cells.iter().map(|(cell, _)| around(cell)).collect();
    (*counts.iter().min().unwrap(), *counts.iter().max().unwrap())
}

fn place<G: Picture>(position: &G, name: &str) -> String {
    position.cells().into_iter().find(|(cell, _)| cell == name).unwrap().1.to_string()
}

#[test]
fn boards_have_their_shape() {
    let (wali, differo) = (Wali::<Classic>::start(), Differo::start());
    let forest = WaldMeister::<u64>::start(8).unwrap();
    assert_eq!((wali.cells().len(), neighbours(&wali)), (30, (2, 4)));
    assert_eq!((differo.cells().len(), neighbours(&differo)), (61, (3, 6)));
    assert_eq!((Picture::cells(&forest).len(), neighbours(&forest)), (64, (2, 6)));
    assert_eq!([place(&wali, "a1"), place(&wali, "f5")], ["0,0", "5,4"]);
    assert_eq!([place(&differo, "a1"), place(&differo, "e9"), place(&differo, "i5")], ["0,0", "6,3.4641", "0,6.9282"]);
    assert_eq!([place(&forest, "a1"), place(&forest, "a2"), place(&forest, "h8")], ["0,0", "0.5,0.866", "10.5,6.0622"]);
}

/// A position and a half move, shown.
fn pending<G: Picture>(fen: &str, half: &str) -> String {
    let position = fen.parse::<G>().ok().unwrap();
    let ParsedMove::Half { completions, .. } = position.parse_move(half).unwrap() else { panic!("{half} is whole") };
    let view = View { pending: completions.into_iter().map(|(_, m)| m).collect(), ..View::default() };
    assert_complete(&position, &view);
    position.svg(&view).unwrap()
}

#[test]
fn half_moves_are_shown_with_what_they_wait_for() {
    let svg = pending::<Wali<Classic>>("b4b/6/ww4/2w3/bb3b w 0 0 - - 0", "c2c3");
    assert!(pieces_in(&svg).contains(&("c3".into(), "w".into())), "the stone has moved");
    assert_eq!(svg.matches("tern-prey").count(), 5, "five stones may be taken");
    let glow = svg.split("<g class=\"tern-glow\"").nth(1).unwrap().split("</g>").next().unwrap();
    assert_eq!(glow.matches("<circle").count(), 3, "the run of three glows");
    let svg = pending::<WaldMeister<u64>>("5/5/1sl3/2mg2/5 1 011111111 111101111 c", "c2d1");
    assert!(pieces_in(&svg).contains(&("d1".into(), "mg".into())), "the tree has slid");
    assert_eq!(svg.matches("class=\"tern-choice\"").count(), 8, "eight kinds are left in the hand of p1");
}

#[test]
fn a_line_of_four_does_not_glow_with_the_three_that_crosses_it() {
    // c2c3 makes three in column c and four in row 3.
    let svg = pending::<Wali<Classic>>("b1w2b/2w3/ww1w2/1bw3/6 w 0 0 - - 0", "c2c3");
    let glow = svg.split("<g class=\"tern-glow\"").nth(1).unwrap().split("</g>").next().unwrap();
    assert_eq!(glow.matches("<circle").count(), 3, "{glow}");
}

#[test]
fn no_return_and_the_last_move_are_marked() {
    let position = "b4b/6/ww4/2w3/bb3b w 0 0 - - 0".parse::<Wali<Classic>>().unwrap();
    let ParsedMove::Whole(m) = position.parse_move("c2c3xa5").unwrap() else { panic!() };
    let mut next = position;
    tern::game::Game::play_unchecked(&mut next, m);
    let svg = next.svg(&View { last: Some(m), ..View::default() }).unwrap();
    for class in ["tern-no-return", "tern-last", "tern-taken"] {
        assert!(svg.contains(class), "{class}");
    }
}

#[test]
fn arrows_are_written_like_moves() {
    let arrow: Arrow = "a11k2+sl:bad".parse().unwrap();
    assert_eq!(arrow, Arrow { from: "a11".into(), to: "k2".into(), kind: ArrowKind::Bad });
    assert_eq!("c3c4".parse::<Arrow>().unwrap().kind, ArrowKind::Best);
    for wrong in ["", "c3", "pass", "c3c4:worst", "3c4c"] {
        assert!(wrong.parse::<Arrow>().is_err(), "{wrong}");
    }
    let shown = |arrow: &str| {
        let view = View { arrows: vec![arrow.parse().unwrap()], ..View::default() };
        Wali::<Classic>::start().svg(&view)
    };
    assert!(shown("a1b1:good").unwrap().contains("tern-arrow tern-good"));
    assert_eq!(shown("a1g1"), Err(ArrowError::Cell("g1".into())));
}

#[test]
fn what_is_in_hand() {
    assert_eq!(Wali::<Classic>::start().hands(), [vec![("w".into(), 12)], vec![("b".into(), 12)]]);
    assert_eq!(Differo::start().hands(), [vec![], vec![]]);
    let forest = "5/5/1sl3/2mg2/5 1 011111111 111101111 c".parse::<WaldMeister<u64>>().unwrap();
    let [p1, p2] = forest.hands().map(|hand| hand.into_iter().map(|(tree, _)| tree).collect::<Vec<_>>().join(" "));
    assert_eq!([p1.as_str(), p2.as_str()], ["sg sd ml mg md tl tg td", "sl sg sd ml md tl tg td"]);
}

/// The words of an overlay, one text for each of its parts.
fn titles(overlay: &str) -> Vec<&str> {
    overlay.split("<title>").skip(1).filter_map(|rest| rest.split("</title>").next()).collect()
}

#[test]
fn a_piece_of_differo_tells_where_its_lines_carry_it() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut position = Differo::start();
    assert_eq!(
        titles(&position.overlay(Subject::Cell("d4"), false).unwrap()),
        ["6 − 0 = 6", "3 − 2 = 1 e4", "2 − 2 = 0"]
    );
    assert_eq!(
        titles(&position.overlay(Subject::Cell("f6"), false).unwrap()),
        ["6 − 0 = 6", "3 − 2 = 1 e6", "2 − 2 = 0"],
        "Black's pieces too, though it is White's turn"
    );
    for _ in 0..60 {
        let moves = position.legal_moves();
        if position.outcome().is_some() {
            break;
        }
        for (cell, piece) in position.pieces() {
            let overlay = position.overlay(Subject::Cell(&cell), rng.random()).unwrap();
            assert_well_formed(&format!("<svg >{overlay}</svg>"));
            let words = titles(&overlay);
            assert_eq!(words.len(), 3);
            let mut shown: Vec<String> =
                words.iter().flat_map(|sum| sum.split_whitespace().skip(5)).map(|to| format!("{cell}{to}")).collect();
            shown.sort();
            if (piece == "w") == (position.to_move() == Player::P1) {
                let mut legal: Vec<String> = moves.iter().map(ToString::to_string).collect();
                legal.retain(|text| text.starts_with(&cell));
                legal.sort();
                assert_eq!(shown, legal, "{cell} in {position}");
            }
        }
        position.play_unchecked(moves[rng.random_range(0..moves.len())]);
    }
    assert_eq!(position.overlay(Subject::Cell("e0"), false), None);
    assert_eq!(position.overlay(Subject::Player(Player::P1), false), None);
}

#[test]
fn the_groups_of_waldmeister_add_up_to_the_points() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut position = WaldMeister::<u64>::start(8).unwrap();
    while position.outcome().is_none() {
        for (player, points) in Player::BOTH.into_iter().zip(position.score()) {
            let overlay = position.overlay(Subject::Player(player), rng.random()).unwrap();
            assert_well_formed(&format!("<svg >{overlay}</svg>"));
            let sizes = titles(&overlay).into_iter().map(|title| title.split(": ").nth(1).unwrap());
            let sum: u32 = sizes.map(|size| size.parse::<u32>().unwrap()).sum();
            assert_eq!(sum.to_string(), points, "{position}");
        }
        let moves = position.legal_moves();
        position.play_unchecked(moves[rng.random_range(0..moves.len())]);
    }
    assert_eq!(position.overlay(Subject::Cell("a1"), false), None);
    assert_eq!(Wali::<Classic>::start().overlay(Subject::Player(Player::P2), false), None);
}

/// The first element of a class, with everything in it.
fn element<'a>(svg: &'a str, class: &str) -> &'a str {
    let start = svg.find(&format!(" class=\"{class}\"")).unwrap_or_else(|| panic!("no {class} in {svg}"));
    let rest = &svg[svg[..start].rfind('<').unwrap()..];
    let end = if rest.starts_with("<g ") { "</g>" } else { "/>" };
    rest.split_inclusive(end).next().unwrap()
}

#[test]
fn all_threes_that_a_step_makes_glow_and_no_others() {
    for (fen, step, glowing) in [
        // d3c3 makes three in row 3 and three in column c.
        (
            "b1w2b/2w3/ww1w2/6/bb3b w 0 0 - - 0",
            "d3c3",
            ["0 -200", "100 -200", "200 -200", "200 -300", "200 -400"].as_slice(),
        ),
        // f2f3 makes three in column f; those at the other end of row 3 stood there before.
        ("b4w/5w/www3/5w/bb1b2 w 0 0 - - 0", "f2f3", &["500 -200", "500 -300", "500 -400"]),
    ] {
        let svg = pending::<Wali<Classic>>(fen, step);
        let glow = element(&svg, "tern-glow");
        let places: Vec<String> =
            attributes(glow, "cx").iter().zip(attributes(glow, "cy")).map(|(x, y)| format!("{x} {y}")).collect();
        assert_eq!(places, glowing, "{step} in {fen}");
    }
}

#[test]
fn a_turned_board_lies_in_the_same_frame() {
    let [plain, flipped] = [false, true].map(|flip| {
        let svg = Wali::<Classic>::start().svg(&View { flip, ..View::default() }).unwrap();
        let corner =
            |class: &str| ["x", "y"].map(|name| attributes(element(&svg, class), name)[0].parse::<f64>().unwrap());
        let ([left, top], [x, y]) = (corner("tern-frame"), corner("tern-board"));
        [x - left, y - top]
    });
    assert_eq!((plain, flipped), ([42.0, 92.0], [42.0, 92.0]));
}

#[test]
fn the_last_move_of_differo_is_a_line_with_a_ring_at_its_end() {
    let mut position = Differo::start();
    let ParsedMove::Whole(m) = position.parse_move("d2d8").unwrap() else { panic!() };
    position.play_unchecked(m);
    assert_eq!([place(&position, "d2"), place(&position, "d8")], ["-0.5,2.5981", "5.5,2.5981"]);
    let svg = position.svg(&View { last: Some(m), ..View::default() }).unwrap();
    assert_eq!(attributes(element(&svg, "tern-last"), "d"), ["M-50-259.81L550-259.81"]);
    let start = svg.split('<').find(|tag| tag.starts_with("circle") && tag.contains("tern-last")).unwrap();
    assert_eq!([attributes(start, "cx"), attributes(start, "r")], [["-50"], ["14"]]);
    let ring = svg.rsplit("<g class=\"tern-last\"").next().unwrap();
    assert_eq!([attributes(ring, "cx"), attributes(ring, "r")], [["550", "550"], ["35", "35"]]);
}

#[test]
fn trees_that_cannot_move_stand_on_darker_cells() {
    let forest = "5/5/5/sl4/mgsd3 2 010111111 111101111 c".parse::<WaldMeister<u64>>().unwrap();
    let svg = forest.svg(&View::default()).unwrap();
    assert_eq!(attributes(element(&svg, "tern-cell tern-stuck"), "data-cell"), ["a1"]);
    assert_eq!(attributes(element(&svg, "tern-cell"), "data-cell").len(), 24);
}

#[test]
fn the_frame_of_waldmeister_has_room_for_board_and_panels() {
    let small = WaldMeister::<u64>::start(5).unwrap().svg(&View::default()).unwrap();
    let large = WaldMeister::<u128>::start(11).unwrap().svg(&View::default()).unwrap();
    assert_eq!(attributes(&small, "viewBox"), ["-341 -466.41 1282 586.41"], "as wide as the panels");
    assert_eq!(attributes(&large, "viewBox"), ["-110 -986.03 1720 1106.03"], "as wide as the board");
}

/// The overlays as they were when somebody last looked at them, an element a line. Whoever changes them on purpose looks at
/// them over their pictures, and keeps what this test shows.
#[test]
fn overlays_look_as_they_did() {
    let start = Differo::start();
    // The largest group of light trees is not the first.
    let forest = "5/5/1mltl2/sl1sg2/mgsdsl2 2 000011111 011101011 c".parse::<WaldMeister<u64>>().unwrap();
    let overlays = [
        ("differo d4", start.overlay(Subject::Cell("d4"), false)),
        ("differo d2 flip", start.overlay(Subject::Cell("d2"), true)),
        ("waldmeister p1", forest.overlay(Subject::Player(Player::P1), false)),
        ("waldmeister p2", forest.overlay(Subject::Player(Player::P2), false)),
    ];
    let written = overlays.map(|(name, overlay)| format!("{name}\n{}\n", overlay.unwrap().replace("><", ">\n<")));
    let written = written.join("\n");
    assert!(written == include_str!("data/overlays.txt"), "{written}");
}
