//! The part of a report that is about training.

use shido_draw::{Chart, ChartPoint, Series, signed};

use crate::findings::{Cell, Findings, TuringRow};
use crate::page::{agreement_class, escape};
use crate::plot::{legend, published_and_ours};
use crate::run_id::Sampling;
use crate::statistics::Trend;
use crate::trained::find;
use crate::training::{Measure, Tested, Training};
use crate::turing::TuringTest;

pub(crate) fn training_of(training: &Training, findings: &Findings) -> String {
    let cells = &findings.cells;
    let compared = cells.iter().any(|cell| cell.published.is_some());
    let mut text = "<section>\n<h2>All runs</h2>\n".to_owned();
    text.push_str(&legend(cells).unwrap_or_default());
    text.push_str(&html_table(training, cells, &training.measures, all_runs));
    text.push_str("<p class=\"note\">");
    text.push_str(&meanings(training, cells, compared));
    text.push_str("</p>\n</section>\n");
    let published_runs = training.published_runs;
    if matches!(findings.sampling, Sampling::Games(runs) if runs > published_runs) {
        text.push_str(&format!(
            "<section>\n<h2>The first {published_runs} runs</h2>\n"
        ));
        let measures = training.measures.iter().copied();
        let measures: Vec<Measure> = measures.filter(|one| *one != Measure::Turing).collect();
        text.push_str(&html_table(training, cells, &measures, first_runs));
        text.push_str(match compared {
            true => {
                "<p class=\"note\">As many runs as are behind a published number, which stands below \
                 ours: so much is left to chance.</p>\n"
            }
            false => {
                "<p class=\"note\">As many runs as the paper reports on: so much is left to chance.</p>\n"
            }
        });
        text.push_str("</section>\n");
    }
    if !findings.turing.is_empty() {
        text.push_str(&turing(training, &findings.turing));
    }
    text.push_str(&plots(training, findings, compared));
    text
}

/// What stands in a cell, and what the measures are that do not speak for themselves.
fn meanings(training: &Training, cells: &[Cell], compared: bool) -> String {
    let several = |cell: &Cell| cell.runs.is_some_and(|runs| runs.all.count > 1);
    let mut text = match cells.iter().any(several) {
        true => "Each cell: the mean of all runs and half of its 95% interval".to_owned(),
        false => "Each cell: what came of one run".to_owned(),
    };
    if compared {
        text.push_str("; below it the published number and how much ours is above it");
    }
    if cells.iter().any(|cell| cell.z.is_some()) {
        text.push_str(", and z, in standard errors of a published mean");
    }
    text.push('.');
    for measure in &training.measures {
        text.push_str(match measure {
            Measure::Space => " Space: units of useful knowledge.",
            Measure::Reached => " Reached: how often the goal was reached, in per cent of the runs.",
            Measure::Seen => " Seen: critical states that came up in training.",
            Measure::RightSeen => {
                " Right-seen and right-unseen: in how many per cent of those, and of the other critical \
                 states, the learner moves right."
            }
            Measure::Turing => {
                " Turing: how many per cent of the trials pass the game players’ Turing test, and the \
                 95% interval."
            }
            _ => "",
        });
    }
    text
}

/// What a row is called below the name of its game.
fn below_game<'l>(label: &'l str, game: &str) -> &'l str {
    let Some((first, rest)) = label.split_once(", ") else {
        return label;
    };
    match first.to_lowercase().replace(' ', "-") == game {
        true => rest,
        false => label,
    }
}

/// The line above the rows of a game; a row that is called like its game needs none.
fn game_head(game: &str, label: &str, columns: usize) -> String {
    if label == game {
        return String::new();
    }
    let game = escape(game);
    format!("<tr class=\"game\"><th colspan=\"{columns}\">{game}</th></tr>\n")
}

/// A row for each trial, a column for each measure.
fn html_table(
    training: &Training,
    cells: &[Cell],
    measures: &[Measure],
    show: fn(&Cell) -> String,
) -> String {
    let names: Vec<String> = measures
        .iter()
        .map(|measure| measure.name(&training.challengers))
        .collect();
    // What is measured above, against whom below it.
    let heads: Vec<(&str, &str)> = names
        .iter()
        .map(|name| name.split_once(' ').unwrap_or((name, "")))
        .collect();
    let mut text =
        "<div class=\"wide\">\n<table class=\"training\">\n<thead><tr><th></th>".to_owned();
    for group in heads.chunk_by(|one, next| one.0 == next.0) {
        let (head, columns) = (escape(group[0].0), group.len());
        text.push_str(&format!("<th colspan=\"{columns}\">{head}</th>"));
    }
    text.push_str("</tr>\n<tr><th></th>");
    for (_, against) in &heads {
        text.push_str(&format!("<th>{}</th>", escape(against)));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    let mut game = "";
    for row in &training.rows {
        if game != row.game.value {
            game = &row.game.value;
            text.push_str(&game_head(game, &row.label, names.len() + 1));
        }
        let label = escape(below_game(&row.label, game));
        text.push_str(&format!("<tr><th>{label}</th>"));
        for name in &names {
            match find(cells, &row.label, name) {
                None => text.push_str("<td></td>"),
                Some(cell) => text.push_str(&show(cell)),
            }
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    text
}

fn all_runs(cell: &Cell) -> String {
    let z = cell.z.map(|z| format!("<br>z {}", signed(z, 1)));
    let scale = if cell.rate { 100.0 } else { 1.0 };
    let beside = match (cell.published, cell.difference()) {
        (Some(published), Some(difference)) => format!(
            "<br><span class=\"theirs\">{} &nbsp;{}{}</span>",
            cell.show(published, 1),
            signed(scale * difference, 1),
            z.unwrap_or_default(),
        ),
        _ => String::new(),
    };
    format!(
        "<td class=\"{}\" title=\"{}\"><b>{}</b> <span class=\"reach\">{}</span>{beside}</td>",
        agreement_class(cell.agreement),
        escape(&cell.name()),
        cell.show(cell.ours, 1),
        cell.reach(),
    )
}

fn first_runs(cell: &Cell) -> String {
    let Some(runs) = cell.runs else {
        return "<td></td>".to_owned();
    };
    let published = cell.published.map(|published| cell.show(published, 1));
    let beside = published.map(|text| format!("<br><span class=\"theirs\">{text}</span>"));
    format!(
        "<td><b>{}</b>{}</td>",
        cell.show(runs.first.value, 1),
        beside.unwrap_or_default()
    )
}

fn turing(training: &Training, rows: &[TuringRow]) -> String {
    let size = training.published_runs;
    let mut text = "<section>\n<h2>The game players’ Turing test</h2>\n<div class=\"wide\">\n\
                    <table class=\"turing\">\n<thead><tr>"
        .to_owned();
    let heads = [
        "",
        &format!("trials of {size} runs that pass"),
        &format!("first {size} runs"),
        "all runs",
        "not reliable against",
        "less than maximal power against",
        "reliability, rises : falls",
        "p, falling",
        "power, rises : falls",
        "p, rising",
    ];
    for head in heads {
        text.push_str(&format!("<th>{head}</th>"));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    let mut game = "";
    for row in rows {
        let mut planned = training.rows.iter();
        if let Some(plan) = planned.find(|plan| plan.label == row.row)
            && game != plan.game.value
        {
            game = &plan.game.value;
            text.push_str(&game_head(game, &row.row, heads.len()));
        }
        let word = |test: &TuringTest| match test.passed() {
            true => "<span class=\"passed\">passed</span>",
            false => "<span class=\"failed\">failed</span>",
        };
        let counts = |trend: &Trend| format!("{} : {}", trend.rises, trend.falls);
        let (reliability, power) = (&row.all.reliability_trend, &row.all.power_trend);
        text.push_str(&format!(
            "<tr><th>{}</th><td class=\"number\">{} of {}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
            escape(below_game(&row.row, game)),
            row.passed,
            row.trials,
            word(&row.first),
            word(&row.all),
            escape(&row.named(&row.all.unreliable).join(", ")),
            escape(&row.named(&row.all.powerless).join(", ")),
            counts(reliability),
            probability(reliability.chance_of_falling()),
            counts(power),
            probability(power.chance_of_rising()),
        ));
    }
    text.push_str(
        "</tbody>\n</table>\n</div>\n<p class=\"note\">Passed where reliability is within the 95% \
         confidence limit of 100% and power within that of maximal power against every challenger, \
         power rises as the challengers get weaker and reliability does not fall (Cox and Stuart, \
         at 93.75%). Limits and trends in the columns to the right are those of all runs together: \
         the more runs, the less a shortcoming can be put down to chance.</p>\n</section>\n",
    );
    text
}

fn plots(training: &Training, findings: &Findings, compared: bool) -> String {
    let mut figures = String::new();
    let across = training.across.as_deref().unwrap_or_default();
    for game in training.plotted_games() {
        for (word, measure) in [
            ("Reliability", Measure::Reliability as fn(usize) -> Measure),
            ("Power", Measure::Power),
        ] {
            let lines = lines(training, &findings.cells, game, measure);
            if !lines.is_empty() {
                let chart = Chart {
                    title: format!("{word} at {game}"),
                    across: across.to_owned(),
                    up: "per cent".to_owned(),
                    series: lines,
                    reference: None,
                };
                figures.push_str(&chart.figure().inline());
            }
        }
    }
    if compared {
        let cells = findings.cells.iter();
        let rates: Vec<Cell> = cells.filter(|cell| cell.rate).cloned().collect();
        figures.push_str(&published_and_ours(&rates));
    }
    if figures.is_empty() {
        return figures;
    }
    let mut text = format!("<section>\n<h2>Plots</h2>\n<div class=\"plots\">\n{figures}</div>\n");
    if !findings.trends.is_empty() {
        text.push_str(
            "<p class=\"note\">Points with a dark rim: the challenger is the trainer. Open circles: \
             self-training. Dashed lines: the 95% lower bound of maximal power in as many contests as \
             are behind a published number.</p>\n",
        );
        text.push_str(&trends(findings));
    }
    text.push_str("</section>\n");
    text
}

/// One line for each challenger; none where the measure is not taken.
fn lines(
    training: &Training,
    cells: &[Cell],
    game: &str,
    measure: fn(usize) -> Measure,
) -> Vec<Series> {
    let maximal = training.maximal(game).map(|row| &training.rows[row].label);
    let contests = (training.published_runs * training.contests) as f64;
    let alone = training.rows.iter().find(|row| {
        let trainer = match &row.subject {
            Tested::Learner { trainer, .. } => Some(trainer.value.name.as_str()),
            Tested::Player(_) => None,
        };
        row.game.value == game && trainer == Some("self")
    });
    let mut lines = Vec::new();
    for (index, challenger) in training.challengers.iter().enumerate() {
        let name = measure(index).name(&training.challengers);
        let value = |row: &str| find(cells, row, &name).map(|cell| cell.ours);
        let rows = training.rows_along(game).into_iter();
        let points: Vec<ChartPoint> = rows
            .filter_map(|(at, row)| {
                let cell = find(cells, &row.label, &name)?;
                let (Tested::Learner { trainer, .. } | Tested::Player(trainer)) = &row.subject;
                let interval = [cell.interval.low, cell.interval.high];
                Some(ChartPoint {
                    at: [at, 100.0 * cell.ours],
                    interval: Some(interval.map(|end| 100.0 * end)),
                    emphasised: trainer.value == challenger.player.value,
                })
            })
            .collect();
        if points.is_empty() {
            continue;
        }
        let limit = match measure(index) {
            Measure::Power(_) => maximal.and_then(|row| value(row)),
            _ => None,
        };
        let named =
            |value: f64, what: &str| (100.0 * value, format!("{what}, {:.1}%", 100.0 * value));
        let alone = alone.and_then(|row| value(&row.label));
        let bound = limit.map(|power| power - 1.96 * (power * (1.0 - power) / contests).sqrt());
        lines.push(Series {
            name: challenger.name.clone(),
            points,
            aside: alone.map(|value| named(value, "self-training")),
            limit: bound.map(|value| named(value, "95% lower bound of maximal power")),
        });
    }
    lines
}

/// A probability to three digits; one that they do not show is not nothing.
fn probability(p: f64) -> String {
    match p {
        ..0.0005 => "&lt; 0.001".to_owned(),
        _ => format!("{p:.3}"),
    }
}

fn trends(findings: &Findings) -> String {
    let mut text = "<h3>Trends along the axis</h3>\n<div class=\"wide\">\n<table class=\"list\">\n\
                    <thead><tr><th>game</th><th>measure</th><th>rises : falls</th>\
                    <th>p, rising</th><th>p, falling</th></tr></thead>\n<tbody>\n"
        .to_owned();
    for row in &findings.trends {
        let Trend { rises, falls } = row.trend;
        text.push_str(&format!(
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{rises} : {falls}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
            escape(&row.game),
            escape(&row.measure),
            probability(row.trend.chance_of_rising()),
            probability(row.trend.chance_of_falling()),
        ));
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve rises and no fall have a probability of 1 in 4,096, which is not nothing; one in 2,000 is rounded up.
    #[test]
    fn a_small_probability_is_not_nothing() {
        assert_eq!(probability(1.0 / 4096.0), "&lt; 0.001");
        assert_eq!(probability(1.0 / 2000.0), "0.001");
        assert_eq!(probability(1.0 / 32.0), "0.031");
    }
}
