//! Values computed in the plainest way, to check fast searches against.

use std::collections::HashMap;

use shido_core::{ForFirst, Game, Seat, Turn};

/// The value of a position and the moves that reach it, for whoever is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference<M> {
    /// The value with best play of both sides.
    pub value: ForFirst<f64>,
    /// All best moves, in the order of the game; none where chance moves or nothing is left to do.
    pub best: Vec<M>,
}

/// Minimax as the textbooks define it, by recursion over the whole tree.
///
/// `worth` values a position that is over, or that lies `depth` moves ahead; `odds` are the
/// probabilities of what chance does. Values count as equal when they differ by rounding only, as
/// expectations do.
pub fn minimax<G: Game>(
    game: &G,
    position: &G::Position,
    depth: Option<u32>,
    worth: &dyn Fn(&G::Position) -> ForFirst<f64>,
    odds: &dyn Fn(&G::Position, G::Move) -> f64,
) -> Reference<G::Move> {
    let turn = game.turn(position);
    if depth == Some(0) || matches!(turn, Turn::Over(_)) {
        return Reference {
            value: worth(position),
            best: Vec::new(),
        };
    }
    let below: Vec<(G::Move, f64)> = game
        .moves(position)
        .into_iter()
        .map(|mv| {
            let next = game.after(position, mv);
            let depth = depth.map(|depth| depth - 1);
            (mv, minimax(game, &next, depth, worth, odds).value.0)
        })
        .collect();
    let values = below.iter().map(|(_, value)| *value);
    let value = match turn {
        Turn::Of(Seat::First) => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Of(Seat::Second) => values.fold(f64::INFINITY, f64::min),
        Turn::Chance => {
            let expected = below
                .iter()
                .map(|(mv, value)| odds(position, *mv) * value)
                .sum();
            return Reference {
                value: ForFirst(expected),
                best: Vec::new(),
            };
        }
        Turn::Over(_) => unreachable!("leaves have been dealt with"),
    };
    let rounding = 1e-12 * value.abs().max(1.0);
    Reference {
        value: ForFirst(value),
        best: below
            .iter()
            .filter(|(_, other)| (other - value).abs() <= rounding)
            .map(|(mv, _)| *mv)
            .collect(),
    }
}

/// The values of all positions that can be reached from `position`, where positions may recur and
/// endless play pays nothing.
///
/// In round `k` a position has its value in the contest that is stopped after `k` moves. A side that
/// can force a payoff at all can do so in as many moves as there are positions, so the rounds settle.
///
/// # Panics
/// Where chance moves: expectations only settle in the limit.
pub fn value_by_iteration<G: Game>(
    game: &G,
    position: &G::Position,
) -> HashMap<G::Position, ForFirst<f64>> {
    let mut values = HashMap::from([(position.clone(), ForFirst(0.0))]);
    let mut unexplored = vec![position.clone()];
    while let Some(position) = unexplored.pop() {
        game.each_move(&position, |mv| {
            let next = game.after(&position, mv);
            if !values.contains_key(&next) {
                values.insert(next.clone(), ForFirst(0.0));
                unexplored.push(next);
            }
        });
    }
    loop {
        let round: HashMap<G::Position, ForFirst<f64>> = values
            .keys()
            .map(|position| (position.clone(), one_step(game, position, &values)))
            .collect();
        if round == values {
            return values;
        }
        values = round;
    }
}

fn one_step<G: Game>(
    game: &G,
    position: &G::Position,
    values: &HashMap<G::Position, ForFirst<f64>>,
) -> ForFirst<f64> {
    let below = game
        .moves(position)
        .into_iter()
        .map(|mv| values[&game.after(position, mv)].0);
    match game.turn(position) {
        Turn::Over(outcome) => outcome.payoff(),
        Turn::Of(Seat::First) => ForFirst(below.fold(f64::NEG_INFINITY, f64::max)),
        Turn::Of(Seat::Second) => ForFirst(below.fold(f64::INFINITY, f64::min)),
        Turn::Chance => panic!("values by iteration are for games without chance"),
    }
}
