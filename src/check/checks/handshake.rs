//! The first words: who are you, and what can be set?

use crate::check::failure::{Failure, Outcome, quoted};
use crate::check::subject::Subject;
use crate::check::under_test::says;

const TYPES: [&str; 5] = ["check", "spin", "combo", "button", "string"];

/// A name, options that can be understood, and `ugiok` once.
pub(super) fn introduction(subject: &mut Subject<'_>) -> Outcome {
    let mut engine = subject.stranger()?;
    engine.send("ugi");
    let lines = engine.hear_until("ugiok")?;
    if !lines.iter().any(|line| line.starts_with("id name ")) {
        return Err(Failure::new("id name and a name before ugiok", "none"));
    }
    let options: Vec<&String> = lines.iter().filter(|line| says(line, "option")).collect();
    if let Some(odd) = options.iter().find(|line| !is_option(line)) {
        let expected = format!("option name NAME type followed by one of {}", TYPES.join(", "));
        return Err(Failure::new(expected, quoted(odd)));
    }
    if let Some(again) = engine.settle()?.iter().find(|line| says(line, "ugiok")) {
        return Err(Failure::new("ugiok once", quoted(again)));
    }
    Ok(format!("{} options", options.len()))
}

fn is_option(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let of_type = words.windows(2).position(|pair| pair[0] == "type" && TYPES.contains(&pair[1]));
    words.get(1) == Some(&"name") && of_type.is_some_and(|index| index > 2)
}

/// Referees set what they like.
pub(super) fn unknown_option(subject: &mut Subject<'_>) -> Outcome {
    let engine = subject.engine()?;
    engine.send("setoption name No Such Option value 1");
    engine.settle().map_err(|failure| failure.after("setoption with an unknown name"))?;
    Ok(String::new())
}
