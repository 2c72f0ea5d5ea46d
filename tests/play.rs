//! `tern play` as a person uses it: whole games through pipes, and every mistake on the way.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::io::{BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tern::games::any::{AnyGame, GameKind};
use tern::session::Options;

fn tern(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tern"));
    command.arg("play").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What is printed when these lines are typed and then the input ends. It must end well.
fn transcript(arguments: &[&str], typed: &str) -> String {
    let mut child = tern(arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// A directory of this test's own.
fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// Reads up to the next question: the text before it.
fn read_to_question(output: &mut impl Read, questions: &[&str]) -> String {
    let mut read = Vec::new();
    while !questions.iter().any(|question| read.ends_with(question.as_bytes())) {
        let mut byte = [0];
        output.read_exact(&mut byte).expect("a question");
        read.push(byte[0]);
    }
    String::from_utf8(read).unwrap()
}

#[test]
fn every_game_can_be_played_to_its_end() {
    for &kind in GameKind::ALL {
        let mut child = tern(&["--game", kind.name(), "--level", "random", "--seed", "7"]).spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut game = AnyGame::start(kind, Options::default().board_size);
        let questions = [&format!("\n{}> ", game.player_names()[0]), "\nnew, undo, save or quit? "];
        read_to_question(&mut output, &questions);
        for turn in 0.. {
            // Any choice would do that does not walk in circles.
            let moves = game.moves();
            let mine = &moves[turn * 7 % moves.len()];
            writeln!(input, "{mine}").unwrap();
            game.play(&[mine], false).unwrap();
            let text = read_to_question(&mut output, &questions);
            if let Some((_, reply)) = text.lines().find_map(|line| line.split_once(" plays ")) {
                game.play(&[reply], false).unwrap();
            }
            assert_eq!(text.ends_with("quit? "), game.outcome().is_some(), "{text}");
            if game.outcome().is_some() {
                break;
            }
        }
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("The game was: position startpos moves ") && rest.ends_with("Goodbye.\n"), "{rest}");
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn tern_can_be_watched() {
    for &kind in GameKind::ALL {
        let text = transcript(&["--game", kind.name(), "--you", "none", "--level", "greedy,random", "--seed", "3"], "");
        let last = text.lines().last().unwrap();
        assert!(last.contains("won") || last.contains("Drawn"), "{text}");
    }
}

#[test]
fn mistakes_are_explained_and_cost_nothing() {
    let typed = "zz\nc3\nb3\nc4\nundo 2\n\n\u{fffd}\nsave /no/such/place\nmoves x\nundo\nundo\nundo\n";
    let text = transcript(&["--you", "both"], typed);
    for expected in [
        "White> 'zz' is not a Wali move",
        "White> illegal move 'c4': c4 is next to a stone of your own. Try moves or help.",
        "White> undo is a command and goes alone: leave out '2'",
        "White> Not saved to /no/such/place: ",
        "White> None of the 25 moves begins with x.",
        "White> There is nothing to take back: you have not moved yet.",
        "\nThe input has ended.\nGoodbye.\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing from {text}");
    }
}

#[test]
fn half_moves_are_completed_by_a_second_answer() {
    let fen = "6/6/b5/5b/ww1w2 w 0 0 - - 0";
    let typed = "d1c1\nb5\nundo\nd1c1\nmoves\nhint\nf2\n";
    let text = transcript(&["--game", "wali-total", "--you", "both", "--movetime", "50", "--fen", fen], typed);
    for expected in [
        "White> capture which, f2 a3? capture 'b5' is not possible: expected one of f2 a3. To take back the first half: undo.",
        "capture which, f2 a3? 2 moves:\n  d1c1xf2  d1c1xa3\n",
        "tern would play d1c1x",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing from {text}");
    }
    assert!(text.contains(&format!("The game was: position fen {fen} moves d1c1xf2\n")), "{text}");
}

#[test]
fn undo_takes_back_the_answer_too() {
    let text = transcript(&["--level", "random", "--seed", "1"], "c3\nundo\nd4\nquit\n");
    let moves = text.split("The game was: position startpos moves ").nth(1).unwrap();
    assert!(moves.starts_with("d4 ") && moves.lines().next().unwrap().split(' ').count() == 2, "{text}");
    // Not even tern's first move can be taken back by one who has not moved.
    let text = transcript(&["--level", "random", "--seed", "1", "--you", "p2"], "undo\n");
    assert!(text.contains("There is nothing to take back"), "{text}");
}

#[test]
fn a_saved_game_goes_on() {
    let directory = scratch("a_saved_game_goes_on");
    let file = directory.join("game.txt");
    let file = file.to_str().unwrap();
    let text = transcript(&["--you", "both"], &format!("c3\nd3\nsave {file}\na1\nsave\n"));
    assert_eq!(text.matches(&format!("Saved; tern play --resume {file} goes on with it.")).count(), 2, "{text}");
    let text = transcript(&["--you", "both", "--resume", file], "a5\nsave\n");
    assert!(text.contains("The game was: position startpos moves c3 d3 a1 a5\n"), "{text}");
    // Somebody else's file is not overwritten.
    let text = transcript(&["--you", "both"], &format!("save {file}\n"));
    assert!(text.contains(&format!("Not saved to {file}: ")), "{text}");
    // The engine reads the file, too.
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.contains("\nposition startpos moves c3 d3 a1 a5\n"), "{saved}");
}

#[test]
fn there_is_no_colour_in_a_pipe() {
    assert!(!transcript(&["--you", "both"], "c3\nzz\n").contains('\u{1b}'));
}
