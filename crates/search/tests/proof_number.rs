//! Proof-number search against the plainest ways to find the same values.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand::RngExt;
use shido_core::{Chance, ForFirst, Game, Notation, Seat, Seed, Turn};
use shido_games::tree::{Branch, Tree};
use shido_search::{Answer, Bound, Limits, ProofNumber, SearchError};
use shido_testkit::{reference, trees};

use crate::{frame, sized};

const PN: ProofNumber = ProofNumber { mebibytes: 1 };

/// The outcome by its sign, as proof-number search sees it.
fn verdict<G: Game>(game: &G, position: &G::Position) -> ForFirst<f64> {
    match game.turn(position) {
        Turn::Over(outcome) if outcome.payoff().0 != 0.0 => ForFirst(outcome.payoff().0.signum()),
        _ => ForFirst(0.0),
    }
}

/// Both questions and the analysis of a position have the answers that its value says.
fn check<G: Game>(game: &G, position: &G::Position, value_after: impl Fn(&G::Position) -> f64) {
    let value = value_after(position);
    for attacker in Seat::BOTH {
        let proof = PN
            .prove(game, position, attacker, Limits::default())
            .expect("there is no chance");
        let wins = ForFirst(value).seen_by(attacker).0 > 0.0;
        let expected = if wins {
            Answer::Proven
        } else {
            Answer::Disproven
        };
        assert_eq!(proof.answer, expected, "{attacker} in {position:?}");
        assert!(wins || proof.line.is_empty(), "{position:?}");
        if wins {
            let mut at = position.clone();
            for &mv in &proof.line {
                assert!(game.moves(&at).contains(&mv), "{position:?}");
                game.play(&mut at, mv);
                assert!(
                    ForFirst(value_after(&at)).seen_by(attacker).0 > 0.0,
                    "the line keeps the win of {position:?}"
                );
            }
            let Turn::Over(outcome) = game.turn(&at) else {
                panic!("the line of {position:?} does not end");
            };
            assert_eq!(outcome.winner(), Some(attacker), "{position:?}");
        }
    }
    let analysis = PN
        .analyze(game, position, Limits::default())
        .expect("there is no chance");
    assert_eq!(analysis.value.0, value, "{position:?}");
    let mut best = Vec::new();
    for found in &analysis.moves {
        let expected = value_after(&game.after(position, found.mv));
        assert_eq!((found.value.0, found.bound), (expected, Bound::Exact));
        if expected == value {
            best.push(found.mv);
        }
    }
    assert_eq!(analysis.best, best, "{position:?}");
}

#[test]
fn random_trees() {
    for index in 0..300 {
        let shape = trees::Shape {
            depth: 6,
            branches: 3,
            chance: false,
        };
        let text = trees::random(Seed(21).derive(index), shape);
        let tree = Tree::parse(&text).expect("the tree is well-formed");
        check(&tree, &tree.start(), |position| {
            let no_odds = |_: &_, _| unreachable!("no chance");
            let found =
                reference::minimax(&tree, position, None, &|end| verdict(&tree, end), &no_odds);
            found.value.0
        });
    }
}

/// Checks positions that random contests come to.
fn check_on_the_way<G: Game>(
    game: &G,
    least_plies: usize,
    positions: u64,
    value_after: impl Fn(&G::Position) -> f64,
) {
    for index in 0..positions {
        let mut rng = Seed(22).derive(index).rng();
        let mut position = game.start();
        for _ in 0..least_plies + rng.random_range(0..6) {
            if let Some(mv) = game.random_move(&position, &mut rng) {
                game.play(&mut position, mv);
            }
        }
        check(game, &position, &value_after);
    }
}

#[test]
fn placing_games() {
    let tic_tac_toe = frame(include_str!("../../../frames/tic-tac-toe.toml"));
    let connect_four = sized(
        include_str!("../../../frames/connect-four.toml"),
        &[("columns", 4), ("rows", 4)],
    );
    for (game, plies) in [(tic_tac_toe, 1), (connect_four, 6)] {
        check_on_the_way(&game, plies, 40, |position| {
            let no_odds = |_: &_, _| unreachable!("no chance");
            let worth = |end: &_| verdict(&game, end);
            reference::minimax(&game, position, None, &worth, &no_odds)
                .value
                .0
        });
    }
}

#[test]
fn games_in_which_positions_recur() {
    for text in [
        include_str!("../../../frames/three-mens-morris.toml"),
        include_str!("../../../frames/achi.toml"),
        include_str!("../../../frames/tapatan.toml"),
        include_str!("../../../frames/pong-hau-ki.toml"),
        include_str!("../../../frames/mu-torere.toml"),
        include_str!("../../../frames/tsoro-yematatu.toml"),
    ] {
        let game = frame(text);
        let values = reference::value_by_iteration(&game, &game.start());
        check_on_the_way(&game, 0, 60, |position| values[position].0);
    }
}

#[test]
fn ends_and_single_moves() {
    let check = |text: &str, answers: [Answer; 2], best: &[usize]| {
        let tree = Tree::parse(text).expect("the tree is well-formed");
        for (attacker, expected) in Seat::BOTH.into_iter().zip(answers) {
            let proof = PN.prove(&tree, &tree.start(), attacker, Limits::default());
            assert_eq!(proof.expect("no chance").answer, expected, "{text}");
        }
        let analysis = PN.analyze(&tree, &tree.start(), Limits::default());
        let best: Vec<Branch> = best.iter().copied().map(Branch).collect();
        assert_eq!(analysis.expect("no chance").best, best, "{text}");
    };
    use Answer::{Disproven, Proven};
    check("1", [Proven, Disproven], &[]);
    check("0", [Disproven, Disproven], &[]);
    check("(min -7)", [Disproven, Proven], &[1]);
    check("(max (max (max 3)))", [Proven, Disproven], &[1]);
    check(
        "(max 0 (min 0 5) (min 1 -1))",
        [Disproven, Disproven],
        &[1, 2],
    );
}

#[test]
fn chance_is_refused() {
    let tree = Tree::parse("(max (min 0 2) (chance 1/2 1 1/2 2))").expect("well-formed");
    assert!(tree.probability(&tree.after(&tree.start(), Branch(2)), Branch(1)) > 0.0);
    let refused = Err(SearchError::Chance {
        line: vec![Branch(2)],
    });
    let found = PN.prove(&tree, &tree.start(), Seat::First, Limits::default());
    assert_eq!(found.map(|proof| proof.answer), refused);
}

#[test]
fn limits_leave_the_answer_open() {
    let game = frame(include_str!("../../../frames/connect-four.toml"));
    let stop = AtomicBool::new(true);
    let rows = [
        Limits {
            nodes: Some(50),
            ..Limits::default()
        },
        Limits {
            time: Some(Duration::from_millis(20)),
            ..Limits::default()
        },
        Limits {
            stop: Some(&stop),
            ..Limits::default()
        },
    ];
    for limits in rows {
        let started = Instant::now();
        let proof = PN.prove(&game, &game.start(), Seat::First, limits);
        let proof = proof.expect("no chance");
        assert_eq!(proof.answer, Answer::Unknown);
        assert!(limits.nodes.is_none_or(|limit| proof.nodes <= limit));
        let analysis = PN.analyze(&game, &game.start(), limits);
        let analysis = analysis.expect("no chance");
        assert_eq!(analysis.best, game.moves(&game.start()), "any move will do");
        assert!(started.elapsed() < Duration::from_secs(2));
    }
}

/// A win that was found is played, though the limit leaves nothing for its line.
#[test]
fn a_win_that_uses_up_the_limit_is_played() {
    let game = frame(include_str!("../../../frames/connect-four.toml"));
    // Three in a row at the bottom: d wins at once, and so does nothing else.
    let position = game
        .parse_position("......./......./......./......./OO...../XXX..O. X")
        .expect("well formed");
    let d = game.parse_move(&position, "d").expect("legal");
    let mut won = 0;
    for nodes in 1..200 {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let analysis = PN.analyze(&game, &position, limits).expect("no chance");
        assert!(!analysis.best.is_empty(), "no move within {nodes} nodes");
        if analysis.value == ForFirst(1.0) {
            assert_eq!(analysis.best, [d], "within {nodes} nodes");
            assert_eq!(analysis.line.first(), Some(&d));
            won += 1;
        }
    }
    assert!(won > 0);
}

/// A table with next to no room costs time, not truth.
#[test]
fn a_table_too_small_forgets_but_does_not_lie() {
    let game = frame(include_str!("../../../frames/tic-tac-toe.toml"));
    let proof = ProofNumber { mebibytes: 0 }
        .prove(&game, &game.start(), Seat::First, Limits::default())
        .expect("no chance");
    assert_eq!(proof.answer, Answer::Disproven);
}
