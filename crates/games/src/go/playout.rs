//! Random contests that keep their eyes.

use rand::RngExt;
use shido_core::{ForFirst, Rng, Seat};

use super::board::Board;
use super::chains::{Chains, NOWHERE, cell};
use super::points::{Point, PointSet};
use super::{Go, Move, Position};

/// Random contests from one position, as many as wanted.
///
/// A side places a stone on a point drawn from those that are legal and no [eye](Board::is_eye) of its
/// own, each as likely as another, and passes only where there is none. So a playout ends when both
/// sides have nothing left but eyes, and what is on the board then is alive: counting it needs no
/// judgement. A ko may not be taken back at once, but longer circles are not looked for; a playout that
/// has become longer than three times the points of the board is broken off and counted as it is.
///
/// [Answering](Playouts::answering) playouts are slower and nearer to what people play.
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
    answering: bool,
    /// Where the stone before was placed.
    last: usize,
}

/// How often a stone that can be answered is.
const ANSWERED: f64 = 0.9;

/// How a playout ended.
#[derive(Clone, Debug)]
pub struct Playout {
    chains: Chains,
    size: u8,
    /// Whether both sides had nothing left but eyes, so that an empty point is whose its neighbours are.
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
        let mut playouts = Playouts::on(position.board(), position.mover(), position.forbidden());
        playouts.over = position.passes() == 2;
        playouts
    }

    /// Playouts from a board on which every chain has a liberty, with a side to move and where it may not
    /// place its first stone, of which playouts know the first point.
    #[must_use]
    pub fn on(board: &Board, mover: Seat, ban: PointSet) -> Playouts {
        Playouts {
            start: Chains::new(board, ban.iter().next()),
            size: board.size(),
            mover,
            over: false,
            answering: false,
            last: NOWHERE,
        }
    }

    /// The same, but a side answers the stone that the other has just placed: mostly, if that stone is in
    /// atari or put a chain in atari, it is captured or the chain saved, by a move that leaves it two
    /// liberties or captures what touches it. Otherwise the point is drawn as before, but no chain of
    /// more than six stones is brought into atari by its own side: so a seki stays.
    #[must_use]
    pub fn answering(self) -> Playouts {
        Playouts {
            answering: true,
            ..self
        }
    }

    /// The same after a move of the side to move, on a point that is empty and no suicide.
    #[must_use]
    pub fn after(&self, mv: Move) -> Playouts {
        let mut next = self.clone();
        next.mover = self.mover.other();
        match mv {
            Move::Place(point) => {
                next.last = cell(point);
                next.start.place(next.last, self.mover);
            }
            Move::Pass => {
                next.last = NOWHERE;
                next.start.pass();
            }
        }
        next
    }

    /// Plays a contest to its end.
    #[must_use]
    pub fn run(&self, rng: &mut Rng) -> Playout {
        let end = match self.answering {
            false => self.contest::<false>(rng, |_| true),
            true => self.contest::<true>(rng, |_| true),
        };
        end.expect("no capture ends it")
    }

    /// Plays a contest to its end, or only until one of these stones is captured; none is played where
    /// one is not there. What stands on the board in the end does not tell that: another stone may have
    /// been placed where one was captured.
    #[must_use]
    pub fn run_keeping(&self, stones: &[Point], rng: &mut Rng) -> Option<Playout> {
        let held = |point: &Point| Some((cell(*point), self.start.holder(cell(*point))?));
        let stones: Vec<(usize, Seat)> = stones.iter().map(held).collect::<Option<_>>()?;
        let kept = |chains: &Chains| stones.iter().all(|(at, seat)| chains.is_held(*at, *seat));
        match self.answering {
            false => self.contest::<false>(rng, kept),
            true => self.contest::<true>(rng, kept),
        }
    }

    /// A contest to its end, unless after a capture something is not kept.
    #[inline]
    fn contest<const ANSWERING: bool>(
        &self,
        rng: &mut Rng,
        kept: impl Fn(&Chains) -> bool,
    ) -> Option<Playout> {
        let mut chains = self.start.clone();
        let mut mover = self.mover;
        let mut last = self.last;
        let mut passes = 0;
        let mut plies = 0;
        let longest = 3 * u32::from(self.size) * u32::from(self.size);
        while !self.over && passes < 2 && plies < longest {
            let chosen = match ANSWERING {
                true => answered(&chains, last, mover, rng)
                    .or_else(|| drawn::<true>(&mut chains, mover, rng)),
                false => drawn::<false>(&mut chains, mover, rng),
            };
            match chosen {
                Some(at) => {
                    let before = chains.empty_count();
                    chains.place(at, mover);
                    if chains.empty_count() >= before && !kept(&chains) {
                        return None;
                    }
                    last = at;
                    passes = 0;
                }
                None => {
                    chains.pass();
                    last = NOWHERE;
                    passes += 1;
                }
            }
            mover = mover.other();
            plies += 1;
        }
        Some(Playout {
            chains,
            size: self.size,
            settled: passes == 2 && !ANSWERING,
            plies,
        })
    }
}

/// An answer to the stone on `last`, each as likely as another, if there is one and it is not missed.
fn answered(chains: &Chains, last: usize, mover: Seat, rng: &mut Rng) -> Option<usize> {
    if last == NOWHERE {
        return None;
    }
    let answers = chains.answers(last, mover);
    if answers.count() == 0 || !rng.random_bool(ANSWERED) {
        return None;
    }
    let chosen = rng.random_range(0..answers.count() as u32) as usize;
    Some(answers.get(chosen))
}

/// A playable point, each as likely as another: what is drawn and cannot be played is put at the end of
/// the list, and the rest is drawn from.
#[inline]
fn drawn<const CAREFUL: bool>(chains: &mut Chains, mover: Seat, rng: &mut Rng) -> Option<usize> {
    let mut left = chains.empty_count();
    while left > 0 {
        let place = rng.random_range(0..left as u32) as usize;
        left -= 1;
        let at = chains.take_empty(place, left);
        if chains.is_playable(at, mover) && !(CAREFUL && chains.gives_up_much(at, mover)) {
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

    /// Whether the stones on two points are of one chain.
    #[must_use]
    pub fn are_connected(&self, one: Point, other: Point) -> bool {
        self.chains.are_joined(cell(one), cell(other))
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
