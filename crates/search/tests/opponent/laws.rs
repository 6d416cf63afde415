//! What the papers claim of the searches, on random trees and positions.

use shido_core::{Game, Seat, Seed, Turn};
use shido_search::{
    Ask, Erring, Judgement, LoSearch, MStar, Mixture, Model, OmSearch, OpponentModel, OpponentType,
    PlayerModel, PromSearch, Reach, SoftMax, Speculation, Ties, TuSearch, Walk, minimax,
};

use crate::opponent::reference::{self, Question};
use crate::opponent::{
    OURS, THEIRS, Whim, close, curved, frame, looking, random_position, random_trees, to,
};

const TIES: [Ties; 4] = [
    Ties::Pessimistic,
    Ties::Optimistic,
    Ties::First,
    Ties::Uniform,
];

const PROOF: &str = "every value and all odds are known";

fn om(ties: Ties) -> OmSearch {
    OmSearch {
        ties,
        ask: Ask::EveryMove,
    }
}

fn us<G: Game>(game: &G, position: &G::Position) -> Seat {
    match game.turn(position) {
        Turn::Of(seat) => seat,
        _ => Seat::First,
    }
}

fn same_choice<M: PartialEq + std::fmt::Debug>(
    one: &Speculation<M>,
    other: &Speculation<M>,
    what: &str,
) {
    assert!(close(one.value.0, other.value.0), "{what}");
    assert_eq!(one.best, other.best, "{what}");
    for (one, other) in one.moves.iter().zip(&other.moves) {
        assert!(close(one.value.0, other.value.0), "{what}");
        assert_eq!(one.worst_case, other.worst_case, "{what}");
    }
}

fn check<G: Game, M: Model<G>>(
    game: &G,
    position: &G::Position,
    ours: &M,
    theirs: &M,
    depth: Option<u32>,
    what: &str,
) {
    let us = us(game, position);
    let in_our_eyes = |value: f64| match us {
        Seat::First => value,
        Seat::Second => -value,
    };
    let worst = minimax(game, position, ours, to(depth)).expect(PROOF);
    for ties in TIES {
        let opponent = looking(theirs, None);
        let found = om(ties)
            .plain(game, position, ours, &opponent, to(depth))
            .expect(PROOF);

        // It is what the definition says.
        let question = Question {
            game,
            us,
            ours,
            theirs,
            ties,
            look_ahead: None,
        };
        assert!(close(found.value.0, question.om(position, depth)), "{what}");
        let chooses = matches!(game.turn(position), Turn::Of(_));
        for row in &found.moves {
            let next = game.after(position, row.mv);
            let below = depth.map(|depth| depth - 1);
            assert!(close(row.value.0, question.om(&next, below)), "{what}");
            let least = reference::minimax(game, ours, &next, below);
            assert!(
                row.worst_case.is_some_and(|it| close(it.0, least)),
                "{what}"
            );
            if !chooses {
                assert_eq!((row.loss, row.visible_loss), (None, None), "{what}");
                assert_eq!(row.judgement, Judgement::NobodyChooses, "{what}");
                continue;
            }
            // What they see in the position after the move, against the best.
            let seen = |mv| {
                let next = game.after(position, mv);
                in_our_eyes(reference::minimax(game, theirs, &next, below))
            };
            let most = game
                .moves(position)
                .into_iter()
                .map(seen)
                .fold(f64::MIN, f64::max);
            let visible = most - seen(row.mv);
            assert!(
                row.visible_loss.is_some_and(|it| close(it, visible)),
                "{what}"
            );
        }

        // Speculation never promises less than minimax, of any move.
        assert!(
            in_our_eyes(found.value.0 - worst.value.0) >= -1e-9,
            "{what}"
        );
        for row in &found.moves {
            let least = row.worst_case.expect("it is told").0;
            assert!(in_our_eyes(row.value.0 - least) >= -1e-9, "{what}");
            let loss = row.loss.unwrap_or(0.0);
            assert!(
                !chooses || close(loss, in_our_eyes(found.value.0 - row.value.0)),
                "{what}"
            );
        }

        // PrOM-search with one type is OM-search, and so are two types of one mind.
        let search = PromSearch {
            ties,
            ask: Ask::EveryMove,
        };
        let types = |shares: &[f64]| -> Vec<OpponentType<'_, G>> {
            let kind = |&probability| OpponentType {
                probability,
                opponent: &opponent,
            };
            shares.iter().map(kind).collect()
        };
        let prom = search
            .plain(game, position, ours, &types(&[1.0]), to(depth))
            .expect(PROOF);
        assert_eq!(prom, found, "{what}");
        let two = types(&[0.25, 0.75]);
        let prom = search
            .plain(game, position, ours, &two, to(depth))
            .expect(PROOF);
        same_choice(&prom, &found, what);

        // M* with one model is OM-search.
        let player = PlayerModel::new(ours).against(PlayerModel::new(theirs));
        let search = MStar {
            ties,
            ask: Ask::EveryMove,
        };
        let m_star = search
            .plain(game, position, &player, to(depth))
            .expect(PROOF);
        same_choice(&m_star, &found, what);
        assert_eq!(m_star.line, found.line, "{what}");

        // With more models it is what the definition says, in each of the moves.
        let minds = [ours, theirs, ours, theirs];
        let player = PlayerModel::new(ours).against(
            PlayerModel::new(theirs)
                .against(PlayerModel::new(ours).against(PlayerModel::new(theirs))),
        );
        let m_star = search
            .plain(game, position, &player, to(depth))
            .expect(PROOF);
        for row in &m_star.moves {
            let next = game.after(position, row.mv);
            let below = depth.map(|depth| depth - 1);
            let expected = reference::m_star(game, (us, &minds), ties, &next, below);
            assert!(close(row.value.0, expected), "{what}");
        }

        // The same with a look-ahead of their own.
        let short = om(ties)
            .plain(game, position, ours, &looking(theirs, Some(2)), to(depth))
            .expect(PROOF);
        let question = Question {
            look_ahead: Some(2),
            ..question
        };
        assert!(close(short.value.0, question.om(position, depth)), "{what}");
    }

    // If they judge as we do it is minimax; and so is M* without a model of them.
    let alike = om(Ties::Pessimistic)
        .plain(game, position, ours, &looking(ours, None), to(depth))
        .expect(PROOF);
    let alone = PlayerModel::new(ours);
    let m_star = MStar::default()
        .plain(game, position, &alone, to(depth))
        .expect(PROOF);
    for found in [alike, m_star] {
        assert!(close(found.value.0, worst.value.0), "{what}");
        assert_eq!(found.best, worst.best, "{what}");
        assert!(found.line.iter().all(|step| !step.errs()), "{what}");
        for (row, value) in found.moves.iter().zip(&worst.moves) {
            assert!(close(row.value.0, value.value.0), "{what}");
            assert_eq!(row.visible_loss, row.loss, "{what}");
        }
    }
}

#[test]
fn hold_on_random_trees() {
    for (text, tree) in random_trees(71, 300) {
        for depth in [None, Some(1), Some(3)] {
            check(&tree, &tree.start(), &OURS, &THEIRS, depth, &text);
            // Minimax takes the averages of chance in the unit of the evaluation, whatever that is.
            if !text.contains("chance") {
                let (ours, theirs) = (curved(OURS), curved(THEIRS));
                check(&tree, &tree.start(), &ours, &theirs, depth, &text);
            }
        }
    }
}

#[test]
fn hold_on_positions_of_small_games() {
    for text in [
        include_str!("../../../../frames/tic-tac-toe.toml"),
        include_str!("../../../../frames/achi.toml"),
    ] {
        let game = frame(text);
        for index in 0..20 {
            let seed = Seed(73).derive(index);
            let Some(position) = random_position(&game, seed, 7) else {
                continue;
            };
            let what = format!("{position:?}");
            check(
                &game,
                &position,
                &Whim(index),
                &Whim(200 + index),
                Some(3),
                &what,
            );
        }
    }
}

/// A look-ahead that reaches the leaves from wherever they start ends where our horizon is. So does one
/// of one ply, where we look two plies and they move second.
#[test]
fn a_look_ahead_that_ends_at_our_horizon_is_the_opponent_of_the_papers() {
    for (text, tree) in random_trees(79, 200) {
        for ties in TIES {
            let start = tree.start();
            let with = |depth| {
                let opponent = looking(THEIRS, depth);
                om(ties).plain(&tree, &start, &OURS, &opponent, to(None))
            };
            let (found, expected) = (with(Some(9)).expect(PROOF), with(None).expect(PROOF));
            same_choice(&found, &expected, &text);
            assert_eq!(found.line, expected.line, "{text}");
        }
    }
    let game = frame(include_str!("../../../../frames/tic-tac-toe.toml"));
    for index in 0..40 {
        let Some(position) = random_position(&game, Seed(83).derive(index), 6) else {
            continue;
        };
        let (ours, theirs) = (Whim(index), Whim(300 + index));
        for ties in TIES {
            let with = |depth| {
                let opponent = looking(theirs, depth);
                om(ties).plain(&game, &position, &ours, &opponent, to(Some(2)))
            };
            let (found, expected) = (with(Some(1)).expect(PROOF), with(None).expect(PROOF));
            same_choice(&found, &expected, &format!("{position:?}"));
        }
    }
}

/// A model that only says how often it plays what, so that a search has to ask.
struct Told<O>(O);

impl<G: Game, O: OpponentModel<G>> OpponentModel<G> for Told<O> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<shido_search::Considered<G::Move>>, shido_search::SearchError<G::Move>> {
        self.0.consider(game, position, reach, walk)
    }

    fn visible_losses(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Option<Vec<f64>>, shido_search::SearchError<G::Move>> {
        self.0.visible_losses(game, position, reach, walk)
    }
}

/// Who looks ahead, and plays one of the best moves at random, is the same whether probed or asked;
/// and several types are the same as their mixture.
#[test]
fn who_is_asked_plays_as_who_is_probed() {
    for (text, tree) in random_trees(89, 200) {
        let start = tree.start();
        for depth in [None, Some(3)] {
            for look_ahead in [None, Some(0), Some(1), Some(2)] {
                let opponent = looking(curved(THEIRS), look_ahead);
                let with = |opponent: &dyn OpponentModel<_>| {
                    let ours = curved(OURS);
                    let search = om(Ties::Uniform);
                    search
                        .plain(&tree, &start, &ours, opponent, to(depth))
                        .expect(PROOF)
                };
                let (probed, asked) = (with(&opponent), with(&Told(opponent)));
                same_choice(&asked, &probed, &text);
                for (one, other) in asked.moves.iter().zip(&probed.moves) {
                    assert_eq!(one.visible_loss, other.visible_loss, "{text}");
                }
            }
        }

        let minds = [looking(OURS, Some(1)), looking(THEIRS, Some(2))];
        let shares = [0.25, 0.75];
        let types = [0, 1].map(|index| OpponentType {
            probability: shares[index],
            opponent: &minds[index],
        });
        let search = PromSearch {
            ties: Ties::Uniform,
            ask: Ask::EveryMove,
        };
        let expected = search
            .plain(&tree, &start, &OURS, &types, to(None))
            .expect(PROOF);
        let parts = [0, 1].map(|index| (shares[index], std::sync::Arc::new(minds[index]) as _));
        let found = om(Ties::Pessimistic)
            .plain(&tree, &start, &OURS, &Mixture(parts.into()), to(None))
            .expect(PROOF);
        same_choice(&found, &expected, &text);
        for (one, other) in found.moves.iter().zip(&expected.moves) {
            let seen = one.visible_loss.zip(other.visible_loss);
            assert!(
                one.visible_loss.is_none() || seen.is_some_and(|(one, other)| close(one, other)),
                "{text}"
            );
        }
    }
}

/// Against whoever plays by odds OM-search is the best response, by the recursion that defines it.
#[test]
fn om_is_the_best_response_to_who_plays_by_odds() {
    for (text, tree) in random_trees(101, 300) {
        let start = tree.start();
        let us = us(&tree, &start);
        let erring = Erring {
            noise: 0.3,
            inner: looking(THEIRS, Some(1)),
        };
        let soft = SoftMax {
            look_ahead: looking(OURS, Some(2)),
            temperature: 2.0,
        };
        let opponents: [&dyn OpponentModel<_>; 2] = [&erring, &soft];
        for opponent in opponents {
            for depth in [None, Some(3)] {
                let found = om(Ties::Pessimistic)
                    .pruned(&tree, &start, &OURS, opponent, to(depth))
                    .expect(PROOF);
                let value = reference::best_response(&tree, (us, &OURS), opponent, &start, depth);
                assert!(close(found.value.0, value), "{text}");
                for row in &found.moves {
                    let (next, below) = (tree.after(&start, row.mv), depth.map(|depth| depth - 1));
                    let value =
                        reference::best_response(&tree, (us, &OURS), opponent, &next, below);
                    assert!(close(row.value.0, value), "{text}");
                }
            }
        }
    }
}

#[test]
fn tutoring_keeps_to_its_limits_and_lo_errs_if_it_can() {
    let mut errors = 0;
    for (text, tree) in random_trees(97, 400) {
        let start = tree.start();
        let us = us(&tree, &start);
        let student = looking(THEIRS, None);
        let best = om(Ties::Pessimistic)
            .plain(&tree, &start, &OURS, &student, to(None))
            .expect(PROOF);
        if best.best.is_empty() {
            continue;
        }
        let seen_by_us = |value: f64| match us {
            Seat::First => value,
            Seat::Second => -value,
        };
        let values: Vec<f64> = best
            .moves
            .iter()
            .map(|row| seen_by_us(row.value.0))
            .collect();
        let most = values.iter().copied().fold(f64::MIN, f64::max);

        for limit in [0.0, 1.0, 2.5] {
            let search = TuSearch {
                limit: Some(limit),
                ..TuSearch::default()
            };
            let found = search
                .plain(&tree, &start, &OURS, &student, to(None))
                .expect(PROOF);
            // The lowest value within the limit.
            let allowed = values.iter().copied().filter(|value| most - value <= limit);
            let lowest = allowed.fold(f64::MAX, f64::min);
            let expected: Vec<_> = (best.moves.iter().zip(&values))
                .filter(|(_, value)| close(**value, lowest))
                .map(|(row, _)| row.mv)
                .collect();
            assert_eq!(found.best, expected, "{text}");
            for row in &found.moves {
                let chosen = row.judgement == Judgement::Chosen;
                assert_eq!(chosen, found.best.contains(&row.mv), "{text}");
                let loss = row.loss.expect("it is told");
                assert!(!chosen || loss <= limit + 1e-9, "{text}");
            }
            if limit == 0.0 {
                assert_eq!(found.best, best.best, "{text}");
                assert!(close(found.value.0, best.value.0), "{text}");
            }
        }
        let search = TuSearch {
            limit: Some(4.0),
            visible: Some(1.0),
            ..TuSearch::default()
        };
        let found = search
            .plain(&tree, &start, &OURS, &student, to(None))
            .expect(PROOF);
        for row in found
            .moves
            .iter()
            .filter(|row| row.judgement == Judgement::Chosen)
        {
            let (loss, seen) = (row.loss.expect("told"), row.visible_loss.expect("told"));
            assert!(loss == 0.0 || (loss <= 4.0 && seen <= 1.0), "{text}");
        }

        let found = LoSearch::default()
            .plain(&tree, &start, &OURS, &student, to(None))
            .expect(PROOF);
        let worst = minimax(&tree, &start, &OURS, to(None)).expect(PROOF);
        let minimax = seen_by_us(worst.value.0);
        let smallest = values
            .iter()
            .copied()
            .filter(|value| *value < minimax - 1e-9);
        let target = match smallest.reduce(f64::max) {
            Some(value) => {
                errors += 1;
                value
            }
            None => values.iter().copied().fold(f64::MAX, f64::min),
        };
        let expected: Vec<_> = (best.moves.iter().zip(&values))
            .filter(|(_, value)| close(**value, target))
            .map(|(row, _)| row.mv)
            .collect();
        assert_eq!(found.best, expected, "{text}");
    }
    assert!(errors > 50, "the trees have intentional errors: {errors}");
}
