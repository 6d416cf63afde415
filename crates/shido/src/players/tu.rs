//! `tu`: tutoring search.

use super::opponent::{MODEL, Purpose, QUIESCENCE, TIES, one, speculating};
use super::search::{DEPTH, NODES, TIME, WEIGHTS};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, number, whole};

const STUDENT: Opt<u32> = whole(
    "student",
    [0, 10_000],
    "how many plies the student looks ahead (as far as we do if left out)",
);
const LIMIT: Opt<f64> = number(
    "limit",
    [0.0, f64::INFINITY],
    "the loss limit: how much a move may lose, in the game's unit (0, if `visible` is not given)",
);
const VISIBLE: Opt<f64> = number(
    "visible",
    [0.0, f64::INFINITY],
    "how much a move may lose in the student's eyes",
);

pub(crate) struct Tu;

impl PlayerKind for Tu {
    const NAME: &'static str = "tu";
    const ABOUT: &'static str =
        "tutoring search: loses, but by no error that the student would notice";
    const OPTIONS: Declarations = &[
        &DEPTH,
        &STUDENT,
        &LIMIT,
        &VISIBLE,
        &MODEL,
        &TIES,
        &QUIESCENCE,
        &NODES,
        &TIME,
        &WEIGHTS,
    ];
    const FIXED: Option<bool> = None;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let visible = options.get(&VISIBLE)?;
        // Without any limit it would be no tutor.
        let limit = options.get(&LIMIT)?.or(visible.is_none().then_some(0.0));
        let depth = options.get(&STUDENT)?;
        let purpose = Purpose::Tutor { limit, visible };
        speculating(purpose, entry, options, context, |_| Ok(one(depth)))
    }
}
