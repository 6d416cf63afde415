//! `shido train`.

mod page;

use std::num::NonZeroU64;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use shido::{
    Catalog, Covered, Event, Goal, Judged, LearnerOptions, Paradigm, Spec, Testing, TrainingOrder,
    TrainingReport,
};

use crate::args::TrainArgs;
use crate::games::text_table;
use crate::terminal::{
    BAD, FAINT, GOOD, STRONG, Watcher, counted, grouped, outln, percent, styled,
};
use crate::{interrupt, whole_file};

/// How many contests in a row have to be good where nothing else is asked for.
const STANDARD: u32 = 20;

/// Trains Hoyle.
pub(crate) fn train(args: &TrainArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let order = order(args)?;
    // Better now than after an hour. Who goes on from a file may well mean to keep it up to date.
    if let Some(file) = &args.out {
        let same = args
            .knowledge
            .as_deref()
            .is_some_and(|from| same(from, file));
        whole_file::check(file, args.force || same)?;
    }
    if let Some(file) = &args.report {
        whole_file::check(file, args.force)?;
    }
    let watcher = Watcher::new(None);
    let watch = |event| match (event, &args.out) {
        (Event::Learned(text), Some(file)) => {
            if let Err(error) = whole_file::write(file, &text) {
                watcher.see(Event::Warning(format!("{error:#}")));
            }
        }
        (event, _) => watcher.see(event),
    };
    let report = game.train(&order, &args.common.settings(), &watch);
    watcher.done();
    let report = report?;
    // Whatever becomes of the files, the result is printed.
    let mut kept = Ok(());
    if let Some(file) = &args.out {
        kept = whole_file::write(file, &report.knowledge);
    }
    if let Some(file) = &args.report {
        let page = page::page(&game.about().title, &order, args, &report);
        kept = kept.and(whole_file::write(file, &page));
    }
    if args.common.json {
        crate::terminal::print_json(&Printed {
            report: &report,
            out: args.out.as_deref(),
            page: args.report.as_deref(),
        })?;
    } else {
        print_text(&game.about().title, &order, &report)?;
    }
    kept?;
    if !args.common.json {
        print_files(args)?;
    }
    if interrupt::raised() {
        let kept = match &args.out {
            Some(_) => "what was learned until then is kept",
            None => "this is what was learned until then",
        };
        crate::report::warning(&format!("stopped early: {kept}"));
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn order(args: &TrainArgs) -> anyhow::Result<TrainingOrder> {
    let paradigm = Paradigm::named(&args.paradigm).map_err(|nearest| {
        let known = Paradigm::ALL.map(Paradigm::name).join(", ");
        let help = nearest.map_or(format!("there are {known}"), |near| {
            format!("did you mean `{near}`?")
        });
        anyhow::anyhow!("there is no paradigm `{}`: {help}", args.paradigm)
    })?;
    let coverage = Covered::ALL
        .into_iter()
        .find(|(name, _)| *name == args.coverage);
    let Some((_, coverage)) = coverage else {
        let [lines, drawn] = Covered::ALL.map(|(name, _)| name);
        anyhow::bail!(
            "Coverage cannot count `{}`: there are {lines} and {drawn}",
            args.coverage
        );
    };
    let goal = match (args.contests, args.cycle.and_then(NonZeroU64::new)) {
        (Some(contests), _) => Goal::Contests(contests),
        (None, Some(training)) => Goal::Cycles {
            training,
            reliability: args.reliability.unwrap_or(1.0),
        },
        (None, None) => Goal::Standard(args.standard.unwrap_or(STANDARD)),
    };
    let challengers = args.challenger.iter().map(|text| text.parse());
    let challengers: Vec<Spec> = challengers.collect::<Result<_, _>>()?;
    Ok(TrainingOrder {
        trainer: args.trainer.parse()?,
        goal,
        most: args.contests.unwrap_or(args.most),
        learner: LearnerOptions {
            paradigm,
            without_advisors: args.without.clone(),
            without_slots: args.without_slots.clone(),
            coverage,
            ..LearnerOptions::default()
        },
        curve: true,
        states: args.states,
        knowledge: args.knowledge.clone(),
        challengers: (!challengers.is_empty()).then_some(challengers),
        testing: match (args.exact, args.test) {
            (true, _) => Testing::Exact,
            (false, 0) => Testing::Never,
            (false, contests) => Testing::Contests(contests),
        },
    })
}

/// Whether two names mean one file.
fn same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// How a challenger is called in the literature, where it has a name there.
fn challenger_name(spec: &Spec) -> String {
    let spec = spec.to_string();
    match short_name(&spec) {
        short if short == spec => spec,
        short => format!("{short} ({spec})"),
    }
}

/// The same where there is little room.
fn short_name(spec: &str) -> &str {
    match spec {
        "fallible:noise=10" => "expert",
        "fallible:noise=70" => "novice",
        _ => spec,
    }
}

/// How it ended, in a sentence.
fn ending(report: &TrainingReport) -> String {
    match (report.goal, report.reached) {
        (Goal::Standard(standard), true) => {
            format!("met the standard: {standard} contests in a row without a loss")
        }
        (Goal::Standard(standard), false) => format!(
            "did not meet the standard of {standard} contests in a row without a loss: {} in the end",
            report.streak
        ),
        (Goal::Contests(_), true) => "played all the contests".to_owned(),
        (Goal::Contests(contests), false) => {
            format!("did not come to {} contests", grouped(contests))
        }
        (Goal::Cycles { reliability, .. }, reached) => format!(
            "{} a test with {} reliability against everyone, after {}",
            if reached { "passed" } else { "never passed" },
            percent(reliability),
            counted(report.curve.len() as u64, "test", "tests"),
        ),
    }
}

/// What the tests were, in words.
fn testing_words(testing: Testing) -> String {
    match testing {
        Testing::Never => "not tested".to_owned(),
        Testing::Contests(contests) => format!(
            "{} contests against each challenger, without learning",
            grouped(contests)
        ),
        Testing::Exact => "the exact odds against each challenger, without learning".to_owned(),
    }
}

/// How it does in some states, in words.
fn judged_words(judged: Judged) -> String {
    match judged.states {
        0 => "none".to_owned(),
        states => format!("{}, {} right", grouped(states), percent(judged.right)),
    }
}

fn print_text(title: &str, order: &TrainingOrder, report: &TrainingReport) -> anyhow::Result<()> {
    outln!(
        "{} {}",
        styled(STRONG, title),
        styled(FAINT, format!("(trained by {})", report.trainer))
    );
    let results = [
        report.lessons_won,
        report.lessons_drawn,
        report.lessons_lost,
    ];
    let [won, drawn, lost] = results.map(grouped);
    outln!(
        "contests    {}, {} of them lessons: {won} won, {drawn} drawn, {lost} lost",
        grouped(report.contests),
        grouped(report.lessons)
    );
    let style = if report.reached { GOOD } else { BAD };
    outln!("goal        {}", styled(style, ending(report)));
    let slots: Vec<String> = report
        .slots
        .iter()
        .filter(|(_, units)| *units > 0)
        .map(|(slot, units)| format!("{slot} {}", grouped(*units as u64)))
        .collect();
    outln!(
        "knowledge   {} {}",
        counted(report.units as u64, "unit", "units"),
        styled(FAINT, format!("({})", slots.join("; ")))
    );
    if !report.tests.is_empty() {
        let mut rows = text_table(&["challenger", "reliability", "power", "drawn", "lost"]);
        for test in &report.tests {
            rows.add_row([
                challenger_name(&test.challenger),
                percent(test.reliability),
                percent(test.wins),
                percent(test.draws),
                percent(test.losses),
            ]);
        }
        outln!("\n{rows}");
        outln!("{}", styled(FAINT, testing_words(order.testing)));
    }
    if let Some(states) = &report.states {
        let [seen, unseen] = [states.seen, states.unseen].map(judged_words);
        outln!("\nstates seen in training  {seen}");
        outln!("states not seen          {unseen}");
        outln!(
            "{}",
            styled(
                FAINT,
                "where a move can give something away, up to symmetry"
            )
        );
    }
    Ok(())
}

/// Where it was kept.
fn print_files(args: &TrainArgs) -> anyhow::Result<()> {
    match &args.out {
        Some(file) => {
            let file = file.display();
            let play = format!("shido play {} --against hoyle:knowledge={file}", args.game);
            outln!("{}", styled(FAINT, format!("kept in {file}: {play}")));
        }
        None => outln!(
            "{}",
            styled(FAINT, "not kept: `--out FILE` writes what is known")
        ),
    }
    if let Some(file) = &args.report {
        outln!("{}", styled(FAINT, format!("report in {}", file.display())));
    }
    Ok(())
}

/// What `--json` prints: the report, and where it was written to.
#[derive(Serialize)]
struct Printed<'p> {
    #[serde(flatten)]
    report: &'p TrainingReport,
    out: Option<&'p Path>,
    #[serde(rename = "report")]
    page: Option<&'p Path>,
}
