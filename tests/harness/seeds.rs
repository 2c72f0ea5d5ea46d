//! Good input, from which the bad is made: texts that the tests know, and scripts that reach every corner of a session.

use tern::games::any::GameKind;

/// Positions of all games: those whose moves are counted by the perft tests, and some that are over or nearly so.
pub(crate) fn positions() -> Vec<(GameKind, &'static str)> {
    let files = [
        (GameKind::Wali, include_str!("../data/perft/wali.txt")),
        (GameKind::WaliTotal, include_str!("../data/perft/wali-total.txt")),
        (GameKind::Differo, include_str!("../data/perft/differo.txt")),
        (GameKind::WaldMeister, include_str!("../data/perft/waldmeister.txt")),
    ];
    let of_file = |(game, text): (GameKind, &'static str)| {
        text.lines().filter_map(move |line| line.split_once(';').map(|(position, _)| (game, position)))
    };
    files.into_iter().flat_map(of_file).chain(CORNERS).collect()
}

const CORNERS: [(GameKind, &str); 12] = [
    (GameKind::Wali, "1w1wbw/b2bwb/wbw1b1/b1b2w/1w1wb1 w 3 3 - - 0"),
    (GameKind::Wali, "b5/6/w1ww2/6/2b1bb w 0 0 - c1b1 99"),
    (GameKind::Wali, "6/6/b1bb2/6/w4w w 0 0 - - 0"),
    (GameKind::Wali, "5b/6/b5/wb4/ww4 w 0 0 b1c1 - 1"),
    (GameKind::WaliTotal, "6/6/6/6/ww1bbb w 0 0 - - 0"),
    (GameKind::WaliTotal, "6/6/b1bb2/6/5w b 0 0 - - 7"),
    (GameKind::Differo, "5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 w"),
    (GameKind::Differo, "5/6/7/8/wwb3www/8/7/6/5 w"),
    (GameKind::Differo, "4w/6/7/8/9/8/7/2b3/5 b"),
    (GameKind::WaldMeister, "4tl/5/sl4/1sl3/2ml2 1 011011111 011111011 h"),
    (GameKind::WaldMeister, "6/6/6/6/6/6 1 222222222 222222222 c"),
    (GameKind::WaldMeister, "11/11/11/11/11/11/11/11/11/11/11 1 333333333 333333333 h"),
];

/// Command lines of every kind.
pub(crate) const LINES: &[&str] = &[
    "ugi",
    "uci",
    "isready",
    "uginewgame",
    "ucinewgame",
    "setoption name Game value differo",
    "setoption name BoardSize value 5",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name MultiPV value 4",
    "setoption name Level value greedy",
    "setoption name Level value random",
    "setoption name Level value 3",
    "setoption name Level value 10",
    "setoption name UCI_Elo value 700",
    "setoption name LimitStrength value true",
    "setoption name Seed value 9",
    "setoption name MoveOverhead value 0",
    "setoption name Ponder value true",
    "setoption name Clear Hash",
    "position startpos",
    "position startpos moves c3 d3",
    "position fen 6/6/2wb2/6/6 w 11 11 - - 0 moves a1",
    "position startpos moves ? ? ? ?",
    "move ?",
    "move ? ? ?",
    "move ~",
    "capture d5",
    "plant sl",
    "undo",
    "undo 2",
    "go depth 3",
    "go nodes 50",
    "go movetime 5",
    "go p1time 50 p2time 50 p1inc 1 p2inc 1 movestogo 3",
    "go wtime -5 btime 100 winc 0 binc 0",
    "go mate 2",
    "go infinite",
    "go ponder depth 2",
    "go searchmoves ? ? depth 2",
    "go searchmoves ~ nodes 20",
    "go",
    "stop",
    "ponderhit",
    "query gameover",
    "query p1turn",
    "query result",
    "query game",
    "query fen",
    "query moves",
    "query pending",
    "query score",
    "query reason",
    "d",
    "eval",
    "perft 1",
    "perft 9",
    "go perft 2",
    "bench",
    "help",
    "help go",
    "# a comment",
    "",
    "quit",
];

/// Whole sessions: the first letter chooses the game.
pub(crate) fn sessions() -> Vec<Vec<u8>> {
    let mut scripts: Vec<Vec<u8>> = SCRIPTS.iter().map(|script| script.as_bytes().to_vec()).collect();
    for (place, (game, fen)) in (0..).zip(positions()) {
        let letter = b'`' + GameKind::ALL.iter().position(|&other| other == game).unwrap_or(0) as u8;
        let threads = place % 2 + 1;
        let text = format!(
            "position fen {fen}\nsetoption name Threads value {threads}\ngo nodes 40\nmove ?\nmove ~\ngo infinite\nd\n\
             query moves\nundo\nmove ? ?\neval\ngo depth 2\nundo\nperft 1"
        );
        scripts.push([&[letter], text.as_bytes()].concat());
    }
    scripts
}

const SCRIPTS: &[&str] = &[
    "`ugi\nisready\nuginewgame\nposition startpos moves c3 d3\nquery p1turn\nquery gameover\ngo p1time 20 p2time 20\nquery result\nquit",
    "`go infinite\nmove c3\nquery fen\nstop\nmove ?\nsetoption name MultiPV value 3\ngo depth 3\nd\neval",
    "`position fen b5/6/w1ww2/6/2b1bb w 0 0 - - 0\nmove a3b3\nmove c3\ngo nodes 30\ncapture e1\nundo 3\nundo\nquery fen",
    "`go ponder depth 2\nisready\nponderhit\ngo ponder\nstop\nperft 9\nstop\nbench\nstop\nperft 1",
    "asetoption name Level value greedy\ngo\nsetoption name Level value random\ngo infinite\nd\nposition startpos moves ? ? ? ?",
    "bposition startpos moves ?\nsetoption name Threads value 3\ngo nodes 60\ngo mate 1\nmove ? ?\nundo 2\nucinewgame\nquery score",
    "csetoption name BoardSize value 5\nposition startpos\nmove ?\nmove ~\nplant sl\nplant mg\ngo searchmoves ? nodes 20\nundo",
    "csetoption name BoardSize value 11\nuginewgame\nmove ?\nmove ~\ngo nodes 5\nd\nsetoption name Game value wali\nd",
    "cposition fen 5/5/sl1sl2/5/5 1 011111111 011111111 c\nmove ?\ngo depth 1\nsetoption name Ponder value true\ngo depth 2",
];

/// Words that mean something somewhere, and numbers at the edges of ranges.
pub(crate) const WORDS: &[&str] = &[
    " ",
    "\n",
    "\t",
    "\r\n",
    "/",
    "-",
    "+",
    "x",
    "?",
    "~",
    "'",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "#",
    "é",
    "\u{2028}",
    "\0",
    "0",
    "1",
    "2",
    "3",
    "8",
    "9",
    "11",
    "12",
    "13",
    "99",
    "100",
    "101",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "-9223372036854775808",
    "1e9",
    "w",
    "b",
    "c",
    "h",
    "sl",
    "mg",
    "td",
    "pass",
    "a1",
    "f5",
    "e5",
    "i9",
    "k11",
    "a3b3",
    "a3b3xe1",
    "d4d5+sl",
    " moves ",
    " fen ",
    " startpos ",
    " value ",
    " name ",
    " depth ",
    " nodes ",
    " infinite ",
    " searchmoves ",
    " mate ",
    " ponder ",
    "stop\n",
    "go infinite\n",
    "undo\n",
    "move ?\n",
    "move ~\n",
    "d\n",
    "quit\n",
    "1-0",
    "0-1",
    "1/2-1/2",
    "1. ",
    "1... ",
    "{opening}",
    "{+5/3 7ms}",
    "[Game \"wali\"]",
    "\n\n",
];

/// Records of games: right ones, a wrong one, and one that breaks off.
pub(crate) const RECORDS: &[&str] = &[
    "[Number \"1\"]\n[Game \"wali\"]\n[P1 \"a\"]\n[P2 \"b \\\"c\\\"\"]\n[Result \"1/2-1/2\"]\n[Reason \"length\"]\n\
     [P1Limit \"nodes 5\"]\n[P2Limit \"tc 1+0.1\"]\n[Seed \"3\"]\n[Start \"6/6/6/6/6 w 12 12 - - 0\"]\n\n\
     1. c3 {opening} d3 {+5/3 7ms} 2. a1 {#-3/9 0ms} f5 {- 4ms} 1/2-1/2\n\n",
    "[Number \"2\"]\n[Game \"differo\"]\n[P1 \"a\"]\n[P2 \"b\"]\n[Result \"1-0\"]\n[Reason \"goal\"]\n[P1Limit \"\"]\n\
     [P2Limit \"\"]\n[Seed \"0\"]\n[Start \"5/1w4/7/8/9/8/2b4/6/5 b\"]\n\n1... c3d4 {+0/1 1ms}\n2. h5i5 {#1/1 1ms} 1-0\n\n",
    "[Number \"3\"]\n[Game \"waldmeister\"]\n[P1 \"a\"]\n[P2 \"b\"]\n[Result \"0-1\"]\n[Reason \"illegal move\"]\n\
     [Fault \"played 'x'\"]\n[P1Limit \"\"]\n[P2Limit \"\"]\n[Seed \"0\"]\n\
     [Start \"5/5/5/5/5 1 111111111 111111111 c\"]\n\n1. c3+sl {opening} 0-1\n\n[Number \"4\"]\n[Game \"wali\"]\n",
    "[Number \"5\"]\n[Game \"wali\"]\n[P1 \"a\"]\n[P2 \"b\"]\n[Result \"0-1\"]\n[Reason \"stones\"]\n[P1Limit \"\"]\n\
     [P2Limit \"\"]\n[Seed \"0\"]\n[Start \"6/6/b1bb2/6/w4w w 0 0 - - 0\"]\n\n0-1\n\n",
];

/// The record of game after game.
pub(crate) fn records() -> Vec<Vec<u8>> {
    let single = RECORDS.iter().map(|record| record.as_bytes().to_vec());
    single.chain([RECORDS.concat().into_bytes()]).collect()
}
