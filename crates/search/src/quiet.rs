use std::sync::atomic::{AtomicU64, Ordering};

use shido_core::{ForFirst, ForMover, Game, Guide, Outcome, Seat, Turn};

use crate::{Bound, Known, Model, Window};

/// A model that does not judge in the middle of an exchange: at the horizon it goes on through noisy
/// moves, and judges where none is better than doing nothing.
///
/// This is the quiescence search of [`Pvs`](crate::Pvs) for searches that know nothing of it. A game
/// without noisy moves is judged as before. It is an alpha-beta search that starts with the window of
/// whoever asks, and searches that model the opponent come to the same positions over and over, so
/// what was found is remembered.
#[derive(Debug)]
pub struct Quiet<M> {
    model: M,
    memory: Memory,
}

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

    /// What a position is worth if its exchanges may take so many plies more.
    fn settle<G: Guide>(
        &self,
        game: &G,
        position: &G::Position,
        mover: Seat,
        window: Window,
        left: u32,
    ) -> Option<Settled>
    where
        M: Model<G>,
    {
        let key = game.key(position);
        if let Some(known) = self.memory.recall(key)
            && known.serves(window, left)
        {
            return Some(known);
        }
        let found = self.exchange(game, position, mover, window, left)?;
        self.memory.remember(key, found);
        Some(found)
    }

    fn exchange<G: Guide>(
        &self,
        game: &G,
        position: &G::Position,
        mover: Seat,
        window: Window,
        left: u32,
    ) -> Option<Settled>
    where
        M: Model<G>,
    {
        let (mut alpha, beta) = window.seen_by(mover);
        let at_ease = game.at_ease(position);
        let mut best = ForMover(f64::NEG_INFINITY);
        let mut longest = 0;
        let mut whole = left > 0;
        if at_ease || left == 0 {
            best = self.model.horizon(game, position)?.seen_by(mover);
        }
        if best < beta && left > 0 {
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
                        let found = self.settle(game, &next, seat, window, left - 1)?;
                        longest = longest.max(found.plies);
                        whole &= found.whole;
                        found.value
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
            longest += 1;
        }
        let value = best.for_first(mover);
        Some(Settled {
            value,
            bound: window.bound(value).0,
            plies: longest,
            whole,
        })
    }
}

/// What was found of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Settled {
    value: ForFirst<f64>,
    /// What the value is to the first player.
    bound: Bound,
    /// How many plies the longest exchange took that was looked at.
    plies: u32,
    /// Whether no exchange was broken off, so that with more plies the same would have been found.
    whole: bool,
}

impl Settled {
    /// Whether it says enough to someone who asks with this window and has so many plies left.
    fn serves(self, window: Window, left: u32) -> bool {
        let as_long = self.plies == left || self.whole && self.plies < left;
        as_long
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => self.value >= window.beta,
                Bound::AtMost => self.value <= window.alpha,
                Bound::Estimate => false,
            }
    }
}

/// What was found, by the key of the position.
///
/// Two words for each, of which the first is the key combined with the second: what two threads
/// wrote one word of each is not found. The lowest bits of a key are known from its place, and what
/// goes with a value is kept in them.
#[derive(Debug)]
struct Memory(Box<[[AtomicU64; 2]]>);

const PLACES: u64 = 1 << 18;

impl Memory {
    fn new() -> Memory {
        let nothing = || [AtomicU64::new(0), AtomicU64::new(0)];
        Memory((0..PLACES).map(|_| nothing()).collect())
    }

    fn place(&self, key: u64) -> &[AtomicU64; 2] {
        &self.0[(key % PLACES) as usize]
    }

    fn recall(&self, key: u64) -> Option<Settled> {
        let [check, value] = self
            .place(key)
            .each_ref()
            .map(|word| word.load(Ordering::Relaxed));
        let word = check ^ value;
        if word / PLACES != key / PLACES || check == 0 {
            return None;
        }
        let rest = word % PLACES;
        Some(Settled {
            value: ForFirst(f64::from_bits(value)),
            bound: match rest & 3 {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                2 => Bound::AtMost,
                _ => Bound::Estimate,
            },
            whole: rest & 4 != 0,
            plies: (rest >> 3) as u32,
        })
    }

    fn remember(&self, key: u64, found: Settled) {
        let [check, kept] = self.place(key);
        let bound = match found.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
            Bound::Estimate => 3,
        };
        let rest = bound | u64::from(found.whole) << 2 | u64::from(found.plies) << 3;
        let value = found.value.0.to_bits();
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
    moves.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
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
        match game.turn(position) {
            Turn::Of(mover) => {
                let found = self.settle(game, position, mover, window, LONGEST)?;
                Some(found.value)
            }
            _ => self.model.horizon(game, position),
        }
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

