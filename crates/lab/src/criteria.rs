//! When an experiment counts as reproduced, as its file says it.

use std::ops::Range;

use serde::Deserialize;
use shido_core::nearest;
use toml::Spanned;

use crate::LabError;
use crate::experiment::{Criterion, Reader, Subject, Test};
use crate::training::Training;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct WrittenCriterion {
    name: String,
    group: Option<Spanned<String>>,
    row: Option<Spanned<String>>,
    measure: Option<Spanned<String>>,
    over: Option<Spanned<String>>,
    z_below: Option<f64>,
    not_below: Option<f64>,
    above: Option<f64>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    within: Option<f64>,
}

/// A cell, as far as a criterion can choose it.
struct Choice<'s> {
    group: Option<&'s str>,
    row: &'s str,
    measure: Option<String>,
    rate: bool,
    published: bool,
}

/// Whether a word, such as `reliability`, or a whole name, such as `reliability novice`, means a
/// measure.
pub(crate) fn means(wanted: &str, measure: &str) -> bool {
    let rest = measure.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

impl Reader {
    /// What the file demands, or what goes without saying: that published numbers and answers
    /// worked out by hand come out.
    pub(crate) fn criteria(
        &self,
        written: &[Spanned<WrittenCriterion>],
        subject: &Subject,
    ) -> Result<Vec<Criterion>, LabError> {
        let choices: Vec<Choice<'_>> = match subject {
            Subject::Contests(contests) => contests
                .cells
                .iter()
                .map(|cell| Choice {
                    group: cell.group.as_deref(),
                    row: &cell.row,
                    measure: None,
                    rate: true,
                    published: cell.published.is_some(),
                })
                .collect(),
            Subject::Training(training) => trained(training),
            Subject::Trees(_) => {
                if let Some(first) = written.first() {
                    return Err(self.wrong(
                        first.span(),
                        "trees are compared exactly and need no criteria".to_owned(),
                        "take `[[criteria]]` out",
                    ));
                }
                return Ok(vec![Criterion::of_all("Every answer", Test::Exactly)]);
            }
        };
        if written.is_empty() && choices.iter().any(|cell| cell.published) {
            let test = Test::ZBelow(2.5);
            return Ok(vec![Criterion::of_all("Every published cell", test)]);
        }
        written
            .iter()
            .map(|criterion| self.criterion(criterion.get_ref(), criterion.span(), &choices))
            .collect()
    }

    fn criterion(
        &self,
        written: &WrittenCriterion,
        span: Range<usize>,
        cells: &[Choice<'_>],
    ) -> Result<Criterion, LabError> {
        let mut chosen: Vec<&Choice<'_>> = cells.iter().collect();
        if let Some(group) = &written.group {
            let known = cells.iter().filter_map(|cell| cell.group);
            chosen.retain(|cell| cell.group == Some(group.get_ref()));
            self.some_left(&chosen, group, "cell is of the group", known)?;
        }
        if let Some(row) = &written.row {
            let known = cells.iter().map(|cell| cell.row);
            chosen.retain(|cell| cell.row == row.get_ref());
            self.some_left(&chosen, row, "cell is in the row", known)?;
        }
        if let Some(measure) = &written.measure {
            let of = |cell: &Choice<'_>| {
                let name = cell.measure.as_deref();
                name.is_some_and(|name| means(measure.get_ref(), name))
            };
            let known = cells.iter().filter_map(|cell| cell.measure.as_deref());
            chosen.retain(|cell| of(cell));
            self.some_left(&chosen, measure, "cell is of the measure", known)?;
        }
        if let Some(over) = &written.over {
            let name = over.get_ref().as_str();
            let known = cells.iter().flat_map(|cell| [Some(cell.row), cell.group]);
            let meant = cells
                .iter()
                .filter(|cell| cell.row == name || cell.group == Some(name));
            self.some_left(
                &meant.collect::<Vec<_>>(),
                over,
                "row is called",
                known.flatten(),
            )?;
        }
        // Counts are written as they are, rates in per cent.
        let scale = match chosen.iter().any(|cell| cell.rate) {
            true => 100.0,
            false => 1.0,
        };
        let tests = [
            written.z_below.filter(|z| *z > 0.0).map(Test::ZBelow),
            written.not_below.map(|bound| Test::NotBelow(bound / scale)),
            written.above.map(|bound| Test::Above(bound / scale)),
            written.at_least.map(|bound| Test::AtLeast(bound / scale)),
            written.at_most.map(|bound| Test::AtMost(bound / scale)),
            written.within.map(|bound| Test::Within(bound / scale)),
        ];
        let mut tests = tests.into_iter().flatten();
        let (Some(test), None) = (tests.next(), tests.next()) else {
            return Err(self.wrong(
                span,
                format!("it is not clear when `{}` is met", written.name),
                "give one of `z-below` (a positive number), `not-below`, `above`, `at-least`, \
                 `at-most` and `within` (in per cent, or contests and units)",
            ));
        };
        let compares = matches!(test, Test::ZBelow(_));
        if !compares && chosen.iter().any(|cell| cell.rate) && chosen.iter().any(|cell| !cell.rate)
        {
            return Err(self.wrong(
                span,
                format!("`{}` is about rates and counts at once", written.name),
                "say which numbers are meant: `measure = \"reliability\"`",
            ));
        }
        if compares && (written.over.is_some() || !chosen.iter().any(|cell| cell.published)) {
            return Err(self.wrong(
                span,
                format!(
                    "`{}` compares with published numbers, and there are none",
                    written.name
                ),
                "give cells `published` numbers, or use `not-below` or `above`",
            ));
        }
        let text = |text: &Option<Spanned<String>>| text.as_ref().map(|t| t.get_ref().clone());
        Ok(Criterion {
            name: written.name.clone(),
            group: text(&written.group),
            row: text(&written.row),
            measure: text(&written.measure),
            over: text(&written.over),
            test,
        })
    }

    fn some_left<'k>(
        &self,
        left: &[&Choice<'_>],
        name: &Spanned<String>,
        what: &str,
        known: impl Iterator<Item = &'k str>,
    ) -> Result<(), LabError> {
        if !left.is_empty() {
            return Ok(());
        }
        Err(self.wrong(
            name.span(),
            format!("no {what} `{}`", name.get_ref()),
            &match nearest(name.get_ref(), known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "use a name that stands in this file, or leave it out for all".to_owned(),
            },
        ))
    }
}

/// The cells that training will have.
fn trained(training: &Training) -> Vec<Choice<'_>> {
    let rows = training.rows.iter();
    rows.flat_map(|row| {
        training.measures_of(row).map(|measure| Choice {
            group: row.group.as_deref(),
            row: &row.label,
            measure: Some(measure.name(&training.challengers)),
            rate: measure.is_rate(),
            published: row.published.iter().any(|(known, _)| *known == measure),
        })
    })
    .collect()
}
