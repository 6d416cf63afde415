//! `m-star`: models inside each other.

use super::opponent::named;
use super::search::{DEPTH, NODES, TIME, WEIGHTS};
use super::speculating::{MODEL, Purpose, QUIESCENCE, TIES, speculating};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, whole};

const LEVEL: Opt<usize> = whole(
    "level",
    [0, 8],
    "how many models inside each other: 0 is minimax, 1 om",
)
.usually("2");

pub(crate) struct MStar;

impl PlayerKind for MStar {
    const NAME: &'static str = "m-star";
    const ABOUT: &'static str =
        "the same against an opponent who has a model of us, who have a model of them";
    const OPTIONS: Declarations = &[
        &DEPTH,
        &LEVEL,
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
        let purpose = Purpose::WinByMinds(options.need(&LEVEL)?);
        speculating(purpose, entry, options, context, |evaluations| {
            Ok(vec![(1.0, named(None, evaluations)?)])
        })
    }
}
