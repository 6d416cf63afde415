//! Trainers by name, each with everything that is to be said of it.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use shido_arena::{Policy, Remembered, Transcript};
use shido_core::nearest;
use shido_learn::Trainer;
use shido_learn::trainers as learn;

use crate::additions::Additions;
use crate::entry::{Entry, Playable};
use crate::files::{RECORDED, read_text};
use crate::options::{
    Declarations, Opt, OptionDescription, OptionKind, Options, file, in_brackets, number, player,
    text, whole,
};
use crate::players::{self, PlayerDescription};
use crate::{Error, Settings, Spec, Watch};

/// A trainer as it is described to people and programs. Every player with fixed odds is a trainer too:
/// `perfect`, `fallible:noise=10`, `alphabeta:depth=2`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct TrainerDescription {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub about: String,
    /// Its options.
    pub options: Vec<OptionDescription>,
    /// Changes when the trainer behaves differently from before.
    pub version: u32,
}

/// A kind of trainer that is more than one player for all contests.
trait TrainerKind {
    const NAME: &'static str;
    const ABOUT: &'static str;
    const OPTIONS: Declarations;
    /// Raise it when the trainer behaves differently from before.
    const VERSION: u32 = 1;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error>;
}

/// Where trainers are made.
#[derive(Clone, Copy)]
struct Context<'c> {
    settings: &'c Settings,
    watch: Watch<'c>,
}

type Giver<G> = Remembered<G, Arc<dyn Policy<G>>>;

const CONTESTS: [u64; 2] = [1, 1_000_000];
const EXPERT: Opt<Spec> = player(
    "expert",
    "who gives the lessons, in brackets if they have options: expert=[fallible:noise=10]",
)
.usually("perfect");
const LESSONS: Opt<NonZeroU64> =
    whole("lessons", CONTESTS, "how many contests against the expert").usually("2");
const PRACTICE: Opt<NonZeroU64> =
    whole("practice", CONTESTS, "how many against itself, at first").usually("7");

/// The trainer that a spec names: one of its own kind, or a player that the learner meets in every
/// contest.
pub(crate) fn trainer<G: Playable>(
    entry: &Entry<G>,
    spec: &Spec,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Box<dyn Trainer<G>>, Error> {
    let context = Context { settings, watch };
    let spec = in_full(spec)?;
    if let Some(trainer) = own(entry, &spec, context) {
        return trainer;
    }
    let met = expert(entry, &spec, context).map_err(|error| match error {
        // Else it is not the trainer that is unknown but a player whom it names.
        Error::UnknownPlayer { name, .. } if name == spec.name => unknown(name),
        other => other,
    })?;
    Ok(Box::new(learn::Expert(met)))
}

/// `2&7` is short for two lessons and seven contests of practice by turns.
fn in_full(spec: &Spec) -> Result<Spec, Error> {
    let Some((lessons, practice)) = spec.name.split_once('&') else {
        return Ok(spec.clone());
    };
    let numbers = [("lessons", lessons), ("practice", practice)];
    let numbers = numbers.map(|(key, value)| (key.to_owned(), value.to_owned()));
    Ok(Spec {
        name: LessonAndPractice::NAME.to_owned(),
        options: numbers.into_iter().chain(spec.options.clone()).collect(),
    })
}

fn unknown(name: String) -> Error {
    let own: Vec<String> = described().into_iter().map(|it| it.name).collect();
    let players: Vec<String> = players::described().into_iter().map(|it| it.name).collect();
    let all = own.iter().chain(&players).map(String::as_str);
    Error::UnknownTrainer {
        nearest: nearest(&name, all).map(str::to_owned),
        known: own,
        name,
    }
}

/// The behaviour versions of a player or trainer and of those it names in turn, as a text that changes
/// when one of them does.
pub(crate) fn behaviour(spec: &Spec, additions: &Additions) -> Result<String, Error> {
    let spec = in_full(spec)?;
    let players = players::described().into_iter();
    let mut players = players.chain(additions.descriptions());
    let of_player = |it: PlayerDescription| (it.version, it.options);
    let found = players.find(|it| it.name == spec.name).map(of_player);
    let found = found.or_else(|| {
        let mut trainers = described().into_iter();
        let found = trainers.find(|it| it.name == spec.name)?;
        Some((found.version, found.options))
    });
    // Models of opponents behave as the player does that supposes them.
    let found = found.or_else(|| {
        let mut models = players::described_opponents();
        let found = models.find(|it| it.name == spec.name)?;
        Some((0, found.options))
    });
    let Some((version, options)) = found else {
        return match spec.name.parse::<u32>() {
            Ok(plies) => Ok(plies.to_string()),
            Err(_) => Err(unknown(spec.name)),
        };
    };
    let mut text = format!("{}/{version}", spec.name);
    for option in options {
        let given = spec.option(&option.name).or(option.default.as_deref());
        let named: Vec<Spec> = match option.kind {
            OptionKind::Player | OptionKind::Opponent => {
                given.and_then(in_brackets).into_iter().collect()
            }
            OptionKind::Opponents { .. } => given.map_or_else(Vec::new, players::named_opponents),
            _ => Vec::new(),
        };
        for named in named {
            text += &format!("[{}]", behaviour(&named, additions)?);
        }
    }
    Ok(text)
}

/// Who gives the lessons.
fn lesson_giver<G: Playable>(
    entry: &Entry<G>,
    options: &Options<'_>,
    context: Context<'_>,
) -> Result<Giver<G>, Error> {
    expert(entry, &options.need(&EXPERT)?, context)
}

/// A player for the learner to meet. What they think of a position is remembered: training comes to the
/// same positions over and over.
fn expert<G: Playable>(
    entry: &Entry<G>,
    spec: &Spec,
    context: Context<'_>,
) -> Result<Giver<G>, Error> {
    let prepared = players::player(entry, spec, context.settings, context.watch)?;
    match prepared.policy {
        Some(policy) => Ok(Remembered::new(policy)),
        None => Err(Error::NoFixedOdds {
            player: spec.name.clone(),
        }),
    }
}

struct SelfTraining;

impl TrainerKind for SelfTraining {
    const NAME: &'static str = "self";
    const ABOUT: &'static str = "the learner plays both sides of every contest";
    const OPTIONS: Declarations = &[];

    fn build<G: Playable>(
        _: &Entry<G>,
        _: &Options<'_>,
        _: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        Ok(Box::new(learn::SelfTraining))
    }
}

struct LessonAndPractice;

const SOME_LESSONS: Opt<u64> = whole(
    "lessons",
    [0, 500_000],
    "how many contests against the expert",
)
.usually("2");
const SOME_PRACTICE: Opt<u64> =
    whole("practice", [0, 500_000], "how many against itself then").usually("7");

impl TrainerKind for LessonAndPractice {
    const NAME: &'static str = "lesson-and-practice";
    const ABOUT: &'static str =
        "contests against an expert and contests against itself by turns; `2&7` for short";
    const OPTIONS: Declarations = &[&SOME_LESSONS, &SOME_PRACTICE, &EXPERT];

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        let lessons = options.need(&SOME_LESSONS)?;
        let practice = options.need(&SOME_PRACTICE)?;
        let expert = lesson_giver(entry, options, context)?;
        if lessons + practice == 0 {
            return Err(Error::Unable {
                what: "training cannot be 0 lessons and 0 contests of practice by turns".to_owned(),
                help: "write `2&7`, with at least one contest together".to_owned(),
            });
        }
        Ok(Box::new(learn::LessonAndPractice {
            lessons,
            practice,
            expert,
        }))
    }
}

struct Ideal;

const PARTS_WITHOUT: Opt<String> = text(
    "without",
    "`steering+seat`",
    "parts to do without, joined by `+`: steering, variety, inquiry, example, gradual, quick, seat",
);

/// Parts of the ideal trainer that can be left out.
type Part = (&'static str, fn(&mut learn::IdealOptions));
const PARTS: [Part; 7] = [
    ("steering", |options| options.steering = false),
    ("variety", |options| options.variety = false),
    ("inquiry", |options| options.inquiry = false),
    ("example", |options| options.example = false),
    ("gradual", |options| options.gradual = false),
    ("quick", |options| options.quick = false),
    ("seat", |options| options.seat = false),
];

impl TrainerKind for Ideal {
    const NAME: &'static str = "ideal";
    const ABOUT: &'static str =
        "leads the learner to where it errs; needs a small game that can be solved";
    const OPTIONS: Declarations = &[&PARTS_WITHOUT];
    const VERSION: u32 = 2;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        let without = options.get(&PARTS_WITHOUT)?;
        let mut parts = learn::IdealOptions::default();
        for name in without.iter().flat_map(|names| names.split('+')) {
            let Some((_, leave_out)) = PARTS.iter().find(|(part, _)| *part == name) else {
                let known = PARTS.map(|(part, _)| part).join(", ");
                let wanted = format!("some of {known}, joined by `+`");
                return Err(options.wrong(&PARTS_WITHOUT, name, wanted));
            };
            leave_out(&mut parts);
        }
        let oracle = entry.all_states(context.settings, context.watch)?;
        Ok(Box::new(learn::Ideal::new(oracle, parts)))
    }
}

struct GrowingPractice;

const STEP: Opt<NonZeroU64> = whole(
    "step",
    CONTESTS,
    "how many more after lessons without a loss",
)
.usually("7");

impl TrainerKind for GrowingPractice {
    const NAME: &'static str = "growing-practice";
    const ABOUT: &'static str =
        "lesson and practice with ever more practice while the learner does not lose";
    const OPTIONS: Declarations = &[&LESSONS, &PRACTICE, &STEP, &EXPERT];

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        Ok(Box::new(learn::GrowingPractice {
            lessons: options.need(&LESSONS)?,
            practice: options.need(&PRACTICE)?.get(),
            step: options.need(&STEP)?.get(),
            expert: lesson_giver(entry, options, context)?,
        }))
    }
}

struct RisingDifficulty;

const NOISE: Opt<f64> = number(
    "noise",
    [0.0, 100.0],
    "how many of 100 moves are random at first",
)
.usually("100");
const STEPS: Opt<u32> = whole(
    "steps",
    CONTESTS,
    "after how many contests in a row none is",
)
.usually("10");

impl TrainerKind for RisingDifficulty {
    const NAME: &'static str = "rising-difficulty";
    const ABOUT: &'static str = "an expert who errs less the longer the learner has not lost";
    const OPTIONS: Declarations = &[&NOISE, &STEPS, &EXPERT];

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        let noise = options.need(&NOISE)?;
        let steps = NonZeroU32::new(options.need(&STEPS)?).unwrap_or(NonZeroU32::MIN);
        let expert = lesson_giver(entry, options, context)?;
        let rising = learn::RisingDifficulty::new(noise, steps, expert)
            .map_err(|error| Error::Failed(error.to_string()))?;
        Ok(Box::new(rising))
    }
}

struct ActiveLearning;

const INQUIRIES: Opt<NonZeroU64> = whole(
    "inquiries",
    CONTESTS,
    "how many contests in which it tries what it understands least, in a row",
)
.usually("1");
const USUAL_LESSONS: Opt<NonZeroU64> =
    whole("lessons", CONTESTS, "how many usual ones then").usually("1");

impl TrainerKind for ActiveLearning {
    const NAME: &'static str = "active-learning";
    const ABOUT: &'static str =
        "an expert against whom the learner tries what it understands least";
    const OPTIONS: Declarations = &[&INQUIRIES, &USUAL_LESSONS, &EXPERT];

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        Ok(Box::new(learn::ActiveLearning {
            inquiries: options.need(&INQUIRIES)?.get(),
            lessons: options.need(&USUAL_LESSONS)?.get(),
            expert: lesson_giver(entry, options, context)?,
        }))
    }
}

struct MaximalExposure;

impl TrainerKind for MaximalExposure {
    const NAME: &'static str = "maximal-exposure";
    const ABOUT: &'static str = "leads the learner to where it has been least";
    const OPTIONS: Declarations = &[];

    fn build<G: Playable>(
        _: &Entry<G>,
        _: &Options<'_>,
        _: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        Ok(Box::new(learn::MaximalExposure))
    }
}

struct Priming;

const WATCHED: Opt<NonZeroU64> =
    whole("contests", CONTESTS, "how many contests it watches").usually("20");
const FILE: Opt<String> = file("file", "contests to look at instead, one transcript a line");
const THEN: Opt<Spec> = player("then", "who takes over, such as `then=2&7`").usually("perfect");

impl TrainerKind for Priming {
    const NAME: &'static str = "priming";
    const ABOUT: &'static str = "the learner first watches two experts, then has another trainer";
    const OPTIONS: Declarations = &[&WATCHED, &FILE, &THEN, &EXPERT];

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Box<dyn Trainer<G>>, Error> {
        let contests = options.need(&WATCHED)?.get();
        let file = options.get(&FILE)?;
        let first = Arc::new(lesson_giver(entry, options, context)?);
        let then = trainer(
            entry,
            &options.need(&THEN)?,
            context.settings,
            context.watch,
        )?;
        Ok(match file {
            Some(file) => Box::new(learn::Recorded {
                contests: records(entry, &file)?,
                then,
            }),
            None => Box::new(learn::Priming {
                contests,
                experts: [Arc::clone(&first), first],
                then,
            }),
        })
    }
}

/// The contests of a file of transcripts, each played again to see that it is one.
fn records<G: Playable>(entry: &Entry<G>, file: &str) -> Result<Vec<Vec<G::Move>>, Error> {
    let wrong = |what: String| Error::Unable {
        what,
        help: "a file of transcripts has one contest a line, as matches write them".to_owned(),
    };
    let text = read_text(Path::new(file), RECORDED)
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
        let transcript = Transcript::from_text(&entry.game, line).map_err(|error| at(&error))?;
        transcript.replay(&entry.game).map_err(|error| at(&error))?;
        if transcript.start != entry.game.start() {
            return Err(at(&"it does not begin at the start"));
        }
        contests.push(transcript.moves);
    }
    Ok(contests)
}

fn description<K: TrainerKind>() -> TrainerDescription {
    TrainerDescription {
        name: K::NAME.to_owned(),
        about: K::ABOUT.to_owned(),
        options: K::OPTIONS.iter().map(|option| option.describe()).collect(),
        version: K::VERSION,
    }
}

fn built<K: TrainerKind, G: Playable>(
    entry: &Entry<G>,
    spec: &Spec,
    context: Context<'_>,
) -> Result<Box<dyn Trainer<G>>, Error> {
    let options = Options::new(spec, K::OPTIONS)?;
    let built = K::build(entry, &options, context)?;
    debug_assert_eq!(
        options.unread(),
        [""; 0],
        "`{}` declares options that it does not read",
        K::NAME
    );
    Ok(built)
}

macro_rules! trainers {
    ($($kind:ty,)*) => {
        /// The trainers that are no players.
        pub(crate) fn described() -> Vec<TrainerDescription> {
            vec![$(description::<$kind>()),*]
        }

        /// The trainer of this name that is no player.
        fn own<G: Playable>(
            entry: &Entry<G>,
            spec: &Spec,
            context: Context<'_>,
        ) -> Option<Result<Box<dyn Trainer<G>>, Error>> {
            $(if spec.name == <$kind>::NAME {
                return Some(built::<$kind, G>(entry, spec, context));
            })*
            None
        }
    };
}

trainers![
    SelfTraining,
    LessonAndPractice,
    Ideal,
    GrowingPractice,
    RisingDifficulty,
    ActiveLearning,
    MaximalExposure,
    Priming,
];
