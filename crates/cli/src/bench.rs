//! `shido bench`: speed, with a signature of behaviour.
//!
//! Every search is here with some positions, every other player with a position, every trainer with a few
//! contests, every game with the number of its positions. The results are condensed into a signature:
//! it changes when something behaves differently. A test holds each row against the committed one, and a
//! row that has changed must have a new behaviour version.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use serde::Serialize;
use shido::{
    Analysis, AnyGame, Ask, Catalog, Error, Goal, LearnerOptions, Request, Settings, Spec, Testing,
    TrainingOrder,
};
use shido_core::spread;

use crate::args::BenchArgs;
use crate::games::text_table;
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, print_json, styled};

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
    Row {
        game: "connect-four",
        by: "minimax:depth=5",
        positions: &[""],
    },
    Row {
        game: "go:size=7",
        by: "mcts:playouts=500",
        positions: &[""],
    },
    Row {
        game: "othello",
        by: "om:depth=5,opponent=2,model=hand",
        positions: &[""],
    },
    Row {
        game: "connect-four",
        by: "prom:depth=5,types=theirs@1*0.5+[soft-max:temperature=0.5,depth=2]*0.5",
        positions: &[""],
    },
    Row {
        game: "connect-four",
        by: "m-star:depth=5,level=2,model=hand",
        positions: &[""],
    },
    Row {
        game: "othello",
        by: "lo:depth=4,opponent=1",
        positions: &[""],
    },
    Row {
        game: "chess",
        by: "tu:depth=3,student=1,limit=1",
        positions: &["r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"],
    },
    Row {
        game: "connect-four",
        by: "tu:depth=4,student=[erring:noise=20,of=2],limit=0.5",
        positions: &[""],
    },
    Row {
        game: "othello",
        by: "evaluation",
        positions: &[""],
    },
    Row {
        game: "tic-tac-toe",
        by: "random",
        positions: NOT_LOST,
    },
    Row {
        game: "tic-tac-toe",
        by: "perfect",
        positions: NOT_LOST,
    },
    Row {
        game: "lose-tic-tac-toe",
        by: "fallible:noise=10",
        positions: &[""],
    },
    Row {
        game: "connect-four",
        by: "erring:noise=20,of=[pvs:depth=2]",
        positions: &[""],
    },
    // By the family: what a network says is not the same to the last digit on all machines.
    Row {
        game: "connect-four",
        by: "people:rating=1200",
        positions: &[""],
    },
    Row {
        game: "connect-four",
        by: "tutor:nodes=2000",
        positions: &[""],
    },
    Row {
        game: "tic-tac-toe",
        by: "worst-move",
        positions: NOT_LOST,
    },
    Row {
        game: "tic-tac-toe",
        by: "semi-random:depth=3",
        positions: NOT_LOST,
    },
    Row {
        game: "tic-tac-toe",
        by: "speculative:depth=5,opponent=3",
        positions: NOT_LOST,
    },
    Row {
        game: "tic-tac-toe",
        by: "best-response:against=[semi-random:depth=2]",
        positions: NOT_LOST,
    },
    Row {
        game: "tic-tac-toe",
        by: "hoyle",
        positions: NOT_LOST,
    },
];

/// O has to answer in the centre, and may not know it.
const NOT_LOST: &[&str] = &[".../.../X.. O", "..X/.O./X.. O"];

/// Trainers, each for a few contests at a game where there is something to learn.
const TRAINERS: &[&str] = &[
    "self",
    "2&7",
    "ideal",
    "growing-practice",
    "rising-difficulty",
    "active-learning",
    "maximal-exposure",
    "priming:contests=3",
    "perfect",
];

/// What `--json` prints.
#[derive(Serialize)]
struct Bench {
    signature: String,
    nodes: u64,
    seconds: f64,
    searches: Vec<Measured>,
    trainers: Vec<Behaviour>,
    games: Vec<Behaviour>,
}

/// A player on its positions.
#[derive(Serialize)]
struct Measured {
    game: &'static str,
    nodes: u64,
    seconds: f64,
    #[serde(flatten)]
    behaviour: Behaviour,
}

/// How something behaves.
#[derive(Serialize)]
struct Behaviour {
    by: String,
    /// The behaviour version.
    version: String,
    signature: String,
}

/// A number that changes with what it is made of.
#[derive(Clone, Copy)]
struct Signature(u64);

impl Signature {
    fn add(&mut self, number: u64) {
        self.0 = spread(self.0 ^ number);
    }

    fn add_text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(byte.into()));
    }

    /// As far as machines agree on it.
    fn add_amount(&mut self, amount: f64) {
        self.add((amount * 1e6).round() as i64 as u64);
    }

    fn add_analysis(&mut self, found: &Analysis) {
        let thought = &found.thought;
        self.add(thought.nodes);
        self.add_amount(thought.value.0);
        thought.best.iter().for_each(|mv| self.add_text(mv));
        for judged in &thought.moves {
            self.add_amount(judged.value.0);
            self.add_amount(judged.probability.unwrap_or(0.0));
        }
    }

    fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Runs the suite.
pub(crate) fn bench(args: &BenchArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let settings = Settings {
        stop: interrupt::flag(),
        ..Settings::in_memory()
    };
    let watcher = Watcher::spinning("searching");
    let found = run(catalog, &settings);
    watcher.done();
    if interrupt::raised() {
        bail!("stopped before the suite was finished");
    }
    let bench = found?;
    if args.json {
        print_json(&bench)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines = text_table(&["game", "player", "nodes", "seconds", "nodes/s"]);
    for row in &bench.searches {
        lines.add_row([
            row.game.to_owned(),
            row.behaviour.by.clone(),
            grouped(row.nodes),
            format!("{:.3}", row.seconds),
            grouped((row.nodes as f64 / row.seconds.max(1e-9)) as u64),
        ]);
    }
    outln!("{lines}\n");
    outln!(
        "signature {}   {}",
        styled(STRONG, &bench.signature),
        styled(
            FAINT,
            format!(
                "{} nodes in {:.2} s, {} trainers and {} games: the same wherever they behave the same",
                grouped(bench.nodes),
                bench.seconds,
                bench.trainers.len(),
                bench.games.len()
            )
        )
    );
    Ok(ExitCode::SUCCESS)
}

fn run(catalog: &Catalog, settings: &Settings) -> Result<Bench, Error> {
    let mut searches = Vec::new();
    for row in SUITE {
        searches.push(measure(row, catalog, settings)?);
    }
    let mut trainers = Vec::new();
    let game = catalog.open("lose-tic-tac-toe")?;
    for text in TRAINERS {
        trainers.push(train(text, &*game, settings)?);
    }
    let mut games = Vec::new();
    for name in catalog.games() {
        let game = catalog.open(name)?;
        let mut signature = Signature(0);
        let counts = game.count_by_ply(2, settings);
        let counts = counts.positions_by_ply.into_iter();
        counts.for_each(|count| signature.add(count));
        games.push(Behaviour {
            by: name.to_owned(),
            version: format!("{:032x}", game.about().fingerprint),
            signature: signature.text(),
        });
    }
    let mut signature = Signature(0);
    let parts = searches.iter().map(|row| &row.behaviour);
    for part in parts.chain(&trainers).chain(&games) {
        signature.add_text(&part.signature);
    }
    Ok(Bench {
        signature: signature.text(),
        nodes: searches.iter().map(|row| row.nodes).sum(),
        seconds: searches.iter().map(|row| row.seconds).sum(),
        searches,
        trainers,
        games,
    })
}

fn measure(row: &Row, catalog: &Catalog, settings: &Settings) -> Result<Measured, Error> {
    let game = catalog.open(row.game)?;
    let spec: Spec = row.by.parse()?;
    let by = game.player(&spec, settings, &|_| {})?;
    let mut signature = Signature(0);
    let (mut nodes, mut seconds) = (0, 0.0);
    for position in row.positions {
        let position = Some(*position).filter(|text| !text.is_empty());
        let mut session = Arc::clone(&game).session(position, settings)?;
        let started = Instant::now();
        match session.analyze(&by, Ask::BestMove, &Request::default()) {
            Ok(found) => {
                seconds += started.elapsed().as_secs_f64();
                nodes += found.thought.nodes;
                signature.add_analysis(&found);
            }
            // Who has no thoughts still plays.
            Err(Error::NoJudge { .. }) => {
                for seat in shido::Seat::BOTH {
                    session.seat(seat, Some(&by))?;
                }
                session.let_move(&Request::default())?;
                signature.add_text(&session.position());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Measured {
        game: row.game,
        nodes,
        seconds,
        behaviour: Behaviour {
            by: row.by.to_owned(),
            version: game.behaviour(&spec)?,
            signature: signature.text(),
        },
    })
}

fn train(text: &str, game: &dyn AnyGame, settings: &Settings) -> Result<Behaviour, Error> {
    let trainer: Spec = text.parse()?;
    let order = TrainingOrder {
        trainer: trainer.clone(),
        goal: Goal::Contests(12),
        most: 12,
        learner: LearnerOptions::default(),
        knowledge: None,
        challengers: None,
        testing: Testing::Never,
        curve: false,
        states: false,
    };
    let report = game.train(&order, settings, &|_| {})?;
    let mut signature = Signature(0);
    for number in [report.contests, report.lessons, report.units as u64] {
        signature.add(number);
    }
    let slots = report.slots.iter();
    slots.for_each(|(_, units)| signature.add(*units as u64));
    Ok(Behaviour {
        by: text.to_owned(),
        version: game.behaviour(&trainer)?,
        signature: signature.text(),
    })
}
