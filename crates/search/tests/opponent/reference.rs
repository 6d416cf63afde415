//! The definitions word for word, by recursion over the whole tree, without a thought of cost.

use shido_core::{ForFirst, Game, Seat, Turn};
use shido_search::{Limits, Model, OpponentModel, Reach, Ties, Walk};

/// What a search is asked.
pub(crate) struct Question<'a, G, O, H> {
    pub(crate) game: &'a G,
    pub(crate) us: Seat,
    pub(crate) ours: &'a O,
    pub(crate) theirs: &'a H,
    pub(crate) ties: Ties,
    /// How far they look from their nodes, where it is not to our horizon.
    pub(crate) look_ahead: Option<u32>,
}

impl<G: Game, O: Model<G>, H: Model<G>> Question<'_, G, O, H> {
    /// The value of OM-search.
    pub(crate) fn om(&self, position: &G::Position, depth: Option<u32>) -> f64 {
        let game = self.game;
        if let Some(value) = leaf(game, self.ours, position, depth) {
            return value;
        }
        let below: Vec<f64> = (game.moves(position).into_iter())
            .map(|mv| self.om(&game.after(position, mv), depth.map(|depth| depth - 1)))
            .collect();
        match game.turn(position) {
            Turn::Of(seat) if seat == self.us => best(seat, &below),
            Turn::Of(them) => {
                let their_depth = self.look_ahead.or(depth).map(|depth| depth - 1);
                let theirs: Vec<f64> = (game.moves(position).into_iter())
                    .map(|mv| minimax(game, self.theirs, &game.after(position, mv), their_depth))
                    .collect();
                supposed((game, self.ours), self.ties, them, &theirs, &below)
            }
            _ => expectation(game, self.ours, position, &below),
        }
    }
}

/// The value of M\* in the first of these minds, which is that of this side.
pub(crate) fn m_star<G: Game, M: Model<G> + ?Sized>(
    game: &G,
    (owner, minds): (Seat, &[&M]),
    ties: Ties,
    position: &G::Position,
    depth: Option<u32>,
) -> f64 {
    if let Some(value) = leaf(game, minds[0], position, depth) {
        return value;
    }
    let below = |owner: Seat, minds: &[&M]| -> Vec<f64> {
        (game.moves(position).into_iter())
            .map(|mv| {
                let (next, depth) = (game.after(position, mv), depth.map(|depth| depth - 1));
                m_star(game, (owner, minds), ties, &next, depth)
            })
            .collect()
    };
    let values = below(owner, minds);
    match game.turn(position) {
        Turn::Of(seat) if seat == owner || minds.len() == 1 => best(seat, &values),
        Turn::Of(other) => {
            let theirs = below(other, &minds[1..]);
            supposed((game, minds[0]), ties, other, &theirs, &values)
        }
        _ => expectation(game, minds[0], position, &values),
    }
}

/// The value of what someone plays who sees the moves so.
fn supposed<G: Game, M: Model<G> + ?Sized>(
    (game, ours): (&G, &M),
    ties: Ties,
    them: Seat,
    theirs: &[f64],
    values: &[f64],
) -> f64 {
    let most = best(them, theirs);
    let tied: Vec<f64> = (theirs.iter().zip(values))
        .filter(|(theirs, _)| (**theirs - most).abs() < 1e-12)
        .map(|(_, value)| *value)
        .collect();
    match ties {
        Ties::Pessimistic => best(them, &tied),
        Ties::Optimistic => best(them.other(), &tied),
        Ties::First => tied[0],
        Ties::Uniform => {
            let share = 1.0 / tied.len() as f64;
            mean((game, ours), &vec![share; tied.len()], &tied)
        }
    }
}

/// The value that stands for the mean of the payoffs that these values stand for.
pub(crate) fn mean<G: Game, M: Model<G> + ?Sized>(
    (_, model): (&G, &M),
    odds: &[f64],
    values: &[f64],
) -> f64 {
    let terms = odds.iter().zip(values);
    let payoff = terms.map(|(odds, value)| odds * model.payoff(ForFirst(*value)).0);
    model.amount(ForFirst(payoff.sum())).0
}

/// The value of the best response of this side to an opponent who plays by odds.
pub(crate) fn best_response<G: Game, M: Model<G> + ?Sized>(
    game: &G,
    (us, ours): (Seat, &M),
    opponent: &dyn OpponentModel<G>,
    position: &G::Position,
    depth: Option<u32>,
) -> f64 {
    if let Some(value) = leaf(game, ours, position, depth) {
        return value;
    }
    let after = |mv| {
        let (next, depth) = (game.after(position, mv), depth.map(|depth| depth - 1));
        best_response(game, (us, ours), opponent, &next, depth)
    };
    let below: Vec<f64> = game.moves(position).into_iter().map(after).collect();
    match game.turn(position) {
        Turn::Of(seat) if seat == us => best(seat, &below),
        Turn::Of(_) => {
            let mut walk = Walk::new(Limits::default());
            let considered = opponent
                .consider(game, position, Reach::of(depth), &mut walk)
                .expect("they know what they would play");
            let odds: Vec<f64> = considered.iter().map(|it| it.probability).collect();
            mean((game, ours), &odds, &below)
        }
        _ => expectation(game, ours, position, &below),
    }
}

/// Minimax over an evaluation.
pub(crate) fn minimax<G: Game, M: Model<G> + ?Sized>(
    game: &G,
    model: &M,
    position: &G::Position,
    depth: Option<u32>,
) -> f64 {
    if let Some(value) = leaf(game, model, position, depth) {
        return value;
    }
    let below: Vec<f64> = (game.moves(position).into_iter())
        .map(|mv| {
            let depth = depth.map(|depth| depth - 1);
            minimax(game, model, &game.after(position, mv), depth)
        })
        .collect();
    match game.turn(position) {
        Turn::Of(seat) => best(seat, &below),
        _ => expectation(game, model, position, &below),
    }
}

pub(crate) fn leaf<G: Game, M: Model<G> + ?Sized>(
    game: &G,
    model: &M,
    position: &G::Position,
    depth: Option<u32>,
) -> Option<f64> {
    match game.turn(position) {
        Turn::Over(outcome) => Some(model.end(game, position, outcome).0),
        _ if depth == Some(0) => model.horizon(game, position).map(|ForFirst(value)| value),
        _ => None,
    }
}

pub(crate) fn best(seat: Seat, values: &[f64]) -> f64 {
    match seat {
        Seat::First => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Seat::Second => values.iter().copied().fold(f64::INFINITY, f64::min),
    }
}

pub(crate) fn expectation<G: Game, M: Model<G> + ?Sized>(
    game: &G,
    model: &M,
    position: &G::Position,
    below: &[f64],
) -> f64 {
    let odds = (game.moves(position).into_iter())
        .map(|mv| model.odds(game, position, mv).expect("the model has odds"));
    mean((game, model), &odds.collect::<Vec<_>>(), below)
}
