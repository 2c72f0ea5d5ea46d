//! The commands, one method each.

use super::answers::answer;
use super::background::{self, Background, Kind};
use super::bench::bench;
use super::describe;
use super::error::SessionError;
use super::limits::limits;
use super::option_help::option_help;
use super::options::OptionEffect;
use super::state::{Replies, Session};
use super::wdl;
use crate::ascii::in_ascii;
use crate::game::GameResult;
use crate::games::any::AnyGame;
use crate::notation::Awaits;
use crate::protocol::{Command, Dialect, GoCommand, Info, InfoScore, MoveTexts, Reply, StartFrom, help};
use crate::rules;
use crate::search::{Control, SearchRequest, Table};
use std::io::Write;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

/// From this size on, in MiB, a transposition table is replaced rather than emptied, and its memory touched only as it is used.
const LARGE_TABLE: usize = 256;

/// Threads that the machine has some use for. More of them only wait for each other, and each costs memory and time to start.
static MOST_THREADS: LazyLock<usize> =
    LazyLock::new(|| THREADS_PER_CORE * std::thread::available_parallelism().map_or(1, usize::from));

/// Enough to search with several threads everywhere, even where that gains nothing.
const THREADS_PER_CORE: usize = 4;

impl<W: Write> Session<W> {
    /// Does what a command says.
    pub(super) fn execute(&mut self, command: Command) -> Replies {
        match command {
            Command::Ugi => Ok(describe::introduction(Dialect::Ugi)),
            Command::Uci => Ok(describe::introduction(Dialect::Uci)),
            Command::IsReady => Ok(vec![Reply::ReadyOk]),
            Command::PonderHit => {
                self.ponder_hit();
                Ok(vec![])
            }
            Command::Query(query) => Ok(vec![Reply::Response(answer(&self.game, &query))]),
            Command::Draw => Ok(vec![Reply::Text(self.drawing())]),
            Command::Help(topic) => Ok(vec![Reply::Text(help(topic.as_deref()).map_err(SessionError::Help)?)]),
            Command::HelpOption(name) => Ok(vec![Reply::Text(option_help(&name, self.options.game)?)]),
            Command::Rules => Ok(vec![Reply::Text(rules::of(self.options.game))]),
            command if self.background.is_none() => self.execute_at_rest(command),
            _ => Err(SessionError::SearchRunning),
        }
    }

    fn drawing(&self) -> String {
        let drawing = describe::board(&self.game);
        if self.options.ascii { in_ascii(&drawing) } else { drawing }
    }

    /// The commands that are only served while nothing runs in the background.
    fn execute_at_rest(&mut self, command: Command) -> Replies {
        match command {
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { from, moves } => self.set_position(&from, &moves)?,
            Command::Move(moves) => return self.play(&moves),
            Command::Capture(cell) => self.game.complete(Awaits::Capture, &cell)?,
            Command::Plant(tree) => self.game.complete(Awaits::Plant, &tree)?,
            Command::Undo(moves) => self.game.undo(moves)?,
            Command::Go(go) => return self.go(&go),
            Command::Eval => return Ok(vec![Reply::Text(describe::evaluation(&self.game))]),
            Command::Perft(depth) => self.perft(depth)?,
            Command::Bench => self.count(bench)?,
            // Served whatever is going on, see `execute`; the session itself sees to `stop` and `quit`.
            _ => {}
        }
        Ok(vec![])
    }

    fn ponder_hit(&mut self) {
        if let Some(background) = &mut self.background {
            background.ponder_hit();
        }
    }

    fn new_game(&mut self) {
        self.clear_table();
        if self.options.hash < LARGE_TABLE {
            self.table.touch();
        }
        self.game = AnyGame::start(self.options.game, self.options.board_size);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), SessionError> {
        let mut options = self.options.clone();
        let effect = options.set(name, value)?;
        match effect {
            OptionEffect::ResizeTable if options.hash != self.options.hash => {
                self.table = Arc::new(Table::new(options.hash)?);
            }
            OptionEffect::ClearTable => self.clear_table(),
            OptionEffect::ChangeGame if options.changes_board(&self.options) => {
                self.clear_table();
                self.game = AnyGame::start(options.game, options.board_size);
            }
            OptionEffect::ResizeTable | OptionEffect::ChangeGame | OptionEffect::None => {}
        }
        self.options = options;
        Ok(())
    }

    /// Empties the transposition table. To write gigabytes of zeros takes seconds; fresh memory is zero already.
    fn clear_table(&mut self) {
        if self.options.hash >= LARGE_TABLE
            && let Ok(fresh) = Table::new(self.options.hash)
        {
            let old = std::mem::replace(&mut self.table, Arc::new(fresh));
            // To give gigabytes back takes a while, too; without a thread for it they are given back here.
            let _ = std::thread::Builder::new().spawn(move || drop(old));
        } else {
            self.table.clear();
        }
    }

    fn set_position(&mut self, from: &StartFrom, moves: &MoveTexts) -> Result<(), SessionError> {
        let kind = self.options.game;
        let mut game = match from {
            StartFrom::Startpos => AnyGame::start(kind, self.options.board_size),
            StartFrom::Fen(text) => AnyGame::from_fen(kind, text)?,
        };
        game.play(&moves.to_vec(), false)?;
        self.game = game;
        Ok(())
    }

    fn play(&mut self, moves: &MoveTexts) -> Replies {
        self.game.play(&moves.to_vec(), true)?;
        let awaiting = |(awaits, words): (Awaits, _)| Reply::Awaiting { command: awaits.to_string(), words };
        Ok(self.game.pending().map(awaiting).into_iter().collect())
    }

    fn go(&mut self, go: &GoCommand) -> Replies {
        if let Some(outcome) = self.game.outcome() {
            let score = match outcome.result {
                GameResult::Draw => InfoScore::Cp(0),
                GameResult::Win(_) => InfoScore::Mate(0),
            };
            let info = Info { depth: Some(0), score: Some(score), ..Info::default() };
            let mut info = Reply::Info(Box::new(info));
            if self.options.show_wdl {
                wdl::add_to(&mut info, &self.game);
            }
            return Ok(vec![info, Reply::BestMove { best: None, ponder: None }]);
        }
        let limits = limits(go, self.game.to_move());
        let request = SearchRequest {
            limits: limits.clone(),
            level: self.options.effective_level(),
            seed: if self.options.seed == 0 { rand::random() } else { self.options.seed },
            // What depends on the clock is never the same twice; everything else is repeatable, with a seed of its own too.
            variety: self.options.seed != 0 || limits.is_by_time(),
            multipv: self.options.multi_pv,
            threads: self.options.threads.min(*MOST_THREADS),
            overhead: self.options.move_overhead,
            reserve: self.stalls.reserve(),
            exhaustive: false,
            params: None,
        };
        let root_moves = self.game.moves_named(&go.searchmoves.to_vec())?;
        let game = self.game.clone();
        let on_panic = vec![
            Reply::Error("the search failed, which is a bug in tern; here is a legal move".into()),
            Reply::BestMove { best: self.game.moves().into_iter().next(), ponder: None },
        ];
        let (table, with_ponder) = (Arc::clone(&self.table), self.options.ponder);
        self.start(Kind::Search(limits), on_panic, move |control, report| {
            background::search(&game, &root_moves, &request, &table, control, with_ponder, report)
        })?;
        Ok(vec![])
    }

    fn perft(&mut self, depth: u32) -> Result<(), SessionError> {
        let game = self.game.clone();
        self.count(move |control, _| background::perft_replies(&game, depth, control.halted()))
    }

    /// Starts to count something.
    fn count(
        &mut self,
        work: impl FnOnce(&Control, &mut dyn FnMut(Reply)) -> Vec<Reply> + Send + 'static,
    ) -> Result<(), SessionError> {
        self.start(Kind::Count, vec![Reply::Error("counting failed, which is a bug in tern".into())], work)
    }

    fn start(
        &mut self,
        kind: Kind,
        on_panic: Vec<Reply>,
        work: impl FnOnce(&Control, &mut dyn FnMut(Reply)) -> Vec<Reply> + Send + 'static,
    ) -> Result<(), SessionError> {
        let background = Background::start(kind, self.events.clone(), on_panic, work);
        self.background = Some(background.map_err(SessionError::Thread)?);
        self.last_report = Instant::now();
        Ok(())
    }
}
