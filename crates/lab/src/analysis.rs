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
use crate::training::Measure;

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
            (Sampling::Games(runs), Subject::Training(_)) => {
                format!("{} a row", counted(runs, "run"))
            }
            (Sampling::Games(games), _) => format!("{} a match", counted(games, "contest")),
        };
        format!("seed {}, {how}, {}", self.seed, self.date)
    }
}

/// So many runs or contests.
pub(crate) fn counted(number: u64, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
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
        let mut paragraphs: Vec<String> = text();
        paragraphs.extend(caution(experiment, findings));
        return Remarks {
            heading: "What the author of the experiment says".to_owned(),
            paragraphs,
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
    let mut paragraphs = vec![format!(
        "What the experiment's text says is about the shipped run ({words}), not about this one, and \
         is not repeated here. It stands in the experiment's file.{behaviour}"
    )];
    paragraphs.extend(caution(experiment, findings));
    Remarks {
        heading: "The analysis is about another run".to_owned(),
        paragraphs,
    }
}

/// What a small run cannot show.
fn caution(experiment: &Experiment, findings: &Findings) -> Option<String> {
    let Sampling::Games(games) = findings.sampling else {
        return None;
    };
    match &experiment.subject {
        Subject::Training(_) if games < 2 => Some(
            "One run of each row does not tell how runs scatter, so that nothing is judged by it."
                .to_owned(),
        ),
        Subject::Training(training)
            if games < training.published_runs && training.measures.contains(&Measure::Turing) =>
        {
            Some(format!(
                "A trial of the game players' Turing test has {} runs, so that it is not judged here.",
                training.published_runs
            ))
        }
        Subject::Contests(contests)
            if experiment.published() > 0 && games < contests.published_games / 10 =>
        {
            Some(format!(
                "The published numbers are of {} contests a match. With {} only large differences can \
                 show, so that little is reproduced by this run.",
                contests.published_games, games
            ))
        }
        _ => None,
    }
}
