//! `shido lab`.

use std::path::Path;
use std::process::{Command, ExitCode};

use anstyle::Style;
use anyhow::Context;
use comfy_table::Table;
use shido::{Catalog, Event, Settings};
use shido_draw::signed;
use shido_lab::{
    ABOUT_LOSSES, Agreement, Assessment, Cell, Experiment, Findings, Kept, LabError, Merged,
    OpenExperiment, PartDone, Results, RunOrder, Sampling, Subject, Training, Trend, Unfinished,
    assess, find, last, list, merge, page, remarks, run, run_part,
};

use crate::args::{LabArgs, LabCommand, LabMergeArgs, LabReportArgs, LabRunArgs, ListArgs};
use crate::forecast::Forecast;
use crate::games::text_table;
use crate::terminal::{
    BAD, FAINT, GOOD, NOTE, STRONG, Watcher, grouped, outln, print_json, styled,
};
use crate::whole_file;

/// Lists, runs or reports experiments.
pub(crate) fn lab(args: &LabArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    match &args.command {
        LabCommand::List(args) => show_list(args, catalog),
        LabCommand::Run(args) => run_experiment(args, catalog),
        LabCommand::Merge(args) => merge_parts(args, catalog),
        LabCommand::Report(args) => report(args, catalog),
    }
}

fn show_list(args: &ListArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let list = list(catalog, &Settings::for_user())?;
    if args.json {
        print_json(&list)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = text_table(&["experiment", "published", "last verdict", "what it is"]);
    for listed in list.experiments {
        let experiment = &listed.experiment;
        let mut told = match &listed.last {
            Ok(found) => {
                let how = match found.sampling {
                    Sampling::Exact => "exact".to_owned(),
                    Sampling::Games(games) => match experiment.subject {
                        Subject::Training(_) => format!("{games} runs"),
                        Subject::Contests(_) | Subject::Trees(_) => format!("{games} contests"),
                    },
                };
                let (style, word) = (assessment_style(found.assessment), found.assessment);
                format!("{} ({how})", styled(style, word))
            }
            Err(LabError::NotRun { .. }) => styled(FAINT, "not run yet"),
            Err(LabError::Changed { .. }) => styled(FAINT, "changed since"),
            Err(_) => styled(NOTE, "to be run again"),
        };
        for run in &listed.unfinished {
            told.push('\n');
            told.push_str(&unfinished_text(experiment, run));
        }
        let published = match experiment.published() {
            0 => styled(FAINT, "nothing"),
            count => format!("{count} numbers"),
        };
        let Experiment { name, title, .. } = listed.experiment;
        rows.add_row([name, published, told, title]);
    }
    outln!("{rows}");
    outln!(
        "{}",
        styled(
            FAINT,
            "shido lab run NAME [--exact], then shido lab report NAME"
        )
    );
    Ok(ExitCode::SUCCESS)
}

/// A run that is under way, or was interrupted.
fn unfinished_text(experiment: &Experiment, run: &Unfinished) -> String {
    let what = match (&experiment.subject, run.sampling) {
        (Subject::Training(_), _) => "runs",
        (_, Sampling::Exact) => "matches",
        _ => "contests",
    };
    let far = format!("{} of {} {what}", grouped(run.done), grouped(run.total));
    match run.running {
        true => format!("{}, {far}", styled(NOTE, "under way")),
        false => format!(
            "{}, {far} kept; {}",
            styled(NOTE, "interrupted"),
            styled(FAINT, &run.command)
        ),
    }
}

fn run_experiment(args: &LabRunArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let experiment = find(&args.name)?;
    let sampling = match (args.exact, args.games) {
        (true, _) => Some(Sampling::Exact),
        (_, Some(games)) => Some(Sampling::Games(games)),
        (_, None) => None,
    };
    let order = RunOrder {
        sampling,
        fresh: args.fresh,
    };
    // Better now than after an hour.
    if let Some(directory) = &args.out {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
    }
    let settings = args.common.settings();
    let total = match args.part {
        None => experiment.contests(sampling),
        Some(part) => part.contests(&OpenExperiment::open(
            &experiment,
            sampling,
            catalog,
            &settings,
        )?),
    };
    if let Some(address) = &args.ray {
        on_ray(&experiment, args, address)?;
        let results = last(&experiment, catalog, &settings, &|_| {})?;
        return show(
            &experiment,
            &results,
            &settings,
            args.out.as_deref(),
            args.common.json,
        );
    }
    let watcher = Watcher::new(Some(total));
    let forecast = Forecast::new(
        total,
        match (&experiment.subject, sampling) {
            (Subject::Training(_), _) => ["run of training", "runs of training"],
            (_, Some(Sampling::Exact)) => ["match", "matches"],
            _ => ["contest", "contests"],
        },
    );
    let watch = |event: Event| {
        match event {
            Event::Forecast {
                threads,
                time,
                at_least,
            } => forecast.expect(time, threads, at_least),
            Event::Contests(done) => {
                if let Some(text) = forecast.see(done) {
                    watcher.note(&text);
                }
            }
            _ => {}
        }
        watcher.see(event);
    };
    if let (Some(part), Some(directory)) = (args.part, &args.out) {
        let done = run_part(
            &experiment,
            order,
            part,
            directory,
            catalog,
            &settings,
            &watch,
        );
        watcher.done();
        return show_part(&done?, directory, args.common.json);
    }
    let results = run(&experiment, order, catalog, &settings, &watch);
    watcher.done();
    show(
        &experiment,
        &results?,
        &settings,
        args.out.as_deref(),
        args.common.json,
    )
}

/// What is there to merge now.
fn show_part(done: &PartDone, directory: &Path, json: bool) -> anyhow::Result<ExitCode> {
    if json {
        print_json(done)?;
        return Ok(ExitCode::SUCCESS);
    }
    let contests = grouped(done.contests);
    outln!(
        "part {} is done: {contests} contests, matches or runs",
        done.part
    );
    outln!("{} {}", styled(FAINT, "kept in:"), done.journal.display());
    let merge = format!("shido lab merge {}", directory.display());
    outln!("{} {merge}", styled(FAINT, "when all parts are done:"));
    Ok(ExitCode::SUCCESS)
}

fn merge_parts(args: &LabMergeArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let settings = Settings::for_user();
    let watcher = Watcher::new(None);
    let merged = merge(&args.directories, catalog, &settings, &|event| {
        watcher.see(event)
    });
    watcher.done();
    let Merged {
        experiment,
        results,
        ..
    } = merged?;
    show(
        &experiment,
        &results,
        &settings,
        args.out.as_deref(),
        args.json,
    )
}

/// Has the Python package run it, which leaves the results where a run of ours leaves them.
fn on_ray(experiment: &Experiment, args: &LabRunArgs, address: &str) -> anyhow::Result<()> {
    let python = std::env::var_os("SHIDO_PYTHON").filter(|name| !name.is_empty());
    let python = python.unwrap_or_else(|| "python3".into());
    let mut command = Command::new(&python);
    command.args(["-m", "shido.lab", &experiment.asked_as, "--ray", address]);
    command.args(["--seed", &args.common.seed.to_string()]);
    if let Some(games) = args.games {
        command.args(["--games", &games.to_string()]);
    }
    for (asked, option) in [(args.exact, "--exact"), (args.fresh, "--fresh")] {
        if asked {
            command.arg(option);
        }
    }
    // Ctrl-C reaches it too, and it is for it to end; standard output is for the result alone.
    crate::interrupt::flag();
    let status = command.stdout(std::io::stderr()).status();
    let advice = "install the package with `pip install \"./crates/python[ray]\"`, or name the Python that has it in \
                  SHIDO_PYTHON";
    let status = status.with_context(|| format!("cannot start {}; {advice}", python.display()))?;
    anyhow::ensure!(
        status.success(),
        "{} -m shido.lab did not come to its end ({status}); where it has no module `shido`, {advice}",
        python.display()
    );
    Ok(())
}

/// Shows what was found, and where the raw results are.
fn show(
    experiment: &Experiment,
    results: &Results,
    settings: &Settings,
    out: Option<&Path>,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let findings = assess(experiment, results);
    let kept = Kept::of(experiment, settings)?;
    // Whatever becomes of the files, the result is printed.
    let mut written = Ok(());
    let files = match out {
        None => [kept.csv(), kept.json()],
        Some(directory) => {
            let named = |ending| directory.join(format!("{}.{ending}", experiment.name));
            let files = [named("csv"), named("json")];
            written = whole_file::write(&files[0], &shido_lab::csv(experiment, results))
                .and_then(|()| whole_file::write(&files[1], &shido_lab::json(&findings)));
            files
        }
    };
    if json {
        print_json(&findings)?;
        written?;
        return Ok(ExitCode::SUCCESS);
    }
    print(experiment, &findings)?;
    written?;
    for file in files {
        outln!("{} {}", styled(FAINT, "raw results:"), file.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn report(args: &LabReportArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let experiment = find(&args.name)?;
    let settings = Settings::for_user();
    let results = last(&experiment, catalog, &settings, &|_| {})?;
    let findings = assess(&experiment, &results);
    let file = match &args.out {
        Some(file) => file.clone(),
        None => {
            let directory = Kept::of(&experiment, &settings)?.directory;
            directory.join(format!("{}.html", experiment.kept_as))
        }
    };
    whole_file::write(&file, &page(&experiment, &findings))?;
    if args.json {
        print_json(&findings)?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&experiment, &findings)?;
    outln!("{} {}", styled(FAINT, "with plots:"), file.display());
    Ok(ExitCode::SUCCESS)
}

fn print(experiment: &Experiment, findings: &Findings) -> anyhow::Result<()> {
    outln!("{}", styled(STRONG, &experiment.title));
    if let Some(source) = &experiment.source {
        outln!("{}", styled(FAINT, source));
    }
    outln!("");
    match &experiment.subject {
        Subject::Contests(contests) if contests.grid => print_grid(findings)?,
        Subject::Contests(contests) => print_list(contests.measure, findings)?,
        Subject::Trees(_) => print_trees(findings)?,
        Subject::Training(training) => print_training(training, findings)?,
    }
    outln!("");
    let word = styled(
        assessment_style(findings.assessment).bold(),
        findings.assessment,
    );
    outln!("{word}");
    for judged in &findings.judged {
        let mark = if judged.met() {
            styled(GOOD, "✓")
        } else {
            styled(BAD, "✗")
        };
        outln!("  {mark} {}: {}", judged.criterion.name, judged.sentence);
    }
    if let Some(note) = findings.note_on_many_cells() {
        outln!("{}", styled(FAINT, note));
    }
    let remarks = remarks(experiment, findings);
    outln!("");
    outln!("{}", styled(STRONG, &remarks.heading));
    for (number, paragraph) in remarks.paragraphs.iter().enumerate() {
        if number > 0 {
            outln!("");
        }
        outln!("{}", wrapped(paragraph));
    }
    outln!("");
    outln!("{} {}", styled(FAINT, "made by:"), findings.command());
    Ok(())
}

/// A paragraph in lines that are not too long to read.
fn wrapped(paragraph: &str) -> String {
    const WIDTH: usize = 100;
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text
}

/// As papers print it: in each cell first player wins, draws, second player wins.
fn print_grid(findings: &Findings) -> anyhow::Result<()> {
    let distinct = |name: fn(&Cell) -> &String| {
        let mut seen: Vec<&String> = Vec::new();
        for cell in &findings.cells {
            if !seen.contains(&name(cell)) {
                seen.push(name(cell));
            }
        }
        seen
    };
    let (rows, columns) = (distinct(|cell| &cell.row), distinct(|cell| &cell.column));
    let mut header = vec![""];
    header.extend(columns.iter().map(|column| column.as_str()));
    let mut shown = text_table(&header);
    for row in &rows {
        let mut line = vec![(*row).clone()];
        for column in &columns {
            let three = findings
                .cells
                .iter()
                .filter(|cell| cell.row == **row && cell.column == **column)
                .map(|cell| {
                    let numbers = match cell.published {
                        Some(published) => {
                            format!("{:.1}/{:.1}", 100.0 * cell.ours, 100.0 * published)
                        }
                        None => format!("{:.2}", 100.0 * cell.ours),
                    };
                    styled(agreement_style(cell.agreement), numbers)
                });
            line.push(three.collect::<Vec<_>>().join("\n"));
        }
        shown.add_row(line);
    }
    outln!("{shown}");
    let compared = findings.cells.iter().any(|cell| cell.published.is_some());
    let what = if compared {
        "first wins, draws, second wins, each ours/published in per cent; yellow from |z| = 2, red from 3"
    } else {
        "first wins, draws, second wins, in per cent"
    };
    outln!("{}", styled(FAINT, what));
    Ok(())
}

fn print_list(measure: &str, findings: &Findings) -> anyhow::Result<()> {
    let compared = findings.cells.iter().any(|cell| cell.published.is_some());
    let gains = findings.cells.iter().any(|cell| cell.parts.is_some());
    let names = findings.cells.first().map_or(&[][..], |cell| &cell.key);
    let mut header: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    if gains {
        header.extend(["with", "without"]);
    }
    header.extend([measure, "95% interval"]);
    if compared {
        header.extend(["published", "z"]);
    }
    let losses = findings.cells.iter().any(|cell| cell.losses.is_some());
    if losses {
        header.extend(["loss a move", "visible", "errors seen"]);
    }
    let mut shown = text_table(&header);
    for cell in &findings.cells {
        let number = |value: f64| {
            if cell.parts.is_some() {
                signed(100.0 * value, 2)
            } else {
                format!("{:.2}", 100.0 * value)
            }
        };
        let mut line: Vec<String> = cell.key.iter().map(|(_, value)| value.clone()).collect();
        if gains {
            let parts = cell.parts.map(|parts| [parts.with, parts.without]);
            let parts = parts.map(|parts| parts.map(|rate| format!("{:.2}", 100.0 * rate)));
            line.extend(parts.unwrap_or_default());
        }
        line.push(styled(agreement_style(cell.agreement), number(cell.ours)));
        let [low, high] = [cell.interval.low, cell.interval.high].map(number);
        line.push(styled(FAINT, format!("{low} to {high}")));
        if compared {
            line.push(cell.published.map(number).unwrap_or_default());
            line.push(cell.z.map(|z| signed(z, 2)).unwrap_or_default());
        }
        if let Some(losses) = &cell.losses {
            line.push(format!("{:.3}", losses.mean()));
            line.push(format!("{:.3}", losses.mean_visible()));
            line.push(format!("{:.1}%", 100.0 * losses.share_seen()));
        }
        shown.add_row(line);
    }
    outln!("{shown}");
    let unit = match gains {
        true => "rates in per cent, their differences in percentage points",
        false => "in per cent",
    };
    outln!("{}", styled(FAINT, unit));
    if losses {
        outln!("{}", styled(FAINT, wrapped(ABOUT_LOSSES)));
    }
    Ok(())
}

/// A row for each trial, a column for each measure; then the same of as many runs as were published.
fn print_training(training: &Training, findings: &Findings) -> anyhow::Result<()> {
    outln!("{}", training_table(training, findings, all_runs));
    let compared = findings.cells.iter().any(|cell| cell.published.is_some());
    let what = if matches!(findings.sampling, Sampling::Games(0 | 1)) {
        match compared {
            true => "one run/published, rates in per cent",
            false => "one run, rates in per cent",
        }
    } else if compared {
        "means of all runs/published, rates in per cent; yellow from |z| = 2, red from 3"
    } else {
        "means of all runs and half of their 95% intervals, rates in per cent"
    };
    outln!("{}", styled(FAINT, what));
    let published_runs = training.published_runs;
    if matches!(findings.sampling, Sampling::Games(runs) if runs > published_runs) {
        outln!("");
        outln!("{}", training_table(training, findings, first_runs));
        let what = format!("means of the first {published_runs} runs");
        outln!("{}", styled(FAINT, what));
    }
    if !findings.turing.is_empty() {
        outln!("");
        print_turing(training, findings)?;
    }
    Ok(())
}

fn training_table(training: &Training, findings: &Findings, show: fn(&Cell) -> String) -> Table {
    let measures = training.measures.iter();
    let names: Vec<String> = measures.map(|m| m.name(&training.challengers)).collect();
    let heads: Vec<String> = names
        .iter()
        .map(|name| name.replacen(' ', "\n", 1))
        .collect();
    let mut header = vec!["", "game"];
    header.extend(heads.iter().map(String::as_str));
    let mut shown = text_table(&header);
    for row in &training.rows {
        let mut line = vec![row.label.clone(), row.game.value.clone()];
        for name in &names {
            let mut cells = findings.cells.iter();
            let cell = cells.find(|cell| cell.row == row.label && cell.column == *name);
            line.push(cell.map(show).unwrap_or_default());
        }
        shown.add_row(line);
    }
    shown
}

fn all_runs(cell: &Cell) -> String {
    let ours = cell.show(cell.ours, 1);
    match cell.published {
        Some(published) => {
            let both = format!("{ours}/{}", cell.show(published, 1));
            styled(agreement_style(cell.agreement), both)
        }
        None => {
            let reach = cell.reach();
            match reach.is_empty() {
                true => ours,
                false => format!("{ours} {}", styled(FAINT, reach)),
            }
        }
    }
}

fn first_runs(cell: &Cell) -> String {
    let runs = cell.runs;
    runs.map(|runs| cell.show(runs.first.value, 1))
        .unwrap_or_default()
}

fn print_turing(training: &Training, findings: &Findings) -> anyhow::Result<()> {
    let trials = format!("trials of {} that pass", training.published_runs);
    let mut shown = text_table(&[
        "game players' Turing test",
        &trials,
        "all runs",
        "not reliable against",
        "less than maximal power against",
        "reliability rises:falls",
        "power rises:falls",
    ]);
    for row in &findings.turing {
        let word = match row.all.passed() {
            true => styled(GOOD, "passed"),
            false => styled(BAD, "failed"),
        };
        let counts =
            |trend: &Trend, chance: f64| format!("{}:{} (p {chance:.3})", trend.rises, trend.falls);
        let (reliability, power) = (&row.all.reliability_trend, &row.all.power_trend);
        shown.add_row([
            row.row.clone(),
            format!("{} of {}", row.passed, row.trials),
            word,
            row.named(&row.all.unreliable).join(", "),
            row.named(&row.all.powerless).join(", "),
            counts(reliability, reliability.chance_of_falling()),
            counts(power, power.chance_of_rising()),
        ]);
    }
    outln!("{shown}");
    let what = "all runs together; p of as many falls (reliability) or rises (power) by chance, by \
                Cox and Stuart's test";
    outln!("{}", styled(FAINT, what));
    Ok(())
}

fn print_trees(findings: &Findings) -> anyhow::Result<()> {
    let mut shown = text_table(&["tree", "by", "value", "expected", "best", "expected"]);
    for cell in &findings.cells {
        let best = cell.best.clone().unwrap_or_default();
        shown.add_row([
            cell.row.clone(),
            cell.column.clone(),
            styled(agreement_style(cell.agreement), cell.ours),
            cell.published
                .map(|value| value.to_string())
                .unwrap_or_default(),
            best.found.join(", "),
            best.expected.join(", "),
        ]);
    }
    outln!("{shown}");
    Ok(())
}

fn agreement_style(agreement: Agreement) -> Style {
    match agreement {
        Agreement::Unknown => Style::new(),
        Agreement::Close => GOOD,
        Agreement::Doubtful => NOTE,
        Agreement::Far => BAD,
    }
}

fn assessment_style(assessment: Assessment) -> Style {
    match assessment {
        Assessment::Reproduced | Assessment::AsExpected => GOOD,
        Assessment::Partly => NOTE,
        Assessment::Different => BAD,
        Assessment::Measured => STRONG,
    }
}
