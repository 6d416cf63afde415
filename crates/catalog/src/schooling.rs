//! Training a learner whose knowledge is kept, with tests on the way.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use shido_learn::{Goal, Going, Hoyle, Progress};

use crate::held::{Held, Playable};
use crate::players::{Named, player};
use crate::training::{Tested, TrainOrder};
use crate::{CatalogError, Event, Settings, Spec};

/// How a learner is to be trained, and how it is tested on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchoolOrder {
    /// The training.
    pub train: TrainOrder,
    /// What the learner knows already: a file; nothing if `None`.
    pub knowledge: Option<PathBuf>,
    /// Whom it meets in tests. If `None` the challengers of the literature, perfect, expert, novice
    /// and random, where the game is solved while one waits, else random alone.
    pub challengers: Option<Vec<Spec>>,
    /// How it is tested.
    pub testing: Testing,
}

/// How a learner is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Testing {
    /// Not at all.
    Never,
    /// By so many contests against each challenger.
    Contests(u64),
    /// By the exact distribution of outcomes, in games whose positions cannot recur.
    Exact,
}

/// How training went.
#[derive(Clone, PartialEq, Debug)]
pub struct SchoolReport {
    /// The contests that were played.
    pub contests: u64,
    /// Those of them against an expert.
    pub lessons: u64,
    /// The lessons that were won, drawn and lost.
    pub results: [u64; 3],
    /// How many contests in a row met the standard at the end.
    pub streak: u32,
    /// Whether the goal was reached.
    pub reached: bool,
    /// How much is known, in units.
    pub units: usize,
    /// What each slot of useful knowledge holds, in units.
    pub slots: Vec<(&'static str, usize)>,
    /// Whom it met in tests.
    pub challengers: Vec<Spec>,
    /// How it went along; the last point is the end.
    pub curve: Vec<SchoolPoint>,
    /// What is known, as the text of a file.
    pub knowledge: String,
}

/// How far training had come.
#[derive(Clone, PartialEq, Debug)]
pub struct SchoolPoint {
    /// The contests so far.
    pub contests: u64,
    /// Those of them against an expert.
    pub lessons: u64,
    /// The lessons that were lost.
    pub lost: u64,
    /// How much was known, in units.
    pub units: usize,
    /// How the learner did against each challenger; empty where it was not tested.
    pub tests: Vec<Tested>,
}

/// The challengers of the literature: perfect, expert, novice, random.
const CHALLENGERS: [&str; 4] = [
    "perfect",
    "fallible:noise=10",
    "fallible:noise=70",
    "random",
];

/// How much memory a solver gets for the sake of tests alone.
const FOR_TESTS: u64 = 32 << 20;

/// How many of the last contests an estimate is made from.
const RECENT: usize = 20;

type Watch<'w> = &'w (dyn Fn(Event) + Sync);

impl<G: Playable> Held<G> {
    pub(crate) fn schooled(
        &self,
        order: &SchoolOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<SchoolReport, CatalogError> {
        let (mut hoyle, learner) = self.learner(&order.train.learner, settings)?;
        let seed = settings.seed.0;
        let mut before = Vec::new();
        let mut settings = settings.clone();
        if let Some(path) = &order.knowledge {
            let file = self.knowledge(path)?;
            // Another seed than the first time, or it would be the same contests.
            let played = file.knowledge.contest_length.contests;
            settings.seed = settings.seed.derive(played);
            hoyle.knowledge = file.knowledge;
            before = file.training;
        }
        let settings = &settings;
        let write = |hoyle: &Hoyle<G>, contests: u64| {
            let mut training = before.clone();
            training.push(described(&order.train, contests, seed));
            let subject = self.subject();
            hoyle.knowledge.write(&self.game, subject, &training)
        };
        let school = School {
            held: self,
            challengers: self.challengers(order, settings, watch)?,
            testing: order.testing,
            settings,
        };

        let mut curve = Vec::new();
        let mut recent = Recent::default();
        let mut due = 0;
        let mut failed = None;
        let observe = |progress: &Progress, hoyle: &Hoyle<G>| {
            recent.see(progress);
            let units = hoyle.knowledge.space();
            watch(Event::Learning {
                contests: progress.contests,
                streak: progress.streak,
                units,
                recently: recent.share(),
            });
            if progress.contests < due {
                return Going::On;
            }
            due = (progress.contests + 1).max(progress.contests * 5 / 4);
            watch(Event::Learned(write(hoyle, progress.contests)));
            match school.point(progress, hoyle) {
                Ok(point) => curve.push(point),
                Err(error) => {
                    failed = Some(error);
                    return Going::Stop;
                }
            }
            Going::On
        };
        let (hoyle, trained) =
            self.trained((hoyle, learner), &order.train, settings, watch, observe)?;
        // Whoever stops training does not wait for a test, and keeps what was learned.
        let stopped = settings.stop.load(Ordering::Relaxed);
        if let (Some(error), false) = (failed, stopped) {
            return Err(error);
        }
        curve.push(match stopped {
            true => SchoolPoint::of(&trained.progress, &hoyle, Vec::new()),
            false => school.point(&trained.progress, &hoyle)?,
        });
        let knowledge = &hoyle.knowledge;
        Ok(SchoolReport {
            contests: trained.progress.contests,
            lessons: trained.progress.lessons,
            results: trained.progress.results,
            streak: trained.progress.streak,
            reached: trained.reached,
            units: knowledge.space(),
            slots: vec![
                ("length, symmetries and advantage", 1),
                ("openings", knowledge.openings.0.len()),
                ("expert moves", knowledge.expert_moves.0.len()),
                ("forks", knowledge.forks.relevant().len()),
                ("histories", knowledge.histories.kept().len()),
                ("dangerous states", knowledge.dangerous.len()),
                ("significant states", knowledge.significant.len()),
            ],
            challengers: school
                .challengers
                .into_iter()
                .map(|(spec, _)| spec)
                .collect(),
            curve,
            knowledge: write(&hoyle, trained.progress.contests),
        })
    }

    /// Whom the learner meets in tests.
    fn challengers(
        &self,
        order: &SchoolOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Vec<(Spec, Named<G>)>, CatalogError> {
        let specs = match &order.challengers {
            _ if order.testing == Testing::Never => Vec::new(),
            Some(specs) => specs.clone(),
            None => {
                // Who trains with a perfect player waits for the solution anyway.
                let settings = Settings {
                    memory: settings.memory.min(FOR_TESTS),
                    ..settings.clone()
                };
                let usual = match self.oracle(&settings, watch) {
                    Ok(_) => &CHALLENGERS[..],
                    Err(_) => &CHALLENGERS[3..],
                };
                let parsed = usual.iter().map(|text| text.parse());
                parsed.collect::<Result<_, _>>()?
            }
        };
        let sit = |spec: Spec| {
            let named = player(self, &spec, settings, watch)?;
            Ok((spec, named))
        };
        specs.into_iter().map(sit).collect()
    }
}

/// How the training is told in the file of knowledge.
fn described(order: &TrainOrder, contests: u64, seed: u64) -> String {
    let until = match order.goal {
        Goal::Standard(standard) => format!(" (until {standard} in a row met the standard)"),
        Goal::Contests(_) => String::new(),
    };
    let mut text = format!("{}, {contests} contests{until}, seed {seed}", order.trainer);
    if order.learner.paradigm != Default::default() {
        text += &format!(", paradigm {}", order.learner.paradigm.name());
    }
    let without = [
        &order.learner.without_advisors[..],
        &order.learner.without_slots[..],
    ]
    .concat();
    if !without.is_empty() {
        text += &format!(", without {}", without.join(" and "));
    }
    text
}

/// What tests need.
struct School<'s, G: Playable> {
    held: &'s Held<G>,
    challengers: Vec<(Spec, Named<G>)>,
    testing: Testing,
    settings: &'s Settings,
}

impl<G: Playable> School<'_, G> {
    fn point(&self, progress: &Progress, hoyle: &Hoyle<G>) -> Result<SchoolPoint, CatalogError> {
        let contests = match self.testing {
            Testing::Never | Testing::Exact => None,
            Testing::Contests(contests) => Some(contests),
        };
        let tests = self
            .held
            .tested(hoyle, &self.challengers, contests, self.settings)?;
        Ok(SchoolPoint::of(progress, hoyle, tests))
    }
}

impl SchoolPoint {
    fn of<G: Playable>(progress: &Progress, hoyle: &Hoyle<G>, tests: Vec<Tested>) -> SchoolPoint {
        SchoolPoint {
            contests: progress.contests,
            lessons: progress.lessons,
            lost: progress.results[2],
            units: hoyle.knowledge.space(),
            tests,
        }
    }
}

/// Which of the last contests met the standard.
#[derive(Default)]
struct Recent {
    contests: u64,
    met: VecDeque<bool>,
}

impl Recent {
    /// Takes note of the contest that was played since it was last asked.
    fn see(&mut self, progress: &Progress) {
        if progress.contests == self.contests {
            return;
        }
        self.contests = progress.contests;
        self.met.push_back(progress.streak > 0);
        if self.met.len() > RECENT {
            self.met.pop_front();
        }
    }

    fn share(&self) -> Option<f64> {
        let met = self.met.iter().filter(|met| **met).count();
        (!self.met.is_empty()).then(|| met as f64 / self.met.len() as f64)
    }
}
