//! Lines from standard input, waited for so that Ctrl-C is noticed.

use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::interrupt;

/// What came while a line was waited for.
pub(crate) enum Line {
    /// A line.
    Text(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Standard input line by line.
pub(crate) struct Lines {
    lines: Receiver<io::Result<String>>,
    typed: bool,
}

/// How long to wait between two looks at whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(50);

impl Lines {
    /// Starts to read. Another thread does it, because reading goes on when Ctrl-C is pressed.
    pub(crate) fn read() -> Lines {
        let (sender, lines) = sync_channel(1);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                let line = match input.read_until(b'\n', &mut bytes) {
                    Ok(0) => return,
                    Ok(_) => Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
                    Err(error) => Err(error),
                };
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    return;
                }
            }
        });
        Lines {
            lines,
            typed: io::stdin().is_terminal(),
        }
    }

    /// Whether somebody types them.
    pub(crate) fn are_typed(&self) -> bool {
        self.typed
    }

    /// Waits for the next line.
    pub(crate) fn next(&self) -> io::Result<Line> {
        loop {
            if interrupt::raised() {
                return Ok(Line::Interrupted);
            }
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => return Ok(Line::Text(line?)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Line::End),
            }
        }
    }
}
