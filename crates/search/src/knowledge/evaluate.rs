//! A closure as an evaluation.

use shido_core::{ForFirst, Game};

use crate::Model;

/// A function from positions to what they are worth to the first player, as a model: a win is worth 1
/// and a loss -1, and what goes on lies between them. Where chance moves,
/// [`WithOdds`](crate::WithOdds) adds the odds of the game.
///
/// ```
/// use shido_core::{ForFirst, Game};
/// use shido_games::coins::{Coins, LastCoin};
/// use shido_search::{Evaluate, Limits, minimax};
///
/// let game = Coins::new(4, 3, LastCoin::Wins).unwrap();
/// let choice = Evaluate(|game: &Coins, position: &_| ForFirst(game.count_moves(position) as f64 / 10.0));
/// let found = minimax(&game, &game.start(), &choice, Limits::depth(2))?;
/// // Whatever the first player leaves, the second takes it all.
/// assert_eq!(found.value, ForFirst(-1.0));
/// # Ok::<(), shido_search::SearchError<_>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Evaluate<F>(pub F);

impl<G: Game, F: Fn(&G, &G::Position) -> ForFirst<f64>> Model<G> for Evaluate<F> {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        Some((self.0)(game, position))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }
}
