//! Weights that were set by hand name every feature once, and point the right way.

use shido_core::{Features, Seat, Seed, Turn};
use shido_games::breakthrough::Breakthrough;
use shido_games::go::{Go, Komi};
use shido_games::othello::Othello;
use toml::de::{DeTable, DeValue};

/// The weights of a file, in the order of the game's features.
fn weights<G: Features>(game: &G, text: &str) -> Vec<f64> {
    let file = DeTable::parse(text).expect("the file is TOML");
    let file = file.get_ref();
    let number = |value: &DeValue<'_>| match value {
        DeValue::Float(float) => float.as_str().parse().expect("a number is one"),
        other => panic!("a weight is a decimal number, not {other:?}"),
    };
    for text in ["game", "unit", "origin"] {
        assert!(matches!(file[text].get_ref(), DeValue::String(_)), "{text}");
    }
    let scale: f64 = number(file["scale"].get_ref());
    assert!(scale > 0.0, "a larger sum is better");
    let DeValue::Table(table) = file["weights"].get_ref() else {
        panic!("weights are a table");
    };
    let names = game.feature_names();
    assert_eq!(table.len(), names.len(), "each feature has one weight");
    let weight = |name: &String| number(table[name.as_str()].get_ref());
    names.iter().map(weight).collect()
}

/// How many of 100 contests against random moves are won by looking one move ahead with the
/// weights, in either seat.
fn wins_of_100<G: Features>(game: &G, weights: &[f64]) -> u32 {
    let worth = |position: &G::Position| match game.turn(position) {
        Turn::Over(outcome) => 1e6 * outcome.payoff().0,
        _ => {
            let mut sum = 0.0;
            game.each_feature(position, |number, value| sum += weights[number] * value);
            sum
        }
    };
    let won = |contest: u64| {
        let mut rng = Seed(5).derive(contest).rng();
        let seat = Seat::BOTH[(contest % 2) as usize];
        let mut position = game.start();
        loop {
            let mv = match game.turn(&position) {
                Turn::Over(outcome) => return outcome.winner() == Some(seat),
                Turn::Of(mover) if mover == seat => {
                    let sign = if seat == Seat::First { 1.0 } else { -1.0 };
                    let by_worth = |mv: &G::Move| sign * worth(&game.after(&position, *mv));
                    let moves = game.moves(&position).into_iter();
                    moves.max_by(|one, other| by_worth(one).total_cmp(&by_worth(other)))
                }
                _ => game.random_move(&position, &mut rng),
            };
            game.play(
                &mut position,
                mv.expect("a contest that goes on has a move"),
            );
        }
    };
    (0..100).filter(|contest| won(*contest)).count() as u32
}

/// Nine of ten is what anything that understands the game at all must reach.
fn check<G: Features>(game: &G, text: &str) {
    let weights = weights(game, text);
    let wins = wins_of_100(game, &weights);
    assert!(wins >= 90, "{wins} of 100 contests were won");
}

#[test]
fn othello_eight_by_eight() {
    let text = include_str!("../../../weights/othello.hand.toml");
    check(&Othello::default(), text);
}

#[test]
fn othello_six_by_six() {
    let text = include_str!("../../../weights/othello-6x6.hand.toml");
    check(&Othello::new(6).expect("six is a size"), text);
}

#[test]
fn breakthrough() {
    let text = include_str!("../../../weights/breakthrough.hand.toml");
    check(&Breakthrough::default(), text);
}

#[test]
fn go() {
    let text = include_str!("../../../weights/go.hand.toml");
    let go = Go::new(7).expect("seven is a size");
    check(&go.with_komi(Komi::halves(1)), text);
}
