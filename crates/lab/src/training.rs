//! Experiments about training, as they are written down: who trains whom until when, and who tests
//! the result.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;

use serde::Deserialize;
use shido::{
    Covered, Goal, Imitation, LearnerOptions, Paradigm, Slot, Spec, Testing, TrainingOrder,
};
use toml::Spanned;

use crate::LabError;
use crate::experiment::{MOST_RUNS, Reader};
use crate::place::Placed;

/// Rows of trials, each with many runs.
#[derive(Clone, Debug)]
pub struct Training {
    /// How many runs a row has, unless the user says otherwise.
    pub runs: u64,
    /// How many runs are behind a published number.
    pub published_runs: u64,
    /// How many contests a test against a challenger has.
    pub contests: u64,
    /// Whether tests are computed instead, in games whose positions cannot recur.
    pub exact: bool,
    /// Whom the learner meets in the test, the strongest first.
    pub challengers: Vec<Challenger>,
    /// What is shown of each row.
    pub measures: Vec<Measure>,
    /// What the places of rows count that have one, if they are to be plotted.
    pub across: Option<String>,
    /// The rows.
    pub rows: Vec<TrainingRow>,
}

/// Someone who tests what was learned.
#[derive(Clone, Debug)]
pub struct Challenger {
    /// The challenger's name.
    pub name: String,
    /// Who plays.
    pub player: Placed<Spec>,
}

/// A trial, or a player who takes the test untrained.
#[derive(Clone, Debug)]
pub struct TrainingRow {
    /// What it is called.
    pub label: String,
    /// The game.
    pub game: Placed<String>,
    /// Who takes the test.
    pub subject: Tested,
    /// A group of rows that a criterion can be about.
    pub group: Option<String>,
    /// Where it stands along the plot.
    pub at: Option<f64>,
    /// Whether this player's power is the maximal power at the game.
    pub maximal: bool,
    /// The published numbers.
    pub published: Vec<(Measure, f64)>,
}

/// Who takes a test.
#[derive(Clone, Debug)]
pub enum Tested {
    /// A learner, after this training.
    Learner {
        /// The training.
        order: Box<TrainingOrder>,
        /// Where the trainer is named.
        trainer: Placed<Spec>,
        /// Where it says what the learner has to do without.
        without: Option<Placed<()>>,
    },
    /// An untrained player.
    Player(Placed<Spec>),
}

/// What is measured of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// The contests until the goal was reached.
    Contests,
    /// The contests against an expert among them.
    Lessons,
    /// Units of useful knowledge.
    Space,
    /// How often the goal was reached, rather than the limit.
    Reached,
    /// How often the learner won against this challenger.
    Power(usize),
    /// How often it did not lose.
    Reliability(usize),
    /// In how many critical states the learner was in training.
    Seen,
    /// How often it is right in those.
    RightSeen,
    /// How often it is right in the others.
    RightUnseen,
    /// How often trials of the published size pass the game players' Turing test.
    Turing,
}

impl Measure {
    /// Whether it is a rate, which is shown in per cent.
    #[must_use]
    pub fn is_rate(self) -> bool {
        use Measure::{Contests, Lessons, Seen, Space};
        !matches!(self, Contests | Lessons | Space | Seen)
    }

    /// What it is called, with the challenger.
    #[must_use]
    pub fn name(self, challengers: &[Challenger]) -> String {
        match self {
            Measure::Power(index) | Measure::Reliability(index) => {
                format!("{} {}", self.word(), challengers[index].name)
            }
            _ => self.word().to_owned(),
        }
    }

    /// What it is called, without the challenger.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Measure::Contests => "contests",
            Measure::Lessons => "lessons",
            Measure::Space => "space",
            Measure::Reached => "reached",
            Measure::Power(_) => "power",
            Measure::Reliability(_) => "reliability",
            Measure::Seen => "seen",
            Measure::RightSeen => "right-seen",
            Measure::RightUnseen => "right-unseen",
            Measure::Turing => "turing",
        }
    }
}

impl Training {
    /// How the trial of a row is ordered, unless a player takes the test untrained.
    pub(crate) fn order(&self, row: &TrainingRow, exact: bool) -> Option<TrainingOrder> {
        match &row.subject {
            Tested::Player(_) => None,
            Tested::Learner { order, .. } => Some(TrainingOrder {
                challengers: Some(self.specs().cloned().collect()),
                testing: match exact {
                    true => Testing::Exact,
                    false => Testing::Contests(self.contests),
                },
                states: self.judges_states(),
                ..(**order).clone()
            }),
        }
    }

    pub(crate) fn specs(&self) -> impl Iterator<Item = &Spec> {
        self.challengers
            .iter()
            .map(|challenger| &challenger.player.value)
    }

    /// Whether learners are asked what they would do in states that they have seen and in others.
    pub(crate) fn judges_states(&self) -> bool {
        use Measure::{RightSeen, RightUnseen, Seen};
        let of_states = |measure: &Measure| matches!(measure, Seen | RightSeen | RightUnseen);
        self.measures.iter().any(of_states)
    }

    /// Everything that decides how a row goes, as text. What is usual and was not always a choice is
    /// left out, so that runs from before still count.
    pub(crate) fn definition(&self, row: &TrainingRow) -> String {
        let challengers: Vec<String> = self.specs().map(Spec::to_string).collect();
        let mut test = format!("{} {} {}", challengers.join(" "), self.contests, self.exact);
        if self.judges_states() {
            test += " states";
        }
        match &row.subject {
            Tested::Learner { order, .. } => {
                let TrainingOrder {
                    trainer,
                    goal,
                    most,
                    learner,
                    ..
                } = &**order;
                let LearnerOptions {
                    paradigm,
                    without_advisors,
                    without_slots,
                    imitation,
                    coverage,
                } = learner;
                let coverage = match coverage {
                    Covered::Lines => "",
                    Covered::Drawn => " / drawn",
                };
                format!(
                    "{} / {trainer} / {goal:?} / {most} / LearnerOptions {{ paradigm: {paradigm:?}, \
                     without_advisors: {without_advisors:?}, without_slots: {without_slots:?}, \
                     imitation: {imitation:?} }}{coverage} / {test}",
                    row.game.value
                )
            }
            Tested::Player(player) => format!(
                "{} / {} / {test} / {}",
                row.game.value, player.value, row.maximal
            ),
        }
    }

    /// The games that have rows with places, in the order of the file.
    pub(crate) fn plotted_games(&self) -> Vec<&str> {
        let mut games: Vec<&str> = Vec::new();
        for row in self.rows.iter().filter(|row| row.at.is_some()) {
            if !games.contains(&row.game.value.as_str()) {
                games.push(&row.game.value);
            }
        }
        games
    }

    /// The rows of a game that have places, from the lowest.
    pub(crate) fn rows_along(&self, game: &str) -> Vec<(f64, &TrainingRow)> {
        let rows = self.rows.iter().filter(|row| row.game.value == game);
        let mut rows: Vec<_> = rows.filter_map(|row| Some((row.at?, row))).collect();
        rows.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        rows
    }

    /// What is shown of a row: a player who does not learn has only the test.
    pub(crate) fn measures_of(&self, row: &TrainingRow) -> impl Iterator<Item = Measure> {
        let learns = matches!(row.subject, Tested::Learner { .. });
        let tested =
            |measure: &Measure| matches!(measure, Measure::Power(_) | Measure::Reliability(_));
        let all = self.measures.iter().copied();
        all.filter(move |measure| learns || tested(measure))
    }

    /// The row whose player has maximal power at a game.
    pub(crate) fn maximal(&self, game: &str) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| row.maximal && row.game.value == game)
    }
}

impl fmt::Display for TrainingRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct WrittenTraining {
    runs: Spanned<u64>,
    published_runs: Option<Spanned<u64>>,
    #[serde(default = "twenty")]
    contests: Spanned<u64>,
    #[serde(default)]
    exact: bool,
    #[serde(default = "enough")]
    most: u64,
    challengers: Option<Spanned<Vec<WrittenChallenger>>>,
    measures: Option<Vec<Spanned<WrittenMeasure>>>,
    across: Option<String>,
    rows: Spanned<Vec<Spanned<WrittenTrial>>>,
}

/// As many contests as in the paper.
fn twenty() -> Spanned<u64> {
    Spanned::new(0..0, 20)
}

/// Nobody needs as many contests who gets anywhere.
fn enough() -> u64 {
    2000
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenChallenger {
    name: String,
    player: Spanned<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenMeasure {
    Contests,
    Lessons,
    Space,
    Reached,
    Power,
    Reliability,
    Seen,
    RightSeen,
    RightUnseen,
    Turing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTrial {
    row: Spanned<String>,
    game: Spanned<String>,
    trainer: Option<Spanned<String>>,
    player: Option<Spanned<String>>,
    standard: Option<Spanned<u32>>,
    contests: Option<Spanned<u64>>,
    cycle: Option<Spanned<NonZeroU64>>,
    reliability: Option<Spanned<f64>>,
    #[serde(default)]
    paradigm: WrittenParadigm,
    without: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    imitation: WrittenImitation,
    #[serde(default)]
    coverage: WrittenCoverage,
    group: Option<String>,
    at: Option<f64>,
    #[serde(default)]
    maximal: bool,
    published: Option<Spanned<WrittenPublished>>,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum WrittenParadigm {
    #[default]
    Sum,
    Smoothed,
    Limited,
    SmoothedLimited,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum WrittenImitation {
    #[default]
    Winners,
    WinnersAndDrawers,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum WrittenCoverage {
    #[default]
    Lines,
    Drawn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPublished {
    contests: Option<f64>,
    lessons: Option<f64>,
    space: Option<f64>,
    #[serde(default)]
    power: BTreeMap<Spanned<String>, f64>,
    #[serde(default)]
    reliability: BTreeMap<Spanned<String>, f64>,
}

impl Reader {
    pub(crate) fn training(
        &self,
        written: &Spanned<WrittenTraining>,
    ) -> Result<Training, LabError> {
        let training = written.get_ref();
        let challengers = self.challengers(training.challengers.as_ref())?;
        let mut rows: Vec<TrainingRow> = Vec::new();
        for row in training.rows.get_ref() {
            let label = &row.get_ref().row;
            if rows.iter().any(|known| known.label == *label.get_ref()) {
                return Err(self.wrong(
                    label.span(),
                    format!("row `{}` is there twice", label.get_ref()),
                    "take one of them out, or give it another name",
                ));
            }
            rows.push(self.trial(row, training.most, &challengers)?);
        }
        if rows.is_empty() {
            return Err(self.wrong(
                training.rows.span(),
                "there is nobody to train".to_owned(),
                "add rows such as `{ row = \"...\", game = \"...\", trainer = \"...\", standard = 10 }`",
            ));
        }
        let published = rows.iter().any(|row| !row.published.is_empty());
        let published_runs = match &training.published_runs {
            Some(runs) => self.at_least_one(runs, "published-runs = 5")?,
            None if published => {
                return Err(self.wrong(
                    written.span(),
                    "published numbers are compared by how much they scatter".to_owned(),
                    "say how many runs are behind each: `published-runs = 5`",
                ));
            }
            None => 5,
        };
        let measures = self.measures(training, &rows, challengers.len())?;
        Ok(Training {
            runs: {
                self.at_least_one(&training.runs, "runs = 200")?;
                self.at_most(MOST_RUNS, training.runs.span(), *training.runs.get_ref())?
            },
            published_runs,
            contests: self.at_least_one(&training.contests, "contests = 20")?,
            exact: training.exact,
            measures,
            challengers,
            across: training.across.clone(),
            rows,
        })
    }

    fn at_least_one(&self, number: &Spanned<u64>, example: &str) -> Result<u64, LabError> {
        match *number.get_ref() {
            0 => Err(self.wrong(
                number.span(),
                "nothing is measured by nothing".to_owned(),
                &format!("write at least 1, such as `{example}`"),
            )),
            written => self.not_too_many(number.span(), written),
        }
    }

    /// The paper's four, unless the file names others.
    fn challengers(
        &self,
        written: Option<&Spanned<Vec<WrittenChallenger>>>,
    ) -> Result<Vec<Challenger>, LabError> {
        let Some(written) = written else {
            let usual = [
                ("perfect", "perfect"),
                ("expert", "fallible:noise=10"),
                ("novice", "fallible:noise=70"),
                ("random", "random"),
            ];
            let challenger = |(name, player): (&str, &str)| {
                let player = Spanned::new(0..0, player.to_owned());
                Ok(Challenger {
                    name: name.to_owned(),
                    player: self.player(&player)?,
                })
            };
            return usual.into_iter().map(challenger).collect();
        };
        let mut challengers: Vec<Challenger> = Vec::new();
        for challenger in written.get_ref() {
            if challengers
                .iter()
                .any(|known| known.name == challenger.name)
            {
                return Err(self.wrong(
                    challenger.player.span(),
                    format!("there are two challengers `{}`", challenger.name),
                    "give one of them another name",
                ));
            }
            challengers.push(Challenger {
                name: challenger.name.clone(),
                player: self.player(&challenger.player)?,
            });
        }
        if challengers.is_empty() {
            return Err(self.wrong(
                written.span(),
                "nobody tests what was learned".to_owned(),
                "name a challenger, or leave `challengers` out for the usual four",
            ));
        }
        Ok(challengers)
    }

    fn measures(
        &self,
        training: &WrittenTraining,
        rows: &[TrainingRow],
        challengers: usize,
    ) -> Result<Vec<Measure>, LabError> {
        use WrittenMeasure::{
            Contests, Lessons, Power, Reached, Reliability, RightSeen, RightUnseen, Seen, Space,
            Turing,
        };
        let usual: Vec<Spanned<WrittenMeasure>> = [Contests, Lessons, Space, Power, Reliability]
            .map(|measure| Spanned::new(0..0, measure))
            .into();
        let mut measures = Vec::new();
        for written in training.measures.as_ref().unwrap_or(&usual) {
            match written.get_ref() {
                Contests => measures.push(Measure::Contests),
                Lessons => measures.push(Measure::Lessons),
                Space => measures.push(Measure::Space),
                Reached => measures.push(Measure::Reached),
                Power => measures.extend((0..challengers).map(Measure::Power)),
                Reliability => measures.extend((0..challengers).map(Measure::Reliability)),
                Seen => measures.push(Measure::Seen),
                RightSeen => measures.push(Measure::RightSeen),
                RightUnseen => measures.push(Measure::RightUnseen),
                Turing => {
                    let unknown = rows.iter().find(|row| {
                        !rows
                            .iter()
                            .any(|other| other.maximal && other.game.value == row.game.value)
                    });
                    if let Some(row) = unknown {
                        return Err(self.wrong(
                            written.span(),
                            format!("the maximal power at {} is not known", row.game.value),
                            "add a row with `player = \"perfect\", maximal = true` for each game",
                        ));
                    }
                    measures.push(Measure::Turing);
                }
            }
        }
        Ok(measures)
    }

    fn trial(
        &self,
        written: &Spanned<WrittenTrial>,
        most: u64,
        challengers: &[Challenger],
    ) -> Result<TrainingRow, LabError> {
        let row = written.get_ref();
        let subject = match (&row.trainer, &row.player) {
            (Some(trainer), None) => {
                let goal = self.goal(row)?;
                let trainer = self.player(trainer)?;
                let without = row.without.as_ref();
                let names = without.map_or(&[][..], |names| names.get_ref());
                let is_slot = |name: &&String| Slot::ALL.iter().any(|(_, slot)| slot == name);
                let (slots, advisors): (Vec<&String>, Vec<&String>) =
                    names.iter().partition(is_slot);
                let order = TrainingOrder {
                    trainer: trainer.value.clone(),
                    goal,
                    most: match goal {
                        Goal::Standard(_) | Goal::Cycles { .. } => most,
                        Goal::Contests(contests) => contests,
                    },
                    learner: LearnerOptions {
                        paradigm: match row.paradigm {
                            WrittenParadigm::Sum => Paradigm::Sum,
                            WrittenParadigm::Smoothed => Paradigm::Smoothed,
                            WrittenParadigm::Limited => Paradigm::Limited,
                            WrittenParadigm::SmoothedLimited => Paradigm::SmoothedLimited,
                        },
                        without_advisors: advisors.into_iter().cloned().collect(),
                        without_slots: slots.into_iter().cloned().collect(),
                        imitation: match row.imitation {
                            WrittenImitation::Winners => Imitation::Winners,
                            WrittenImitation::WinnersAndDrawers => Imitation::WinnersAndDrawers,
                        },
                        coverage: match row.coverage {
                            WrittenCoverage::Lines => Covered::Lines,
                            WrittenCoverage::Drawn => Covered::Drawn,
                        },
                    },
                    knowledge: None,
                    challengers: None,
                    testing: Testing::Never,
                    curve: false,
                    states: false,
                };
                Tested::Learner {
                    order: Box::new(order),
                    trainer,
                    without: without.map(|names| Placed {
                        value: (),
                        place: self.place(names.span()),
                    }),
                }
            }
            (None, Some(player)) => Tested::Player(self.player(player)?),
            _ => {
                return Err(self.wrong(
                    row.row.span(),
                    "it is not clear who takes the test".to_owned(),
                    "give either `trainer`, for a learner, or `player`, for a player who is not trained",
                ));
            }
        };
        Ok(TrainingRow {
            label: row.row.get_ref().clone(),
            game: self.text_at(&row.game),
            subject,
            group: row.group.clone(),
            at: row.at,
            maximal: row.maximal,
            published: match &row.published {
                None => Vec::new(),
                Some(published) => self.published(published.get_ref(), challengers)?,
            },
        })
    }

    /// When the training of a row ends.
    fn goal(&self, row: &WrittenTrial) -> Result<Goal, LabError> {
        let reliability = row.reliability.as_ref();
        if let Some(wrong) = reliability.filter(|it| !(0.0..=100.0).contains(it.get_ref())) {
            return Err(self.wrong(
                wrong.span(),
                format!("a test cannot show a reliability of {}", wrong.get_ref()),
                "write a percentage, such as `reliability = 95`",
            ));
        }
        match (&row.standard, &row.contests, &row.cycle, reliability) {
            (Some(standard), None, None, None) if *standard.get_ref() > 0 => {
                Ok(Goal::Standard(*standard.get_ref()))
            }
            (None, Some(contests), None, None) => Ok(Goal::Contests(*contests.get_ref())),
            (None, None, Some(cycle), Some(reliability)) => Ok(Goal::Cycles {
                training: *cycle.get_ref(),
                reliability: reliability.get_ref() / 100.0,
            }),
            _ => Err(self.wrong(
                row.row.span(),
                "it is not clear when training ends".to_owned(),
                "give `standard` (so many contests in a row won or drawn, at least 1), `contests` (so \
                 many in all), or `cycle` (so many between two tests) and `reliability` (what a test \
                 has to show, in per cent)",
            )),
        }
    }

    fn published(
        &self,
        written: &WrittenPublished,
        challengers: &[Challenger],
    ) -> Result<Vec<(Measure, f64)>, LabError> {
        let counts = [
            (Measure::Contests, written.contests),
            (Measure::Lessons, written.lessons),
            (Measure::Space, written.space),
        ];
        let mut published: Vec<(Measure, f64)> = counts
            .into_iter()
            .filter_map(|(measure, value)| Some((measure, value?)))
            .collect();
        for (numbers, measure) in [
            (&written.power, Measure::Power as fn(usize) -> Measure),
            (&written.reliability, Measure::Reliability),
        ] {
            for (name, percentage) in numbers {
                let index = challengers.iter().position(|c| c.name == *name.get_ref());
                let Some(index) = index else {
                    let known = challengers
                        .iter()
                        .map(|challenger| challenger.name.as_str());
                    return Err(self.unknown(name, "challenger", known));
                };
                published.push((measure(index), percentage / 100.0));
            }
        }
        Ok(published)
    }
}
