//! What came in while it had to wait for the work under way, in order.

use super::input::LineError;
use crate::protocol::Command;
use std::collections::VecDeque;

/// A line that waits its turn, or the end of the input.
pub(super) enum Waiting {
    Line(Result<String, LineError>),
    EndOfInput,
}

impl Waiting {
    fn command(&self) -> Option<Command<'_>> {
        match self {
            Self::Line(Ok(line)) => Command::parse(line).ok().flatten(),
            Self::Line(Err(_)) | Self::EndOfInput => None,
        }
    }

    fn is_stop(&self) -> bool {
        matches!(self, Self::Line(Ok(line)) if line.trim_ascii() == "stop")
    }
}

#[derive(Default)]
pub(super) struct Queue {
    waiting: VecDeque<Waiting>,
    /// How many of them are stops, so that nobody looks for one in vain.
    stops: usize,
}

impl Queue {
    pub(super) fn push(&mut self, waiting: Waiting) {
        self.stops += usize::from(waiting.is_stop());
        self.waiting.push_back(waiting);
    }

    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let first = self.waiting.pop_front()?;
        self.stops -= usize::from(first.is_stop());
        Some(first)
    }

    /// Takes out the stop that belongs to the work just begun, if there is one. A stop belongs to the last work before it
    /// that has none yet.
    pub(super) fn take_stop(&mut self) -> bool {
        if self.stops == 0 {
            return false;
        }
        let mut begun = 0;
        let belongs_here = |waiting: &Waiting| {
            match waiting.command() {
                Some(Command::Go(_) | Command::Perft(_) | Command::Bench) => begun += 1,
                Some(Command::Stop) if begun == 0 => return true,
                Some(Command::Stop) => begun -= 1,
                _ => {}
            }
            false
        };
        let Some(place) = self.waiting.iter().position(belongs_here) else { return false };
        self.waiting.remove(place);
        self.stops -= 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(lines: &[&str]) -> Queue {
        let mut queue = Queue::default();
        for line in lines {
            queue.push(Waiting::Line(Ok((*line).into())));
        }
        queue.push(Waiting::EndOfInput);
        queue
    }

    fn rest(mut queue: Queue) -> Vec<String> {
        let line = |waiting| match waiting {
            Waiting::Line(line) => line.unwrap(),
            Waiting::EndOfInput => "end".into(),
        };
        std::iter::from_fn(|| queue.pop()).map(line).collect()
    }

    #[test]
    fn a_stop_belongs_to_the_last_work_before_it() {
        for (lines, left) in [
            (["d", " stop\r", "go"], Some(["d", "go", "end"].as_slice())),
            (["perft 3", "stop", "stop"], Some(&["perft 3", "stop", "end"])),
            (["go", "stop", "d"], None),
            (["go", "bench", "stop"], None),
            (["go sideways", "stop", "d"], Some(&["go sideways", "d", "end"])),
            (["d", "eval", "stop now"], None),
        ] {
            let mut queue = queue(&lines);
            assert_eq!(queue.take_stop(), left.is_some(), "{lines:?}");
            if let Some(left) = left {
                assert_eq!(rest(queue), left);
            }
        }
    }
}
