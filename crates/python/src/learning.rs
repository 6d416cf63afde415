//! Learning: weights of an evaluation, and Hoyle.

use pyo3::prelude::*;
use shido::{
    Goal, LearnerOptions, Paradigm, Settings, Spec, Testing, TrainingOrder, TuneMethod, TuneOrder,
    TuneReport,
};

use crate::answers::answer;
use crate::arguments::spec;
use crate::errors::{argument, raised};
use crate::game::Game;
use crate::watcher::watched;

/// How weights are to be learned, as it is asked for in Python. What is left out is what the command line takes.
pub(crate) struct Tuning {
    pub(crate) method: String,
    pub(crate) games: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) lambda: f64,
    pub(crate) exploration: f64,
    pub(crate) rate: Option<f64>,
    pub(crate) opening_plies: u32,
    pub(crate) weights: Option<String>,
}

impl Tuning {
    /// Learning from how contests ended.
    pub(crate) fn by_results(
        games: Option<u64>,
        depth: Option<u32>,
        rate: Option<f64>,
        opening_plies: u32,
        weights: Option<String>,
    ) -> Tuning {
        Tuning {
            method: "results".to_owned(),
            games,
            depth,
            lambda: 0.0,
            exploration: 0.0,
            rate,
            opening_plies,
            weights,
        }
    }

    /// The same with what was left out, if it is possible.
    pub(crate) fn order(self) -> PyResult<TuneOrder> {
        for (name, share) in [("lambda_", self.lambda), ("exploration", self.exploration)] {
            if !(0.0..=1.0).contains(&share) {
                return Err(argument(format!("`{name}` is from 0 to 1, not {share}")));
            }
        }
        if self.rate.is_some_and(|rate| !(rate > 0.0 && rate <= 1.0)) {
            return Err(argument("`rate` is above 0 and at most 1"));
        }
        if self.depth == Some(0) {
            return Err(argument("`depth` is 1 or more"));
        }
        let (method, games, depth) = match self.method.as_str() {
            "td" => {
                let method = TuneMethod::Td {
                    lambda: self.lambda,
                    exploration: self.exploration,
                };
                (method, 20_000, 1)
            }
            "results" => (TuneMethod::Results, 2_000, 4),
            other => {
                return Err(argument(format!(
                    "`{other}` is no way to learn weights: write \"td\" or \"results\""
                )));
            }
        };
        Ok(TuneOrder {
            method,
            games: self.games.unwrap_or(games),
            depth: self.depth.unwrap_or(depth),
            rate: self.rate,
            opening_plies: self.opening_plies,
            weights: self.weights,
        })
    }
}

/// Learns weights.
pub(crate) fn tune<'py>(
    py: Python<'py>,
    game: &Game,
    asked: Tuning,
    settings: &Settings,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let order = asked.order()?;
    let report = watched(py, settings, progress, |watch| {
        let report = game.any().tune(&order, settings, watch);
        report.map_err(|error| raised(&error))
    })?;
    tuned(py, &report)
}

/// What was learned, with the text of the file.
pub(crate) fn tuned<'py>(py: Python<'py>, report: &TuneReport) -> PyResult<Bound<'py, PyAny>> {
    let made = answer(py, "TuneReport", report)?;
    made.setattr("text", &report.text)?;
    Ok(made)
}

/// How a learner is to be trained, as it is asked for in Python.
pub(crate) struct Training {
    pub(crate) trainer: String,
    pub(crate) standard: u32,
    pub(crate) contests: Option<u64>,
    pub(crate) most: u64,
    pub(crate) paradigm: String,
    pub(crate) without: Vec<String>,
    pub(crate) without_slots: Vec<String>,
    pub(crate) knowledge: Option<std::path::PathBuf>,
    pub(crate) challengers: Option<Vec<String>>,
    pub(crate) test: u64,
    pub(crate) exact: bool,
}

/// Trains Hoyle.
pub(crate) fn train<'py>(
    py: Python<'py>,
    game: &Game,
    asked: Training,
    settings: &Settings,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let paradigm = Paradigm::named(&asked.paradigm).map_err(|_| {
        let known = Paradigm::ALL.map(Paradigm::name).join(", ");
        let wanted = &asked.paradigm;
        argument(format!(
            "there is no paradigm `{wanted}`: there are {known}"
        ))
    })?;
    let challengers = asked.challengers.map(|texts| {
        let specs = texts.iter().map(|text| spec(text));
        specs.collect::<PyResult<Vec<Spec>>>()
    });
    let order = TrainingOrder {
        trainer: spec(&asked.trainer)?,
        goal: match asked.contests {
            Some(contests) => Goal::Contests(contests),
            None => Goal::Standard(asked.standard),
        },
        most: asked.contests.unwrap_or(asked.most),
        learner: LearnerOptions {
            paradigm,
            without_advisors: asked.without,
            without_slots: asked.without_slots,
            ..LearnerOptions::default()
        },
        knowledge: asked.knowledge,
        challengers: challengers.transpose()?,
        testing: match (asked.exact, asked.test) {
            (true, _) => Testing::Exact,
            (false, 0) => Testing::Never,
            (false, contests) => Testing::Contests(contests),
        },
        curve: true,
        states: false,
    };
    let report = watched(py, settings, progress, |watch| {
        let report = game.any().train(&order, settings, watch);
        report.map_err(|error| raised(&error))
    })?;
    let made = answer(py, "TrainingReport", &report)?;
    made.setattr("knowledge", &report.knowledge)?;
    Ok(made)
}
