//! The session: what was set up, played and chosen, and one method a command. Errors become reply lines in one place.

use super::Event;
use super::answers::answer;
use super::bench::bench;
use super::input::LineError;
use super::job::{self, Job, Work};
use super::option_help::option_help;
use super::options::{CLEAR_HASH, OptionError, Options};
use super::queue::{Queue, Waiting};
use super::text;
use crate::game::{GameResult, Player};
use crate::games::any::{AnyGame, AnyPlayError, GameKind, PositionError};
use crate::notation::Awaits;
use crate::protocol::{Command, CommandError, GoCommand, InfoScore, Reply, StartFrom, help};
use crate::rules;
use crate::search::{self, Control, GameClock, Limits, OutOfMemory, SearchRequest, Table};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;
use thiserror::Error;

/// Why a command was refused.
#[derive(Debug, Error)]
enum SessionError {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Play(#[from] AnyPlayError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error("{0}")]
    Help(String),
    #[error("a search is running: send stop first")]
    Busy,
    #[error("no thread can be started for this: {0}")]
    Thread(io::Error),
}

type Replies = Result<Vec<Reply>, SessionError>;

pub(super) struct Session<W> {
    output: W,
    options: Options,
    game: AnyGame,
    table: Arc<Table>,
    /// The source of all random choices.
    rng: StdRng,
    job: Option<Job>,
    /// What came in while it had to wait.
    waiting: Queue,
    /// Nothing more will come in: the session ends with the work under way.
    input_ended: bool,
    /// Handed to the work that is started.
    events: SyncSender<Event>,
}

impl<W: Write> Session<W> {
    pub(super) fn new(output: W, game: GameKind, events: SyncSender<Event>) -> io::Result<Self> {
        let options = Options { game, ..Options::default() };
        let table = Table::new(options.hash).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        Ok(Self {
            output,
            game: AnyGame::start(game, options.board_size),
            table: Arc::new(table),
            rng: seeded(options.seed),
            options,
            job: None,
            waiting: Queue::default(),
            input_ended: false,
            events,
        })
    }

    /// Deals with one event; breaks when the session is over.
    pub(super) fn handle(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Line(line) => self.hear(Waiting::Line(line)),
            Event::EndOfInput => self.hear(Waiting::EndOfInput),
            Event::Say(reply) => {
                self.say(&[reply])?;
                Ok(ControlFlow::Continue(()))
            }
            Event::Done(last_words) => {
                self.job = None;
                self.say(&last_words)?;
                self.catch_up()
            }
        }
    }

    /// Serves what had to wait, until there is something to wait for again.
    fn catch_up(&mut self) -> io::Result<ControlFlow<()>> {
        while !self.must_wait()
            && let Some(waiting) = self.waiting.pop()
        {
            if self.serve(waiting)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.stop_a_count_if_asked_already();
        }
        let over = self.input_ended && self.job.is_none();
        Ok(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// A count that begins late may have its stop waiting behind it, which must not wait for the end of the count.
    fn stop_a_count_if_asked_already(&mut self) {
        let counting = self.job.as_ref().is_some_and(|job| job.work == Work::Count);
        if counting && self.waiting.take_stop() {
            self.stop();
        }
    }

    /// Whether lines have to wait: something is being counted, or a search was stopped and its answer is due.
    fn must_wait(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.work == Work::Count || job.control.is_stopped())
    }

    /// Serves a line now, or later if there is something to wait for that it is not about.
    fn hear(&mut self, heard: Waiting) -> io::Result<ControlFlow<()>> {
        let at_once = match &heard {
            Waiting::Line(Ok(line)) => match Command::parse(line) {
                Ok(Some(Command::IsReady)) => true,
                // What was stopped already is about to end; then this is meant for something that waits.
                Ok(Some(Command::Stop)) => self.job.as_ref().is_some_and(|job| !job.control.is_stopped()),
                _ => false,
            },
            Waiting::Line(Err(_)) | Waiting::EndOfInput => false,
        };
        if self.must_wait() && !at_once {
            self.waiting.push(heard);
            return Ok(ControlFlow::Continue(()));
        }
        self.serve(heard)
    }

    fn serve(&mut self, heard: Waiting) -> io::Result<ControlFlow<()>> {
        let Waiting::Line(line) = heard else { return Ok(self.end_of_input()) };
        log::debug!("heard {line:?}");
        let replies = match line.as_deref().map(Command::parse) {
            Ok(Ok(None)) => return Ok(ControlFlow::Continue(())),
            Ok(Ok(Some(Command::Quit))) => {
                self.stop();
                return Ok(ControlFlow::Break(()));
            }
            Ok(Ok(Some(command))) => self.obey(command),
            Ok(Err(error)) => Err(error.into()),
            Err(&error) => Err(error.into()),
        };
        // The one place where errors become lines.
        match replies {
            Ok(replies) => self.say(&replies)?,
            Err(error) => self.say(&[Reply::Error(error.to_string())])?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// No more commands will come: what ends by itself may do so, everything else ends now.
    fn end_of_input(&mut self) -> ControlFlow<()> {
        self.input_ended = true;
        let Some(job) = &self.job else { return ControlFlow::Break(()) };
        if job.work == (Work::Search { bounded: false }) {
            job.control.stop();
        }
        ControlFlow::Continue(())
    }

    /// Writes replies, whole lines only, without blanks at their ends.
    fn say(&mut self, replies: &[Reply]) -> io::Result<()> {
        for reply in replies {
            let mut text = String::new();
            for line in reply.to_string().lines() {
                text.push_str(line.trim_end());
                text.push('\n');
            }
            self.output.write_all(text.as_bytes())?;
        }
        self.output.flush()
    }

    fn obey(&mut self, command: Command<'_>) -> Replies {
        match command {
            Command::Introduce(done) => Ok(vec![Reply::Introduction { options: Options::advertise(), done }]),
            Command::IsReady => Ok(vec![Reply::ReadyOk]),
            Command::Stop => Ok(self.stop()),
            Command::PonderHit => Ok(self.ponder_hit()),
            Command::Query(query) => Ok(vec![Reply::Response(answer(&self.game, &query))]),
            Command::Draw => Ok(vec![Reply::Text(text::drawing(&self.game))]),
            Command::Help(topic) => Ok(vec![Reply::Text(help(topic).map_err(SessionError::Help)?)]),
            Command::HelpOption(name) => Ok(vec![Reply::Text(option_help(&name)?)]),
            Command::Rules => Ok(vec![Reply::Text(rules::of(self.options.game))]),
            command => self.obey_at_rest(command),
        }
    }

    /// The commands that are only served while nothing is being searched.
    fn obey_at_rest(&mut self, command: Command<'_>) -> Replies {
        if self.job.is_some() {
            return Err(SessionError::Busy);
        }
        match command {
            Command::NewGame => Ok(self.new_game()),
            Command::SetOption { name, value } => self.set_option(&name, value),
            Command::Position { from, moves } => self.set_position(&from, &moves),
            Command::Move(moves) => self.play(&moves),
            Command::Capture(cell) => self.complete(Awaits::Capture, cell),
            Command::Plant(tree) => self.complete(Awaits::Plant, tree),
            Command::Undo(moves) => self.game.undo(moves).map(|()| vec![]).map_err(Into::into),
            Command::Go(go) => self.go(&go),
            Command::Eval => Ok(vec![Reply::Text(text::explanation(&self.game))]),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench => self.count(|control, say| bench(control, say)),
            // Served whatever is going on, see `obey`.
            _ => Ok(vec![]),
        }
    }

    fn stop(&mut self) -> Vec<Reply> {
        if let Some(job) = &self.job {
            job.control.stop();
        }
        vec![]
    }

    fn ponder_hit(&mut self) -> Vec<Reply> {
        if let Some(job) = &mut self.job {
            job.control.ponder_hit();
            if let Work::Search { bounded } = &mut job.work {
                *bounded |= job.bounded_once_pondered;
            }
        }
        vec![]
    }

    fn new_game(&mut self) -> Vec<Reply> {
        self.table.clear();
        self.rng = seeded(self.options.seed);
        self.game = AnyGame::start(self.options.game, self.options.board_size);
        vec![]
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Replies {
        let mut options = self.options.clone();
        let name = options.set(name, value)?;
        if options.hash != self.options.hash {
            self.table = Arc::new(Table::new(options.hash)?);
        }
        if name == CLEAR_HASH {
            self.table.clear();
        }
        if name == "Seed" {
            self.rng = seeded(options.seed);
        }
        let resized = options.board_size != self.options.board_size && options.game == GameKind::WaldMeister;
        if options.game != self.options.game || resized {
            self.table.clear();
            self.game = AnyGame::start(options.game, options.board_size);
        }
        self.options = options;
        Ok(vec![])
    }

    fn set_position(&mut self, from: &StartFrom, moves: &[&str]) -> Replies {
        let kind = self.options.game;
        let mut game = match from {
            StartFrom::Startpos => AnyGame::start(kind, self.options.board_size),
            StartFrom::Fen(text) => AnyGame::from_fen(kind, text)?,
        };
        game.play(moves, false)?;
        self.game = game;
        Ok(vec![])
    }

    fn play(&mut self, moves: &[&str]) -> Replies {
        self.game.play(moves, true)?;
        let awaiting = |(awaits, words): (Awaits, _)| Reply::Awaiting { command: awaits.to_string(), words };
        Ok(self.game.pending().map(awaiting).into_iter().collect())
    }

    fn complete(&mut self, awaits: Awaits, word: &str) -> Replies {
        self.game.complete(awaits, word)?;
        Ok(vec![])
    }

    fn go(&mut self, go: &GoCommand<'_>) -> Replies {
        if let Some(outcome) = self.game.outcome() {
            let score = match outcome.result {
                GameResult::Draw => InfoScore::Cp(0),
                GameResult::Win(_) => InfoScore::Mate(0),
            };
            return Ok(vec![Reply::GameOver(score), Reply::BestMove { best: None, ponder: None }]);
        }
        let limits = limits(go, self.game.to_move());
        let request = SearchRequest {
            limits: limits.clone(),
            level: self.options.level,
            seed: self.rng.random(),
            // What depends on the clock is never the same twice; everything else stays repeatable.
            variety: self.options.seed == 0 && limits.is_by_time(),
            lines: self.options.multi_pv,
            threads: self.options.threads,
            overhead: self.options.move_overhead,
        };
        let search = search::prepare(&self.game, request, &go.searchmoves)?;
        let last_resort = vec![
            Reply::Error("the search failed, which is a bug in tern; here is a legal move".into()),
            Reply::BestMove { best: self.game.moves().into_iter().next(), ponder: None },
        ];
        let (table, with_ponder) = (Arc::clone(&self.table), self.options.ponder);
        let work = Work::Search { bounded: limits.is_bounded() };
        let control = Control::new(limits.ponder);
        let events = self.events.clone();
        let mut job = Job::start(work, control, events, last_resort, move |control, say| {
            job::search(search, &table, control, with_ponder, say)
        })
        .map_err(SessionError::Thread)?;
        job.bounded_once_pondered = Limits { ponder: false, ..limits }.is_bounded();
        self.job = Some(job);
        Ok(vec![])
    }

    fn perft(&mut self, depth: u32) -> Replies {
        let game = self.game.clone();
        self.count(move |control, _| job::perft_replies(&game, depth, control.halted()))
    }

    /// Starts to count something.
    fn count(&mut self, task: impl FnOnce(&Control, &mut dyn FnMut(Reply)) -> Vec<Reply> + Send + 'static) -> Replies {
        let last_resort = vec![Reply::Error("counting failed, which is a bug in tern".into())];
        let job = Job::start(Work::Count, Control::new(false), self.events.clone(), last_resort, task);
        self.job = Some(job.map_err(SessionError::Thread)?);
        Ok(vec![])
    }
}

/// A source of random numbers; seed 0 stands for a different one every time.
fn seeded(seed: u64) -> StdRng {
    if seed == 0 { rand::make_rng() } else { StdRng::seed_from_u64(seed) }
}

/// What a `go` says, seen by the player to move.
fn limits(go: &GoCommand<'_>, to_move: Player) -> Limits {
    let time = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
    let [me, other] = [to_move.index(), to_move.opponent().index()];
    let has_clock = go.time.iter().chain(&go.inc).any(Option::is_some);
    let limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: go.movetime.map(time),
        clock: has_clock.then(|| GameClock {
            // Told of one clock only, we take ours to show the same.
            left: time(go.time[me].or(go.time[other]).unwrap_or(0)),
            increment: time(go.inc[me].or(go.inc[other]).unwrap_or(0)),
            moves_to_go: go.movestogo,
        }),
        mate: go.mate,
        infinite: go.infinite,
        ponder: go.ponder,
    };
    let endless = Limits { ponder: false, ..limits.clone() };
    // Nothing that ends it: it goes on until it is stopped.
    Limits { infinite: limits.infinite || !endless.is_bounded(), ..limits }
}
