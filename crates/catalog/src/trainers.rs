//! Trainers by name.

use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;

use shido_arena::{Policy, Remembered, Transcript};
use shido_core::nearest;
use shido_learn::Trainer;
use shido_learn::trainers::{
    ActiveLearning, Expert, GrowingPractice, Ideal, IdealOptions, LessonAndPractice,
    MaximalExposure, Priming, Recorded, RisingDifficulty, SelfTraining,
};

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
    PlayerHelp {
        name: "ideal",
        about: "leads the learner to where it errs; needs a small game that can be solved",
        options: &[(
            "without",
            "parts to do without, joined by `+`: steering, example, gradual, quick, seat",
        )],
    },
    PlayerHelp {
        name: "growing-practice",
        about: "lesson and practice with ever more practice while the learner does not lose",
        options: &[
            ("lessons", "how many contests against the expert (2)"),
            ("practice", "how many against itself at first (7)"),
            ("step", "how many more after lessons without a loss (7)"),
            EXPERT,
        ],
    },
    PlayerHelp {
        name: "rising-difficulty",
        about: "an expert who errs less the longer the learner has not lost",
        options: &[
            ("noise", "how many of 100 moves are random at first (100)"),
            ("steps", "after how many contests in a row none is (10)"),
            EXPERT,
        ],
    },
    PlayerHelp {
        name: "active-learning",
        about: "an expert against whom the learner tries what it understands least",
        options: &[
            ("inquiries", "how many contests of that kind in a row (1)"),
            ("lessons", "how many usual ones then (1)"),
            EXPERT,
        ],
    },
    PlayerHelp {
        name: "maximal-exposure",
        about: "leads the learner to where it has been least",
        options: &[],
    },
    PlayerHelp {
        name: "priming",
        about: "the learner first watches two experts, then has another trainer",
        options: &[
            ("contests", "how many contests it watches (20)"),
            (
                "file",
                "contests to look at instead, one transcript a line, as `match --transcripts` writes them",
            ),
            ("then", "who takes over, such as `then=2&7` (perfect)"),
            EXPERT,
        ],
    },
];

/// The largest game that the ideal trainer thinks through before every contest, in positions that no
/// symmetry makes the same.
const MOST_POSITIONS: u64 = 20_000;

/// Parts of the ideal trainer that can be left out.
type Part = (&'static str, fn(&mut IdealOptions));
const PARTS: [Part; 5] = [
    ("steering", |options| options.steering = false),
    ("example", |options| options.example = false),
    ("gradual", |options| options.gradual = false),
    ("quick", |options| options.quick = false),
    ("seat", |options| options.seat = false),
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
        "ideal" => ideal(held, &options, settings, watch),
        "growing-practice" => {
            let lessons = several(&options, "lessons", 2)?;
            let practice = several(&options, "practice", 7)?.get();
            let step = several(&options, "step", 7)?.get();
            let expert = lesson_giver(held, &options, settings, watch)?;
            Ok(Box::new(GrowingPractice {
                lessons,
                practice,
                step,
                expert,
            }))
        }
        "rising-difficulty" => {
            let wanted = "a percentage from 0 to 100";
            let noise = options.number("noise", wanted)?.unwrap_or(100.0);
            let steps = options
                .number("steps", "a number of contests, such as 10")?
                .unwrap_or(TEN);
            let expert = lesson_giver(held, &options, settings, watch)?;
            let rising = RisingDifficulty::new(noise, steps, expert)
                .map_err(|_| options.wrong("noise", &noise.to_string(), wanted.to_owned()))?;
            Ok(Box::new(rising))
        }
        "active-learning" => {
            let inquiries = several(&options, "inquiries", 1)?.get();
            let lessons = several(&options, "lessons", 1)?.get();
            let expert = lesson_giver(held, &options, settings, watch)?;
            Ok(Box::new(ActiveLearning {
                inquiries,
                lessons,
                expert,
            }))
        }
        "maximal-exposure" => {
            options.finish()?;
            Ok(Box::new(MaximalExposure))
        }
        "priming" => priming(held, &options, settings, watch),
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
    let expert = lesson_giver(held, options, settings, watch)?;
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
    Ok(Box::new(LessonAndPractice {
        lessons,
        practice,
        expert,
    }))
}

const TEN: NonZeroU32 = NonZeroU32::new(10).expect("ten is not zero");

/// A number of contests, at least one.
fn several(
    options: &Options<'_>,
    key: &'static str,
    usual: u64,
) -> Result<NonZeroU64, CatalogError> {
    let usual = NonZeroU64::new(usual).expect("what is usual is at least one");
    let wanted = "a number of contests, such as 2";
    Ok(options.number(key, wanted)?.unwrap_or(usual))
}

fn perfect() -> Spec {
    Spec {
        name: "perfect".to_owned(),
        options: Vec::new(),
    }
}

/// Who gives the lessons; the last option that is looked at.
fn lesson_giver<G: Playable>(
    held: &Held<G>,
    options: &Options<'_>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Remembered<G, Arc<dyn Policy<G>>>, CatalogError> {
    let giver = options.player(
        "expert",
        "a player with fixed odds, such as `expert=perfect`",
    )?;
    options.finish()?;
    expert(held, &giver.unwrap_or_else(perfect), settings, watch)
}

fn priming<G: Playable>(
    held: &Held<G>,
    options: &Options<'_>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Box<dyn Trainer<G>>, CatalogError> {
    let contests = several(options, "contests", 20)?.get();
    let then = options.player("then", "a trainer, such as `then=2&7`")?;
    let file = options.text("file");
    let first = Arc::new(lesson_giver(held, options, settings, watch)?);
    let then = trainer(held, &then.unwrap_or_else(perfect), settings, watch)?;
    Ok(match file {
        Some(file) => Box::new(Recorded {
            contests: records(held, file)?,
            then,
        }),
        None => Box::new(Priming {
            contests,
            experts: [Arc::clone(&first), first],
            then,
        }),
    })
}

/// The contests of a file of transcripts, each played again to see that it is one.
fn records<G: Playable>(held: &Held<G>, file: &str) -> Result<Vec<Vec<G::Move>>, CatalogError> {
    let wrong = |what: String| CatalogError::Unable {
        what,
        help: "record contests with `shido match GAME A B --games 20 --transcripts FILE`"
            .to_owned(),
    };
    let text = std::fs::read_to_string(file)
        .map_err(|error| wrong(format!("`{file}` cannot be read: {error}")))?;
    let mut contests = Vec::new();
    for (number, line) in (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let at = |problem: &dyn std::fmt::Display| {
            wrong(format!(
                "line {number} of `{file}` is no contest of this game: {problem}"
            ))
        };
        let transcript = Transcript::from_text(&held.game, line).map_err(|error| at(&error))?;
        transcript.replay(&held.game).map_err(|error| at(&error))?;
        if transcript.start != held.game.start() {
            return Err(at(&"it does not begin at the start"));
        }
        contests.push(transcript.moves);
    }
    Ok(contests)
}

fn ideal<G: Playable>(
    held: &Held<G>,
    options: &Options<'_>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Box<dyn Trainer<G>>, CatalogError> {
    let without = options.text("without");
    options.finish()?;
    let mut parts = IdealOptions::default();
    for name in without.into_iter().flat_map(|names| names.split('+')) {
        let Some((_, leave_out)) = PARTS.iter().find(|(part, _)| *part == name) else {
            let known = PARTS.map(|(part, _)| part).join(", ");
            return Err(options.wrong("without", name, format!("some of {known}, joined by `+`")));
        };
        leave_out(&mut parts);
    }
    let oracle = held.oracle(settings, watch)?.oracle;
    let positions = oracle.table.summary().positions_up_to_symmetry;
    if positions > MOST_POSITIONS {
        return Err(CatalogError::Unable {
            what: format!(
                "the ideal trainer thinks through the whole game before every contest, and this one \
                 has {positions} positions"
            ),
            help: format!("train with `2&7`, or take a game of at most {MOST_POSITIONS} positions"),
        });
    }
    Ok(Box::new(Ideal::new(oracle, parts)))
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
