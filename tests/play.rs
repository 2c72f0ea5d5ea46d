//! `tern play` as a person uses it: whole games through pipes, and every mistake on the way.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::io::{BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tern::games::any::{AnyGame, GameKind};
use tern::session::Options;

const DEFAULT_LEVEL: &str = "3";

fn tern(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tern"));
    command
        .arg("play")
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
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
        let questions = [&format!("\n{}> ", game.player_names()[0]), " swap, undo, save, quit: "];
        read_to_question(&mut output, &questions);
        for turn in 0.. {
            // Any choice would do that does not walk in circles.
            let moves = game.moves();
            let mine = &moves[turn * 7 % moves.len()];
            writeln!(input, "{mine}").unwrap();
            game.play(&[mine], false).unwrap();
            let text = read_to_question(&mut output, &questions);
            if let Some((_, reply)) = text.lines().find_map(|line| line.split_once(" plays ")) {
                game.play(&[reply.split('.').next().unwrap()], false).unwrap();
            }
            assert_eq!(text.ends_with("quit: "), game.outcome().is_some(), "{text}");
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
    assert!(
        text.contains(&format!("The game was: position fen {fen} moves d1c1xf2 (tern --game wali-total)\n")),
        "{text}"
    );
}

#[test]
fn a_board_of_another_size_can_be_set_up_from_what_is_printed() {
    let text = transcript(&["--game", "waldmeister", "--size", "5", "--you", "both"], "c3+sl\n");
    let expected =
        "The game was: position fen 5/5/5/5/5 1 111111111 111111111 c moves c3+sl (tern --game waldmeister)\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_game_resigned_in_the_middle_of_a_move_is_over() {
    let fen = "6/6/b5/5b/ww1w2 w 0 0 - - 0";
    let text = transcript(&["--game", "wali-total", "--you", "both", "--fen", fen], "d1c1\nresign\nswap\n");
    assert!(text.contains("White has resigned.") && !text.contains("Half a move"), "{text}");
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
    // So do the same players, unless the command line has others.
    let other = directory.join("other.txt");
    let other = other.to_str().unwrap();
    let typed = format!("save {other}\n");
    transcript(&["--game", "differo", "--you", "p2", "--level", "random", "--seed", "1", "--name", "Ann"], &typed);
    let text = transcript(&["--resume", other], "");
    assert!(text.starts_with("Differo. White: tern, level random (Elo 0), Black: Ann.\n"), "{text}");
    let text = transcript(&["--resume", other, "--you", "p2", "--level", "greedy"], "");
    assert!(text.starts_with("Differo. White: tern, level greedy"), "{text}");
    // Somebody else's file is not overwritten.
    let text = transcript(&["--you", "both"], &format!("save {file}\n"));
    assert!(text.contains(&format!("Not saved to {file}: ")), "{text}");
    // The engine reads the file, too.
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.contains("\nposition startpos moves c3 d3 a1 a5\n"), "{saved}");
}

#[test]
fn a_game_that_is_over_is_saved_as_a_record() {
    let file = scratch("a_game_that_is_over_is_saved_as_a_record").join("game.txt");
    let file = file.to_str().unwrap();
    let text = transcript(&["--you", "both", "--name", "Ann"], &format!("c3\nd3\nresign\nsave {file}\n"));
    assert!(text.contains(&format!("Saved; tern replay {file} shows it.")), "{text}");
    let replay = Command::new(env!("CARGO_BIN_EXE_tern")).args(["replay", file]).output().unwrap();
    let shown = String::from_utf8(replay.stdout).unwrap();
    assert!(replay.status.success(), "{shown}");
    assert!(shown.starts_with("game 1, wali: Ann – Black 0-1 (resignation)\n"), "{shown}");
}

#[test]
fn there_is_no_colour_in_a_pipe() {
    assert!(!transcript(&["--you", "both"], "c3\nzz\n").contains('\u{1b}'));
}

#[test]
fn a_score_is_in_points_and_not_in_their_hundredths() {
    let text = transcript(&["--you", "both", "--movetime", "20"], "hint\n");
    let worth = text.split(", worth ").nth(1).unwrap();
    let (whole, hundredths) = worth.split_once('.').unwrap();
    assert!(whole.starts_with(['+', '-']) && hundredths.chars().take(2).all(|c| c.is_ascii_digit()), "{text}");
    assert!(!worth.contains("points"), "{text}");
}

/// The position after the last tree, in which the second player has more points.
#[test]
fn the_points_of_the_winner_come_first() {
    for seed in 0.. {
        let seed = seed.to_string();
        let arguments = ["--game", "waldmeister", "--size", "5", "--you", "none", "--level", "random", "--seed", &seed];
        let text = transcript(&arguments, "");
        let last = text.lines().last().unwrap();
        let Some((winner, points)) = last.split_once(" has won by points, ") else { continue };
        let second_player = AnyGame::start(GameKind::WaldMeister, 5).player_names()[1];
        let second_has_won = winner.ends_with(&format!("{second_player} (tern)"));
        let (winner, loser) = points.trim_end_matches('.').split_once(" to ").unwrap();
        assert!(winner.parse::<u32>().unwrap() > loser.parse::<u32>().unwrap(), "{last}");
        if second_has_won {
            return;
        }
    }
}

#[test]
fn boards_in_ascii_where_that_is_asked_for() {
    let plain = transcript(&["--you", "both", "--ascii"], "c3\n");
    assert!(plain.is_ascii() && plain.contains("(o)"), "{plain}");
    for (locale, ascii) in [("C", true), ("POSIX", true), ("C.UTF-8", false), ("en_GB.UTF-8", false)] {
        let mut child = tern(&["--you", "both"]).env("LC_ALL", locale).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"c3\n").unwrap();
        assert_eq!(child.wait_with_output().unwrap().stdout.is_ascii(), ascii, "{locale}");
    }
}

/// Whatever ends it, the game can be set up again from what is on the screen.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_game() {
    let file = scratch("an_interrupt_keeps_the_game").join("game.txt");
    std::fs::write(&file, "position startpos moves c3\n").unwrap();
    let resume = file.to_str().unwrap();
    for (signal, who, level) in [("INT", "p2", "random"), ("TERM", "p2", "random"), ("INT", "p1", "search")] {
        // With search, tern thinks about its move for longer than anybody waits.
        let arguments = ["--resume", resume, "--you", who, "--level", level, "--movetime", "100000000"];
        let mut child = tern(&arguments).spawn().unwrap();
        let (input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        read_to_question(&mut output, &["Black> ", "Black (tern) to move.\n"]);
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("The game was: position startpos moves c3"), "{signal}, {level}: {rest}");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}, {level}");
        drop(input);
    }
}

/// What stands between two questions is what a person sees at once.
#[test]
fn a_turn_fits_a_small_screen() {
    let boards = [("wali", 8), ("wali-total", 8), ("differo", 8), ("waldmeister", 8), ("waldmeister", 11)];
    for (game, size) in boards {
        let size = size.to_string();
        let mut arguments =
            vec!["--game", game, "--level", "random", "--seed", "3", "--name", "A name that is too long for anybody"];
        if game == "waldmeister" {
            arguments.extend(["--size", &size]);
        }
        let kind: GameKind = game.parse().unwrap();
        let mut child = tern(&arguments).spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut position = AnyGame::start(kind, size.parse().unwrap());
        let prompt = format!("\n{}> ", position.player_names()[0]);
        for turn in 0..40 {
            let text = read_to_question(&mut output, &[&prompt, "save, quit: "]);
            assert!(text.lines().count() <= 24, "{} lines of {game} {size}:\n{text}", text.lines().count());
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= 80, "{widest} columns of {game} {size}:\n{text}");
            if let Some((_, reply)) = text.lines().find_map(|line| line.split_once(" plays ")) {
                position.play(&[reply.split('.').next().unwrap()], false).unwrap();
            }
            if position.outcome().is_some() {
                break;
            }
            let moves = position.moves();
            let mine = &moves[turn * 7 % moves.len()];
            position.play(&[mine], false).unwrap();
            writeln!(input, "{mine}").unwrap();
        }
        drop(input);
        output.read_to_string(&mut String::new()).unwrap();
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn questions_have_defaults_and_patience() {
    let text = transcript(&["--ask", "always"], "\n\n\n\nquit\n");
    assert!(text.contains("\nWhich game: wali, wali-total, differo or waldmeister? [wali] "), "{text}");
    assert!(text.contains(&format!("Your name? [you] Wali. White: you, Black: tern, level {DEFAULT_LEVEL}")), "{text}");
    // Beginnings are enough, case does not matter, and what makes no sense is asked again.
    let text = transcript(&["--ask", "always"], "chess\nwal\nDIFF\nblack\n99\nrandom\nAnn\nquit\n");
    for expected in ["'chess' is no answer to that: type one", "'wal' is no answer", "'99' is no answer"] {
        assert!(text.contains(expected), "{expected:?} is missing from {text}");
    }
    assert!(text.contains("Differo. White: tern, level random (Elo 0), "), "{text}");
    assert!(text.contains("Black: Ann.\n"), "{text}");
    // What the command line says is not asked.
    let arguments =
        ["--ask", "always", "--game", "waldmeister", "--you", "both", "--name", "Ann", "--name", "Bo\u{7}b"];
    let text = transcript(&arguments, "quit\n");
    assert!(!text.contains("? [") && text.contains("WaldMeister. p1: Ann, p2: Bob.\n"), "{text}");
    // Everybody may leave at any question.
    for typed in ["quit\n", "", "\nquit\n", "\n\n\n"] {
        let text = transcript(&["--ask", "always"], typed);
        assert!(text.ends_with("Goodbye.\n") && !text.contains("in hand"), "{text}");
    }
}

#[test]
fn two_people_are_called_by_their_names() {
    let text = transcript(&["--ask", "always"], "wali\nboth\nAnn\n\nc3\nquit\n");
    assert!(text.contains("Wali. White: Ann, Black: Black.\n"), "{text}");
    assert!(text.contains("\nWhite (Ann) to move. Type a move such as "), "{text}");
    assert!(text.contains("\nBlack to move.\nBlack> "), "{text}");
}

#[test]
fn a_game_can_be_given_up_and_taken_up_again() {
    let text =
        transcript(&["--level", "random", "--seed", "1"], "c3\nresign\nhint\nd4\nresign\nundo\na1\nresign\nno\n");
    assert_eq!(text.matches("Black (tern) has won: White has resigned.").count(), 2, "{text}");
    for expected in [
        "There is no hint to give: the game is over.",
        "The game is over. To take back the resignation: undo.",
        "There is nothing to resign: the game is over.",
        "Another game? Enter for yes, or new, swap, undo, save, quit: The game was: position startpos moves c3 ",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing from {text}");
    }
    let text = transcript(&["--you", "both"], "c3\nresign\nquit\n");
    assert!(text.contains("White has won: Black has resigned."), "{text}");
}

/// White, a step from the goal, wins at once.
const WON: &str = "5/1w4/7/8/9/8/7/4b1/5 w";

#[test]
fn after_a_win_the_next_level_is_offered() {
    let arguments = ["--game", "differo", "--level", "random", "--seed", "1", "--fen", WON];
    let text = transcript(&arguments, "h5g9\nh5i6\n\nquit\n");
    assert!(text.contains("\nYou have won as White by reaching the goal.\nNext level 1 (Elo "), "{text}");
    let (first, second) = text.split_once("quit: ").unwrap();
    assert!(first.contains("Black: tern, level random"), "{first}");
    assert!(second.contains("Differo. White: you, Black: tern, level 1 (Elo "), "{second}");
    // Whoever does not want it is asked for another game, and then let go.
    let text = transcript(&arguments, "h5i6\nno\nn\n");
    assert!(text.contains("quit: Another game? ") && text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn sides_and_levels_change_whenever_one_likes() {
    let typed = "c3\nlevel search\nlevel eleven\nlevel\nswap\nquit\n";
    let text = transcript(&["--level", "random", "--seed", "1", "--nodes", "100"], typed);
    for expected in [
        "From now on you play against tern, level search (Elo ",
        "option Level cannot be 'eleven'",
        "Your opponent is tern, level search",
        "Wali. White: tern, level search",
        "White (tern) plays ",
        "\nBlack> The game was: position startpos moves c3 ",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing from {text}");
    }
    let text = transcript(&["--you", "both", "--name", "Ann", "--name", "Bo"], "level random\nswap\nquit\n");
    assert!(text.contains("tern does not play here: two people do."), "{text}");
    assert!(text.contains("Wali. White: Bo, Black: Ann.\n"), "{text}");
}

#[test]
fn another_game_is_one_word_away() {
    let text = transcript(&["--level", "random", "--seed", "1"], "c3\nnew chess\nnew differo\nquit\n");
    assert!(text.contains("unknown game 'chess'; expected one of wali, "), "{text}");
    assert!(text.contains("The game was: position startpos moves c3 "), "{text}");
    assert!(text.contains("\nDiffero. White: you, Black: tern, level random"), "{text}");
}

#[test]
fn the_rules_are_at_hand() {
    let text = transcript(&["--game", "differo"], "rules\nquit\n");
    assert!(text.contains("White> Differo\n=======\n") && text.contains("no legal move has lost"), "{text}");
}

/// A line of a document as pattern: `…` stands for any text.
fn line_matches(pattern: &str, line: &str) -> bool {
    match pattern.split_once('…') {
        Some((before, after)) => {
            line.len() >= before.len() + after.len() && line.starts_with(before) && line.ends_with(after)
        }
        None => pattern == line,
    }
}

/// What was typed in a line of a transcript, if it ends in an answer.
fn typed_in(line: &str) -> Option<(&str, &str)> {
    let question_ends = ["> ", "] ", "? ", "quit: "].iter().filter_map(|end| line.find(end).map(|at| at + end.len()));
    let is_question =
        line.contains("> ") || line.contains(" which, ") || line.contains("? [") || line.contains("quit: ");
    question_ends.max().filter(|_| is_question).map(|at| line.split_at(at))
}

/// The games of docs/playing.md go as they are printed there.
#[test]
fn the_document_tells_the_truth() {
    let document = include_str!("../docs/playing.md");
    let transcripts =
        document.split("\n```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("text\n$ tern play"));
    let mut count = 0;
    for printed in transcripts {
        let (arguments, expected) = printed.split_once('\n').unwrap();
        let mut arguments = shlex::split(arguments).unwrap();
        // There is no terminal here, and a person has one.
        if expected.contains("? [") {
            arguments.extend(["--ask".into(), "always".into()]);
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        // What is typed ends a line on the screen, and not in a pipe.
        let (mut typed, mut without_typed) = (String::new(), String::new());
        for line in expected.lines() {
            if let Some((question, answer)) = typed_in(line) {
                without_typed += question;
                typed.extend([answer.trim_end_matches('⏎'), "\n"]);
            } else {
                without_typed.extend([line, "\n"]);
            }
        }
        let said = transcript(&arguments, &typed);
        assert_eq!(said.lines().count(), without_typed.lines().count(), "{said}");
        for (line, expected) in said.lines().zip(without_typed.lines()) {
            assert!(line_matches(expected, line), "expected {expected:?}, got {line:?} in\n{said}");
        }
        count += 1;
    }
    assert_eq!(count, 2);
}
