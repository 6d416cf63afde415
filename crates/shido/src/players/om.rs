//! `om`: opponent-model search.

use super::opponent::named;
use super::search::{DEPTH, NODES, TIME, WEIGHTS};
use super::speculating::{MODEL, OPPONENT, Purpose, QUIESCENCE, TIES, speculating};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Options};

pub(crate) struct Om;

impl PlayerKind for Om {
    const NAME: &'static str = "om";
    const ABOUT: &'static str =
        "opponent-model search: plays for the errors of an opponent whose thinking it knows";
    const OPTIONS: Declarations = &[
        &DEPTH,
        &OPPONENT,
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
        let opponent = options.get(&OPPONENT)?;
        speculating(Purpose::Win, entry, options, context, |evaluations| {
            Ok(vec![(1.0, named(opponent.as_ref(), evaluations)?)])
        })
    }
}
