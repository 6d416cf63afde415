//! Results for other programs.

use serde_json::{Map, Value, json};

use crate::experiment::{Experiment, Subject};
use crate::findings::{Cell, Findings};
use crate::run::{Results, Sampling};

/// The object that `shido lab run --json` prints.
#[must_use]
pub fn json(findings: &Findings) -> Value {
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
        "seed": findings.seed,
        "exact": findings.sampling == Sampling::Exact,
        "games": match findings.sampling {
            Sampling::Exact => None,
            Sampling::Games(games) => Some(games),
        },
        "command": findings.command(),
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

/// The raw results: a line for each match, or for each tree.
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
