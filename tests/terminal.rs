//! `tern` and `tern play` in a terminal, as only a pseudo-terminal can tell.

#![cfg(unix)]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing takes so long; a test that waits longer has failed.
const DEADLINE: Duration = Duration::from_secs(60);

/// A program in a terminal, and all that it has shown.
struct Terminal {
    keyboard: File,
    /// Kept open, so that its modes can be looked at.
    modes: OwnedFd,
    output: Receiver<Vec<u8>>,
    program: Child,
    shown: Vec<u8>,
    /// Up to here it was looked at.
    seen: usize,
}

impl Terminal {
    fn start(arguments: &[&str], columns: u16, rows: u16) -> Self {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(Some(&size), None).unwrap();
        let end = || Stdio::from(pty.slave.try_clone().unwrap());
        let program = Command::new(env!("CARGO_BIN_EXE_tern"))
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let keyboard = File::from(pty.master);
        let mut screen = keyboard.try_clone().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = screen.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { keyboard, modes: pty.slave, output, program, shown: Vec::new(), seen: 0 }
    }

    fn type_keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// What has been shown since it was last looked at, without colours, and with escapes for what is not ASCII.
    fn unseen(&self) -> String {
        let text = anstream::adapter::strip_bytes(&self.shown).into_vec().escape_ascii().to_string();
        text[self.seen..].into()
    }

    /// Waits until something is shown, and gives all up to it.
    fn wait_for(&mut self, text: &str) -> String {
        let wanted = text.as_bytes().escape_ascii().to_string();
        let start = Instant::now();
        loop {
            let unseen = self.unseen();
            if let Some(place) = unseen.find(&wanted) {
                let end = place + wanted.len();
                self.seen += end;
                return unseen[..end].into();
            }
            let left = DEADLINE.saturating_sub(start.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.shown.extend(bytes),
                Err(error) => panic!("{text:?} was not shown ({error}) in {unseen}"),
            }
        }
    }

    fn end(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < DEADLINE, "it did not end: {}", self.unseen());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the terminal echoes and reads by lines, as a shell expects it.
    fn is_as_before(&self) -> bool {
        let flags = tcgetattr(&self.modes).unwrap().local_flags;
        flags.contains(LocalFlags::ECHO | LocalFlags::ICANON | LocalFlags::ISIG)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn enter_at_every_question_is_a_game_of_wali() {
    let mut terminal = Terminal::start(&["play"], 80, 24);
    for question in ["[wali] ", "[White] ", "Which level", "Your name? [you] "] {
        terminal.wait_for(question);
        terminal.type_keys("\r");
    }
    let text = terminal.wait_for("White> ");
    assert!(text.contains("Wali. White: you, Black: tern, level 3 (Elo "), "{text}");
    terminal.type_keys("c3\r");
    let text = terminal.wait_for("White> ");
    assert!(text.contains("Black (tern) plays "), "{text}");
    terminal.type_keys("quit\r");
    terminal.wait_for("Goodbye.");
    assert!(terminal.end().success() && terminal.is_as_before());
}

#[test]
fn bare_tern_says_what_it_is_to_a_person_only() {
    let mut terminal = Terminal::start(&[], 80, 24);
    let text = terminal.wait_for("tern play\r\n");
    assert_eq!(text.matches("\\r\\n").count(), 2, "{text}");
    assert!(text.contains("help") && text.contains("quit"), "{text}");
    terminal.type_keys("quit\n");
    assert!(terminal.end().success());

    let pty = openpty(None, None).unwrap();
    let mut bare = Command::new(env!("CARGO_BIN_EXE_tern"));
    let mut child = bare.stdin(Stdio::from(pty.slave)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    File::from(pty.master.try_clone().unwrap()).write_all(b"isready\nquit\n").unwrap();
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!((out.as_str(), err.lines().count()), ("readyok\n", 2), "{err}");

    let piped = Command::new(env!("CARGO_BIN_EXE_tern")).stdin(Stdio::null()).output().unwrap();
    assert_eq!((piped.stdout.len(), piped.stderr.len()), (0, 0));
}

/// A game against the weakest level that has begun.
fn begun(columns: u16, rows: u16) -> Terminal {
    let arguments = ["play", "--game", "wali", "--you", "p1", "--level", "random", "--name", "Ann", "--seed", "1"];
    let mut terminal = Terminal::start(&arguments, columns, rows);
    terminal.wait_for("White> ");
    terminal.type_keys("c3\r");
    terminal.wait_for("plays ");
    terminal.wait_for("White> ");
    terminal
}

#[test]
fn every_way_out_keeps_the_game_and_the_terminal() {
    for (keys, code) in [("\u{3}", 130), ("\u{4}", 0), ("quit\r", 0)] {
        let mut terminal = begun(80, 24);
        assert!(!terminal.is_as_before(), "lines are edited");
        terminal.type_keys(keys);
        terminal.wait_for("The game was: position startpos moves c3 ");
        terminal.wait_for("Goodbye.\r\n");
        assert_eq!(terminal.end().code(), Some(code), "{keys:?}");
        assert!(terminal.is_as_before(), "{keys:?}");
    }
    let mut terminal = begun(80, 24);
    let id = terminal.program.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
    terminal.wait_for("The game was: position startpos moves c3 ");
    assert_eq!(terminal.end().code(), Some(130));
    assert!(terminal.is_as_before());
}

#[test]
fn ctrl_c_leaves_at_a_question_too() {
    let mut terminal = Terminal::start(&["play"], 80, 24);
    terminal.wait_for("[wali] ");
    terminal.type_keys("\u{3}");
    terminal.wait_for("Goodbye.\r\n");
    assert_eq!(terminal.end().code(), Some(130));
    assert!(terminal.is_as_before());
}

#[test]
fn lines_can_be_edited_completed_and_brought_back() {
    let mut terminal = begun(80, 24);
    terminal.type_keys("zzx\u{7f}\r");
    terminal.wait_for("'zz' is not a Wali move");
    terminal.type_keys("\u{1b}[A\r");
    terminal.wait_for("'zz' is not a Wali move");
    terminal.type_keys("boa\t\r");
    terminal.wait_for("White (Ann) to move.");
    // Lines typed ahead are not lost.
    terminal.type_keys("level search\rlevel random\rquit\r");
    terminal.wait_for("From now on you play against tern, level search");
    terminal.wait_for("From now on you play against tern, level random");
    terminal.wait_for("Goodbye.");
    assert!(terminal.end().success());
}

#[test]
fn the_rules_come_a_screen_at_a_time() {
    let mut terminal = begun(80, 24);
    terminal.type_keys("rules\r");
    let text = terminal.wait_for("Enter for more, q to go back: ");
    assert!(text.matches("\\n").count() <= 24, "{text}");
    terminal.type_keys("\r");
    terminal.wait_for("Enter for more, q to go back: ");
    terminal.type_keys("q\r");
    terminal.wait_for("White> ");
}

#[test]
fn a_terminal_that_is_too_small_is_told() {
    let mut terminal = Terminal::start(&["play", "--game", "waldmeister", "--ask", "never"], 60, 12);
    let text = terminal.wait_for("p1> ");
    assert!(text.contains("This terminal is 60 by 12; the board needs "), "{text}");
    terminal.type_keys("d4+sl\r");
    terminal.wait_for("p1> ");
    let mut terminal = Terminal::start(&["play", "--game", "waldmeister", "--ask", "never"], 80, 24);
    assert!(!terminal.wait_for("p1> ").contains("This terminal is"));
}
