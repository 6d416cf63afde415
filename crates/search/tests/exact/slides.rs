//! The worked examples of the lecture slides "Adversarial search (Ch 5 of R-N)".

use shido_core::{ForFirst, Game, Notation, Outcome, Seat};
use shido_frame::{FrameGame, FramePosition};
use shido_games::tree::Branch;
use shido_search::{
    Ask, Limits, Model, Recording, Rules, SearchError, Silent, alphabeta, alphabeta_observed,
};

use crate::exact::{frame, tree};

/// "Search completed without exploring two branches": 4 and 6, below the second min node.
#[test]
fn alpha_beta_skips_two_leaves_of_the_two_ply_tree() {
    let tree = tree(include_str!("../../../../examples/trees/textbook.tree"));
    let mut recording = Recording::new(100, 10);
    let limits = Limits::default();
    let found = alphabeta_observed(
        &tree,
        &tree.start(),
        &Rules,
        Ask::BestMove,
        limits,
        &mut recording,
    )
    .expect("nothing is limited");
    assert_eq!(found.value, ForFirst(3.0));
    assert_eq!(found.best, [Branch(1)]);
    assert_eq!(found.line, [Branch(1), Branch(1)]);
    assert_eq!(found.nodes, 13 - 2);

    let recorded = recording.finish().expect("there was a search");
    let skipped: Vec<String> = recorded
        .nodes
        .iter()
        .flat_map(|node| {
            let skipped = node.skipped.iter();
            skipped.map(|(mv, _)| tree.write_position(&tree.after(&node.position, *mv)))
        })
        .collect();
    assert_eq!(skipped, ["root.2.2", "root.2.3"]);
}

/// The evaluation e(p) of the slides: the rows, columns and diagonals that are still open for X,
/// less those that are still open for O. A complete line is worth more than any number of open ones
/// and stands for the slides' infinity.
struct OpenLines;

const INFINITY: f64 = 100.0;

fn open_lines(game: &FrameGame<u64>, position: &FramePosition<u64>) -> f64 {
    let text = game.write_position(position);
    let board = text.split(' ').next().expect("the board comes first");
    let cells: Vec<char> = board.chars().filter(|symbol| *symbol != '/').collect();
    let lines = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let holds = |line: &[usize; 3], symbol: char| line.iter().any(|cell| cells[*cell] == symbol);
    let full = |symbol: char| {
        lines
            .iter()
            .any(|line| line.iter().all(|cell| cells[*cell] == symbol))
    };
    if full('X') {
        return INFINITY;
    }
    if full('O') {
        return -INFINITY;
    }
    let without = |symbol: char| lines.iter().filter(|line| !holds(line, symbol)).count() as f64;
    without('O') - without('X')
}

impl Model<FrameGame<u64>> for OpenLines {
    fn horizon(
        &self,
        game: &FrameGame<u64>,
        position: &FramePosition<u64>,
    ) -> Option<ForFirst<f64>> {
        Some(ForFirst(open_lines(game, position)))
    }

    fn end(
        &self,
        game: &FrameGame<u64>,
        position: &FramePosition<u64>,
        _: Outcome,
    ) -> ForFirst<f64> {
        ForFirst(open_lines(game, position))
    }

    fn odds(
        &self,
        _: &FrameGame<u64>,
        _: &FramePosition<u64>,
        _: <FrameGame<u64> as Game>::Move,
    ) -> Option<f64> {
        None
    }
}

fn tic_tac_toe() -> FrameGame<u64> {
    frame(include_str!("../../../../frames/tic-tac-toe.toml"))
}

#[test]
fn open_lines_are_counted_as_on_the_slides() {
    let game = tic_tac_toe();
    for (text, value) in [
        (".../.../... X", 8.0 - 8.0),
        ("X../OX./... O", 6.0 - 2.0),
        ("OOX/XO./X.. X", 2.0 - 2.0),
        ("OOX/.X./X.. O", INFINITY),
        ("XX./OOO/.X. X", -INFINITY),
    ] {
        let position = game.parse_position(text).expect("the position is legal");
        assert_eq!(open_lines(&game, &position), value, "{text}");
    }
}

/// Figure 4.17: "Two-ply minimax applied to the opening move of tic-tac-toe". O's best reply to the
/// centre is a corner (5 - 4), to a corner or an edge it is the centre (4 - 5 and 4 - 6).
#[test]
fn two_plies_ahead_the_centre_is_the_best_opening() {
    let game = tic_tac_toe();
    let start = game.start();
    let found = alphabeta_observed(
        &game,
        &start,
        &OpenLines,
        Ask::EveryMove,
        Limits::depth(2),
        &mut Silent,
    )
    .expect("nothing is limited");
    assert_eq!(found.value, ForFirst(1.0));
    for it in &found.moves {
        let name = game.write_move(&start, it.mv);
        let backed_up = match name.as_str() {
            "b2" => 1.0,
            "a1" | "a3" | "c1" | "c3" => -1.0,
            _ => -2.0,
        };
        assert_eq!(it.value, ForFirst(backed_up), "{name}");
    }
    let best: Vec<String> = found
        .best
        .iter()
        .map(|mv| game.write_move(&start, *mv))
        .collect();
    assert_eq!(best, ["b2"]);
}

/// "Pruning does not affect final result": tic-tac-toe is drawn, and all of it takes 549,946 visits
/// without pruning.
#[test]
fn all_of_tic_tac_toe_is_a_draw() -> Result<(), SearchError<<FrameGame<u64> as Game>::Move>> {
    let game = tic_tac_toe();
    let found = alphabeta(&game, &game.start(), &Rules, Limits::default())?;
    assert_eq!(found.value, ForFirst(0.0));
    assert_eq!(found.line.len(), 9);
    assert!(found.nodes < 549_946 / 10);
    Ok(())
}

/// The larger of the bounds a move gets is no tie: after 3 elsewhere, the second branch is cut at 3,
/// though it is worth less.
#[test]
fn bounds_are_no_ties() {
    let tree = tree("(max (min 3 9) (min 3 1) (min 5 3))");
    let start = tree.start();
    let best = |ask| {
        alphabeta_observed(&tree, &start, &Rules, ask, Limits::default(), &mut Silent)
            .expect("nothing is limited")
    };
    let one = best(Ask::BestMove);
    let values: Vec<f64> = one.moves.iter().map(|it| it.value.0).collect();
    assert_eq!(values, [3.0, 3.0, 3.0]);
    assert_eq!(one.best, [Branch(1)]);
    let all = best(Ask::EveryMove);
    let values: Vec<f64> = all.moves.iter().map(|it| it.value.0).collect();
    assert_eq!(values, [3.0, 1.0, 3.0]);
    assert_eq!(all.best, [Branch(1), Branch(3)]);
    assert_eq!(all.value.seen_by(Seat::Second).0, -3.0);
}
