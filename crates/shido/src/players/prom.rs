//! `prom`: opponent-model search against one of several.

use super::opponent::weighed;
use super::search::{DEPTH, NODES, TIME, WEIGHTS};
use super::speculating::{MODEL, OPPONENT, Purpose, QUIESCENCE, TIES, speculating};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, opponents};

const TYPES: Opt<String> = opponents(
    "types",
    "`theirs@2*0.7+ours*0.3`",
    "what the opponent may be: whose evaluation (ours, theirs or weights) @ plies, or a model in brackets, * probability",
)
.required();

pub(crate) struct Prom;

impl PlayerKind for Prom {
    const NAME: &'static str = "prom";
    const ABOUT: &'static str = "the same against an opponent who may be one of several";
    const OPTIONS: Declarations = &[
        &DEPTH,
        &TYPES,
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
        let depth = options.get(&OPPONENT)?;
        let text = options.need(&TYPES)?;
        speculating(Purpose::Win, entry, options, context, |evaluations| {
            weighed(&text, depth.as_ref(), options, &TYPES, evaluations)
        })
    }
}
