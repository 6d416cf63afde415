//! An audit as one HTML file that needs nothing else.

use shido_draw::{CHART_STYLE, Chart, Compared, PAGE_STYLE, Series, Tone, interval_bars};

use crate::audit::AuditReport;
use crate::measure::Measured;
use crate::rows::{Line, lines};

/// The report as a page: what was found beside people, and plots. `command` is what made it.
#[must_use]
pub fn audit_page(report: &AuditReport, command: &str) -> String {
    let title = format!("Audit of {}", report.player);
    let mut main = format!(
        "<header>\n<p class=\"name\">{}</p>\n<h1>{}</h1>\n<p>{} games, {} moves; judged by {}.</p>\n</header>\n",
        escape(&report.game),
        escape(&title),
        report.profile.games,
        report.profile.moves,
        escape(&report.referee.to_string()),
    );
    main += &table(report);
    main += "<section>\n<h2>Plots</h2>\n<div class=\"plots\">\n";
    if let Some(figure) = tells(report) {
        main += &figure;
    }
    main += &thirds(report);
    main += &histogram(report);
    main += "</div>\n</section>\n";
    main += &format!(
        "<footer><p>Rates are per move. What each number means is in docs/audit.md. Made by <code>{}</code>.</p></footer>\n",
        escape(command)
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{PAGE_STYLE}{CHART_STYLE}</style>\n</head>\n<body>\n<main>\n{main}</main>\n\
         </body>\n</html>\n",
        escape(&title)
    )
}

fn table(report: &AuditReport) -> String {
    let mut text =
        "<section>\n<h2>Beside people of the same level</h2>\n<div class=\"wide\"><table>\n\
         <thead><tr><th></th><th>found</th><th>people</th><th></th></tr></thead>\n<tbody>\n"
            .to_owned();
    for Line {
        name,
        ours,
        people,
        about,
    } in lines(report)
    {
        text += &format!(
            "<tr><th>{}</th><td>{}</td><td>{}</td><td class=\"about\">{}</td></tr>\n",
            escape(&name),
            escape(&ours),
            escape(&people),
            escape(about)
        );
    }
    text + "</tbody>\n</table></div>\n</section>\n"
}

/// How often each tell occurs, with people's as marks.
fn tells(report: &AuditReport) -> Option<String> {
    let people = report.people.as_ref();
    let moves = report.profile.moves.max(1) as f64;
    let rows: Vec<Compared> = (report.profile.tells.iter().enumerate())
        .map(|(at, (name, rate))| {
            let theirs = people.and_then(|people| Some(people.tells.get(at)?.1));
            let reach = 1.96 * (rate * (1.0 - rate) / moves).sqrt();
            let interval = [(rate - reach).max(0.0), rate + reach].map(|it| 100.0 * it);
            let theirs = theirs.map(|it| 100.0 * it);
            let holds = theirs.is_some_and(|it| (interval[0]..=interval[1]).contains(&it));
            Compared {
                name: name.replace('_', " "),
                ours: 100.0 * rate,
                interval,
                theirs,
                tone: match (theirs, holds) {
                    (None, _) => Tone::Plain,
                    (_, true) => Tone::Close,
                    (_, false) => Tone::Far,
                },
            }
        })
        .collect();
    let figure = || {
        interval_bars(
            "Tells: in how many of 100 moves (people marked)",
            0.0,
            &rows,
        )
    };
    (!rows.is_empty()).then(|| figure().inline())
}

/// What is lost as the contest goes on.
fn thirds(report: &AuditReport) -> String {
    let points = |thirds: [f64; 3]| (1..).zip(thirds).map(|(at, loss)| (f64::from(at), loss));
    let mut series = vec![Series::through(
        &report.player,
        points(report.profile.thirds),
    )];
    if let Some(people) = &report.people {
        series.push(Series::through("people", points(people.thirds)));
    }
    let chart = Chart {
        title: "Winning chances lost by a move".to_owned(),
        across: "third of the contest".to_owned(),
        up: "mean loss".to_owned(),
        series,
        reference: None,
    };
    chart.figure().inline()
}

/// How games differ from each other in what they lose.
fn histogram(report: &AuditReport) -> String {
    const STEP: f64 = 0.02;
    const STEPS: usize = 15;
    let shares = |games: &[Measured]| -> Vec<(f64, f64)> {
        let mut counts = [0.0; STEPS];
        for game in games.iter().filter(|game| game.open > 0.0) {
            let cell = (game.loss / game.open / STEP) as usize;
            counts[cell.min(STEPS - 1)] += 1.0 / games.len() as f64;
        }
        let middle = |cell: usize| (cell as f64 + 0.5) * STEP;
        counts
            .iter()
            .enumerate()
            .map(|(cell, share)| (middle(cell), *share))
            .collect()
    };
    let mut series = vec![Series::through(&report.player, shares(&report.measured))];
    if !report.measured_people.is_empty() {
        series.push(Series::through("people", shares(&report.measured_people)));
    }
    let chart = Chart {
        title: "Games by their mean loss".to_owned(),
        across: "winning chances lost by a move".to_owned(),
        up: "share of games".to_owned(),
        series,
        reference: None,
    };
    chart.figure().inline()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
