//! The text of an experiment, and the run that it is about.
//!
//! A text speaks of numbers. It is written about one run, and other runs have other numbers, so it is
//! shown with the run that it is about and with no other.

use serde::Deserialize;
use toml::Spanned;

use crate::LabError;
use crate::experiment::{Experiment, Reader, Subject};
use crate::findings::Findings;
use crate::run_id::Sampling;

/// The run whose numbers an analysis is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysedRun {
    /// How it was measured.
    pub sampling: Sampling,
    /// Its root seed.
    pub seed: u64,
    /// When: year, month and day.
    pub date: String,
    /// How games and players behaved then, as [`Findings::behaviour`] says it; where it is `None`,
    /// as they do today.
    pub behaviour: Option<String>,
}

/// The same as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenRun {
    #[serde(default)]
    seed: u64,
    games: Option<u64>,
    #[serde(default)]
    exact: bool,
    date: String,
    behaviour: Option<String>,
}

/// What is said of a run in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remarks {
    /// What the words are about.
    pub heading: String,
    /// The words.
    pub paragraphs: Vec<String>,
}

impl Reader {
    pub(crate) fn analysed(
        &self,
        written: Option<&Spanned<WrittenRun>>,
    ) -> Result<Option<AnalysedRun>, LabError> {
        let Some(spanned) = written else {
            return Ok(None);
        };
        let run = spanned.get_ref();
        let sampling = match (run.games, run.exact) {
            (Some(games), false) => Sampling::Games(games),
            (None, true) => Sampling::Exact,
            _ => {
                return Err(self.wrong(
                    spanned.span(),
                    "it is not clear how the run of the analysis was measured".to_owned(),
                    "give either `games`, the number of contests or runs, or `exact = true`",
                ));
            }
        };
        Ok(Some(AnalysedRun {
            sampling,
            seed: run.seed,
            date: run.date.clone(),
            behaviour: run.behaviour.clone(),
        }))
    }
}

impl AnalysedRun {
    /// Whether these are its findings. Exact numbers do not depend on the seed.
    #[must_use]
    pub fn made(&self, findings: &Findings) -> bool {
        let behaved = |then: &String| *then == findings.behaviour();
        findings.sampling == self.sampling
            && (self.sampling == Sampling::Exact || findings.seed == self.seed)
            && self.behaviour.as_ref().is_none_or(behaved)
    }

    /// How it was made, in words.
    fn words(&self, subject: &Subject) -> String {
        let how = match (self.sampling, subject) {
            (Sampling::Exact, _) => "exact".to_owned(),
            (Sampling::Games(runs), Subject::Training(_)) => format!("{runs} runs a row"),
            (Sampling::Games(games), _) => format!("{games} contests a match"),
        };
        format!("seed {}, {how}, {}", self.seed, self.date)
    }
}

/// What the text of an experiment says of a run: the analysis, if that is the run that it is about; else
/// which run it is about.
#[must_use]
pub fn remarks(experiment: &Experiment, findings: &Findings) -> Remarks {
    let text = || {
        let paragraphs = experiment.analysis.split("\n\n");
        paragraphs.map(|text| text.trim().to_owned()).collect()
    };
    let Some(run) = &experiment.analysed else {
        return Remarks {
            heading: "What the author of the experiment says".to_owned(),
            paragraphs: text(),
        };
    };
    let words = run.words(&experiment.subject);
    if run.made(findings) {
        return Remarks {
            heading: format!("Analysis of the shipped run ({words})"),
            paragraphs: text(),
        };
    }
    let behaved = run.behaviour.as_ref();
    let behaviour = match behaved.is_some_and(|then| *then != findings.behaviour()) {
        true => " Games or players have changed their behaviour since.",
        false => "",
    };
    Remarks {
        heading: "The analysis is about another run".to_owned(),
        paragraphs: vec![format!(
            "What the experiment's text says is about the shipped run ({words}), not about this one, and \
             is not repeated here. It stands in the experiment's file.{behaviour}"
        )],
    }
}
