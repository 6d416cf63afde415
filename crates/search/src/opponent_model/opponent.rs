//! Models of how someone plays: look-ahead, soft-max, errors, mixtures, any distribution.

use std::sync::Arc;

use shido_core::{ForFirst, Game, Seat, Turn};

use crate::opponent_model::probe::Probe;
use crate::opponent_model::speculation::drop_between;
use crate::opponent_model::walk::{Reach, Walk, best_for};
use crate::question::observe::Window;
use crate::{Model, SearchError};

/// What is supposed about how someone plays: what they would play in a position, with which
/// probabilities, what they believe each move is worth, and what they notice.
///
/// A search that asks tells how far it looks itself from that position, for models that look as far
/// as the search does, and hands its [`Walk`] over, so that its limits hold for what the model does.
pub trait OpponentModel<G: Game> {
    /// The legal moves of a position in which they are to move, in the order of the game. Their
    /// probabilities add up to one.
    ///
    /// # Errors
    /// Where a limit is reached, or the model does not know what it is asked.
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>>;

    /// What each legal move of a position in which the *other* side is to move loses in their eyes,
    /// in the order of the game: by how much the position after it falls short of the best, as they
    /// judge it and as far as they look from there. On average, where it depends on who they are.
    /// `None` where nothing is known of what they see.
    ///
    /// # Errors
    /// As for [`consider`](OpponentModel::consider).
    fn visible_losses(
        &self,
        _game: &G,
        _position: &G::Position,
        _reach: Reach,
        _walk: &mut Walk<'_, G::Move>,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
        Ok(None)
    }

    /// Which look-ahead they play the best of, if they do. A search finds that by probes instead of
    /// asking, and settles ties by its own rule.
    fn look_ahead(&self) -> Option<LookAhead<&dyn Model<G>>> {
        None
    }
}

/// A model of any kind that threads can share.
pub type SharedOpponent<G> = Arc<dyn OpponentModel<G> + Send + Sync>;

macro_rules! opponent_behind_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<G: Game, O: OpponentModel<G> + ?Sized> OpponentModel<G> for $pointer {
            fn consider(
                &self,
                game: &G,
                position: &G::Position,
                reach: Reach,
                walk: &mut Walk<'_, G::Move>,
            ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
                (**self).consider(game, position, reach, walk)
            }

            fn visible_losses(
                &self,
                game: &G,
                position: &G::Position,
                reach: Reach,
                walk: &mut Walk<'_, G::Move>,
            ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
                (**self).visible_losses(game, position, reach, walk)
            }

            fn look_ahead(&self) -> Option<LookAhead<&dyn Model<G>>> {
                (**self).look_ahead()
            }
        }
    )*};
}

opponent_behind_a_pointer!(&O, Box<O>, Arc<O>);

/// A move in the mind of an opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Considered<M> {
    /// The move.
    pub mv: M,
    /// The [payoff](Model::payoff) that they expect of it; `None` where they have no opinion.
    pub believed: Option<ForFirst<f64>>,
    /// How likely they are to play it.
    pub probability: f64,
}

/// An evaluation with a look-ahead: they play what a minimax of this depth, rooted at their own node,
/// finds best by their evaluation. Of several best moves a search supposes what its rule on
/// [ties](crate::Ties) says; by itself the model plays each as often as the others.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Judged, Limits, LookAhead, OpponentModel, Reach, Walk};
///
/// // The min player takes the first leaf for -1, which is worth 4.
/// let tree = Tree::parse("(min 4|-1 3|0 2|-1)").unwrap();
/// let opponent = LookAhead { model: Judged(Seat::Second), depth: None };
/// let mut walk = Walk::new(Limits::default());
/// let considered = opponent.consider(&tree, &tree.start(), Reach::of(None), &mut walk)?;
/// let odds: Vec<f64> = considered.iter().map(|it| it.probability).collect();
/// assert_eq!(odds, [0.5, 0.0, 0.5]);
/// assert_eq!(considered[0].believed.map(|value| value.0), Some(-1.0));
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LookAhead<M> {
    /// Their evaluation.
    pub model: M,
    /// How many plies they look ahead. Without a depth they look as far as the search. With none at
    /// all they have no preferences and see no difference between moves.
    pub depth: Option<u32>,
}

impl<M> LookAhead<M> {
    /// How far they look from a node of theirs in a search that has this reach there.
    pub(crate) fn reach(&self, ours: Reach) -> Reach {
        match self.depth {
            Some(depth) => Reach::of(Some(depth)),
            None => ours,
        }
    }

    /// Their values of the positions after the moves, looking so far from there.
    fn values<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<ForFirst<f64>>, SearchError<G::Move>>
    where
        M: Model<G>,
    {
        let mut probe = Probe::new(game, &self.model);
        let value = |&mv| {
            let next = game.after(position, mv);
            walk.below(mv, |walk| probe.value(walk, &next, Window::FULL, reach))
        };
        moves.iter().map(value).collect()
    }

    /// The moves with probabilities in the ratio of their weights, which depend on how much worse
    /// than the best they are in their eyes. To someone who does not look, none is worse.
    fn weigh<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
        weight: impl Fn(f64) -> f64,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>>
    where
        M: Model<G>,
    {
        let Turn::Of(mover) = game.turn(position) else {
            return Ok(Vec::new());
        };
        let moves = game.moves(position);
        let reach = self.reach(reach);
        let values = match reach.is_over() {
            true => None,
            false => Some(self.values(game, position, &moves, reach.further(), walk)?),
        };
        let drops = match &values {
            Some(values) => drops(mover, values),
            None => vec![0.0; moves.len()],
        };
        let weights: Vec<f64> = drops.into_iter().map(weight).collect();
        let total: f64 = weights.iter().sum();
        let considered = moves.into_iter().enumerate().map(|(index, mv)| Considered {
            mv,
            believed: (values.as_ref()).map(|values| self.model.payoff(values[index])),
            probability: weights[index] / total,
        });
        Ok(considered.collect())
    }

    /// What the moves of the other side lose in their eyes.
    fn seen<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>>
    where
        M: Model<G>,
    {
        let Turn::Of(mover) = game.turn(position) else {
            return Ok(None);
        };
        let moves = game.moves(position);
        if self.depth == Some(0) {
            return Ok(Some(vec![0.0; moves.len()]));
        }
        let reach = self.reach(reach.further());
        let values = self.values(game, position, &moves, reach, walk)?;
        Ok(Some(drops(mover, &values)))
    }
}

/// By how much each of the values falls short of the best for this side.
pub(crate) fn drops(mover: Seat, values: &[ForFirst<f64>]) -> Vec<f64> {
    let best = best_for(mover, values.iter().copied());
    let drop = |&value| drop_between(best, value, mover);
    values.iter().map(drop).collect()
}

impl<G: Game, M: Model<G>> OpponentModel<G> for LookAhead<M> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        self.weigh(game, position, reach, walk, |drop| match drop {
            0.0 => 1.0,
            _ => 0.0,
        })
    }

    fn visible_losses(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
        self.seen(game, position, reach, walk)
    }

    fn look_ahead(&self) -> Option<LookAhead<&dyn Model<G>>> {
        Some(LookAhead {
            model: &self.model,
            depth: self.depth,
        })
    }
}

/// Plays a move with a probability proportional to `exp(value / temperature)`, the value being what a
/// look-ahead makes of it: the hotter, the more careless. They see what the look-ahead sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoftMax<M> {
    /// How they value moves.
    pub look_ahead: LookAhead<M>,
    /// The difference in value, in units of their evaluation, at which they play the better move *e*
    /// times as often; at zero they play one of the best.
    pub temperature: f64,
}

impl<G: Game, M: Model<G>> OpponentModel<G> for SoftMax<M> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        // Taken relative to the best, no exponential overflows.
        let weight = |drop| match drop {
            0.0 => 1.0,
            _ => (-drop / self.temperature).exp(),
        };
        self.look_ahead.weigh(game, position, reach, walk, weight)
    }

    fn visible_losses(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
        self.look_ahead.seen(game, position, reach, walk)
    }
}

/// Plays as another would, except that now and then they play any legal move, each as likely as the
/// others. They see what the other sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Erring<O> {
    /// How often, from 0 to 1.
    pub noise: f64,
    /// How they play otherwise.
    pub inner: O,
}

impl<G: Game, O: OpponentModel<G>> OpponentModel<G> for Erring<O> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        let mut considered = self.inner.consider(game, position, reach, walk)?;
        let any = self.noise / considered.len() as f64;
        for one in &mut considered {
            one.probability = any + (1.0 - self.noise) * one.probability;
        }
        Ok(considered)
    }

    fn visible_losses(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
        self.inner.visible_losses(game, position, reach, walk)
    }
}

/// One of several opponents, nobody knows which, with these weights. What it believes is what they
/// believe on average, where all of them have an opinion. What it sees is what they see on average;
/// those about whom nothing is known see nothing.
///
/// It is drawn anew at each node: somebody who plays sometimes like this and sometimes like that.
/// Types that stay what they are belong to [`PromSearch`](crate::PromSearch), which treats them
/// likewise, since a search that does not watch its opponent learns nothing of their type.
///
/// ```
/// use std::sync::Arc;
/// use shido_core::{Game, Seat};
/// use shido_games::tree::Tree;
/// use shido_search::{
///     Distributed, Erring, Judged, LookAhead, Mixture, SharedOpponent, SoftMax,
/// };
///
/// let look_ahead = LookAhead { model: Judged(Seat::Second), depth: Some(2) };
/// let careless = Arc::new(SoftMax { look_ahead, temperature: 0.5 });
/// let clumsy = Arc::new(Erring { noise: 0.1, inner: look_ahead });
/// let first = Distributed(|tree: &Tree, position: &_| match tree.moves(position).first() {
///     Some(&mv) => Ok(vec![(mv, 1.0)]),
///     None => Err("there is no move".to_owned()),
/// });
/// let student: SharedOpponent<Tree> =
///     Arc::new(Mixture(vec![(0.5, careless), (0.3, clumsy), (0.2, Arc::new(first))]));
/// ```
pub struct Mixture<G: Game>(pub Vec<(f64, SharedOpponent<G>)>);

impl<G: Game> Mixture<G> {
    /// The parts, with the share of each.
    fn parts(&self) -> impl Iterator<Item = (f64, &SharedOpponent<G>)> {
        let total: f64 = self.0.iter().map(|(weight, _)| weight).sum();
        (self.0.iter()).map(move |(weight, opponent)| (weight / total, opponent))
    }
}

impl<G: Game> OpponentModel<G> for Mixture<G> {
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        let moves = game.moves(position).into_iter();
        let mut mixed: Vec<Considered<G::Move>> = moves
            .map(|mv| Considered {
                mv,
                believed: Some(ForFirst(0.0)),
                probability: 0.0,
            })
            .collect();
        for (share, opponent) in self.parts() {
            let considered = opponent.consider(game, position, reach, walk)?;
            for (mixed, part) in mixed.iter_mut().zip(considered) {
                mixed.probability += share * part.probability;
                // Payoffs may be averaged.
                mixed.believed = mixed
                    .believed
                    .zip(part.believed)
                    .map(|(sum, value)| ForFirst(sum.0 + share * value.0));
            }
        }
        Ok(mixed)
    }

    fn visible_losses(
        &self,
        game: &G,
        position: &G::Position,
        reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
        let mut sum = None;
        for (share, opponent) in self.parts() {
            let seen = opponent.visible_losses(game, position, reach, walk)?;
            add_seen(&mut sum, share, seen);
        }
        Ok(sum)
    }
}

/// Adds what is seen with some probability to what is seen on average. An opponent about whom
/// nothing is known sees nothing.
pub(crate) fn add_seen(sum: &mut Option<Vec<f64>>, probability: f64, seen: Option<Vec<f64>>) {
    if let Some(seen) = seen {
        let sum = sum.get_or_insert_with(|| vec![0.0; seen.len()]);
        for (sum, loss) in sum.iter_mut().zip(seen) {
            *sum += probability * loss;
        }
    }
}

/// An opponent about whom only the odds of their moves are known: a function from positions to moves
/// and their probabilities, or to why it does not know. What it leaves out is never played.
#[derive(Clone, Copy, Debug)]
pub struct Distributed<F>(pub F);

impl<G: Game, F> OpponentModel<G> for Distributed<F>
where
    F: Fn(&G, &G::Position) -> Result<Vec<(G::Move, f64)>, String>,
{
    fn consider(
        &self,
        game: &G,
        position: &G::Position,
        _reach: Reach,
        walk: &mut Walk<'_, G::Move>,
    ) -> Result<Vec<Considered<G::Move>>, SearchError<G::Move>> {
        let odds = (self.0)(game, position).map_err(|why| SearchError::NoReplies {
            line: walk.path().to_vec(),
            why,
        })?;
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
