//! The session: what was set up, played and chosen. Takes events one by one, and turns errors into lines in one place.

use super::Event;
use super::background::Background;
use super::error::SessionError;
use super::input::Input;
use super::options::Options;
use super::queue::Queue;
use super::stalls::Stalls;
use super::wdl;
use crate::games::any::AnyGame;
use crate::protocol::{Command, Reply};
use crate::search::Table;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// What a command is answered with.
pub(super) type Replies = Result<Vec<Reply>, SessionError>;

pub(super) struct Session<W> {
    output: W,
    pub(super) options: Options,
    pub(super) game: AnyGame,
    pub(super) table: Arc<Table>,
    pub(super) background: Option<Background>,
    /// What came in while it had to wait.
    queue: Queue,
    /// When the work in the background was heard of last.
    pub(super) last_report: Instant,
    pub(super) stalls: Stalls,
    /// Nothing more will come in: the session ends with the work in the background.
    input_ended: bool,
    /// Handed to the work in the background.
    pub(super) events: SyncSender<Event>,
}

impl<W: Write> Session<W> {
    pub(super) fn new(output: W, options: Options, events: SyncSender<Event>) -> io::Result<Self> {
        let table = Table::new(options.hash).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        Ok(Self {
            output,
            game: AnyGame::start(options.game, options.board_size),
            table: Arc::new(table),
            options,
            background: None,
            queue: Queue::default(),
            last_report: Instant::now(),
            stalls: Stalls::default(),
            input_ended: false,
            events,
        })
    }

    /// Deals with one event; breaks when the session is over.
    pub(super) fn handle(&mut self, event: Event) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Input(input) => self.receive(input),
            Event::Progress(mut reply) => {
                self.last_report = Instant::now();
                if self.options.show_wdl {
                    wdl::add_to(&mut reply, &self.game);
                }
                self.write(&[reply])?;
                Ok(ControlFlow::Continue(()))
            }
            Event::Finished(last) => {
                let background = self.background.take();
                self.write(&last)?;
                if let Some(longest) = background.and_then(|background| background.longest_stall()) {
                    self.stalls.note(longest);
                }
                self.serve_queue()
            }
        }
    }

    /// Serves an input now, or later if it has to wait for the work in the background.
    fn receive(&mut self, input: Input) -> io::Result<ControlFlow<()>> {
        match input {
            Input::Command(Command::IsReady) => self.serve(input),
            input if self.must_wait() => {
                self.queue.push(input);
                self.stop_count_if_asked();
                Ok(ControlFlow::Continue(()))
            }
            input => self.serve(input),
        }
    }

    /// The stop of a count waits in the queue that the count holds up, perhaps behind other work and its stop.
    fn stop_count_if_asked(&mut self) {
        let counting = self.background.as_ref().is_some_and(Background::is_counting);
        if counting && self.queue.take_stop() {
            self.stop();
        }
    }

    fn must_wait(&self) -> bool {
        self.background.as_ref().is_some_and(Background::blocks)
    }

    /// Serves what had to wait, until there is something to wait for again.
    fn serve_queue(&mut self) -> io::Result<ControlFlow<()>> {
        while !self.must_wait()
            && let Some(input) = self.queue.pop()
        {
            if self.serve(input)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.stop_count_if_asked();
        }
        let over = self.input_ended && self.background.is_none();
        Ok(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn serve(&mut self, input: Input) -> io::Result<ControlFlow<()>> {
        let replies = match input {
            Input::End => return Ok(self.end_of_input()),
            Input::Command(Command::Quit) => {
                self.stop();
                return Ok(ControlFlow::Break(()));
            }
            Input::Command(Command::Stop) => {
                self.stop();
                Ok(vec![])
            }
            Input::Command(command) => self.execute(command),
            Input::Error(error) => Err(error.into()),
        };
        // The one place where errors become lines.
        match replies {
            Ok(replies) => self.write(&replies)?,
            Err(error) => self.write(&[Reply::Error(error.to_string())])?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// No more commands will come: what ends by itself may do so, everything else ends now.
    fn end_of_input(&mut self) -> ControlFlow<()> {
        self.input_ended = true;
        let Some(background) = &self.background else { return ControlFlow::Break(()) };
        if !background.is_bounded() {
            background.stop();
        }
        ControlFlow::Continue(())
    }

    /// Ends the work in the background.
    pub(super) fn stop(&mut self) {
        if let Some(background) = &self.background {
            background.stop();
        }
    }

    /// Writes replies, whole lines only, without blanks at their ends.
    pub(super) fn write(&mut self, replies: &[Reply]) -> io::Result<()> {
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
}
