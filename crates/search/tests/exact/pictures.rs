//! The pictures of the documentation show what the searches do. `UPDATE_PICTURES=1 cargo test` draws
//! them anew, to be looked at before they are committed.

use std::path::Path;

use shido_core::{Game, Seat};
use shido_draw::{tree_dot, tree_svg};
use shido_games::tree::Tree;
use shido_search::{
    Ask, ChancePruning, Expectiminimax, Judged, Limits, Pvs, PvsOptions, Recording,
    TranspositionTable, alphabeta_observed, minimax_observed,
};

use crate::exact::tree;

const TEXTBOOK: &str = include_str!("../../../../examples/trees/textbook.tree");
const CUTS: &str = include_str!("../../../../examples/trees/cuts.tree");
const SCOUT: &str = include_str!("../../../../examples/trees/scout.tree");
const DICE: &str = include_str!("../../../../examples/trees/dice.tree");

/// The coins of `dice.tree`, the second turned round.
const TURNED: &str = "(max (chance 1/2 (min 4 6) 1/2 (min 2 8))
                           (chance 1/2 (min 9 7) 1/2 (min -6 10)))";

#[derive(Clone, Copy)]
enum By {
    Minimax,
    Alphabeta,
    Expectiminimax(ChancePruning),
    Pvs,
}

fn record(tree: &Tree, by: By) -> Recording<Tree> {
    let mut recording = Recording::new(1_000, 50);
    let (start, model, limits) = (tree.start(), Judged(Seat::First), Limits::default());
    match by {
        By::Minimax => minimax_observed(tree, &start, &model, limits, &mut recording),
        By::Alphabeta => {
            let ask = Ask::BestMove;
            alphabeta_observed(tree, &start, &model, ask, limits, &mut recording)
        }
        By::Expectiminimax(pruning) => {
            let search = Expectiminimax {
                pruning,
                ..Expectiminimax::default()
            };
            search.search_observed(tree, &start, &model, limits, &mut recording)
        }
        By::Pvs => {
            let search = Pvs {
                game: tree,
                model: &model,
                table: &TranspositionTable::new(1),
                probcut: None,
                options: PvsOptions {
                    ask: Ask::BestMove,
                    ..PvsOptions::exact()
                },
            };
            search.search_observed(&[start], Limits::depth(3), &mut recording)
        }
    }
    .expect("nothing is limited");
    recording
}

#[test]
fn the_pictures_of_the_documentation_are_true() {
    let star2 = ChancePruning::Star2 { probes: 1 };
    let rows = [
        ("minimax-example.svg", TEXTBOOK, By::Minimax),
        ("alpha-beta-example.svg", TEXTBOOK, By::Alphabeta),
        ("alpha-beta-cuts.svg", CUTS, By::Alphabeta),
        (
            "expectiminimax-example.svg",
            DICE,
            By::Expectiminimax(ChancePruning::None),
        ),
        (
            "expectiminimax-star1.svg",
            DICE,
            By::Expectiminimax(ChancePruning::Star1),
        ),
        (
            "expectiminimax-star2.svg",
            TURNED,
            By::Expectiminimax(star2),
        ),
        ("pvs-example.svg", SCOUT, By::Pvs),
        ("alpha-beta-example.dot", TEXTBOOK, By::Alphabeta),
    ];
    for (name, text, by) in rows {
        let tree = tree(text);
        let recorded = record(&tree, by).finish().expect("there was a search");
        let picture = recorded.picture(&tree, &Judged(Seat::First));
        let drawn = match name.ends_with(".dot") {
            true => tree_dot(&picture),
            false => tree_svg(&picture),
        };
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../docs/images")
            .join(name);
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            std::fs::write(&path, &drawn).expect("the picture can be written");
        }
        let kept = std::fs::read_to_string(&path).expect("the picture is there");
        assert!(kept.replace("\r\n", "\n") == drawn, "{name} is out of date");
    }
}
