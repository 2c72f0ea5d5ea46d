//! A session line by line: every answer is checked against what was asked, and every error must leave everything as it was.

use super::script::{Script, counts_for_ever, resolved, tamed};
use super::wire::Wire;
use std::collections::HashSet;
use tern::games::any::{AnyGame, GameKind};
use tern::protocol::{Command, GoCommand};

/// Lines that are sent while a search runs that does not end by itself.
const LINES_IN_SEARCH: usize = 2;

/// Speaks a script and gives the lines that were sent.
pub(crate) fn speak(script: &Script) -> Vec<Vec<u8>> {
    let mut talk = Conversation { wire: Wire::new(script.game), sent: Vec::new() };
    // A table of the usual size for every session would be most of the work.
    talk.quietly("setoption name Hash value 1");
    let mut lines = script.lines.iter();
    let mut dice = script.dice;
    while let Some(bytes) = lines.next() {
        dice = dice.wrapping_mul(31).wrapping_add(1);
        let before = talk.state();
        let Ok(text) = str::from_utf8(bytes) else {
            talk.nonsense(bytes, &before);
            continue;
        };
        let Some(line) = tamed(&resolved(text, &before.moves(), dice)) else { continue };
        match Command::parse(&line) {
            Ok(None) => talk.quietly(&line),
            Err(_) => talk.nonsense(line.as_bytes(), &before),
            Ok(Some(Command::Quit)) => {
                talk.send(line.as_bytes());
                break;
            }
            Ok(Some(Command::Go(go))) => {
                let meanwhile: Vec<&Vec<u8>> = lines.by_ref().take(dice % (LINES_IN_SEARCH + 1)).collect();
                talk.search(&line, &go, &before, &meanwhile);
            }
            Ok(Some(command @ (Command::Perft(_) | Command::Bench))) => talk.count(&line, &command),
            Ok(Some(command)) => talk.ordinary(&line, &command, &before),
        }
    }
    let Conversation { wire, sent } = talk;
    assert_eq!(wire.finish(), [""; 0], "nothing is left to be said after {}", shown(&sent));
    sent
}

/// The lines of a session for a message.
pub(crate) fn shown(sent: &[Vec<u8>]) -> String {
    let lines: Vec<String> = sent.iter().map(|line| line.escape_ascii().to_string()).collect();
    format!("\n{}", lines.join("\n"))
}

/// All that can be asked about a position.
const QUESTIONS: [&str; 9] = ["game", "fen", "pending", "moves", "p1turn", "gameover", "result", "reason", "score"];

/// The answers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State(Vec<String>);

impl State {
    fn get(&self, question: &str) -> &str {
        QUESTIONS.iter().position(|&other| other == question).map_or("", |place| &self.0[place])
    }

    fn game(&self) -> GameKind {
        self.get("game").parse().expect("a game")
    }

    /// The legal moves; only completions if half a move is pending.
    fn moves(&self) -> Vec<String> {
        match self.get("moves") {
            "(none)" => Vec::new(),
            moves => moves.split(' ').map(Into::into).collect(),
        }
    }

    fn is_pending(&self) -> bool {
        self.get("pending") != "none"
    }

    fn is_over(&self) -> bool {
        self.get("gameover") == "true"
    }
}

struct Conversation {
    wire: Wire,
    sent: Vec<Vec<u8>>,
}

impl Conversation {
    fn send(&mut self, line: &[u8]) {
        self.sent.push(line.to_vec());
        self.wire.send(&[line, b"\n"].concat());
    }

    fn line(&mut self) -> String {
        self.wire.line().unwrap_or_else(|| panic!("tern has left after{}", shown(&self.sent)))
    }

    /// What is said until tern has served everything that was sent; not for what goes on beside it.
    fn replies(&mut self, line: &[u8]) -> Vec<String> {
        self.send(line);
        self.wire.send_line("isready");
        let mut lines = Vec::new();
        loop {
            match self.line() {
                ready if ready == "readyok" => return lines,
                line => lines.push(line),
            }
        }
    }

    fn quietly(&mut self, line: &str) {
        let replies = self.replies(line.as_bytes());
        assert_eq!(replies, [""; 0], "after{}", shown(&self.sent));
    }

    /// Asks everything, and checks that the answers agree with each other.
    fn state(&mut self) -> State {
        for what in QUESTIONS {
            self.wire.send_line(&format!("query {what}"));
        }
        let answer = |line: String| line.strip_prefix("response ").expect("a response").to_string();
        let state = State(QUESTIONS.iter().map(|_| answer(self.line())).collect());
        let over = state.is_over();
        assert_eq!(over, state.get("result") != "none", "{state:?}");
        assert_eq!(over, state.get("reason") != "none", "{state:?}");
        assert_eq!(over, state.moves().is_empty(), "{state:?}");
        assert!(!(over && state.is_pending()), "{state:?}");
        assert!(AnyGame::from_fen(state.game(), state.get("fen")).is_ok(), "{state:?}");
        state
    }

    /// Something that cannot be read is answered with one error and changes nothing.
    fn nonsense(&mut self, line: &[u8], before: &State) {
        let replies = self.replies(line);
        assert!(is_error(&replies), "{replies:?} after{}", shown(&self.sent));
        assert_eq!(&self.state(), before, "after{}", shown(&self.sent));
    }

    /// What is answered at once.
    fn ordinary(&mut self, line: &str, command: &Command, before: &State) {
        if *command == Command::IsReady {
            self.send(line.as_bytes());
            return assert_eq!(self.line(), "readyok");
        }
        let replies = self.replies(line.as_bytes());
        let after = self.state();
        if is_error(&replies) {
            return assert_eq!(&after, before, "after{}", shown(&self.sent));
        }
        let expected = match command {
            Command::Ugi => replies.last().is_some_and(|last| last == "ugiok"),
            Command::Uci => replies.last().is_some_and(|last| last == "uciok"),
            Command::Query(_) => replies.len() == 1 && replies[0].starts_with("response "),
            Command::Draw | Command::Eval | Command::Help(_) | Command::HelpOption(_) | Command::Rules => {
                !replies.is_empty()
            }
            Command::Move(_) if after.is_pending() => {
                let words = after.moves();
                replies.len() == 1 && replies[0].split(' ').skip(2).zip(&words).all(|(word, m)| m.ends_with(word))
            }
            _ => replies.is_empty(),
        };
        assert!(expected, "{replies:?} after{}", shown(&self.sent));
        match command {
            // What completes a half move is taken back with it.
            Command::Move(_) if before.is_pending() => {}
            Command::Move(moves) => self.take_back_and_play_again(line, moves.iter().count(), before, &after),
            Command::Ugi | Command::Uci | Command::Query(_) | Command::Draw | Command::Eval | Command::Help(_) => {
                assert_eq!(&after, before, "after{}", shown(&self.sent));
            }
            _ => {}
        }
    }

    /// Moves that are taken back leave no trace.
    fn take_back_and_play_again(&mut self, line: &str, moves: usize, before: &State, after: &State) {
        let mut whole = moves;
        if after.is_pending() {
            self.quietly("undo");
            whole -= 1;
        }
        if whole > 0 {
            self.quietly(&format!("undo {whole}"));
        }
        assert_eq!(&self.state(), before, "after{}", shown(&self.sent));
        self.replies(line.as_bytes());
        assert_eq!(&self.state(), after, "after{}", shown(&self.sent));
    }

    /// A count, stopped at once if it would take long.
    fn count(&mut self, line: &str, command: &Command) {
        self.send(line.as_bytes());
        if counts_for_ever(command) {
            self.send(b"stop");
        }
        loop {
            let line = self.line();
            if line.starts_with("error ") || line.starts_with("Nodes searched: ") || line.ends_with(" nps") {
                return;
            }
        }
    }

    /// A search, during which some more lines are sent if it does not end by itself.
    fn search(&mut self, line: &str, go: &GoCommand, before: &State, meanwhile: &[&Vec<u8>]) {
        let mut lines = self.replies(line.as_bytes());
        if is_error(&lines) {
            return assert_eq!(&self.state(), before, "after{}", shown(&self.sent));
        }
        let is_endless = go.infinite || go.ponder || !is_limited(go);
        if is_endless && !before.is_over() {
            for extra in meanwhile {
                lines.extend(self.meanwhile(extra));
            }
            self.send(b"stop");
        }
        while !lines.iter().any(|line| line.starts_with("bestmove ")) {
            lines.push(self.line());
        }
        assert_eq!(&self.state(), before, "after{}", shown(&self.sent));
        check_search(&lines, go, before, &self.sent);
    }

    /// Says something to a searching engine; gives what belongs to the search.
    fn meanwhile(&mut self, bytes: &[u8]) -> Vec<String> {
        let Some(line) = str::from_utf8(bytes).ok().and_then(tamed) else { return Vec::new() };
        let said = Command::parse(&line);
        // What ends the search, or the session, comes by itself.
        if matches!(said, Ok(Some(Command::Stop | Command::Quit | Command::PonderHit | Command::IsReady))) {
            return Vec::new();
        }
        let of_search = |line: &String| line.starts_with("info ") || line.starts_with("bestmove ");
        let replies = self.replies(line.as_bytes());
        let (search, answers): (Vec<String>, Vec<String>) = replies.into_iter().partition(of_search);
        let expected = match said {
            Ok(None) => answers.is_empty(),
            Ok(Some(Command::Query(_) | Command::Draw | Command::Ugi | Command::Uci | Command::Rules)) => {
                !answers.is_empty()
            }
            Ok(Some(Command::Help(_) | Command::HelpOption(_))) => !answers.is_empty(),
            _ => is_error(&answers),
        };
        assert!(expected, "{answers:?} after{}", shown(&self.sent));
        search
    }
}

/// Whether this is one error and nothing else.
fn is_error(replies: &[String]) -> bool {
    let errors = replies.iter().filter(|line| line.starts_with("error ")).count();
    assert!(errors == 0 || replies.len() == 1, "an error comes alone: {replies:?}");
    errors == 1
}

/// Whether the search ends by itself.
fn is_limited(go: &GoCommand) -> bool {
    let clock = go.time.iter().chain(&go.inc).any(Option::is_some);
    clock || go.depth.is_some() || go.nodes.is_some() || go.movetime.is_some() || go.mate.is_some()
}

/// One best move, which is legal and the first of the last line; lines that can be played to their end.
fn check_search(lines: &[String], go: &GoCommand, before: &State, sent: &[Vec<u8>]) {
    let context = || format!("{lines:?} after{}", shown(sent));
    let (best, infos) = lines.split_last().expect("a best move");
    let best = best.split(' ').nth(1).unwrap_or_default();
    assert!(infos.iter().all(|line| line.starts_with("info ")), "{}", context());
    // A slow search says between its reports how far it has come.
    let infos: Vec<&String> = infos.iter().filter(|line| !line.starts_with("info nodes ")).collect();
    assert!(!infos.is_empty(), "{}", context());
    if before.is_over() {
        return assert_eq!(best, "(none)", "{}", context());
    }
    assert!(before.moves().iter().any(|m| m == best), "{}", context());
    let named = go.searchmoves.is_empty() || go.searchmoves.iter().any(|m| best.starts_with(m));
    assert!(named, "{}", context());
    let pv =
        |line: &str| -> Vec<String> { line.split_once(" pv ").expect("a line").1.split(' ').map(Into::into).collect() };
    let is_first = |line: &&&String| line.contains(" multipv 1 ");
    assert_eq!(infos.iter().rfind(is_first).map(|line| pv(line)[0].clone()).as_deref(), Some(best), "{}", context());
    let mut firsts = HashSet::new();
    for line in &infos {
        let moves = pv(line);
        let mut game = AnyGame::from_fen(before.game(), before.get("fen")).expect("a position");
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        assert!(game.play(&texts, false).is_ok(), "{line}: {}", context());
        if is_first(&line) {
            firsts.clear();
        }
        assert!(firsts.insert(moves[0].clone()), "{line}: {}", context());
    }
}
