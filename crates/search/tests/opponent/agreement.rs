//! What is pruned finds what the plain definition finds.

use std::mem::discriminant;

use shido_core::{Game, Seed};
use shido_search::{
    Ask, Distributed, Erring, LoSearch, MStar, Model, OmSearch, OpponentModel, OpponentType,
    PlayerModel, PromSearch, SoftMax, Speculation, Ties, TuSearch,
};

use crate::opponent::{
    OURS, THEIRS, Whim, close, curved, frame, looking, numbers, random_position, random_trees, to,
};

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
            assert_eq!(one.is_some(), other.is_some(), "{what}");
            let both = one.zip(other);
            assert!(both.is_none_or(|(one, other)| close(one, other)), "{what}");
        }
        let [kind, other_kind] = [one, other].map(|row| discriminant(&row.judgement));
        assert_eq!(kind, other_kind, "{what}");
        let pairs = numbers(&one.judgement).into_iter();
        let mut pairs = pairs.zip(numbers(&other.judgement));
        assert!(pairs.all(|(one, other)| close(one, other)), "{what}");
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
    if plain.best.is_empty() {
        same(plain, best, what);
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
    assert_eq!(one.visible_loss.is_some(), losses.is_some(), "{what}");
    assert!(
        losses.is_none_or(|(one, other)| close(one, other)),
        "{what}"
    );
}

fn check<G: Game, O: Model<G>, H: Model<G>>(
    game: &G,
    position: &G::Position,
    (ours, theirs): (&O, &H),
    depth: Option<u32>,
    what: &str,
) where
    G::Move: std::fmt::Debug,
{
    const PROOF: &str = "every value and all odds are known";
    let soft = SoftMax {
        look_ahead: looking(theirs, Some(2)),
        temperature: 1.5,
    };
    let erring = Erring {
        noise: 0.3,
        inner: looking(theirs, None),
    };
    let first =
        Distributed(|game: &G, position: &G::Position| Ok(vec![(game.moves(position)[0], 1.0)]));
    for ties in TIES {
        let looking = [None, Some(0), Some(1), Some(2)].map(|depth| looking(theirs, depth));
        let opponents: [&dyn OpponentModel<G>; 7] = [
            &looking[0],
            &looking[1],
            &looking[2],
            &looking[3],
            &soft,
            &erring,
            &first,
        ];
        for opponent in opponents {
            let search = OmSearch {
                ties,
                ask: Ask::EveryMove,
            };
            let plain = search
                .plain(game, position, ours, opponent, to(depth))
                .expect(PROOF);
            let pruned = search
                .pruned(game, position, ours, opponent, to(depth))
                .expect(PROOF);
            same(&plain, &pruned, what);
            let search = OmSearch {
                ask: Ask::BestMove,
                ..search
            };
            let pruned = search
                .pruned(game, position, ours, opponent, to(depth))
                .expect(PROOF);
            agrees(&plain, &pruned, what);
        }

        let alike = [None, Some(1)].map(|depth| crate::opponent::looking(ours, depth));
        let types: [(f64, &dyn OpponentModel<G>); 4] = [
            (0.5, opponents[0]),
            (0.125, &alike[1]),
            (0.125, &alike[0]),
            (0.25, &soft),
        ];
        let types = types.map(|(probability, opponent)| OpponentType {
            probability,
            opponent,
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
            let minds: [&dyn Model<G>; 2] = [&ours, &theirs];
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

        for student in [0, 2, 4, 5, 6].map(|index| opponents[index]) {
            let search = LoSearch { ties };
            let plain = search
                .plain(game, position, ours, student, to(depth))
                .expect(PROOF);
            let pruned = search
                .pruned(game, position, ours, student, to(depth))
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
                let plain = search.plain(game, position, ours, student, to(depth));
                let pruned = search.pruned(game, position, ours, student, to(depth));
                same(&plain.expect(PROOF), &pruned.expect(PROOF), what);
            }
        }
    }
}

#[test]
fn on_random_trees() {
    for (text, tree) in random_trees(61, 120) {
        for depth in [None, Some(2), Some(4)] {
            check(&tree, &tree.start(), (&OURS, &THEIRS), depth, &text);
        }
    }
    for (text, tree) in random_trees(109, 60) {
        let models = (&curved(OURS), &curved(THEIRS));
        check(&tree, &tree.start(), models, None, &text);
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
