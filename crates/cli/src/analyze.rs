//! `shido analyze`.

use std::process::ExitCode;

use serde_json::{Value, json};
use shido_catalog::{
    AdvisorSaid, Judgement, MoveJudgement, MoveSpeculation, RecordSize, Spec, open,
};
use shido_core::{Seat, Turn, Verdict};
use shido_draw::{TerminalStyle, terminal};
use shido_search::{Ask, Bound};

use crate::args::AnalyzeArgs;
use crate::deliberation;
use crate::games::table;
use crate::recorded::{self, Format};
use crate::terminal::{BAD, FAINT, GOOD, NOTE, STRONG, Watcher, grouped, outln, percent, styled};

/// Judges every legal move.
pub(crate) fn analyze(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    let game = open(&args.game)?;
    // Better now than after a long search.
    let picture = match &args.tree {
        Some(file) => Some((file, Format::of(file)?)),
        None => None,
    };
    let usual = if game.about().solvable {
        "perfect"
    } else {
        game.about().thinker
    };
    let by: Spec = args.by.as_deref().unwrap_or(usual).parse()?;
    let watcher = Watcher::spinning("searching");
    let settings = args.common.settings();
    let position = args.position.as_deref();
    let see = |event| watcher.see(event);
    let judgement = game.analyze(position, &by, Ask::EveryMove, &settings, &see);
    watcher.done();
    let judgement = judgement?;
    if let Some((file, format)) = picture {
        let size = RecordSize {
            nodes: args.tree_nodes,
            depth: args.tree_depth,
        };
        let tree = game.record(position, &by, size, &settings, &|_| {})?;
        recorded::write(file, format, &tree)?;
    }
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
        // What chance may do is judged by searches that average over it, not by those that suppose
        // something of who chooses.
        Turn::Chance if judgement.moves.is_empty() => outln!(
            "Chance moves, so there is no choice that {} could judge. Give a --position in which \
             somebody chooses, such as one after the roll, or analyze --by expectiminimax:depth=2.",
            styled(STRONG, by)
        ),
        Turn::Chance => outln!("Chance moves."),
        Turn::Of(seat) => outln!(
            "{} to move, by {}:",
            judgement.picture.symbols[seat.index()],
            styled(STRONG, by)
        ),
    }
    if let Some(deliberation) = &judgement.deliberation {
        return deliberation::print(judgement, deliberation);
    }
    let certain = judgement
        .moves
        .iter()
        .any(|judged| judged.verdict.is_some());
    let chosen = judgement.moves.iter().any(|m| m.probability.is_some());
    let visited = judgement.moves.iter().any(|m| m.tried.is_some());
    let mut header = vec!["move", "value"];
    if certain {
        header.push("ends in");
    }
    if chosen {
        header.push("chosen");
    }
    if let Some(unit) = &judgement.unit {
        header.push(unit);
    }
    if visited {
        header.push("tried");
    }
    let speculates = judgement.moves.iter().any(|m| m.speculation.is_some());
    if speculates {
        header.extend(["worst case", "loss", "seen", "verdict"]);
    }
    let mut rows = table(&header);
    // The best first, where there are many; a stable order among equals.
    let mut sorted: Vec<&MoveJudgement> = judgement.moves.iter().collect();
    if let (Turn::Of(mover), false) = (judgement.turn, certain) {
        sorted.sort_by(|a, b| {
            let seen = |judged: &MoveJudgement| judged.value.seen_by(mover).0;
            seen(b).total_cmp(&seen(a))
        });
    }
    for judged in sorted {
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
        }
        if chosen {
            row.push(match judged.probability {
                Some(p) if p > 0.0 => percent(p),
                _ => String::new(),
            });
        }
        if judgement.unit.is_some() {
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
        if let Some(speculation) = &judged.speculation {
            row.extend(speculation_columns(speculation));
        }
        rows.add_row(row);
    }
    if !judgement.moves.is_empty() {
        outln!("{rows}\n");
    }
    if !judgement.best.is_empty() {
        outln!("best      {}", styled(STRONG, judgement.best.join(", ")));
    }
    if !certain {
        let ahead = match (judgement.advantage, &judgement.unit) {
            (Some(advantage), Some(unit)) => format!(" ({advantage:+.2} in {unit}s)"),
            _ => String::new(),
        };
        outln!(
            "value     {} to the first player{ahead}",
            worth(judgement.value.0)
        );
    }
    if let Some(plies) = judgement.distance {
        outln!("ends in   {plies} plies");
    }
    if !judgement.line.is_empty() {
        outln!("line      {}", annotated_line(judgement));
    }
    let mut work = format!("{} positions looked at", grouped(judgement.nodes));
    if let Some(depth) = judgement.depth.filter(|&depth| depth > 0) {
        work += &format!(", {depth} plies deep");
    }
    if let Some(table) = judgement.table {
        let hits = table.hits as f64 / table.probes.max(1) as f64;
        let filled = f64::from(table.filled) / 1000.0;
        work += &format!(
            "; {} of look-ups found, table {} full",
            percent(hits),
            percent(filled)
        );
    }
    outln!("{}", styled(FAINT, work));
    Ok(())
}

/// What is left at worst, what is lost and what the opponent sees of it, in the unit of the game where it
/// has one.
fn speculation_columns(speculation: &MoveSpeculation) -> [String; 4] {
    let amount = |amount: f64| format!("{amount:.2}");
    let worst = match (speculation.worst_advantage, speculation.worst_case) {
        (Some(advantage), _) => format!("{advantage:+.2}"),
        (None, Some(value)) => worth(value.0),
        (None, None) => String::new(),
    };
    [
        worst,
        speculation.loss.map(amount).unwrap_or_default(),
        speculation.visible_loss.map(amount).unwrap_or_default(),
        match speculation.verdict.as_str() {
            "chosen" => styled(GOOD, "chosen"),
            verdict => verdict.to_owned(),
        },
    ]
}

/// The expected line, with what its moves give away.
fn annotated_line(judgement: &Judgement) -> String {
    let errors = judgement
        .errors
        .iter()
        .map(Some)
        .chain(std::iter::repeat(None));
    let moves = judgement.line.iter().zip(errors);
    let annotated: Vec<String> = moves
        .map(|(mv, error)| match error {
            Some(&error) if error > 0.005 => {
                format!("{mv}{}", styled(BAD, format!(" (gives away {error:.2})")))
            }
            _ => mv.clone(),
        })
        .collect();
    annotated.join(" ")
}

/// A payoff without the noise of rounding.
fn worth(value: f64) -> String {
    // Adding zero turns a negative zero into a positive one.
    let rounded = (value * 1e6).round() / 1e6 + 0.0;
    rounded.to_string()
}

fn value(judged: &MoveJudgement) -> String {
    match judged.verdict.map(|verdict| verdict.0) {
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

fn print_json(name: &str, by: &Spec, judgement: &Judgement) -> anyhow::Result<()> {
    let moves: Vec<_> = judgement
        .moves
        .iter()
        .map(|judged| {
            let mut object = json!({
                "move": judged.mv,
                "value": judged.value.0,
                "bound": match judged.bound {
                    Bound::Exact => "exact",
                    Bound::AtLeast => "at least",
                    Bound::AtMost => "at most",
                    Bound::Estimate => "estimate",
                },
            });
            if judgement.unit.is_some() {
                object["advantage"] = json!(judged.advantage);
            }
            if let Some(share) = judged.tried {
                object["tried"] = json!(share);
            }
            if let Some(verdict) = judged.verdict {
                object["verdict"] = json!(verdict.0.to_string());
                object["distance"] = json!(judged.distance);
            }
            if let Some(probability) = judged.probability {
                object["probability"] = json!(probability);
            }
            if let Some(speculation) = &judged.speculation {
                object["expected"] = json!(speculation.expected.0);
                object["worst_case"] = json!(speculation.worst_case.map(|value| value.0));
                object["loss"] = json!(speculation.loss);
                object["visible_loss"] = json!(speculation.visible_loss);
                object["verdict"] = json!(speculation.verdict);
            }
            if let Some(advised) = &judged.advised {
                object["score"] = json!(advised.score);
                object["vetoed_by"] = json!(advised.vetoed_by);
            }
            object
        })
        .collect();
    let mut object = json!({
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
        "depth": judgement.depth,
        "distance": judgement.distance,
        "unit": judgement.unit,
        "advantage": judgement.advantage,
        "table": judgement.table.map(|table| json!({
            "probes": table.probes,
            "hits": table.hits,
            "filled": f64::from(table.filled) / 1000.0,
        })),
    });
    if !judgement.errors.is_empty() {
        object["errors"] = json!(judgement.errors);
    }
    if let Some(deliberation) = &judgement.deliberation {
        object["advice"] = deliberation.advice.iter().map(advice).collect();
        object["decided_by"] = json!(deliberation.decided_by);
        object["conclusion"] = json!(deliberation.conclusion);
    }
    outln!("{object}");
    Ok(())
}

fn advice(said: &AdvisorSaid) -> Value {
    let moves = said.moves.iter();
    let moves = moves.map(|(mv, strength)| json!({ "move": mv, "strength": strength }));
    json!({
        "advisor": said.advisor,
        "tier": said.tier,
        "says": said.says,
        "moves": moves.collect::<Vec<_>>(),
        "sentence": said.sentence,
    })
}
