//! `shido match`.

use std::process::ExitCode;

use shido::{Catalog, MatchOrder, MatchReport};
use shido_arena::Seats;

use crate::args::{MatchArgs, SeatsArg};
use crate::terminal::{BAD, FAINT, GOOD, NOTE, STRONG, Watcher, grouped, outln, percent, styled};
use crate::{interrupt, whole_file};

/// Transcripts are held in memory until the match is over.
const MOST_TRANSCRIPTS: u64 = 1_000_000;

/// Sets two players against each other.
pub(crate) fn contest_match(args: &MatchArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let settings = args.common.settings();
    if let Some(file) = &args.transcripts {
        whole_file::check(file, args.force)?;
    }
    let watcher = Watcher::new(None);
    let player = |text: &str| game.player(&text.parse()?, &settings, &|event| watcher.see(event));
    let players = player(&args.a).and_then(|a| Ok((a, player(&args.b)?)));
    watcher.done();
    let (a, b) = players?;
    let order = MatchOrder {
        a,
        b,
        seats: match args.seats {
            SeatsArg::Fixed => Seats::Fixed,
            SeatsArg::Alternate => Seats::Alternate,
        },
        games: (!args.exact).then_some(args.games),
        opening_plies: args.opening_plies,
        transcripts: args.transcripts.is_some(),
    };
    if args.transcripts.is_some() && args.games > MOST_TRANSCRIPTS {
        anyhow::bail!(
            "at most {} contests can be written at once: play several matches, each with a seed of its own",
            grouped(MOST_TRANSCRIPTS)
        );
    }
    let watcher = match order.games {
        Some(games) => Watcher::new(Some(games)),
        None => Watcher::spinning("computing"),
    };
    let report = game.play_match(&order, &settings, &|event| watcher.see(event));
    watcher.done();
    let report = report?;
    // Whatever becomes of the file, the result is printed.
    let kept = match &args.transcripts {
        Some(file) => {
            let lines = report.transcripts.iter().map(|line| format!("{line}\n"));
            whole_file::write(file, &lines.collect::<String>())
        }
        None => Ok(()),
    };
    if args.common.json {
        crate::terminal::print_json(&report)?;
    } else if report.games != Some(0) {
        print_text(&game.about().title, &report)?;
    }
    kept?;
    if let Some(distinct) = report.distinct {
        crate::report::warning(&repeated(distinct, report.games, args.opening_plies));
    }
    if report.capped > 0 {
        crate::report::warning(&format!(
            "{} contests were too long and were called drawn",
            grouped(report.capped)
        ));
    }
    if interrupt::raised() {
        crate::report::warning(match report.games {
            Some(0) => "stopped before a contest was finished",
            _ => "stopped early: these are the contests that were finished",
        });
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// That fixed players played the same contests again, and what to do about it.
fn repeated(distinct: u64, games: Option<u64>, opening_plies: u32) -> String {
    let games = grouped(games.unwrap_or(0));
    let how = match distinct {
        1 => format!("all {games} are one contest"),
        _ => format!("of {games} contests {} are distinct", grouped(distinct)),
    };
    let more = match opening_plies {
        0..4 => "4".to_owned(),
        plies => format!("{}", plies + 4),
    };
    format!(
        "from the same opening these players play the same contest again: {how}, and the interval is \
         that of the distinct ones. Random openings make contests differ: `--opening-plies {more}`"
    )
}

fn print_text(title: &str, report: &MatchReport) -> anyhow::Result<()> {
    let how = match (report.games, report.distinct) {
        (Some(games), None) => format!("{} contests", grouped(games)),
        (Some(games), Some(distinct)) => format!(
            "{} contests, {} distinct",
            grouped(games),
            grouped(distinct)
        ),
        (None, _) => "exact".to_owned(),
    };
    let seats = match report.seats {
        Seats::Fixed => "A moves first",
        Seats::Alternate => "taking turns to move first",
    };
    outln!(
        "{} {}",
        styled(STRONG, title),
        styled(FAINT, format!("({how}, {seats})"))
    );
    let interval = match report.games {
        Some(_) => format!(
            "   95% interval {} to {}{}",
            percent(report.a_wins_interval.low),
            percent(report.a_wins_interval.high),
            match report.distinct {
                Some(_) => " (of the distinct contests)",
                None => "",
            }
        ),
        None => String::new(),
    };
    let rows = [
        (
            format!("A wins   {}", report.a),
            report.a_wins,
            GOOD,
            interval,
        ),
        ("draws".to_owned(), report.draws, NOTE, String::new()),
        (
            format!("B wins   {}", report.b),
            report.b_wins,
            BAD,
            String::new(),
        ),
    ];
    let width = rows
        .iter()
        .map(|row| row.0.chars().count())
        .max()
        .unwrap_or(0);
    for (name, rate, style, more) in rows {
        let bar = "█".repeat((rate * 30.0).round() as usize);
        outln!(
            "  {name:<width$} {:>8}  {}{}",
            percent(rate),
            styled(style, format!("{bar:<30}")),
            styled(FAINT, more)
        );
    }
    outln!("  {:<width$} {:>8.2}", "mean plies", report.mean_plies);
    Ok(())
}
