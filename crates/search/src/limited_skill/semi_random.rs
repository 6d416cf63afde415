//! The semi-random player, which sees a few plies ahead and otherwise moves at random.

use shido_core::{Game, Turn};

use crate::question::limits::Counter;
use crate::{Forced, Foreseeing, Limits, SearchError};

/// The semi-random player `P_i` of Kajihara, Sakuta, Iida, Uiterwijk and van den Herik ("A
/// Speculative Play against Semi-Random Self-Play", Definition 1), who looks `i` plies ahead and
/// draws lots among the moves that are left.
///
/// Their R1 (take a winning move) and R2 (drop the losing ones; if nothing is left, take any) are
/// applied for `d` = 1, 2, ... up to `i`: if some move wins by force within `d` plies, it is one of
/// those; otherwise the moves that lose by force within `d` plies are dropped, unless none would be
/// left, in which case it is one of those left before. That reading gives the numbers that they
/// print; one application with `d` = `i` does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SemiRandom {
    /// How many plies it looks ahead. With none it plays at random.
    pub depth: u32,
}

impl SemiRandom {
    /// The moves among which it draws with equal odds, in the order of the game; none where the
    /// contest is over. A depth among the limits says nothing here.
    ///
    /// # Errors
    /// Where chance moves within its depth, or a limit is reached.
    pub fn moves<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        ahead: &mut Foreseeing<G>,
        limits: Limits<'_>,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>> {
        self.considered(game, position, ahead, &mut Counter::new(limits))
    }

    /// [`moves`](SemiRandom::moves) as a part of a larger search.
    ///
    /// Going through `d` = 1, 2, ... comes to three cases. If the position is won in `k` plies, no
    /// move wins sooner, and those that win in `k` are played. If it is lost in `k`, all moves are
    /// dropped at `k`, so what is left are those that do not lose sooner: the longest resistance. Else
    /// the moves that lose within the depth are dropped, and others are left.
    pub(crate) fn considered<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        ahead: &mut Foreseeing<G>,
        counter: &mut Counter<'_>,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>> {
        let mover = match game.turn(position) {
            Turn::Of(mover) => mover,
            Turn::Chance => return Err(SearchError::Chance { line: Vec::new() }),
            Turn::Over(_) => return Ok(Vec::new()),
        };
        let moves = game.moves(position);
        if self.depth == 0 {
            return Ok(moves);
        }
        // A move is left if it is as wanted that this side wins within so many plies after it.
        let (seat, after, wanted) =
            match ahead.forced_within(game, position, self.depth, counter)? {
                Some(Forced { winner, plies }) if winner == mover => (winner, plies - 1, true),
                Some(Forced { plies: 1, .. }) => return Ok(moves),
                Some(Forced { winner, plies }) => (winner, plies - 2, false),
                None => (mover.other(), self.depth - 1, false),
            };
        let mut left = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = game.after(position, mv);
            if ahead.wins(game, &next, seat, after, counter)? == wanted {
                left.push(mv);
            }
        }
        Ok(left)
    }
}
