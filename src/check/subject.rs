//! What a check is made on: an engine, and the game it is to play.

use super::CheckArguments;
use super::failure::{Failure, quoted};
use super::introduction::Introduction;
use super::rollout;
use super::under_test::{Answer, EngineUnderTest, position};
use crate::client::{EngineCommand, StartError};
use crate::games::any::GameKind;
use rand::SeedableRng;
use rand::rngs::StdRng;

pub(super) struct Subject<'a> {
    pub(super) arguments: &'a CheckArguments,
    pub(super) game: GameKind,
    /// What we ourselves were short of.
    pub(super) shortage: Option<StartError>,
    command: &'a EngineCommand,
    introduction: &'a Introduction,
    engine: Option<EngineUnderTest>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(
        arguments: &'a CheckArguments,
        command: &'a EngineCommand,
        introduction: &'a Introduction,
        game: GameKind,
    ) -> Self {
        Self { arguments, game, shortage: None, command, introduction, engine: None }
    }

    /// A process of its own that was told nothing yet.
    pub(super) fn stranger(&mut self) -> Result<EngineUnderTest, Failure> {
        EngineUnderTest::start(self.command, self.arguments.timeout()).map_err(|error| {
            let failure = Failure::new("the engine to start", error.to_string());
            self.shortage = Some(error).filter(|error| matches!(error, StartError::Shortage(_)));
            failure
        })
    }

    /// A process of its own, ready to play.
    pub(super) fn newcomer(&mut self) -> Result<EngineUnderTest, Failure> {
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
    pub(super) fn engine(&mut self) -> Result<&mut EngineUnderTest, Failure> {
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

    /// As many random games as were asked for, one at a time.
    pub(super) fn random_games(&self) -> impl Iterator<Item = Vec<String>> + use<> {
        let (kind, mut rng) = (self.game, self.rng());
        (0..self.arguments.games).map(move |_| rollout::random_game(kind, &mut rng))
    }

    /// The moves to a position at the start, in the middle and shortly before the end of a random game.
    pub(super) fn stages(&self) -> [Vec<String>; 3] {
        let game = rollout::random_game(self.game, &mut self.rng());
        [vec![], game[..game.len() / 2].to_vec(), game[..game.len().saturating_sub(1)].to_vec()]
    }
}

/// Fails if the answer is not a legal move after these, and says why it is not.
pub(super) fn check_legal(kind: GameKind, moves: &[String], answer: &Answer) -> Result<(), Failure> {
    let mut game = rollout::after(kind, moves);
    let legal = game.moves();
    if legal.iter().any(|m| m == answer.best()) {
        return Ok(());
    }
    let expected = format!("one of {} legal moves in {}, {}", legal.len(), game.fen(), position(moves));
    let why = game.play(&[answer.best()], false).map_or_else(|error| format!(": {error}"), |()| String::new());
    Err(Failure::new(expected, quoted(&answer.line) + &why))
}
