//! Whole sessions without a process: what is said to which lines.

use super::background::{Background, Kind};
use super::state::Session;
use super::{Event, Options, run};
use crate::games::any::{AnyGame, GameKind};
use crate::picture::Subject;
use crate::search::{self, Control, Limits, SearchRequest, Table};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Far longer than anything here takes: a hang fails instead of blocking.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session and both ends of its talk.
struct Talk {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    session: JoinHandle<io::Result<()>>,
}

struct Incoming(Receiver<Vec<u8>>);

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(line) = self.0.recv() else { return Ok(0) };
        buffer[..line.len()].copy_from_slice(&line);
        Ok(line.len())
    }
}

struct Outgoing(Sender<Vec<u8>>);

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Talk {
    fn new(game: GameKind) -> Self {
        let (input, lines) = channel();
        let (replies, output) = channel();
        let options = Options { game, hash: 1, ..Options::default() };
        let session = std::thread::spawn(move || run(BufReader::new(Incoming(lines)), Outgoing(replies), options));
        Self { input: Some(input), output, session }
    }

    fn send(&self, line: &str) {
        self.input.as_ref().unwrap().send(format!("{line}\n").into_bytes()).unwrap();
    }

    /// What is said up to the first reply that begins with this.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while !lines.iter().any(|line| line.starts_with(beginning)) {
            let reply = self.output.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {beginning} after {lines:?}"));
            lines.extend(String::from_utf8(reply).unwrap().lines().map(String::from));
        }
        lines
    }

    /// What is said to a line that is served at once.
    fn ask(&self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        assert_eq!(lines.pop().unwrap(), "readyok");
        lines
    }

    fn query(&self, question: &str) -> String {
        let [answer] = &self.ask(&format!("query {question}"))[..] else { panic!("one answer to {question}") };
        answer.strip_prefix("response ").unwrap().to_string()
    }

    /// A search up to its best move.
    fn search(&self, go: &str) -> Vec<String> {
        self.send(go);
        self.until("bestmove")
    }

    /// Ends the input, and gives what is still said.
    fn finish(mut self) -> Vec<String> {
        self.input = None;
        let rest: Vec<u8> = self.output.iter().flatten().collect();
        self.session.join().unwrap().unwrap();
        String::from_utf8(rest).unwrap().lines().map(String::from).collect()
    }
}

#[test]
fn it_introduces_itself_in_both_dialects() {
    let talk = Talk::new(GameKind::Wali);
    for (line, last) in [("ugi", "ugiok"), ("uci", "uciok")] {
        let said = talk.ask(line);
        assert!(said[0].starts_with("id name tern ") && said[1].starts_with("id author "), "{said:?}");
        assert_eq!((said.len(), said.last().unwrap().as_str()), (2 + 13 + 1, last));
    }
    assert_eq!(talk.finish(), [""; 0]);
}

#[test]
fn questions_are_answered() {
    let talk = Talk::new(GameKind::Wali);
    assert_eq!([talk.query("history"), talk.query("lastmove"), talk.query("pieces")], ["(none)"; 3]);
    assert_eq!(talk.ask("move c3 d4"), [""; 0]);
    for (question, answer) in [
        ("gameover", "false"),
        ("p1turn", "true"),
        ("result", "none"),
        ("reason", "none"),
        ("pending", "none"),
        ("game", "wali"),
        ("history", "c3 d4"),
        ("lastmove", "d4"),
        ("pieces", "c3=w d4=b"),
    ] {
        assert_eq!(talk.query(question), answer, "{question}");
    }
}

#[test]
fn pictures_are_seen_from_the_side_that_is_asked_for() {
    let talk = Talk::new(GameKind::Differo);
    talk.ask("move d3e3 f7e7");
    let mut game = AnyGame::start(GameKind::Differo, AnyGame::USUAL_SIZE);
    game.play(&["d3e3", "f7e7"], false).unwrap();
    for (side, flipped) in [("", false), (" flip", true)] {
        assert_eq!(talk.query(&format!("svg{side}")), game.svg(&[], flipped).unwrap());
        assert_eq!(talk.query(&format!("overlay e3{side}")), game.overlay(Subject::Cell("e3"), flipped).unwrap());
    }
}

#[test]
fn equal_moves_are_chosen_among_by_the_seed_alone() {
    let talk = Talk::new(GameKind::Wali);
    let mut moves = |seed: u32| {
        talk.ask(&format!("setoption name Seed value {seed}"));
        talk.ask("uginewgame");
        talk.search("go depth 1").pop().unwrap()
    };
    let chosen: Vec<String> = (1..=20).map(&mut moves).collect();
    assert_eq!(chosen, (1..=20).map(&mut moves).collect::<Vec<_>>(), "a seed repeats the choice");
    assert!(chosen.iter().any(|other| *other != chosen[0]), "{chosen:?}");
    assert!((0..20).map(|_| moves(0)).all(|other| other == moves(0)), "without one nothing is left to chance");
}

#[test]
fn a_game_is_set_up_played_and_taken_back() {
    let talk = Talk::new(GameKind::Wali);
    talk.ask("position fen w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 a2a3 d3e3 4");
    assert_eq!(talk.query("fen"), "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 a2a3 d3e3 4");
    assert_eq!(talk.ask("position startpos moves c3 c3"), ["error illegal move 'c3': c3 is not empty"]);
    talk.ask("uginewgame");
    assert_eq!(talk.query("fen"), "6/6/6/6/6 w 12 12 - - 0");
    talk.ask("position startpos moves c3");
    talk.ask("move d4");
    talk.ask("undo");
    assert_eq!(talk.query("history"), "c3");
    for line in ["setoption name Game value wali", "setoption name BoardSize value 9"] {
        talk.ask(line);
        assert_eq!(talk.query("history"), "c3", "{line} changes nothing on this board");
    }
    assert_eq!(talk.ask("setoption name Game value differo"), [""; 0]);
    assert_eq!(talk.query("game"), "differo");
    assert_eq!(talk.ask("capture c3").len(), 1);
    assert_eq!(talk.ask("plant sl").len(), 1);
    assert_eq!(talk.ask("setoption name Speed value 9"), ["error unknown option 'Speed'; ugi lists the options"]);
    assert_eq!(talk.ask("fly"), [talk.ask("fly")[0].clone()]);
    assert!(talk.ask("fly")[0].starts_with("error "));
}

#[test]
fn a_half_move_is_completed() {
    let talk = Talk::new(GameKind::WaldMeister);
    talk.ask("move d4+sl");
    let step = talk.query("steps").split(' ').next().unwrap().to_string();
    let [awaiting] = &talk.ask(&format!("move {step}"))[..] else { panic!("the tree is asked for") };
    let tree = awaiting.strip_prefix("awaiting plant ").unwrap().split(' ').next().unwrap();
    assert_eq!(talk.query("pending"), format!("plant {step}"));
    talk.ask(&format!("plant {tree}"));
    assert_eq!(talk.query("lastmove"), format!("{step}+{tree}"));
}

#[test]
fn what_is_for_people_is_shown() {
    let talk = Talk::new(GameKind::Wali);
    assert!(talk.ask("d").iter().any(|line| line.trim() == "White to move"));
    assert!(talk.ask("eval").last().unwrap().starts_with("total "));
    assert!(talk.ask("help").len() > 10);
    assert!(talk.ask("help option Hash")[0].starts_with("option name Hash type spin"));
    assert!(talk.ask("rules").len() > 10);
}

#[test]
fn a_game_that_is_over_is_told_as_it_ended() {
    let talk = Talk::new(GameKind::Wali);
    talk.ask("position fen 6/6/b1bb2/6/w4w w 0 0 - - 0");
    assert_eq!(talk.search("go depth 3"), ["info depth 0 score mate 0", "bestmove (none)"]);
    talk.ask("setoption name ShowWDL value true");
    assert_eq!(talk.search("go depth 3"), ["info depth 0 score mate 0 wdl 0 0 1000", "bestmove (none)"]);
    talk.ask("setoption name Game value wali-total");
    talk.ask("position fen 6/6/6/6/ww2bb w 0 0 - - 0");
    assert_eq!(talk.search("go depth 3"), ["info depth 0 score cp 0 wdl 0 1000 0", "bestmove (none)"]);
}

#[test]
fn a_search_answers_when_it_is_done_or_stopped() {
    let talk = Talk::new(GameKind::Wali);
    let said = talk.search("go depth 2");
    assert!(said.len() > 1 && said.iter().rev().skip(1).all(|line| line.starts_with("info depth ")), "{said:?}");
    assert!(!said.last().unwrap().contains("ponder"));
    talk.ask("setoption name ShowWDL value true");
    assert!(talk.search("go depth 1")[0].contains(" wdl "));
    talk.send("go infinite");
    talk.send("move c3");
    let refused = talk.until("error");
    assert_eq!(refused.last().unwrap(), "error a search is running: send stop first");
    talk.send("query history");
    assert_eq!(talk.until("response").last().unwrap(), "response (none)");
    talk.send("isready");
    assert!(!talk.until("readyok").iter().any(|line| line.starts_with("bestmove")), "it waits for stop");
    talk.send("stop");
    talk.send("move c3");
    talk.until("bestmove");
    assert_eq!(talk.query("history"), "c3", "what follows the stop waits for the end");
}

#[test]
fn a_pondering_search_waits_for_the_hit() {
    let talk = Talk::new(GameKind::Wali);
    talk.ask("setoption name Ponder value true");
    talk.send("go ponder depth 1");
    talk.send("isready");
    assert!(!talk.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    talk.send("ponderhit");
    talk.until("bestmove");
    assert!(talk.search("go depth 3").last().unwrap().contains(" ponder "));
}

#[test]
fn the_table_is_kept_until_it_is_cleared_or_resized() {
    let talk = Talk::new(GameKind::Wali);
    let nodes = || {
        let said = talk.search("go depth 4");
        let line = said[said.len() - 2].clone();
        line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let fresh = nodes();
    assert!(nodes() < fresh, "the table knows it all");
    talk.ask("setoption name Hash value 1");
    assert!(nodes() < fresh, "the size it has");
    for line in ["setoption name Clear Hash", "uginewgame"] {
        talk.ask(line);
        assert_eq!(nodes(), fresh, "{line}");
    }
    talk.ask("setoption name Hash value 2");
    assert_eq!(nodes(), fresh, "another table");
}

#[test]
fn a_count_makes_others_wait_and_can_be_stopped() {
    let talk = Talk::new(GameKind::Wali);
    talk.send("perft 1");
    talk.send("move c3");
    let counted = talk.until("Nodes searched: ");
    assert_eq!((counted.len(), counted[30].as_str()), (31, "Nodes searched: 30"));
    assert_eq!(talk.query("history"), "c3");
    talk.send("perft 20");
    talk.send("isready");
    assert_eq!(talk.until("readyok"), ["readyok"], "that never waits");
    talk.send("d");
    talk.send("stop");
    assert_eq!(talk.until("error"), ["error perft was stopped before it was done"]);
    talk.until("  Black to move");
}

#[test]
fn lines_behind_a_count_are_served_in_their_order() {
    let talk = Talk::new(GameKind::Wali);
    for line in ["perft 20", "go infinite", "query history", "stop", "stop"] {
        talk.send(line);
    }
    // The last stop is that of the count, the one before it that of the search.
    let said = talk.until("bestmove");
    let place = |beginning: &str| said.iter().position(|line| line.starts_with(beginning));
    assert_eq!(said[0], "error perft was stopped before it was done");
    assert!(place("response (none)") < place("bestmove") && place("response (none)").is_some(), "{said:?}");
}

#[test]
fn the_end_of_the_input_lets_work_end_that_ends_by_itself() {
    for go in ["go depth 2", "go infinite", "go ponder depth 1"] {
        let talk = Talk::new(GameKind::Wali);
        talk.send(go);
        assert_eq!(talk.finish().iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{go}");
    }
    let talk = Talk::new(GameKind::Wali);
    talk.send("perft 2");
    assert_eq!(talk.finish().last().unwrap(), "Nodes searched: 870");
    let talk = Talk::new(GameKind::Wali);
    talk.send("quit");
    talk.send("isready");
    assert_eq!(talk.finish(), [""; 0]);
}

#[test]
fn a_search_that_says_nothing_is_told_of() {
    let mut output = Vec::new();
    let (mut session, done) = session_with(&mut output, Kind::Search(Limits::to_depth(1)));
    let search = session.background.take();
    assert_eq!(session.patience(), None);
    session.break_silence().unwrap();
    session.background = search;
    session.last_report = Instant::now();
    assert!(session.patience().is_some_and(|patience| !patience.is_zero()));
    session.break_silence().unwrap();
    session.last_report = Instant::now().checked_sub(PATIENCE).unwrap();
    assert_eq!(session.patience(), Some(Duration::ZERO));
    session.break_silence().unwrap();
    assert!(session.patience().is_some_and(|patience| !patience.is_zero()), "it has spoken");
    drop((session, done));
    let said = String::from_utf8(output).unwrap();
    assert!(said.starts_with("info nodes 0 nps 0 hashfull 0 time ") && said.lines().count() == 1, "{said}");
}

/// A session with this work in the background, which waits until the other end is dropped.
fn session_with<W: Write>(output: W, kind: Kind) -> (Session<W>, Sender<()>) {
    let (events, _) = sync_channel(1);
    let mut session = Session::new(output, Options { hash: 1, ..Options::default() }, events.clone()).unwrap();
    let (done, wait) = channel::<()>();
    let work = move |_: &_, _: &mut dyn FnMut(_)| {
        let _ = wait.recv();
        vec![]
    };
    session.background = Some(Background::start(kind, events, vec![], work).unwrap());
    (session, done)
}

#[test]
fn a_count_may_be_silent_and_ends_by_itself() {
    let (session, _done) = session_with(Vec::new(), Kind::Count);
    let count = session.background.as_ref().unwrap();
    assert_eq!((session.patience(), count.longest_stall()), (None, None));
    assert!(count.is_bounded() && count.blocks() && !count.is_search());
    let (session, _done) = session_with(Vec::new(), Kind::Search(Limits::to_depth(1)));
    let search = session.background.as_ref().unwrap();
    assert!(search.is_bounded() && !search.blocks() && search.is_search());
    let (session, _done) = session_with(Vec::new(), Kind::Search(Limits { infinite: true, ..Limits::NONE }));
    assert!(!session.background.as_ref().unwrap().is_bounded());
}

#[test]
fn a_search_that_was_kept_from_running_leaves_a_reserve_on_the_clock() {
    let (mut session, done) = session_with(Vec::new(), Kind::Search(Limits::to_depth(1)));
    let stall = Duration::from_millis(20);
    // It never looks at the clock, as if the machine did not let it.
    std::thread::sleep(stall);
    assert!(session.stalls.reserve().is_zero());
    assert!(session.handle(Event::Finished(vec![])).unwrap().is_continue());
    assert!(session.stalls.reserve() >= 2 * stall, "{:?}", session.stalls.reserve());
    drop(done);
}

#[test]
fn a_silent_search_is_told_of_with_the_move_it_is_at() {
    let mut output = Vec::new();
    let (events, _) = sync_channel(1);
    let mut session = Session::new(&mut output, Options { hash: 1, ..Options::default() }, events.clone()).unwrap();
    let game = session.game.clone();
    let limits = Limits { infinite: true, ..Limits::NONE };
    let request = SearchRequest::new(limits.clone());
    let work = move |control: &Control, _: &mut dyn FnMut(_)| {
        let _ = search::run(&game, &[], &request, &Table::new(1).unwrap(), control, &mut |_| {});
        vec![]
    };
    session.background = Some(Background::start(Kind::Search(limits), events, vec![], work).unwrap());
    let until = Instant::now() + PATIENCE;
    while session.background.as_ref().unwrap().control().progress().current().is_none() {
        assert!(Instant::now() < until, "it never comes to a move");
        std::thread::yield_now();
    }
    session.last_report = Instant::now().checked_sub(PATIENCE).unwrap();
    session.break_silence().unwrap();
    session.stop();
    let moves = session.game.moves();
    drop(session);
    let said = String::from_utf8(output).unwrap();
    let words: Vec<&str> = said.split_whitespace().collect();
    let after = |name: &str| words.iter().skip_while(|word| **word != name).nth(1).copied().unwrap_or_default();
    assert!(moves.contains(&after("currmove").to_string()), "{said}");
    assert!((1..=moves.len()).contains(&after("currmovenumber").parse().unwrap()), "{said}");
}
