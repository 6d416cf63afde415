//! Models of opponents by text: `2`, `soft-max:temperature=0.5,depth=2`, `erring:noise=10,of=2`,
//! `mixture:of=2*0.7+[fallible:noise=30]*0.3`, or any player with fixed odds.

use std::sync::Arc;

use shido_arena::{PlayerError, Policy};
use shido_core::Game;
use shido_search::{Distributed, Erring, LookAhead, Mixture, SharedOpponent, SoftMax};

use super::search::PLIES;
use super::speculating::Evaluations;
use crate::entry::{AsPlayed, Entry, Playable};
use crate::evaluation::SharedModel;
use crate::options::{
    Declarations, Opt, OptionDescription, Options, in_brackets, number, opponent, opponents, text,
    whole,
};
use crate::{Error, Spec};

/// By whose evaluation an opponent judges.
pub(crate) enum Judge<G: Game> {
    Ours,
    Theirs,
    By(SharedModel<G>),
}

/// What is supposed of an opponent. Which evaluations the sides have may depend on who asks.
pub(crate) enum Opponent<G: Game> {
    /// Plays the best that a look-ahead finds.
    LookAhead { judge: Judge<G>, depth: Option<u32> },
    /// Plays the better the better it looks.
    SoftMax {
        judge: Judge<G>,
        depth: Option<u32>,
        temperature: f64,
    },
    /// Plays as another, but now and then anything.
    Erring { noise: f64, of: Box<Opponent<G>> },
    /// Plays sometimes like this and sometimes like that.
    Mixture(Vec<(f64, Opponent<G>)>),
    /// Plays by odds of which nothing else is known.
    Policy(Arc<dyn Policy<G>>),
}

impl<G: Game + 'static> Opponent<G> {
    /// Whether nothing is known of what they see.
    pub(crate) fn is_unseeing(&self) -> bool {
        match self {
            Opponent::LookAhead { .. } | Opponent::SoftMax { .. } => false,
            Opponent::Erring { of, .. } => of.is_unseeing(),
            Opponent::Mixture(parts) => parts.iter().all(|(_, part)| part.is_unseeing()),
            Opponent::Policy(_) => true,
        }
    }

    /// The model, given the evaluations of the two sides.
    pub(crate) fn model(
        &self,
        ours: &SharedModel<G>,
        theirs: &SharedModel<G>,
    ) -> SharedOpponent<G> {
        let look_ahead = |judge: &Judge<G>, depth: Option<u32>| LookAhead {
            model: Arc::clone(match judge {
                Judge::Ours => ours,
                Judge::Theirs => theirs,
                Judge::By(model) => model,
            }),
            depth,
        };
        match self {
            Opponent::LookAhead { judge, depth } => Arc::new(look_ahead(judge, *depth)),
            Opponent::SoftMax {
                judge,
                depth,
                temperature,
            } => Arc::new(SoftMax {
                look_ahead: look_ahead(judge, *depth),
                temperature: *temperature,
            }),
            Opponent::Erring { noise, of } => Arc::new(Erring {
                noise: *noise,
                inner: of.model(ours, theirs),
            }),
            Opponent::Mixture(parts) => {
                let parts = parts.iter();
                let parts = parts.map(|(share, part)| (*share, part.model(ours, theirs)));
                Arc::new(Mixture(parts.collect()))
            }
            Opponent::Policy(policy) => {
                let policy = Arc::clone(policy);
                Arc::new(Distributed(move |game: &G, position: &G::Position| {
                    let odds = policy.distribution(game, position);
                    odds.map_err(|error| error.to_string())
                }))
            }
        }
    }
}

/// The policy of somebody who is supposed to play by the position alone: they are asked by the usual rules,
/// whatever is known of the past of a contest. What they remember of positions then holds in any contest.
pub(crate) fn by_position<G: Playable>(
    entry: &Entry<G>,
    policy: Arc<dyn Policy<G>>,
) -> Arc<dyn Policy<G>> {
    match entry.as_played {
        Some(as_played) => Arc::new(ByPosition { as_played, policy }),
        None => policy,
    }
}

struct ByPosition<G: Game> {
    as_played: AsPlayed<G>,
    policy: Arc<dyn Policy<G>>,
}

impl<G: Game> Policy<G> for ByPosition<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let usual = (self.as_played.without)(game);
        self.policy.distribution(&usual, position)
    }
}

/// How somebody who is to be supposed is described.
pub(crate) struct OpponentDescription {
    pub(crate) name: &'static str,
    pub(crate) options: Vec<OptionDescription>,
}

const DEPTH: Opt<u32> = whole("depth", [0, PLIES[1]], "how many plies they look ahead");
const WEIGHTS: Opt<String> = text(
    "weights",
    "`hand`, `rough` or a file",
    "of their evaluation, where it is not the one that the player supposes",
);
const TEMPERATURE: Opt<f64> = number(
    "temperature",
    [0.0, f64::INFINITY],
    "by how much more a move has to be worth to be played e times as often, in the game's unit",
)
.required();
const NOISE: Opt<f64> =
    number("noise", [0.0, 100.0], "how many of 100 moves are random").required();
const OF: Opt<Spec> = opponent("of", "how they play otherwise").required();
const PARTS: Opt<String> = opponents(
    "of",
    "`2*0.7+[fallible:noise=30]*0.3`",
    "opponents with the share of each, which add up to 1",
)
.required();

const KINDS: &[(&str, Declarations)] = &[
    ("look-ahead", &[&DEPTH, &WEIGHTS]),
    ("soft-max", &[&TEMPERATURE, &DEPTH, &WEIGHTS]),
    ("erring", &[&NOISE, &OF]),
    ("mixture", &[&PARTS]),
];

/// The models of opponents that have a name of their own.
pub(crate) fn described() -> impl Iterator<Item = OpponentDescription> {
    KINDS.iter().map(|(name, declared)| OpponentDescription {
        name,
        options: declared.iter().map(|option| option.describe()).collect(),
    })
}

/// The opponent that a text names: how many plies they look ahead, one of the models here, or a player
/// with fixed odds. Without a text they look as far as we do.
pub(crate) fn named<G: Playable>(
    spec: Option<&Spec>,
    evaluations: &Evaluations<'_, G>,
) -> Result<Opponent<G>, Error> {
    let Some(spec) = spec else {
        return Ok(Opponent::LookAhead {
            judge: Judge::Theirs,
            depth: None,
        });
    };
    if let (Ok(plies), true) = (spec.name.parse(), spec.options.is_empty()) {
        return Ok(Opponent::LookAhead {
            judge: Judge::Theirs,
            depth: Some(plies),
        });
    }
    let Some((_, declared)) = KINDS.iter().find(|(name, _)| *name == spec.name) else {
        let context = evaluations.context;
        let player = super::player(evaluations.entry, spec, context.settings, context.watch)?;
        return match player.policy {
            Some(policy) => Ok(Opponent::Policy(by_position(evaluations.entry, policy))),
            None => Err(Error::NoFixedOdds {
                player: spec.name.clone(),
            }),
        };
    };
    let options = Options::new(spec, declared)?;
    let judge = || -> Result<Judge<G>, Error> {
        match options.get(&WEIGHTS)? {
            Some(weights) => Ok(Judge::By(evaluations.theirs(&options, &WEIGHTS, &weights)?)),
            None => Ok(Judge::Theirs),
        }
    };
    Ok(match spec.name.as_str() {
        "look-ahead" => Opponent::LookAhead {
            judge: judge()?,
            depth: options.get(&DEPTH)?,
        },
        "soft-max" => Opponent::SoftMax {
            judge: judge()?,
            depth: options.get(&DEPTH)?,
            temperature: options.need(&TEMPERATURE)?,
        },
        "erring" => Opponent::Erring {
            noise: options.need(&NOISE)? / 100.0,
            of: Box::new(named(Some(&options.need(&OF)?), evaluations)?),
        },
        _ => {
            let text = options.need(&PARTS)?;
            Opponent::Mixture(weighed(&text, None, &options, &PARTS, evaluations)?)
        }
    })
}

/// Opponents with probabilities that add up to one: `theirs@2*0.7+ours*0.3`, where somebody is `ours`,
/// `theirs` or weights, how far they look behind an `@`; or plies; or an opponent in brackets. Those
/// without a depth of their own look `depth` plies ahead.
pub(crate) fn weighed<G: Playable>(
    text: &str,
    depth: Option<&Spec>,
    options: &Options<'_>,
    option: &Opt<String>,
    evaluations: &Evaluations<'_, G>,
) -> Result<Vec<(f64, Opponent<G>)>, Error> {
    let wrong = || {
        let wanted = "opponents with probabilities that add up to 1, such as \
                      `theirs@2*0.7+[soft-max:temperature=0.5]*0.3`";
        options.wrong(option, text, wanted.to_owned())
    };
    let mut parts = Vec::new();
    for part in outside_brackets(text, '+') {
        let (who, probability) = part.rsplit_once('*').ok_or_else(wrong)?;
        let probability: f64 = probability.parse().map_err(|_| wrong())?;
        if !(0.0..=1.0).contains(&probability) {
            return Err(wrong());
        }
        let inner = who.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        if let Some(inner) = inner {
            let spec = inner.parse().map_err(|_| wrong())?;
            parts.push((probability, named(Some(&spec), evaluations)?));
            continue;
        }
        if who.parse::<u32>().is_ok() {
            parts.push((probability, named(Some(&Spec::plain(who)), evaluations)?));
            continue;
        }
        let (who, depth) = match who.split_once('@') {
            Some((who, plies)) => (who, Some(plies.parse().map_err(|_| wrong())?)),
            None => match depth {
                Some(spec) => (who, Some(spec.name.parse().map_err(|_| wrong())?)),
                None => (who, None),
            },
        };
        let judge = match who {
            "ours" => Judge::Ours,
            "theirs" => Judge::Theirs,
            weights => Judge::By(evaluations.theirs(options, option, weights)?),
        };
        parts.push((probability, Opponent::LookAhead { judge, depth }));
    }
    let sum: f64 = parts.iter().map(|(probability, _)| probability).sum();
    match (sum - 1.0).abs() > 1e-9 {
        true => Err(wrong()),
        false => Ok(parts),
    }
}

/// Who is named in such a text, the evaluations left out.
pub(crate) fn named_in(text: &str) -> Vec<Spec> {
    let parts = outside_brackets(text, '+').into_iter();
    let named = parts.filter_map(|part| {
        let (who, _) = part.rsplit_once('*')?;
        match who.starts_with('[') || who.parse::<u32>().is_ok() {
            true => in_brackets(who),
            false => None,
        }
    });
    named.collect()
}

/// The parts of a text between separators that stand in no bracket.
fn outside_brackets(text: &str, separator: char) -> Vec<&str> {
    let mut open = 0;
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices() {
        match character {
            '[' => open += 1,
            ']' => open -= 1,
            it if it == separator && open == 0 => {
                parts.push(&text[start..at]);
                start = at + it.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
