use std::sync::atomic::{AtomicU64, Ordering};

use shido_core::{ForFirst, ForMover, Game, Guide, Outcome, Seat, Turn};

use crate::{Known, Model};

/// A model that does not judge in the middle of an exchange: at the horizon it goes on through noisy
/// moves, and judges where none is better than doing nothing.
///
/// This is the quiescence search of [`Pvs`](crate::Pvs) for searches that know nothing of it. A game
/// without noisy moves is judged as before. Without the window of a search it is dear, and searches that
/// model the opponent come to the same positions over and over, so what was found is remembered.
#[derive(Debug)]
pub struct Quiet<M> {
    model: M,
    /// Values by the key of the position. Two words for each, of which the first is the key combined
    /// with the second: what two threads wrote one word of each is not found.
    remembered: Box<[[AtomicU64; 2]]>,
}

const REMEMBERED: usize = 1 << 17;

/// An exchange that takes longer is judged where it is.
const LONGEST: u32 = 16;

impl<M> Quiet<M> {
    /// The model with patience. It is for one game: positions are told apart by their keys alone.
    pub fn new(model: M) -> Quiet<M> {
        let nothing = || [AtomicU64::new(0), AtomicU64::new(0)];
        Quiet {
            model,
            remembered: (0..REMEMBERED).map(|_| nothing()).collect(),
        }
    }

    fn place(&self, key: u64) -> &[AtomicU64; 2] {
        &self.remembered[key as usize % REMEMBERED]
    }

    fn recall(&self, key: u64) -> Option<f64> {
        let [check, value] = self
            .place(key)
            .each_ref()
            .map(|word| word.load(Ordering::Relaxed));
        (check ^ value == key && check != 0).then(|| f64::from_bits(value))
    }

    fn remember(&self, key: u64, value: f64) {
        let [check, kept] = self.place(key);
        check.store(key ^ value.to_bits(), Ordering::Relaxed);
        kept.store(value.to_bits(), Ordering::Relaxed);
    }

    /// The value for the side to move, or a bound on it outside the window.
    fn quiesce<G: Guide>(
        &self,
        game: &G,
        position: &G::Position,
        mover: Seat,
        window: (ForMover<f64>, ForMover<f64>),
        left: u32,
    ) -> Option<ForMover<f64>>
    where
        M: Model<G>,
    {
        let (mut alpha, beta) = window;
        let at_ease = game.at_ease(position);
        let mut best = ForMover(f64::NEG_INFINITY);
        if at_ease || left == 0 {
            best = self.model.horizon(game, position)?.seen_by(mover);
            if best >= beta || left == 0 {
                return Some(best);
            }
            alpha = ForMover(alpha.0.max(best.0));
        }
        for mv in promising(game, position, at_ease) {
            let next = game.after(position, mv);
            let value = match game.turn(&next) {
                Turn::Over(outcome) => self.model.end(game, &next, outcome).seen_by(mover),
                Turn::Chance => self.model.horizon(game, &next)?.seen_by(mover),
                Turn::Of(seat) if seat == mover => {
                    self.quiesce(game, &next, seat, (alpha, beta), left - 1)?
                }
                Turn::Of(seat) => {
                    let window = (ForMover(-beta.0), ForMover(-alpha.0));
                    ForMover(-self.quiesce(game, &next, seat, window, left - 1)?.0)
                }
            };
            if value > best {
                best = value;
                alpha = ForMover(alpha.0.max(value.0));
                if value >= beta {
                    break;
                }
            }
        }
        Some(best)
    }
}

/// The moves to look at, the most promising first: noisy ones that promise no loss, or all where the
/// side to move is not at ease.
fn promising<G: Guide>(game: &G, position: &G::Position, at_ease: bool) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let mut push = |mv| {
        let promise = game.promise(position, mv);
        if promise >= 0 || !at_ease {
            moves.push((promise, mv));
        }
    };
    if at_ease {
        game.each_noisy(position, &mut push);
    } else {
        game.each_move(position, &mut push);
    }
    moves.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
    moves.into_iter().map(|(_, mv)| mv).collect()
}

impl<G: Guide, M: Model<G>> Model<G> for Quiet<M> {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        let Turn::Of(mover) = game.turn(position) else {
            return self.model.horizon(game, position);
        };
        let key = game.key(position);
        if let Some(value) = self.recall(key) {
            return Some(ForFirst(value));
        }
        let open = (ForMover(f64::NEG_INFINITY), ForMover(f64::INFINITY));
        let value = self.quiesce(game, position, mover, open, LONGEST)?;
        let value = value.for_first(mover);
        self.remember(key, value.0);
        Some(value)
    }

    fn end(&self, game: &G, position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        self.model.end(game, position, outcome)
    }

    fn odds(&self, game: &G, position: &G::Position, outcome: <G as Game>::Move) -> Option<f64> {
        self.model.odds(game, position, outcome)
    }

    fn known(&self, game: &G, position: &G::Position) -> Option<Known> {
        self.model.known(game, position)
    }

    fn symmetric(&self) -> bool {
        self.model.symmetric()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_remembered_is_recalled_and_nothing_else() {
        let quiet = Quiet::new(());
        assert_eq!(quiet.recall(7), None);
        quiet.remember(7, -1.25);
        assert_eq!(quiet.recall(7), Some(-1.25));
        // In the same place.
        let other = 7 + REMEMBERED as u64;
        assert_eq!(quiet.recall(other), None);
        quiet.remember(other, 0.0);
        assert_eq!(quiet.recall(other), Some(0.0));
        assert_eq!(quiet.recall(7), None);
    }
}
