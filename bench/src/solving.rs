//! Every position of Connect Four on 4 columns by 4 rows, with distances.

use std::num::NonZeroUsize;

use anyhow::ensure;
use shido_solve::{SolveOptions, solve};

use crate::Bench;
use crate::measure::{alone, seconds};
use crate::rivals::shipped;
use crate::table::{Row, Unit};

/// Reachable positions, as peers count them.
const POSITIONS: u64 = 161_029;

pub(crate) fn rows(bench: &mut Bench) -> anyhow::Result<Vec<Row>> {
    let game = shipped("connect-four", &[("columns", 4), ("rows", 4)])?;
    let options = SolveOptions {
        threads: Some(NonZeroUsize::MIN),
        ..SolveOptions::new("connect-four-4x4", game.fingerprint())
    };
    let pairs = alone(bench.repetitions, 0.2, || {
        let mut solved = None;
        let time = seconds(|| solved = Some(solve(&game, &options, &|_| {})));
        if let Some(table) = solved {
            let found = table?.summary().positions;
            ensure!(found == POSITIONS, "{found} positions, not {POSITIONS}");
        }
        Ok(time)
    })?;
    let peer = "best public figure 1.0 s, OpenSpiel's value iteration 4.8 s; the mark is";
    let work = "4x4 connect four, all positions with distances";
    Ok(vec![Row::beside(work, peer, Unit::Seconds, &pairs, 1.0)])
}
