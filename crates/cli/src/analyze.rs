//! `shido analyze`.

use std::process::ExitCode;

use shido::{
    Analysis, AnySession, Ask, Bound, Catalog, MoveSpeculation, MoveThought, RecordSize, Request,
    Spec,
};
use shido_club::lost;
use shido_core::{Turn, Verdict};
use shido_draw::{TerminalStyle, number, terminal};
use shido_search::Judgement;

use crate::args::AnalyzeArgs;
use crate::games::text_table;
use crate::recorded::{self, Format};
use crate::terminal::{
    BAD, FAINT, GOOD, NOTE, STRONG, Watcher, counted, grouped, outln, percent, print_json, several,
    styled, wrapped,
};
use crate::{deliberation, feature_sum, interrupt, start, whole_file};

/// So many of the best moves are named at most.
const NAMED: usize = 12;

/// Judges every legal move.
pub(crate) fn analyze(args: &AnalyzeArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    // Better now than after a long search.
    let picture = match &args.tree {
        Some(file) => {
            whole_file::check(file, true)?;
            Some((file, Format::of(file)?))
        }
        None => None,
    };
    let settings = args.common.settings();
    let position = args.position.as_deref();
    let mut session = start::session(catalog, &args.game, position, args.after, &settings)?;
    let game = session.game();
    let usual = match game.about().solvable {
        true => "perfect",
        false => game.about().thinker,
    };
    let by: Spec = args.by.as_deref().unwrap_or(usual).parse()?;
    let watcher = Watcher::spinning("searching");
    let request = Request {
        cancel: Some(interrupt::flag()),
        ..Request::default()
    };
    let by = game.player(&by, &settings, &|event| watcher.see(event));
    let analysis = by.and_then(|by| {
        let analysis = session.analyze(&by, Ask::EveryMove, &request)?;
        Ok((analysis, by))
    });
    watcher.done();
    let (analysis, by) = analysis?;
    // Whatever becomes of the file, the analysis is printed.
    let kept = match picture {
        Some((file, format)) if !analysis.stopped => {
            let size = RecordSize {
                nodes: args.tree_nodes as usize,
                depth: args.tree_depth as usize,
            };
            let title = format!("{}, by {}", game.about().title, analysis.by);
            let tree = session.record(&by, size, &request)?;
            recorded::write(file, format, &tree, &title)
        }
        _ => Ok(()),
    };
    match args.common.json {
        true => print_json(&analysis)?,
        false => print_text(&analysis, &*session)?,
    }
    kept?;
    if interrupt::raised() {
        crate::report::warning("stopped early: this is what was found until then");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(analysis: &Analysis, session: &dyn AnySession) -> anyhow::Result<()> {
    let (by, thought) = (&analysis.by, &analysis.thought);
    outln!(
        "{}",
        terminal(&analysis.picture, &TerminalStyle::default()).trim_end()
    );
    outln!("{}\n", styled(FAINT, &analysis.position));
    match analysis.turn {
        Turn::Over(outcome) => {
            let end = match outcome.winner() {
                Some(seat) => format!("{} has won", session.side(seat)),
                None => "a draw".to_owned(),
            };
            outln!(
                "The contest is over: {end} (worth {} to the first player).",
                worth(thought.value.0)
            );
            return Ok(());
        }
        Turn::Chance => outln!("Chance moves."),
        Turn::Of(seat) => outln!("{} to move, by {}:", session.side(seat), styled(STRONG, by)),
    }
    if let Some(deliberation) = &thought.deliberation {
        return deliberation::print(thought, deliberation);
    }
    let tutoring = thought.tutoring.as_ref();
    if let Some(made) = tutoring.and_then(|it| it.concession.as_ref()) {
        outln!("{}", made.sentences().join("\n"));
    }
    if let Some(sum) = &thought.evaluation {
        feature_sum::print(sum, thought.value)?;
        outln!("\nThe same after each move:");
    }
    let certain = thought.moves.iter().any(|judged| judged.certain.is_some());
    let chosen = thought.moves.iter().any(|m| m.probability.is_some());
    let visited = thought.moves.iter().any(|m| m.tried.is_some());
    let mut header = vec!["move", "value"];
    if certain {
        header.push("ends in");
    }
    if chosen {
        header.push("chosen");
    }
    if let Some(unit) = &thought.unit {
        header.push(unit);
    }
    if visited {
        header.push("tried");
    }
    let speculates = thought.moves.iter().any(|m| m.speculation.is_some());
    // Nobody chooses by the values here, and it is of the expected ones that the total is.
    let expects = speculates && analysis.turn == Turn::Chance;
    if expects {
        header.push("expected");
    }
    if speculates {
        header.extend(["worst case", "loss", "seen", "verdict"]);
    }
    let mut rows = text_table(&header);
    // The best first, where there are many; a stable order among equals.
    let mut sorted: Vec<&MoveThought> = thought.moves.iter().collect();
    if let (Turn::Of(mover), false) = (analysis.turn, certain) {
        sorted.sort_by(|a, b| {
            let seen = |judged: &MoveThought| judged.value.seen_by(mover).0;
            seen(b).total_cmp(&seen(a))
        });
    }
    for judged in sorted {
        let best = thought.best.contains(&judged.mv);
        let name = if best {
            styled(STRONG, &judged.mv)
        } else {
            judged.mv.clone()
        };
        let mut row = vec![name, value(judged)];
        if certain {
            row.push(
                judged
                    .distance()
                    .map(|plies| counted(plies.into(), "ply", "plies"))
                    .unwrap_or_default(),
            );
        }
        if chosen {
            row.push(match judged.probability {
                Some(p) if p > 0.0 => percent(p),
                _ => String::new(),
            });
        }
        if thought.unit.is_some() {
            row.push(
                judged
                    .advantage
                    .map(|a| format!("{a:+.2}"))
                    .unwrap_or_default(),
            );
        }
        if visited {
            row.push(judged.tried.map(percent).unwrap_or_default());
        }
        if let Some(speculation) = judged.speculation.as_ref().filter(|_| expects) {
            row.push(worth(speculation.expected.0));
        }
        if let Some(speculation) = &judged.speculation {
            row.extend(speculation_columns(speculation));
        }
        rows.add_row(row);
    }
    if !thought.moves.is_empty() {
        outln!("{rows}\n");
    }
    if !thought.best.is_empty() {
        let (named, others) = thought.best.split_at(thought.best.len().min(NAMED));
        let more = match others.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        outln!("best      {}{more}", styled(STRONG, named.join(", ")));
    }
    if !certain {
        let ahead = match (thought.advantage, &thought.unit) {
            (Some(advantage), Some(unit)) => format!(" ({advantage:+.2} in {})", several(unit)),
            _ => String::new(),
        };
        outln!(
            "value     {} to the first player{ahead}",
            worth(thought.value.0)
        );
    }
    if let Some(plies) = thought.distance {
        outln!("ends in   {}", counted(plies.into(), "ply", "plies"));
    }
    if !thought.line.is_empty() {
        outln!("line      {}", annotated_line(analysis));
    }
    let mut work = format!("{} positions looked at", grouped(thought.nodes));
    if let Some(every) = thought.nodes_for_every_move {
        work += &format!(
            " for the best move, {} for the exact value of every move",
            grouped(every)
        );
    }
    if let Some(depth) = thought.depth.filter(|&depth| depth > 0) {
        work += &format!(", {depth} plies deep");
    }
    if let Some(used) = thought.transpositions {
        let hits = used.hits as f64 / used.probes.max(1) as f64;
        let filled = f64::from(used.filled) / 1000.0;
        work += &format!(
            "; {} of look-ups found, table {} full",
            percent(hits),
            percent(filled)
        );
    }
    let work = wrapped(&work, &std::io::stdout());
    outln!("{}", styled(FAINT, work));
    Ok(())
}

/// What is left at worst, what is lost and what the opponent sees of it, in the unit of the game where it
/// has one.
fn speculation_columns(speculation: &MoveSpeculation) -> [String; 4] {
    let worst = match (speculation.worst_advantage, speculation.worst_case) {
        (Some(advantage), _) => format!("{advantage:+.2}"),
        (None, Some(value)) => worth(value.0),
        (None, None) => String::new(),
    };
    [
        worst,
        speculation.loss.map(lost).unwrap_or_default(),
        speculation.visible_loss.map(lost).unwrap_or_default(),
        match speculation.judgement {
            Judgement::Chosen => styled(GOOD, "chosen"),
            judgement => shido_club::judgement(&judgement),
        },
    ]
}

/// The expected line, with what its moves give away.
fn annotated_line(analysis: &Analysis) -> String {
    let thought = &analysis.thought;
    let errors = thought
        .errors
        .iter()
        .map(Some)
        .chain(std::iter::repeat(None));
    let moves = thought.line.iter().zip(errors);
    let annotated: Vec<String> = moves
        .map(|(mv, error)| match error {
            Some(&error) if error > 0.005 => {
                format!(
                    "{mv}{}",
                    styled(BAD, format!(" (gives away {})", lost(error)))
                )
            }
            _ => mv.clone(),
        })
        .collect();
    annotated.join(" ")
}

/// A payoff without the noise of rounding.
fn worth(value: f64) -> String {
    number(value, 6)
}

fn value(judged: &MoveThought) -> String {
    match judged.verdict() {
        Some(Verdict::Win) => styled(GOOD, "wins"),
        Some(Verdict::Draw) => styled(NOTE, "draws"),
        Some(Verdict::Loss) => styled(BAD, "loses"),
        None => {
            let sign = match judged.bound {
                Bound::Exact => "",
                Bound::AtLeast => "≥ ",
                Bound::AtMost => "≤ ",
                Bound::Estimate => "~ ",
            };
            format!("{sign}{}", worth(judged.value.0))
        }
    }
}
