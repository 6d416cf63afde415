//! Plans: AND/OR trees of uncertain goals.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use serde::Serialize;
use shido::Seed;
use shido_plan::{
    Cuts, Given, Leaves, Options, OrRule, Order, PlanAnswer, PlanFile, Question, Study, StudyError,
    Tree, missing, picture, study,
};
use shido_tactics::{BoardAnswer, BoardError, Effort, OnBoard, Rates, Scene};

use crate::answers::drawn;
use crate::drawing::Drawing;
use crate::errors::{Kind, argument, exception, with_causes};
use crate::work;

/// What is answered: with a board, what to do there too.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    plan: PlanAnswer,
    #[serde(flatten)]
    board: Option<BoardAnswer>,
}

/// The Go board that a plan is about, as it is told in Python.
struct Site {
    scene: Scene,
    /// What the plan calls groups, and a stone of each.
    groups: BTreeMap<String, String>,
    effort: Effort,
    rates: Option<Rates>,
}

/// Why a goal has no rate.
trait Unanswered: std::error::Error {
    fn help(&self) -> String;
}

impl Unanswered for shido_plan::NoRate {
    fn help(&self) -> String {
        shido_plan::NoRate::help(self)
    }
}

impl Unanswered for BoardError {
    fn help(&self) -> String {
        self.problem.help()
    }
}

/// Evaluates a plan from the text of its file (docs/plans.md), which has to give the success rates of its goals.
///
/// With `position` they are found on a Go board: a record in SGF, after `after` moves or all, or a position as text.
/// `groups` tells a stone of each group that the plan names, such as `{"G": "D4"}`. `nodes` and `playouts` limit what a
/// goal is worth looking at; `rates` is the text of a file of rates that were learned.
///
/// `order` is `"depth-first"`, `"best-first"` or `"saving"`, `cuts` `"on"`, `"off"` or `"deep"`, `any_of` `"maximum"`
/// or `"any"`: what an OR is worth. With `count_once` a goal that stands in several places counts once.
#[pyfunction]
#[pyo3(signature = (text, *, order="depth-first", cuts="on", any_of="maximum", count_once=false, certainty=None, compare=false, seed=0, position=None, after=None, groups=None, nodes=None, playouts=None, rates=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
pub(crate) fn plan<'py>(
    py: Python<'py>,
    text: &str,
    order: &str,
    cuts: &str,
    any_of: &str,
    count_once: bool,
    certainty: Option<f64>,
    compare: bool,
    seed: u64,
    position: Option<&str>,
    after: Option<usize>,
    groups: Option<BTreeMap<String, String>>,
    nodes: Option<u64>,
    playouts: Option<u32>,
    rates: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let needless = after.is_some() || groups.is_some() || nodes.is_some() || playouts.is_some();
    if position.is_none() && (needless || rates.is_some()) {
        return Err(argument(
            "`after`, `groups`, `nodes`, `playouts` and `rates` are about a board: give its `position`",
        ));
    }
    let wrong = |name: &str, value: &str, known: &str| {
        argument(format!(
            "`{value}` is not possible for `{name}`: write {known}"
        ))
    };
    if let Some(certainty) = certainty
        && !(certainty > 50.0 && certainty < 100.0)
    {
        return Err(argument(
            "`certainty` is in percent, above 50 and below 100",
        ));
    }
    let question = Question {
        options: Options {
            order: match order {
                "depth-first" => Order::DepthFirst,
                "best-first" => Order::BestFirst,
                "saving" => Order::Saving,
                other => {
                    return Err(wrong("order", other, "depth-first, best-first or saving"));
                }
            },
            cuts: match cuts {
                "on" => Cuts::Paper,
                "off" => Cuts::Off,
                "deep" => Cuts::Deep,
                other => return Err(wrong("cuts", other, "on, off or deep")),
            },
            or: match any_of {
                "maximum" => OrRule::Maximum,
                "any" => OrRule::Any,
                other => return Err(wrong("any_of", other, "maximum or any")),
            },
            certainty,
        },
        count_once,
        compare,
        seed: Seed(seed),
    };
    let site = position.map(|position| -> PyResult<Site> {
        let scene = match position.trim_start().starts_with('(') {
            true => Scene::of_record(position, after),
            false if after.is_some() => {
                return Err(argument(
                    "`after` counts the moves of a record, and a position has none",
                ));
            }
            false => Scene::of_text(position),
        };
        let usual = Effort::default();
        let rates = rates.map(Rates::parse).transpose();
        Ok(Site {
            scene: scene.map_err(|error| mistake(&with_causes(&error)))?,
            groups: groups.unwrap_or_default(),
            effort: Effort {
                nodes: nodes.unwrap_or(usual.nodes),
                playouts: playouts.unwrap_or(usual.playouts),
            },
            rates: rates.map_err(|error| mistake(&with_causes(&error)))?,
        })
    });
    let site = site.transpose()?;
    let (answer, drawing) = work::run(py, &std::sync::Arc::default(), || {
        let file = PlanFile::parse(text).map_err(|errors| mistake(&errors.to_string()))?;
        let Some(site) = &site else {
            return studied(&file, &mut Given::new(&file), &question, &|_| None);
        };
        let mut leaves =
            OnBoard::new(site.scene.position(), site.effort, question.seed).with_given(&file);
        if let Some(rates) = &site.rates {
            leaves = leaves.with_rates(rates);
        }
        let named = site.groups.iter().map(|(name, stone)| {
            let point = leaves.name(name, stone);
            let point = point.map_err(|error| {
                let said = format!("{name}: {}", with_causes(&error));
                exception(Kind::Argument, &said, Some(&error.help()))
            })?;
            Ok((name.as_str(), point))
        });
        let named = named.collect::<PyResult<Vec<_>>>()?;
        studied(&file, &mut leaves, &question, &|study| {
            Some(BoardAnswer::new(&site.scene, named.clone(), study))
        })
    })?;
    drawn(py, "Plan", &answer, Drawing::plan(drawing))
}

fn mistake(said: &str) -> PyErr {
    exception(Kind::File, said, None)
}

/// What a plan comes to with these leaves, and its picture.
fn studied<L: Leaves<Error: Unanswered>>(
    file: &PlanFile,
    leaves: &mut L,
    question: &Question,
    board: &dyn Fn(&Study<'_>) -> Option<BoardAnswer>,
) -> PyResult<(Answer, shido::core::picture::AndOrPicture)> {
    let unanswered =
        |error: &L::Error| exception(Kind::File, &error.to_string(), Some(&error.help()));
    let tree: Tree = file
        .ground(&[], leaves)
        .map_err(|error| mistake(&with_causes(&error)))?;
    if let Some(error) = missing(&tree, leaves).first() {
        return Err(unanswered(error));
    }
    let found = study(&tree, leaves, question).map_err(|error| match error {
        StudyError::Leaf(error) => unanswered(&error),
        StudyError::TooEntangled(error) => exception(Kind::Unable, &error.to_string(), None),
    })?;
    let answer = Answer {
        plan: found.answer(),
        board: board(&found),
    };
    Ok((answer, picture(&tree, &found.evaluation)))
}
