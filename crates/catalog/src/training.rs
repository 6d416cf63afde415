//! Training a learner, and testing what came of it.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use shido_arena::{
    ExactOptions, MatchOptions, Remembered, Sampled, Seats, exact_match, play_match,
};
use shido_core::nearest;
use shido_learn::{
    Goal, Going, Hoyle, Imitation, Knowledge, Learner, Paradigm, Progress, Slot, Trained, Training,
    advisors, train,
};

use crate::held::{Held, Playable};
use crate::players::{Named, player};
use crate::trainers::trainer;
use crate::{CatalogError, Event, Settings, Spec};

/// What is special about a learner.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LearnerOptions {
    /// How it combines comments.
    pub paradigm: Paradigm,
    /// The Advisors it has to do without, by their names; `not-again` is `Not Again`.
    pub without_advisors: Vec<String>,
    /// The slots of useful knowledge that stay empty, by their names.
    pub without_slots: Vec<String>,
    /// From which contests it keeps the moves of experts.
    pub imitation: Imitation,
}

/// How a learner is to be trained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainOrder {
    /// By whom.
    pub trainer: Spec,
    /// Until when.
    pub goal: Goal,
    /// How many contests at most, if the goal is not reached before.
    pub most: u64,
    /// Who learns.
    pub learner: LearnerOptions,
}

/// A trial: training, and then a test without learning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialOrder {
    /// The training.
    pub train: TrainOrder,
    /// Whom the learner meets in the test.
    pub challengers: Vec<Spec>,
    /// How many contests it plays against each, with alternating seats; the exact distribution of
    /// outcomes if `None`, which needs a game whose positions cannot recur.
    pub contests: Option<u64>,
}

/// How a trial went.
#[derive(Clone, PartialEq, Debug)]
pub struct TrialReport {
    /// How many contests training took.
    pub contests: u64,
    /// How many of them were against an expert.
    pub lessons: u64,
    /// Whether the goal was reached.
    pub reached: bool,
    /// How much useful knowledge there was in the end, in units.
    pub space: usize,
    /// How the learner did against each of the challengers.
    pub tests: Vec<Tested>,
}

/// How a learner did against a challenger. Rates are from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tested {
    /// How often the learner won: its power.
    pub wins: f64,
    /// How often nobody did.
    pub draws: f64,
    /// How often the learner lost.
    pub losses: f64,
}

impl Tested {
    /// How often the learner did not lose.
    #[must_use]
    pub fn reliability(&self) -> f64 {
        1.0 - self.losses
    }
}

type Watch<'w> = &'w (dyn Fn(Event) + Sync);

impl<G: Playable> Held<G> {
    /// A learner that knows nothing yet, and how it learns.
    pub(crate) fn learner(
        &self,
        options: &LearnerOptions,
        settings: &Settings,
    ) -> Result<(Hoyle<G>, Learner), CatalogError> {
        self.check_for_chance()?;
        let learner = Learner {
            imitation: options.imitation,
            without: slots(&options.without_slots)?,
        };
        let names: Vec<&str> = advisors::<G>()
            .iter()
            .map(|advisor| advisor.name())
            .collect();
        let without = chosen(&options.without_advisors, &names, "Advisor")?;
        let mut rng = settings.seed.derive(0).rng();
        let mut hoyle = Hoyle::new(Knowledge::new(&self.game, &mut rng)).without(&without);
        hoyle.paradigm = options.paradigm;
        Ok((hoyle, learner))
    }

    fn check_for_chance(&self) -> Result<(), CatalogError> {
        if self.nature.is_some() {
            return Err(CatalogError::Unable {
                what: format!(
                    "chance may move in {}, and Hoyle learns games without it",
                    self.about.title
                ),
                help: "train at a game without chance, such as lose-tic-tac-toe".to_owned(),
            });
        }
        Ok(())
    }

    /// Trains a learner; `observe` is told before each contest.
    pub(crate) fn trained(
        &self,
        (mut hoyle, learner): (Hoyle<G>, Learner),
        order: &TrainOrder,
        settings: &Settings,
        watch: Watch<'_>,
        mut observe: impl FnMut(&Progress, &Hoyle<G>) -> Going,
    ) -> Result<(Hoyle<G>, Trained), CatalogError> {
        let trainer = trainer(self, &order.trainer, settings, watch)?;
        let training = Training {
            learner,
            goal: order.goal,
            most: order.most,
            seed: settings.seed.derive(1),
        };
        let going = |progress: &Progress, hoyle: &Hoyle<G>| {
            if settings.stop.load(Ordering::Relaxed) {
                return Going::Stop;
            }
            observe(progress, hoyle)
        };
        let trained = train(&self.game, &mut hoyle, &*trainer, &training, going)
            .map_err(|error| CatalogError::Failed(error.to_string()))?;
        Ok((hoyle, trained))
    }

    pub(crate) fn tried(
        &self,
        order: &TrialOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TrialReport, CatalogError> {
        self.check_for_chance()?;
        let challengers = order
            .challengers
            .iter()
            .map(|spec| Ok((spec.clone(), player(self, spec, settings, watch)?)))
            .collect::<Result<Vec<_>, CatalogError>>()?;
        let learner = self.learner(&order.train.learner, settings)?;
        let go_on = |_: &Progress, _: &Hoyle<G>| Going::On;
        let (hoyle, trained) = self.trained(learner, &order.train, settings, watch, go_on)?;
        if settings.stop.load(Ordering::Relaxed) {
            return Err(CatalogError::Failed("the trial was stopped".to_owned()));
        }
        let space = hoyle.knowledge.space();
        let tests = self.tested(&hoyle, &challengers, order.contests, settings)?;
        Ok(TrialReport {
            contests: trained.progress.contests,
            lessons: trained.progress.lessons,
            reached: trained.reached,
            space,
            tests,
        })
    }

    /// Lets a learner meet challengers without learning.
    pub(crate) fn tested(
        &self,
        hoyle: &Hoyle<G>,
        challengers: &[(Spec, Named<G>)],
        contests: Option<u64>,
        settings: &Settings,
    ) -> Result<Vec<Tested>, CatalogError> {
        // Learning is off, so what it would do at a position stays the same for all challengers.
        let hoyle = Remembered::new(hoyle);
        let test = |(index, (spec, challenger)): (usize, &(Spec, Named<G>))| {
            let settings = Settings {
                seed: settings.seed.derive(2 + index as u64),
                ..settings.clone()
            };
            match contests {
                Some(contests) => self.test_by_contests(&hoyle, challenger, contests, &settings),
                None => self.test_exactly(&hoyle, challenger, spec, &settings),
            }
        };
        challengers.iter().enumerate().map(test).collect()
    }

    fn test_by_contests(
        &self,
        hoyle: &Remembered<G, &Hoyle<G>>,
        challenger: &Named<G>,
        contests: u64,
        settings: &Settings,
    ) -> Result<Tested, CatalogError> {
        let options = MatchOptions {
            games: contests,
            seats: Seats::Alternate,
            seed: settings.seed,
            threads: Some(NonZeroUsize::MIN),
            stop: Some(&settings.stop),
            ..MatchOptions::default()
        };
        let entrance = &challenger.enter;
        let enter = || entrance();
        let score = play_match(&self.game, &Sampled(hoyle), &enter, &options, &|_| {})
            .map_err(|error| CatalogError::Failed(error.to_string()))?
            .score;
        if score.games() < contests {
            return Err(CatalogError::Failed("the trial was stopped".to_owned()));
        }
        let rate = |count: u64| count as f64 / score.games().max(1) as f64;
        Ok(Tested {
            wins: rate(score.a_wins),
            draws: rate(score.draws),
            losses: rate(score.b_wins),
        })
    }

    fn test_exactly(
        &self,
        hoyle: &Remembered<G, &Hoyle<G>>,
        challenger: &Named<G>,
        spec: &Spec,
        settings: &Settings,
    ) -> Result<Tested, CatalogError> {
        let policy = challenger
            .policy
            .as_ref()
            .ok_or_else(|| CatalogError::Unable {
                what: format!(
                    "`{}` has no fixed odds for its moves, so it cannot test exactly",
                    spec.name
                ),
                help: "test by contests instead, such as 20".to_owned(),
            })?;
        let options = ExactOptions {
            seats: Seats::Alternate,
            threads: Some(NonZeroUsize::MIN),
            stop: Some(&settings.stop),
            ..ExactOptions::default()
        };
        let result = exact_match(&self.game, hoyle, &**policy, &options)
            .map_err(|error| self.exact_error(error, "test by contests instead, such as 20"))?;
        Ok(Tested {
            wins: result.a_wins,
            draws: result.draws,
            losses: result.b_wins,
        })
    }
}

fn slots(names: &[String]) -> Result<Vec<Slot>, CatalogError> {
    let known = Slot::ALL.map(|(_, name)| name);
    let chosen = chosen(names, &known, "slot of useful knowledge")?;
    let all = Slot::ALL.into_iter();
    Ok(all
        .filter(|(_, name)| chosen.contains(name))
        .map(|(slot, _)| slot)
        .collect())
}

/// The known names that are meant. Only letters count, so that `dont-lose` is `Don't Lose`.
fn chosen<'k>(
    names: &[String],
    known: &[&'k str],
    what: &str,
) -> Result<Vec<&'k str>, CatalogError> {
    let letters = |name: &str| -> String {
        name.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect()
    };
    let find = |name: &String| {
        let found = known.iter().find(|known| letters(known) == letters(name));
        found.copied().ok_or_else(|| CatalogError::Unable {
            what: format!("there is no {what} `{name}`"),
            help: match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", known.join(", ")),
            },
        })
    };
    names.iter().map(find).collect()
}
