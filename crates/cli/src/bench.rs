//! `shido bench`: speed, with a signature of behaviour.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use serde_json::json;
use shido::{Ask, Catalog, Request, Settings, Spec};
use shido_core::spread;

use crate::args::BenchArgs;
use crate::games::table;
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, styled};

/// A search on positions of a game. How many nodes it visits says how it behaves: any change of the
/// rules, the evaluation or the search shows.
struct Row {
    game: &'static str,
    by: &'static str,
    positions: &'static [&'static str],
}

const SUITE: &[Row] = &[
    Row {
        game: "chess",
        by: "pvs:depth=8",
        positions: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ],
    },
    Row {
        game: "chess",
        by: "alphabeta:depth=4,weights=hand",
        positions: &["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"],
    },
    Row {
        game: "shogi",
        by: "pvs:depth=5",
        positions: &["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"],
    },
    Row {
        game: "othello",
        by: "pvs:depth=8",
        positions: &["---------------------------OX------XO--------------------------- X"],
    },
    Row {
        game: "draughts",
        by: "pvs:depth=10",
        positions: &["B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"],
    },
    Row {
        game: "breakthrough",
        by: "pvs:depth=6",
        positions: &[""],
    },
    Row {
        game: "connect-four",
        by: "pvs:depth=12,pruning=exact",
        positions: &[""],
    },
    Row {
        game: "connect-four",
        by: "alphabeta:depth=8",
        positions: &[""],
    },
    Row {
        game: "nine-mens-morris",
        by: "pvs:depth=5",
        positions: &[""],
    },
    Row {
        game: "backgammon",
        by: "expectiminimax:depth=2,pruning=star2",
        positions: &["-b----E-C---eE---c-e----B- first 31"],
    },
    Row {
        game: "connect-four",
        by: "pn:nodes=20000",
        positions: &[""],
    },
];

/// Runs the suite.
pub(crate) fn bench(args: &BenchArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let settings = Settings {
        stop: interrupt::flag(),
        ..Settings::in_memory()
    };
    let watcher = Watcher::spinning("searching");
    let mut rows = Vec::new();
    let mut signature = 0;
    for row in SUITE {
        let game = catalog.open(row.game)?;
        let by: Spec = row.by.parse()?;
        let by = game.player(&by, &settings, &|_| {})?;
        let started = Instant::now();
        let mut nodes = 0;
        for position in row.positions {
            let position = Some(*position).filter(|text| !text.is_empty());
            let mut session = std::sync::Arc::clone(&game).session(position, &settings)?;
            let found = session.analyze(&by, Ask::BestMove, &Request::default())?;
            nodes += found.thought.nodes;
        }
        if interrupt::raised() {
            watcher.done();
            bail!("stopped before the suite was finished");
        }
        signature = spread(signature ^ nodes);
        rows.push((row, nodes, started.elapsed()));
    }
    watcher.done();
    let total: u64 = rows.iter().map(|(_, nodes, _)| nodes).sum();
    let time: Duration = rows.iter().map(|(_, _, time)| *time).sum();
    if args.json {
        let searches: Vec<_> = rows
            .iter()
            .map(|(row, nodes, time)| {
                json!({
                    "game": row.game,
                    "by": row.by,
                    "nodes": nodes,
                    "seconds": time.as_secs_f64(),
                })
            })
            .collect();
        outln!(
            "{}",
            json!({
                "signature": format!("{signature:016x}"),
                "nodes": total,
                "seconds": time.as_secs_f64(),
                "searches": searches,
            })
        );
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines = table(&["game", "search", "nodes", "seconds", "nodes/s"]);
    for (row, nodes, time) in &rows {
        lines.add_row([
            row.game.to_owned(),
            row.by.to_owned(),
            grouped(*nodes),
            format!("{:.3}", time.as_secs_f64()),
            grouped(rate(*nodes, *time)),
        ]);
    }
    outln!("{lines}\n");
    outln!(
        "signature {}   {}",
        styled(STRONG, format!("{signature:016x}")),
        styled(
            FAINT,
            format!(
                "{} nodes in {:.2} s: the same wherever searches behave the same",
                grouped(total),
                time.as_secs_f64()
            )
        )
    );
    Ok(ExitCode::SUCCESS)
}

fn rate(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}
