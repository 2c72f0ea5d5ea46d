//! The games of tern as the crate minimax sees games, and the settings that suit them.

use minimax::{BEST_EVAL, Evaluation, IterativeOptions, Replacement, Winner};
use std::cmp::Reverse;
use std::marker::PhantomData;
use tern::eval::{Evaluate, LIMIT};
use tern::game::{Game, GameMove, GameResult};

/// The evaluation fits, and is told from a win.
const _: () = assert!(LIMIT < BEST_EVAL as i32 - 100);

/// Mixed into the hash of a repeated position, which is worth something else than the same position met first.
const REPEATED_KEY: u64 = 0x5AD5_2E1B_93C4_7F60;

/// So many forcing moves of a position are followed, as in tern.
const FORCING_WIDTH: usize = 2;

/// A position, and all those before it.
#[derive(Clone)]
pub(crate) struct State<G> {
    position: G,
    /// Whether it counts as a draw by repetition.
    repeated: bool,
    before: Vec<(G, bool)>,
    /// How many of the positions before belong to the game, not to the search.
    game_plies: usize,
}

impl<G: Game> State<G> {
    pub(crate) fn new(position: G) -> Self {
        Self { position, repeated: false, before: Vec::new(), game_plies: 0 }
    }

    pub(crate) const fn position(&self) -> &G {
        &self.position
    }

    /// Plays a move of the game.
    pub(crate) fn advance(&mut self, m: G::Move) {
        self.play(m);
        self.game_plies = self.before.len();
        // Whether the game is drawn is for the referee to say; if we are to move, it is not.
        self.repeated = false;
    }

    fn play(&mut self, m: G::Move) {
        self.before.push((self.position.clone(), self.repeated));
        self.position.play_unchecked(m);
        self.repeated = self.is_repetition();
    }

    /// As in tern: the second time within the search, or the third with those of the game.
    fn is_repetition(&self) -> bool {
        let reach = self.position.repetition_reach().min(self.before.len());
        let mut seen_in_game = false;
        for back in (4..=reach).step_by(2) {
            let index = self.before.len() - back;
            if self.before[index].0.hash() == self.position.hash() {
                if index >= self.game_plies || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }
}

/// The rules of a game. Moves are generated in any order, or those that promise most first: alpha-beta needs that, and the
/// crate has no other place for it; random games have no use for it, and it takes time.
pub(crate) struct Rules<G, const ORDERED: bool>(PhantomData<fn() -> G>);

impl<G: Evaluate, const ORDERED: bool> minimax::Game for Rules<G, ORDERED> {
    type S = State<G>;
    type M = G::Move;

    fn generate_moves(state: &State<G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            if ORDERED {
                let mut ranked = Vec::new();
                state.position.for_each_promise(|m, promise| ranked.push((promise, m)));
                ranked.sort_by_key(|&(promise, _)| Reverse(promise));
                moves.extend(ranked.into_iter().map(|(_, m)| m));
            } else {
                state.position.for_each_distinct_move(|m| moves.push(m));
            }
        }
        winner
    }

    fn apply(state: &mut State<G>, m: G::Move) -> Option<State<G>> {
        state.play(m);
        None
    }

    fn undo(state: &mut State<G>, _: G::Move) {
        if let Some((position, repeated)) = state.before.pop() {
            state.position = position;
            state.repeated = repeated;
        }
    }

    fn get_winner(state: &State<G>) -> Option<Winner> {
        if state.repeated {
            return Some(Winner::Draw);
        }
        state.position.outcome().map(|outcome| match outcome.result {
            GameResult::Draw => Winner::Draw,
            GameResult::Win(player) if player == state.position.to_move() => Winner::PlayerToMove,
            GameResult::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &State<G>) -> u64 {
        state.position.table_key() ^ if state.repeated { REPEATED_KEY } else { 0 }
    }

    /// Any move: it only fills the table of counter-moves, as null-move search stays off. No game here lets you pass.
    fn null_move(state: &State<G>) -> Option<G::Move> {
        state.position.legal_moves().first().copied()
    }

    fn table_index(m: G::Move) -> u16 {
        m.slot() as u16
    }

    fn max_table_index() -> u16 {
        u16::try_from(G::Move::SLOTS - 1).unwrap_or(u16::MAX)
    }
}

/// The evaluation of a game.
pub(crate) struct Judge<G>(PhantomData<fn() -> G>);

impl<G> Judge<G> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Evaluate> minimax::Evaluator for Judge<G> {
    type G = Rules<G, true>;

    fn evaluate(&self, state: &State<G>) -> Evaluation {
        state.position.evaluate() as Evaluation
    }

    fn generate_noisy_moves(&self, state: &State<G>, moves: &mut Vec<G::Move>) {
        state.position.for_each_forcing(|m| moves.push(m));
        if moves.len() > 1 {
            moves.sort_by_cached_key(|&m| -state.position.promise(m));
            moves.truncate(FORCING_WIDTH);
        }
    }
}

/// What made the iterative search strongest in matches of its variants. One ply of forcing moves is enough, as the crate
/// does not let a player decline to capture; MTD(f) gained nothing on null windows.
pub(crate) fn iterative_options(megabytes: usize) -> IterativeOptions {
    IterativeOptions::new()
        .with_table_byte_size(megabytes << 20)
        .with_replacement_strategy(Replacement::TwoTier)
        .with_null_window_search(true)
        .with_quiescence_search_depth(1)
        .with_countermoves()
        .with_countermove_history()
}
