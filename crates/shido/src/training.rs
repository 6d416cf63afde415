//! Training a learner, and testing what it has learned.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use shido_arena::{
    ExactOptions, MatchOptions, Remembered, Sampled, Seats, exact_match, play_match,
};
use shido_core::nearest;
use shido_learn::{
    Covered, Goal, Going, Hoyle, Imitation, Insight, Judged, Knowledge, KnowledgeFile, Learner,
    Paradigm, Progress, Slot, Subject, Training, advisors, train,
};

use crate::entry::{Entry, Playable};
use crate::files::{RECORDED, read_text};
use crate::players::{Prepared, player};
use crate::solved_tables::SolvedOracle;
use crate::trainers::trainer;
use crate::{Error, Event, Settings, Spec, Watch};

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
    /// Which lines Coverage takes for drawn ones.
    pub coverage: Covered,
}

/// How a learner is to be trained, and how it is tested.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingOrder {
    /// By whom.
    pub trainer: Spec,
    /// Until when.
    pub goal: Goal,
    /// How many contests at most, if the goal is not reached before.
    pub most: u64,
    /// Who learns.
    pub learner: LearnerOptions,
    /// What the learner knows already: a file; nothing if `None`.
    pub knowledge: Option<PathBuf>,
    /// Whom it meets in tests. If `None` the challengers of the literature, perfect, expert, novice
    /// and random, where the game is solved while one waits, else random alone.
    pub challengers: Option<Vec<Spec>>,
    /// How it is tested.
    pub testing: Testing,
    /// Whether it is tested on the way, so that there is a curve, or only at the end.
    pub curve: bool,
    /// Whether it is asked in the end what it would do in every critical state, seen and unseen. Takes a
    /// game that can be solved, of [at most so many positions](MOST_STATES).
    pub states: bool,
}

/// The largest game that is gone through state by state, in positions that no symmetry makes the same.
pub const MOST_STATES: u64 = 20_000;

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
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct TrainingReport {
    /// The game.
    pub game: String,
    /// By whom.
    pub trainer: Spec,
    /// Until when.
    #[serde(serialize_with = "goal")]
    pub goal: Goal,
    /// Whether the goal was reached.
    pub reached: bool,
    /// Whether a stop came before the end, tests included.
    pub stopped: bool,
    /// The contests that were played.
    pub contests: u64,
    /// Those of them against an expert.
    pub lessons: u64,
    /// The lessons that were won.
    pub lessons_won: u64,
    /// The lessons that were drawn.
    pub lessons_drawn: u64,
    /// The lessons that were lost.
    pub lessons_lost: u64,
    /// How many contests in a row met the standard at the end.
    pub streak: u32,
    /// How much is known, in units.
    pub units: usize,
    /// What each slot of useful knowledge holds, in units.
    #[serde(serialize_with = "slots_written")]
    pub slots: Vec<(&'static str, usize)>,
    /// How many contests against each challenger made a test; `None` where tests were exact, or where
    /// there were none.
    pub test_contests: Option<u64>,
    /// The test at the end, one for each challenger.
    pub tests: Vec<Tested>,
    /// How it does in states that came up in this training and in those that did not, if that was asked.
    #[serde(serialize_with = "insight")]
    pub states: Option<Insight>,
    /// How it went along, the end included.
    pub curve: Vec<TrainingPoint>,
    /// Where its random choices came from.
    pub seed: u64,
    /// What is known, as the text of a file.
    #[serde(skip)]
    pub knowledge: String,
}

/// How far training had come.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct TrainingPoint {
    /// The contests so far.
    pub contests: u64,
    /// Those of them against an expert.
    pub lessons: u64,
    /// The lessons that were lost.
    pub lessons_lost: u64,
    /// How much was known, in units.
    pub units: usize,
    /// How the learner did against each challenger; empty where it was not tested.
    pub tests: Vec<Tested>,
}

/// How a learner did against a challenger. Rates are from 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Tested {
    /// Whom it met.
    pub challenger: Spec,
    /// How often the learner won: its power.
    pub wins: f64,
    /// How often nobody did.
    pub draws: f64,
    /// How often the learner lost.
    pub losses: f64,
    /// How often the learner did not lose.
    pub reliability: f64,
}

impl Tested {
    fn new(challenger: &Spec, wins: f64, draws: f64, losses: f64) -> Tested {
        Tested {
            challenger: challenger.clone(),
            wins,
            draws,
            losses,
            reliability: 1.0 - losses,
        }
    }
}

fn goal<S: serde::Serializer>(goal: &Goal, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Default, Serialize)]
    struct Written {
        standard: Option<u32>,
        contests: Option<u64>,
        cycle: Option<u64>,
        reliability: Option<f64>,
    }
    let written = match *goal {
        Goal::Standard(standard) => Written {
            standard: Some(standard),
            ..Written::default()
        },
        Goal::Contests(contests) => Written {
            contests: Some(contests),
            ..Written::default()
        },
        Goal::Cycles {
            training,
            reliability,
        } => Written {
            cycle: Some(training.get()),
            reliability: Some(reliability),
            ..Written::default()
        },
    };
    written.serialize(to)
}

fn insight<S: serde::Serializer>(insight: &Option<Insight>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written {
        states: u64,
        right: Option<f64>,
    }
    #[derive(Serialize)]
    struct Both {
        seen: Written,
        unseen: Written,
    }
    let written = |judged: Judged| Written {
        states: judged.states,
        right: (judged.states > 0).then_some(judged.right),
    };
    let both = |insight: &Insight| Both {
        seen: written(insight.seen),
        unseen: written(insight.unseen),
    };
    insight.as_ref().map(both).serialize(to)
}

fn slots_written<S: serde::Serializer>(
    slots: &[(&'static str, usize)],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(slots.iter().copied())
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

impl<G: Playable> Entry<G> {
    /// A learner that knows nothing yet, and how it learns.
    pub(crate) fn learner(
        &self,
        options: &LearnerOptions,
        settings: &Settings,
    ) -> Result<(Hoyle<G>, Learner), Error> {
        if self.nature.is_some() {
            return Err(Error::Unable {
                what: format!(
                    "chance may move in {}, and Hoyle learns games without it",
                    self.about.title
                ),
                help: "train at a game without chance, such as lose-tic-tac-toe".to_owned(),
            });
        }
        let learner = Learner {
            imitation: options.imitation,
            without: slots(&options.without_slots)?,
        };
        let advisors = advisors::<G>(options.coverage);
        let names: Vec<&str> = advisors.iter().map(|advisor| advisor.name()).collect();
        let without = chosen(&options.without_advisors, &names, "Advisor")?;
        let mut rng = settings.seed.derive(0).rng();
        let knowledge = Knowledge::new(&self.game, &mut rng);
        let mut hoyle = Hoyle::advised(knowledge, advisors).without(&without);
        hoyle.paradigm = options.paradigm;
        hoyle.stop = Arc::clone(&settings.stop);
        Ok((hoyle, learner))
    }

    /// What files of knowledge have to be about.
    fn subject(&self) -> Subject<'_> {
        Subject {
            name: &self.about.name,
            fingerprint: self.about.fingerprint,
        }
    }

    /// Reads a file of knowledge.
    pub(crate) fn knowledge(&self, path: &Path) -> Result<KnowledgeFile<G>, Error> {
        let text = read_text(path, RECORDED).map_err(|source| Error::File {
            path: path.to_owned(),
            source,
        })?;
        KnowledgeFile::read(&self.game, self.subject(), &text).map_err(|error| Error::Knowledge {
            file: path.display().to_string(),
            text,
            error,
        })
    }

    pub(crate) fn trained(
        &self,
        order: &TrainingOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TrainingReport, Error> {
        let (mut hoyle, learner) = self.learner(&order.learner, settings)?;
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
            training.push(described(order, contests, seed));
            hoyle.knowledge.write(&self.game, self.subject(), &training)
        };
        let examination = Examination {
            entry: self,
            challengers: self.challengers(order, settings, watch)?,
            testing: order.testing,
            settings,
        };
        let cycle = self.cycle(order)?;
        let all_states = match order.states {
            true => Some(self.all_states(settings, watch)?),
            false => None,
        };
        let trainer = trainer(self, &order.trainer, settings, watch)?;
        let training = Training {
            learner,
            goal: order.goal,
            most: order.most,
            seed: settings.seed.derive(1),
        };
        let mut curve: Vec<TrainingPoint> = Vec::new();
        let mut recent = Recent::default();
        let mut due = 0;
        let mut failed = None;
        let observe = |progress: &Progress, hoyle: &Hoyle<G>| {
            if settings.stop.load(Ordering::Relaxed) {
                return Going::Stop;
            }
            if order.curve {
                recent.see(progress);
                watch(Event::Learning {
                    contests: progress.contests,
                    streak: progress.streak,
                    units: hoyle.knowledge.space(),
                    recently: recent.share(),
                });
            }
            let (tested, test) = match cycle {
                Some((contests, _)) => (
                    progress.contests > 0 && progress.contests.is_multiple_of(contests),
                    Test::OfCycle(curve.len() as u64),
                ),
                None => (order.curve && progress.contests >= due, Test::Last),
            };
            if !tested {
                return Going::On;
            }
            due = (progress.contests + 1).max(progress.contests * 5 / 4);
            if order.curve {
                watch(Event::Learned(write(hoyle, progress.contests)));
            }
            let point = match examination.point(progress, hoyle, test) {
                Ok(point) => point,
                Err(error) => {
                    failed = Some(error);
                    return Going::Stop;
                }
            };
            let met = |reliability| {
                let mut tests = point.tests.iter();
                tests.all(|test| test.reliability >= reliability - 1e-9)
            };
            let reached = cycle.is_some_and(|(_, reliability)| met(reliability));
            curve.push(point);
            match reached {
                true => Going::Reached,
                false => Going::On,
            }
        };
        let trained = train(&self.game, &mut hoyle, &*trainer, &training, observe)
            .map_err(|error| Error::Failed(error.to_string()))?;
        let progress = trained.progress;
        // Whoever stops training does not wait for a test, and keeps what was learned.
        let stopped = settings.stop.load(Ordering::Relaxed);
        if let (Some(error), false) = (failed, stopped) {
            return Err(error);
        }
        if stopped && !order.curve {
            return Err(Error::Stopped);
        }
        let end = match stopped {
            true => TrainingPoint::of(&progress, &hoyle, Vec::new()),
            false => examination.point(&progress, &hoyle, Test::Last)?,
        };
        let states = match all_states {
            Some(oracle) if !stopped => {
                let insight = Insight::of(&self.game, &hoyle, &oracle);
                Some(insight.map_err(|error| Error::Failed(error.to_string()))?)
            }
            _ => None,
        };
        let knowledge = &hoyle.knowledge;
        let [lessons_won, lessons_drawn, lessons_lost] = progress.results;
        let tests = end.tests.clone();
        // The test of a cycle stays what it was.
        if curve.last().is_none_or(|last| last.contests < end.contests) {
            curve.push(end);
        }
        Ok(TrainingReport {
            game: self.about.name.clone(),
            trainer: order.trainer.clone(),
            goal: order.goal,
            reached: trained.reached,
            stopped,
            contests: progress.contests,
            lessons: progress.lessons,
            lessons_won,
            lessons_drawn,
            lessons_lost,
            streak: progress.streak,
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
            test_contests: match order.testing {
                Testing::Contests(contests) => Some(contests),
                Testing::Never | Testing::Exact => None,
            },
            tests,
            states,
            curve,
            seed,
            knowledge: write(&hoyle, progress.contests),
        })
    }

    /// After how many contests tests come by turns, and what ends that, where training is in cycles.
    fn cycle(&self, order: &TrainingOrder) -> Result<Option<(u64, f64)>, Error> {
        match (order.goal, order.testing) {
            (Goal::Cycles { .. }, Testing::Never) => Err(Error::Unable {
                what: "training in cycles ends with a test, and there are to be none".to_owned(),
                help: "say how many contests make a test, such as 20, or train until a standard is met"
                    .to_owned(),
            }),
            (
                Goal::Cycles {
                    training,
                    reliability,
                },
                _,
            ) => Ok(Some((training.get(), reliability))),
            (Goal::Standard(_) | Goal::Contests(_), _) => Ok(None),
        }
    }

    /// What every state of the game is worth, if there are not too many.
    pub(crate) fn all_states(
        &self,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<SolvedOracle<G>, Error> {
        let oracle = self.oracle(settings, watch)?.oracle;
        let positions = oracle.table.summary().positions_up_to_symmetry;
        match positions <= MOST_STATES {
            true => Ok(oracle),
            false => Err(Error::TooManyStates {
                positions,
                most: MOST_STATES,
            }),
        }
    }

    /// Whom the learner meets in tests.
    fn challengers(
        &self,
        order: &TrainingOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Vec<(Spec, Prepared<G>)>, Error> {
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
        let prepare = |spec: Spec| {
            let prepared = player(self, &spec, settings, watch)?;
            Ok((spec, prepared))
        };
        specs.into_iter().map(prepare).collect()
    }
}

/// How the training is told in the file of knowledge.
fn described(order: &TrainingOrder, contests: u64, seed: u64) -> String {
    let until = match order.goal {
        Goal::Standard(standard) => format!(" (until {standard} in a row met the standard)"),
        Goal::Contests(_) => String::new(),
        Goal::Cycles {
            training,
            reliability,
        } => format!(
            " (in cycles of {training} until {}% reliable)",
            100.0 * reliability
        ),
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
    if order.learner.coverage != Covered::default() {
        text += ", Coverage of drawn lines";
    }
    text
}

/// Which test it is, so that tests that decide something do not depend on each other.
#[derive(Clone, Copy)]
enum Test {
    /// The one at the end, or its like on the way to it, for a curve.
    Last,
    /// That of a cycle, by its number.
    OfCycle(u64),
}

/// What tests need.
struct Examination<'s, G: Playable> {
    entry: &'s Entry<G>,
    challengers: Vec<(Spec, Prepared<G>)>,
    testing: Testing,
    settings: &'s Settings,
}

impl<G: Playable> Examination<'_, G> {
    fn point(
        &self,
        progress: &Progress,
        hoyle: &Hoyle<G>,
        test: Test,
    ) -> Result<TrainingPoint, Error> {
        let tests = self.tested(hoyle, test)?;
        Ok(TrainingPoint::of(progress, hoyle, tests))
    }

    /// Lets a learner meet the challengers without learning.
    fn tested(&self, hoyle: &Hoyle<G>, test: Test) -> Result<Vec<Tested>, Error> {
        let seed = match test {
            Test::Last => self.settings.seed,
            Test::OfCycle(number) => self.settings.seed.derive(u64::MAX).derive(number),
        };
        // Learning is off, so what it would do at a position stays the same for all challengers.
        let hoyle = Remembered::new(hoyle);
        let test = |(index, (spec, challenger)): (usize, &(Spec, Prepared<G>))| {
            let settings = Settings {
                seed: seed.derive(2 + index as u64),
                ..self.settings.clone()
            };
            match self.testing {
                Testing::Contests(contests) => {
                    self.test_by_contests(&hoyle, (spec, challenger), contests, &settings)
                }
                Testing::Never | Testing::Exact => {
                    self.test_exactly(&hoyle, (spec, challenger), &settings)
                }
            }
        };
        self.challengers.iter().enumerate().map(test).collect()
    }

    fn test_by_contests(
        &self,
        hoyle: &Remembered<G, &Hoyle<G>>,
        (spec, challenger): (&Spec, &Prepared<G>),
        contests: u64,
        settings: &Settings,
    ) -> Result<Tested, Error> {
        let options = MatchOptions {
            games: contests,
            seats: Seats::Alternate,
            seed: settings.seed,
            threads: Some(NonZeroUsize::MIN),
            stop: Some(&settings.stop),
            ..MatchOptions::default()
        };
        let game = &self.entry.game;
        let score = play_match(game, &Sampled(hoyle), challenger, &options, &|_| {})
            .map_err(|error| Error::Failed(error.to_string()))?
            .score;
        if score.games() < contests {
            return Err(Error::Stopped);
        }
        let rate = |count: u64| count as f64 / score.games().max(1) as f64;
        let (wins, draws) = (rate(score.a_wins), rate(score.draws));
        Ok(Tested::new(spec, wins, draws, rate(score.b_wins)))
    }

    fn test_exactly(
        &self,
        hoyle: &Remembered<G, &Hoyle<G>>,
        (spec, challenger): (&Spec, &Prepared<G>),
        settings: &Settings,
    ) -> Result<Tested, Error> {
        let policy = challenger.policy.as_ref();
        let policy = policy.ok_or_else(|| Error::NoFixedOdds {
            player: spec.name.clone(),
        })?;
        let options = ExactOptions {
            seats: Seats::Alternate,
            threads: Some(NonZeroUsize::MIN),
            stop: Some(&settings.stop),
            ..ExactOptions::default()
        };
        let result = exact_match(&self.entry.game, hoyle, &**policy, &options)
            .map_err(|error| self.entry.exact_error(error))?;
        let (wins, draws) = (result.a_wins, result.draws);
        Ok(Tested::new(spec, wins, draws, result.b_wins))
    }
}

impl TrainingPoint {
    fn of<G: Playable>(progress: &Progress, hoyle: &Hoyle<G>, tests: Vec<Tested>) -> TrainingPoint {
        TrainingPoint {
            contests: progress.contests,
            lessons: progress.lessons,
            lessons_lost: progress.results[2],
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

fn slots(names: &[String]) -> Result<Vec<Slot>, Error> {
    let known = Slot::ALL.map(|(_, name)| name);
    let chosen = chosen(names, &known, "slot of useful knowledge")?;
    let all = Slot::ALL.into_iter();
    Ok(all
        .filter(|(_, name)| chosen.contains(name))
        .map(|(slot, _)| slot)
        .collect())
}

/// The known names that are meant. Only letters count, so that `dont-lose` is `Don't Lose`.
fn chosen<'k>(names: &[String], known: &[&'k str], what: &str) -> Result<Vec<&'k str>, Error> {
    let letters = |name: &str| -> String {
        name.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect()
    };
    let find = |name: &String| {
        let found = known.iter().find(|known| letters(known) == letters(name));
        found.copied().ok_or_else(|| Error::Unable {
            what: format!("there is no {what} `{name}`"),
            help: match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", known.join(", ")),
            },
        })
    };
    names.iter().map(find).collect()
}
