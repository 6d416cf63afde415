//! What a search needs to know beyond the rules: what positions at the horizon and ends are worth, and
//! the odds of chance. Models that know little, and wrappers that add something to another model.

use std::sync::Arc;

use shido_core::{Chance, Evaluation, ForFirst, Game, Outcome, Seat, spread};

use crate::Window;

/// What a search needs to know beyond the rules. Values are finite.
///
/// Values are expected payoffs unless a model has a unit of its own, such as a pawn. Amounts of a unit
/// can be compared and subtracted. They cannot be averaged: only payoffs can. So a model says what
/// [payoff](Model::payoff) an amount stands for and back, and averages are taken over payoffs.
pub trait Model<G: Game> {
    /// The worth of a position at the depth limit, where the contest goes on; `None` if there is no
    /// saying.
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>>;

    /// The same for a search that wants to know it exactly only inside a window: else it may be a
    /// bound on the same side of the window. For models that look ahead and save work by it.
    fn horizon_within(
        &self,
        game: &G,
        position: &G::Position,
        _window: Window,
    ) -> Option<ForFirst<f64>> {
        self.horizon(game, position)
    }

    /// The worth of a position in which the contest is over.
    fn end(&self, _game: &G, _position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        outcome.payoff()
    }

    /// The probability of what chance may do in a position; `None` if there is no saying.
    fn odds(&self, game: &G, position: &G::Position, outcome: G::Move) -> Option<f64>;

    /// What a table says of a position that is not over: its exact value, so that no search need go
    /// on from there.
    fn known(&self, _game: &G, _position: &G::Position) -> Option<Known> {
        None
    }

    /// Whether every end is a win, worth 1, a draw or a loss, and every horizon less than a win and
    /// more than a loss by at least [`MARGIN`]. A search may then prefer near wins to far ones.
    fn decisive(&self) -> bool {
        false
    }

    /// Whether every position at the horizon is worth 0 and nothing is [known](Model::known) of any. A
    /// search need not look at positions to judge them then.
    fn flat(&self) -> bool {
        false
    }

    /// Whether positions that a symmetry of the game takes into each other are worth the same. A
    /// search may then look at only one of two moves that come to the same.
    fn symmetric(&self) -> bool {
        false
    }

    /// The expected payoff that a value stands for. It grows with the value.
    fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        value
    }

    /// The value that stands for an expected payoff: the inverse of [`payoff`](Model::payoff).
    fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        payoff
    }

    /// A number that tells judgements apart: two models with the same number judge every position of
    /// the game alike. `None` where there is no telling.
    fn fingerprint(&self, _game: &G) -> Option<u64> {
        None
    }
}

/// A [fingerprint](Model::fingerprint) from the numbers that a judgement is made of. The first should
/// tell what kind of model it is.
#[must_use]
pub fn fingerprint(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts
        .into_iter()
        .fold(0, |mixed, part| spread(mixed ^ spread(part)))
}

macro_rules! model_behind_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: Game, M: Model<G> + ?Sized> Model<G> for $pointer {
            fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
                (**self).horizon(game, position)
            }

            fn horizon_within(
                &self,
                game: &G,
                position: &G::Position,
                window: Window,
            ) -> Option<ForFirst<f64>> {
                (**self).horizon_within(game, position, window)
            }

            fn end(&self, game: &G, position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
                (**self).end(game, position, outcome)
            }

            fn odds(&self, game: &G, position: &G::Position, outcome: G::Move) -> Option<f64> {
                (**self).odds(game, position, outcome)
            }

            fn known(&self, game: &G, position: &G::Position) -> Option<Known> {
                (**self).known(game, position)
            }

            fn decisive(&self) -> bool {
                (**self).decisive()
            }

            fn flat(&self) -> bool {
                (**self).flat()
            }

            fn symmetric(&self) -> bool {
                (**self).symmetric()
            }

            fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
                (**self).payoff(value)
            }

            fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
                (**self).amount(payoff)
            }

            fn fingerprint(&self, game: &G) -> Option<u64> {
                (**self).fingerprint(game)
            }
        }
    )*};
}

model_behind_a_pointer!(&M, Box<M>, Arc<M>);

/// The exact value of a position, as a table has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The value with best play of both sides.
    pub value: ForFirst<f64>,
    /// How many plies it takes, where it is a win or loss and that is known.
    pub distance: Option<u32>,
}

/// How much less than a win is worth whatever is not one, by a [decisive](Model::decisive) model.
pub const MARGIN: f64 = 1e-6;

/// What begins the fingerprints of these models.
const RULES: u64 = 1;
const JUDGED: u64 = 2;
const BLANK: u64 = 3;
const WITH_ODDS: u64 = 4;

/// Knows the rules and nothing else: for games without chance that are searched to the end.
#[derive(Clone, Copy, Debug)]
pub struct Rules;

impl<G: Game> Model<G> for Rules {
    fn horizon(&self, _game: &G, _position: &G::Position) -> Option<ForFirst<f64>> {
        None
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn symmetric(&self) -> bool {
        true
    }

    fn fingerprint(&self, _game: &G) -> Option<u64> {
        Some(fingerprint([RULES]))
    }
}

/// Takes the odds and the evaluation of the game, as this side judges positions.
///
/// An end, too, is worth what it is worth in the eyes of the judge, if they have an opinion of it:
/// someone may misjudge a contest even when it is decided. Otherwise it is worth what it pays.
#[derive(Clone, Copy, Debug)]
pub struct Judged(pub Seat);

impl<G: Chance + Evaluation> Model<G> for Judged {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        game.evaluate(position, self.0)
    }

    fn end(&self, game: &G, position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        game.evaluate(position, self.0).unwrap_or(outcome.payoff())
    }

    fn odds(&self, game: &G, position: &G::Position, outcome: G::Move) -> Option<f64> {
        Some(game.probability(position, outcome))
    }

    fn fingerprint(&self, game: &G) -> Option<u64> {
        let judge = match game.sides_agree() {
            true => Seat::First,
            false => self.0,
        };
        Some(fingerprint([JUDGED, judge.index() as u64]))
    }
}

/// Knows the rules of a game of wins, draws and losses, and takes what is beyond the horizon for
/// drawn. For searches that look for forced wins, and for measuring a search without an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Blank;

impl<G: Game> Model<G> for Blank {
    fn horizon(&self, _game: &G, _position: &G::Position) -> Option<ForFirst<f64>> {
        Some(ForFirst(0.0))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn flat(&self) -> bool {
        true
    }

    fn decisive(&self) -> bool {
        true
    }

    fn symmetric(&self) -> bool {
        true
    }

    fn fingerprint(&self, _game: &G) -> Option<u64> {
        Some(fingerprint([BLANK]))
    }
}

/// Any model, with the odds of the game for its chance moves.
#[derive(Clone, Copy, Debug)]
pub struct WithOdds<M>(pub M);

impl<G: Chance, M: Model<G>> Model<G> for WithOdds<M> {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        self.0.horizon(game, position)
    }

    fn horizon_within(
        &self,
        game: &G,
        position: &G::Position,
        window: Window,
    ) -> Option<ForFirst<f64>> {
        self.0.horizon_within(game, position, window)
    }

    fn end(&self, game: &G, position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        self.0.end(game, position, outcome)
    }

    fn odds(&self, game: &G, position: &G::Position, outcome: G::Move) -> Option<f64> {
        Some(game.probability(position, outcome))
    }

    fn known(&self, game: &G, position: &G::Position) -> Option<Known> {
        self.0.known(game, position)
    }

    fn decisive(&self) -> bool {
        self.0.decisive()
    }

    fn symmetric(&self) -> bool {
        self.0.symmetric()
    }

    fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        self.0.payoff(value)
    }

    fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        self.0.amount(payoff)
    }

    fn fingerprint(&self, game: &G) -> Option<u64> {
        let inner = self.0.fingerprint(game)?;
        Some(fingerprint([WITH_ODDS, inner]))
    }
}
