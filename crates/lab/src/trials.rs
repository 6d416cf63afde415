//! Running trials: training and testing, run by run.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use shido::{
    AnyGame, Catalog, Error, Event, Goal, LearnerOptions, MatchOrder, Settings, Spec, Testing,
    TrainingOrder, Watch,
};
use shido_arena::Seats;

use crate::LabError;
use crate::journal::Block;
use crate::open::Blocks;
use crate::place::Placed;
use crate::training::{Measure, Tested, Training, TrainingRow};

/// How one run of a row went.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// How many contests training took.
    pub contests: f64,
    /// How many of them were lessons.
    pub lessons: f64,
    /// 1 where the goal was reached.
    pub reached: f64,
    /// Units of useful knowledge.
    pub space: f64,
    /// 1 where the tests were computed, 0 where contests were played.
    pub exact: f64,
    /// Wins, draws and losses against each challenger, as rates.
    pub tests: Vec<[f64; 3]>,
    /// The critical states that were seen in training and the share of them in which the learner is right,
    /// then the same of the others; `None` where nobody asked.
    pub states: Option<[f64; 4]>,
}

impl Trial {
    /// What it says of a measure that one run has.
    #[must_use]
    pub fn measured(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Contests => Some(self.contests),
            Measure::Lessons => Some(self.lessons),
            Measure::Space => Some(self.space),
            Measure::Reached => Some(self.reached),
            Measure::Power(index) => Some(self.tests.get(index)?[0]),
            Measure::Reliability(index) => Some(1.0 - self.tests.get(index)?[2]),
            Measure::Seen => Some(self.states?[0]),
            Measure::RightSeen => self.right(0),
            Measure::RightUnseen => self.right(2),
            Measure::Turing => None,
        }
    }

    /// How often the learner is right in states, where there are any.
    fn right(&self, index: usize) -> Option<f64> {
        let states = self.states?;
        (states[index] > 0.0).then_some(states[index + 1])
    }
}

impl Trial {
    /// How many numbers one of a row has: those of training, of each test, and of states where learners are
    /// asked about them.
    pub(crate) fn width(training: &Training, row: &TrainingRow) -> usize {
        let states = match row.subject {
            Tested::Learner { .. } if training.judges_states() => 4,
            _ => 0,
        };
        5 + 3 * training.challengers.len() + states
    }

    pub(crate) fn numbers(&self) -> Vec<f64> {
        let training = [
            self.contests,
            self.lessons,
            self.reached,
            self.space,
            self.exact,
        ];
        training
            .into_iter()
            .chain(self.tests.iter().flatten().copied())
            .chain(self.states.into_iter().flatten())
            .collect()
    }

    pub(crate) fn from_numbers(numbers: &[f64]) -> Option<Trial> {
        let (&[contests, lessons, reached, space, exact], tests) = numbers.split_first_chunk()?;
        // Four numbers more than in threes are about states.
        let (tests, states) = match tests.len() % 3 {
            0 => (tests, None),
            1 => {
                let (tests, states) = tests.split_last_chunk()?;
                (tests, Some(*states))
            }
            _ => return None,
        };
        let (tests, _) = tests.as_chunks::<3>();
        Some(Trial {
            contests,
            lessons,
            reached,
            space,
            exact,
            tests: tests.to_vec(),
            states,
        })
    }
}

/// Where learners are trained and tested. Each game is opened once, for all rows.
pub(crate) struct Trainings {
    training: Training,
    games: BTreeMap<String, Arc<dyn AnyGame>>,
}

impl Trainings {
    pub(crate) fn open(training: &Training, catalog: &Catalog) -> Result<Trainings, LabError> {
        let mut games = BTreeMap::new();
        for row in &training.rows {
            let name = row.game.value.as_str();
            if !games.contains_key(name) {
                let game = catalog
                    .open(name)
                    .map_err(|error| row.game.place.refuse(&error))?;
                games.insert(name.to_owned(), game);
            }
        }
        Ok(Trainings {
            training: training.clone(),
            games,
        })
    }

    fn game(&self, row: &TrainingRow) -> &dyn AnyGame {
        &*self.games[row.game.value.as_str()]
    }

    /// What decides how the rows go, as text: the rules, who takes part, and how they behave.
    pub(crate) fn definition(&self) -> Result<String, LabError> {
        let mut text = String::new();
        for row in &self.training.rows {
            let game = self.game(row);
            let behaviour = |placed: &Placed<Spec>| {
                let behaviour = game.behaviour(&placed.value);
                behaviour.map_err(|error| placed.place.refuse(&error))
            };
            let subject = match &row.subject {
                Tested::Player(player) => behaviour(player)?,
                Tested::Learner { trainer, .. } => {
                    let hoyle = game.behaviour(&Spec::plain("hoyle"));
                    let hoyle = hoyle.map_err(|error| row.game.place.refuse(&error))?;
                    format!("{hoyle} {}", behaviour(trainer)?)
                }
            };
            let challengers = self.training.challengers.iter();
            let challengers: Result<Vec<String>, LabError> =
                challengers.map(|it| behaviour(&it.player)).collect();
            text.push_str(&format!(
                "\n{:x} {} {subject} {}",
                game.about().fingerprint,
                self.training.definition(row),
                challengers?.join(" ")
            ));
        }
        Ok(text)
    }

    /// Whether the tests of a row are computed. Maximal power is, wherever it can be: it is what others
    /// are measured by.
    fn exact(&self, row: &TrainingRow) -> bool {
        (self.training.exact || row.maximal) && !self.game(row).about().cyclic
    }

    /// All runs. Where a player takes the test untrained and it is computed, one says everything.
    pub(crate) fn blocks(&self, runs: u64) -> Blocks {
        let rows = self.training.rows.iter().enumerate();
        rows.flat_map(|(index, row)| {
            let runs = match row.subject {
                Tested::Player(_) if self.exact(row) => 1,
                _ => runs,
            };
            (0..runs).map(move |run| ((index, run), None))
        })
        .collect()
    }

    /// Makes everyone once, so that whoever cannot come is found before anything is played. Games that
    /// have to be solved for it are solved here, on all threads.
    pub(crate) fn prepare_all(
        &self,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<(), LabError> {
        let solving = |what: &dyn std::fmt::Display, error: Error| LabError::Catalog {
            what: format!("`{what}` cannot come"),
            source: Box::new(error),
        };
        for row in &self.training.rows {
            let game = self.game(row);
            let seat = |player: &Spec| game.player(player, settings, watch).map(drop);
            for challenger in &self.training.challengers {
                let player = &challenger.player;
                seat(&player.value).map_err(|error| match error {
                    Error::Solve { .. } => solving(&player.value, error),
                    // Who is the trouble, where the usual challengers are nowhere written down?
                    error if player.place.span.is_empty() => row.game.place.refuse(&error),
                    error => player.place.refuse(&error),
                })?;
            }
            match &row.subject {
                Tested::Player(player) => {
                    seat(&player.value).map_err(|error| player.place.refuse(&error))?;
                }
                Tested::Learner {
                    order,
                    trainer,
                    without,
                } => {
                    let enrol = |trainer: &Spec, learner: &LearnerOptions| {
                        let order = TrainingOrder {
                            trainer: trainer.clone(),
                            goal: Goal::Contests(0),
                            most: 0,
                            learner: learner.clone(),
                            knowledge: None,
                            challengers: None,
                            testing: Testing::Never,
                            curve: false,
                            states: self.training.judges_states(),
                        };
                        game.train(&order, settings, watch).map(drop)
                    };
                    let alone = Spec::plain("self");
                    enrol(&alone, &LearnerOptions::default())
                        .map_err(|error| row.game.place.refuse(&error))?;
                    let place = without
                        .as_ref()
                        .map_or(&row.game.place, |names| &names.place);
                    enrol(&alone, &order.learner).map_err(|error| place.refuse(&error))?;
                    enrol(&trainer.value, &order.learner)
                        .map_err(|error| trainer.place.refuse(&error))?;
                }
            }
        }
        Ok(())
    }

    /// A run; `None` where it was stopped on the way.
    pub(crate) fn run(
        &self,
        (number, run): Block,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Option<Trial>, LabError> {
        let row = &self.training.rows[number];
        let settings = Settings {
            seed: settings.seed.derive(number as u64).derive(run),
            threads: Some(NonZeroUsize::MIN),
            ..settings.clone()
        };
        // Contests are not counted here: what is shown are runs.
        let watch = |event| match event {
            Event::Contests(_) => {}
            other => watch(other),
        };
        let trial = match &row.subject {
            Tested::Learner { .. } => self.learn(row, &settings, &watch),
            Tested::Player(player) => self.examine(row, &player.value, &settings, &watch),
        };
        match trial {
            Ok(trial) => Ok(Some(trial)),
            Err(_) if settings.stop.load(Ordering::Relaxed) => Ok(None),
            Err(error) => Err(LabError::Catalog {
                source: Box::new(error),
                what: format!("{}, {row}", row.game.value),
            }),
        }
    }

    fn learn(
        &self,
        row: &TrainingRow,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Trial, Error> {
        let order = self.training.order(row, self.exact(row));
        let order = order.expect("only learners are sent here");
        let report = self.game(row).train(&order, settings, watch)?;
        let tests = report
            .tests
            .iter()
            .map(|test| [test.wins, test.draws, test.losses]);
        Ok(Trial {
            contests: report.contests as f64,
            lessons: report.lessons as f64,
            reached: f64::from(u8::from(report.reached)),
            space: report.units as f64,
            exact: f64::from(u8::from(self.exact(row))),
            tests: tests.collect(),
            states: report.states.map(|states| {
                let [seen, unseen] = [states.seen, states.unseen];
                [
                    seen.states as f64,
                    seen.right,
                    unseen.states as f64,
                    unseen.right,
                ]
            }),
        })
    }

    /// The test of someone who does not learn.
    fn examine(
        &self,
        row: &TrainingRow,
        player: &Spec,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Trial, Error> {
        let mut tests = Vec::new();
        let game = self.game(row);
        let player = game.player(player, settings, watch)?;
        for (index, challenger) in self.training.specs().enumerate() {
            let order = MatchOrder {
                a: player.clone(),
                b: game.player(challenger, settings, watch)?,
                seats: Seats::Alternate,
                games: (!self.exact(row)).then_some(self.training.contests),
                opening_plies: 0,
                transcripts: false,
            };
            let settings = Settings {
                seed: settings.seed.derive(index as u64),
                ..settings.clone()
            };
            let report = game.play_match(&order, &settings, watch)?;
            if report.games != order.games {
                return Err(Error::Stopped);
            }
            tests.push([report.a_wins, report.draws, report.b_wins]);
        }
        Ok(Trial {
            contests: 0.0,
            lessons: 0.0,
            reached: 1.0,
            space: 0.0,
            exact: f64::from(u8::from(self.exact(row))),
            tests,
            states: None,
        })
    }
}
