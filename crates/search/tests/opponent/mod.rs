//! The searches that suppose something about the opponent: on trees worked out by hand, by their laws
//! on random trees and positions, and the pruned ones against the plain ones.

mod agreement;
mod laws;
mod models;
mod recorded;
mod reference;
mod tutoring;
mod tutors;
mod worked;

use rand::RngExt;
use shido_core::{ForFirst, Game, Outcome, Seat, Seed, Turn, spread};
use shido_games::tree::{Branch, Tree};
use shido_search::{Judged, Judgement, Limits, LookAhead, Model};
use shido_testkit::trees;

use crate::{frame, tree};

const OURS: Judged = Judged(Seat::First);
const THEIRS: Judged = Judged(Seat::Second);

fn branches(numbers: &[usize]) -> Vec<Branch> {
    numbers.iter().copied().map(Branch).collect()
}

fn to(depth: Option<u32>) -> Limits<'static> {
    Limits {
        depth,
        ..Limits::default()
    }
}

fn looking<M>(model: M, depth: Option<u32>) -> LookAhead<M> {
    LookAhead { model, depth }
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// What a judgement rests on.
fn numbers(judgement: &Judgement) -> Vec<f64> {
    match *judgement {
        Judgement::Chosen | Judgement::NotBetter | Judgement::NobodyChooses => vec![],
        Judgement::Loses { loss } | Judgement::StudentJudgesAlike { loss } => vec![loss],
        Judgement::OverTheLimit { loss, limit } => vec![loss, limit],
        Judgement::Noticed { loss, seen, limit } => vec![loss, seen, limit],
        Judgement::BetterError { loss, other } => vec![loss, other],
        Judgement::NoError { value, minimax } => vec![value, minimax],
        Judgement::GainsMore { value, other } => vec![value, other],
    }
}

/// Random trees with the sides in any order, two values at the leaves and many ties; every other one
/// with chance.
fn random_trees(seed: u64, count: u64) -> impl Iterator<Item = (String, Tree)> {
    (0..count).map(move |index| {
        let shape = trees::Shape {
            depth: 5,
            branches: 4,
            chance: index % 2 == 0,
        };
        let text = trees::random(Seed(seed).derive(index), shape);
        let tree = tree(&text);
        (text, tree)
    })
}

/// A random position after some random moves, if the contest is not over by then.
fn random_position<G: Game>(game: &G, seed: Seed, most: u32) -> Option<G::Position> {
    let mut rng = seed.rng();
    let mut position = game.start();
    for _ in 0..rng.random_range(0..=most) {
        let mv = game.random_move(&position, &mut rng)?;
        game.play(&mut position, mv);
    }
    matches!(game.turn(&position), Turn::Of(_)).then_some(position)
}

/// A judgement in a unit of its own, in which payoffs are amounts through this function and back.
#[derive(Clone, Copy, Debug)]
struct InUnit<M> {
    model: M,
    payoff: fn(f64) -> f64,
    amount: fn(f64) -> f64,
}

/// Amounts stand for their squares.
const fn squared<M>(model: M) -> InUnit<M> {
    InUnit {
        model,
        payoff: |value| value * value.abs(),
        amount: |payoff| payoff.signum() * payoff.abs().sqrt(),
    }
}

/// Amounts stand for ever more. Unlike those of squares, roots near zero are as exact as others.
const fn curved<M>(model: M) -> InUnit<M> {
    InUnit {
        model,
        payoff: f64::sinh,
        amount: f64::asinh,
    }
}

impl<G: Game, M: Model<G>> Model<G> for InUnit<M> {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        self.model.horizon(game, position)
    }

    fn end(&self, game: &G, position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        self.model.end(game, position, outcome)
    }

    fn odds(&self, game: &G, position: &G::Position, outcome: G::Move) -> Option<f64> {
        self.model.odds(game, position, outcome)
    }

    fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        ForFirst((self.payoff)(value.0))
    }

    fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        ForFirst((self.amount)(payoff.0))
    }

    fn fingerprint(&self, game: &G) -> Option<u64> {
        self.model.fingerprint(game)
    }
}

/// An evaluation that makes no sense, so that two of them disagree as much as can be: tenths, the same
/// for the same position, and less than a win.
#[derive(Clone, Copy, Debug)]
struct Whim(u64);

impl<G: Game> Model<G> for Whim {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        let drawn = spread(game.key(position) ^ spread(self.0)) % 11;
        Some(ForFirst((drawn as f64 - 5.0) / 10.0))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn decisive(&self) -> bool {
        true
    }
}
