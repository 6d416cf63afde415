//! What the runs of training say.

use shido_arena::wilson;

use crate::findings::{Agreement, Cell, Runs, TrendRow, TuringRow};
use crate::statistics::{Mean, Trend};
use crate::training::{Measure, Tested, Training, TrainingRow};
use crate::trials::Trial;
use crate::turing::TuringTest;

/// Every number of every row.
pub(crate) fn cells(training: &Training, trials: &[Vec<Trial>]) -> Vec<Cell> {
    let rows = training.rows.iter().enumerate();
    rows.flat_map(|(number, row)| {
        training
            .measures_of(row)
            .filter_map(move |measure| match measure {
                Measure::Turing => passes(training, trials, number),
                _ => measured(training, row, &trials[number], measure),
            })
    })
    .collect()
}

fn measured(
    training: &Training,
    row: &TrainingRow,
    runs: &[Trial],
    measure: Measure,
) -> Option<Cell> {
    let numbers: Vec<f64> = runs
        .iter()
        .filter_map(|run| run.measured(measure))
        .collect();
    if numbers.is_empty() {
        return None;
    }
    let all = Mean::of(&numbers);
    let published_runs = training.published_runs as usize;
    let first = Mean::of(&numbers[..published_runs.min(numbers.len())]);
    let published = row.published.iter().find(|(known, _)| *known == measure);
    let published = published.map(|(_, value)| *value);
    // One contest in all of the published runs.
    let least = match measure.is_rate() {
        true => 1.0 / (training.published_runs * training.contests) as f64,
        false => 1.0 / training.published_runs as f64,
    };
    // One run of a learner does not tell how runs scatter.
    let scatters = numbers.len() > 1 || matches!(row.subject, Tested::Player(_));
    let z = published.filter(|_| scatters).map(|published| {
        scatter(training, all, runs, &numbers, measure).z(published, published_runs, least)
    });
    let mut interval = all.interval();
    if measure.is_rate() {
        interval.low = interval.low.max(0.0);
        interval.high = interval.high.min(1.0);
    }
    Some(Cell {
        published,
        ours: all.value,
        z,
        interval,
        agreement: Agreement::of(z),
        runs: Some(Runs { all, first }),
        ..cell(training, row, measure)
    })
}

/// How published runs scatter. Where our tests are exact, they lack the scatter of the contests in
/// which the published ones were tested.
fn scatter(
    training: &Training,
    ours: Mean,
    runs: &[Trial],
    numbers: &[f64],
    measure: Measure,
) -> Mean {
    let exact = runs.iter().all(|run| run.exact > 0.0);
    if !exact || !matches!(measure, Measure::Power(_) | Measure::Reliability(_)) {
        return ours;
    }
    let binomial = numbers.iter().map(|rate| rate * (1.0 - rate)).sum::<f64>()
        / (numbers.len() as f64 * training.contests as f64);
    Mean {
        deviation: (ours.deviation.powi(2) + binomial).sqrt(),
        ..ours
    }
}

fn cell(training: &Training, row: &TrainingRow, measure: Measure) -> Cell {
    let name = measure.name(&training.challengers);
    let who = match &row.subject {
        Tested::Learner { trainer, .. } => ("trainer", trainer.value.to_string()),
        Tested::Player(player) => ("player", player.value.to_string()),
    };
    Cell {
        key: vec![("row", row.label.clone()), ("measure", name.clone())],
        row: row.label.clone(),
        column: name,
        group: row.group.clone(),
        players: vec![("game", row.game.value.clone()), who],
        published: None,
        ours: 0.0,
        z: None,
        interval: shido_arena::Interval {
            low: 0.0,
            high: 0.0,
        },
        parts: None,
        losses: None,
        best: None,
        agreement: Agreement::Unknown,
        rate: measure.is_rate(),
        runs: None,
    }
}

/// How often trials of the published size pass.
fn passes(training: &Training, trials: &[Vec<Trial>], number: usize) -> Option<Cell> {
    let row = &training.rows[number];
    let found = turing_of(training, trials, number)?;
    Some(Cell {
        ours: found.passed as f64 / found.trials.max(1) as f64,
        interval: wilson(found.passed, found.trials),
        ..cell(training, row, Measure::Turing)
    })
}

/// The Turing tests of all rows that learn, where the experiment is about them.
pub(crate) fn turing(training: &Training, trials: &[Vec<Trial>]) -> Vec<TuringRow> {
    if !training.measures.contains(&Measure::Turing) {
        return Vec::new();
    }
    let rows = 0..training.rows.len();
    rows.filter_map(|row| turing_of(training, trials, row))
        .collect()
}

fn turing_of(training: &Training, trials: &[Vec<Trial>], number: usize) -> Option<TuringRow> {
    let row = &training.rows[number];
    let maximal = &trials[training.maximal(&row.game.value)?];
    let runs = &trials[number];
    if matches!(row.subject, Tested::Player(_)) || runs.is_empty() || maximal.is_empty() {
        return None;
    }
    let power = |index| {
        let powers = maximal
            .iter()
            .filter_map(|run| run.measured(Measure::Power(index)));
        Mean::of(&powers.collect::<Vec<_>>()).value
    };
    let maximal: Vec<f64> = (0..training.challengers.len()).map(power).collect();
    let size = training.published_runs as usize;
    let trials: Vec<TuringTest> = runs
        .chunks_exact(size)
        .map(|runs| TuringTest::of(runs, &maximal))
        .collect();
    Some(TuringRow {
        row: row.label.clone(),
        challengers: training
            .challengers
            .iter()
            .map(|c| c.name.clone())
            .collect(),
        first: trials.first()?.clone(),
        all: TuringTest::of(runs, &maximal),
        passed: trials.iter().filter(|test| test.passed()).count() as u64,
        trials: trials.len() as u64,
    })
}

/// Whether the numbers rise or fall along the places of the rows, for each game.
pub(crate) fn trends(training: &Training, cells: &[Cell]) -> Vec<TrendRow> {
    let mut trends = Vec::new();
    for game in training.plotted_games() {
        let rows = training.rows_along(game);
        for measure in &training.measures {
            let name = measure.name(&training.challengers);
            let cells = rows
                .iter()
                .filter_map(|(_, row)| find(cells, &row.label, &name));
            let values: Vec<f64> = cells.map(|cell| cell.ours).collect();
            trends.push(TrendRow {
                game: game.to_owned(),
                trend: Trend::of(&values),
                measure: name,
            });
        }
    }
    trends
}

/// The number of a row and a measure.
pub(crate) fn find<'c>(cells: &'c [Cell], row: &str, measure: &str) -> Option<&'c Cell> {
    cells
        .iter()
        .find(|cell| cell.row == row && cell.column == measure)
}
