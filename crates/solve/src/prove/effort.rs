//! The work that a proof has taken so far, and its reports.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{OnProgress, Progress, SolveError, Stage};

/// What a proof has taken so far, and who wants to know.
pub(super) struct Effort<'a> {
    pub(super) nodes: u64,
    stop: &'a AtomicBool,
    watch: OnProgress<'a>,
}

/// How many nodes pass between two reports, and between two looks at the stop flag.
const REPORT: u64 = 1 << 16;
const LOOK: u64 = 1 << 10;

impl<'a> Effort<'a> {
    pub(super) fn new(stop: &'a AtomicBool, watch: OnProgress<'a>) -> Effort<'a> {
        Effort {
            nodes: 0,
            stop,
            watch,
        }
    }

    pub(super) fn spend(&mut self, nodes: u64) -> Result<(), SolveError> {
        let before = self.nodes;
        self.nodes += nodes;
        if before / LOOK != self.nodes / LOOK && self.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Interrupted);
        }
        if before / REPORT != self.nodes / REPORT {
            (self.watch)(Progress {
                stage: Stage::Proving,
                done: self.nodes,
                total: None,
            });
        }
        Ok(())
    }
}
