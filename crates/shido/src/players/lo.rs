//! `lo`: loss-oriented search.

use super::opponent::named;
use super::search::{DEPTH, NODES, TIME, WEIGHTS};
use super::speculating::{MODEL, OPPONENT, Purpose, QUIESCENCE, TIES, speculating};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Options};

pub(crate) struct Lo;

impl PlayerKind for Lo {
    const NAME: &'static str = "lo";
    const ABOUT: &'static str = "loss-oriented search: loses by errors that are as small as can be";
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
        speculating(Purpose::Lose, entry, options, context, |evaluations| {
            Ok(vec![(1.0, named(opponent.as_ref(), evaluations)?)])
        })
    }
}
