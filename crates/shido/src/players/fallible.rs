//! `fallible`: perfect, with noise.

use std::sync::Arc;

use super::perfect::{WISDOM, from_table, perfect};
use super::{Context, Need, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, number};

const NOISE: Opt<f64> = number(
    "noise",
    [0.0, 100.0],
    "how many of 100 moves are random (10: expert, 70: novice)",
)
.required();

pub(crate) struct Fallible;

impl PlayerKind for Fallible {
    const NAME: &'static str = "fallible";
    const ABOUT: &'static str = "perfect, but now and then makes a random move";
    const OPTIONS: Declarations = &[&NOISE, &WISDOM];
    const NEEDS: &'static [Need] = &[Need::Solvable];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let noise = options.need(&NOISE)?;
        let wise = perfect(entry, options.get(&WISDOM)?, context)?;
        let policy = shido_arena::Fallible::new(noise, wise)
            .map_err(|error| Error::Failed(error.to_string()))?;
        from_table(entry, Arc::new(policy), context)
    }
}
