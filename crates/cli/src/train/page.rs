//! The report of a training as one HTML file that needs nothing else.

use shido::{TrainingOrder, TrainingPoint, TrainingReport};
use shido_draw::{CHART_STYLE, Chart, Series};

use super::{challenger_name, ending, judged_words, short_name, testing_words};
use crate::args::TrainArgs;
use crate::terminal::{counted, grouped, percent};

const STYLE: &str = include_str!("page.css");

/// How training went, the curves of learning, and the command that made it.
pub(super) fn page(
    title: &str,
    order: &TrainingOrder,
    args: &TrainArgs,
    report: &TrainingReport,
) -> String {
    let heading = format!("{title}, trained by {}", report.trainer);
    let mut main = format!(
        "<header>\n<p class=\"name\">shido train</p>\n<h1>{}</h1>\n\
         <p><span class=\"verdict {}\">{}</span></p>\n</header>\n",
        escape(&heading),
        if report.reached { "reached" } else { "missed" },
        escape(&ending(report)),
    );
    main += &summary(report);
    main += &tests(order, report);
    main += &states(report);
    for chart in charts(report) {
        main += &format!("<figure>\n{}</figure>\n", chart.figure().inline());
    }
    main += &format!(
        "<footer><p>Made by <code>{}</code>.</p></footer>\n",
        escape(&command(args))
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}{CHART_STYLE}</style>\n</head>\n<body>\n<main>\n{main}</main>\n\
         </body>\n</html>\n",
        escape(&heading)
    )
}

fn summary(report: &TrainingReport) -> String {
    let results = [
        report.lessons_won,
        report.lessons_drawn,
        report.lessons_lost,
    ];
    let [won, drawn, lost] = results.map(grouped);
    let mut rows = format!(
        "<tr><th>contests</th><td>{}</td></tr>\n\
         <tr><th>lessons</th><td>{}: {won} won, {drawn} drawn, {lost} lost</td></tr>\n\
         <tr><th>useful knowledge</th><td>{}</td></tr>\n",
        grouped(report.contests),
        grouped(report.lessons),
        counted(report.units as u64, "unit", "units"),
    );
    for (slot, units) in &report.slots {
        rows += &format!(
            "<tr class=\"part\"><th>{slot}</th><td>{}</td></tr>\n",
            grouped(*units as u64)
        );
    }
    format!("<h2>What came of it</h2>\n<table>\n{rows}</table>\n")
}

fn tests(order: &TrainingOrder, report: &TrainingReport) -> String {
    if report.tests.is_empty() {
        return String::new();
    }
    let mut rows = String::new();
    for test in &report.tests {
        rows += &format!(
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape(&challenger_name(&test.challenger)),
            percent(test.reliability),
            percent(test.wins),
            percent(test.draws),
            percent(test.losses),
        );
    }
    format!(
        "<h2>Tests at the end</h2>\n<table>\n<thead><tr><th>challenger</th><th>reliability</th>\
         <th>power</th><th>drawn</th><th>lost</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n\
         <p class=\"note\">Reliability is how often it does not lose, power how often it wins: {}.</p>\n",
        escape(&testing_words(order.testing))
    )
}

fn states(report: &TrainingReport) -> String {
    let Some(states) = &report.states else {
        return String::new();
    };
    let [seen, unseen] = [states.seen, states.unseen].map(judged_words);
    format!(
        "<h2>States</h2>\n<table>\n<tr><th>seen in training</th><td>{seen}</td></tr>\n\
         <tr><th>not seen</th><td>{unseen}</td></tr>\n</table>\n\
         <p class=\"note\">Those where a move can give something away, up to symmetry.</p>\n"
    )
}

fn charts(report: &TrainingReport) -> Vec<Chart> {
    let over = |value: &dyn Fn(&TrainingPoint) -> Option<f64>| -> Vec<(f64, f64)> {
        let points = report.curve.iter();
        points
            .filter_map(|point| Some((point.contests as f64, value(point)?)))
            .collect()
    };
    let chart = |title: &str, up: &str, series: Vec<Series>| Chart {
        title: title.to_owned(),
        across: "contests".to_owned(),
        up: up.to_owned(),
        series,
        reference: None,
    };
    let against = |index: usize| {
        over(&move |point| point.tests.get(index).map(|test| 100.0 * test.reliability))
    };
    let tested = report
        .curve
        .first()
        .map_or(&[][..], |point| &point.tests[..]);
    let reliability: Vec<Series> = tested
        .iter()
        .enumerate()
        .map(|(index, test)| {
            Series::through(short_name(&test.challenger.to_string()), against(index))
        })
        .collect();
    let single = |name: &str, points| vec![Series::through(name, points)];
    let mut charts = Vec::new();
    if !reliability.is_empty() {
        charts.push(chart(
            "Reliability against each challenger",
            "not lost, in percent",
            reliability,
        ));
    }
    let units = over(&|point| Some(point.units as f64));
    charts.push(chart(
        "Useful knowledge",
        "units",
        single("all slots", units),
    ));
    if report.lessons > 0 {
        let lost = over(&|point| Some(point.lessons_lost as f64));
        charts.push(chart("Lost lessons", "so far", single("lost", lost)));
    }
    charts
}

/// The command as it was typed, but for the files that it wrote.
fn command(args: &TrainArgs) -> String {
    let mut words = vec![
        "shido train".to_owned(),
        args.game.clone(),
        format!("--trainer '{}'", args.trainer),
    ];
    for (option, number) in [
        ("contests", args.contests),
        ("standard", args.standard.map(u64::from)),
        ("cycle", args.cycle),
    ] {
        words.extend(number.map(|number| format!("--{option} {number}")));
    }
    if let Some(reliability) = args.reliability {
        words.push(format!("--reliability {}", 100.0 * reliability));
    }
    if let Some(file) = &args.knowledge {
        words.push(format!("--knowledge {}", file.display()));
    }
    if args.paradigm != "sum" {
        words.push(format!("--paradigm {}", args.paradigm));
    }
    if args.coverage != "lines" {
        words.push(format!("--coverage {}", args.coverage));
    }
    if args.states {
        words.push("--states".to_owned());
    }
    for (option, names) in [
        ("without", &args.without),
        ("without-slots", &args.without_slots),
    ] {
        if !names.is_empty() {
            words.push(format!("--{option} {}", names.join("+")));
        }
    }
    words.extend(
        args.challenger
            .iter()
            .map(|spec| format!("--challenger {spec}")),
    );
    words.push(match args.exact {
        true => "--exact".to_owned(),
        false => format!("--test {}", args.test),
    });
    words.push(format!("--seed {}", args.common.seed));
    words.join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
