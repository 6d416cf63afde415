//! Where a search averages over what an opponent may play it averages payoffs, in whatever unit the
//! evaluation speaks.

use shido_core::{ForFirst, ForMover, Game, Notation, Seat, Turn};
use shido_eval::{Advantage, Linear, Weights};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_search::{
    Ask, Limits, LookAhead, Model, OmSearch, OpponentType, PromSearch, Speculation, Ties,
};

const FRAME: &str = include_str!("../../../frames/connect-four.toml");
const WEIGHTS: &str = include_str!("../../../weights/connect-four.toml");

fn connect_four() -> (FrameGame<u64>, Advantage) {
    let frame = Frame::read("connect-four.toml", FRAME, &[]).expect("the frame is shipped");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        unreachable!("the board is small")
    };
    let weights = Weights::read(&game, "connect-four", WEIGHTS).expect("the weights are shipped");
    let linear = Linear::new(&game, &weights);
    let advantage = Advantage::new(&game, linear);
    (game, advantage)
}

/// What a position pays this side on average, if it does its best and the other side plays any legal
/// move. By the rules alone.
fn against_random<G: Game>(game: &G, position: &G::Position, us: Seat) -> f64 {
    let below = |mv| against_random(game, &game.after(position, mv), us);
    let values: Vec<f64> = game.moves(position).into_iter().map(below).collect();
    match game.turn(position) {
        Turn::Over(outcome) => outcome.payoff().seen_by(us).0,
        Turn::Of(mover) if mover == us => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        _ => values.iter().sum::<f64>() / values.len() as f64,
    }
}

/// A move of each position, and what it pays the first player on average if the side to move goes on to
/// do its best and the other side plays anything. The searches said -0.9993 and 1 when they averaged in the unit of the weights.
const ROWS: [(&str, &str, f64); 2] = [
    (
        "OOX..OX/XXO..OX/XXXO.XX/OOXOXOO/OXXOOXX/OOOXOXX O",
        "e",
        -0.5,
    ),
    (
        "X...OXX/XO.OXOO/OO.XOXX/XXOOXXX/OOXXOXX/XOOOXOO O",
        "b",
        0.75,
    ),
];

#[test]
fn uniform_ties_average_payoffs() {
    let (game, model) = connect_four();
    for (text, mv, pays) in ROWS {
        let position = game.parse_position(text).expect("a position");
        let Turn::Of(us) = game.turn(&position) else {
            panic!("somebody is to move")
        };
        let mv = game.parse_move(&position, mv).expect("a move");
        let by_rules = against_random(&game, &game.after(&position, mv), us);
        let by_rules = ForMover(by_rules).for_first(us).0;
        assert!((by_rules - pays).abs() < 1e-12, "{text}: {by_rules}");

        let anybody = LookAhead {
            model: &model,
            depth: Some(0),
        };
        let search = OmSearch {
            ties: Ties::Uniform,
            ask: Ask::EveryMove,
        };
        let two = [0.25, 0.75].map(|probability| OpponentType {
            probability,
            opponent: &anybody,
        });
        let types = PromSearch {
            ties: Ties::Uniform,
            ask: Ask::EveryMove,
        };
        let limits = Limits::default();
        let answers: [Speculation<_>; 4] = [
            search.plain(&game, &position, &model, &anybody, limits),
            search.pruned(&game, &position, &model, &anybody, limits),
            types.plain(&game, &position, &model, &two, limits),
            types.pruned(&game, &position, &model, &two, limits),
        ]
        .map(|answer| answer.expect("contests end"));
        for answer in answers {
            let row = answer.moves.iter().find(|row| row.mv == mv);
            let row = row.expect("the move is legal");
            let paid = model.payoff(row.value).0;
            assert!((paid - pays).abs() < 1e-9, "{text}: {paid}");
        }
    }
}

#[test]
fn amounts_and_payoffs_are_two_ways_to_say_it() {
    let (game, model) = connect_four();
    let model: &dyn Model<FrameGame<u64>> = &model;
    for payoff in [
        -1.0,
        -0.999_999_9,
        -0.999_999,
        -0.75,
        0.0,
        0.1,
        0.999_999_5,
        1.0,
    ] {
        let amount = model.amount(ForFirst(payoff));
        assert!((model.payoff(amount).0 - payoff).abs() < 1e-12, "{payoff}");
    }
    let amounts: Vec<f64> = [0.2, 0.999_99, 0.999_999_5, 1.0]
        .map(|payoff| model.amount(ForFirst(payoff)).0)
        .into();
    assert!(
        amounts.is_sorted_by(|one, other| one < other),
        "{amounts:?}"
    );
    // It is one judge whoever reads the weights, and another if they are others.
    let (_, again) = connect_four();
    assert_eq!(model.fingerprint(&game), again.fingerprint(&game));
    let rough = Weights {
        values: game.rough_weights(),
        ..Weights::read(&game, "connect-four", WEIGHTS).expect("the weights are shipped")
    };
    let other = Advantage::new(&game, Linear::new(&game, &rough));
    assert_ne!(model.fingerprint(&game), other.fingerprint(&game));
}
