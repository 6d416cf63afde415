//! Whether a demand is met.

use shido_arena::Interval;
use shido_draw::{number, signed};

use crate::criteria::means;
use crate::experiment::{Criterion, Test};
use crate::findings::{Agreement, Cell, Judged};
use crate::run_id::Sampling;
use crate::statistics::{limit_for, student};

/// What a criterion looks at: a number, or how much it is above another.
struct Looked<'c> {
    /// The place of the number in the list of cells.
    index: usize,
    cell: &'c Cell,
    over: Option<&'c Cell>,
}

impl Looked<'_> {
    fn value(&self) -> f64 {
        self.cell.ours - self.over.map_or(0.0, |over| over.ours)
    }

    /// The 95% interval. Rows are trained independently, so their variances add up.
    fn interval(&self) -> Interval {
        let Some(over) = self.over else {
            return self.cell.interval;
        };
        let error = |cell: &Cell| cell.runs.map_or(0.0, |runs| runs.all.error());
        let count = |cell: &Cell| cell.runs.map_or(2, |runs| runs.all.count.max(2));
        let reach = student(count(self.cell).min(count(over)).max(30))
            * error(self.cell).hypot(error(over));
        Interval {
            low: self.value() - reach,
            high: self.value() + reach,
        }
    }

    fn name(&self) -> String {
        match self.over {
            None => self.cell.name(),
            Some(over) => format!("{} over {}", self.cell.name(), over.row),
        }
    }
}

pub(crate) fn judge(criterion: &Criterion, cells: &[Cell], sampling: Sampling) -> Judged {
    let chosen = chosen(criterion, cells);
    // What is demanded of exact numbers is too much for sampled ones, which scatter themselves.
    let z_limit = |stated: f64| match sampling {
        Sampling::Exact => stated,
        Sampling::Games(_) => stated.max(limit_for(chosen.len())),
    };
    let holds = |looked: &Looked<'_>| match criterion.test {
        Test::ZBelow(stated) => looked.cell.z.is_some_and(|z| z.abs() < z_limit(stated)),
        Test::NotBelow(bound) => looked.interval().high >= bound - 1e-12,
        Test::Above(bound) => looked.interval().low > bound,
        Test::AtLeast(bound) => looked.value() >= bound - 1e-12,
        Test::AtMost(bound) => looked.value() <= bound + 1e-12,
        Test::Within(bound) => looked.value().abs() <= bound + 1e-12,
        Test::Exactly => looked.cell.agreement == Agreement::Close,
    };
    let missed: Vec<usize> = chosen
        .iter()
        .filter(|looked| !holds(looked))
        .map(|looked| looked.index)
        .collect();
    let rate = chosen.iter().all(|looked| looked.cell.rate);
    let difference = |looked: &Looked<'_>| looked.over.is_some() || looked.cell.parts.is_some();
    // A share is in per cent; what one is above another is in points.
    let unit = match rate {
        true if chosen.iter().any(difference) => " points",
        true => "%",
        false => "",
    };
    // As it is written in the file.
    let amount = |bound: f64| {
        let bound = if rate { 100.0 * bound } else { bound };
        format!("{}{unit}", number(bound, 6))
    };
    let by_interval = match (sampling, chosen.len()) {
        (Sampling::Exact, _) => "",
        (Sampling::Games(_), 1) => " by its 95% interval",
        (Sampling::Games(_), _) => " by their 95% intervals",
    };
    let demand = match criterion.test {
        Test::ZBelow(stated) => {
            let limit = z_limit(stated);
            if limit > stated {
                format!("within |z| < {limit:.2} ({stated} for exact numbers)")
            } else {
                format!("within |z| < {stated}")
            }
        }
        Test::NotBelow(bound) => format!("not below {}{by_interval}", amount(bound)),
        Test::Above(bound) => format!("above {}{by_interval}", amount(bound)),
        Test::AtLeast(bound) => format!("at least {}", amount(bound)),
        Test::AtMost(bound) => format!("at most {}", amount(bound)),
        Test::Within(bound) => format!("within {} of each other", amount(bound)),
        Test::Exactly => "as worked out by hand".to_owned(),
    };
    let size = |looked: &Looked<'_>| match criterion.test {
        Test::ZBelow(_) => -looked.cell.z.unwrap_or(0.0).abs(),
        Test::AtMost(_) => -looked.value(),
        Test::Within(_) => -looked.value().abs(),
        _ => looked.value(),
    };
    let worst = chosen.iter().min_by(|a, b| size(a).total_cmp(&size(b)));
    let worst = match (criterion.test, worst) {
        (Test::Exactly, _) | (_, None) => String::new(),
        (Test::ZBelow(_), Some(looked)) => format!(
            "; the largest |z| is {:.2}, at {}",
            looked.cell.z.unwrap_or(0.0).abs(),
            looked.name()
        ),
        (test, Some(looked)) => {
            let interval = looked.interval();
            let show = |value: f64| {
                let value = if rate { 100.0 * value } else { value };
                match difference(looked) {
                    true => signed(value, 2),
                    false => format!("{value:.2}"),
                }
            };
            let extreme = match test {
                Test::Within(_) => "largest difference",
                Test::AtMost(_) => "largest",
                _ => "smallest",
            };
            let range = match looked.cell.runs {
                Some(_) => {
                    let [low, high] = [interval.low, interval.high].map(show);
                    format!(" ({low} to {high}{unit})")
                }
                None => String::new(),
            };
            let value = show(looked.value());
            format!(
                "; the {extreme} is {value}{unit}{range}, at {}",
                looked.name()
            )
        }
    };
    Judged {
        sentence: format!(
            "{} of {} {demand}{worst}",
            chosen.len() - missed.len(),
            chosen.len()
        ),
        cells: chosen.len(),
        missed,
        criterion: criterion.clone(),
    }
}

fn chosen<'c>(criterion: &Criterion, cells: &'c [Cell]) -> Vec<Looked<'c>> {
    let wanted = |cell: &Cell| {
        let of_measure = criterion
            .measure
            .as_ref()
            .is_none_or(|m| means(m, &cell.column));
        let of_row = criterion.row.as_ref().is_none_or(|row| cell.row == *row);
        let of_group = criterion.group.is_none() || cell.group == criterion.group;
        let published = !matches!(criterion.test, Test::ZBelow(_)) || cell.z.is_some();
        of_measure && of_row && of_group && published
    };
    let others = |cell: &'c Cell| -> Vec<Option<&'c Cell>> {
        let Some(name) = &criterion.over else {
            return vec![None];
        };
        let other = |other: &&Cell| {
            let named = other.row == *name || other.group.as_ref() == Some(name);
            named && other.column == cell.column && other.row != cell.row
        };
        cells.iter().filter(other).map(Some).collect()
    };
    let cells = cells.iter().enumerate().filter(|(_, cell)| wanted(cell));
    cells
        .flat_map(|(index, cell)| {
            let others = others(cell).into_iter();
            others.map(move |over| Looked { index, cell, over })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Parts;

    fn cell(row: &str, ours: f64, rate: bool) -> Cell {
        Cell {
            key: vec![("row", row.to_owned())],
            row: row.to_owned(),
            column: "measure".to_owned(),
            published: None,
            ours,
            z: None,
            interval: Interval {
                low: ours,
                high: ours,
            },
            players: Vec::new(),
            group: None,
            parts: None,
            losses: None,
            best: None,
            agreement: Agreement::Unknown,
            rate,
            runs: None,
        }
    }

    fn said(test: Test, over: Option<&str>, cells: &[Cell]) -> String {
        let criterion = Criterion {
            row: Some("a".to_owned()),
            over: over.map(str::to_owned),
            ..Criterion::of_all("", test)
        };
        judge(&criterion, cells, Sampling::Exact).sentence
    }

    /// Bounds are written as in the file; shares are in per cent and have no sign; what one share is above
    /// another is in points and has one.
    #[test]
    fn numbers_are_written_as_what_they_are() {
        let share = [cell("a", 0.875, true), cell("b", 0.8, true)];
        let gain = [Cell {
            parts: Some(Parts {
                with: 0.5,
                without: 0.44,
            }),
            ..cell("a", 0.06, true)
        }];
        let count = [cell("a", 1.0, false)];
        for (test, over, cells, expected) in [
            (
                Test::AtMost(1.05),
                None,
                &count[..],
                "1 of 1 at most 1.05; the largest is 1.00, at a",
            ),
            (
                Test::AtLeast(0.5),
                None,
                &share,
                "1 of 1 at least 50%; the smallest is 87.50%, at a",
            ),
            (
                Test::AtLeast(0.02),
                Some("b"),
                &share,
                "1 of 1 at least 2 points; the smallest is +7.50 points, at a over b",
            ),
            (
                Test::Within(0.1),
                Some("b"),
                &share,
                "1 of 1 within 10 points of each other; the largest difference is +7.50 points, at a over b",
            ),
            (
                Test::Above(0.0),
                None,
                &gain,
                "1 of 1 above 0 points; the smallest is +6.00 points, at a",
            ),
        ] {
            assert_eq!(said(test, over, cells), expected);
        }
        // What scatters is judged by its interval, and says so.
        let criterion = Criterion::of_all("", Test::NotBelow(0.0));
        let judged = judge(&criterion, &gain, Sampling::Games(10));
        let expected =
            "1 of 1 not below 0 points by its 95% interval; the smallest is +6.00 points, at a";
        assert_eq!(judged.sentence, expected);
    }
}
