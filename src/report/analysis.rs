//! A game searched move by move, and what is said of each.

use super::args::Effort;
use super::marks::{Boundaries, Mark};
use super::source::{PlayedGame, result_or_star};
use crate::eval::wdl;
use crate::game::{GameResult, Player};
use crate::games::any::{AnyGame, AnyPlayError};
use crate::progress::Progress;
use crate::search::{self, Control, Limits, Score, SearchRequest, Table};
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;

/// All that is said of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameAnalysis {
    pub(super) number: usize,
    pub(super) game: String,
    pub(super) players: [String; 2],
    /// What the sides are called.
    pub(super) sides: [String; 2],
    /// `1-0` and the like; `*` if the game is not over.
    pub(super) result: String,
    pub(super) reason: Option<String>,
    pub(super) start: String,
    pub(super) moves: Vec<MoveAnalysis>,
    /// What the first player can expect after the last move.
    pub(super) end: f64,
    pub(super) summary: [SideSummary; 2],
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MoveAnalysis {
    /// 1 or 2.
    pub(super) player: usize,
    #[serde(rename = "move")]
    pub(super) text: String,
    /// It was given, and not chosen.
    pub(super) opening: bool,
    /// There was no other.
    pub(super) forced: bool,
    /// What the mover could expect before the move, and after it.
    pub(super) before: f64,
    pub(super) after: f64,
    /// What of that was lost.
    pub(super) loss: f64,
    /// Nothing for moves of the opening, and where there was no choice.
    pub(super) mark: Option<Mark>,
    /// Whether it counts for the accuracy.
    pub(super) counts: bool,
    /// The score of the position before the move, for the mover: `+35`, `#3`.
    pub(super) score: String,
    pub(super) depth: u32,
    /// What should have been played, and what could follow.
    pub(super) line: Vec<String>,
    /// How long the player thought, if that is known.
    pub(super) time_ms: Option<u64>,
}

/// What is said of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SideSummary {
    /// From 0 to 100; nothing if no move counts.
    pub(super) accuracy: Option<f64>,
    /// The mean of what was lost, over the moves that count.
    pub(super) mean_loss: Option<f64>,
    /// How many moves count.
    pub(super) counted: usize,
    /// How many moves have which mark, in the order of the marks.
    pub(super) marks: [usize; 6],
    pub(super) time_ms: Option<u64>,
}

/// A move that seems wrong is looked at again with so many times the nodes before it is called so,
const SECOND_LOOK: u32 = 4;
/// and one that seems to lose much once more.
const THIRD_LOOK: u32 = 8;
/// With less to lose no move is wrong.
const SOMETHING_TO_LOSE: f64 = 0.05;
/// Better lines are told to this length.
const LINE: usize = 8;
/// Enough for the searches of one game.
const HASH_MEGABYTES: usize = 16;

/// What a search says of a position.
struct Assessment {
    score: Score,
    depth: u32,
    line: Vec<String>,
    /// What the player to move can expect.
    expectation: f64,
}

/// Searches positions.
pub(super) struct Analyst {
    effort: Effort,
    table: Table,
}

impl Analyst {
    pub(super) fn new(effort: Effort) -> io::Result<Self> {
        let table = Table::new(HASH_MEGABYTES).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        Ok(Self { effort, table })
    }

    /// Searches all positions of a game, the last one first: what is found there helps in those before it.
    pub(super) fn analyse(&self, played: &PlayedGame, progress: &Progress) -> io::Result<GameAnalysis> {
        let wrong = |error: AnyPlayError| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
        self.table.clear();
        let texts = played.game.played();
        let mut game = played.game.clone();
        let mut expectation = self.assess(&game, &[], 1).map_err(wrong)?.expectation;
        let mut last_to_move = game.to_move();
        let end = if last_to_move == Player::P1 { expectation } else { 1.0 - expectation };
        let mut moves = Vec::with_capacity(texts.len());
        for (ply, text) in texts.iter().enumerate().rev() {
            game.undo(1).map_err(wrong)?;
            let to_move = game.to_move();
            let after = if to_move == last_to_move { expectation } else { 1.0 - expectation };
            let judged = self.judge(&game, text, after).map_err(wrong)?;
            (expectation, last_to_move) = (judged.before, to_move);
            moves.push(add_record(judged, played, ply));
            progress.advance(String::new);
        }
        moves.reverse();
        Ok(finish(played, moves, round(end)))
    }

    /// Judges a move by what can be expected after it.
    fn judge(&self, game: &AnyGame, text: &str, after: f64) -> Result<MoveAnalysis, AnyPlayError> {
        let boundaries = Boundaries::of(game.kind());
        let forced = game.moves().len() == 1;
        let mut look = Look::new(self.assess(game, &[], 1)?, text, after);
        let counts = !forced && look.best.expectation >= SOMETHING_TO_LOSE;
        if counts && look.mark(&boundaries) >= Mark::Inaccuracy {
            look = self.look(game, text, SECOND_LOOK)?;
            if look.mark(&boundaries) >= Mark::Blunder {
                look = look.milder(self.look(game, text, THIRD_LOOK)?);
            }
        }
        Ok(MoveAnalysis {
            player: game.to_move().index() + 1,
            text: text.into(),
            opening: false,
            forced,
            before: round(look.best.expectation),
            after: round(look.after),
            loss: round(look.loss()),
            mark: counts.then(|| look.mark(&boundaries)),
            counts,
            score: score_text(look.best.score),
            depth: look.best.depth,
            line: look.best.line,
            time_ms: None,
        })
    }

    /// Compares a move with the best one. Searches of different positions differ by more than the move, so both are searched in
    /// the same position.
    fn look(&self, game: &AnyGame, text: &str, times: u32) -> Result<Look, AnyPlayError> {
        let best = self.assess(game, &[], times)?;
        let after = self.assess(game, &[text], times)?.expectation;
        Ok(Look::new(best, text, after))
    }

    /// Searches a position, among some moves or all, with so many times the effort.
    fn assess(&self, game: &AnyGame, moves: &[&str], times: u32) -> Result<Assessment, AnyPlayError> {
        let nodes = self.effort.nodes.saturating_mul(times.into());
        let limits = match self.effort.movetime {
            Some(ms) => Limits { move_time: Some(Duration::from_millis(ms) * times), ..Limits::NONE },
            None => Limits::to_nodes(nodes),
        };
        let request = SearchRequest { threads: self.effort.threads.into(), ..SearchRequest::new(limits) };
        let mut found = None;
        search::run(game, moves, &request, &self.table, &Control::new(false), &mut |info| found = Some(info))?;
        let Some(mut info) = found else { return Ok(Assessment::of_end(game)) };
        info.pv.truncate(LINE);
        let expectation = expectation(game, info.score);
        Ok(Assessment { score: info.score, depth: info.depth, line: info.pv, expectation })
    }
}

/// What a search says of a position and of the move that was played in it.
struct Look {
    best: Assessment,
    /// What the player can expect after the move.
    after: f64,
}

impl Look {
    /// The best move loses nothing, whatever another search says of it.
    fn new(best: Assessment, text: &str, after: f64) -> Self {
        let is_best = best.line.first().is_some_and(|first| first == text);
        Self { after: if is_best { best.expectation } else { after }, best }
    }

    fn loss(&self) -> f64 {
        (self.best.expectation - self.after).max(0.0)
    }

    /// What the move is called. A blunder would be one with an inaccuracy less too: two searches may differ by that.
    fn mark(&self, boundaries: &Boundaries) -> Mark {
        let is_win = matches!(self.best.score, Score::Mate(1..));
        match boundaries.mark(self.loss(), is_win) {
            Mark::Blunder if self.loss() < boundaries.blunder + boundaries.inaccuracy => Mark::Mistake,
            mark => mark,
        }
    }

    /// The look that finds less wrong with the move.
    fn milder(self, other: Self) -> Self {
        if other.loss() < self.loss() { other } else { self }
    }
}

impl Assessment {
    /// Of a game that is over.
    fn of_end(game: &AnyGame) -> Self {
        let expectation = match game.outcome().map(|outcome| outcome.result) {
            Some(GameResult::Win(winner)) if winner == game.to_move() => 1.0,
            Some(GameResult::Win(_)) => 0.0,
            _ => 0.5,
        };
        Self { score: Score::Cp(0), depth: 0, line: Vec::new(), expectation }
    }
}

/// What the player to move can expect of a score.
fn expectation(game: &AnyGame, score: Score) -> f64 {
    match score {
        Score::Mate(1..) => 1.0,
        Score::Mate(_) => 0.0,
        Score::Cp(points) => wdl::expected(game, points).expectation(),
    }
}

fn score_text(score: Score) -> String {
    match score {
        Score::Cp(points) => format!("{points:+}"),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// To hundredths of a percent: more would be noise.
fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// What the record knows of a move: openings are given, and thinking took time.
fn add_record(mut judged: MoveAnalysis, played: &PlayedGame, ply: usize) -> MoveAnalysis {
    let Some(record) = &played.record else { return judged };
    judged.time_ms =
        record.moves.get(ply).and_then(|recorded| recorded.remark).map(|remark| remark.time.as_millis() as u64);
    if ply < record.opening {
        judged.opening = true;
        judged.counts = false;
        judged.mark = None;
    }
    judged
}

fn finish(played: &PlayedGame, moves: Vec<MoveAnalysis>, end: f64) -> GameAnalysis {
    let boundaries = Boundaries::of(played.game.kind());
    GameAnalysis {
        number: played.number(),
        game: played.game.kind().to_string(),
        players: played.players().into_array(),
        sides: played.game.player_names().map(Into::into),
        result: result_or_star(played.result()),
        reason: played.reason(),
        start: played.game.start_fen(),
        summary: [1, 2].map(|player| {
            SideSummary::new(&moves.iter().filter(|m| m.player == player).collect::<Vec<_>>(), &boundaries)
        }),
        moves,
        end,
    }
}

impl SideSummary {
    fn new(moves: &[&MoveAnalysis], boundaries: &Boundaries) -> Self {
        let losses: Vec<f64> = moves.iter().filter(|m| m.counts).map(|m| m.loss).collect();
        let mean = |sum: f64| (!losses.is_empty()).then(|| round(sum / losses.len() as f64));
        let accuracy: f64 = losses.iter().map(|&loss| 100.0 * boundaries.accuracy(loss)).sum();
        let times: Vec<u64> = moves.iter().filter_map(|m| m.time_ms).collect();
        Self {
            accuracy: mean(accuracy),
            mean_loss: mean(losses.iter().sum()),
            counted: losses.len(),
            marks: Mark::ALL.map(|mark| moves.iter().filter(|m| m.mark == Some(mark)).count()),
            // Where nobody measured it, records have zeros.
            time_ms: Some(times.iter().fold(0, |sum: u64, &time| sum.saturating_add(time))).filter(|&sum| sum > 0),
        }
    }
}
