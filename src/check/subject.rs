//! What a check is made on: an engine, and the game it is to play.

use super::CheckArguments;
use super::engine::{Answer, Engine};
use super::failure::{Failure, quoted};
use super::introduction::Introduction;
use super::rollout;
use crate::games::any::{AnyGame, GameKind};
use rand::SeedableRng;
use rand::rngs::StdRng;

pub(super) struct Subject<'a> {
    pub(super) arguments: &'a CheckArguments,
    pub(super) game: GameKind,
    introduction: &'a Introduction,
    engine: Option<Engine>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(arguments: &'a CheckArguments, introduction: &'a Introduction, game: GameKind) -> Self {
        Self { arguments, game, introduction, engine: None }
    }

    /// A process of its own that was told nothing yet.
    pub(super) fn stranger(&self) -> Result<Engine, Failure> {
        Engine::start(&self.arguments.command, self.arguments.timeout())
            .map_err(|error| Failure::new("the engine to start", error.to_string()))
    }

    /// A process of its own, ready to play.
    pub(super) fn newcomer(&self) -> Result<Engine, Failure> {
        let mut engine = self.stranger()?;
        engine.send("ugi");
        if self.introduction.complete {
            engine.hear_until("ugiok")?;
        }
        if self.introduction.games.is_some() {
            engine.send(&format!("setoption name Game value {}", self.game));
        }
        Ok(engine)
    }

    /// The engine at the start of a new game, at rest.
    pub(super) fn engine(&mut self) -> Result<&mut Engine, Failure> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.newcomer()?,
        };
        let engine = self.engine.insert(engine);
        engine.send("uginewgame\nposition startpos");
        engine.settle()?;
        Ok(engine)
    }

    /// Gives up the process: the next check gets another one.
    pub(super) fn replace(&mut self) {
        self.engine = None;
    }

    /// The same random numbers for every check.
    pub(super) fn rng(&self) -> StdRng {
        StdRng::seed_from_u64(self.arguments.seed)
    }

    /// As many random games as were asked for.
    pub(super) fn random_games(&self) -> Vec<Vec<String>> {
        let mut rng = self.rng();
        (0..self.arguments.games.max(1)).map(|_| rollout::random_game(self.game, &mut rng)).collect()
    }

    /// The moves to a position at the start, in the middle and shortly before the end of a random game.
    pub(super) fn stages(&self) -> [Vec<String>; 3] {
        let game = rollout::random_game(self.game, &mut self.rng());
        [vec![], game[..game.len() / 2].to_vec(), game[..game.len().saturating_sub(1)].to_vec()]
    }
}

/// Fails if the answer is not a legal move.
pub(super) fn check_legal(game: &AnyGame, answer: &Answer) -> Result<(), Failure> {
    let moves = game.moves();
    if moves.iter().any(|m| m == answer.best()) {
        return Ok(());
    }
    let expected = format!("bestmove with one of the {} legal moves in {}", moves.len(), game.fen());
    Err(Failure::new(expected, quoted(&answer.line)))
}
