//! A search is never silent for long: when it has nothing new to report, the session says how far it has come.

use super::state::Session;
use crate::protocol::{Info, Reply, nps};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long a search may be silent. A line a second is promised, and the line takes its time to get out.
const LONGEST_SILENCE: Duration = Duration::from_millis(900);

impl<W: Write> Session<W> {
    /// How long the session may wait for the next event, `None` for ever: a search that runs has to be reported on.
    pub(super) fn patience(&self) -> Option<Duration> {
        let background = self.background.as_ref()?;
        background.is_search().then(|| LONGEST_SILENCE.saturating_sub(self.last_report.elapsed()))
    }

    /// Reports on a search that has been silent for too long.
    pub(super) fn break_silence(&mut self) -> io::Result<()> {
        if self.patience() != Some(Duration::ZERO) {
            return Ok(());
        }
        let Some(control) = self.background.as_ref().map(super::background::Background::control) else { return Ok(()) };
        let (elapsed, nodes) = (control.elapsed(), control.progress().nodes());
        let current = control.progress().current();
        let info = Info {
            nodes: Some(nodes),
            nps: Some(nps(nodes, elapsed)),
            hashfull: Some(self.table.hashfull()),
            time: Some(elapsed.as_millis() as u64),
            currmove: current.and_then(|(bits, _)| self.game.move_of_bits(bits)),
            currmovenumber: current.map(|(_, number)| number),
            ..Info::default()
        };
        self.last_report = Instant::now();
        self.write(&[Reply::Info(Box::new(info))])
    }
}
