//! A game in progress: where it began, what was played, what can be taken back, and the half move that waits to be completed.
//!
//! ```
//! use tern::games::wali::{Classic, Wali};
//! use tern::history::History;
//!
//! let mut game = History::new(Wali::<Classic>::start());
//! game.play_texts(&["c3", "d3"], false)?;
//! assert_eq!(game.position().to_string(), "6/6/2wb2/6/6 w 11 11 - - 0");
//! game.undo();
//! assert_eq!(game.moves().count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod repetition;

pub use repetition::{Occurrences, SearchPath};

use crate::game::{Game, IllegalMove, Outcome, Player, Reason};
use crate::notation::{Awaits, Notation, ParsedMove};
use crate::token::Token;
use std::error::Error;
use thiserror::Error;

/// Why something could not be done with a game in progress. `E` is why the game refused a move text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError<E: Error + 'static> {
    /// The move text is wrong, or the move is not legal.
    #[error(transparent)]
    Move(E),
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
    #[error("cannot undo {asked} of {played} moves played since the position was set up")]
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

impl<E: Error + 'static> PlayError<E> {
    /// The same error with another reason for refused moves.
    pub fn map<F: Error + 'static>(self, convert: impl FnOnce(E) -> F) -> PlayError<F> {
        match self {
            Self::Move(error) => PlayError::Move(convert(error)),
            Self::GameOver(token, reason) => PlayError::GameOver(token, reason),
            Self::HalfMove(token, awaits, words) => PlayError::HalfMove(token, awaits, words),
            Self::Pending(awaits, words) => PlayError::Pending(awaits, words),
            Self::NotPending(awaits) => PlayError::NotPending(awaits),
            Self::Completion(token, awaits, words) => PlayError::Completion(token, awaits, words),
            Self::Undo { asked, played } => PlayError::Undo { asked, played },
            Self::NotACompletion(token, awaits) => PlayError::NotACompletion(token, awaits),
        }
    }
}

/// The first half of a move, and what can become of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfMove<M> {
    /// The text of the half move.
    pub text: String,
    /// What it waits for.
    pub awaits: Awaits,
    /// Every word that completes the move, and the move it makes of it. Never empty.
    pub completions: Vec<(String, M)>,
}

impl<M> HalfMove<M> {
    /// The words that complete the move.
    pub fn words(&self) -> Vec<String> {
        self.completions.iter().map(|(word, _)| word.clone()).collect()
    }

    fn words_text(&self) -> String {
        self.words().join(" ")
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    position: G,
    /// Every move since the position that was set up, and the position before it.
    past: Vec<(G, G::Move)>,
    occurrences: Occurrences,
    pending: Option<HalfMove<G::Move>>,
}

impl<G: Game> History<G> {
    /// A game that begins with this position.
    pub fn new(start: G) -> Self {
        let mut occurrences = Occurrences::default();
        occurrences.add(&start);
        Self { position: start, past: Vec::new(), occurrences, pending: None }
    }

    /// The position that was set up.
    pub fn start(&self) -> &G {
        self.past.first().map_or(&self.position, |(first, _)| first)
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves played since the start.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = G::Move> + '_ {
        self.past.iter().map(|(_, m)| *m)
    }

    /// The positions before the present one, the oldest first.
    pub fn earlier_positions(&self) -> impl ExactSizeIterator<Item = &G> + '_ {
        self.past.iter().map(|(position, _)| position)
    }

    /// The move played last.
    pub fn last_move(&self) -> Option<G::Move> {
        self.past.last().map(|(_, m)| *m)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Player {
        self.position.to_move()
    }

    /// How often each state has occurred, the present one included.
    pub fn occurrences(&self) -> &Occurrences {
        &self.occurrences
    }

    /// The states that may come up again and then are a draw, the present one among them.
    pub fn drawn_if_repeated(&self) -> impl Iterator<Item = &G> + '_ {
        let earlier = self.past.iter().rev().map(|(position, _)| position).take(self.position.repetition_reach());
        let all = std::iter::once(&self.position).chain(earlier);
        all.filter(|position| self.occurrences.is_draw_if_repeated(*position))
    }

    /// The half move that waits to be completed.
    pub fn pending(&self) -> Option<&HalfMove<G::Move>> {
        self.pending.as_ref()
    }

    /// How the game ended, repetitions included.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || self.occurrences.is_draw(&self.position).then_some(Outcome::draw(Reason::Repetition));
        self.position.outcome().or_else(repeated)
    }

    /// Every legal move; only the completions if a half move is pending, none if the game is over.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        match &self.pending {
            Some(pending) => pending.completions.iter().map(|(_, m)| *m).collect(),
            None if self.outcome().is_some() => Vec::new(),
            None => self.position.legal_moves(),
        }
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal here, or the game is over; then nothing changes.
    pub fn play(&mut self, m: G::Move) -> Result<(), IllegalMove> {
        if !self.legal_moves().contains(&m) {
            return Err(IllegalMove(Token::from(m.to_string().as_str())));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub fn play_unchecked(&mut self, m: G::Move) {
        self.past.push((self.position.clone(), m));
        self.position.play_unchecked(m);
        self.occurrences.add(&self.position);
        self.pending = None;
    }

    /// Takes back the last move and gives it; `None` if there is none.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (before, m) = self.past.pop()?;
        self.occurrences.remove(&self.position);
        self.position = before;
        self.pending = None;
        Some(m)
    }
}

impl<G: Notation> History<G> {
    /// Reads a move text and checks that the move can be played now.
    ///
    /// # Errors
    ///
    /// If the game is over, or the text is not a legal move or half move.
    pub fn parse_move(&self, text: &str) -> Result<ParsedMove<G::Move>, PlayError<G::MoveError>> {
        match self.outcome() {
            Some(outcome) => Err(PlayError::GameOver(text.into(), outcome.reason)),
            None => self.position.parse_move(text).map_err(PlayError::Move),
        }
    }

    /// Plays moves, all of them or none. The last may be half a move if `half_allowed`; then it becomes pending. While a half
    /// move is pending, the first must be a whole move that completes it.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong; then nothing changes.
    pub fn play_texts(&mut self, moves: &[&str], half_allowed: bool) -> Result<(), PlayError<G::MoveError>> {
        if let (Some(pending), Some(first)) = (&self.pending, moves.first())
            && !pending.completions.iter().any(|(_, m)| m.to_string() == *first)
        {
            return Err(PlayError::Pending(pending.awaits, pending.words_text()));
        }
        let (played, pending) = (self.past.len(), self.pending.clone());
        for (i, text) in moves.iter().enumerate() {
            let is_last = i + 1 == moves.len();
            if let Err(error) = self.play_text(text, half_allowed && is_last) {
                while self.past.len() > played {
                    self.undo();
                }
                self.pending = pending;
                return Err(error);
            }
        }
        Ok(())
    }

    fn play_text(&mut self, text: &str, half_allowed: bool) -> Result<(), PlayError<G::MoveError>> {
        match self.parse_move(text)? {
            ParsedMove::Whole(m) => self.play_unchecked(m),
            ParsedMove::Half { awaits, completions } => {
                let half = HalfMove { text: text.into(), awaits, completions };
                if !half_allowed {
                    return Err(PlayError::HalfMove(text.into(), awaits, half.words_text()));
                }
                self.pending = Some(half);
            }
        }
        Ok(())
    }

    /// Completes the pending half move.
    ///
    /// # Errors
    ///
    /// If nothing of the kind is pending, or `word` does not complete it.
    pub fn complete(&mut self, awaits: Awaits, word: &str) -> Result<(), PlayError<G::MoveError>> {
        let Some(pending) = self.pending.as_ref().filter(|pending| pending.awaits == awaits) else {
            return Err(PlayError::NotPending(awaits));
        };
        match pending.completions.iter().find(|(completion, _)| completion == word) {
            Some(&(_, m)) => self.play_unchecked(m),
            None => return Err(PlayError::Completion(word.into(), awaits, pending.words_text())),
        }
        Ok(())
    }

    /// Takes back the pending half move, or else so many whole moves.
    ///
    /// # Errors
    ///
    /// If fewer moves were played; then nothing changes.
    pub fn take_back(&mut self, moves: u32) -> Result<(), PlayError<G::MoveError>> {
        if self.pending.take().is_some() {
            return Ok(());
        }
        let played = self.past.len();
        if moves as usize > played {
            return Err(PlayError::Undo { asked: moves, played });
        }
        for _ in 0..moves {
            self.undo();
        }
        Ok(())
    }

    /// The moves that some texts stand for, each of them whole, or half and then all that completes it.
    ///
    /// # Errors
    ///
    /// If a text is no legal move, or does not complete the pending half move.
    pub fn moves_named(&self, texts: &[&str]) -> Result<Vec<G::Move>, PlayError<G::MoveError>> {
        let mut moves = Vec::new();
        for text in texts {
            for m in self.moves_of(text)? {
                if !moves.contains(&m) {
                    moves.push(m);
                }
            }
        }
        Ok(moves)
    }

    fn moves_of(&self, text: &str) -> Result<Vec<G::Move>, PlayError<G::MoveError>> {
        let named = match self.parse_move(text)? {
            ParsedMove::Whole(m) => vec![m],
            ParsedMove::Half { completions, .. } => completions.into_iter().map(|(_, m)| m).collect(),
        };
        let Some(pending) = &self.pending else { return Ok(named) };
        let completes = |m: &G::Move| pending.completions.iter().any(|(_, other)| other == m);
        let moves: Vec<_> = named.into_iter().filter(completes).collect();
        if moves.is_empty() {
            return Err(PlayError::NotACompletion(text.into(), pending.awaits));
        }
        Ok(moves)
    }
}
