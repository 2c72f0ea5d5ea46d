//! What a person is asked before the first move, unless the command line has said it. Every question has a default.

use super::console::{Answer, Console};
use super::saved::Saved;
use super::seat::{self, Levels, Seat, You};
use super::{PlayArguments, words};
use crate::game::Player;
use crate::games::any::{AnyGame, GameKind};
use crate::search::Level;
use crate::token::Token;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// What is played and by whom, once it is all known.
pub(super) struct Choices {
    pub(super) kind: GameKind,
    pub(super) seats: [Seat; 2],
}

/// An answer, or how the person left instead.
type Asked<T> = io::Result<ControlFlow<Answer, T>>;

/// Hands on an answer; whoever leaves at one question is not asked the next.
macro_rules! answer {
    ($asked:expr) => {
        match $asked? {
            ControlFlow::Continue(answer) => answer,
            ControlFlow::Break(left) => return Ok(ControlFlow::Break(left)),
        }
    };
}

/// Takes from the command line what it says. The rest is asked for, or has its default if nobody is to be asked.
pub(super) fn choices(
    console: &mut Console,
    arguments: &PlayArguments,
    resumed: Option<&Saved>,
    ask: bool,
) -> Asked<Choices> {
    if let Some(Saved { played, seats: Some(seats) }) = resumed.filter(|_| !arguments.names_players()) {
        return Ok(ControlFlow::Continue(Choices { kind: played.kind, seats: seats.clone() }));
    }
    let known = resumed
        .map(|saved| saved.played.kind)
        .or(arguments.game)
        .or(arguments.names_a_board().then_some(GameKind::Wali));
    if ask {
        writeln!(console.output, "Enter takes what stands in brackets, quit leaves.")?;
    }
    let kind = match known {
        None if ask => answer!(ask_game(console)),
        known => known.unwrap_or(GameKind::Wali),
    };
    let colours = AnyGame::start(kind, AnyGame::USUAL_SIZE).player_names();
    let you = match arguments.you {
        None if ask => answer!(ask_side(console, kind, colours)),
        you => you.unwrap_or(You::P1),
    };
    let levels = match arguments.level {
        None if ask && you != You::Both => Levels::from(answer!(ask_level(console, kind))),
        levels => levels.unwrap_or_else(|| seat::DEFAULT_LEVEL.into()),
    };
    let mut names = arguments.name.clone();
    if ask && names.is_empty() {
        names = answer!(ask_names(console, you, colours));
    }
    Ok(ControlFlow::Continue(Choices { kind, seats: seat::seats(you, levels, &names, colours) }))
}

fn ask_game(console: &mut Console) -> Asked<GameKind> {
    for &kind in GameKind::ALL {
        writeln!(console.output, "  {:<12} {}", kind.name(), words::about(kind))?;
    }
    let games: Vec<(&str, GameKind)> = GameKind::ALL.iter().map(|&kind| (kind.name(), kind)).collect();
    ask_choice(console, &format!("Which game: {}?", words::list(&GameKind::names(), "or")), &games)
}

fn ask_side(console: &mut Console, kind: GameKind, [p1, p2]: [&'static str; 2]) -> Asked<You> {
    let goals = if kind == GameKind::WaldMeister { ["colours, ", "heights"] } else { ["", ""] };
    let second = if goals[1].is_empty() { p2.to_string() } else { format!("{p2} ({})", goals[1]) };
    let question = format!("Which side: {p1} ({}begins), {second}, both or none (watch)?", goals[0]);
    let mut sides = vec![(p1, You::P1), (p2, You::P2), ("both", You::Both), ("none", You::None)];
    sides.extend([("p1", You::P1), ("p2", You::P2), ("first", You::P1), ("second", You::P2)]);
    ask_choice(console, &question, &sides)
}

fn ask_level(console: &mut Console, kind: GameKind) -> Asked<Level> {
    // The default comes first.
    let mut levels = vec![(seat::DEFAULT_LEVEL.name(), seat::DEFAULT_LEVEL)];
    levels.extend(Level::ALL.iter().map(|&level| (level.name(), level)));
    let level = answer!(ask_choice(console, "Which level: 1 to 10, random, greedy or search?", &levels));
    let (own, best) = (level.rating(kind).elo, Level::Ten.rating(kind).elo);
    let title = words::title(kind);
    writeln!(console.output, "That is Elo {own} in {title}: random moves have 0, level 10 has {best}.")?;
    Ok(ControlFlow::Continue(level))
}

fn ask_names(console: &mut Console, you: You, colours: [&str; 2]) -> Asked<Vec<String>> {
    let mut names = Vec::new();
    for player in Player::BOTH.into_iter().filter(|&player| you.sits(player)) {
        let colour = colours[player.index()];
        let (question, default) = match you {
            You::Both => (format!("The name of {colour}? [{colour}] "), colour),
            _ => (format!("Your name? [{}] ", Seat::YOU), Seat::YOU),
        };
        let line = answer!(ask_line(console, &question, Vec::new()));
        let name = seat::person_name(&line);
        names.push(if name.is_empty() { default.into() } else { name });
    }
    Ok(ControlFlow::Continue(names))
}

/// Asks until the answer is one of the choices, or the beginning of just one. The first is the default.
fn ask_choice<T: Copy + PartialEq>(console: &mut Console, question: &str, choices: &[(&str, T)]) -> Asked<T> {
    let names: Vec<String> = choices.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    loop {
        let line = answer!(ask_line(console, &format!("{question} [{}] ", choices[0].0), names.clone()));
        if let Some(choice) = meant(&line.to_ascii_lowercase(), &names, choices) {
            return Ok(ControlFlow::Continue(choice));
        }
        let given = Token::from(line.as_str());
        writeln!(console.output, "{given} is no answer to that: type one of these words, or its beginning.")?;
    }
}

/// The choice that an answer stands for.
fn meant<T: Copy + PartialEq>(answer: &str, names: &[String], choices: &[(&str, T)]) -> Option<T> {
    if answer.is_empty() {
        return Some(choices[0].1);
    }
    if let Some(place) = names.iter().position(|name| name == answer) {
        return Some(choices[place].1);
    }
    let mut begun =
        names.iter().zip(choices).filter(|(name, _)| name.starts_with(answer)).map(|(_, (_, choice))| *choice);
    let first = begun.next()?;
    begun.all(|other| other == first).then_some(first)
}

/// Asks for any line but the one that leaves.
fn ask_line(console: &mut Console, question: &str, words: Vec<String>) -> Asked<String> {
    Ok(match console.ask(question, words)? {
        Answer::Line(line) if line.eq_ignore_ascii_case("quit") => ControlFlow::Break(Answer::Line(line)),
        Answer::Line(line) => ControlFlow::Continue(line),
        left => ControlFlow::Break(left),
    })
}
