//! `tu`: tutoring search.

use super::opponent::named;
use super::search::{DEPTH, NODES, TIME, WEIGHTS};
use super::speculating::{MODEL, Purpose, QUIESCENCE, TIES, speculating};
use super::{Context, PlayerKind, Prepared};
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, number, opponent};
use crate::{Error, Spec};

const STUDENT: Opt<Spec> = opponent(
    "student",
    "the student: how many plies they look ahead (as far as we do if left out), or a model of them",
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
    const VERSION: u32 = 2;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let visible = options.get(&VISIBLE)?;
        // Without any limit it would be no tutor.
        let limit = options.get(&LIMIT)?.or(visible.is_none().then_some(0.0));
        let student = options.get(&STUDENT)?;
        let purpose = Purpose::Tutor { limit, visible };
        speculating(purpose, entry, options, context, |evaluations| {
            let student = named(student.as_ref(), evaluations)?;
            if student.is_unseeing() && limit.is_none() {
                let wanted = "`limit` beside it: of this student nothing is known but how often they \
                              play what, so no loss is visible to them";
                let seen = visible.unwrap_or_default().to_string();
                return Err(options.wrong(&VISIBLE, &seen, wanted.to_owned()));
            }
            Ok(vec![(1.0, student)])
        })
    }
}
