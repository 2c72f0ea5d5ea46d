//! A game in progress, whatever the game: the small face through which the session meets all games.

use crate::eval::{Evaluate, Term};
use crate::game::{Game, Outcome, Player, Reason};
use crate::notation::{Awaits, Notation, Spoken};
use crate::perft;
use crate::search::{self, Choice, Control, Level, Limits, Report, Table, Task};
use crate::token::Token;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// Why something could not be done with the game.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The move text is wrong, or the move is not legal.
    #[error(transparent)]
    Move(Box<dyn Error + Send + Sync>),
    /// The game has ended.
    #[error("illegal move {0}: the game is over ({1})")]
    GameOver(Token, Reason),
    /// A half move where only whole moves count.
    #[error("move {0} is only half a move: add its {1}, one of {2}")]
    HalfMove(Token, Awaits, String),
    /// A half move waits to be completed.
    #[error("a {0} is pending: send {0} with one of {1}, or undo")]
    Pending(Awaits, String),
    /// There is nothing to complete.
    #[error("no {0} is pending")]
    NotPending(Awaits),
    /// A half move cannot be completed like that.
    #[error("{1} {0} is not possible: expected one of {2}")]
    Completion(Token, Awaits, String),
    /// There is less to take back than asked for.
    #[error("cannot undo {asked} moves: only {played} were played from the position set up")]
    Undo {
        /// How many moves were to be taken back.
        asked: u32,
        /// How many there are.
        played: usize,
    },
    /// A move to search that is not among those that can be played.
    #[error("searchmoves {0} does not complete the pending {1}")]
    NotACompletion(Token, Awaits),
}

/// What to search for, and how.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// When to end.
    pub limits: Limits,
    /// How well to play.
    pub level: Level,
    /// Seeds the choices of the weaker levels.
    pub seed: u64,
    /// Whether to choose at random among moves of equal worth.
    pub variety: bool,
    /// How many best lines to report.
    pub lines: usize,
    /// How many threads to use.
    pub threads: usize,
    /// Time lost on every move.
    pub overhead: Duration,
}

/// What a search recommends, in text.
pub type TextChoice = Option<Choice<String>>;

/// A search ready to run on a thread of its own.
pub type SearchJob = Box<dyn FnOnce(&Table, &Control, &mut dyn FnMut(Report<String>)) -> TextChoice + Send>;

/// A game in progress.
pub trait GameFace: Send {
    /// The position text.
    fn fen(&self) -> String;
    /// Whose turn it is.
    fn to_move(&self) -> Player;
    /// How the game ended, repetitions included.
    fn outcome(&self) -> Option<Outcome>;
    /// Every legal move; only the completions if a half move is pending.
    fn moves(&self) -> Vec<String>;
    /// What each player has reached.
    fn score(&self) -> [String; 2];
    /// What the players are called.
    fn player_names(&self) -> [&'static str; 2];
    /// The board for a person.
    fn draw(&self) -> String;
    /// The terms of the static evaluation, none if the game is over.
    fn terms(&self) -> Vec<Term>;
    /// What a pending half move waits for, and the words that complete it.
    fn pending(&self) -> Option<(Awaits, Vec<String>)>;
    /// Plays moves, all of them or none. The last may be half a move if `half_allowed`; then it becomes pending.
    fn play(&mut self, moves: &[&str], half_allowed: bool) -> Result<(), PlayError>;
    /// Completes the pending half move.
    fn complete(&mut self, awaits: Awaits, word: &str) -> Result<(), PlayError>;
    /// Takes back the pending half move, or else so many whole moves.
    fn undo(&mut self, moves: u32) -> Result<(), PlayError>;
    /// Perft for every move.
    fn divide(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>>;
    /// Prepares a search among some moves, all if none are named. The game must not be over.
    fn search(&self, request: SearchRequest, among: &[&str]) -> Result<SearchJob, PlayError>;
    /// A copy of the game, to be used elsewhere.
    fn copy(&self) -> Box<dyn GameFace>;
}

/// A half move and what can become of it.
#[derive(Clone)]
struct Pending<M> {
    awaits: Awaits,
    completions: Vec<(String, M)>,
}

impl<M> Pending<M> {
    fn words(&self) -> Vec<String> {
        self.completions.iter().map(|(word, _)| word.clone()).collect()
    }

    fn words_text(&self) -> String {
        self.words().join(" ")
    }
}

/// The one implementation of [`GameFace`].
#[derive(Clone)]
pub(super) struct InPlay<G: Game> {
    position: G,
    /// Every move since the position that was set up, and the position before it.
    past: Vec<(G, G::Move)>,
    /// How often each state has occurred, by hash.
    seen: HashMap<u64, u32>,
    pending: Option<Pending<G::Move>>,
}

impl<G: Notation + Evaluate> InPlay<G> {
    pub(super) fn new(position: G) -> Self {
        let seen = HashMap::from([(position.hash(), 1)]);
        Self { position, past: Vec::new(), seen, pending: None }
    }

    fn advance(&mut self, m: G::Move) {
        self.past.push((self.position.clone(), m));
        self.position.play(m);
        *self.seen.entry(self.position.hash()).or_default() += 1;
        self.pending = None;
    }

    fn take_back(&mut self) {
        if let Some((before, _)) = self.past.pop() {
            if let Some(count) = self.seen.get_mut(&self.position.hash()) {
                *count -= 1;
            }
            self.position = before;
        }
    }

    fn speak(&self, text: &str) -> Result<Spoken<G::Move>, PlayError> {
        match self.outcome() {
            Some(outcome) => Err(PlayError::GameOver(text.into(), outcome.reason)),
            None => self.position.parse_move(text).map_err(|error| PlayError::Move(Box::new(error))),
        }
    }

    fn play_one(&mut self, text: &str, half_allowed: bool) -> Result<(), PlayError> {
        match self.speak(text)? {
            Spoken::Whole(m) => self.advance(m),
            Spoken::Half { awaits, completions } => {
                let pending = Pending { awaits, completions };
                if !half_allowed {
                    return Err(PlayError::HalfMove(text.into(), awaits, pending.words_text()));
                }
                self.pending = Some(pending);
            }
        }
        Ok(())
    }

    fn refuse_if_pending(&self) -> Result<(), PlayError> {
        match &self.pending {
            Some(pending) => Err(PlayError::Pending(pending.awaits, pending.words_text())),
            None => Ok(()),
        }
    }

    fn typed_moves(&self) -> Vec<G::Move> {
        match &self.pending {
            Some(pending) => pending.completions.iter().map(|(_, m)| *m).collect(),
            None if self.outcome().is_some() => Vec::new(),
            None => self.position.legal_moves(),
        }
    }

    /// The moves that a word after `searchmoves` stands for: one, or all completions of a half move.
    fn candidates_named(&self, text: &str) -> Result<Vec<G::Move>, PlayError> {
        let named = match self.speak(text)? {
            Spoken::Whole(m) => vec![m],
            Spoken::Half { completions, .. } => completions.into_iter().map(|(_, m)| m).collect(),
        };
        let Some(pending) = &self.pending else { return Ok(named) };
        let among: Vec<_> =
            named.into_iter().filter(|m| pending.completions.iter().any(|(_, other)| other == m)).collect();
        if among.is_empty() {
            return Err(PlayError::NotACompletion(text.into(), pending.awaits));
        }
        Ok(among)
    }

    fn candidates(&self, among: &[&str]) -> Result<Vec<G::Move>, PlayError> {
        if among.is_empty() {
            return Ok(self.typed_moves());
        }
        let mut candidates = Vec::new();
        for text in among {
            for m in self.candidates_named(text)? {
                if !candidates.contains(&m) {
                    candidates.push(m);
                }
            }
        }
        Ok(candidates)
    }
}

impl<G: Notation + Evaluate> GameFace for InPlay<G> {
    fn fen(&self) -> String {
        self.position.to_string()
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        let repeated = || {
            let count = self.seen.get(&self.position.hash()).copied().unwrap_or(0);
            (count >= 3).then_some(Outcome::draw(Reason::Repetition))
        };
        self.position.outcome().or_else(repeated)
    }

    fn moves(&self) -> Vec<String> {
        self.typed_moves().into_iter().map(|m| m.to_string()).collect()
    }

    fn score(&self) -> [String; 2] {
        self.position.score()
    }

    fn player_names(&self) -> [&'static str; 2] {
        G::PLAYERS
    }

    fn draw(&self) -> String {
        self.position.draw(self.past.last().map(|(_, m)| *m))
    }

    fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        if self.outcome().is_none() {
            self.position.for_each_term(|term| terms.push(term));
        }
        terms
    }

    fn pending(&self) -> Option<(Awaits, Vec<String>)> {
        self.pending.as_ref().map(|pending| (pending.awaits, pending.words()))
    }

    fn play(&mut self, moves: &[&str], half_allowed: bool) -> Result<(), PlayError> {
        self.refuse_if_pending()?;
        let played = self.past.len();
        for (i, text) in moves.iter().enumerate() {
            let is_last = i + 1 == moves.len();
            if let Err(error) = self.play_one(text, half_allowed && is_last) {
                while self.past.len() > played {
                    self.take_back();
                }
                return Err(error);
            }
        }
        Ok(())
    }

    fn complete(&mut self, awaits: Awaits, word: &str) -> Result<(), PlayError> {
        let Some(pending) = self.pending.as_ref().filter(|pending| pending.awaits == awaits) else {
            return Err(PlayError::NotPending(awaits));
        };
        match pending.completions.iter().find(|(completion, _)| completion == word) {
            Some(&(_, m)) => self.advance(m),
            None => return Err(PlayError::Completion(word.into(), awaits, pending.words_text())),
        }
        Ok(())
    }

    fn undo(&mut self, moves: u32) -> Result<(), PlayError> {
        if self.pending.take().is_some() {
            return Ok(());
        }
        let played = self.past.len();
        if moves as usize > played {
            return Err(PlayError::Undo { asked: moves, played });
        }
        (0..moves).for_each(|_| self.take_back());
        Ok(())
    }

    fn divide(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>> {
        let counts = perft::divide(&self.position, depth, stop)?;
        Some(counts.into_iter().map(|(m, count)| (m.to_string(), count)).collect())
    }

    fn search(&self, request: SearchRequest, among: &[&str]) -> Result<SearchJob, PlayError> {
        let SearchRequest { limits, level, seed, variety, lines, threads, overhead } = request;
        let mut rng = StdRng::seed_from_u64(seed);
        let mut candidates = self.candidates(among)?;
        if variety {
            // Of moves that turn out equally good the search keeps the one it tried first.
            candidates.shuffle(&mut rng);
        }
        let task = Task {
            position: self.position.clone(),
            history: self.past.iter().map(|(position, _)| position.hash()).collect(),
            candidates,
            limits,
            overhead,
            lines,
            threads,
            exhaustive: false,
        };
        Ok(Box::new(move |table, control, report| {
            let mut report = |found| report(in_text(found));
            let choice = match level {
                Level::Random => search::random(&task, control, &mut rng, &mut report),
                Level::Greedy => search::greedy(&task, control, &mut rng, &mut report),
                Level::Search => search::search(&task, table, control, &mut report),
            };
            choice
                .map(|Choice { best, ponder }| Choice { best: best.to_string(), ponder: ponder.map(|m| m.to_string()) })
        }))
    }

    fn copy(&self) -> Box<dyn GameFace> {
        Box::new(self.clone())
    }
}

fn in_text<M: ToString>(report: Report<M>) -> Report<String> {
    let Report { depth, deepest, rank, score, nodes, elapsed, table_full, line } = report;
    let line = line.iter().map(ToString::to_string).collect();
    Report { depth, deepest, rank, score, nodes, elapsed, table_full, line }
}
