//! `shido tune GAME --people FILE`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use shido::{AnyGame, PeopleOrder, PeopleReport};
use shido_draw::{Chart, Series};

use crate::args::TuneArgs;
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, percent, print_json, styled};
use crate::whole_file;

/// How large a step is where nothing else is asked for.
const RATE: f64 = 1e-3;

/// Learns how people choose.
pub(super) fn learn(args: &TuneArgs, game: &dyn AnyGame) -> anyhow::Result<ExitCode> {
    let folder = match (&args.checkpoints, &args.out) {
        (Some(folder), _) => folder.clone(),
        (None, Some(out)) => {
            let mut folder = out.clone().into_os_string();
            folder.push(".learning");
            PathBuf::from(folder)
        }
        (None, None) => anyhow::bail!(
            "learning takes long, and nothing would be kept: give `--out FILE` for the model, or \
             `--checkpoints FOLDER`"
        ),
    };
    let order = PeopleOrder {
        files: args.people.clone(),
        folder,
        positions: args.positions,
        rate: args.rate.unwrap_or(RATE),
    };
    for file in [&args.out, &args.curve].into_iter().flatten() {
        whole_file::check(file, args.force)?;
    }
    let watcher = Watcher::spinning("learning");
    let learned = game.learn_people(&order, &args.common.settings(), &|event| watcher.see(event));
    watcher.done();
    let report = learned?;
    let title = &game.about().title;
    let mut kept = Ok(());
    if let Some(file) = &args.out {
        kept = whole_file::write_bytes(file, &report.model);
    }
    if let Some(file) = &args.curve {
        kept = kept.and(whole_file::write(
            file,
            &chart(title, &report).figure().document(),
        ));
    }
    if args.common.json {
        print_json(&Printed {
            report: &report,
            checkpoints: &order.folder,
            out: args.out.as_deref(),
        })?;
    } else {
        print_text(title, &report)?;
        let note = format!("checkpoints in {}", order.folder.display());
        outln!("{}", styled(FAINT, note));
    }
    kept?;
    if interrupt::raised() {
        crate::report::warning("stopped early: the same command goes on from here");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// What `--json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    report: &'a PeopleReport,
    checkpoints: &'a Path,
    out: Option<&'a Path>,
}

fn chart(title: &str, report: &PeopleReport) -> Chart {
    let through = |name: &str, value: fn(&shido::PeoplePoint) -> f64| {
        let points = report.curve.iter();
        let points = points.map(|point| (point.positions as f64, value(point)));
        Series::through(name, points)
    };
    Chart {
        title: format!("{title}: learning how people choose"),
        across: "decisions".to_owned(),
        up: "log-loss, nats a decision".to_owned(),
        series: vec![
            through("learned from", |point| point.loss),
            through("held out", |point| point.held_out_loss),
        ],
        reference: None,
    }
}

fn print_text(title: &str, report: &PeopleReport) -> anyhow::Result<()> {
    let how = format!(
        "({} decisions gone through; there are {})",
        grouped(report.positions),
        grouped(report.decisions)
    );
    outln!("{} {}", styled(STRONG, title), styled(FAINT, how));
    let header = "  rating  decisions  predicted   nats";
    outln!("{}", styled(FAINT, header));
    for band in &report.bands {
        let name = match band.from {
            0 => "any".to_owned(),
            from => from.to_string(),
        };
        outln!(
            "  {name:>6} {:>10} {:>10} {:>6.3}",
            grouped(band.figures.positions),
            percent(band.figures.predicted),
            band.figures.loss
        );
    }
    Ok(())
}
