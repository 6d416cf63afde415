//! What is pruned finds what the plain definition finds.

use shido_core::{Game, Seat, Seed, Turn};
use shido_search::{
    Ask, DdOmSearch, Erring, LoSearch, MStar, Model, OmSearch, OpponentType, PlayerModel,
    PromSearch, Speculation, Ties, TuSearch, best_response, best_response_pruned,
};

use crate::reference;
use crate::{HIS, OURS, Whim, close, frame, looking, random_position, random_trees, to};

const TIES: [Ties; 4] = [
    Ties::Pessimistic,
    Ties::Optimistic,
    Ties::First,
    Ties::Uniform,
];

/// Values, moves and lines are the same, and what is told of each move.
fn same<M: PartialEq + std::fmt::Debug>(
    plain: &Speculation<M>,
    pruned: &Speculation<M>,
    what: &str,
) {
    assert!(close(plain.value.0, pruned.value.0), "{what}");
    assert_eq!(plain.best, pruned.best, "{what}");
    assert_eq!(plain.moves.len(), pruned.moves.len(), "{what}");
    for (one, other) in plain.moves.iter().zip(&pruned.moves) {
        assert_eq!(one.mv, other.mv, "{what}");
        assert!(close(one.value.0, other.value.0), "{what}");
        assert!(close(one.om.0, other.om.0), "{what}");
        let pairs = [
            (
                one.worst_case.map(|it| it.0),
                other.worst_case.map(|it| it.0),
            ),
            (one.loss, other.loss),
            (one.visible_loss, other.visible_loss),
        ];
        for (one, other) in pairs {
            let both = one.zip(other);
            assert!(both.is_some_and(|(one, other)| close(one, other)), "{what}");
        }
        assert_eq!(one.verdict.to_string(), other.verdict.to_string(), "{what}");
    }
    assert_eq!(plain.line, pruned.line, "{what}");
}

/// The best move alone has the same value and risk, and is one of the best.
fn agrees<M: PartialEq + std::fmt::Debug + Copy>(
    plain: &Speculation<M>,
    best: &Speculation<M>,
    what: &str,
) {
    assert!(close(plain.value.0, best.value.0), "{what}");
    if plain.moves.is_empty() {
        assert!(best.moves.is_empty(), "{what}");
        return;
    }
    let [mv] = best.best[..] else {
        panic!("one move is asked for: {what}")
    };
    assert!(plain.best.contains(&mv), "{what}");
    let row = |found: &Speculation<M>| {
        let row = found.moves.iter().find(|row| row.mv == mv);
        row.cloned().expect("the move is legal")
    };
    let (one, other) = (row(plain), row(best));
    assert_eq!(one.worst_case, other.worst_case, "{what}");
    let losses = one.visible_loss.zip(other.visible_loss);
    assert!(
        losses.is_some_and(|(one, other)| close(one, other)),
        "{what}"
    );
}

fn check<G: Game, O: Model<G>, H: Model<G>>(
    game: &G,
    position: &G::Position,
    (ours, his): (&O, &H),
    depth: Option<u32>,
    what: &str,
) where
    G::Move: std::fmt::Debug,
{
    const PROOF: &str = "every value and all odds are known";
    for ties in TIES {
        let search = OmSearch {
            ties,
            ask: Ask::EveryMove,
        };
        let plain = search
            .plain(game, position, ours, his, to(depth))
            .expect(PROOF);
        let pruned = search
            .pruned(game, position, ours, his, to(depth))
            .expect(PROOF);
        same(&plain, &pruned, what);
        let search = OmSearch {
            ask: Ask::BestMove,
            ..search
        };
        let pruned = search
            .pruned(game, position, ours, his, to(depth))
            .expect(PROOF);
        agrees(&plain, &pruned, what);

        for look_ahead in [0, 1, 2] {
            let search = DdOmSearch {
                look_ahead,
                ties,
                ask: Ask::EveryMove,
            };
            let plain = search
                .plain(game, position, ours, his, to(depth))
                .expect(PROOF);
            let pruned = search
                .pruned(game, position, ours, his, to(depth))
                .expect(PROOF);
            same(&plain, &pruned, what);
            let search = DdOmSearch {
                ask: Ask::BestMove,
                ..search
            };
            let pruned = search
                .pruned(game, position, ours, his, to(depth))
                .expect(PROOF);
            agrees(&plain, &pruned, what);
        }

        let (far, near): (&dyn Model<G>, &dyn Model<G>) = (&his, &ours);
        let types = [(0.5, far, None), (0.25, near, Some(1)), (0.25, near, None)];
        let types = types.map(|(probability, model, depth)| OpponentType {
            probability,
            look_ahead: looking(model, depth),
        });
        let search = PromSearch {
            ties,
            ask: Ask::EveryMove,
        };
        let plain = search
            .plain(game, position, ours, &types, to(depth))
            .expect(PROOF);
        let pruned = search
            .pruned(game, position, ours, &types, to(depth))
            .expect(PROOF);
        same(&plain, &pruned, what);

        for level in 0..=4 {
            let minds: [&dyn Model<G>; 2] = [&ours, &his];
            let player = (0..level)
                .rev()
                .fold(PlayerModel::new(minds[level % 2]), |opponent, level| {
                    PlayerModel::new(minds[level % 2]).against(opponent)
                });
            let search = MStar {
                ties,
                ask: Ask::EveryMove,
            };
            let plain = search
                .plain(game, position, &player, to(depth))
                .expect(PROOF);
            let pruned = search
                .pruned(game, position, &player, to(depth))
                .expect(PROOF);
            same(&plain, &pruned, what);
            let search = MStar {
                ask: Ask::BestMove,
                ..search
            };
            let pruned = search
                .pruned(game, position, &player, to(depth))
                .expect(PROOF);
            agrees(&plain, &pruned, what);
        }

        for student in [looking(his, None), looking(his, Some(1))] {
            let search = LoSearch { ties };
            let plain = search
                .plain(game, position, ours, &student, to(depth))
                .expect(PROOF);
            let pruned = search
                .pruned(game, position, ours, &student, to(depth))
                .expect(PROOF);
            same(&plain, &pruned, what);
            for (limit, visible) in [
                (Some(1.0), None),
                (None, Some(2.0)),
                (Some(4.0), Some(1.0)),
                (Some(0.3), Some(0.2)),
            ] {
                let search = TuSearch {
                    limit,
                    visible,
                    ties,
                };
                let plain = search.plain(game, position, ours, &student, to(depth));
                let pruned = search.pruned(game, position, ours, &student, to(depth));
                same(&plain.expect(PROOF), &pruned.expect(PROOF), what);
            }
        }
    }
}

/// The best response with its memory and with its cuts, against the definition without either.
fn check_best_response<G: Game, O: Model<G>, H: Model<G>>(
    game: &G,
    position: &G::Position,
    (ours, his): (&O, &H),
    depth: Option<u32>,
    what: &str,
) -> [u64; 2] {
    const PROOF: &str = "every value and all odds are known";
    let us = match game.turn(position) {
        Turn::Of(seat) => seat,
        _ => Seat::First,
    };
    let opponent = Erring {
        noise: 0.3,
        inner: looking(his, Some(1)),
    };
    let plain = best_response(game, position, ours, &opponent, to(depth)).expect(PROOF);
    let pruned = best_response_pruned(game, position, ours, &opponent, to(depth)).expect(PROOF);
    let expected = reference::best_response(game, (us, ours), &opponent, position, depth);
    assert!(close(plain.value.0, expected), "{what}");
    for row in &plain.moves {
        let (next, below) = (game.after(position, row.mv), depth.map(|depth| depth - 1));
        let expected = reference::best_response(game, (us, ours), &opponent, &next, below);
        assert!(close(row.value.0, expected), "{what}");
    }
    assert!(close(plain.value.0, pruned.value.0), "{what}");
    assert_eq!(plain.best, pruned.best, "{what}");
    assert_eq!(plain.line, pruned.line, "{what}");
    for (one, other) in plain.moves.iter().zip(&pruned.moves) {
        assert!(close(one.value.0, other.value.0), "{what}");
        assert_eq!(one.worst_case, other.worst_case, "{what}");
        assert_eq!(one.visible_loss, other.visible_loss, "{what}");
    }
    [plain.nodes, pruned.nodes]
}

#[test]
fn of_best_responses() {
    let mut nodes = [0; 2];
    let mut count = |visited: [u64; 2]| {
        nodes[0] += visited[0];
        nodes[1] += visited[1];
    };
    for (text, tree) in random_trees(101, 300) {
        for depth in [None, Some(3)] {
            let start = tree.start();
            count(check_best_response(
                &tree,
                &start,
                (&OURS, &HIS),
                depth,
                &text,
            ));
        }
    }
    for text in [
        include_str!("../../../../frames/tic-tac-toe.toml"),
        include_str!("../../../../frames/achi.toml"),
    ] {
        let game = frame(text);
        for index in 0..12 {
            let Some(position) = random_position(&game, Seed(103).derive(index), 5) else {
                continue;
            };
            let (what, depth) = (format!("{position:?}"), Some(4));
            let models = (&Whim(index), &Whim(100 + index));
            count(check_best_response(&game, &position, models, depth, &what));
        }
    }
    assert!(nodes[1] < nodes[0], "something is cut: {nodes:?}");
}

#[test]
fn on_random_trees() {
    for (text, tree) in random_trees(61, 200) {
        for depth in [None, Some(2), Some(4)] {
            check(&tree, &tree.start(), (&OURS, &HIS), depth, &text);
        }
    }
}

#[test]
fn on_positions_of_small_games() {
    for text in [
        include_str!("../../../../frames/lose-tic-tac-toe.toml"),
        include_str!("../../../../frames/achi.toml"),
    ] {
        let game = frame(text);
        for index in 0..6 {
            let seed = Seed(67).derive(index);
            let Some(position) = random_position(&game, seed, 6) else {
                continue;
            };
            let models = (&Whim(index), &Whim(100 + index));
            check(&game, &position, models, Some(3), &format!("{position:?}"));
        }
    }
}
