//! Plans: AND/OR trees of uncertain goals.

use pyo3::prelude::*;
use shido::Seed;
use shido_plan::{
    Cuts, Given, Options, OrRule, Order, PlanFile, Question, StudyError, missing, picture, study,
};

use crate::answers::drawn;
use crate::drawing::Drawing;
use crate::errors::{Kind, argument, exception, with_causes};
use crate::work;

/// Evaluates a plan from the text of its file (docs/plans.md), which has to give the success rates of its goals.
///
/// `order` is `"depth-first"`, `"best-first"` or `"saving"`, `cuts` `"on"`, `"off"` or `"deep"`, `any_of` `"maximum"`
/// or `"any"`: what an OR is worth. With `count_once` a goal that stands in several places counts once.
#[pyfunction]
#[pyo3(signature = (text, *, order="depth-first", cuts="on", any_of="maximum", count_once=false, certainty=None, compare=false, seed=0))]
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
) -> PyResult<Bound<'py, PyAny>> {
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
    let mistake = |said: String| exception(Kind::File, &said, None);
    let (answer, drawing) = work::run(py, &std::sync::Arc::default(), || {
        let file = PlanFile::parse(text).map_err(|errors| mistake(errors.to_string()))?;
        let mut leaves = Given::new(&file);
        let tree = file.ground(&[], &mut leaves);
        let tree = tree.map_err(|error| mistake(with_causes(&error)))?;
        if let Some(error) = missing(&tree, &mut leaves).first() {
            return Err(exception(
                Kind::File,
                &error.to_string(),
                Some(&error.help()),
            ));
        }
        let found = study(&tree, &mut leaves, &question).map_err(|error| match error {
            StudyError::Leaf(error) => {
                exception(Kind::File, &error.to_string(), Some(&error.help()))
            }
            StudyError::TooEntangled(error) => exception(Kind::Unable, &error.to_string(), None),
        })?;
        Ok((found.answer(), picture(&tree, &found.evaluation)))
    })?;
    drawn(py, "Plan", &answer, Drawing::plan(drawing))
}
