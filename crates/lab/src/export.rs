//! Results for other programs.

use serde_json::{Map, Value, json};

use crate::experiment::{Experiment, Subject};
use crate::findings::{Cell, Findings, TrendRow, TuringRow};
use crate::journal::Record;
use crate::run::{Results, Sampling};
use crate::statistics::Trend;
use crate::turing::TuringTest;

/// The object that `shido lab run --json` prints.
#[must_use]
pub fn json(experiment: &Experiment, findings: &Findings) -> Value {
    let criteria: Vec<Value> = findings
        .judged
        .iter()
        .map(|judged| {
            json!({
                "name": judged.criterion.name,
                "met": judged.met(),
                "cells": judged.cells,
                "missed": judged.missed.len(),
                "says": judged.sentence,
            })
        })
        .collect();
    json!({
        "experiment": findings.experiment,
        "verdict": findings.verdict.to_string(),
        "criteria": criteria,
        "cells": findings.cells.iter().map(cell_object).collect::<Vec<_>>(),
        "turing": findings.turing.iter().map(turing_object).collect::<Vec<_>>(),
        "trends": findings.trends.iter().map(trend_object).collect::<Vec<_>>(),
        "seed": findings.seed,
        "exact": findings.sampling == Sampling::Exact,
        "games": match findings.sampling {
            Sampling::Exact => None,
            Sampling::Games(games) => Some(games),
        },
        "behaviour": findings.behaviour(),
        "analysis": analysis_object(experiment, findings),
        "command": findings.command(),
    })
}

/// The run that the text of the experiment is about.
fn analysis_object(experiment: &Experiment, findings: &Findings) -> Value {
    let Some(run) = &experiment.analysed else {
        return Value::Null;
    };
    json!({
        "of_this_run": run.made(findings),
        "seed": run.seed,
        "exact": run.sampling == Sampling::Exact,
        "games": match run.sampling {
            Sampling::Exact => None,
            Sampling::Games(games) => Some(games),
        },
        "date": run.date,
    })
}

fn cell_object(cell: &Cell) -> Value {
    let text = |pairs: &[(&'static str, String)]| -> Map<String, Value> {
        let pair = |(name, value): &(&str, String)| ((*name).to_owned(), json!(value));
        pairs.iter().map(pair).collect()
    };
    let mut object = Map::new();
    object.insert("key".to_owned(), Value::Object(text(&cell.key)));
    object.insert("published".to_owned(), json!(cell.published));
    object.insert("ours".to_owned(), json!(cell.ours));
    if let Some(z) = cell.z {
        object.insert("z".to_owned(), json!(z));
    }
    let interval = json!([cell.interval.low, cell.interval.high]);
    object.insert("interval".to_owned(), interval);
    object.insert("players".to_owned(), Value::Object(text(&cell.players)));
    if let Some(group) = &cell.group {
        object.insert("group".to_owned(), json!(group));
    }
    if let Some([with, without]) = cell.parts {
        object.insert("with".to_owned(), json!(with));
        object.insert("without".to_owned(), json!(without));
    }
    if let Some(runs) = &cell.runs {
        object.insert("runs".to_owned(), json!(runs.all.count));
        object.insert("deviation".to_owned(), json!(runs.all.deviation));
        object.insert("first_runs".to_owned(), json!(runs.first.count));
        object.insert("ours_in_first_runs".to_owned(), json!(runs.first.value));
    }
    if let Some(losses) = &cell.losses {
        object.insert("mean_loss".to_owned(), json!(losses.mean()));
        object.insert("mean_visible_loss".to_owned(), json!(losses.mean_visible()));
        object.insert("errors_seen".to_owned(), json!(losses.share_seen()));
    }
    if let Some([found, expected]) = &cell.best {
        object.insert("best".to_owned(), json!(found));
        object.insert("expected_best".to_owned(), json!(expected));
    }
    Value::Object(object)
}

fn turing_object(row: &TuringRow) -> Value {
    let test = |test: &TuringTest| {
        let named = |indices: &[usize]| -> Vec<&String> {
            let names = indices.iter().map(|index| &row.challengers[*index]);
            names.collect()
        };
        json!({
            "passed": test.passed(),
            "unreliable_against": named(&test.unreliable),
            "less_than_maximal_power_against": named(&test.powerless),
            "reliability_trend": trend_numbers(&test.reliability_trend),
            "power_trend": trend_numbers(&test.power_trend),
        })
    };
    json!({
        "row": row.row,
        "first_runs": test(&row.first),
        "all_runs": test(&row.all),
        "trials": row.trials,
        "passed": row.passed,
    })
}

fn trend_object(row: &TrendRow) -> Value {
    json!({
        "game": row.game,
        "measure": row.measure,
        "trend": trend_numbers(&row.trend),
    })
}

fn trend_numbers(trend: &Trend) -> Value {
    json!({
        "rises": trend.rises,
        "falls": trend.falls,
        "chance_of_rising": trend.chance_of_rising(),
        "chance_of_falling": trend.chance_of_falling(),
    })
}

/// The raw results: a line for each match, for each tree, or for each run of training.
#[must_use]
pub fn csv(experiment: &Experiment, results: &Results) -> String {
    match &experiment.subject {
        Subject::Trees(examples) => {
            let mut text = "tree,by,value,best,expected_value,expected_best\n".to_owned();
            for (example, answer) in examples.iter().zip(&results.answers) {
                let line = [
                    example.name.clone(),
                    example.by.value.to_string(),
                    answer.value.to_string(),
                    answer.best.join(" "),
                    example.value.to_string(),
                    example.best.join(" "),
                ];
                push_line(&mut text, &line);
            }
            text
        }
        Subject::Training(training) => {
            let mut text = "row,game,run,contests,lessons,reached,space,exact".to_owned();
            for challenger in &training.challengers {
                for what in ["wins", "draws", "losses"] {
                    text.push_str(&format!(",{what}_{}", challenger.name));
                }
            }
            text.push('\n');
            for (row, runs) in training.rows.iter().zip(&results.trials) {
                for (number, run) in runs.iter().enumerate() {
                    let line = [
                        row.label.clone(),
                        row.game.value.clone(),
                        number.to_string(),
                    ];
                    let numbers = run.numbers().into_iter().map(|number| number.to_string());
                    let line: Vec<String> = line.into_iter().chain(numbers).collect();
                    push_line(&mut text, &line);
                }
            }
            text
        }
        Subject::Contests(contests) => {
            let mut text =
                "game,a,b,seats,opening_plies,contests,a_wins,draws,b_wins,plies,capped,\
                 a_moves,a_lost,a_lost_visibly,a_errors,a_errors_seen\n"
                    .to_owned();
            for (bout, tally) in contests.bouts.iter().zip(&results.tallies) {
                let line = [
                    bout.game.value.clone(),
                    bout.a.value.to_string(),
                    bout.b.value.to_string(),
                    format!("{:?}", bout.seats).to_lowercase(),
                    bout.opening_plies.to_string(),
                    match results.sampling {
                        Sampling::Exact => "exact".to_owned(),
                        Sampling::Games(games) => games.to_string(),
                    },
                ];
                let numbers = tally.numbers().map(|number| number.to_string());
                let line: Vec<String> = line.into_iter().chain(numbers).collect();
                push_line(&mut text, &line);
            }
            text
        }
    }
}

fn push_line(text: &mut String, fields: &[String]) {
    let quoted: Vec<String> = fields.iter().map(|field| quote(field)).collect();
    text.push_str(&quoted.join(","));
    text.push('\n');
}

/// A field of a CSV file, in quotes where it needs them (RFC 4180).
fn quote(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
