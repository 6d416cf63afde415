//! `people`: chooses as somebody of a certain strength would.

use super::{Context, PlayerKind, Prepared, family};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, number};

const RATING: Opt<f64> = number(
    "rating",
    [0.0, 4000.0],
    "how strong they are: 1500 is the middle of people who play rated games",
)
.required();

pub(crate) struct People;

impl PlayerKind for People {
    const NAME: &'static str = "people";
    const ABOUT: &'static str = "chooses as a person of this strength would, with their mistakes";
    const OPTIONS: Declarations = &[&RATING];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        _: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        family::somebody(entry, options.need(&RATING)?)
    }
}
