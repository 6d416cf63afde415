//! What the measurements say about the published numbers.

use std::fmt;

use serde::Serialize;
use shido_arena::Interval;

use crate::analysis::AnalysedRun;
use crate::experiment::{CellPlan, Contests, Criterion, Example, Experiment, Subject};
use crate::export::{interval, named};
use crate::judge::judge;
use crate::losses::Losses;
use crate::results::Results;
use crate::run::behaviour_text;
use crate::run_id::Sampling;
use crate::statistics::{Mean, Rate, Trend, beyond, interval_of_gain, limit_for, z, z_of_gain};
use crate::trained;
use crate::trees::Answer;
use crate::turing::TuringTest;

/// A measured experiment.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The experiment's name.
    pub experiment: String,
    /// How the user asks for it.
    pub asked_as: String,
    /// How it was measured.
    pub sampling: Sampling,
    /// The root seed.
    pub seed: u64,
    /// Of what decides how it goes: the definition, the rules, and how players behave.
    pub fingerprint: u64,
    /// Every number.
    pub cells: Vec<Cell>,
    /// The game players' Turing tests, where the experiment is about them.
    pub turing: Vec<TuringRow>,
    /// How the numbers go along the places of the rows, where they have some.
    pub trends: Vec<TrendRow>,
    /// Which of the demands are met.
    pub judged: Vec<Judged>,
    /// What it comes to.
    pub assessment: Assessment,
    /// The run whose numbers the text of the experiment is about, where its file says it.
    pub analysed: Option<AnalysedRun>,
}

/// A measured number.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// What it is called, in the words of a script.
    #[serde(serialize_with = "named")]
    pub key: Vec<(&'static str, String)>,
    /// Its row in the table.
    #[serde(skip)]
    pub row: String,
    /// Its column in the table.
    #[serde(skip)]
    pub column: String,
    /// The published number.
    pub published: Option<f64>,
    /// Our number.
    pub ours: f64,
    /// How many standard errors ours is above the published one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<f64>,
    /// The 95% interval of ours.
    #[serde(serialize_with = "interval")]
    pub interval: Interval,
    /// The players, by what they are in the cell.
    #[serde(serialize_with = "named")]
    pub players: Vec<(&'static str, String)>,
    /// The group that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The two rates of which ours is the difference.
    #[serde(flatten)]
    pub parts: Option<Parts>,
    /// What the player's moves lost, where that was asked.
    #[serde(flatten)]
    pub losses: Option<Losses>,
    /// The best moves, for trees.
    #[serde(flatten)]
    pub best: Option<BestMoves>,
    /// Whether it is what was expected.
    #[serde(skip)]
    pub agreement: Agreement,
    /// Whether it is a rate, from 0 to 1, rather than a count.
    #[serde(skip)]
    pub rate: bool,
    /// The runs of which it is the mean, where it is about training.
    #[serde(flatten)]
    pub runs: Option<Runs>,
}

/// The two rates of which a number is the difference.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Parts {
    /// With what is measured.
    pub with: f64,
    /// Without it.
    pub without: f64,
}

/// The best moves at the root of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BestMoves {
    /// Those that were found.
    #[serde(rename = "best")]
    pub found: Vec<String>,
    /// Those that were expected.
    #[serde(rename = "expected_best")]
    pub expected: Vec<String>,
}

/// What is behind the mean of several runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Runs {
    /// All of them.
    pub all: Mean,
    /// The first ones, as many as are behind a published number.
    pub first: Mean,
}

impl TuringRow {
    /// The names of some challengers.
    #[must_use]
    pub fn named(&self, indices: &[usize]) -> Vec<&str> {
        let names = indices.iter();
        names
            .map(|index| self.challengers[*index].as_str())
            .collect()
    }
}

/// How a number goes along the places of the rows of a game.
#[derive(Clone, Debug, Serialize)]
pub struct TrendRow {
    /// The game.
    pub game: String,
    /// The measure.
    pub measure: String,
    /// Cox and Stuart's test.
    pub trend: Trend,
}

/// How the runs of a row did at the game players' Turing test.
#[derive(Clone, Debug)]
pub struct TuringRow {
    /// The row.
    pub row: String,
    /// The challengers, the strongest first.
    pub challengers: Vec<String>,
    /// The first runs, as many as are behind a published number.
    pub first: TuringTest,
    /// All of them.
    pub all: TuringTest,
    /// How many trials of that size pass.
    pub passed: u64,
    /// How many trials of that size there are.
    pub trials: u64,
}

/// Whether a number is what was expected, as far as chance lets us tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// There is nothing to compare it with.
    Unknown,
    /// It agrees: |z| below 2.
    Close,
    /// It may agree: |z| from 2 to 3.
    Doubtful,
    /// It does not agree.
    Far,
}

impl Agreement {
    /// What so many standard errors mean.
    pub(crate) fn of(z: Option<f64>) -> Agreement {
        match z.map(f64::abs) {
            None => Agreement::Unknown,
            Some(z) if z < 2.0 => Agreement::Close,
            Some(z) if z < 3.0 => Agreement::Doubtful,
            Some(_) => Agreement::Far,
        }
    }
}

/// A demand with how it was met.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What was demanded.
    pub criterion: Criterion,
    /// How many cells it is about.
    pub cells: usize,
    /// Those that do not meet it, by their place in the list of cells.
    pub missed: Vec<usize>,
    /// What came out, as a sentence.
    pub sentence: String,
}

impl Judged {
    /// Whether all of its cells do what was demanded.
    #[must_use]
    pub fn met(&self) -> bool {
        self.missed.is_empty()
    }
}

/// What an experiment comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assessment {
    /// Every demand is met, and there are published numbers.
    Reproduced,
    /// Every demand is met, and nothing was published that could have been reproduced.
    AsExpected,
    /// Some demands are met, or most cells meet them.
    Partly,
    /// No demand is met, and most cells miss them.
    Different,
    /// Nothing was demanded.
    Measured,
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assessment::Reproduced => "reproduced",
            Assessment::AsExpected => "as expected",
            Assessment::Partly => "partly",
            Assessment::Different => "different",
            Assessment::Measured => "measured",
        })
    }
}

impl Findings {
    /// The command that made it.
    #[must_use]
    pub fn command(&self) -> String {
        self.sampling.command(&self.asked_as, self.seed)
    }

    /// How games and players behave, as a text that changes when one of them does.
    #[must_use]
    pub fn behaviour(&self) -> String {
        behaviour_text(self.fingerprint)
    }

    /// What to bear in mind where many cells are compared at once; `None` where there are not many.
    #[must_use]
    pub fn note_on_many_cells(&self) -> Option<String> {
        let all: Vec<f64> = self.cells.iter().filter_map(|cell| cell.z).collect();
        if all.len() < 2 {
            return None;
        }
        let count = all.len() as f64;
        let found = |limit: f64| all.iter().filter(|z| z.abs() > limit).count();
        let dependent = self
            .cells
            .iter()
            .any(|cell| cell.key.iter().any(|(name, _)| *name == "outcome"));
        let caution = if dependent {
            " (The outcomes of a pairing add up to one, so they are not independent and the true \
             numbers are somewhat smaller.)"
        } else {
            ""
        };
        Some(format!(
            "{} numbers are compared at once. If every difference were chance, about {:.1} of them \
             would lie beyond |z| = 2 ({} do) and {:.1} beyond 2.5 ({} do); in one run of a hundred \
             the largest would exceed {:.1}.{caution}",
            all.len(),
            count * beyond(2.0),
            found(2.0),
            count * beyond(2.5),
            found(2.5),
            limit_for(all.len()),
        ))
    }
}

/// Compares what was measured with what was published and demanded.
#[must_use]
pub fn assess(experiment: &Experiment, results: &Results) -> Findings {
    let cells: Vec<Cell> = match &experiment.subject {
        Subject::Contests(contests) => contests
            .cells
            .iter()
            .map(|plan| measured(contests, plan, results))
            .collect(),
        Subject::Trees(examples) => examples
            .iter()
            .zip(&results.answers)
            .map(|(example, answer)| answered(example, answer))
            .collect(),
        Subject::Training(training) => trained::cells(training, &results.trials),
    };
    let (turing, trends) = match &experiment.subject {
        Subject::Training(training) => (
            trained::turing(training, &results.trials),
            trained::trends(training, &cells),
        ),
        Subject::Contests(_) | Subject::Trees(_) => Default::default(),
    };
    let judged = experiment
        .criteria
        .iter()
        .map(|criterion| judge(criterion, &cells, results.sampling));
    // One run does not tell how runs scatter, and too few are no trial.
    let judged: Vec<Judged> = match results.sampling {
        Sampling::Games(0 | 1) if matches!(experiment.subject, Subject::Training(_)) => Vec::new(),
        _ => judged.filter(|judged| judged.cells > 0).collect(),
    };
    Findings {
        experiment: experiment.name.clone(),
        asked_as: experiment.asked_as.clone(),
        sampling: results.sampling,
        seed: results.seed,
        fingerprint: results.fingerprint,
        assessment: assessment(&judged, experiment.published() > 0),
        analysed: experiment.analysed.clone(),
        cells,
        turing,
        trends,
        judged,
    }
}

fn measured(contests: &Contests, plan: &CellPlan, results: &Results) -> Cell {
    let exact = results.sampling == Sampling::Exact;
    let rate = |reading: crate::experiment::Reading| {
        results.tallies[reading.bout].rate(reading.share, exact)
    };
    let bout = &contests.bouts[plan.of.bout];
    let mut players = vec![
        ("game", bout.game.value.clone()),
        ("a", bout.a.value.to_string()),
        ("b", bout.b.value.to_string()),
    ];
    let with = rate(plan.of);
    let (ours, z_value, interval, parts) = match plan.over.map(|over| (over, rate(over))) {
        None => {
            let published = plan.published.map(|value| Rate {
                value,
                contests: Some(contests.published_games),
            });
            let z_value = published.map(|published| z(with, published));
            (with.value, z_value, with.interval(), None)
        }
        Some((over, without)) => {
            let other = &contests.bouts[over.bout];
            players.push(("over_a", other.a.value.to_string()));
            players.push(("over_b", other.b.value.to_string()));
            let z_value = plan
                .published
                .map(|published| z_of_gain(with, without, published, contests.published_games));
            let parts = Some(Parts {
                with: with.value,
                without: without.value,
            });
            let gain = with.value - without.value;
            (gain, z_value, interval_of_gain(with, without), parts)
        }
    };
    Cell {
        key: plan.key.clone(),
        row: plan.row.clone(),
        column: plan.column.clone(),
        group: plan.group.clone(),
        players,
        published: plan.published,
        ours,
        z: z_value,
        interval,
        parts,
        losses: bout.losses.then_some(results.tallies[plan.of.bout].losses),
        best: None,
        agreement: Agreement::of(z_value),
        rate: true,
        runs: None,
    }
}

fn answered(example: &Example, answer: &Answer) -> Cell {
    let fits = (answer.value - example.value).abs() < 1e-9 && answer.best == example.best;
    Cell {
        key: vec![
            ("tree", example.name.clone()),
            ("by", example.by.value.to_string()),
        ],
        row: example.name.clone(),
        column: example.by.value.to_string(),
        group: None,
        players: vec![("by", example.by.value.to_string())],
        published: Some(example.value),
        ours: answer.value,
        z: None,
        interval: Interval {
            low: answer.value,
            high: answer.value,
        },
        parts: None,
        losses: None,
        best: Some(BestMoves {
            found: answer.best.clone(),
            expected: example.best.clone(),
        }),
        agreement: if fits {
            Agreement::Close
        } else {
            Agreement::Far
        },
        rate: false,
        runs: None,
    }
}

fn assessment(judged: &[Judged], published: bool) -> Assessment {
    let met = judged.iter().filter(|judged| judged.met()).count();
    let cells: usize = judged.iter().map(|judged| judged.cells).sum();
    let missed: usize = judged.iter().map(|judged| judged.missed.len()).sum();
    match met {
        _ if judged.is_empty() => Assessment::Measured,
        met if met == judged.len() && published => Assessment::Reproduced,
        met if met == judged.len() => Assessment::AsExpected,
        0 if 2 * missed > cells => Assessment::Different,
        _ => Assessment::Partly,
    }
}

impl Cell {
    /// What it is called, in a few words.
    #[must_use]
    pub fn name(&self) -> String {
        let words: Vec<&str> = self.key.iter().map(|(_, value)| value.as_str()).collect();
        words.join(" / ")
    }

    /// How far off the number of a training may be, as it is shown: half of the 95% interval of a mean,
    /// the whole interval of a share of trials, and nothing of a single run.
    #[must_use]
    pub fn reach(&self) -> String {
        let Interval { low, high } = self.interval;
        match self.runs.map(|runs| runs.all.count) {
            None => format!("{} to {}", self.show(low, 1), self.show(high, 1)),
            Some(0 | 1) => String::new(),
            Some(_) => format!("± {}", self.show((high - low) / 2.0, 1)),
        }
    }

    /// A number of its kind as it is shown: rates in per cent.
    #[must_use]
    pub fn show(&self, value: f64, decimals: usize) -> String {
        let value = if self.rate { 100.0 * value } else { value };
        // Adding zero turns a negative zero into a positive one.
        format!("{:.decimals$}", value + 0.0)
    }

    /// How much ours is above the published number.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        self.published.map(|published| self.ours - published)
    }
}
