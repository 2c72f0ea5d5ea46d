//! A game between two processes, driven the way a third-party match runner does it.

use crate::driver::{Tern, best_of};

/// One word after `response`, as a runner insists.
fn one_word(engine: &Tern, question: &str) -> String {
    engine.send(&format!("query {question}"));
    let line = engine.line();
    let words: Vec<&str> = line.split(' ').collect();
    assert!(words.len() == 2 && words[0] == "response", "{line}");
    words[1].to_string()
}

fn prepare(game: &str) -> Tern {
    let engine = Tern::start();
    engine.send("ugi");
    engine.until("ugiok");
    engine.send(&format!("setoption name Game value {game}"));
    engine.send("setoption name Hash value 4");
    engine.send("setoption name UGI_Variant value somebody else's option");
    engine.send("isready");
    let replies = engine.until("readyok");
    assert!(replies.len() == 2 && replies[0].starts_with("error "), "{replies:?}");
    engine.send("uginewgame");
    engine
}

fn play(game: &str) -> String {
    let mut engines = [prepare(game), prepare(game)];
    let mut moves: Vec<String> = Vec::new();
    loop {
        let position = match moves.len() {
            0 => "position startpos".to_string(),
            _ => format!("position startpos moves {}", moves.join(" ")),
        };
        for (i, engine) in engines.iter().enumerate() {
            for question in ["p1turn", "gameover"] {
                engine.send(&position);
                let answer = one_word(engine, question);
                if question == "p1turn" {
                    assert_eq!(answer, moves.len().is_multiple_of(2).to_string(), "engine {i} after {moves:?}");
                }
            }
        }
        if one_word(&engines[0], "gameover") == "true" {
            break;
        }
        let engine = &engines[moves.len() % 2];
        engine.send(&position);
        engine.send("go p1time 100 p2time 100 p1inc 0 p2inc 0");
        moves.push(best_of(&engine.until("bestmove")));
        assert!(moves.len() < 2000, "the game does not end");
    }
    let results = [&engines[0], &engines[1]].map(|engine| one_word(engine, "result"));
    assert_eq!(results[0], results[1]);
    for engine in &mut engines {
        engine.send("quit");
        engine.kill();
    }
    results[0].clone()
}

#[test]
fn a_match_runner_plays_wali() {
    assert!(["p1win", "p2win", "draw"].contains(&play("wali").as_str()));
}

#[test]
fn a_match_runner_plays_wali_total() {
    assert!(["p1win", "p2win", "draw"].contains(&play("wali-total").as_str()));
}
