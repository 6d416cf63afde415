//! `random`: any legal move.

use std::sync::Arc;

use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Options};

pub(crate) struct Random;

impl PlayerKind for Random {
    const NAME: &'static str = "random";
    const ABOUT: &'static str = "any legal move, each as likely as the others";
    const OPTIONS: Declarations = &[];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        _: &Entry<G>,
        _: &Options<'_>,
        _: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        Ok(Prepared::drawing(Arc::new(shido_arena::Random), None))
    }
}
