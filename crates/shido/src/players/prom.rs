//! `prom`: opponent-model search against one of several.

use super::opponent::{
    Evaluations, Judge, MODEL, OPPONENT, Purpose, QUIESCENCE, Supposed, TIES, speculating,
};
use super::search::{DEPTH, NODES, TIME, WEIGHTS};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, text};

const TYPES: Opt<String> = text(
    "types",
    "`theirs@2*0.7+ours*0.3`",
    "what the opponent may be: whose evaluation (ours, theirs or weights), @ plies, * probability",
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

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let depth = options.get(&OPPONENT)?;
        let text = options.need(&TYPES)?;
        speculating(Purpose::Win, entry, options, context, |evaluations| {
            types(&text, depth, options, evaluations)
        })
    }
}

/// Types with probabilities that add up to one; those without a depth of their own look `depth` plies
/// ahead.
fn types<G: Playable>(
    text: &str,
    depth: Option<u32>,
    options: &Options<'_>,
    evaluations: &Evaluations<'_, G>,
) -> Result<Vec<Supposed<G>>, Error> {
    let wrong = || {
        let wanted = "types with probabilities that add up to 1, such as `theirs@2*0.7+ours*0.3`";
        options.wrong(&TYPES, text, wanted.to_owned())
    };
    let mut types = Vec::new();
    for part in text.split('+') {
        let (who, probability) = part.split_once('*').ok_or_else(wrong)?;
        let probability: f64 = probability.parse().map_err(|_| wrong())?;
        if !(0.0..=1.0).contains(&probability) {
            return Err(wrong());
        }
        let (who, depth) = match who.split_once('@') {
            Some((who, plies)) => (who, Some(plies.parse().map_err(|_| wrong())?)),
            None => (who, depth),
        };
        types.push(Supposed {
            probability,
            judge: match who {
                "ours" => Judge::Ours,
                "theirs" => Judge::Theirs,
                weights => Judge::By(evaluations.theirs(options, &TYPES, weights)?),
            },
            depth,
        });
    }
    let sum: f64 = types.iter().map(|supposed| supposed.probability).sum();
    match (sum - 1.0).abs() > 1e-9 {
        true => Err(wrong()),
        false => Ok(types),
    }
}
