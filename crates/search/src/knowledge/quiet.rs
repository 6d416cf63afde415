//! Quiescence for any search: a model that goes on through an exchange before it judges.

use std::sync::atomic::{AtomicU64, Ordering};

use shido_core::{ForFirst, ForMover, Game, Guide, Outcome, Seat, Turn, sort_short};

use crate::{Bound, Known, Model, Window, fingerprint};

/// A model that does not judge in the middle of an exchange: at the horizon it goes on through noisy
/// moves, and judges where none is better than doing nothing.
///
/// This is the quiescence search of [`Pvs`](crate::Pvs) for searches that know nothing of it. A game
/// without noisy moves is judged as before. It is an alpha-beta search that starts with the window of
/// the search that asks. Searches that model the opponent come to the same positions over and over, so
/// what was found is remembered.
#[derive(Debug)]
pub struct Quiet<M> {
    model: M,
    memory: Memory,
}

/// What begins the fingerprint of this model.
const FINGERPRINT: u64 = 0x0071_7569_6574;

/// An exchange that takes longer is judged where it is.
const LONGEST: u32 = 16;

impl<M> Quiet<M> {
    /// The model with patience. It is for one game: positions are told apart by their keys alone.
    pub fn new(model: M) -> Quiet<M> {
        Quiet {
            model,
            memory: Memory::new(),
        }
    }

    /// The value of a position if it lies inside the window, else a bound on the same side of the
    /// window; with so many plies left for exchanges.
    fn settle<G: Guide>(
        &self,
        game: &G,
        position: &G::Position,
        mover: Seat,
        window: Window,
        left: u32,
    ) -> Option<ForFirst<f64>>
    where
        M: Model<G>,
    {
        let (mut alpha, beta) = window.seen_by(mover);
        let at_ease = game.at_ease(position);
        let mut best = ForMover(f64::NEG_INFINITY);
        if at_ease || left == 0 {
            let value = self.model.horizon(game, position)?;
            best = value.seen_by(mover);
            if best >= beta || left == 0 {
                return Some(value);
            }
        }
        for mv in promising(game, position, at_ease) {
            if best > alpha {
                alpha = best;
            }
            let next = game.after(position, mv);
            let value = match game.turn(&next) {
                Turn::Over(outcome) => self.model.end(game, &next, outcome),
                Turn::Chance => self.model.horizon(game, &next)?,
                Turn::Of(seat) => {
                    let window = Window::of(mover, alpha, beta);
                    self.settle(game, &next, seat, window, left - 1)?
                }
            };
            let value = value.seen_by(mover);
            if value > best {
                best = value;
                if best >= beta {
                    break;
                }
            }
        }
        Some(best.for_first(mover))
    }
}

/// The values of positions, by their keys.
///
/// Two words for each, of which the first is the key combined with the second: what two threads
/// wrote one word of each is not found. The lowest bits of the key follow from its place, so that
/// there is room to say what the value is to the first player.
#[derive(Debug)]
struct Memory(Box<[[AtomicU64; 2]]>);

const PLACES: u64 = 1 << 17;

const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::AtLeast, Bound::AtMost];

impl Memory {
    fn new() -> Memory {
        Memory(bytemuck::zeroed_slice_box(PLACES as usize))
    }

    fn place(&self, key: u64) -> &[AtomicU64; 2] {
        &self.0[(key % PLACES) as usize]
    }

    /// The value, or a bound that lies outside the window.
    fn recall(&self, key: u64, window: Window) -> Option<ForFirst<f64>> {
        let [check, value] = self
            .place(key)
            .each_ref()
            .map(|word| word.load(Ordering::Relaxed));
        let word = check ^ value;
        let known = check != 0 && word / PLACES == key / PLACES;
        let bound = BOUNDS.get((word % PLACES) as usize).filter(|_| known)?;
        let value = ForFirst(f64::from_bits(value));
        let settled = match bound {
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
            _ => true,
        };
        settled.then_some(value)
    }

    /// Keeps a value that was found with this window.
    fn remember(&self, key: u64, value: ForFirst<f64>, window: Window) {
        let bound = window.bound(value).0;
        let number = BOUNDS.iter().position(|&it| it == bound);
        let rest = number.expect("what a window gives is one of these") as u64;
        let [check, kept] = self.place(key);
        let value = value.0.to_bits();
        check.store((key - key % PLACES + rest) ^ value, Ordering::Relaxed);
        kept.store(value, Ordering::Relaxed);
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
    sort_short(&mut moves, |(promise, _)| std::cmp::Reverse(*promise));
    moves.into_iter().map(|(_, mv)| mv).collect()
}

impl<G: Guide, M: Model<G>> Model<G> for Quiet<M> {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        self.horizon_within(game, position, Window::FULL)
    }

    fn horizon_within(
        &self,
        game: &G,
        position: &G::Position,
        window: Window,
    ) -> Option<ForFirst<f64>> {
        let Turn::Of(mover) = game.turn(position) else {
            return self.model.horizon(game, position);
        };
        let key = game.key(position);
        if let Some(value) = self.memory.recall(key, window) {
            return Some(value);
        }
        let value = self.settle(game, position, mover, window, LONGEST)?;
        self.memory.remember(key, value, window);
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

    fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        self.model.payoff(value)
    }

    fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        self.model.amount(payoff)
    }

    fn fingerprint(&self, game: &G) -> Option<u64> {
        let inner = self.model.fingerprint(game)?;
        Some(fingerprint([FINGERPRINT, inner]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_remembered_is_recalled_and_nothing_else() {
        let memory = Memory::new();
        let window = |alpha, beta| Window {
            alpha: ForFirst(alpha),
            beta: ForFirst(beta),
        };
        assert_eq!(memory.recall(7, Window::FULL), None);
        memory.remember(7, ForFirst(-1.25), Window::FULL);
        assert_eq!(memory.recall(7, Window::FULL), Some(ForFirst(-1.25)));
        // In the same place.
        let other = 7 + PLACES;
        assert_eq!(memory.recall(other, Window::FULL), None);
        memory.remember(other, ForFirst(0.0), window(-1.0, 1.0));
        assert_eq!(memory.recall(other, Window::FULL), Some(ForFirst(0.0)));
        assert_eq!(memory.recall(7, Window::FULL), None);
        // A value outside the window it was found with is a bound, and says nothing inside others.
        memory.remember(7, ForFirst(3.0), window(0.0, 2.0));
        assert_eq!(memory.recall(7, window(0.0, 2.5)), Some(ForFirst(3.0)));
        assert_eq!(memory.recall(7, window(0.0, 4.0)), None);
        memory.remember(7, ForFirst(-3.0), window(0.0, 2.0));
        assert_eq!(memory.recall(7, window(-1.0, 2.0)), Some(ForFirst(-3.0)));
        assert_eq!(memory.recall(7, Window::FULL), None);
    }
}
