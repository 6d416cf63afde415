//! `worst-move`: the opposite of perfect.

use std::sync::Arc;

use super::perfect::from_table;
use super::{Context, Need, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Options};

pub(crate) struct WorstMove;

impl PlayerKind for WorstMove {
    const NAME: &'static str = "worst-move";
    const ABOUT: &'static str = "gives away as much as it can";
    const OPTIONS: Declarations = &[];
    const NEEDS: &'static [Need] = &[Need::Solvable];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        entry: &Entry<G>,
        _: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let oracle = entry.oracle(context.settings, context.watch)?.oracle;
        from_table(entry, Arc::new(shido_arena::WorstMove(oracle)), context)
    }
}
