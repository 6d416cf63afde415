//! A player that always makes the worst move.

use shido_core::{Game, Solved, Turn, Verdict};

use crate::perfect::unsolved;
use crate::player::uniform;
use crate::{Oracle, PlayerError, Policy};

/// A player that gives away as much as it can.
///
/// Epstein (1994, section 5) proposes it as a trainer: one that always makes the worst move there is.
/// Moves are judged by what perfect play after them leads to. A loss is preferred to a draw and a draw to
/// a win; of several losses it takes the quickest, of several wins the slowest; equally bad moves are
/// equally likely.
///
/// Where positions can recur it may happen that nobody is able to lose quickly: then it does what it
/// can.
#[derive(Clone, Copy, Debug)]
pub struct WorstMove<O>(pub O);

impl<O> WorstMove<O> {
    /// What perfect play leads to, with the distance wherever there is one to count.
    fn solved<G: Game>(&self, game: &G, position: &G::Position) -> Result<Solved, PlayerError>
    where
        O: Oracle<G>,
    {
        let solved = match game.turn(position) {
            Turn::Over(outcome) => {
                return Ok(Solved {
                    value: outcome.verdict(),
                    distance: Some(0),
                });
            }
            Turn::Of(_) => self.0.solved(game, position),
            Turn::Chance => None,
        };
        match solved {
            None => Err(unsolved::<G>(position)),
            Some(solved) if solved.value.0 != Verdict::Draw && solved.distance.is_none() => {
                Err(PlayerError::Unmeasured {
                    position: format!("{position:?}"),
                })
            }
            Some(solved) => Ok(solved),
        }
    }
}

impl<G: Game, O: Oracle<G>> Policy<G> for WorstMove<O> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let mover = match game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Over(_) => return Err(PlayerError::Over),
            Turn::Chance => return Err(unsolved::<G>(position)),
        };
        let mut worst = None;
        let mut moves = Vec::new();
        for mv in game.moves(position) {
            let liked = self
                .solved(game, &game.after(position, mv))?
                .preference(mover);
            if worst.is_none_or(|known| liked < known) {
                worst = Some(liked);
                moves.clear();
            }
            if worst == Some(liked) {
                moves.push(mv);
            }
        }
        Ok(uniform(&moves))
    }
}
