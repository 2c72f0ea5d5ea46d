//! What came in while it had to wait for the work in the background, in order.

use super::input::Input;
use crate::protocol::Command;
use std::collections::VecDeque;

/// Inputs that wait their turn.
#[derive(Default)]
pub(super) struct Queue {
    inputs: VecDeque<Input>,
    stops: usize,
}

fn is_stop(input: &Input) -> bool {
    matches!(input, Input::Command(Command::Stop))
}

impl Queue {
    pub(super) fn push(&mut self, input: Input) {
        self.stops += usize::from(is_stop(&input));
        self.inputs.push_back(input);
    }

    pub(super) fn pop(&mut self) -> Option<Input> {
        let first = self.inputs.pop_front()?;
        self.stops -= usize::from(is_stop(&first));
        Some(first)
    }

    /// Takes out the stop that belongs to the work under way, if there is one.
    ///
    /// A stop belongs to the last work before it that has none yet, whenever it came: it is the order of the lines that
    /// counts, not how fast they follow each other.
    pub(super) fn take_stop(&mut self) -> bool {
        if self.stops == 0 {
            return false;
        }
        let mut without_stop = 0;
        let belongs_here = |input: &Input| {
            match input {
                Input::Command(Command::Go(_) | Command::Perft(_) | Command::Bench) => without_stop += 1,
                Input::Command(Command::Stop) if without_stop == 0 => return true,
                Input::Command(Command::Stop) => without_stop -= 1,
                _ => {}
            }
            false
        };
        let Some(place) = self.inputs.iter().position(belongs_here) else { return false };
        self.inputs.remove(place);
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
            queue.push(match Command::parse(line) {
                Ok(command) => Input::Command(command.unwrap()),
                Err(error) => Input::Error(error.into()),
            });
        }
        queue.push(Input::End);
        queue
    }

    fn rest(mut queue: Queue) -> Vec<String> {
        let line = |input| match input {
            Input::Command(command) => command.to_string(),
            Input::Error(error) => error.to_string(),
            Input::End => "end".into(),
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
            (["go sideways", "stop", "d"], Some(&["unknown limit 'sideways' after go; try help go", "d", "end"])),
            (["d", "eval", "stop now"], None),
        ] {
            let mut queue = queue(&lines);
            assert_eq!(queue.take_stop(), left.is_some(), "{lines:?}");
            if let Some(left) = left {
                assert_eq!(rest(queue), left);
            }
        }
    }

    #[test]
    fn stops_are_counted_as_they_come_and_go() {
        let mut queue = queue(&["stop", "go", "stop", "stop", "perft 1", "stop"]);
        assert_eq!(queue.stops, 4);
        assert!(queue.take_stop(), "the first of all");
        assert!(queue.take_stop(), "the one after that of the search");
        assert!(!queue.take_stop(), "the last is that of the count");
        assert_eq!((queue.stops, queue.inputs.len()), (2, 5));
        assert_eq!(rest(queue), ["go", "stop", "perft 1", "stop", "end"]);
    }

    #[test]
    fn a_queue_without_stops_has_none_to_give() {
        let mut queue = queue(&["stop", "go"]);
        queue.pop();
        assert_eq!(queue.stops, 0);
        assert!(!queue.take_stop());
        assert_eq!(rest(queue), ["go", "end"]);
    }
}
