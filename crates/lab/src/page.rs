//! The report of an experiment as one HTML file that needs nothing else: no script, no font, no other
//! file.

use shido::{Settings, open_tree_text};
use shido_draw::{CHART_STYLE, SvgStyle, signed, svg};

use crate::analysis::{counted, remarks};
use crate::experiment::{Contests, Example, Experiment, Subject};
use crate::findings::{Agreement, Assessment, Cell, Findings};
use crate::plot::{distinct, intervals, legend, map_of_shares, published_and_ours};
use crate::run_id::Sampling;
use crate::training_page::training_of;

const STYLE: &str = include_str!("page.css");

/// The report: the assessment and why, what was measured beside what was published, plots, and the
/// command that made it.
#[must_use]
pub fn page(experiment: &Experiment, findings: &Findings) -> String {
    let mut main = String::new();
    main.push_str(&header(experiment, findings));
    main.push_str(&reasons(findings));
    main.push_str(&analysis(experiment, findings));
    match &experiment.subject {
        Subject::Trees(examples) => main.push_str(&trees(examples, findings)),
        Subject::Contests(contests) => main.push_str(&contests_of(contests, findings)),
        Subject::Training(training) => main.push_str(&training_of(training, findings)),
    }
    main.push_str(&footer(experiment, findings));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}{CHART_STYLE}</style>\n</head>\n<body>\n<main>\n{main}</main>\n\
         </body>\n</html>\n",
        escape(&experiment.title)
    )
}

fn header(experiment: &Experiment, findings: &Findings) -> String {
    let source = experiment.source.as_ref().map_or(String::new(), |source| {
        format!("<p class=\"source\">{}</p>\n", escape(source))
    });
    let word = match findings.assessment {
        Assessment::Reproduced => "Reproduced",
        Assessment::AsExpected => "As expected",
        Assessment::Partly if experiment.published() == 0 => "As expected in part",
        Assessment::Partly => "Reproduced in part",
        Assessment::Different => "Different",
        Assessment::Measured => "Measured",
    };
    format!(
        "<header>\n<p class=\"name\">{}</p>\n<h1>{}</h1>\n{source}\
         <p><span class=\"verdict {}\">{word}</span></p>\n</header>\n",
        escape(&experiment.name),
        escape(&experiment.title),
        findings.assessment.to_string().replace(' ', "-"),
    )
}

fn reasons(findings: &Findings) -> String {
    let mut text = String::new();
    if !findings.judged.is_empty() {
        text.push_str("<ul class=\"reasons\">\n");
        for judged in &findings.judged {
            let (class, mark) = if judged.met() {
                ("close", "✓")
            } else {
                ("far", "✗")
            };
            text.push_str(&format!(
                "<li><span class=\"mark {class}\">{mark}</span> <b>{}</b>: {}.</li>\n",
                escape(&judged.criterion.name),
                escape(&judged.sentence)
            ));
        }
        text.push_str("</ul>\n");
    }
    if let Some(note) = findings.note_on_many_cells() {
        text.push_str(&format!("<p class=\"note\">{}</p>\n", escape(&note)));
    }
    text
}

fn analysis(experiment: &Experiment, findings: &Findings) -> String {
    let remarks = remarks(experiment, findings);
    let paragraphs: String = remarks
        .paragraphs
        .iter()
        .map(|paragraph| format!("<p>{}</p>\n", escape(paragraph)))
        .collect();
    let heading = escape(&remarks.heading);
    format!("<section>\n<h2>{heading}</h2>\n{paragraphs}</section>\n")
}

fn contests_of(contests: &Contests, findings: &Findings) -> String {
    let cells = &findings.cells;
    let compared = cells.iter().any(|cell| cell.published.is_some());
    let mut text = String::new();
    let heading = if compared {
        "Ours beside the published"
    } else {
        "The numbers"
    };
    text.push_str(&format!("<section>\n<h2>{heading}</h2>\n"));
    text.push_str(&legend(cells).unwrap_or_default());
    if contests.grid {
        text.push_str(&grid(cells, compared));
    } else {
        text.push_str(&list(contests.measure, cells));
    }
    text.push_str("</section>\n<section>\n<h2>Plots</h2>\n<div class=\"plots\">\n");
    if compared {
        text.push_str(&published_and_ours(cells));
    }
    if contests.grid {
        for (title, outcome) in [
            ("First player wins (%)", "first"),
            ("Draws (%)", "draw"),
            ("Second player wins (%)", "second"),
        ] {
            let chosen: Vec<&Cell> = cells
                .iter()
                .filter(|cell| cell.key.iter().any(|(_, value)| value == outcome))
                .collect();
            text.push_str(&map_of_shares(title, &chosen));
        }
    } else {
        text.push_str(&intervals(contests.measure, cells));
    }
    text.push_str("</div>\n</section>\n");
    if contests.grid {
        text.push_str("<section>\n<details>\n<summary>Every number in a list</summary>\n");
        text.push_str(&list(contests.measure, cells));
        text.push_str("</details>\n</section>\n");
    }
    text
}

/// As the paper prints it: a row and a column for each pairing, in each cell the three outcomes.
fn grid(cells: &[Cell], compared: bool) -> String {
    let rows = distinct(cells.iter().map(|cell| cell.row.as_str()));
    let columns = distinct(cells.iter().map(|cell| cell.column.as_str()));
    let mut text =
        "<div class=\"wide\">\n<table class=\"grid\">\n<thead><tr><th class=\"corner\">first \
                    \\ second</th>"
            .to_owned();
    for column in &columns {
        text.push_str(&format!("<th>{}</th>", escape(column)));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in &rows {
        text.push_str(&format!("<tr><th>{}</th>", escape(row)));
        for column in &columns {
            text.push_str("<td>");
            let three = cells
                .iter()
                .filter(|cell| cell.row == *row && cell.column == *column);
            for cell in three {
                let beside = match (cell.published, cell.z) {
                    (Some(published), Some(z)) => format!(
                        "<span class=\"theirs\">{:.2}</span><span class=\"z\">{}</span>",
                        100.0 * published,
                        signed(z, 1)
                    ),
                    _ if compared => "<span class=\"theirs\"></span><span></span>".to_owned(),
                    _ => String::new(),
                };
                text.push_str(&format!(
                    "<div class=\"line {}\" title=\"{}\"><span class=\"ours\">{:.2}</span>{beside}\
                     </div>",
                    agreement_class(cell.agreement),
                    escape(&cell.name()),
                    100.0 * cell.ours,
                ));
            }
            text.push_str("</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n</div>\n<p class=\"note\">");
    text.push_str(if compared {
        "Each cell from top to bottom: first player wins, draws, second player wins; from left to \
         right: ours and the published percentage, and z, how many standard errors ours is above it."
    } else {
        "Each cell from top to bottom: first player wins, draws, second player wins, in per cent."
    });
    text.push_str("</p>\n");
    text
}

/// A line for every number.
fn list(measure: &str, cells: &[Cell]) -> String {
    let compared = cells.iter().any(|cell| cell.published.is_some());
    let gains = cells.iter().any(|cell| cell.parts.is_some());
    // A group that another column tells already needs none of its own.
    let told = |cell: &Cell| match &cell.group {
        None => true,
        Some(group) => {
            let told = |value: &str| value.split(", ").any(|part| part == group);
            cell.key.iter().any(|(_, value)| told(value))
        }
    };
    let grouped = !cells.iter().all(told);
    let mut text = "<div class=\"wide\">\n<table class=\"list\">\n<thead><tr>".to_owned();
    for (name, _) in cells.first().map_or(&[][..], |cell| &cell.key) {
        text.push_str(&format!("<th>{}</th>", escape(name)));
    }
    let mut heads = Vec::new();
    if grouped {
        heads.push("group");
    }
    if gains {
        heads.extend(["with", "without"]);
    }
    heads.push(if compared { "ours" } else { measure });
    heads.push("95% interval");
    if compared {
        heads.extend(["published", "difference", "z"]);
    }
    if cells.iter().any(|cell| cell.losses.is_some()) {
        heads.extend(["loss a move", "visible", "errors seen"]);
    }
    for head in heads {
        text.push_str(&format!("<th>{head}</th>"));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for cell in cells {
        let class = agreement_class(cell.agreement);
        let players: Vec<String> = cell
            .players
            .iter()
            .map(|(role, player)| format!("{role}: {player}"))
            .collect();
        text.push_str(&format!("<tr title=\"{}\">", escape(&players.join("\n"))));
        for (_, value) in &cell.key {
            text.push_str(&format!("<td class=\"key-cell\">{}</td>", escape(value)));
        }
        let mut put = |class: &str, value: String| {
            text.push_str(&format!("<td class=\"{class}\">{value}</td>"));
        };
        if grouped {
            put("key-cell", escape(cell.group.as_deref().unwrap_or("")));
        }
        if gains {
            let parts = cell.parts.map(|parts| [parts.with, parts.without]);
            let parts = parts.map(|parts| parts.map(|rate| format!("{:.2}", 100.0 * rate)));
            for rate in parts.unwrap_or_default() {
                put("number", rate);
            }
        }
        let sign = cell.parts.is_some();
        let percent = |share: f64, sign: bool| match sign {
            true => signed(100.0 * share, 2),
            false => format!("{:.2}", 100.0 * share),
        };
        put("number strong", percent(cell.ours, sign));
        put(
            "number faint",
            format!(
                "{} to {}",
                percent(cell.interval.low, sign),
                percent(cell.interval.high, sign)
            ),
        );
        if compared {
            let known = |value: Option<f64>, sign| {
                value.map_or(String::new(), |value| percent(value, sign))
            };
            put("number", known(cell.published, sign));
            put("number", known(cell.difference(), true));
            let z = cell.z.map(|z| signed(z, 2));
            put(&format!("number {class}"), z.unwrap_or_default());
        }
        if let Some(losses) = &cell.losses {
            put("number", format!("{:.3}", losses.mean()));
            put("number", format!("{:.3}", losses.mean_visible()));
            put("number", format!("{:.1}%", 100.0 * losses.share_seen()));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    if cells.iter().any(|cell| cell.losses.is_some()) {
        text.push_str(&format!("<p class=\"note\">{ABOUT_LOSSES}</p>\n"));
    }
    text
}

/// What the columns about losses are.
pub const ABOUT_LOSSES: &str = "Losses are in the unit of the game's evaluation: what a move really lost, \
    and what it seemed to lose to the opponent. An error is seen if the opponent sees at least half of it.";

fn trees(examples: &[Example], findings: &Findings) -> String {
    let mut text = "<section>\n<h2>The trees</h2>\n".to_owned();
    let mut shown = None;
    for (example, cell) in examples.iter().zip(&findings.cells) {
        if shown != Some(&example.name) {
            if shown.is_some() {
                text.push_str("</tbody></table>\n</div>\n");
            }
            shown = Some(&example.name);
            text.push_str(&format!(
                "<h3>{}</h3>\n{}\n<div class=\"wide\">\n<table class=\"list\">\n\
                 <thead><tr><th>by</th><th>value</th><th>expected</th><th>best</th><th>expected</th>\
                 <th>by hand</th></tr></thead>\n<tbody>\n",
                escape(&example.name),
                picture(example)
            ));
        }
        let best = cell.best.clone().unwrap_or_default();
        text.push_str(&format!(
            "<tr><td class=\"key-cell\">{}</td><td class=\"number {}\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"prose\">{}</td></tr>\n",
            escape(&example.by.value.to_string()),
            agreement_class(cell.agreement),
            cell.ours,
            example.value,
            escape(&best.found.join(", ")),
            escape(&best.expected.join(", ")),
            escape(&example.why),
        ));
    }
    if shown.is_some() {
        text.push_str("</tbody></table>\n</div>\n");
    }
    text.push_str("</section>\n");
    text
}

/// The tree as it would be drawn on a blackboard.
fn picture(example: &Example) -> String {
    let text = &example.tree.value;
    let drawn = open_tree_text(&example.name, text).ok().and_then(|tree| {
        let session = tree.session(None, &Settings::in_memory()).ok()?;
        Some(svg(&session.picture(), &SvgStyle::default()))
    });
    // Only what could be read was run.
    let drawn = drawn.unwrap_or_else(|| format!("<pre>{}</pre>", escape(text)));
    format!(
        "<div class=\"tree\" title=\"{}\">{drawn}</div>",
        escape(text)
    )
}

fn footer(experiment: &Experiment, findings: &Findings) -> String {
    let seed = findings.seed;
    let how = match (&experiment.subject, findings.sampling) {
        (Subject::Trees(_), _) => String::new(),
        (Subject::Training(training), Sampling::Games(runs)) => {
            let tests = match training.exact {
                true => "computed where positions cannot recur",
                false => "by contests",
            };
            let runs = counted(runs, "run");
            format!("; {runs} a row, seed {seed}, tests {tests}")
        }
        (_, Sampling::Exact) => "; computed exactly, without playing".to_owned(),
        (_, Sampling::Games(games)) => {
            let games = counted(games, "contest");
            format!("; {games} a match, seed {seed}")
        }
    };
    let units = match &experiment.subject {
        Subject::Trees(_) => "",
        Subject::Contests(_) => {
            " Rates are in per cent, differences of rates in percentage points. Intervals of rates are \
             Wilson's, those of differences Newcombe's, at 95%."
        }
        Subject::Training(_) => {
            " Power, the contests won, and reliability, those not lost, are in per cent. Intervals are \
             Student's, at 95%, from how the runs scatter."
        }
    };
    format!(
        "<footer>\n<p>Made by</p>\n<pre>{}</pre>\n<p>shido {}{how}.{units}</p>\n</footer>\n",
        escape(&findings.command()),
        env!("CARGO_PKG_VERSION"),
    )
}

/// The class that colours a number.
pub(crate) fn agreement_class(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Unknown => "unknown",
        Agreement::Close => "close",
        Agreement::Doubtful => "doubtful",
        Agreement::Far => "far",
    }
}

/// A text as HTML or XML character data or attribute value.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}
