//! `shido analyze`.

use std::process::ExitCode;

use serde_json::json;
use shido_catalog::{Judgement, MoveJudgement, Spec, open};
use shido_core::{Seat, Turn, Verdict};
use shido_draw::{TerminalStyle, terminal};

use crate::args::AnalyzeArgs;
use crate::games::table;
use crate::terminal::{BAD, FAINT, GOOD, NOTE, STRONG, Watcher, grouped, outln, percent, styled};

/// Judges every legal move.
pub(crate) fn analyze(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    let game = open(&args.game)?;
    // A tree has payoffs, which only a search understands.
    let usual = if game.about().solvable {
        "perfect"
    } else {
        "minimax"
    };
    let by: Spec = args.by.as_deref().unwrap_or(usual).parse()?;
    let watcher = Watcher::spinning("searching");
    let settings = args.common.settings();
    let judgement = game.analyze(args.position.as_deref(), &by, &settings, &|event| {
        watcher.see(event)
    });
    watcher.done();
    let judgement = judgement?;
    if args.common.json {
        print_json(&game.about().name, &by, &judgement)?;
    } else {
        print_text(&by, &judgement)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(by: &Spec, judgement: &Judgement) -> anyhow::Result<()> {
    outln!(
        "{}",
        terminal(&judgement.picture, &TerminalStyle::default()).trim_end()
    );
    outln!("{}\n", styled(FAINT, &judgement.position));
    match judgement.turn {
        Turn::Over(outcome) => {
            let end = match outcome.winner() {
                Some(seat) => format!("{seat} has won"),
                None => "a draw".to_owned(),
            };
            outln!(
                "The contest is over: {end} (worth {} to the first player).",
                worth(judgement.value.0)
            );
            return Ok(());
        }
        Turn::Chance => outln!("Chance moves."),
        Turn::Of(seat) => outln!(
            "{} to move, by {}:",
            judgement.picture.symbols[seat.index()],
            styled(STRONG, by)
        ),
    }
    let certain = judgement
        .moves
        .iter()
        .any(|judged| judged.verdict.is_some());
    let mut rows = if certain {
        table(&["move", "value", "ends in", "chosen"])
    } else {
        table(&["move", "value"])
    };
    for judged in &judgement.moves {
        let best = judgement.best.contains(&judged.mv);
        let name = if best {
            styled(STRONG, &judged.mv)
        } else {
            judged.mv.clone()
        };
        let mut row = vec![name, value(judged)];
        if certain {
            row.push(
                judged
                    .distance
                    .map(|plies| format!("{plies} plies"))
                    .unwrap_or_default(),
            );
            row.push(match judged.probability {
                Some(p) if p > 0.0 => percent(p),
                _ => String::new(),
            });
        }
        rows.add_row(row);
    }
    outln!("{rows}\n");
    if !judgement.best.is_empty() {
        outln!("best      {}", styled(STRONG, judgement.best.join(", ")));
    }
    if !certain {
        outln!("value     {} to the first player", worth(judgement.value.0));
    }
    if !judgement.line.is_empty() {
        outln!("line      {}", judgement.line.join(" "));
    }
    outln!(
        "{}",
        styled(
            FAINT,
            format!("{} positions looked at", grouped(judgement.nodes))
        )
    );
    Ok(())
}

/// A payoff without the noise of rounding.
fn worth(value: f64) -> String {
    let rounded = (value * 1e9).round() / 1e9;
    rounded.to_string()
}

fn value(judged: &MoveJudgement) -> String {
    match judged.verdict.map(|verdict| verdict.0) {
        Some(Verdict::Win) => styled(GOOD, "wins"),
        Some(Verdict::Draw) => styled(NOTE, "draws"),
        Some(Verdict::Loss) => styled(BAD, "loses"),
        None => worth(judged.value.0),
    }
}

fn print_json(name: &str, by: &Spec, judgement: &Judgement) -> anyhow::Result<()> {
    let moves: Vec<_> = judgement
        .moves
        .iter()
        .map(|judged| {
            let mut object = json!({ "move": judged.mv, "value": judged.value.0 });
            if let Some(verdict) = judged.verdict {
                object["verdict"] = json!(verdict.0.to_string());
                object["distance"] = json!(judged.distance);
                object["probability"] = json!(judged.probability);
            }
            object
        })
        .collect();
    let object = json!({
        "game": name,
        "position": judgement.position,
        "to_move": match judgement.turn {
            Turn::Of(Seat::First) => Some("first"),
            Turn::Of(Seat::Second) => Some("second"),
            Turn::Chance => Some("chance"),
            Turn::Over(_) => None,
        },
        "by": by.to_string(),
        "value": judgement.value.0,
        "best": judgement.best,
        "moves": moves,
        "nodes": judgement.nodes,
        "line": judgement.line,
    });
    outln!("{object}");
    Ok(())
}
