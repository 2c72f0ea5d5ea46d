//! `tern report --boundaries NAME`: where inaccuracies, mistakes and blunders begin, by the moves of a player who makes them
//! seldom. Only moves in games that are still open tell: in a won one most moves win, and games differ in how long that lasts.

use super::analysis::Analyst;
use super::args::Effort;
use super::marks::Boundaries;
use super::source::Source;
use crate::progress::Progress;
use crate::token::Token;
use std::io::{self, Write};

/// With better chances the game is not open any more.
const OPEN: f64 = 0.95;

/// Prints the losses that one move in ten, in twenty and in fifty of the player exceeds, in hundredths, and how often the other
/// players exceed them.
pub(super) fn run(source: &Source, effort: Effort, player: &str, output: &mut impl Write) -> io::Result<()> {
    let survey = source.survey()?;
    let progress = Progress::new("positions", survey.moves as u64, 0);
    let analyst = Analyst::new(effort)?;
    let (mut own, mut others, mut game) = (Vec::new(), Vec::new(), String::new());
    source.visit(|played| {
        let analysis = analyst.analyse(&played, &progress)?;
        for judged in analysis.moves.iter().filter(|judged| judged.counts && judged.before <= OPEN) {
            let is_own = analysis.players[judged.player - 1] == player;
            if is_own { &mut own } else { &mut others }.push(judged.loss);
        }
        game = analysis.game;
        Ok(())
    })?;
    let count = own.len();
    let Some(found) = Boundaries::fitted(own) else {
        let problem = format!("{} has made {count} moves that tell something; 500 are needed", Token::from(player));
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    };
    let Boundaries { inaccuracy, mistake, blunder } = found;
    let row = [inaccuracy, mistake, blunder].map(|boundary| format!("{:.1}", 100.0 * boundary));
    writeln!(output, "{game} {}", row.join(" "))?;
    let exceeded = [inaccuracy, mistake, blunder].map(|boundary| {
        let exceeding = others.iter().filter(|&&loss| loss > boundary).count();
        format!("{:.1} %", 100.0 * exceeding as f64 / others.len().max(1) as f64)
    });
    writeln!(output, "# {count} moves; of {} moves of the others lose more: {}", others.len(), exceeded.join(", "))
}
