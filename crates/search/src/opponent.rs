use shido_core::{ForFirst, Game, Turn};

use crate::observe::Window;
use crate::probe::Probe;
use crate::speculation::drop_between;
use crate::walk::{Reach, Walk, best_for};
use crate::{Limits, Model, SearchError};

/// What is supposed about how someone plays: what he would play in a position, with which
/// probabilities, and what value he believes each move has.
pub trait OpponentModel<G: Game> {
    /// The legal moves of a position in which he is to move, in the order of the game. Their
    /// probabilities add up to one.
    ///
    /// # Errors
    /// Where his evaluation does not know what it is asked.
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>>;
}

macro_rules! opponent_behind_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: Game, O: OpponentModel<G> + ?Sized> OpponentModel<G> for $pointer {
            fn consider(
                &self,
                game: &G,
                position: &G::Position,
            ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
                (**self).consider(game, position)
            }
        }
    )*};
}

opponent_behind_a_pointer!(&O, Box<O>, std::sync::Arc<O>);

/// A move in the mind of an opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Considered<M> {
    /// The move.
    pub mv: M,
    /// What he believes it is worth; `None` where he has no opinion.
    pub believed: Option<ForFirst<f64>>,
    /// How likely he is to play it.
    pub probability: f64,
}

/// An evaluation with a look-ahead: he plays what a minimax of this depth, rooted at his own node,
/// finds best by his evaluation. Of several best moves he plays each as often as the others.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Judged, LookAhead, OpponentModel};
///
/// // The min player takes the first leaf for -1, which is worth 4.
/// let tree = Tree::parse("(min 4|-1 3|0 2|-1)").unwrap();
/// let opponent = LookAhead { model: Judged(Seat::Second), depth: None };
/// let considered = opponent.consider(&tree, &tree.start())?;
/// let odds: Vec<f64> = considered.iter().map(|it| it.probability).collect();
/// assert_eq!(odds, [0.5, 0.0, 0.5]);
/// assert_eq!(considered[0].believed.map(|value| value.0), Some(-1.0));
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LookAhead<M> {
    /// His evaluation.
    pub model: M,
    /// How many plies he looks ahead. Without a depth he looks as far as whoever models him: a
    /// search to its own horizon, otherwise to the end of every line. With none at all he has no
    /// preferences.
    pub depth: Option<u32>,
}

impl<M> LookAhead<M> {
    /// How far he looks from a node of his in a search that has this reach there.
    pub(crate) fn reach(&self, ours: Reach) -> Reach {
        match self.depth {
            Some(depth) => Reach::of(Some(depth)),
            None => ours,
        }
    }

    /// The same with his evaluation borrowed.
    pub(crate) fn by_reference(&self) -> LookAhead<&M> {
        LookAhead {
            model: &self.model,
            depth: self.depth,
        }
    }

    /// His values of the moves, in their order; none for someone who does not look.
    fn values<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<Vec<ForFirst<f64>>, SearchError<G::Move>>
    where
        M: Model<G>,
    {
        let reach = Reach::of(self.depth);
        if reach.is_over() {
            return Ok(Vec::new());
        }
        let mut walk = Walk::new(Limits::default());
        let mut probe = Probe::new(game, &self.model);
        let value = |&mv| {
            let next = game.after(position, mv);
            walk.below(mv, |walk| {
                probe.value(walk, &next, Window::FULL, reach.further())
            })
        };
        moves.iter().map(value).collect()
    }

    /// The moves with probabilities in the ratio of their weights, which depend on how much worse
    /// than the best they are in his eyes. To someone who does not look, none is worse.
    fn weigh<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        weight: impl Fn(f64) -> f64,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>>
    where
        M: Model<G>,
    {
        let Turn::Of(mover) = game.turn(position) else {
            return Ok(Vec::new());
        };
        let moves = game.moves(position);
        let values = self.values(game, position, &moves)?;
        let best = best_for(mover, values.iter().copied());
        let weights: Vec<f64> = (0..moves.len())
            .map(|index| {
                values
                    .get(index)
                    .map_or(0.0, |&it| drop_between(best, it, mover))
            })
            .map(weight)
            .collect();
        let total: f64 = weights.iter().sum();
        let considered = moves.into_iter().enumerate().map(|(index, mv)| Considered {
            mv,
            believed: values.get(index).copied(),
            probability: weights[index] / total,
        });
        Ok(considered.collect())
    }
}

impl<G: Game, M: Model<G>> OpponentModel<G> for LookAhead<M> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        self.weigh(game, position, |drop| if drop == 0.0 { 1.0 } else { 0.0 })
    }
}

/// Plays a move with a probability proportional to `exp(value / temperature)`, the value being what a
/// look-ahead makes of it: the hotter, the more careless.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoftMax<M> {
    /// How he values moves.
    pub look_ahead: LookAhead<M>,
    /// The difference in value at which he plays the better move *e* times as often; at zero he
    /// plays one of the best.
    pub temperature: f64,
}

impl<G: Game, M: Model<G>> OpponentModel<G> for SoftMax<M> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        // Taken relative to the best, no exponential overflows.
        self.look_ahead.weigh(game, position, |drop| match drop {
            0.0 => 1.0,
            _ => (-drop / self.temperature).exp(),
        })
    }
}

/// Plays as another would, except that now and then he plays any legal move, each as likely as the
/// others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Erring<O> {
    /// How often, from 0 to 1.
    pub noise: f64,
    /// How he plays otherwise.
    pub inner: O,
}

impl<G: Game, O: OpponentModel<G>> OpponentModel<G> for Erring<O> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        let mut considered = self.inner.consider(game, position)?;
        let any = self.noise / considered.len() as f64;
        for one in &mut considered {
            one.probability = any + (1.0 - self.noise) * one.probability;
        }
        Ok(considered)
    }
}

/// One of several opponents, nobody knows which, with these weights. What it believes is what they
/// believe on average, where all of them have an opinion.
///
/// It is drawn anew at each node: somebody who plays sometimes like this and sometimes like that.
/// Types that stay what they are belong to [`PromSearch`](crate::PromSearch), which treats them
/// likewise, since a search that does not watch its opponent learns nothing of his type.
pub struct Mixture<G: Game>(pub Vec<(f64, Box<dyn OpponentModel<G> + Send + Sync>)>);

impl<G: Game> OpponentModel<G> for Mixture<G> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        let total: f64 = self.0.iter().map(|(weight, _)| weight).sum();
        let moves = game.moves(position).into_iter();
        let mut mixed: Vec<Considered<G::Move>> = moves
            .map(|mv| Considered {
                mv,
                believed: Some(ForFirst(0.0)),
                probability: 0.0,
            })
            .collect();
        for (weight, opponent) in &self.0 {
            let share = weight / total;
            for (mixed, part) in mixed.iter_mut().zip(opponent.consider(game, position)?) {
                mixed.probability += share * part.probability;
                mixed.believed = mixed
                    .believed
                    .zip(part.believed)
                    .map(|(sum, value)| ForFirst(sum.0 + share * value.0));
            }
        }
        Ok(mixed)
    }
}

/// Someone of whom nothing is known but how often he plays what: a function from positions to moves
/// and their probabilities. What it leaves out is never played.
#[derive(Clone, Copy, Debug)]
pub struct Distributed<F>(pub F);

impl<G: Game, F> OpponentModel<G> for Distributed<F>
where
    F: Fn(&G, &G::Position) -> Vec<(G::Move, f64)>,
{
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        let odds = (self.0)(game, position);
        let probability = |mv| {
            let of_move = odds.iter().filter(|(other, _)| *other == mv);
            of_move.map(|(_, probability)| probability).sum()
        };
        let moves = game.moves(position).into_iter();
        Ok(moves
            .map(|mv| Considered {
                mv,
                believed: None,
                probability: probability(mv),
            })
            .collect())
    }
}
