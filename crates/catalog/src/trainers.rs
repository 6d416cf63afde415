//! Trainers by name.

use std::sync::Arc;

use shido_arena::{Policy, Remembered};
use shido_core::nearest;
use shido_learn::Trainer;
use shido_learn::trainers::{Expert, LessonAndPractice, SelfTraining};

use crate::held::{Held, Playable};
use crate::players::{PLAYERS, PlayerHelp, player};
use crate::spec::Options;
use crate::{CatalogError, Event, Settings, Spec};

/// The trainers that are more than a player whom the learner meets again and again. Every player with
/// fixed odds is a trainer too: `perfect`, `fallible:noise=10`, `alphabeta:depth=2`.
pub const TRAINERS: &[PlayerHelp] = &[
    PlayerHelp {
        name: "self",
        about: "the learner plays both sides of every contest",
        options: &[],
    },
    PlayerHelp {
        name: "lesson-and-practice",
        about: "contests against an expert and contests against itself by turns; `2&7` for short",
        options: &[
            ("lessons", "how many contests against the expert (2)"),
            ("practice", "how many against itself then (7)"),
            EXPERT,
        ],
    },
];

const EXPERT: (&str, &str) = (
    "expert",
    "who gives the lessons, in brackets if he has options: expert=[fallible:noise=10] (perfect)",
);

type Watch<'w> = &'w (dyn Fn(Event) + Sync);

/// The trainer that a spec names: one of its own kind, or a player whom the learner meets again and
/// again.
pub(crate) fn trainer<G: Playable>(
    held: &Held<G>,
    spec: &Spec,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Box<dyn Trainer<G>>, CatalogError> {
    let options = Options::new(spec);
    if let Some((lessons, practice)) = ratio(&spec.name) {
        return lesson_and_practice(held, &options, (lessons, practice), settings, watch);
    }
    match spec.name.as_str() {
        "self" => {
            options.finish()?;
            Ok(Box::new(SelfTraining))
        }
        "lesson-and-practice" => {
            let wanted = "a number of contests, such as 2";
            let lessons = options.number("lessons", wanted)?.unwrap_or(2);
            let practice = options.number("practice", wanted)?.unwrap_or(7);
            lesson_and_practice(held, &options, (lessons, practice), settings, watch)
        }
        _ => Ok(Box::new(Expert(expert(held, spec, settings, watch)?))),
    }
}

/// `2&7`: two lessons, seven contests of practice.
fn ratio(name: &str) -> Option<(u64, u64)> {
    let (lessons, practice) = name.split_once('&')?;
    Some((lessons.parse().ok()?, practice.parse().ok()?))
}

fn lesson_and_practice<G: Playable>(
    held: &Held<G>,
    options: &Options<'_>,
    (lessons, practice): (u64, u64),
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Box<dyn Trainer<G>>, CatalogError> {
    let giver = options.player(
        "expert",
        "a player with fixed odds, such as `expert=perfect`",
    )?;
    options.finish()?;
    // More than anyone trains would overflow where the two are added up.
    if !(1..=1_000_000).contains(&(lessons.saturating_add(practice))) {
        return Err(CatalogError::Unable {
            what: format!(
                "training cannot be {lessons} lessons and {practice} contests of practice by turns"
            ),
            help: "write `2&7`, with at least one and at most a million contests together"
                .to_owned(),
        });
    }
    let perfect = || Spec {
        name: "perfect".to_owned(),
        options: Vec::new(),
    };
    Ok(Box::new(LessonAndPractice {
        lessons,
        practice,
        expert: expert(held, &giver.unwrap_or_else(perfect), settings, watch)?,
    }))
}

/// A player for the learner to meet. What he thinks of a position is remembered: training comes to the
/// same positions over and over.
fn expert<G: Playable>(
    held: &Held<G>,
    spec: &Spec,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Remembered<G, Arc<dyn Policy<G>>>, CatalogError> {
    let named = player(held, spec, settings, watch).map_err(|error| match error {
        CatalogError::UnknownPlayer { name, .. } => unknown(name),
        other => other,
    })?;
    match named.policy {
        Some(policy) => Ok(Remembered::new(policy)),
        None => Err(CatalogError::Unable {
            what: format!(
                "`{}` has no fixed odds for its moves, so it cannot train",
                spec.name
            ),
            help: "train against perfect, fallible, or a search of fixed depth such as \
                   `alphabeta:depth=2`"
                .to_owned(),
        }),
    }
}

fn unknown(name: String) -> CatalogError {
    let own = TRAINERS.iter().map(|trainer| trainer.name);
    let players = PLAYERS.iter().map(|player| player.name);
    CatalogError::UnknownTrainer {
        nearest: nearest(&name, own.clone().chain(players)).map(str::to_owned),
        known: own.collect(),
        name,
    }
}
