//! Random contests that keep their eyes.

use rand::RngExt;
use shido_core::{ForFirst, Rng, Seat};

use super::board::Board;
use super::chains::Chains;
use super::points::PointSet;
use super::{Go, Position};

/// Random contests from one position, as many as wanted.
///
/// A side places a stone on a point drawn from those that are legal and no [eye](Board::is_eye) of its
/// own, each as likely as another, and passes only where there is none. So a playout ends when both
/// sides have nothing left but eyes, and what is on the board then is alive: counting it needs no
/// judgement. A ko may not be taken back at once, but longer circles are not looked for; a playout that
/// has become longer than three times the points of the board is broken off and counted as it is.
///
/// ```
/// use shido_core::{Game, Seed};
/// use shido_games::go::{Go, Playouts};
///
/// let go = Go::new(9)?;
/// let playouts = Playouts::new(&go.start());
/// let end = playouts.run(&mut Seed(1).rng());
/// let [black, white] = end.areas();
/// assert_eq!(go.margin_of([black, white]).0, f64::from(black.len()) - f64::from(white.len()) - 7.5);
/// # Ok::<(), shido_games::go::GoError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playouts {
    start: Chains,
    size: u8,
    mover: Seat,
    over: bool,
}

/// How a playout ended.
#[derive(Clone, Debug)]
pub struct Playout {
    chains: Chains,
    size: u8,
    /// Whether it went on until both sides had nothing left but eyes.
    settled: bool,
    /// How many moves were made, passes included.
    pub plies: u32,
}

impl Playouts {
    /// Playouts from this position. A pass before it does not count, so that both sides have to pass;
    /// but a contest that is over stays as it is. If several points are forbidden to the side to move, playouts know
    /// of the first.
    #[must_use]
    pub fn new(position: &Position) -> Playouts {
        let ko = position.forbidden().iter().next();
        Playouts {
            start: Chains::new(position.board(), ko),
            size: position.board().size(),
            mover: position.mover(),
            over: position.passes() == 2,
        }
    }

    /// Plays a contest to its end.
    #[must_use]
    pub fn run(&self, rng: &mut Rng) -> Playout {
        let mut chains = self.start.clone();
        let mut mover = self.mover;
        let mut passes = 0;
        let mut plies = 0;
        let longest = 3 * u32::from(self.size) * u32::from(self.size);
        while !self.over && passes < 2 && plies < longest {
            match drawn(&mut chains, mover, rng) {
                Some(at) => {
                    chains.place(at, mover);
                    passes = 0;
                }
                None => {
                    chains.pass();
                    passes += 1;
                }
            }
            mover = mover.other();
            plies += 1;
        }
        Playout {
            chains,
            size: self.size,
            settled: passes == 2,
            plies,
        }
    }
}

/// A playable point, each as likely as another: what is drawn and cannot be played is put at the end of
/// the list, and the rest is drawn from.
#[inline]
fn drawn(chains: &mut Chains, mover: Seat, rng: &mut Rng) -> Option<usize> {
    let mut left = chains.empty_count();
    while left > 0 {
        let place = rng.random_range(0..left as u32) as usize;
        left -= 1;
        let at = chains.take_empty(place, left);
        if chains.is_playable(at, mover) {
            return Some(at);
        }
    }
    None
}

impl Playout {
    /// The stones that are left.
    #[must_use]
    pub fn board(&self) -> Board {
        self.chains.board(self.size)
    }

    /// What each side owns in the end.
    #[must_use]
    pub fn areas(&self) -> [PointSet; 2] {
        self.board().areas()
    }

    /// How many points Black has more than White, without the komi.
    #[must_use]
    pub fn lead(&self) -> ForFirst<i32> {
        if self.settled {
            return ForFirst(self.chains.lead(self.size));
        }
        let [black, white] = self.areas().map(|area| area.len() as i32);
        ForFirst(black - white)
    }
}

impl Go {
    /// Plays a contest from here with [moves that keep eyes](Playouts). For many from one position it is
    /// quicker to make [`Playouts`] once.
    #[must_use]
    pub fn playout(&self, position: &Position, rng: &mut Rng) -> Playout {
        Playouts::new(position).run(rng)
    }
}
